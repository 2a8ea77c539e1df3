"""Lines of a script about a table's bank, and about what the house lays down for all of them."""

from bank.play.day import ROLLS_AT, TIPS_SPLIT, gaming_day, next_day
from bank.play.policy import notes_of
from bank.play.sessions import at_box
from bank.play.tables import Bank, awaits_direzione, bank_of, needs
from bank.rules.counts import CountKind
from bank.rules.ledger import BOX, CHIPS, NOTES, RACK, MoneyPlace
from bank.rules.pieces import as_keyed, made_of
from bank.script.shift import counted_before
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from table.script.cast import in_the_house
from table.script.form import Slot, Unmet, presses, written
from table.script.player import Player
from table.script.values import money


def pieces(text: str) -> dict[str, int]:
    """Parse pieces, each a number, an x and the value of one: ``6x5000 50x0.25``; give numbers by cents, as text.

    A single dash, or no text, means none; what is named twice is added up. Refuses (E_COUNT) what is no number and
    value, (E_MONEY) a value that is no amount.
    """
    found = dict[str, int]()
    for each in [] if text.strip() == "-" else text.split():
        number, cross, value = each.partition("x")
        if not (cross and number.isdecimal()):
            raise Refused(
                Code.COUNT,
                "“%(text)s” are no pieces: write their number and the value of one, as in 6x5000.",
                text=each,
            )
        cents = str(money(value))
        found[cents] = found.get(cents, 0) + int(number)
    return found


def bank_at(player: Player) -> Bank:
    """Return the bank of the table. Raises Unmet where no session has begun."""
    bank = bank_of(player.state)
    if bank is None:
        raise Unmet("no bank")
    return bank


PIECES = r"-|\d+x[\d.]+(?:\s+\d+x[\d.]+)*"
SLOTS: dict[str, Slot] = {
    "pieces": (PIECES, pieces),
    "out": (PIECES, pieces),
    "into": (PIECES, pieces),
    "counted": ("|".join(CountKind), str.lower),
    "movement": (r"\d{1,6}", int),
    "waits": (r"put_box|take_box|note_change|reopen_closing", str.lower),
    "stage": (r"\w+", str.lower),
    "where": ("|".join(MoneyPlace), lambda text: MoneyPlace(text.lower())),
    "box": (r"[+-]?[\d.]+", lambda text: -money(text[1:]) if text.startswith("-") else money(text.lstrip("+"))),
    "low": (r"\d{1,4}", int),
    "high": (r"\d{1,4}", int),
    "threshold": (r"[\d.]+", money),
    "most": (r"[\d.]+", money),
    "slip": (r"[DAVCFMKU] \d{4}/\S+/\d{4,}", str.upper),
}


presses("plans the float PIECES", "plans the float 6x5000 15x1000 50x100", "set_float")
presses("brings PIECES", "brings 6x5000 15x1000 50x100", "bring")


@written("the float comes PIECES", "the float comes 6x5000 15x1000 50x100")
def open_bank(player: Player, *, pieces: dict[str, int]) -> None:
    """Bring a float, count it as it was issued, have it attested, and accept it."""
    player.press("bring", pieces=pieces)
    counts_and_accepts(player, counted="opener", pieces=pieces)


@written("counts and accepts COUNTED PIECES", "counts and accepts closer 6x5000 15x1000 50x100")
def counts_and_accepts(player: Player, *, counted: str, pieces: dict[str, int]) -> None:
    """Have a count made by the dealer, attested by all who have to, and accepted by the Ispettore di Gioco.

    ``counted`` is its kind: "opener", "midway", "closer" or "custody". No reason is given, so that a count with a
    difference is refused (E_REASON; E_PRESENCE where it is one that the Direzione attests first).
    """
    with player.acting_as(Role.DEALER):
        player.press("count", what=counted, pieces=pieces)
    for role in sorted(bank_at(player).pure.needed):
        attest_count(player, role=role, counted=counted)
    accept(player, role=Role.ISPETTORE_GIOCO, counted=counted)


@written("ROLE counts COUNTED PIECES", "dealer counts closer 6x5000 15x1000 50x100")
def count(player: Player, *, role: Role, counted: str, pieces: dict[str, int]) -> None:
    """Enter a try of a count in this office; ``counted`` is its kind."""
    with player.acting_as(role):
        player.press("count", what=counted, pieces=pieces)


@written("closer is counted with a difference of SIGNED", "closer is counted with a difference of -500")
def count_closer(player: Player, *, signed: int) -> None:
    """Count the rack at closing, by the dealer, ``signed`` cents off what it must hold by the acts.

    The pieces are like those of the last count of the rack, as far as they fit; a rest below the smallest piece is left
    out, and nothing is counted for less than 0. Raises Unmet where no session has begun.
    """
    expected = bank_at(player).pure.ledger.balance(RACK, CHIPS)
    found = made_of(expected + signed, player.profile.pieces, counted_before(player))
    count(player, role=Role.DEALER, counted=CountKind.CLOSER.value, pieces=as_keyed(found))


@written("the box is counted with a difference of SIGNED", "the box is counted with a difference of +500")
def count_box(player: Player, *, signed: int) -> None:
    """Have the box counted by two persons, ``signed`` cents off what the acts have brought there, and accepted.

    The Cassa keys a count and the second counter the same again, which attests it; that person accepts it. They count
    banknotes: a rest below the smallest one is left out. It is the box that is counted next, which may be that of an
    earlier session. A large difference is attested by the Direzione. A reason is given if ``signed`` is not 0. Raises
    Unmet where no session has begun.
    """
    bank = _bank_of_box(player)
    found = as_keyed(made_of(bank.pure.ledger.balance(BOX, NOTES) + signed, notes_of(player.profile)))
    second, box = min(needs(bank, CountKind.BOX)), CountKind.BOX.value
    for role in (Role.CASSA, second):
        count(player, role=role, counted=box, pieces=found)
    if awaits_direzione(_bank_of_box(player), CountKind.BOX, player.profile):
        attest_count(player, role=Role.DIREZIONE, counted=box)
    accept(player, role=second, counted=box, reason="not explained yet" if signed else None)


def _bank_of_box(player: Player) -> Bank:
    """Return the bank of the player's table, with the session whose box is to be counted next, as :func:`at_box` does.

    Where no box is due that is the latest session. Raises Unmet where no session has begun at the table.
    """
    return at_box(player.state) or bank_at(player)


@written("ROLE attests the count COUNTED", "ispettore_comunale attests the count closer")
def attest_count(player: Player, *, role: Role, counted: str) -> None:
    """Attest the last try of a count at the console of the table."""
    with player.acting_as(role):
        player.press("attest_count", what=counted, device=player.dealer_here.badge)


presses(
    "ROLE has COUNTED counted again REASON",
    "ispettore_gioco has closer counted again miscounted",
    "recount",
    named={"counted": "what"},
)


@written("ROLE accepts COUNTED [REASON]", "ispettore_gioco accepts closer a change was not keyed")
def accept(player: Player, *, role: Role, counted: str, reason: str | None = None) -> None:
    """Accept a count in this office, with a reason if one is given; without, one that differs is refused (E_REASON).

    Refused, too, as :func:`~bank.verbs.counting.accept_count` does.
    """
    with player.acting_as(role):
        player.press("accept_count", what=counted, **({"reason": reason} if reason else {}))


# --- movements


presses("asks for a fill PIECES", "asks for a fill 10x1000 80x100", "request_fill", role=Role.ISPETTORE_GIOCO)
presses("asks for a credit PIECES", "asks for a credit 3x5000", "request_credit", role=Role.ISPETTORE_GIOCO)
presses(
    "asks to exchange OUT for INTO", "asks to exchange 1x1000 for 10x100", "request_exchange", role=Role.ISPETTORE_GIOCO
)
presses("issues MOVEMENT PIECES", "issues 2 10x1000 80x100", "issue")


@written("receives MOVEMENT PIECES", "receives 2 10x1000 79x100")
def receive(player: Player, *, movement: int, pieces: dict[str, int]) -> None:
    """Key what came of a movement to the table, and have it attested by the offices that attest counts of its rack."""
    player.press("receive", movement=movement, pieces=pieces)
    for role in sorted(bank_at(player).pure.needed):
        attest_movement(player, role=role, movement=movement)


@written("hands over MOVEMENT PIECES", "hands over 3 3x5000")
def hand_over(player: Player, *, movement: int, pieces: dict[str, int]) -> None:
    """Count a credit out, have it attested by the Ispettore di Gioco, and confirmed at the cage."""
    player.press("hand_over", movement=movement, pieces=pieces)
    attest_movement(player, role=Role.ISPETTORE_GIOCO, movement=movement)
    player.press("confirm_credit", movement=movement, pieces=pieces)


@written("ROLE attests movement MOVEMENT", "direzione attests movement 2")
def attest_movement(player: Player, *, role: Role, movement: int) -> None:
    """Attest the waiting step of a movement as the person of this role, at the console of the table's dealer."""
    with player.acting_as(role):
        player.press("attest_movement", movement=movement, device=player.dealer_here.badge)


presses("ROLE agrees to WAITS", "ispettore_comunale agrees to note_change", "agree", named={"waits": "what"})
presses(
    "ROLE withdraws WAITS REASON",
    "ispettore_gioco withdraws note_change it was keyed after all",
    "withdraw_waiting",
    named={"waits": "what"},
)
presses("closes the bank [PIECES]", "closes the bank 1x1000 5x50", "close_bank", pieces={})


# --- the house


@written("tables in play are counted as a day ends", "tables in play are counted as a day ends")
def count_at_roll(player: Player) -> None:
    """Have the Direzione lay down that tables which play on are counted as a gaming day ends, at ROLLS_AT."""
    in_the_house("set_day_terms", by=player.who(Role.DIREZIONE), rolls_at=ROLLS_AT, count_at_roll=True)


@written("the next gaming day begins", "the next gaming day begins")
def roll_day(player: Player) -> None:
    """Begin the gaming day that follows the present one, by the Direzione.

    It is that of :func:`next_day`: the next date, or the calendar day if that is later. Before the first was begun, it
    is the date that follows the calendar day.
    """
    day = next_day(gaming_day(player.clock()), player.clock())
    in_the_house("roll_day", by=player.who(Role.DIREZIONE), day=day)


@written("lays down cash THRESHOLD MOST", "lays down cash 2000 4999.99")
def lay_down(player: Player, *, threshold: int, most: int) -> None:
    """Have the Direzione lay down two sums of cash in the table's currency, in cents, and the share of tips.

    From ``threshold`` on a guest is identified, ``most`` is what nobody may exceed; the share is TIPS_SPLIT.
    """
    terms = {"currency": player.profile.currency, "cash_threshold": threshold, "cash_limit": most}
    in_the_house("set_cash_terms", by=player.who(Role.DIREZIONE), tips_split=TIPS_SPLIT, **terms)


@written("papers of GUEST", "papers of rossi")
def identify(player: Player, *, guest: str) -> None:
    """Enter in the register of the house, by the Ispettore di Gioco, that a guest's identity card was seen.

    It is entered for the present gaming day. A second time is not refused; whoever saw it first stays entered.
    """
    in_the_house("identify", by=player.who(Role.ISPETTORE_GIOCO), guest=guest, paper="identity card")
