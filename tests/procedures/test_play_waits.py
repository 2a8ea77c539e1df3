"""Between two coups too play waits for a case that nobody has decided. Super Punto Banco, Art. 16."""

import pytest
from django.utils import translation

from table.play.next_act import next_act
from table.rules.profile import Role
from table.rules.refusal import Code
from table.screens.dealer.task import task
from table.screens.inspector.buttons import may
from table.screens.regions import Region, render
from tests.croupier.cases import report
from tests.croupier.coups import play
from tests.croupier.staff import open_cases
from tests.procedures.aftermath import befalls, played_to_its_end
from tests.procedures.mishaps import MISHAPS
from tests.rig.tables import AtTable


def waits(table: AtTable) -> str:
    """What stands on the console in the place of the next act."""
    with translation.override("en"):
        now = task(table.snapshot)
    assert now.kind == "wait"
    return now.heading


def test_between_two_coups_no_coup_begins_or_is_ordered_before_the_ispettore_has_referred_and_the_direzione_has_ruled(
    table: AtTable,
) -> None:
    play(table, "P100@1")
    case = report(table, "unforeseen", what="shoe_broken")
    assert (table.row.awaits, next_act(table.state)) == ("ispettore_gioco", None)
    assert waits(table) == "Awaited: the Ispettore di Gioco, who refers it to the Direzione."
    refused = table.refuses(Code.INCIDENT_OPEN, "open_bets")
    assert refused.facts == {"role": "ispettore_gioco"}
    table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")
    assert (table.row.awaits, next_act(table.state)) == ("direzione", None)
    assert waits(table) == "Held: the Direzione decides."
    refused = table.cast.ispettore.is_refused(Code.INCIDENT_OPEN, "order_blank")
    assert refused.source == "rule of Sabot"
    assert "order_blank" not in may(table.snapshot, Role.ISPETTORE_GIOCO)
    table.refuses(Code.INCIDENT_OPEN, "open_bets")
    table.cast.direzione.does("rule", incident=case.number, text="another sabot", effects=["continue"])
    assert (table.row.awaits, next_act(table.state)) == ("", ("open_bets", ""))
    table.does("open_bets")


def test_the_dealer_reads_of_a_held_coup_what_the_alert_says_of_it_at_each_stage(table: AtTable) -> None:
    dealer = befalls(table, next(it for it in MISHAPS if it.name == "the first two cards inverted"))
    assert waits(table) == "Awaited: the presence of Ispettore di Gioco."
    table.cast.ispettore.does("attest", incident=open_cases(table.row)[0].number)
    assert waits(table) == "Awaited: the Ispettore di Gioco ratifies."
    played_to_its_end(dealer)


def test_a_held_coup_names_its_reader_while_a_card_is_covered_and_nobody_once_all_lie_open(table: AtTable) -> None:
    befalls(table, next(it for it in MISHAPS if it.name == "an error of the reader, reported"))
    assert _named(table)
    for verb, cards in (("turn_banco", ["5H", "2C"]), ("turn_punto", ["5S", "2D"])):
        table.does(verb, cards=cards)
    assert table.state.coup is not None
    assert table.state.coup.held
    assert not _named(table)


def _named(table: AtTable) -> bool:
    """Whether the console says who reads."""
    return "Position 1 reads the cards." in render(table.snapshot, Region("console", "en"))


def test_a_colpo_in_bianco_that_is_due_waits_too(table: AtTable) -> None:
    table.does("card_out", card="7S", exposed=True)
    case = report(table, "unforeseen", what="disturbance")
    assert next_act(table.state) is None
    table.refuses(Code.INCIDENT_OPEN, "play_blank", said=True)
    table.does("withdraw_incident", incident=case.number)
    assert next_act(table.state) == ("play_blank", "Colpo in Bianco")


def test_a_new_shoe_is_prepared_while_a_case_waits(table: AtTable) -> None:
    table.cast.direzione.does("void_shoe")
    report(table, "unforeseen", what="shoe_broken")
    assert next_act(table.state) == ("load", "")
    table.does("load", serial="S-2", decks=6)


@pytest.mark.parametrize("in_a_betting", [False, True])
@pytest.mark.parametrize(("who", "ends"), [("direzione", "void_shoe"), ("ispettore", "close_table")])
def test_cards_that_waited_are_burned_with_their_taglia_and_nobody_decides_any_more_which_came_first(
    table: AtTable, who: str, ends: str, in_a_betting: bool
) -> None:
    if in_a_betting:
        table.does("open_bets")
    table.press(("card_out", {}), ("card_out", {}))
    case = report(table, "fallen_card", places=[1, 2], order_lost=True)
    if in_a_betting:
        table.cast.ispettore.does("suspend")
    assert table.row.awaits == "ispettore_gioco"
    getattr(table.cast, who).does(ends)
    case.refresh_from_db()
    assert (case.status, table.row.awaits) == ("settled_by_law", "")
