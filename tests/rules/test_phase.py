"""The phase of a coup, computed from its facts. Super Punto Banco, Premessa and Art. 1, 2, 5, 8, 9 and 10.

The path of a reader who declares, of a battuta and of the dealer who completes the hand are gone through step by step.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules.cards import DECK, UNKNOWN, Card, parse_all, points
from table.rules.phase import CoupFacts, Phase, due, phase
from table.rules.regola import Claim, Outcome, Side, complete, lay_out
from tests.rig.rows import every_row

Step = tuple[dict[str, Any], Phase, Side | None]
COVERED = (UNKNOWN, UNKNOWN)
PUNTO, BANCO = Side.PUNTO, Side.BANCO


def lay(text: str) -> tuple[Card, ...]:
    """Cards as they lie at a box, ``??`` for a covered one; none for the empty text."""
    return parse_all(text) if text else ()


def go(*steps: Step, start: CoupFacts | None = None) -> CoupFacts:
    """The coup after these steps: each is what happened, the phase it leads to, and to whom a card is due then."""
    facts = start or CoupFacts()
    for changes, then, card_due in steps:
        hands = {name: lay(value) for name, value in changes.items() if name in ("punto", "banco")}
        facts = replace(facts, **{**changes, **hands})
        assert (phase(facts), due(facts)) == (then, card_due), changes
    return facts


def dealt(*, has_reader: bool) -> CoupFacts:
    """Four cards lie covered, one by one, before a reader or for the dealer to turn."""
    return go(
        ({}, Phase.BETTING, PUNTO),
        ({"closed": True, "has_reader": has_reader}, Phase.CLOSED, PUNTO),
        ({"out": 1, "punto": "??"}, Phase.DEALING, BANCO),
        ({"out": 2, "banco": "??"}, Phase.DEALING, PUNTO),
        ({"out": 3, "punto": "?? ??"}, Phase.DEALING, BANCO),
        ({"out": 4, "banco": "?? ??"}, Phase.READING if has_reader else Phase.DEALING, None),
    )


def opened(punto: str, banco: str, **facts: Any) -> CoupFacts:
    """A coup that the dealer completed, both hands open."""
    hands = lay(punto), lay(banco)
    return CoupFacts(closed=True, out=sum(map(len, hands)), punto=hands[0], banco=hands[1], **facts)


def paid(punto: str, banco: str, **facts: Any) -> CoupFacts:
    """A coup that was announced with its own points and paid."""
    coup = opened(punto, banco, **facts)
    return replace(coup, announced=(points(coup.banco), points(coup.punto)), paid_on=(coup.punto, coup.banco))


# --- the three paths from the four cards to the open hands


def test_a_reader_declares_carta_banco_is_turned_both_draw_and_punto_is_turned_last() -> None:
    go(
        ({"claim": Claim.CARTA}, Phase.DECLARED, None),
        ({"banco": "3C QD"}, Phase.BANCO_UP, PUNTO),
        ({"out": 5, "punto": "?? ?? 4D"}, Phase.DRAWING, BANCO),
        ({"out": 6, "banco": "3C QD 4S"}, Phase.DRAWING, None),
        ({"punto": "2H KS 4D"}, Phase.PUNTO_UP, None),
        ({"announced": (7, 6)}, Phase.ANNOUNCED, None),
        ({"paid_on": (lay("2H KS 4D"), lay("3C QD 4S"))}, Phase.SETTLED, None),
        ({"burned": True}, Phase.ENDED, None),
        start=dealt(has_reader=True),
    )


def test_after_carta_banco_may_stand_on_the_third_card_of_punto() -> None:
    go(
        ({"claim": Claim.CARTA}, Phase.DECLARED, None),
        ({"banco": "6D 9C"}, Phase.BANCO_UP, PUNTO),
        ({"out": 5, "punto": "?? ?? 2S"}, Phase.DRAWING, None),
        ({"punto": "4S KH 2S"}, Phase.PUNTO_UP, None),
        start=dealt(has_reader=True),
    )


def test_after_no_carta_banco_draws_up_to_five_and_stands_from_six() -> None:
    after_no_carta = replace(dealt(has_reader=True), claim=Claim.NO_CARTA)
    go(
        ({"banco": "2C 3S"}, Phase.BANCO_UP, BANCO),
        ({"out": 5, "banco": "2C 3S 4D"}, Phase.DRAWING, None),
        ({"punto": "7H QD"}, Phase.PUNTO_UP, None),
        start=after_no_carta,
    )
    go(
        ({"banco": "6D QS"}, Phase.BANCO_UP, None),
        ({"punto": "6H KC"}, Phase.PUNTO_UP, None),
        start=after_no_carta,
    )


def test_a_natural_banco_lets_nobody_draw_though_carta_was_rightly_said() -> None:
    go(
        ({"claim": Claim.CARTA}, Phase.DECLARED, None),
        ({"banco": "KC 8S"}, Phase.BANCO_UP, None),
        ({"punto": "2H 2D"}, Phase.PUNTO_UP, None),
        ({"announced": (8, 4)}, Phase.ANNOUNCED, None),
        start=dealt(has_reader=True),
    )


def test_a_battuta_is_turned_at_once_and_banco_after_it() -> None:
    go(
        ({"punto": "9H KD", "claim": Claim.BATTUTA}, Phase.DECLARED, None),
        ({"banco": "5C 2S"}, Phase.PUNTO_UP, None),
        ({"announced": (7, 9)}, Phase.ANNOUNCED, None),
        start=dealt(has_reader=True),
    )


def test_a_hand_that_its_reader_turned_too_early_goes_on_by_its_true_points() -> None:
    go(
        ({"punto": "2H 2D"}, Phase.DECLARED, None),
        ({"banco": "5C KS"}, Phase.BANCO_UP, PUNTO),
        ({"out": 5, "punto": "2H 2D 3H"}, Phase.PUNTO_UP, None),
        start=dealt(has_reader=True),
    )


def test_a_battuta_that_was_none_goes_on_by_its_true_points() -> None:
    go(
        ({"punto": "5H 2D", "claim": Claim.BATTUTA}, Phase.DECLARED, None),
        ({"banco": "5C KS"}, Phase.BANCO_UP, BANCO),
        ({"out": 5, "banco": "5C KS 3H"}, Phase.PUNTO_UP, None),
        start=dealt(has_reader=True),
    )


def test_the_dealer_completes_punto_first_then_banco_and_the_thirds_follow_the_true_points() -> None:
    go(
        ({"punto": "2H KS"}, Phase.DEALING, None),
        ({"banco": "3C QD"}, Phase.BANCO_UP, PUNTO),
        ({"out": 5, "punto": "2H KS 4D"}, Phase.DRAWING, BANCO),
        ({"out": 6, "banco": "3C QD 4S"}, Phase.PUNTO_UP, None),
        ({"announced": (7, 6)}, Phase.ANNOUNCED, None),
        start=dealt(has_reader=False),
    )


def test_the_dealer_who_turns_a_complete_hand_has_only_to_announce_it() -> None:
    go(
        ({"punto": "3H 4D"}, Phase.DEALING, None),
        ({"banco": "6C KS"}, Phase.PUNTO_UP, None),
        start=dealt(has_reader=False),
    )


def test_banco_turned_before_anybody_declared_makes_no_card_due() -> None:
    go(({"banco": "2C KS"}, Phase.BANCO_UP, None), start=dealt(has_reader=True))
    go(({"banco": "2C KS"}, Phase.BANCO_UP, None), start=dealt(has_reader=False))


# --- the Colpo in Bianco


def test_a_colpo_in_bianco_takes_no_bets_and_nobody_reads_it() -> None:
    go(
        ({"blank": True}, Phase.CLOSED, PUNTO),
        ({"out": 1, "punto": "??"}, Phase.DEALING, BANCO),
        ({"out": 4, "punto": "?? ??", "banco": "?? ??"}, Phase.DEALING, None),
        ({"punto": "8D AH"}, Phase.DEALING, None),
        ({"banco": "KC 7S"}, Phase.PUNTO_UP, None),
        ({"announced": (7, 9)}, Phase.ANNOUNCED, None),
        ({"outcome": Outcome.BLANK}, Phase.ANNOUNCED, None),
        ({"burned": True}, Phase.ENDED, None),
    )


@pytest.mark.parametrize(
    ("changes", "then"),
    [({}, Phase.CLOSED), ({"out": 1}, Phase.DEALING), ({"out": 4, "punto": COVERED, "banco": COVERED}, Phase.DEALING)],
)
def test_the_outcome_blank_alone_ends_no_coup(changes: dict[str, Any], then: Phase) -> None:
    assert phase(CoupFacts(blank=True, outcome=Outcome.BLANK, **changes)) is then


@pytest.mark.parametrize("claim", [None, *Claim])
def test_a_coup_that_became_blank_after_its_reader_was_named_is_neither_read_nor_declared(claim: Claim | None) -> None:
    facts = CoupFacts(blank=True, closed=True, has_reader=True, claim=claim, out=4, punto=COVERED, banco=COVERED)
    assert phase(facts) is Phase.DEALING


# --- before the hands lie open


@pytest.mark.parametrize(
    ("changes", "then"),
    [
        ({}, Phase.BETTING),
        ({"has_reader": True}, Phase.BETTING),
        ({"closed": True}, Phase.CLOSED),
        ({"closed": True, "out": 1}, Phase.DEALING),
        ({"closed": True, "out": 3, "has_reader": True}, Phase.DEALING),
        ({"closed": True, "out": 4, "has_reader": False}, Phase.DEALING),
    ],
)
def test_the_beginning_of_a_coup(changes: dict[str, Any], then: Phase) -> None:
    assert phase(CoupFacts(**changes)) is then


def test_the_reader_reads_once_four_cards_lie() -> None:
    facts = CoupFacts(closed=True, has_reader=True, out=4, punto=COVERED, banco=COVERED)
    assert phase(facts) is Phase.READING
    assert phase(replace(facts, out=3, banco=(UNKNOWN,))) is Phase.DEALING


def test_two_cards_burned_as_stuck_are_no_cards_before_the_reader() -> None:
    """Super Punto Banco, Art. 2: four cards have left the sabot, two of them are burned, two are still to be dealt."""
    facts = CoupFacts(closed=True, has_reader=True, out=4, punto=(UNKNOWN,), banco=(UNKNOWN,))
    assert phase(facts) is Phase.DEALING
    assert due(facts) is PUNTO


def test_a_card_drawn_early_waits_for_its_box_and_changes_no_phase() -> None:
    facts = replace(dealt(has_reader=True), out=5)
    assert (phase(facts), due(facts)) == (Phase.READING, None)
    go(
        ({"claim": Claim.CARTA}, Phase.DECLARED, None),
        ({"banco": "4C KS"}, Phase.BANCO_UP, PUNTO),
        ({"punto": "?? ?? 6H"}, Phase.DRAWING, BANCO),
        ({"out": 6, "banco": "4C KS 5C"}, Phase.DRAWING, None),
        ({"punto": "2H 3D 6H"}, Phase.PUNTO_UP, None),
        start=facts,
    )


def test_while_the_third_card_of_punto_lies_covered_nobody_is_due_yet() -> None:
    facts = CoupFacts(
        closed=True, has_reader=True, claim=Claim.CARTA, out=5, punto=(*COVERED, UNKNOWN), banco=lay("2C 2S")
    )
    assert phase(facts) is Phase.DRAWING
    assert due(facts) is None


def test_a_third_card_of_banco_that_still_lies_covered_turns_banco_not_back() -> None:
    facts = opened("?? ?? 4D", "3C QD ??", has_reader=True, claim=Claim.CARTA)
    assert (phase(facts), due(facts)) == (Phase.DRAWING, None)


def test_one_hand_open_is_not_enough_to_announce() -> None:
    facts = opened("9H KD", "5C ??")
    assert not facts.both_turned
    assert phase(replace(facts, announced=(5, 9))) is Phase.DEALING
    assert phase(opened("9H ??", "5C 3D")) is Phase.BANCO_UP


def test_a_box_with_one_open_card_is_no_open_hand() -> None:
    assert not opened("9H", "5C").both_turned
    assert not opened("9H KD", "5C").both_turned
    assert not opened("9H", "5C KD").both_turned
    assert opened("9H KD", "5C 2D").both_turned
    assert opened("2H KD 3C", "5C 2D").both_turned


def test_a_third_card_lies_at_either_box() -> None:
    assert not opened("9H KD", "5C 2D").has_third
    assert opened("2H KD 3C", "5C 2D").has_third
    assert opened("6H KD", "3C 2D AS").has_third


def test_a_reader_has_declared_by_voice_or_by_turning() -> None:
    reading = dealt(has_reader=True)
    assert not reading.declared
    assert replace(reading, claim=Claim.NO_CARTA).declared
    assert replace(reading, punto=lay("9H KD")).declared
    assert not replace(reading, punto=lay("9H ??")).declared
    assert not replace(dealt(has_reader=False), punto=lay("9H KD")).declared


@every_row(
    ("punto", "banco", "side"),
    [
        ("", "", PUNTO),
        ("6C", "", BANCO),
        ("6C", "2D", PUNTO),
        ("6C KH", "2D", BANCO),
        ("6C KH", "2D 5S", None),
        ("2C 3H", "5D KS", PUNTO),
        ("2C 3H 9C", "5D KS", None),
        ("2C 3H 4C", "5D KS", BANCO),
        ("6S KD", "2C 3H", BANCO),
        ("6S KD", "2C 3H 8H", None),
        ("8S KD", "2C 3H", None),
        ("7S KD", "9C KH", None),
    ],
)
def test_on_open_cards_the_regola_alone_says_who_is_due(punto: str, banco: str, side: Side | None) -> None:
    assert due(opened(punto, banco)) is side


@every_row(
    ("claim", "punto", "banco", "side"),
    [
        (Claim.CARTA, "?? ??", "5C KS", PUNTO),
        (Claim.CARTA, "?? ??", "7C KS", PUNTO),
        (Claim.CARTA, "?? ??", "8C KS", None),
        (Claim.CARTA, "?? ?? 4D", "5C KS", BANCO),
        (Claim.CARTA, "?? ?? 3D", "5C KS", None),
        (Claim.CARTA, "?? ?? 4D", "5C KS AH", None),
        (Claim.CARTA, "?? ??", "5C KS 3H", PUNTO),  # Banco was served first; the card of Punto is still due
        (Claim.CARTA, "?? ??", "5C KS ??", PUNTO),
        (Claim.NO_CARTA, "?? ??", "5C KS", BANCO),
        (Claim.NO_CARTA, "?? ??", "6C KS", None),
        (Claim.NO_CARTA, "?? ??", "5C KS AH", None),
        (Claim.BATTUTA, "?? ??", "5C KS", None),
        (Claim.CARTA, "?? ??", "?? ??", None),
        (Claim.NO_CARTA, "?? ??", "5C ??", None),
        (None, "?? ??", "5C KS", None),
    ],
)
def test_while_punto_is_covered_the_thirds_follow_what_was_declared(
    claim: Claim | None, punto: str, banco: str, side: Side | None
) -> None:
    assert due(opened(punto, banco, has_reader=True, claim=claim)) is side


# --- announcing, counting, paying


@pytest.mark.parametrize("announced", [None, (5, 4), (6, 5), (4, 6), (5, 7), (0, 0)])
def test_a_wrong_announcement_announces_nothing_the_cards_speak(announced: tuple[int, int] | None) -> None:
    """Super Punto Banco, Art. 9: Banco 5, Punto 6."""
    assert phase(opened("4S KH 2S", "6D 9C", announced=announced)) is Phase.PUNTO_UP


def test_the_right_figures_banco_first_are_the_announcement() -> None:
    assert phase(opened("4S KH 2S", "6D 9C", announced=(5, 6))) is Phase.ANNOUNCED


def test_no_announcement_counts_while_a_card_is_due_or_covered() -> None:
    assert phase(opened("2S KH", "6D 9C", announced=(5, 2))) is Phase.BANCO_UP
    assert phase(opened("2S KH 4D", "2D KC", announced=(2, 6))) is Phase.DRAWING
    covered = CoupFacts(closed=True, has_reader=True, out=4, punto=COVERED, banco=COVERED, announced=(5, 6))
    assert phase(covered) is Phase.READING


def test_the_remaining_cards_are_counted_after_the_announcement_even_when_there_are_none() -> None:
    """Super Punto Banco, Art. 5."""
    coup = opened("8C KD", "4H 3S", announced=(7, 8))
    assert phase(replace(coup, remaining=lay("5C 2D JH"))) is Phase.COUNTING
    assert phase(replace(coup, remaining=())) is Phase.COUNTING
    assert phase(replace(coup, remaining=(), announced=(8, 7))) is Phase.PUNTO_UP
    counted = replace(coup, remaining=lay("5C 2D JH"), paid_on=(coup.punto, coup.banco))
    assert phase(counted) is Phase.SETTLED


@every_row("outcome", [Outcome.ANNULLED, Outcome.NULL_SEVEN, Outcome.VOID])
@every_row("coup", [opened("6H KS", "2D 3C 9H"), opened("?? ??", "?? ??", has_reader=True), opened("9S", "")])
def test_a_coup_without_a_result_waits_only_for_its_burning(coup: CoupFacts, outcome: Outcome) -> None:
    assert phase(replace(coup, outcome=outcome)) is Phase.SETTLED
    assert phase(replace(coup, outcome=outcome, burned=True)) is Phase.ENDED


def test_a_betting_that_was_closed_without_a_card_is_over_at_once() -> None:
    assert phase(CoupFacts(outcome=Outcome.CANCELLED)) is Phase.ENDED
    assert phase(CoupFacts(closed=True, outcome=Outcome.CANCELLED)) is Phase.ENDED


@pytest.mark.parametrize(
    "over", [{"outcome": Outcome.ANNULLED}, {"outcome": Outcome.VOID}, {"outcome": Outcome.CANCELLED}, {"burned": True}]
)
def test_in_a_coup_that_is_over_no_card_is_due_to_anybody(over: dict[str, Any]) -> None:
    assert due(replace(opened("9S", ""), **over)) is None
    assert due(replace(opened("2H KS", "3C QD"), **over)) is None


def test_burning_ends_every_coup() -> None:
    """Super Punto Banco, Art. 10."""
    assert phase(replace(paid("9H KD", "5C 2S"), burned=True)) is Phase.ENDED
    assert phase(opened("9H KD", "5C 2S", burned=True, blank=True, outcome=Outcome.BLANK)) is Phase.ENDED


# --- what a remedy changes


def test_a_hand_laid_anew_after_payment_is_no_longer_paid() -> None:
    """Super Punto Banco, Art. 8 and 10: paid as a tie of 2, then the undue third card of Banco is taken away."""
    coup = paid("4H KC 8D", "AC 2S 9S")
    assert phase(coup) is Phase.SETTLED
    anew = replace(coup, banco=lay("AC 2S"))
    assert phase(anew) is Phase.PUNTO_UP
    assert phase(replace(anew, announced=(3, 2))) is Phase.ANNOUNCED
    assert phase(replace(anew, announced=(3, 2), paid_on=(anew.punto, anew.banco))) is Phase.SETTLED


def test_a_hand_laid_anew_is_to_be_paid_again_whatever_its_outcome_was() -> None:
    coup = paid("4H KC 8D", "AC 2S 9S", outcome=Outcome.SETTLED)
    assert phase(coup) is Phase.SETTLED
    assert phase(replace(coup, banco=lay("AC 2S"))) is Phase.PUNTO_UP


def test_a_paid_hand_that_turns_out_to_lack_a_card_is_still_to_be_dealt() -> None:
    coup = paid("2H KC", "7C KS")
    assert phase(replace(coup, paid_on=(lay("9H KC"), coup.banco))) is Phase.BANCO_UP


def test_another_card_of_punto_alone_or_of_banco_alone_is_another_hand() -> None:
    coup = paid("9H KC", "7C KS")
    assert phase(replace(coup, punto=lay("9H QC"))) is Phase.ANNOUNCED
    assert phase(replace(coup, banco=lay("7C QS"))) is Phase.ANNOUNCED
    assert phase(replace(coup, punto=lay("8H KC"))) is Phase.PUNTO_UP


def test_a_reader_who_says_no_carta_with_four_leaves_a_hand_that_the_regola_completes() -> None:
    """Super Punto Banco, Premessa: Banco drew on the declaration; laid anew the card is Punto's and Banco stands."""
    read = go(
        ({"claim": Claim.NO_CARTA}, Phase.DECLARED, None),
        ({"banco": "5C KS"}, Phase.BANCO_UP, BANCO),
        ({"out": 5, "banco": "5C KS 3H"}, Phase.DRAWING, None),
        ({"punto": "2H 2D"}, Phase.DRAWING, PUNTO),
        start=dealt(has_reader=True),
    )
    go(
        ({"punto": "2H 2D 3H", "banco": "5C KS", "claim": None}, Phase.PUNTO_UP, None),
        ({"announced": (5, 7)}, Phase.ANNOUNCED, None),
        start=read,
    )


def test_three_covered_cards_at_punto_and_one_at_banco_are_laid_anew_and_read() -> None:
    """Super Punto Banco, Art. 7."""
    wrong = CoupFacts(closed=True, has_reader=True, out=4, punto=(*COVERED, UNKNOWN), banco=(UNKNOWN,))
    assert due(wrong) is None
    go(({"punto": "?? ??", "banco": "?? ??"}, Phase.READING, None), start=wrong)


def test_a_declaration_on_wrong_cards_is_void_and_the_reader_declares_again() -> None:
    declared = replace(dealt(has_reader=True), claim=Claim.CARTA)
    assert phase(declared) is Phase.DECLARED
    assert phase(replace(declared, claim=None)) is Phase.READING


# --- every coup that the cards can make

six_cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)


def _serve(facts: CoupFacts, side: Side, card: Card) -> CoupFacts:
    if side is PUNTO:
        return replace(facts, out=facts.out + 1, punto=(*facts.punto, card))
    return replace(facts, out=facts.out + 1, banco=(*facts.banco, card))


def _deal(drawn: Sequence[Card], facts: CoupFacts) -> CoupFacts:
    """The coup dealt on by what is due until nobody is, as the true points say."""
    while (side := due(facts)) is not None:
        facts = _serve(facts, side, drawn[facts.out])
    return facts


@given(six_cards)
def test_dealt_by_what_is_due_every_coup_becomes_the_lay_out_of_the_regola(drawn: list[Card]) -> None:
    facts = _deal(drawn, CoupFacts(closed=True))
    layout = complete(drawn[: facts.out])
    assert (facts.punto, facts.banco, ()) == layout
    assert (facts.punto, facts.banco) == lay_out(drawn)[:2]
    assert phase(facts) is Phase.PUNTO_UP


@given(six_cards)
def test_a_coup_only_goes_forward_while_nobody_corrects_anything(drawn: list[Card]) -> None:
    course = list(Phase)
    facts = CoupFacts()
    went = [phase(facts), phase(facts := replace(facts, closed=True))]
    while (side := due(facts)) is not None:
        facts = _serve(facts, side, drawn[facts.out])
        went.append(phase(facts))
    announced = replace(facts, announced=(points(facts.banco), points(facts.punto)))
    settled = replace(announced, paid_on=(facts.punto, facts.banco))
    went += [phase(announced), phase(replace(announced, remaining=())), phase(settled)]
    went.append(phase(replace(settled, burned=True)))
    assert went == sorted(went, key=course.index)
    assert went[-5:] == [Phase.PUNTO_UP, Phase.ANNOUNCED, Phase.COUNTING, Phase.SETTLED, Phase.ENDED]
