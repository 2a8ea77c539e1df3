"""What the Direzione may order together, and who is named when somebody else tries. Super Punto Banco, Art. 16."""

from typing import Any

import pytest

from table.models import Coup
from table.rules.houses import ADMIRAL, MALTA, VENEZIA
from table.rules.profile import Profile
from table.rules.refusal import Code
from tests.croupier.cases import report
from tests.croupier.coups import deal, net, turn
from tests.procedures.conftest import SitDown


def test_a_complete_hand_is_validated_the_taglia_ends_and_the_decks_are_replaced_in_one_ruling(
    sit_down: SitDown,
) -> None:
    table = sit_down()
    deal(table, "P100@1")
    turn(table)
    case = report(table, "unforeseen", what="foreign_card")
    effects = ["validate", "end_taglia", "replace_decks"]
    given: dict[str, Any] = {
        "incident": case.number,
        "text": "it stands; new decks",
        "effects": effects,
        "serial": "S-new",
    }
    table.cast.direzione.does("rule", **given)
    over = Coup.objects.get(table=table.row)
    assert (over.ended, over.outcome, net(table, "1")) == (True, "settled", 10_000)
    assert (table.state.coup, table.state.shoe) == (None, None)
    table.check()


@pytest.mark.parametrize("then", [{"effects": ["replace_decks"], "serial": "S-new"}, {"effects": ["close_table"]}])
def test_with_the_coup_that_it_ends_a_ruling_decides_all_that_held_it(sit_down: SitDown, then: dict[str, Any]) -> None:
    table = sit_down()
    deal(table, "P100@1")
    turn(table)
    other = report(table, "third_not_drawn")
    case = report(table, "unforeseen", what="foreign_card")
    effects = ["validate", "end_taglia", *then["effects"]]
    given: dict[str, Any] = {"incident": case.number, "text": "it stands", **then, "effects": effects}
    table.cast.direzione.does("rule", **given)
    other.refresh_from_db()
    assert (other.status, table.state.table.awaits) == ("ruled", "")


def test_hands_that_are_not_complete_are_not_validated_so(sit_down: SitDown) -> None:
    table = sit_down()
    deal(table, "P100@1")
    case = report(table, "unforeseen", what="foreign_card")
    effects = ["validate", "end_taglia", "replace_decks"]
    given: dict[str, Any] = {"incident": case.number, "text": "it stands", "effects": effects, "serial": "S-new"}
    table.cast.direzione.is_refused(Code.PHASE, "rule", **given)


@pytest.mark.parametrize(
    ("profile", "verb", "named"),
    [
        (ADMIRAL, "suspend", "direzione"),
        (ADMIRAL, "set_limits", "ispettore_gioco"),
        (MALTA, "set_limits", "direzione"),
        (VENEZIA, "suspend", "direzione, ispettore_gioco"),
    ],
    ids=lambda it: it.key if isinstance(it, Profile) else str(it),
)
def test_who_may_not_reads_who_may_in_this_house(sit_down: SitDown, profile: Profile, verb: str, named: str) -> None:
    table = sit_down(profile)
    given: dict[str, Any] = (
        {"limits": {"main": [1000, 100_000], "egalite": [1000, 20_000]}} if verb == "set_limits" else {}
    )
    refused = table.cast.capo_isola.is_refused(Code.ROLE, verb, **given)
    assert str(refused).split("it is for ")[1].startswith(f"{named}.")
