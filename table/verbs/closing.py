"""Verbs that close the betting, and choose who reads Punto's cards. Super Punto Banco, Premessa, Art. 11 to 13."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

from table.memory.statements import update
from table.models import Coup
from table.play.act import Act, check_said
from table.play.cards import enter_held_cards
from table.play.declaration import of_the_coup, verb
from table.play.next_act import NO_MORE_BETS
from table.play.seats import check_reader_only, choose_reader, highest_left
from table.play.shoe import check_no_blank_due
from table.play.stakes import check_coup, put_in_action
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.refusal import Code, Listed, require
from table.rules.stakes import check_closing

BEFORE_DECLARED = (Phase.CLOSED, Phase.DEALING, Phase.READING)


def check_highest_sits(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_POSITION) to close while whoever was named as the highest on Punto has left (:func:`highest_left`).

    Checked at the press alone, as earlier entries did so.
    """
    require(
        not highest_left(act.state),
        Code.POSITION,
        "Who was named as the highest on Punto has left position %(position)s: name who it is now, or nobody.",
        source=act.cite("reader.passed_on"),
        position=act.coup.highest,
    )


@of_the_coup(
    title=pgettext_lazy("act", "Rien ne va plus"),
    said=(pgettext_lazy("record", "«Rien ne va plus»"),),
    phases=[Phase.BETTING],
    source="closing",
    public="said",
    at_press=check_highest_sits,
)
def close_bets(act: Act, *, said: bool) -> None:
    """Close the betting: fix what of each stake is in action, choose the reader, bring the held cards into the hand.

    ``said`` confirms that «Rien ne va plus» was spoken (else E_PHRASE), which is recorded ("phrase"). Records
    "bet_returned" for what is not in action, which goes into custody for somebody who is gone ("uncollected"),
    "held_card_enters" and, in a house with a reader, "reader_assigned" or "dealer_completes". Refuses where a Colpo in
    Bianco is due (E_BLANK_DUE), as :func:`_check_stakes` does (E_NO_STAKE, E_CASH_PENDING, E_MAX), and at the press as
    :func:`check_highest_sits` does (E_POSITION).
    """
    coup = act.coup
    check_said(said, NO_MORE_BETS)
    check_no_blank_due(act)
    _check_stakes(act)
    put_in_action(act)
    coup.closed = True
    choose_reader(act)
    enter_held_cards(act)
    update(coup)
    act.effect("phrase", words=NO_MORE_BETS)


def _check_stakes(act: Act) -> None:
    """Refuse to close the betting where the stakes do not admit it.

    While stakes of a tie are neither confirmed nor taken off, or if none would be in action (E_NO_STAKE); with
    unchanged banknotes (E_CASH_PENDING); and, where the house refuses what is above the maximum instead of giving it
    back, with such a stake (E_MAX). A house that records only the reader's stake may close its betting without any.
    """
    state = act.state
    left = sorted({stake.position for stake in state.stakes if stake.left_over})
    require(
        not left,
        Code.NO_STAKE,
        "Stakes of the tie still lie at position %(positions)s: keep them or take them off.",
        source=act.cite("tie_to_one.left"),
        positions=Listed(left),
    )
    if state.felt or state.profile.stakes == "all":
        check_closing(state.profile, state.limits, state.felt)


# --- the reader


@verb(
    title=pgettext_lazy("act", "name the highest on Punto"),
    said=(
        pgettext_lazy("record", "position %(position)s has the highest stake on Punto"),
        pgettext_lazy("record", "nobody stakes on Punto"),
    ),
    roles=[Role.DEALER],
    phases=[Phase.BETTING],
    moves=["coup"],
    stakes=True,
    source="reader",
    public="coup position",
)
def name_highest(act: Act, *, coup: str, position: str | None) -> None:
    """Store which position has the highest stake on Punto (None: nobody). Records no effect.

    Only where a house records no stake but the reader's; it is the first choice when the betting closes. Refuses
    another coup (E_STALE), any other house (E_PROFILE), and a position where nobody sits, known or not (E_POSITION).
    """
    current = act.state.coup
    check_coup(act, coup)
    assert current is not None
    check_reader_only(act, position)
    current.highest = position or ""
    update(current)


@of_the_coup(
    title=pgettext_lazy("act", "pass the reading on"),
    said=(pgettext_lazy("record", "the reading passes on"),),
    phases=BEFORE_DECLARED,
    source="reader.passed_on",
)
def pass_reading(act: Act) -> None:
    """Pass the reading on to the next position by stake on Punto, or to the dealer where nobody is left.

    Who is passed over does not read in this coup any more, unless its betting is reopened. Records "reader_assigned" or
    "dealer_completes". Refused (E_PHASE) where nobody reads.
    """
    coup = _coup_with_reader(act)
    coup.passed_over = [*coup.passed_over, coup.reader]
    choose_reader(act)
    update(coup)


@of_the_coup(
    title=pgettext_lazy("act", "have the dealer complete"),
    said=(pgettext_lazy("record", "the dealer is to complete the hand"),),
    roles=[Role.ISPETTORE_GIOCO],
    phases=BEFORE_DECLARED,
    source="reader.dealer_completes",
)
def order_dealer_to_complete(act: Act) -> None:
    """Pass over every position: the dealer completes this hand, also where its stakes are corrected afterwards.

    Until its betting is reopened. Records "dealer_completes". Refused (E_PHASE) where nobody reads, as after it.
    """
    coup = _coup_with_reader(act)
    coup.passed_over = [*act.state.profile.positions]
    coup.reader = ""
    update(coup)
    act.effect("dealer_completes")


def _coup_with_reader(act: Act) -> Coup:
    """Return the coup (asserts one). Refuses (E_PHASE) one in which no position reads: the dealer completes it."""
    coup = act.coup
    require(
        coup.reader, Code.PHASE, "Nobody reads in this coup: the dealer completes it.", source=act.cite("reader.nobody")
    )
    return coup
