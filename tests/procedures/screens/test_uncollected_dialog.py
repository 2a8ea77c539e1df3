"""The sheet of what nobody collects, as an inspector confirms it."""

import pytest

from procedures.models import Incident
from procedures.screens.deciding import decision_dialog
from procedures.screens.open_cases import open_cases
from table.rules.profile import Role
from table.screens.read.snapshot import Snapshot
from tests.croupier.coups import play
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("owner", "sits"), [("anna", "anna"), ("bruno", ""), (None, "")])
def test_the_sheet_says_that_the_guest_who_is_named_sits_there(owner: str | None, sits: str) -> None:
    table = ready_table()
    play(table, "P100@1")
    facts = {"position": "1", "left": "winnings", "amount": 20_000} | ({"owner": owner} if owner else {})
    table.does("report_incident", kind="uncollected", facts=facts)
    snapshot = Snapshot(table.row)
    [case] = open_cases(snapshot)
    assert case.incident == Incident.objects.get()
    dialog = decision_dialog(snapshot, Role.ISPETTORE_GIOCO, case)
    assert (dialog.sits, "confirm_uncollected" in dialog.may) == (sits, True)
