"""Who has left attests anew, a float that went back is counted anew, and no rules change under a session."""

import pytest

from bank.models import BankCount, BankSession
from table.rules.refusal import Code
from tests.bank.at_bank import FLOAT, AtBank, bank_table

pytestmark = pytest.mark.django_db
CHANGES = (
    {"bank": "off"},
    {"bank_close": "cage"},
    {"pieces": [25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 50000]},
)


@pytest.fixture
def at() -> AtBank:
    """A table to which a float was brought, which was counted."""
    found = bank_table()
    found.brings()
    found.counts("opener", FLOAT)
    return found


def test_who_has_left_and_come_back_attests_anew_and_decides(at: AtBank) -> None:
    at.attests("opener")
    ispettore = at.table.cast.ispettore
    ispettore.does("sign_off")
    ispettore.does("sign_on")
    ispettore.is_refused(Code.PRESENCE, "accept_count", what="opener")
    at.attests("opener")
    at.accepts("opener")
    at.table.check()


def test_a_float_that_went_back_leaves_no_try_to_be_attested(at: AtBank) -> None:
    at.cassa.does("void_movement", movement=1, reason="another one is brought")
    at.table.cast.ispettore.does("attest_movement", movement=1)
    assert BankCount.objects.get().void is not None
    at.cassa.does("bring", pieces=FLOAT | {"25": 36})
    at.table.cast.ispettore.is_refused(Code.COUNT, "attest_count", what="opener", device="dario")
    at.counts("opener", FLOAT | {"25": 36})
    at.attests("opener")
    at.accepts("opener")
    assert BankSession.objects.get().stage == "ready"
    at.table.check()


@pytest.mark.parametrize(
    "changes",
    [{"bank": "off"}, {"pieces": [25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 50000]}, {"bank_close": "cage"}],
    ids=str,
)
def test_under_a_session_no_rule_of_the_bank_changes(at: AtBank, changes: dict[str, object]) -> None:
    direzione = at.table.cast.direzione
    refused = direzione.is_refused(Code.BANK, "change_rules", changes=changes)
    assert "it is closed before" in str(refused)
    at.cassa.does("void_movement", movement=1, reason="no play today")
    at.table.cast.ispettore.does("attest_movement", movement=1)
    direzione.does("change_rules", changes={"bank": "off"})
