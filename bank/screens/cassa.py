"""Screen of the cashier: what the tables ask of the cage, what it issues, receives and counts, table by table."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from bank.play.day import tips_split
from bank.play.policy import notes_of
from bank.play.tables import AFTER_PLAY, TIPS_COUNTED, Bank
from bank.rules.counts import CountKind
from bank.rules.due import Doing
from bank.rules.ledger import BOX, LOCKED, NOTES, TIPS
from bank.rules.pieces import Pieces
from bank.rules.table_bank import REST, BankStage
from bank.screens.counter import PieceKind, Piles, keys, notes_among, piles
from bank.screens.flow import BUTTONS, STAGES
from bank.screens.overdue import pending
from bank.screens.reading import (
    Moving,
    bank_here,
    box_here,
    float_coming,
    keeps_bank,
    kinds_here,
    moved_here,
    moving,
    texts_of,
)
from bank.screens.steps import SignKey, at_cage, attests, decides_on, step_at_cage, step_to_sign
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import Snapshot
from table.words.numbers import Numbers

_macro = macros_of("regions/cassa.html")


class CountForm(NamedTuple):
    """Form by which a count is keyed: the words of its button, and those above the PIN, "" where it takes none."""

    words: str
    signs: str


class CountAtCage(NamedTuple):
    """Count at the cage: its kind, gaming day and number of tries, who made the last one, and what it showed.

    ``words`` name it, ``stands`` says how far it is, and ``button`` what is due, "" once it is accepted. ``asks``: the
    cage is asked to count; tips are offered to be counted whether any were keyed or not, as whoever counts them learns
    nothing from that. ``splits``: the accepted tips are split, ``share`` is what of them is the house's, in per cent (0
    for anything else). ``piles`` and ``difference`` are None before they may be shown; ``missing``: the last try is not
    yet attested, tips by a dealer, who sees their pieces, the box by a second person who counts too and sees none.
    ``due`` is the button by which the dealer attests it, it is counted again where chips have ``moved`` since, the
    Direzione attests a large difference, or the count is accepted; None while it is still to be counted, by ``form``.
    """

    words: str
    stands: str
    button: str
    asks: bool
    splits: bool
    share: int
    kind: str
    day: date
    tries: int
    by: str
    piles: Piles | None
    missing: bool
    moved: bool
    difference: int | None
    due: SignKey | None
    form: CountForm


def cassa(snapshot: Snapshot, _role: str) -> Iterator[Piece]:
    """Yield the one piece of the cashier's screen that a table with a bank has: how its bank stands, cards and dialogs.

    There is a card for a float to be brought, for each open movement, for what is counted or taken out at the cage and
    for a closing that waits to be reopened, and a dialog for each movement. Yields nothing where the rules of the table
    have no bank.
    """
    if not keeps_bank(snapshot):
        return
    money, bank = (snapshot.state.profile.currency, snapshot.numbers), snapshot.part(bank_here)
    code, kinds = snapshot.code, kinds_here(snapshot)
    now = (*float_coming(bank), *moving(bank, kinds)) if bank is not None else ()
    since = {it.number: localtime(it.since) for it in snapshot.part(pending)}
    moves = (
        piece(f"movement-{it.number}", _macro("movement"), code, it, at_cage(it), since.get(it.number), *money)
        for it in now
    )
    cards = [
        *_float_card(snapshot, bank, kinds),
        *moves,
        *(_count_cards(snapshot, bank) if bank is not None else ()),
    ]
    texts = texts_of(it.reason for it in now)
    dialogs = [_movement_dialog(code, it, kinds, *money, texts=texts) for it in now]
    stage = bank.pure.stage if bank is not None else BankStage.EMPTY
    yield piece("cassa", _macro("cassa"), code, str(STAGES[stage]), bool(cards), cards=cards, dialogs=dialogs)


# --- movements


def _movement_dialog(
    code: str, it: Moving, kinds: tuple[PieceKind, ...], currency: str, numbers: Numbers, *, texts: Mapping[str, str]
) -> Piece:
    """Return the dialog of a movement at the cage: to sign it, to settle what is in transit, or to count or look at it.

    It has keys to count only where the next step is the cage's. At first they show the pieces that were requested, or
    issued; they are empty for a float on its way. ``texts`` are free texts by digest.
    """
    key, settles = f"cassa-{code}-{it.number}", at_cage(it).settles
    if it.awaits:
        words = step_to_sign(it, texts, currency, numbers)
        return piece(key, _macro("movement_to_sign"), code, it, words, not settles, currency, numbers)
    if settles:
        return piece(key, _macro("movement_to_settle"), code, it, currency, numbers)
    keyed = {pile.kind.cents: pile.number for pile in it.pieces.row}
    given = (it.number, it.status, step_at_cage(it), keys(kinds, keyed), currency)
    form = piece(f"keys-{it.number}-{it.status}", _macro("movement_keys"), *given)
    inner = [form] if it.due_at_cage else []
    return piece(key, _macro("movement_dialog"), code, it, currency, numbers, inner=inner)


def _float_card(snapshot: Snapshot, bank: Bank | None, kinds: tuple[PieceKind, ...]) -> Iterator[Piece]:
    """Yield the card to bring a float, with the planned one on its keys; nothing during a session.

    Nor is there one while a float is locked at the table, counted or not. Before the first session (``bank`` None)
    there is one without a plan.
    """
    plan: Pieces = bank.pure.plan if bank is not None else {}
    rests = bank is None or (bank.pure.stage in REST and not bank.pure.ledger.balance(LOCKED))
    if rests:
        money = snapshot.state.profile.currency, snapshot.numbers
        yield piece("float", _macro("float_of"), snapshot.code, keys(kinds, plan), piles(kinds, plan), *money)


# --- what is counted at the cage


def _count_cards(snapshot: Snapshot, bank: Bank) -> Iterator[Piece]:
    """Yield the cards of box and tips at the cage, of the box in the table, and of a closing that waits to be reopened.

    Box and tips have one after play, tips also where a float went back, until their count is accepted and nothing lies
    there any more; the box is that of :func:`box_here`. The box in the table has one at any stage, to take it out, or
    to agree to that once it was keyed.
    """
    stage, of_box = bank.pure.stage, snapshot.part(box_here) or bank
    box_due = of_box.pure.stage in AFTER_PLAY
    if box_due and (of_box.pure.ledger.balance(BOX, NOTES) or not of_box.pure.is_accepted(CountKind.BOX)):
        notes = notes_among(notes_of(snapshot.state.profile), snapshot.numbers)
        yield _count_card(snapshot, of_box, CountKind.BOX, notes)
    # Whether there are any tips is not read from the card before they are counted.
    tips_due = stage in TIPS_COUNTED and bank.session.day
    if tips_due and (bank.pure.ledger.balance(TIPS) or not bank.pure.is_accepted(CountKind.TIPS)):
        yield _count_card(snapshot, bank, CountKind.TIPS, kinds_here(snapshot))
    if bank.session.box and "take_box" in bank.session.waiting:
        yield piece("box", _macro("box_to_sign"), snapshot.code, bank.session.box)
    elif bank.session.box:
        yield piece("box", _macro("box"), snapshot.code, bank.session.box, stage is BankStage.IN_PLAY)
    if "reopen_closing" in bank.session.waiting:
        yield piece("reopening", _macro("reopening"), snapshot.code)


def _count_card(snapshot: Snapshot, bank: Bank, kind: CountKind, kinds: tuple[PieceKind, ...]) -> Piece:
    """Return the card of the count of box or tips, by what is due: to count, to attest, to decide, or to split tips.

    A second person counts the box. Attested, it has pieces and difference until it is accepted. Tips have their pieces
    for whoever attests them, too, and these alone where they have moved since.
    """
    count, profile, of_box = bank.pure.counts.get(kind), snapshot.state.profile, kind is CountKind.BOX
    made, accepted = count is not None and count.waits, bank.pure.is_accepted(kind)
    shows = made and bank.shows(kind)
    by = count.last.by if made and count is not None else ""
    tries = len(count.tries) if count is not None and not accepted else 0
    asks, missing = of_box or bool(tries), made and not shows
    moved = kind in snapshot.part(moved_here) and not of_box
    difference, key = decides_on(bank, kind, profile, moved=moved) if shows else (None, None)
    if missing and not of_box:
        key = attests(kind, _("A dealer attests by PIN"))
    # The second person of a box does not attest what the first one keyed, but counts it as well.
    doing: Doing = "decide" if shows else "attest" if made and not of_box else "count"
    it = CountAtCage(
        _("count of the box") if of_box else _("count of the tips"),
        _("counted") if accepted else _stands(by, asks=asks, missing=missing, of_box=of_box),
        "" if accepted else str(BUTTONS[doing]),
        asks,
        accepted and not of_box,
        tips_split(profile.currency) if accepted and not of_box else 0,
        kind.value,
        date.fromisoformat(bank.session.day),
        tries,
        by,
        piles(kinds, count.last.pieces) if (shows or key is not None) and count is not None else None,
        missing,
        moved,
        difference,
        key,
        # Where an attestation is missing it is a second person who counts, and signs.
        CountForm(_("Counted, by PIN"), _("I have counted this")) if missing else CountForm(_("Counted"), ""),
    )
    return piece(f"count-{kind}", _macro("count"), snapshot.code, it, keys(kinds), profile.currency, snapshot.numbers)


def _stands(by: str, *, asks: bool, missing: bool, of_box: bool) -> str:
    """Return in words how far a count is that is not accepted.

    While an attestation is ``missing``: that ``by`` has counted it, and that a dealer attests tips, or a second person
    counts the box (``of_box``). Else only "to be accepted", without a badge; or where nobody has counted (``by`` is "")
    "to be counted", and unless ``asks`` (see :class:`CountAtCage`) "to be counted where any lie there".
    """
    if missing:
        words = (
            _("counted by %(badge)s; a second person counts too")
            if of_box
            else _("counted by %(badge)s; a dealer attests")
        )
        return words % {"badge": by}
    if by:
        return _("to be accepted")
    return _("to be counted") if asks else _("to be counted where any lie there")
