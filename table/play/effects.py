"""Effects of acts, besides what their verbs say, each declared once with all that is known of it.

A verb records an effect by name (:meth:`table.play.act.Act.effect`); its entry stores the name and the facts. The
declaration gives the register its sentence, the inspectors their alert, and the screens the kinds of rows that changed.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from table.models import (
    Adjustment,
    Alert,
    Coup,
    DrawnCard,
    LimitRange,
    Money,
    Policy,
    Position,
    Severity,
    Shoe,
    Sixain,
    StaffPresence,
    Stake,
    Table,
    Uncollected,
)

Effects = list[list[Any]]
"""Effects of one act, in their order: each a list of its name and its facts, which map names to values."""
Sentences = tuple[Promise, ...]
"""Sentences of which the first is taken whose facts are all given; none where nothing is said."""
Rows = frozenset[type[Model]]
STILL: Rows = frozenset()
"""For an effect that only tells how an act was done: no row follows from it, and only the register shows it."""


@dataclass(frozen=True)
class Effect:
    """Declaration of an effect.

    ``said`` is its sentence in the register, empty where the verb's sentence says it all. ``redraw`` are the kinds of
    rows that it changed and that screens show, or :data:`STILL`. ``alert`` is its sentence for inspectors, None where
    it is in the ordinary course, or follows from another alert; ``severity`` says what that demands of them.

    One that is ``of_case`` opens an incident, leads it on or decides it: its act appears in the one alert of the
    incident, and its other effects raise none that is a mere notice.

    ``public`` names the facts that may leave the house, separated by spaces. A face is one only of the card that was
    turned.
    """

    said: Sentences
    redraw: Rows
    alert: Promise | None = None
    severity: Severity = Severity.NOTICE
    of_case: bool = False
    public: str = ""

    def __post_init__(self) -> None:
        """Assert that ``redraw`` has Alert if there is an ``alert`` or the effect is ``of_case``, and only then."""
        alerts = self.alert is not None or self.of_case
        assert (Alert in self.redraw) == alerts, "an alert is a row that screens show"


def rows(*kinds: type[Model]) -> Rows:
    """Return these kinds of rows as a set, for ``redraw``."""
    return frozenset(kinds)


EFFECTS: dict[str, Effect] = {
    # Seats
    "seat_freed": Effect(
        said=(pgettext_lazy("record", "position %(position)s, of %(guest)s, is free"),),
        redraw=rows(Position),
        public="position guest",
    ),
    "seats_cleared": Effect(
        said=(pgettext_lazy("record", "every position is free"),),
        redraw=rows(Position),
    ),
    "signed_on": Effect(
        said=(pgettext_lazy("record", "%(badge)s begins to work at the table"),),
        redraw=rows(StaffPresence),
    ),
    "signed_off": Effect(
        said=(pgettext_lazy("record", "%(badge)s leaves the table"),),
        redraw=rows(StaffPresence),
    ),
    "clock_jumped": Effect(
        said=(pgettext_lazy("record", "before this the clock on the wall was set, by %(seconds)s seconds"),),
        redraw=STILL,
        public="seconds",
    ),
    # Stakes
    "bet_returned": Effect(
        said=(pgettext_lazy("record", "%(amount)s goes back from %(box)s to position %(position)s"),),
        redraw=rows(Stake),
        public="position box amount",
    ),
    "tax_laid": Effect(
        said=(pgettext_lazy("record", "%(amount)s of tax lies ready at position %(position)s"),),
        redraw=rows(Stake),
        public="position amount",
    ),
    "tax_returned": Effect(
        said=(pgettext_lazy("record", "%(amount)s of tax goes back to position %(position)s"),),
        redraw=rows(Stake),
        public="position amount",
    ),
    "repeated": Effect(
        said=(pgettext_lazy("record", "position %(position)s: %(amount)s on %(box)s"),),
        redraw=rows(Stake),
        public="position box amount",
    ),
    "not_repeated": Effect(
        said=(pgettext_lazy("record", "not laid again: %(amount)s of position %(position)s on %(box)s"),),
        redraw=STILL,
        public="position box amount code",
    ),
    "set_aside": Effect(
        said=(
            pgettext_lazy("record", "%(amount)s on %(box)s at position %(position)s are set aside there for %(guest)s"),
        ),
        redraw=rows(Stake, Position),
        public="position box guest amount",
    ),
    "set_aside_given_back": Effect(
        said=(pgettext_lazy("record", "%(guest)s has back what was set aside at position %(position)s: %(amount)s"),),
        redraw=rows(Position),
        public="position guest amount",
    ),
    "left_without_owner": Effect(
        said=(pgettext_lazy("record", "%(amount)s on %(box)s at position %(position)s lie there without their owner"),),
        alert=pgettext_lazy("alert", "Chips lie on the felt whose owner is not there."),
        redraw=rows(Alert),
        public="position box amount bettor",
    ),
    "uncollected": Effect(
        said=(
            pgettext_lazy(
                "record",
                "nobody collects %(amount)s at position %(position)s; kept for %(guest)s under slip %(slip)s",
            ),
        ),
        alert=pgettext_lazy("alert", "What nobody collects is kept; the Direzione disposes of it."),
        severity=Severity.PERSON,
        redraw=rows(Uncollected, Alert),
        public="slip position box guest amount kept",
    ),
    "kept_for_owner": Effect(
        said=(
            pgettext_lazy("record", "%(amount)s at position %(position)s, kept for %(guest)s under slip %(slip)s"),
            pgettext_lazy("record", "%(amount)s at position %(position)s, kept under slip %(slip)s"),
        ),
        redraw=rows(Uncollected),
        public="slip position guest amount",
    ),
    "given_to_owner": Effect(
        said=(pgettext_lazy("record", "%(amount)s at position %(position)s is given to %(guest)s, who sits there"),),
        redraw=STILL,
        public="position guest amount",
    ),
    "custody_changed": Effect(
        said=(pgettext_lazy("record", "kept under slip %(slip)s: %(amount)s, not %(old_amount)s"),),
        redraw=rows(Uncollected),
        public="slip amount old_amount",
    ),
    "custody_closed": Effect(
        said=(
            pgettext_lazy("record", "%(amount)s of %(guest)s at position %(position)s"),
            pgettext_lazy("record", "%(amount)s at position %(position)s"),
        ),
        redraw=rows(Uncollected),
        public="position guest amount",
    ),
    "limits_applied": Effect(
        said=(pgettext_lazy("record", "limits from this coup on: %(limits)s"),),
        redraw=rows(LimitRange),
        public="limits",
    ),
    "reader_assigned": Effect(
        said=(pgettext_lazy("record", "position %(position)s reads"),),
        redraw=rows(Coup),
        public="position",
    ),
    "dealer_completes": Effect(
        said=(pgettext_lazy("record", "the dealer completes the hand"),),
        redraw=rows(Coup),
    ),
    # Cards
    "card_drawn": Effect(
        said=(pgettext_lazy("record", "card %(card)s: %(at)s"),),
        redraw=rows(DrawnCard, Shoe),
        public="card at",
    ),
    "card_turned": Effect(
        said=(pgettext_lazy("record", "card %(card)s is %(face)s"),),
        redraw=rows(DrawnCard),
        public="card face",
    ),
    "shoe_sealed": Effect(
        said=(pgettext_lazy("record", "what binds the virtual shoe to each of its cards: %(commitment)s"),),
        redraw=rows(Shoe),
        public="commitment",
    ),
    "seals_opened": Effect(
        said=(pgettext_lazy("record", "the seals of %(count)s cards of the shoe are opened"),),
        redraw=STILL,
        public="count",
    ),
    "read_otherwise": Effect(
        said=(pgettext_lazy("record", "card %(card)s is not the one that the electronic shoe had read"),),
        alert=pgettext_lazy("alert", "A card was turned that is not the one that the electronic shoe had read."),
        redraw=rows(DrawnCard, Alert),
        public="card",
    ),
    "cut_card_came": Effect(
        said=(pgettext_lazy("record", "the cut card of the virtual shoe came after %(out)s cards"),),
        redraw=rows(Shoe),
        public="out",
    ),
    "card_early": Effect(
        said=(pgettext_lazy("record", "card %(card)s came too early and waits"),),
        redraw=STILL,
        public="card",
    ),
    "early_card_placed": Effect(
        said=(pgettext_lazy("record", "card %(card)s goes to %(side)s"),),
        redraw=rows(DrawnCard),
        public="card side",
    ),
    "card_held": Effect(
        said=(pgettext_lazy("record", "card %(card)s is set aside, %(seen)s"),),
        alert=pgettext_lazy("alert", "A card too many is set aside."),
        redraw=rows(DrawnCard, Alert),
        public="card seen",
    ),
    "held_card_enters": Effect(
        said=(pgettext_lazy("record", "card %(card)s, which had waited, is of this hand"),),
        redraw=rows(DrawnCard),
        public="card",
    ),
    "card_visible": Effect(
        said=(),
        alert=pgettext_lazy("alert", "The next card lies visible in the sabot."),
        redraw=rows(Shoe, Alert),
    ),
    "cards_burned": Effect(
        said=(pgettext_lazy("record", "burned: card %(cards)s"),),
        alert=pgettext_lazy("alert", "Cards were burned out of turn."),
        redraw=rows(DrawnCard, Alert),
        public="cards seen",
    ),
    "blank_due": Effect(
        said=(pgettext_lazy("record", "a Colpo in Bianco is due"),),
        redraw=rows(Table),
    ),
    "blank_started": Effect(
        said=(pgettext_lazy("record", "the coup is played without stakes"),),
        redraw=rows(Coup),
    ),
    "phrase": Effect(
        said=(pgettext_lazy("record", "«%(words)s»"),),
        redraw=STILL,
        public="words",
    ),
    "phrase_due": Effect(
        said=(pgettext_lazy("record", "still to be called: «%(words)s»"),),
        redraw=rows(Coup, Shoe),
        public="words",
    ),
    "cut_card_of_the_next_coup": Effect(
        said=(pgettext_lazy("record", "the hand is complete: the next coup begins with the cut card"),),
        redraw=rows(Shoe),
    ),
    "cut_card_undecided": Effect(
        said=(pgettext_lazy("record", "which coup is the last is known when the hand is complete"),),
        redraw=rows(Shoe),
    ),
    "asked_again": Effect(
        said=(pgettext_lazy("record", "it was unclear, and asked again"),),
        redraw=STILL,
    ),
    "lifted_from_the_cloth": Effect(
        said=(pgettext_lazy("record", "the cards were lifted from the cloth"),),
        redraw=STILL,
    ),
    "premature_turn": Effect(
        said=(pgettext_lazy("record", "the reader turned them too early"),),
        alert=pgettext_lazy("alert", "The reader turned the cards too early."),
        redraw=rows(Alert),
    ),
    "banco_turned_early": Effect(
        said=(pgettext_lazy("record", "before the reader had spoken"),),
        alert=pgettext_lazy("alert", "Banco was turned before the reader had spoken."),
        redraw=rows(Alert),
    ),
    "claim_differs": Effect(
        said=(pgettext_lazy("record", "declared «%(claim)s» with %(points)s points: the coup is held"),),
        alert=pgettext_lazy("alert", "Punto’s cards belie what was declared; the coup is held."),
        redraw=rows(Coup, Alert),
        public="claim points",
    ),
    "declaration_without_effect": Effect(
        said=(
            pgettext_lazy("record", "declared «%(claim)s» with %(points)s points: the hands are the same either way"),
        ),
        alert=pgettext_lazy("alert", "A declaration was wrong, and had no effect."),
        redraw=rows(Alert),
        public="claim points",
    ),
    "differs_from_the_regola": Effect(
        said=(pgettext_lazy("record", "the cards do not agree with the Regola: the coup is held"),),
        alert=pgettext_lazy("alert", "After a correction the cards do not agree with the Regola."),
        redraw=rows(Coup, Alert),
    ),
    "wrong_number": Effect(
        said=(pgettext_lazy("record", "turned at the box of %(side)s: %(cards)s; the coup is held"),),
        alert=pgettext_lazy("alert", "One or three cards were turned at a box; the coup is held."),
        redraw=rows(Coup, Alert),
        public="side",
    ),
    "laid_elsewhere": Effect(
        said=(
            pgettext_lazy(
                "record", "turned at the box of %(side)s: %(cards)s; card %(came)s came out so: the coup is held"
            ),
        ),
        alert=pgettext_lazy("alert", "A card was turned at another box than it came out for; the coup is held."),
        redraw=rows(Coup, Alert),
        public="came side",
    ),
    "agrees_with_the_regola": Effect(
        said=(pgettext_lazy("record", "the cards agree with the Regola"),),
        redraw=rows(Coup),
    ),
    # The end of the coup
    "wrong_announcement": Effect(
        said=(pgettext_lazy("record", "wrong: it is Banco %(banco)s, Punto %(punto)s"),),
        alert=pgettext_lazy("alert", "Wrong points were announced."),
        redraw=rows(Alert),
        public="banco punto",
    ),
    "settled": Effect(
        said=(pgettext_lazy("record", "by position: %(lines)s"),),
        redraw=rows(Money),
        public="lines",
    ),
    "refunded": Effect(
        said=(pgettext_lazy("record", "handed back: %(lines)s"),),
        redraw=rows(Money),
        public="lines",
    ),
    "money_corrected": Effect(
        said=(pgettext_lazy("record", "differences posted: %(lines)s"),),
        alert=pgettext_lazy("alert", "What was paid has changed; the differences are posted."),
        redraw=rows(Money, Alert),
        public="lines",
    ),
    "payment_stands": Effect(
        said=(pgettext_lazy("record", "what was paid stands: nothing differs by it"),),
        redraw=STILL,
    ),
    "adjusted": Effect(
        said=(pgettext_lazy("record", "moved for coup %(coup)s, which was over: %(lines)s"),),
        alert=pgettext_lazy("alert", "Money moves for a coup that is over."),
        redraw=rows(Adjustment, Alert),
        public="coup lines",
    ),
    "money_ordered": Effect(
        said=(pgettext_lazy("record", "ordered for coup %(coup)s, by position: %(lines)s"),),
        alert=pgettext_lazy("alert", "The Direzione has corrected what was paid: pay or collect the differences."),
        redraw=rows(Money, Alert),
        public="coup lines",
    ),
    "not_computed": Effect(
        said=(pgettext_lazy("record", "no payment is computed here"),),
        redraw=STILL,
    ),
    "coup_annulled": Effect(
        said=(),
        alert=pgettext_lazy("alert", "A coup was annulled."),
        redraw=rows(Coup, Alert),
    ),
    "coup_burned": Effect(
        said=(pgettext_lazy("record", "%(outcome)s"),),
        redraw=rows(Coup, DrawnCard),
        public="outcome",
    ),
    "coup_cancelled": Effect(
        said=(pgettext_lazy("record", "not played: stakes returned"),),
        redraw=rows(Coup),
    ),
    "button_moved": Effect(
        said=(pgettext_lazy("record", "the Button lies at position %(position)s"),),
        redraw=rows(Table),
        public="position",
    ),
    # The shoe
    "taglia_started": Effect(
        said=(pgettext_lazy("record", "taglia %(taglia)s begins"),),
        redraw=rows(Shoe),
        public="taglia law",
    ),
    "taglia_ended": Effect(
        said=(pgettext_lazy("record", "taglia %(taglia)s is over, with %(out)s cards out"),),
        redraw=rows(Shoe),
        public="taglia out",
    ),
    "cut_card_too_deep": Effect(
        said=(pgettext_lazy("record", "cards behind the cut card: only %(behind)s"),),
        alert=pgettext_lazy("alert", "Too few cards lie behind the cut card."),
        redraw=rows(Alert),
        public="behind",
    ),
    "mask_out_of_place": Effect(
        said=(pgettext_lazy("record", "cut card out of its place: %(out)s cards out, put in after %(place)s"),),
        alert=pgettext_lazy("alert", "The cut card is not where it was put in."),
        redraw=rows(Alert),
        public="out place",
    ),
    "cards_missing": Effect(
        said=(pgettext_lazy("record", "the sabot is empty: cards missing, %(count)s"),),
        redraw=rows(DrawnCard, Shoe),
        public="count",
    ),
    "remaining_extracted": Effect(
        said=(pgettext_lazy("record", "%(count)s cards in all, %(expected)s were expected"),),
        redraw=rows(Coup),
        public="count expected",
    ),
    "count_differs": Effect(
        said=(pgettext_lazy("record", "counted %(counted)s, expected %(expected)s"),),
        alert=pgettext_lazy("alert", "A count of the cards came out otherwise than expected."),
        redraw=rows(Alert),
        public="counted expected",
    ),
    "coup_null": Effect(
        said=(pgettext_lazy("record", "the coup is null: %(count)s cards"),),
        alert=pgettext_lazy("alert", "The last coup is null: too few cards are on the table."),
        redraw=rows(Coup, Alert),
        public="count",
    ),
    "decks_replaced": Effect(
        said=(pgettext_lazy("record", "in place of “%(old)s”"),),
        redraw=rows(Sixain),
        public="old new",
    ),
    "decks_kept": Effect(
        said=(pgettext_lazy("record", "the decks “%(serial)s” are kept"),),
        redraw=STILL,
        public="serial",
    ),
    # The house
    "seal_key_named": Effect(
        said=(pgettext_lazy("record", "the key of the seals is named here"),),
        redraw=STILL,
    ),
    "exported": Effect(
        said=(pgettext_lazy("record", "copy %(copy)s"),),
        redraw=STILL,
    ),
    "notes_erased": Effect(
        said=(pgettext_lazy("record", "texts erased: %(count)s, of %(of)s"),),
        redraw=STILL,
    ),
    # Supervision
    "suspended": Effect(
        said=(pgettext_lazy("record", "the game is suspended"),),
        redraw=rows(Table),
    ),
    "suspend_pending": Effect(
        said=(pgettext_lazy("record", "as soon as this coup is finished"),),
        redraw=rows(Table),
    ),
    "noted": Effect(
        said=(),
        redraw=STILL,
    ),
    "tronc": Effect(
        said=(pgettext_lazy("record", "the Tronc of the evening: %(amount)s"),),
        redraw=STILL,
        public="amount chips cash",
    ),
    "rules_changed": Effect(
        said=(pgettext_lazy("record", "version %(version)s of the rules is decided"),),
        redraw=rows(Policy, Table),
        public="version",
    ),
    "rules_in_force": Effect(
        said=(pgettext_lazy("record", "version %(version)s of the rules is in force"),),
        redraw=rows(Table),
        public="version",
    ),
    "correction_asked": Effect(
        said=(),
        alert=pgettext_lazy("alert", "A correction of a stake waits for a second person."),
        severity=Severity.PERSON,
        redraw=rows(Coup, Alert),
        public="what reason",
    ),
    "correction_taken_back": Effect(
        said=(),
        redraw=rows(Coup),
        public="what",
    ),
    "lies_elsewhere": Effect(
        said=(pgettext_lazy("record", "what was keyed as card %(card)s lies at %(side)s, as card %(as_card)s"),),
        redraw=rows(DrawnCard),
        public="card as_card side",
    ),
    "was_not_shown": Effect(
        said=(pgettext_lazy("record", "card %(card)s was not shown"),),
        redraw=rows(DrawnCard),
        public="card",
    ),
    "entry_corrected": Effect(
        said=(),
        alert=pgettext_lazy("alert", "An entry was corrected."),
        redraw=rows(Alert),
        public="what reason",
    ),
}


def alerts(name: str) -> bool:
    """Whether an effect of this name has an alert sentence for the inspectors; False for one no longer declared.

    False, too, for one that alerts only through its incident (``of_case``) and has no sentence.
    """
    return name in EFFECTS and EFFECTS[name].alert is not None


def alert_title(name: str) -> Promise | str:
    """Sentence of an effect for the inspectors; its name where it is no longer declared, or has no alert."""
    alert = EFFECTS[name].alert if name in EFFECTS else None
    return alert if alert is not None else name
