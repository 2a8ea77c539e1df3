"""Screen of the cashier: what the tables ask of the cage, what it issues, receives and counts, table by table."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from bank.play.day import tips_split
from bank.play.policy import notes_of
from bank.play.tables import AFTER_PLAY, Bank, awaits_direzione
from bank.rules.counts import CountKind
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
from bank.screens.steps import SignKey, at_cage, attests, counts_again, decides, step_at_cage, step_to_sign
from table.rules.profile import Profile
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
    for anything else). ``piles`` and ``difference`` are None before they may be
    shown; ``missing``: the last try is not yet attested, tips by a dealer, the box by a second person who counts too.
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
    numbers, profile, bank = snapshot.numbers, snapshot.state.profile, snapshot.part(bank_here)
    kinds = kinds_here(snapshot, numbers)
    now = (*float_coming(bank), *moving(bank, kinds)) if bank is not None else ()
    since = {it.number: localtime(it.since) for it in snapshot.part(pending)}
    cards = [
        *_float_card(snapshot, bank, kinds, numbers),
        *(_movement_card(snapshot.code, it, since.get(it.number), profile, numbers) for it in now),
        *(_count_cards(snapshot, bank, numbers) if bank is not None else ()),
    ]
    texts = texts_of(it.reason for it in now)
    dialogs = [_movement_dialog(snapshot.code, it, kinds, profile.currency, numbers, texts=texts) for it in now]
    stage = bank.pure.stage if bank is not None else BankStage.EMPTY
    yield piece("cassa", _macro("cassa"), snapshot.code, str(STAGES[stage]), bool(cards), cards=cards, dialogs=dialogs)


# --- movements


def _movement_card(code: str, it: Moving, since: datetime | None, profile: Profile, numbers: Numbers) -> Piece:
    """Return the card of an open movement that waits ``since`` then, as by its alert; None where no entry says when."""
    given = (code, it, at_cage(it), since, profile.currency, numbers)
    return piece(f"movement-{it.number}", _macro("movement"), *given)


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


def _float_card(
    snapshot: Snapshot, bank: Bank | None, kinds: tuple[PieceKind, ...], numbers: Numbers
) -> Iterator[Piece]:
    """Yield the card to bring a float, with the planned one on its keys; nothing during a session.

    Nor is there one while a float is locked at the table, counted or not. Before the first session (``bank`` None)
    there is one without a plan.
    """
    plan: Pieces = bank.pure.plan if bank is not None else {}
    rests = bank is None or (bank.pure.stage in REST and not bank.pure.ledger.balance(LOCKED))
    if rests:
        given = (snapshot.code, keys(kinds, plan), piles(kinds, plan), snapshot.state.profile.currency, numbers)
        yield piece("float", _macro("float_of"), *given)


# --- what is counted at the cage


def _count_cards(snapshot: Snapshot, bank: Bank, numbers: Numbers) -> Iterator[Piece]:
    """Yield the cards of box and tips at the cage, of the box in the table, and of a closing that waits to be reopened.

    Box and tips have one after play, until their count is accepted and nothing lies there any more; the box is that of
    :func:`box_here`. The box in the table has one to take it out at any stage.
    """
    due, of_box = bank.pure.stage in AFTER_PLAY, snapshot.part(box_here) or bank
    box_due = of_box.pure.stage in AFTER_PLAY
    if box_due and (of_box.pure.ledger.balance(BOX, NOTES) or not _accepted(of_box, CountKind.BOX)):
        notes = notes_among(notes_of(snapshot.state.profile), numbers)
        yield _count_card(snapshot, of_box, CountKind.BOX, notes, numbers)
    if due and (bank.pure.ledger.balance(TIPS) or not _accepted(bank, CountKind.TIPS)):
        yield _count_card(snapshot, bank, CountKind.TIPS, kinds_here(snapshot, numbers), numbers)
    if bank.session.box:
        yield _box_card(snapshot.code, bank)
    if "reopen_closing" in bank.session.waiting:
        yield piece("reopening", _macro("reopening"), snapshot.code)


def _box_card(code: str, bank: Bank) -> Piece:
    """Return the card of the box in the table: to take it out, or to agree to that once somebody has keyed it."""
    if "take_box" in bank.session.waiting:
        return piece("box", _macro("box_to_sign"), code, bank.session.box)
    return piece("box", _macro("box"), code, bank.session.box, bank.pure.stage is BankStage.IN_PLAY)


def _accepted(bank: Bank, kind: CountKind) -> bool:
    return kind in bank.pure.counts and bank.pure.counts[kind].accepted


def _count_card(
    snapshot: Snapshot, bank: Bank, kind: CountKind, kinds: tuple[PieceKind, ...], numbers: Numbers
) -> Piece:
    """Return the card of the count of box or tips, by what is due: to count, to attest, to decide, or to split tips.

    Attested, it has pieces and difference until it is accepted; of tips that have moved since the pieces alone.
    """
    count = bank.pure.counts.get(kind)
    made = count is not None and bool(count.tries) and not count.again and not count.accepted
    shows = made and bank.shows(kind)
    by, of_box = count.last.by if made and count is not None else "", kind is CountKind.BOX
    accepted = count is not None and count.accepted
    tries = len(count.tries) if count is not None and not accepted else 0
    asks, missing = of_box or bool(tries), made and not shows
    moved = kind in snapshot.part(moved_here) and not of_box
    difference = bank.pure.difference(kind) if shows and not moved else None
    large = difference is not None and awaits_direzione(bank, kind, snapshot.state.profile)
    key = attests(kind, _("A dealer attests by PIN")) if missing and not of_box else None
    if shows:
        key = counts_again(kind) if moved else decides(kind, difference or 0, direzione=large)
    it = CountAtCage(
        _("count of the box") if of_box else _("count of the tips"),
        _("counted") if accepted else _stands(by, asks=asks, missing=missing, of_box=of_box),
        "" if accepted else _button(by, shows=shows),
        asks,
        accepted and not of_box,
        tips_split(snapshot.state.profile.currency) if accepted and not of_box else 0,
        kind.value,
        date.fromisoformat(bank.session.day),
        tries,
        by,
        piles(kinds, count.last.pieces) if shows and count is not None else None,
        missing,
        moved,
        difference,
        key,
        _form(by_pin=missing),
    )
    currency = snapshot.state.profile.currency
    return piece(f"count-{kind}", _macro("count"), snapshot.code, it, keys(kinds), currency, numbers)


def _form(*, by_pin: bool) -> CountForm:
    """Return the words on the form by which a count is keyed: on its button and, with ``by_pin``, above the PIN.

    With ``by_pin`` it is a second person who counts; without, the words above the PIN are "".
    """
    if by_pin:
        return CountForm(_("Counted, by PIN"), _("I have counted this"))
    return CountForm(_("Counted"), "")


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


def _button(by: str, *, shows: bool) -> str:
    """Return the words of the button for an unaccepted count: to count, to sign, or to decide on what it ``shows``.

    ``by`` is the badge of the try that is to be signed or decided on; "" where it is still to be counted.
    """
    if not by:
        return str(BUTTONS["count"])
    return str(BUTTONS["decide" if shows else "attest"])
