"""Profile of a house: every policy key with its type and default, and the checks of their values."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from itertools import pairwise
from math import lcm
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from table.rules.cards import DECK_CARDS
from table.rules.refusal import Cents, Code, Listed, require
from table.rules.topics.policy_key import ANY, FieldKind, Meaning, PolicyKey, Unsaid


class Box(StrEnum):
    """Place on the layout that takes stakes: Punto, Banco, Egalité and the six side bets of Baccarat online."""

    PUNTO = "punto"
    BANCO = "banco"
    EGALITE = "egalite"
    PLAYER_PAIR = "player_pair"
    BANKER_PAIR = "banker_pair"
    EITHER_PAIR = "either_pair"
    PERFECT_PAIR = "perfect_pair"
    GRANDE = "grande"
    PICCOLO = "piccolo"


MAIN_BOXES = (Box.PUNTO, Box.BANCO)

SIDE_BETS = (Box.PLAYER_PAIR, Box.BANKER_PAIR, Box.EITHER_PAIR, Box.PERFECT_PAIR, Box.GRANDE, Box.PICCOLO)


class Role(StrEnum):
    """Office of a person in a house, from which their rights follow. SHOE is a device that only reports facts.

    CASSA is the cash desk, VIDEO the camera desk: both are there only where some table has a bank.
    """

    DEALER = "dealer"
    ISPETTORE_GIOCO = "ispettore_gioco"
    ISPETTORE_COMUNALE = "ispettore_comunale"
    CAPO_ISOLA = "capo_isola"
    CAPO_TAVOLO = "capo_tavolo"
    DIREZIONE = "direzione"
    CASSA = "cassa"
    VIDEO = "video"
    AUDITOR = "auditor"
    OPERATOR = "operator"
    INSTRUCTOR = "instructor"
    SHOE = "shoe"


class Ruling(StrEnum):
    """Effect of a decision of the Direzione; the effects of one decision are carried out in this order."""

    CONTINUE = "continue"
    VALIDATE = "validate"
    ANNUL = "annul"
    CORRECT_MONEY = "correct_money"
    END_TAGLIA = "end_taglia"
    REPLACE_DECKS = "replace_decks"
    CLOSE_TABLE = "close_table"


DECIDERS = (Role.ISPETTORE_GIOCO, Role.DIREZIONE)
"""Roles that a house may name as the one that decides: on limits, on a suspension, on a dispute."""
NEVER_LACKING = frozenset({Ruling.ANNUL, Ruling.CLOSE_TABLE})
"""Effects with which every case can be decided, during a coup and between two; every house has them."""
WITHIN_THE_TAGLIA = frozenset(Ruling) - {Ruling.END_TAGLIA, Ruling.REPLACE_DECKS}

USUAL_PAYMENT = 25
"""Default of the smallest piece that a table pays with, in cents; a house has to confirm that it has such a piece."""
MOST_TO_ONE = 1000
"""Upper bound of the price of a tie: a far higher payment could not be written down."""

MEASURE: Literal["measure"] = "measure"
"""Value of ``correction_second_from``: the threshold is what the coup could have brought, instead of a sum of money."""

_CURRENCY = re.compile("[A-Z]{3}")

RoundingMode = Literal["down", "half_up", "up"]


@dataclass(frozen=True, slots=True)
class Rounding:
    """Payment of a win that the chips of a house cannot make up: in whole ``unit`` cents, down, up, or the nearest."""

    unit: int
    mode: RoundingMode


MOST_DELAY_HOURS = 72
LEAST_BETTING_SECONDS, MOST_BETTING_SECONDS = 5, 600

PIECES = (25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 50000, 100000, 500000)
"""Default of the pieces in which the bank of a table counts, in cents."""
MOST_MINUTES = 24 * 60
MOST_TIMES = 1000
"""Upper bound of a result, as a multiple of the maximum of its table, that raises an alert."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Rules of one house. Every field declares a policy key, in the order of the form.

    Amounts are cents, ``chips`` ascend from the smallest one.

    - ``source`` is the title of the document by which the house plays: it is cited, and decides nothing.
    - ``derived_from`` is the key of the house whose rules these were at first; a house that derives from none names
      itself. It stays when key, title or source change, so that what the first document states can still be cited.
    - ``smallest_payment`` is the smallest piece that the table pays with, None in rules older than the key.
    - ``virtual_shoe``: the cards are shuffled and sealed by the machine, as in demo and training; no real ones are
      dealt.
    - ``betting_seconds``: for how long, 5 to 600, screens count down from when the betting opens; None where no clock
      is shown. It closes nothing.
    - ``correction_second_from``: a dispute that moves at least this many cents takes a second person, None for never;
      ``measure``: one that moves more than the coup could have brought (:mod:`procedures.case.measure`).
    - ``comunale_given_by`` is who enrols an Ispettore Comunale and issues the PIN; ``machine``: a server command.
    - ``given_pin_delay``: for how many hours, 1 to 72, a PIN that was replaced attests and decides nothing.
    - ``error_figures_read_by``: the only role that sees how many errors each person was named as the cause of.
    - ``pace_by_person``: that role sees coups an hour and times to a decision by person as well, of taglie that were
      played under such rules.
    - ``bank``: chips in the rack and notes in the box are counted and accounted for. The keys after it say how, and
      change nothing where it is off.
    - ``pieces`` ascend; ``opener_minimum``, ``difference_report`` and ``difference_direzione`` are cents, ``float_low``
      is a percentage of the float with which play was opened, ``loss_of_table`` and ``win_of_guest`` are multiples of
      the maximum of the table.

    Refuses values that contradict each other or that no house can have, and names the key (E_PROFILE).
    """

    title: Annotated[str, PolicyKey("house", "Name of the house")]
    key: Annotated[str, PolicyKey("house", "Key of the house")]
    source: Annotated[str, PolicyKey("house", "Document of the house")]
    derived_from: Annotated[str, PolicyKey(older="")] = ""

    # The shoe
    decks: Annotated[Literal[6, 8], PolicyKey("shoe", "Decks", composed=True)] = 6
    reshuffle_every_hand: Annotated[
        bool,
        PolicyKey(),
        Meaning(True, "All decks are shuffled again for every hand."),
        Meaning(False, "One shuffle makes a taglia: coups follow each other from the same shoe until its last one."),
    ] = False
    cut_card: Annotated[
        bool,
        PolicyKey("shoe", "Cut card", topics="complete waiting call_waits empty"),
        Meaning(False, "There is no cut card, and therefore no last coup."),
        Meaning(True, "When the cut card (mascherina) comes out of the shoe, the dealer announces «%(call)s»."),
    ] = True
    min_last_coup_cards: Annotated[
        int | None, PolicyKey("shoe", "Least cards of the last coup", topics="announced counted", composed=True)
    ] = None
    mask_tolerance: Annotated[
        int | None,
        PolicyKey("shoe", "Cut card out of its place", older=15),
        Meaning(None, "Where the cut card comes out is not watched."),
        Meaning(
            ANY,
            "Where the cut card lies is recorded when it goes in. If it comes more than %(cards)s cards before or "
            "after that place, or a betting is opened a whole coup (six cards) past it, the inspectors are told; "
            "nothing else follows.",
        ),
    ] = 15
    virtual_shoe: Annotated[bool, PolicyKey("shoe", "Virtual shoe", older=False, composed=True)] = False
    art5_mid_coup: Annotated[
        Literal["this_is_last", "one_more"],
        PolicyKey("shoe", "Cut card in the middle of a coup"),
        Meaning("this_is_last", "If the cut card comes out in the middle of a coup, this very coup is the last."),
        Meaning("one_more", "If the cut card comes out in the middle of a coup, one more coup is played after it."),
    ] = "this_is_last"
    art5_cut_in_blank: Annotated[
        Literal["ends_taglia", "one_more"],
        PolicyKey("shoe", "Cut card in a Colpo in Bianco"),
        Meaning("ends_taglia", "If it comes out in a Colpo in Bianco, the taglia ends with that one."),
        Meaning("one_more", "If it comes out in a Colpo in Bianco, one more coup is played after it."),
    ] = "ends_taglia"

    # The cards in hand
    dealing: Annotated[
        Literal["face_down", "face_up", "automatic"],
        PolicyKey("reading", "Dealing", topics="order third_open", offered=("face_down", "face_up"), closed_only=True),
        Meaning("face_down", "The four cards come face down."),
        Meaning("face_up", "The four cards come face up."),
        Meaning("automatic", "The game itself deals and turns every card."),
    ] = "face_up"
    reader: Annotated[
        Literal["highest_punto", "none"],
        PolicyKey(
            "reading",
            "Reader of the cards",
            topics="cloth in_action nobody standing claims gestures battuta order banco_first no_effect passed_on "
            "dealer_completes",
        ),
        Meaning("none", "Nobody reads cards: the dealer lays them and says what the Regola asks."),
        Meaning(
            "highest_punto",
            "Punto’s two cards go, unturned, to the player with the largest stake on Punto, who reads them.",
        ),
    ] = "none"
    standing_top_bet: Annotated[
        Literal["next_seated_reads", "dealer_completes"],
        PolicyKey("reading", "Largest stake of somebody who stands"),
        Meaning(
            "next_seated_reads",
            "Where the largest stake on Punto is of somebody who stands, the next seated player reads.",
        ),
        Meaning(
            "dealer_completes",
            "Where the largest stake on Punto is of somebody who stands, the dealer completes the hand.",
        ),
    ] = "next_seated_reads"
    button: Annotated[
        bool,
        PolicyKey("reading", "Button", topics="order begins put_right"),
        Meaning(
            False, "There is no Button: among equal stakes the order of the positions decides, from %(position)s on."
        ),
        Meaning(True, "Among equal stakes the Button decides: its position comes first, then the following ones."),
    ] = False
    button_rotation: Annotated[
        Literal["next_position", "next_occupied"],
        PolicyKey("reading", "Where the Button goes"),
        Meaning(
            "next_position",
            "At the end of every coup but a Colpo in Bianco it passes to the next position, occupied or not.",
        ),
        Meaning(
            "next_occupied",
            "At the end of every coup but a Colpo in Bianco it passes to the next position whose player is present.",
        ),
    ] = "next_position"
    button_on_annulled: Annotated[
        Literal["pass", "stay"],
        PolicyKey("reading", "Button after an annulled coup"),
        Meaning("pass", "An annulled coup passes it on like any other."),
        Meaning("stay", "After an annulled coup it stays where it is."),
    ] = "pass"
    announce_order: Annotated[
        Literal["banco_first", "any"],
        PolicyKey("reading", "Announcement"),
        Meaning("banco_first", "The dealer announces the points of Banco first, then those of Punto."),
        Meaning("any", "Which of the two hands is announced first is left to the dealer."),
    ] = "any"

    # Stakes
    positions: Annotated[
        tuple[str, ...],
        PolicyKey("stakes", "Positions", closed_only=True),
        Meaning(ANY, "The table has %(count)s positions, %(first)s to %(last)s."),
    ] = tuple("123456789")
    stakes_per_position: Annotated[
        Literal["one", "many"],
        PolicyKey("stakes", "Players at a position", topics="raised"),
        Meaning("one", "A position takes the stakes of one player only."),
        Meaning("many", "Several players, seated or standing, may stake at one position, each on their own account."),
    ] = "one"
    egalite: Annotated[
        Literal["per_position", "shared"],
        PolicyKey("stakes", "Boxes for Egalité", older="per_position"),
        Meaning("per_position", "Each position has a box of its own for stakes on Egalité."),
        Meaning("shared", "One sector takes everybody’s stakes on Egalité."),
    ] = "per_position"
    both_sides: Annotated[
        bool,
        PolicyKey("stakes", "Punto and Banco together"),
        Meaning(False, "A stake lies on Punto or on Banco, never on both in the same coup."),
        Meaning(True, "Punto and Banco may be staked in the same coup."),
    ] = False
    tie_requires_main: Annotated[
        bool,
        PolicyKey("stakes", "Egalité alone"),
        Meaning(True, "Egalité may be staked only beside a stake on Punto or Banco."),
        Meaning(False, "Egalité may be staked beside another stake or alone."),
    ] = False
    side_bets: Annotated[
        frozenset[Box],
        PolicyKey("stakes", "Side bets", offered=SIDE_BETS, by_value=True),
        Meaning(frozenset(), "There are no side bets."),
        Meaning(ANY, "The %(count)s side bets may be staked with any other bet or alone."),
    ] = frozenset()
    stakes: Annotated[
        Literal["all", "reader_only"],
        PolicyKey("stakes", "What is recorded", topics="individual late"),
        Meaning("all", "All stakes are recorded, and payments are computed."),
        Meaning("reader_only", "Only who has the largest stake on Punto is recorded; payments are not computed."),
    ] = "all"
    over_max: Annotated[
        Literal["cap_and_return", "refuse_only"],
        PolicyKey("stakes", "Above the maximum", topics="whatever"),
        Meaning("cap_and_return", "What lies above the maximum is not in action: it is not paid, and goes back."),
        Meaning("refuse_only", "A stake above the maximum is not accepted."),
    ] = "cap_and_return"
    currency: Annotated[str, PolicyKey("stakes", "Currency", topics="changed", composed=True, closed_only=True)] = "EUR"
    chips: Annotated[
        tuple[int, ...],
        PolicyKey("stakes", "Chips", topics="laid smallest from_hand", field=FieldKind.AMOUNTS, by_value=True),
        Meaning(ANY, "The chips of the table: %(chips)s."),
    ] = (500, 1000, 2500, 10000, 50000)
    identity_check: Annotated[
        bool,
        PolicyKey("stakes", "Identity"),
        Meaning(
            True,
            "Before a seat is given or a standing guest admitted, identity and age are checked, once an evening; who "
            "does not show them is not admitted that evening.",
        ),
        Meaning(False, "Identity is not checked at the table."),
    ] = False
    betting_seconds: Annotated[
        int | None,
        PolicyKey("stakes", "Betting clock, in seconds", older=None),
        Unsaid(None, "No clock counts while stakes are taken."),
        Meaning(ANY, "A clock counts down %(seconds)s seconds from when the betting opens; only the dealer closes it."),
    ] = None
    limit_levels: Annotated[
        bool,
        PolicyKey(),
        Meaning(False, "Minimum and maximum are the same for everybody."),
        Meaning(True, "Minimum and maximum depend on the player’s level; everybody sees their own."),
    ] = False

    # Payment
    banco_payout: Annotated[
        Literal["commission_5", "half_on_six"],
        PolicyKey("payment", "Payment of Banco"),
        Meaning(
            "commission_5", "Banco pays even money less a commission (tax, cagnotte) of %(commission)s of the win."
        ),
        Meaning("half_on_six", "Banco pays even money, but only half the stake when it wins with 6."),
    ] = "commission_5"
    tax: Annotated[
        Literal["taken", "laid_ready"],
        PolicyKey("payment", "Commission on Banco", older="taken"),
        Meaning("taken", "The commission is taken from the win as it is paid; the layout has no place for it."),
        Meaning("laid_ready", "The player may lay this tax ready, in the place that the layout has for it."),
    ] = "taken"
    tie_to_one: Annotated[
        int,
        PolicyKey("payment", "Egalité pays to one", topics="null called_null left"),
        Meaning(ANY, "Egalité pays %(odds)s."),
    ] = 8
    printed_odds: Annotated[
        Literal["net", "gross", "for_one"],
        PolicyKey("payment", "Printed odds", older="gross"),
        Meaning("net", "Odds are printed to one, after any commission."),
        Meaning("gross", "Odds are printed to one, before any commission, which stands beside them."),
        Meaning("for_one", "Odds are printed for one: the stake that comes back is part of them."),
    ] = "gross"
    rounding: Annotated[
        Rounding | None,
        PolicyKey("payment", "Broken amounts"),
        Meaning(None, "Every win is paid to the cent: the smallest chip makes no broken ones."),
        Meaning("down", "A win is rounded down to whole %(unit)s; the stake never is."),
        Meaning("half_up", "A win is rounded to the nearest whole %(unit)s, a half upwards; the stake never is."),
        Meaning("up", "A win is rounded up to whole %(unit)s; the stake never is."),
    ] = None
    smallest_payment: Annotated[
        int | None, PolicyKey("payment", "Smallest payment", field=FieldKind.AMOUNT, older=None, composed=True)
    ] = USUAL_PAYMENT

    # Who decides
    limits_decided_by: Annotated[
        Role,
        PolicyKey("decisions", "Limits", topics="from", offered=DECIDERS),
        Meaning(ANY, "Minimum and maximum are decided %(by)s, at any moment."),
    ] = Role.ISPETTORE_GIOCO
    announce_limits_by: Annotated[
        Role | None,
        PolicyKey("decisions", "Announcement of new limits", topics="until", offered=(None, Role.CAPO_TAVOLO)),
        Meaning(None, "New limits hold from the next coup without being announced first."),
        Meaning(ANY, "New limits are announced aloud %(by)s, who has the sign changed."),
    ] = None
    suspended_by: Annotated[
        Role,
        PolicyKey("decisions", "Suspension", topics="direzione reason", offered=DECIDERS),
        Meaning(ANY, "Play may be suspended %(by)s at any moment."),
    ] = Role.ISPETTORE_GIOCO
    disputes_decided_by: Annotated[
        Role,
        PolicyKey("decisions", "Disputes", topics="over", offered=DECIDERS),
        Meaning(ANY, "A dispute about a coup that is over is decided %(by)s."),
    ] = Role.ISPETTORE_GIOCO
    correction_second_from: Annotated[
        Literal["measure"] | int | None,
        PolicyKey("decisions", "Money that a dispute moves", field=FieldKind.AMOUNT, older=None),
        Meaning(None, "Whatever money a dispute moves, nobody has to confirm it besides."),
        Meaning(
            MEASURE,
            "Where a dispute moves more in all than the coup could have paid at the maximum, or to one position more "
            "than its stake, the best price on it and the stake once more come to, somebody of another office confirms "
            "it; where nobody is at work who could, it is referred, or waits where the Direzione decides anyway.",
        ),
        Meaning(ANY, "Where a dispute moves %(amount)s or more, somebody of another office confirms it."),
    ] = MEASURE
    presence: Annotated[
        Literal["lex_specialis", "always_both", "ispettore_gioco"],
        PolicyKey("decisions", "Before whom a coup is rebuilt", topics="premise"),
        Meaning(
            "lex_specialis", "Cards that the dealer served wrongly are set right before the Ispettore di Gioco alone."
        ),
        Meaning(
            "always_both",
            "Every coup that is rebuilt is rebuilt before the Ispettore di Gioco and the Ispettore Comunale.",
        ),
        Meaning("ispettore_gioco", "Every coup that is rebuilt is rebuilt before the Ispettore di Gioco."),
    ] = "ispettore_gioco"
    attest_from: Annotated[
        Literal["table", "any"],
        PolicyKey("decisions", "From where presence is attested", older="table"),
        Meaning(
            "table",
            "Presence is attested at the table’s own console, or by those who were at work at the table before the "
            "case was opened; it counts until they leave.",
        ),
        Meaning("any", "Presence is attested at any device of the house, and counts until they leave the table."),
    ] = "table"
    comunale_given_by: Annotated[
        Literal["machine", "ispettore_comunale", "direzione"],
        PolicyKey("decisions", "Who gives the Ispettore Comunale their PIN", older="machine"),
        Meaning(
            "machine",
            "The Ispettore Comunale is taken on, and given a PIN, at the machine of the house alone, and never in its "
            "office.",
        ),
        Meaning("ispettore_comunale", "The Ispettore Comunale is taken on, and given a PIN, by another one."),
        Meaning("direzione", "The Ispettore Comunale is taken on, and given a PIN, by the Direzione."),
    ] = "machine"
    given_pin_delay: Annotated[
        int,
        PolicyKey("decisions", "Hours in which a PIN given anew decides nothing", older=12),
        Meaning(
            ANY,
            "A PIN that was given anew attests and decides nothing before its owner has set one of their own, and a "
            "third person has confirmed them by their own PIN or %(hours)s hours have passed.",
        ),
    ] = 12
    error_figures_read_by: Annotated[
        Role,
        PolicyKey("decisions", "Who reads figures of errors by person", offered=DECIDERS, older=Role.DIREZIONE),
        Meaning(ANY, "Whom errors were put down to, and how many to each, is read %(by)s alone."),
    ] = Role.DIREZIONE
    pace_by_person: Annotated[
        bool,
        PolicyKey("decisions", "Pace by person", older=False),
        Meaning(False, "How quickly somebody works is counted for tables and articles, and for no person."),
        Meaning(
            True,
            "Coups an hour and the time to a decision are counted by badge, too, and read by nobody but who reads of "
            "errors. Before that the house has agreed with its works council and whoever watches over privacy what "
            "that is for, who reads it and for how long, and the staff has been told.",
        ),
    ] = False
    rulings: Annotated[
        frozenset[Ruling],
        PolicyKey(
            "decisions", "What the Direzione may order", topics="money", offered=tuple(Ruling), older=WITHIN_THE_TAGLIA
        ),
        Meaning(ANY, "Its decision may say, and is carried out in this order: %(rulings)s."),
    ] = WITHIN_THE_TAGLIA

    # When cards go wrong
    remedies: Annotated[
        Literal["blank_coup", "annul_and_burn"],
        PolicyKey(
            "mishaps",
            "A card too many",
            topics="first early seen seen_by called visible came_out_open known turned nobody_stakes stuck burned "
            "inverted number undue unclear clear clear_stays elsewhere",
        ),
        Meaning(
            "blank_coup", "A card too many that nobody saw waits under the sabot and comes into play in the next hand."
        ),
        Meaning(
            "annul_and_burn",
            "A card too many, exposed too early or due to nobody is burned, and the coup goes on with the next card.",
        ),
    ] = "annul_and_burn"
    malfunction_voids: Annotated[
        bool,
        PolicyKey(topics="link"),
        Meaning(True, "A malfunction inside a hand voids it, wins included: the stakes go back."),
        Meaning(False, "No malfunction of the software voids a hand: the cards that were drawn decide it."),
    ] = False
    art3_first_card_window: Annotated[
        Literal["until_second_card", "any_time"],
        PolicyKey("mishaps", "First card on the floor"),
        Meaning(
            "until_second_card",
            "A fallen card is picked up by the staff and stays in play. If it is the first card of a hand and no other "
            "is out yet, the stakes go back and the hand is played in bianco.",
        ),
        Meaning(
            "any_time",
            "A fallen card is picked up by the staff and stays in play. If it is the first card of a hand, whenever it "
            "falls, the stakes go back and the hand is played in bianco.",
        ),
    ] = "until_second_card"
    art8_unseen_excess: Annotated[
        Literal["blank", "under_sabot"],
        PolicyKey("mishaps", "A card too many that nobody saw"),
        Meaning("blank", "A third card that was due to nobody makes the next coup a Colpo in Bianco, seen or not."),
        Meaning(
            "under_sabot",
            "A third card that was due to nobody makes the next coup a Colpo in Bianco; unseen, it waits under the "
            "sabot.",
        ),
    ] = "blank"

    # The bank of the table
    bank: Annotated[
        Literal["off", "on"],
        PolicyKey("bank", "Bank of the table", older="off", closed_only=True),
        Unsaid("off", "No bank is kept: chips and notes at the table are not counted here."),
        Meaning(
            "on",
            "What lies in the rack and in the box of notes is counted before play and after it, and compared with what "
            "the coups come to.",
        ),
    ] = "off"
    bank_close: Annotated[
        Literal["imprest", "inventory", "cage"],
        PolicyKey("bank", "Float at closing", older="imprest", closed_only=True),
        Meaning(
            "imprest", "At closing the cash desk brings the float back to its amount; it stays locked at the table."
        ),
        Meaning("inventory", "At closing the float stays locked at the table, as it was counted."),
        Meaning("cage", "At closing the whole float goes back to the cash desk."),
    ] = "imprest"
    bank_presence: Annotated[
        Literal["dealer_isp", "with_comunale"],
        PolicyKey("bank", "Before whom the bank is counted", older="dealer_isp", closed_only=True),
        Meaning("dealer_isp", "The dealer counts the float before the Ispettore di Gioco."),
        Meaning(
            "with_comunale", "The dealer counts the float before the Ispettore di Gioco and the Ispettore Comunale."
        ),
    ] = "dealer_isp"
    pieces: Annotated[
        tuple[int, ...],
        PolicyKey("bank", "Pieces of the bank", field=FieldKind.AMOUNTS, older=PIECES, closed_only=True),
        Meaning(ANY, "The bank counts in pieces of %(pieces)s."),
    ] = PIECES
    opener_minimum: Annotated[
        int | None,
        PolicyKey("bank", "Least float at opening", field=FieldKind.AMOUNT, older=None),
        Meaning(None, "Play may begin with a float of any amount."),
        Meaning(ANY, "Play begins with a float of %(amount)s or more."),
    ] = None
    difference_report: Annotated[
        int,
        PolicyKey("bank", "Difference with a report", field=FieldKind.AMOUNT, older=2500),
        Meaning(ANY, "A difference of %(amount)s or more has a report."),
    ] = 2500
    difference_direzione: Annotated[
        int,
        PolicyKey("bank", "Difference before the Direzione", field=FieldKind.AMOUNT, older=10000),
        Meaning(ANY, "A difference of %(amount)s or more in rack or box is accepted before the Direzione, too."),
    ] = 10000
    float_low: Annotated[
        int,
        PolicyKey("bank", "Low float, in per cent of the opener", older=40),
        Meaning(ANY, "There is an alert once the rack holds less than %(percent)s of the float with which play began."),
    ] = 40
    movement_minutes: Annotated[
        int,
        PolicyKey("bank", "Minutes of a movement", older=15),
        Meaning(
            ANY,
            "There is an alert where chips are on their way, or asked for, for more than %(minutes)s minutes.",
        ),
    ] = 15
    closing_minutes: Annotated[
        int,
        PolicyKey("bank", "Minutes of a closing", older=60),
        Meaning(ANY, "There is an alert where a bank is not closed %(minutes)s minutes after its table."),
    ] = 60
    deal_minutes_max: Annotated[
        int,
        PolicyKey("bank", "Minutes of a dealer before a break", older=60),
        Meaning(ANY, "A dealer is due for a break after %(minutes)s minutes at the table."),
    ] = 60
    loss_of_table: Annotated[
        int,
        PolicyKey("bank", "Loss of the table, in maxima", older=20),
        Meaning(ANY, "There is an alert once the table has lost %(times)s times its maximum in a session of its bank."),
    ] = 20
    win_of_guest: Annotated[
        int,
        PolicyKey("bank", "Win of a guest, in maxima", older=10),
        Meaning(
            ANY,
            "There is an alert once a guest has won %(times)s times the maximum of the table in such a session.",
        ),
    ] = 10

    def __post_init__(self) -> None:
        """Refuse (E_PROFILE) keys that are wrong or contradict each other.

        An empty ``derived_from`` becomes the key of this profile itself.
        """
        if self.derived_from == "":
            object.__setattr__(self, "derived_from", self.key)
        _check_kinds(self)
        _check_values(self)
        _check_values_of_bank(self)
        _check_reading(self)
        _check_shoe(self)
        _check_real_cards(self)
        _check_rulings(self)
        _check_payment(self)
        _check_bank(self)

    def __hash__(self) -> int:
        """Return the hash of the key alone: of profiles with one key it is the same, though they may differ."""
        return hash(self.key)

    @property
    def smallest_chip(self) -> int:
        """Value of the smallest chip, in cents; every stake is a multiple of it."""
        return self.chips[0]

    @property
    def second_persons(self) -> tuple[Role, ...]:
        """Roles that can be the second person to a correction of stakes: the Ispettore Comunale.

        Where coups are rebuilt before the Ispettore di Gioco alone (`presence` is ``ispettore_gioco``) they are instead
        the Ispettore di Gioco, the Capo Isola and the Direzione.
        """
        if self.presence == "ispettore_gioco":
            return (Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DIREZIONE)
        return (Role.ISPETTORE_COMUNALE,)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Boxes of this house's layout: Punto, Banco, Egalité, and its side bets in the order of SIDE_BETS."""
        return (Box.PUNTO, Box.BANCO, Box.EGALITE, *(box for box in SIDE_BETS if box in self.side_bets))


def _declared(kind: Any) -> PolicyKey:
    """Return the PolicyKey in the annotated type of a key, with its annotated Meaning and Unsaid sentences as tuples.

    Where it names no choices they are those of a Literal, True and False of a bool, else none; where its form field is
    TEXT, that is chosen by type.
    """
    bare, *words = get_args(kind)
    declared: PolicyKey = words[0]
    offered = declared.offered or (
        (True, False) if bare is bool else get_args(bare) if get_origin(bare) is Literal else ()
    )
    return replace(
        declared,
        offered=offered,
        field=_field(bare, offered) if declared.field is FieldKind.TEXT else declared.field,
        meanings=tuple(it for it in words if isinstance(it, Meaning)),
        unsaid=tuple(it for it in words if isinstance(it, Unsaid)),
    )


def _field(kind: Any, offered: tuple[object, ...]) -> FieldKind:
    """Return the kind of form field for a policy key of this type, to which only the values ``offered`` can be given.

    TICKS for a set, else CHOICE where values are offered; else LABELS for a tuple, ROUNDING for a rounding or None,
    NUMBER for a whole number, also where None is allowed, and TEXT for the rest.
    """
    if get_origin(kind) is frozenset:
        return FieldKind.TICKS
    if offered:
        return FieldKind.CHOICE
    if get_origin(kind) is tuple:
        return FieldKind.LABELS
    if Rounding in get_args(kind):
        return FieldKind.ROUNDING
    return FieldKind.NUMBER if int in (kind, *get_args(kind)) else FieldKind.TEXT


KEYS: Mapping[str, PolicyKey] = {
    name: _declared(kind) for name, kind in get_type_hints(Profile, include_extras=True).items()
}
"""Policy keys, in the order of the profile."""

OF_THE_BANK = tuple(name for name, declared in KEYS.items() if declared.group == "bank" and name != "bank")
"""Keys that mean something only where there is a bank."""


def has_comunale(profile: Profile) -> bool:
    """Whether the rules of this house name an Ispettore Comunale: before whom coups are rebuilt, or a bank counted.

    That is unless `presence` is ``ispettore_gioco``, or with a bank whose `bank_presence` is ``with_comunale``.
    """
    counts = profile.bank == "on" and profile.bank_presence == "with_comunale"
    return counts or profile.presence != "ispettore_gioco"


def offices_of(profile: Profile) -> frozenset[Role]:
    """Return the roles that exist in this house.

    Ispettore Comunale only where coups are rebuilt before one (``presence`` is not ``ispettore_gioco``) or the bank is
    counted before one, Capo Tavolo only where it announces limits, CASSA and VIDEO only with a bank; every other role
    always.
    """
    lacking = {Role.CAPO_TAVOLO} if profile.announce_limits_by != Role.CAPO_TAVOLO else set()
    if not has_comunale(profile):
        lacking |= {Role.ISPETTORE_COMUNALE}
    if profile.bank == "off":
        lacking |= {Role.CASSA, Role.VIDEO}
    return frozenset(Role) - lacking


@cache
def _kinds() -> Mapping[str, tuple[Callable[[Any], bool], Listed]]:
    """Return, by policy key, a test of whether a value has the type of that key, and the values that a Literal lists.

    None are listed for a type that is no Literal as a whole, such as a union that has one. Cached.
    """
    return {
        key: (_admission(kind), Listed(get_args(kind) if get_origin(kind) is Literal else ()))
        for key, kind in get_type_hints(Profile).items()
    }


def _admission(kind: Any) -> Callable[[Any], bool]:
    """Return a test of whether a value is of this type: Literal, a union, a tuple or frozenset of one type, or a class.

    Types match exactly: a bool is no int, a string no Role, a list no tuple. Of a tuple or frozenset each item is
    tested.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        offered = {(type(part), part) for part in parts}
        plain = {type(part) for part in parts}  # what came from outside may be a list, which is no key of a set
        return lambda value: type(value) in plain and (type(value), value) in offered
    if origin in (Union, UnionType):
        either = [_admission(part) for part in parts]
        return lambda value: any(admits(value) for admits in either)
    if origin in (tuple, frozenset):
        each = _admission(parts[0])
        return lambda value: type(value) is origin and all(map(each, value))
    return lambda value: type(value) is kind


def _is_count(value: object) -> bool:
    """Whether a value is a whole number, no bool, and at least 1."""
    return type(value) is int and value >= 1


def _is_label(label: str) -> bool:
    """Whether a position may have this name, ``7`` or ``12 bis``: 1 to 8 letters, digits and spaces.

    Letters of any script count. A space at its beginning or end is not allowed.
    """
    return label == label.strip() and label.replace(" ", "").isalnum() and len(label) <= 8


def _check_kinds(profile: Profile) -> None:
    """Refuse (E_PROFILE) a value of another type than its key's; the sentence lists the values of a Literal."""
    for key, (admits, values) in _kinds().items():
        value = getattr(profile, key)
        require(
            not values or admits(value),
            Code.PROFILE,
            "“%(value)s” is no value that the key “%(key)s” of a house can have; there are: %(values)s.",
            key=key,
            value=value,
            values=values,
        )
        require(
            admits(value),
            Code.PROFILE,
            "“%(value)s” is no value that the key “%(key)s” of a house can have.",
            key=key,
            value=value,
        )


def _check_values(profile: Profile) -> None:
    """Refuse (E_PROFILE) a value that its key cannot have, each looked at by itself.

    `key`, `title` and `source` are not blank; there are positions, with distinct labels of 1 to 8 letters, digits or
    inner spaces; a currency has three capital letters; chips are above 0, ascend and are multiples of the first; side
    bets are among SIDE_BETS; `tie_to_one` is 1 to 1000, `given_pin_delay` 1 to 72, `mask_tolerance` at least 0,
    `betting_seconds` 5 to 600; `smallest_payment`, `min_last_coup_cards`, `correction_second_from` (unless MEASURE) and
    the unit of a rounding are at least 1. Where None is allowed, it passes.
    """
    labels, chips, must = profile.positions, profile.chips, partial(_must_be, profile)
    for key in ("key", "title", "source"):
        must(key, getattr(profile, key).strip())
    must("positions", labels and len(set(labels)) == len(labels) and all(map(_is_label, labels)))
    must("currency", _CURRENCY.fullmatch(profile.currency))
    must("chips", bool(chips) and chips[0] > 0 and all(chip % chips[0] == 0 for chip in chips))
    must("chips", all(small < large for small, large in pairwise(chips)))
    must("side_bets", profile.side_bets <= set(SIDE_BETS))
    must("tie_to_one", 1 <= profile.tie_to_one <= MOST_TO_ONE)
    must(
        "rounding",
        profile.rounding is None
        or (_is_count(profile.rounding.unit) and profile.rounding.mode in get_args(RoundingMode)),
    )
    must("smallest_payment", profile.smallest_payment is None or profile.smallest_payment >= 1)
    must(
        "correction_second_from",
        profile.correction_second_from in (None, MEASURE) or _is_count(profile.correction_second_from),
    )
    must("min_last_coup_cards", profile.min_last_coup_cards is None or profile.min_last_coup_cards >= 1)
    must("given_pin_delay", 1 <= profile.given_pin_delay <= MOST_DELAY_HOURS)
    must("mask_tolerance", profile.mask_tolerance is None or profile.mask_tolerance >= 0)
    clock = profile.betting_seconds
    must("betting_seconds", clock is None or LEAST_BETTING_SECONDS <= clock <= MOST_BETTING_SECONDS)


def _check_values_of_bank(profile: Profile) -> None:
    """Refuse (E_PROFILE) a value that its key of the bank cannot have, also where the house has no bank.

    `pieces` are not empty, above 0 and ascend; `opener_minimum` (unless None) and `difference_report` are at least 1,
    `difference_direzione` at least `difference_report`; `float_low` is 1 to 100, each key of minutes 1 to 1440,
    `loss_of_table` and `win_of_guest` 1 to 1000.
    """
    must = partial(_must_be, profile)
    must("pieces", bool(profile.pieces) and profile.pieces[0] > 0)
    must("pieces", all(small < large for small, large in pairwise(profile.pieces)))
    must("opener_minimum", profile.opener_minimum is None or profile.opener_minimum >= 1)
    must("difference_report", profile.difference_report >= 1)
    must("difference_direzione", profile.difference_direzione >= profile.difference_report)
    must("float_low", 1 <= profile.float_low <= 100)
    for key in ("movement_minutes", "closing_minutes", "deal_minutes_max"):
        must(key, 1 <= getattr(profile, key) <= MOST_MINUTES)
    for key in ("loss_of_table", "win_of_guest"):
        must(key, 1 <= getattr(profile, key) <= MOST_TIMES)


def _must_be(profile: Profile, key: str, holds: object) -> None:
    """Refuse (E_PROFILE) unless ``holds``: the profile then has a value of ``key`` that no house can have."""
    value = getattr(profile, key)
    require(holds, Code.PROFILE, "“%(value)s” cannot be the “%(key)s” of a house.", key=key, value=value)


def _must(profile: Profile, key: str, holds: object, sentence: str) -> None:
    """Refuse (E_PROFILE) with ``sentence`` unless ``holds``: keys contradict each other, and ``key`` is to blame."""
    require(holds, Code.PROFILE, sentence, key=key, value=getattr(profile, key))


def _check_reading(profile: Profile) -> None:
    """Refuse (E_PROFILE) a reader unless cards come face down, and a Button or ``reader_only`` without a reader."""
    read, covered = profile.reader == "highest_punto", profile.dealing == "face_down"
    _must(
        profile, "reader", covered or not read, "Key “reader”: cards can be read only where they are dealt face down."
    )
    _must(
        profile,
        "button",
        read or not profile.button,
        "Key “button”: the Button orders the reading, and in this house nobody reads.",
    )
    _must(
        profile,
        "stakes",
        read or profile.stakes == "all",
        "Key “stakes”: reader_only needs a house in which a player reads.",
    )


def _check_shoe(profile: Profile) -> None:
    """Refuse (E_PROFILE) a cut card in a shoe shuffled for every hand, and a least last coup without a cut card."""
    cut_card = profile.cut_card
    _must(
        profile,
        "cut_card",
        not (cut_card and profile.reshuffle_every_hand),
        "Key “cut_card”: a shoe shuffled for every hand has none.",
    )
    _must(
        profile,
        "min_last_coup_cards",
        cut_card or profile.min_last_coup_cards is None,
        "Key “min_last_coup_cards”: the last coup is told by the cut card, and this house has none.",
    )


def check_fits_decks(profile: Profile) -> None:
    """Refuse (E_PROFILE) a least last coup, or a tolerance for the cut card, of more cards than the decks have.

    Only new rules are refused so: some that were stored earlier ask for more, and are read all the same.
    """
    cards = profile.decks * DECK_CARDS
    _must(
        profile,
        "min_last_coup_cards",
        (profile.min_last_coup_cards or 0) <= cards,
        "Key “min_last_coup_cards”: the decks of this house have fewer cards.",
    )
    _must(
        profile,
        "mask_tolerance",
        (profile.mask_tolerance or 0) <= cards,
        "Key “mask_tolerance”: the decks of this house have fewer cards.",
    )


def _check_real_cards(profile: Profile) -> None:
    """Refuse (E_PROFILE) keys that do not go with who deals, a dealer or the game itself.

    Where a dealer deals these are ``reshuffle_every_hand``, ``limit_levels`` and ``malfunction_voids``; in a game that
    deals itself, ``betting_seconds`` and any ``remedies`` but ``annul_and_burn``.
    """
    automatic = profile.dealing == "automatic"
    _must(
        profile,
        "reshuffle_every_hand",
        automatic or not profile.reshuffle_every_hand,
        "Key “reshuffle_every_hand”: six decks of real cards cannot be shuffled for every hand.",
    )
    _must(
        profile,
        "limit_levels",
        automatic or not profile.limit_levels,
        "Key “limit_levels”: at a real table the sign shows one pair of limits for everybody.",
    )
    _must(
        profile,
        "malfunction_voids",
        automatic or not profile.malfunction_voids,
        "Key “malfunction_voids”: real cards speak for themselves, whatever the software does.",
    )
    _must(
        profile,
        "betting_seconds",
        profile.betting_seconds is None or not automatic,
        "Key “betting_seconds”: a game that deals itself waits for its player.",
    )
    _must(
        profile,
        "remedies",
        not automatic or profile.remedies == "annul_and_burn",
        "Key “remedies”: a house that deals automatically has no card left for a Colpo in Bianco.",
    )


def _check_rulings(profile: Profile) -> None:
    """Refuse (E_PROFILE) rulings without one that every house has: to annul a coup, and to close the table."""
    _must(
        profile,
        "rulings",
        profile.rulings >= NEVER_LACKING,
        "Key “rulings”: every house can have a coup annulled and a table closed, so that no case is without an end.",
    )


def _check_payment(profile: Profile) -> None:
    """Refuse (E_PROFILE) rules without rounding, where the smallest chip makes payouts of broken cents.

    They are whole if that chip is a multiple of 20 cents where ``banco_payout`` is ``commission_5``, else of 2 (a
    half); with the side bet Grande (1.54 for one) of 50, too.
    """
    unit = 20 if profile.banco_payout == "commission_5" else 2
    if Box.GRANDE in profile.side_bets:
        unit = lcm(unit, 50)
    whole = profile.rounding is not None or profile.smallest_chip % unit == 0
    _must(profile, "rounding", whole, "Key “rounding”: the smallest chip makes payouts of broken cents.")


def _check_bank(profile: Profile) -> None:
    """Refuse (E_PROFILE) a bank where the game deals itself or payments are not computed, or its pieces lack a chip.

    Refuses nothing in a house without a bank.
    """
    if profile.bank == "off":
        return
    _must(
        profile,
        "bank",
        profile.dealing != "automatic",
        "Key “bank”: a game that deals itself has no rack and no box.",
    )
    _must(
        profile,
        "bank",
        profile.stakes == "all",
        "Key “bank”: where payments are not computed nobody knows what the rack must hold.",
    )
    missing = sorted(set(profile.chips) - set(profile.pieces))
    require(
        not missing,
        Code.PROFILE,
        "Key “pieces”: the chips %(chips)s of this table are not among them.",
        key="pieces",
        chips=Listed(map(Cents, missing)),
    )


def derive(parent: Profile, *, key: str, **changes: Any) -> Profile:
    """Return a copy of ``parent`` with a new key and some values changed.

    Its ``derived_from`` stays that of the parent unless it is among the changes. Refuses unknown keys, and values that
    are wrong or contradict each other (E_PROFILE).
    """
    for name in changes:
        require(name in KEYS, Code.PROFILE, "A house has no key “%(key)s”.", key=name)
    return replace(parent, key=key, **changes)


def as_values(profile: Profile) -> dict[str, Any]:
    """Return the profile as plain values, by key, as JSON has them: the form in which a table's rules are stored."""
    return {key: plain(getattr(profile, key)) for key in KEYS}


def plain(value: Any) -> Any:
    """Return a value as JSON has it: a rounding as a dict of unit and mode, a tuple as a list, a set as sorted texts.

    A member of an enumeration becomes its value. Others stay as they are, also what is in a tuple.
    """
    if isinstance(value, Rounding):
        return {"unit": value.unit, "mode": value.mode}
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, frozenset):
        return sorted(map(str, value))
    return str(value) if isinstance(value, StrEnum) else value
