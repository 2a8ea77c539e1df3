"""A card is worn, and another one takes its place. Super Punto Banco, Art. 4."""

from typing import Any

from table.play.next_act import next_act
from table.rules.profile import Role
from table.rules.refusal import Code
from tests.croupier.cases import report
from tests.croupier.coups import close, effects, play
from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import each
from tests.procedures.conftest import SitDown
from tests.procedures.looking import region
from tests.procedures.mishaps import ART_4
from tests.procedures.moments import Mishap
from tests.rig.pressing import Buttons
from tests.rig.tables import AtTable, prepare_shoe


@each(ART_4)
def test_a_worn_card_waits_for_another_one_and_the_hand_keeps_its_value(sit_down: SitDown, mishap: Mishap) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)


def test_a_worn_card_keeps_nobody_waiting(table: AtTable) -> None:
    report(table, "worn_card", card="7D", damage="bent")
    assert (table.row.awaits, next_act(table.state)) == ("", ("open_bets", ""))


def test_a_worn_card_is_that_of_the_taglia_in_which_it_was_reported(table: AtTable) -> None:
    play(table, "P100@1", punto="9S KD", banco="2S 3S")
    case = report(table, "worn_card", number=1)
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, table.state.profile, serial="S-2")
    play(table, "P100@1", punto="9D KS", banco="2D 3D")
    worn: dict[str, Any] = {"incident": case.number, "serial": "S-spare"}
    table.cast.ispettore.is_refused(Code.CARD, "authorise_replacement", card="9D", **worn)
    table.cast.ispettore.does("authorise_replacement", card="9S", **worn)


def test_a_worn_card_that_was_found_not_to_be_out_is_reported_anew(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("deal")
    worn = report(table, "worn_card", number=4)
    fewer = report(table, "wrong_number", laid=["punto", "banco", "punto", "out"])
    assert len(table.state.cards) == 3
    table.cast.ispettore.does("refer", incident=fewer.number, reason="cards lie otherwise than they were served")
    table.cast.direzione.does("rule", incident=fewer.number, text="the coup is annulled", effects=["annul"])
    table.does("burn")
    refused = table.cast.ispettore.is_refused(
        Code.CARD, "authorise_replacement", incident=worn.number, card="9S", serial="S-spare"
    )
    assert str(refused) == "Card 4 is not out any more: withdraw this report, and report it anew."
    table.cast.ispettore.does("withdraw_incident", incident=worn.number)
    table.check()


def test_a_worn_card_is_no_case_for_the_direzione(table: AtTable) -> None:
    case = report(table, "worn_card", card="7D")
    table.cast.ispettore.is_refused(Code.PHASE, "refer", incident=case.number, reason="worn")
    table.cast.direzione.is_refused(Code.PHASE, "rule", incident=case.number, text="no", effects=["continue"])
    assert "rule" not in Buttons(region(table, Role.DIREZIONE)).verbs


def test_at_the_end_of_a_taglia_the_decks_are_kept_or_replaced_and_either_stands_in_the_record(table: AtTable) -> None:
    refused = table.cast.ispettore.is_refused(Code.PHASE, "keep_decks")
    assert refused.source == "Super Punto Banco, Art. 4"
    table.cast.direzione.does("void_shoe")
    answer = table.cast.ispettore.does("keep_decks")
    assert effects(answer, "decks_kept") == [{"serial": "S-1"}]
    table.cast.ispettore.does("replace_decks", serial="S-2")
    table.cast.ispettore.is_refused(Code.SHOE, "keep_decks")
