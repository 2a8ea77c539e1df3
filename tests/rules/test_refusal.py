"""A refusal as the rules raise it: its sentence with its facts filled in, and its source behind it."""

import pytest

from table.rules.authority import cite
from table.rules.houses import CLASSICO, VENEZIA
from table.rules.refusal import Cents, Code, Listed, Refused, require


@pytest.mark.parametrize(
    ("cents", "printed"),
    [(9500, "95.00"), (5, "0.05"), (0, "0.00"), (-5, "-0.05"), (-9505, "-95.05"), (100_000_000, "1000000.00")],
)
def test_an_amount_prints_as_money_and_counts_as_cents(cents: int, printed: str) -> None:
    assert str(Cents(cents)) == printed
    assert Cents(cents) == cents


@pytest.mark.parametrize(
    ("things", "printed"),
    [([], ""), (["1"], "1"), (["2", "10", "1"], "2, 10, 1"), ([1, 2], "1, 2"), ([Cents(5), Cents(10)], "0.05, 0.10")],
)
def test_several_things_print_with_commas_in_the_order_given_each_as_itself(things: list[object], printed: str) -> None:
    assert str(Listed(things)) == printed
    assert f"{Listed(things)}" == printed


def test_several_things_are_several_and_of_the_same_kind_wherever_they_are_nested() -> None:
    listed = Listed([Listed(["1", "2"]), "3"])
    assert (len(listed), str(listed)) == (2, "1, 2, 3")
    assert listed == (("1", "2"), "3")


def test_a_sentence_has_its_facts_filled_in_and_its_source_behind_it() -> None:
    given = {"places": Listed(["1", "2"]), "most": Cents(105)}
    refused = Refused(Code.MAX, "At %(places)s at most %(most)s.", source=cite(VENEZIA, "limits.binding"), **given)
    assert str(refused) == "At 1, 2 at most 1.05. (Super Punto Banco, Art. 14)"
    assert (refused.code, refused.sentence, refused.facts) == (Code.MAX, "At %(places)s at most %(most)s.", given)
    assert str(Refused(Code.MAX, "100 %% is most.")) == "100 % is most."


@pytest.mark.parametrize("holds", [True, 1, "x", Listed(["1"])])
def test_what_holds_is_not_refused(holds: object) -> None:
    require(holds, Code.CARD, "No.")


@pytest.mark.parametrize("holds", [False, 0, "", None, Listed()])
def test_what_does_not_hold_is_refused_with_all_that_was_said(holds: object) -> None:
    with pytest.raises(Refused) as refused:
        require(holds, Code.CARD, "No %(card)s.", source=cite(CLASSICO, "decks"), card="9S")
    assert refused.value.args == (Code.CARD, "No %(card)s.")
    assert str(refused.value) == "No 9S. (reading of Regole del baccarat)"
