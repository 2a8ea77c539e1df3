"""Slips of the bank: what one says, and its print on A5 with the pieces, lines to sign on, and a QR of its entry."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from bank.models import BankCount, Movement, Slip
from bank.play.moving import TIPS
from bank.play.policy import BY_ISPETTORE, who_attests
from bank.play.tables import AWAY_FROM_TABLE, pieces_of
from bank.reports.words import COUNTS, LOST, STATUSES, by_piece, rest
from bank.rules.counts import CountKind
from bank.rules.movement import MovementKind, Status
from bank.rules.pieces import Pieces, worth
from bank.screens.flow import MOVEMENTS
from bank.screens.reading import texts_of
from table.models import Entry, Table
from table.record.past.rules_then import policy_at
from table.reports.evenings.paper import moment
from table.reports.links import qr
from table.reports.typesetting import compiled
from table.rules.profile import Profile, Role
from table.words.numbers import Numbers
from table.words.terms import ROLES


class SlipText(NamedTuple):
    """Content of a slip: its name, what it is for, its step, columns of pieces with their headings, and its entry.

    ``stamped``: it is void or lost, and its print says so. ``struck`` are columns of pieces that were keyed first and
    were not so. ``signs`` are the offices that sign it, and
    ``session`` is the number of that whose movement or count it is. ``lost`` and ``found`` are cents of a movement that
    were not received.
    """

    name: str
    title: str
    status: str
    stamped: bool
    columns: tuple[tuple[str, Pieces], ...]
    struck: tuple[Pieces, ...]
    by: str
    reason: str
    entry: Entry
    signs: tuple[str, ...]
    session: int
    lost: int = 0
    found: int = 0


def slip_of(table: Table, letter: str, year: int, serial: int) -> SlipText | None:
    """Return what the slip with this letter, year and serial of a table says, in the active language.

    None where there is no such slip, or no movement or count has it. That of split tips has the count of tips, of
    whichever session, that was accepted last before it and is not void.
    """
    slip = Slip.objects.filter(table=table, letter=letter, year=year, serial=serial).first()
    if slip is None:
        return None
    entry = Entry.objects.get(register=table.code, number=slip.number)
    movement = Movement.objects.filter(slip=slip).first()
    if movement is not None:
        return _of_movement(slip, movement, entry, policy_at(table, slip.number).profile)
    count = BankCount.objects.filter(slip=slip).prefetch_related("tries").first()
    if count is None and letter == TIPS:
        counts = BankCount.objects.filter(table=table, kind=CountKind.TIPS, void=None, accepted__lt=slip.number)
        count = counts.order_by("-number").prefetch_related("tries").first()
    return _of_count(slip, count, entry) if count is not None else None


def _of_movement(slip: Slip, row: Movement, entry: Entry, rules: Profile) -> SlipText:
    """Return the text of the slip of a movement: requested, given, issued, received, each that has pieces.

    Its status says that money was lost where some was and nothing was received. Pieces that were keyed as issued
    before are struck. The Cashier, the Dealer and who attests sign it. The reason is the text stored for its
    digest, else as it is stored.
    """
    status, lost = Status(row.status), bool(row.lost) and not row.received
    columns = [
        (_("requested"), pieces_of(row.requested)),
        (pgettext("movement", "given"), pieces_of(row.given)),
        (pgettext("movement", "issued"), pieces_of(row.issued)),
        (pgettext("movement", "received"), pieces_of(row.received)),
    ]
    return SlipText(
        slip.name,
        str(MOVEMENTS[MovementKind(row.kind)]),
        str(LOST if lost else STATUSES[status]),
        lost or status is Status.VOID,
        tuple((name, pieces) for name, pieces in columns if pieces),
        tuple(pieces_of(it) for it in row.corrected),
        row.by,
        texts_of([row.reason]).get(row.reason, row.reason),
        entry,
        (_("Cashier"), _("Dealer"), *_attesting(row, rules)),
        row.session.number,
        row.lost,
        row.returned,
    )


def _attesting(row: Movement, rules: Profile) -> list[str]:
    """List the names of the offices that attest a movement at the table, the Ispettore di Gioco first.

    A credit is attested by that office alone, anything else by the Ispettore Comunale as well where the rules say so.
    """
    offices = BY_ISPETTORE if row.kind == MovementKind.CREDIT.value else who_attests(rules)
    return [str(ROLES[it]) for it in sorted(offices, reverse=True)]


def _of_count(slip: Slip, row: BankCount, entry: Entry) -> SlipText:
    """Return the text of the slip of a count: pieces of the last try, whose badge it is, and the offices that sign.

    Its status is "" unless the count is void. The reason is the text stored for its digest, else as it is stored.
    There is at least one try.
    """
    last = [*row.tries.all()][-1]
    return SlipText(
        slip.name,
        str(COUNTS[CountKind(row.kind)]),
        pgettext("slip", "void") if row.void is not None else "",
        row.void is not None,
        ((_("counted"), pieces_of(last.pieces)),),
        (),
        last.by,
        texts_of([row.reason]).get(row.reason, row.reason),
        entry,
        _counted_by(row),
        row.session.number,
    )


def _counted_by(row: BankCount) -> tuple[str, ...]:
    """Return the names of the offices that sign a count: of who counts it, then of those who attested it, by badge.

    The first is the Cashier for box and tips, else the Dealer. Each office that attested comes once, after it, also if
    it is the same.
    """
    counts = _("Cashier") if CountKind(row.kind) in AWAY_FROM_TABLE else _("Dealer")
    attested = dict.fromkeys(Role(role) for _badge, (role, _entry) in sorted(row.attested.items()))
    return counts, *(str(ROLES[it]) for it in attested)


def slip_as_pdf(it: SlipText, table: Table, numbers: Numbers, *, copy: int, taken: Entry) -> bytes:
    """Return the PDF of a slip, dated by the entry that took the slip; from copy 2 on it reads "REPRINT 1" and so on.

    ``taken`` is the entry of the house by which this copy was printed. Blocks and refuses as
    :func:`compiled` does.
    """
    paper = paper_of(it, table, numbers, copy=copy, taken=taken)
    return compiled("slip.typ", paper, timestamp=int(it.entry.at.timestamp()))


def paper_of(it: SlipText, table: Table, numbers: Numbers, *, copy: int, taken: Entry) -> dict[str, Any]:
    """Return the texts of a slip for its template, in the active language, which has to be that of ``numbers``.

    The keys are ``language``, ``name``, ``title``, ``status`` ("" unless void or lost), ``reprint`` ("REPRINT 1" for
    copy 2, "" for the first), ``facts``, ``heads``, ``rows``, ``sums``, ``struck``, ``struck_title``, ``signs``,
    ``digest``, ``digest_title``, ``qr`` (an SVG of name, table, entry and digest), ``printed``. ``taken`` is the entry
    of the house by which this copy was printed.
    """
    assert table.policy is not None, "a table with a bank has rules"
    currency = table.policy.profile.currency
    *rows, sums = by_piece([pieces for _name, pieces in it.columns], numbers, currency)
    return {
        "language": numbers.locale.language,
        "name": it.name,
        "title": it.title,
        "status": it.status if it.stamped else "",
        "reprint": _("REPRINT %(number)s") % {"number": copy - 1} if copy > 1 else "",
        "facts": tuple(_facts(it, table, numbers, currency)),
        "heads": (_("Piece"), *(name for name, _pieces in it.columns)),
        "rows": rows,
        "sums": sums,
        "struck": tuple(_struck(pieces, numbers, currency) for pieces in it.struck),
        "struck_title": _("keyed first, and not so:"),
        "signs": it.signs,
        "digest": it.entry.digest,
        "digest_title": _("Digest of entry %(number)s of table %(table)s")
        % {"number": it.entry.number, "table": table.code},
        "qr": qr(f"{it.name}\n{table.code} {it.entry.number}\n{it.entry.digest}"),
        "printed": _("Printed by %(who)s, %(when)s, house entry %(entry)s")
        % {"who": taken.actor, "when": moment(taken.at, numbers), "entry": taken.number},
    }


def by_whom(it: SlipText) -> str:
    """Return what the badge of a slip did: ask for a movement, or count."""
    return _("Asked by") if it.columns and it.columns[0][0] == _("requested") else _("Counted by")


def _facts(it: SlipText, table: Table, numbers: Numbers, currency: str) -> Iterator[tuple[str, str]]:
    """Yield the facts of a slip, as name and text.

    They are its table, its time, the badge that asked for it or counted, what of it was lost or found, and the reason,
    these two if there is any.
    """
    yield _("Table"), table.code
    yield _("When"), moment(it.entry.at, numbers)
    yield by_whom(it), it.by
    if left := rest(it.lost, it.found, numbers, currency):
        yield _("not received"), left
    if it.reason:
        yield _("Reason"), it.reason


def _struck(pieces: Pieces, numbers: Numbers, currency: str) -> str:
    """Format pieces that were struck as one text: number × value of each kind, and what they come to."""
    listed = ", ".join(f"{number} × {numbers.money(cents, currency)}" for cents, number in pieces.items())
    return f"{listed} = {numbers.money(worth(pieces), currency)}"
