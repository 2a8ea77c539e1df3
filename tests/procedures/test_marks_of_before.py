"""What the migration makes of a register of before is what a replay by today's code makes of it. Art. 6 to 8."""

from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps

from table.models import DrawnCard
from table.rules.houses import HOUSES, VENEZIA
from table.rules.profile import Profile
from tests.croupier.cases import attest, newest
from tests.croupier.coups import close, deal, pay, play
from tests.procedures.conftest import SitDown
from tests.rig.tables import AtTable

OPEN = next(it for it in HOUSES.values() if it.dealing == "face_up")
Story = Callable[[AtTable], None]


def dealt(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")


def a_pair(table: AtTable) -> None:
    dealt(table)
    table.does("turn_battuta", cards=["2S", "3S"])


def a_pair_one_of_which_lay_open(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("report_visible")
    table.does("card_out", card="4S", exposed=True)
    table.does("call_blank", said=True)
    table.does("deal")
    table.does("turn_punto", cards=["4S", "KD"])


def a_third_lay_covered_when_the_pair_was_turned(table: AtTable) -> None:
    dealt(table)
    table.does("declare", claim="carta", means="voice")
    table.does("card_out")
    table.does("turn_banco", cards=["2S", "KD"])


def both_pairs_and_a_third(table: AtTable) -> None:
    dealt(table)
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["2S", "KD"])
    table.does("card_out", card="5C")


def a_covered_third_is_turned(table: AtTable) -> None:
    dealt(table)
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["2S", "KD"])
    table.does("card_out")
    table.does("turn_third", card="5C")


def a_card_too_many_waits(table: AtTable) -> None:
    play(table, "P100@1")
    dealt(table)
    table.does("turn_battuta", cards=["9S", "KC"])
    table.does("turn_banco", cards=["2H", "3H"])
    table.does("card_out", card="5C", exposed=True, extra=True)


def what_waited_is_the_first_of_a_blank(table: AtTable) -> None:
    a_card_too_many_waits(table)
    table.does("card_out", extra=True)
    pay(table)
    table.does("burn")
    table.does("play_blank", said=True)
    table.does("deal")
    table.does("turn_punto", cards=["5C", "KH"])


def a_pair_is_turned_while_a_card_waits(table: AtTable) -> None:
    dealt(table)
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["8H", "KH"])
    table.does("card_out", extra=True)
    table.does("turn_punto", cards=["2S", "4S"])


def four_dealt_open(table: AtTable) -> None:
    close(table, "B100@1")
    table.does("deal", cards=["2S", "3S", "KD", "KH"])


def laid_anew(table: AtTable, *, stated: bool = False) -> None:
    """A third went to Banco by a wrong declaration: the cards say so, it is rebuilt, and the coup goes on."""
    dealt(table)
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["2S", "KD"])
    table.does("card_out", card="5C")
    table.does("turn_punto", cards=["KS", "2H"])
    case = newest()
    if stated:
        rows = {it.face: it.number for it in table.state.cards}
        table.does("add_evidence", incident=case.number, before=[[rows["2H"], rows["KS"]], [rows["2S"], rows["KD"]]])
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)


def laid_anew_in_the_one_order_that_is_possible(table: AtTable) -> None:
    laid_anew(table, stated=True)


STORIES: list[tuple[Story, Profile]] = [
    (dealt, VENEZIA),
    (a_pair, VENEZIA),
    (a_pair_one_of_which_lay_open, VENEZIA),
    (a_third_lay_covered_when_the_pair_was_turned, VENEZIA),
    (both_pairs_and_a_third, VENEZIA),
    (a_covered_third_is_turned, VENEZIA),
    (a_card_too_many_waits, VENEZIA),
    (what_waited_is_the_first_of_a_blank, VENEZIA),
    (a_pair_is_turned_while_a_card_waits, VENEZIA),
    (four_dealt_open, OPEN),
    (laid_anew, VENEZIA),
    (laid_anew_in_the_one_order_that_is_possible, VENEZIA),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("story", "profile"), STORIES, ids=[it[0].__name__ for it in STORIES])
def test_the_marks_of_an_open_coup_are_those_that_a_replay_gives(
    sit_down: SitDown, story: Story, profile: Profile
) -> None:
    table = sit_down(profile)
    story(table)
    ours = DrawnCard.objects.filter(shoe__table=table.row)
    marks = list(ours.values_list("number", "face", "known", "alone"))
    ours.update(known="", alone=False)
    import_module("table.migrations.0039_how_a_face_is_known").mark(apps, None)
    assert list(ours.values_list("number", "face", "known", "alone")) == marks
    assert story is dealt or any(how or alone for _number, _face, how, alone in marks)
