"""A face that was keyed wrong is put right in every state in which it lies open. Super Punto Banco, Art. 1 and 7."""

from collections.abc import Callable, Iterator

import pytest

from table.models import DrawnCard
from table.screens.dealer.taking_back import take_back
from table.screens.read.snapshot import take as look
from tests.croupier.cases import newest, report
from tests.croupier.coups import deal, lay, pay, turn
from tests.rig.tables import AtTable

Story = Callable[[AtTable], Iterator[str]]
B, P = "banco", "punto"


def of_a_seen_card(table: AtTable) -> Iterator[str]:
    """From the betting in which a card came out and was seen to the end of the Colpo in Bianco that it brings about."""
    lay(table, "P100@1")
    table.does("card_out", card="5C", exposed=True)
    yield "betting"
    table.does("play_blank", said=True)
    yield "dealing"
    table.does("deal")
    table.does("turn_banco", cards=["8H", "KC"])
    yield "banco_up"


def of_a_card_too_many(table: AtTable) -> Iterator[str]:
    """It came out of a complete hand, and waits beside the sabot until the next one."""
    deal(table, "P100@1")
    turn(table)
    table.does("card_out", card="5C", exposed=True, extra=True)
    yield "punto_up"
    report(table, "inverted", lost=[1, 3])
    yield "punto_up"
    table.does("withdraw_incident", incident=newest().number)
    pay(table)
    table.does("burn")
    yield "idle"


def of_an_early_card(table: AtTable) -> Iterator[str]:
    """It waits for its box until the hands are known."""
    deal(table, "P100@1")
    table.does("card_out", card="5C", exposed=True)
    yield "reading"
    table.does("declare", claim="carta", means="voice")
    yield "declared"


def of_a_card_shown_while_it_waited(table: AtTable) -> Iterator[str]:
    """It waited covered, and was shown while a case held the coup; then by a report it lies at a box."""
    deal(table, "P100@1")
    table.does("card_out")
    report(table, "inverted", lost=[1, 2])
    table.does("show_card", where="beside", card="5C")
    yield "reading"
    report(table, "undue_third", laid=[P, B, P, B, B])
    yield "reading"


STORIES = [of_a_seen_card, of_a_card_too_many, of_an_early_card, of_a_card_shown_while_it_waited]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("story", STORIES)
def test_a_mistyped_face_is_corrected_in_every_state_in_which_its_card_lies_open(table: AtTable, story: Story) -> None:
    for phase in story(table):
        assert (table.state.phase or "idle") == phase
        for wrong, right in (("5C", "6C"), ("6C", "5C")):
            number = open_cards(table)[wrong]
            table.does("correct_entry", what="card", new={"number": number, "card": right}, reason="mistyped")
            assert open_cards(table)[right] == number
        snapshot = look(table.code)
        assert snapshot is not None
        assert open_cards(table).items() == {it.face: it.number for it in take_back(snapshot).cards}.items()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("story", STORIES)
def test_and_by_the_ispettore_di_gioco(table: AtTable, story: Story) -> None:
    for _phase in story(table):
        for wrong, right in (("5C", "6C"), ("6C", "5C")):
            new = {"number": open_cards(table)[wrong], "card": right}
            table.cast.ispettore.does("correct_entry", what="card", new=new, reason="mistyped")
            assert right in open_cards(table)


def open_cards(table: AtTable) -> dict[str, int]:
    found: list[DrawnCard] = [*table.state.cards, *table.state.held]
    return {it.face: it.number for it in found if it.face}
