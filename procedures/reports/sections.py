"""Layout of a report: what happened first, then what the decision stands on, in one order in every form."""

from collections.abc import Iterable, Iterator, Sequence

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from procedures.reports.incident import Felt, Hand, IncidentReport, Line
from procedures.reports.paper import (
    Block,
    Entries,
    EntryPart,
    Facts,
    FeltPicture,
    FeltPictures,
    Grid,
    Link,
    MarkedRules,
    Paper,
    QrCode,
    Section,
    Signatures,
    Words,
)
from procedures.reports.telling import Teller, placed, quoted
from table.reports.days.holds import total
from table.reports.fields import fields_of, rows
from table.reports.links import MARGIN, qr, video_link
from table.rules.regola import Side
from table.words.numbers import Numbers
from table.words.terms import SIDES
from table.words.voices import voiced_here

NOTHING = ("", "–")
"""Cells that tell nothing."""


def paper_of(report: IncidentReport, numbers: Numbers, *, dated: bool = False) -> Paper:
    """Lay a report out as a paper, in the active language and the words of the house's rules.

    ``dated`` writes every time of a column with its day, for a file whose rows may be sorted. From the second copy on
    it says that it is a reprint; one without a number is copy 1.
    """
    with translation.override(voiced_here(report.house.words)):
        return _laid_out(report, Teller(report, numbers, dated=dated))


def _laid_out(report: IncidentReport, tell: Teller) -> Paper:
    """Lay a report out in the active language.

    Its subtitle is source and title of the article, its state the status in words. It has an alarm, the words of its
    proof, where that failed. Its time, in seconds since 1970, is that of the decision, else of its last entry.
    """
    decided = report.decision.at if report.decision is not None else report.filmed_to
    copy = report.copy or 1
    return Paper(
        language=report.language,
        alarm=report.proof.words if report.proof is not None and not report.proof.proven else "",
        title=report.title,
        subtitle=f"{report.source} · {report.article_title}",
        state=report.status_words,
        facts=tuple(rows(report, "facts", tell)),
        sections=tuple(_sections(tell)),
        foot=_("Table %(table)s, entry %(number)s of its register") % {"table": report.table, "number": report.number},
        copy=_("Copy %(copy)s") % {"copy": copy},
        reprint=_("Reprint: copy %(copy)s") % {"copy": copy} if copy > 1 else "",
        handed_out=_handed_out(tell),
        page=_("Page %(page)s of %(pages)s") % {"page": "{page}", "pages": "{pages}"},
        at=int(decided.timestamp()),
    )


def _handed_out(tell: Teller) -> str:
    """Say by whom, when and in which entry of the house a copy was handed out, and for which player if for one.

    "" on a screen.
    """
    report, it = tell.report, tell.report.handed_out
    if it is None:
        return ""
    given = {"who": it.by, "when": tell.when(it.at), "entry": it.entry, "position": report.guest}
    if report.guest:
        text = _("Copy for the player at position %(position)s, handed out by %(who)s, %(when)s, house entry %(entry)s")
        return text % given
    return _("Handed out by %(who)s, %(when)s, house entry %(entry)s") % given


def _sections(tell: Teller) -> Iterator[Section]:
    """Yield the sections of the paper in order, without empty ones.

    Their keys: happened, cards, people, said, verdict, money, rules, entries, video, proof.
    """
    for key, title, blocks in (
        ("happened", _("What happened"), _happened(tell)),
        ("cards", _("The cards"), _cards(tell)),
        ("people", _("Who was there"), _people(tell)),
        ("said", _("What was said, and when"), _said(tell)),
        ("verdict", _("Verdict and evidence"), _verdict(tell)),
        ("money", _("What it made of the money"), _money(tell)),
        ("rules", _("On what it stands"), _rules(tell)),
        ("entries", _("Entries of the register"), _entries(tell)),
        ("video", _("Times for the video"), _video(tell)),
        ("proof", _("Proof and signatures"), _proof(tell)),
    ):
        if found := tuple(blocks):
            yield Section(key=key, title=title, blocks=found)


def _happened(tell: Teller) -> Iterator[Block]:
    """Yield alarms, the course of the case in sentences, a note in a player's copy, and questions with answers.

    There is an alarm if an entry or a typed text does not fit its digest, and one if the seal does not hold.
    """
    report = tell.report
    if not report.whole:
        yield Words(text=_("The record was changed after it was written: see the entries below."), strong=True)
    if report.seal is not None and not report.seal.holds:
        yield Words(text=_("The register is not as it was sealed: see the proof below."), strong=True)
    yield Words(text=" ".join(tell.sentences()))
    if report.guest:
        words = _(
            "This copy is for the player at position %(position)s. Other players are called A, B, C, and only their "
            "sums are told; entries of the register are named by their acts."
        )
        yield Words(text=words % {"position": report.guest})
    if report.told:
        yield Facts(rows=tuple((it.question, it.answer) for it in report.told))


def grid(heads: Sequence[str], written: Iterable[Sequence[str]], *, figures: Sequence[int] = ()) -> Grid:
    """Make a table of these rows, without the columns in which every cell is empty or a dash.

    Without rows it has no column. ``figures`` are the indices of columns of figures, before any is left out.
    """
    cells = [tuple(row) for row in written]
    shown = [at for at in range(len(heads)) if not all(row[at] in NOTHING for row in cells)]
    return Grid(
        heads=tuple(heads[at] for at in shown),
        rows=tuple(tuple(row[at] for at in shown) for row in cells),
        figures=tuple(place for place, at in enumerate(shown) if at in figures),
    )


def _table(tell: Teller, structs: Sequence[Struct], *more: Sequence[str]) -> Grid:
    """Make a table of structs of one type, a column for each labelled field, with the rows ``more`` below them.

    ``structs`` is not empty, and ``more`` has a cell for each such field. Columns in which every cell is empty or a
    dash are left out.
    """
    fields = fields_of(type(structs[0]))
    columns = (tell.column(structs, name) for name in fields)
    figures = [at for at, it in enumerate(fields.values()) if it.written in ("money", "signed")]
    return grid(_heads(tell, type(structs[0])), [*zip(*columns, strict=True), *more], figures=figures)


def _heads(tell: Teller, struct: type[Struct]) -> tuple[str, ...]:
    """Return the titles of the columns for structs of this type: one for each labelled field, in order."""
    return tuple(it.title(tell) for it in fields_of(struct).values())


# --- the felt


def _cards(tell: Teller) -> Iterator[Block]:
    """Yield the pictures of the cards and a sentence on the numbers in them; nothing at all without pictures.

    Then a table of Button, waiting cards and shoe before and at the end if it has a row; without the column “before”
    where the report does not have the felt before the decision, whether or not that has a picture.
    """
    pictures = tuple(_pictures(tell.report))
    if not pictures:
        return
    names = {
        "apart": _("set aside"),
        "to_come": _("to come"),
        **{side.value: str(words) for side, words in SIDES.items()},
    }
    yield FeltPictures(pictures=pictures, names=names)
    yield Words(text=_("The number under a card is its place in the order in which the cards left the sabot."))
    if of_the_table := tuple(_of_the_table(tell)):
        yield grid(("", pgettext("report", "before"), pgettext("report", "at the end")), of_the_table)


def _pictures(report: IncidentReport) -> Iterator[FeltPicture]:
    """Yield up to three pictures with captions: cards before the decision, as the Regola has them, and at the end.

    The first two are left out where both boxes are as at the end, the first and the last where they have no cards, and
    each that the report does not have.
    """
    before, ought, after = report.before, report.ought, report.after
    if before is not None and _has_cards(before) and (after is None or _picture_key(before) != _picture_key(after)):
        yield _picture(_("As they lay before the decision") if report.held else _("As they lay before"), before)
    if ought is not None and (after is None or _picture_key(ought) != _picture_key(after)):
        yield _picture(_("As the Regola has them"), ought)
    if after is not None and _has_cards(after):
        yield _picture(_after(report), after)


def _after(report: IncidentReport) -> str:
    """Return the caption of the last picture: cards as they lie now, at the end of the coup, or of an annulled one."""
    coup = report.coup
    if coup is not None and coup.outcome == "annulled":
        return _("At the end: the coup counts for nothing, and these cards are burned")
    return _("At the end of the coup") if coup is not None and coup.over else _("As they lie now")


def _has_cards(felt: Felt) -> bool:
    """Whether the felt has any card, at a box or at none."""
    return any(hand.cards for hand in felt.hands)


def _picture_key(felt: Felt) -> object:
    """Return a key that is equal for felts with the same cards, faces and missing cards at both boxes."""
    return [(hand.side, hand.missing, [(it.number, it.face) for it in hand.cards]) for hand in felt.hands if hand.side]


def _picture(caption: str, felt: Felt) -> FeltPicture:
    """Return a picture of the felt with its caption, and its hands in words, parted by “;”.

    The words leave out a hand that has no cards and lacks none.
    """
    described = "; ".join(_described(hand) for hand in felt.hands if hand.cards or hand.missing)
    return FeltPicture(caption=caption, felt=felt, described=described)


def _described(hand: Hand) -> str:
    """Return a hand in words: box or “set aside”, cards by place and face, points if known, how many are to come."""
    name = str(SIDES[Side(hand.side)]) if hand.side else _("set aside")
    cards = ", ".join(map(placed, hand.cards))
    points = "" if hand.points is None else _(" = %(points)s points") % {"points": hand.points}
    owed = "" if not hand.missing else _("to come: %(count)s") % {"count": hand.missing}
    return f"{name}: " + ", ".join(filter(None, (f"{cards}{points}", owed)))


def _of_the_table(tell: Teller) -> Iterator[tuple[str, str, str]]:
    """Yield title, text before and text at the end for Button, waiting cards and shoe.

    The text is a dash where that felt is missing; a line of two dashes is left out.
    """
    felts = (tell.report.before, tell.report.after)
    for name, field in fields_of(Felt).items():
        was, now = (field.text(tell, felt, name) if felt is not None else "–" for felt in felts)
        if {was, now} != {"–"}:
            yield field.title(tell), was, now


# --- people and words


def _people(tell: Teller) -> Iterator[Block]:
    """Yield who was there; where anybody attested their presence, the attestations as a table, and sentences on them.

    These are on each PIN that somebody else had reset, and that everybody attests for themselves.
    """
    yield Facts(rows=tuple(rows(tell.report, "people", tell)))
    if tell.report.attested:
        yield _table(tell, tell.report.attested)
        yield from (Words(text=text) for text in _given_anew(tell))
        words = _("Everybody attests their own presence with their own badge and PIN, and nobody for another.")
        yield Words(text=words)


def _given_anew(tell: Teller) -> Iterator[str]:
    """Yield a sentence on each PIN that somebody else had set before an attestation, as its entry has it."""
    for it in tell.report.attested:
        if it.pin is not None:
            at = tell.numbers.moment(it.pin.at)
            given = {"badge": it.person.badge, "pin_by": it.pin.by, "pin_on": at, "pin_from": it.pin.used_from}
            yield _("%(badge)s: PIN given anew by %(pin_by)s on %(pin_on)s, first used from %(pin_from)s.") % given


def _said(tell: Teller) -> Iterator[Block]:
    """Yield the table of the phrases that were said, and when; nothing where there are none."""
    if tell.report.phrases:
        yield _table(tell, tell.report.phrases)


# --- verdict and money


def _verdict(tell: Teller) -> Iterator[Block]:
    """Yield the verdict if any, the cards that nobody can tell apart, and the statements.

    With a verdict but no statement a sentence says that nobody has said more.
    """
    report, verdict = tell.report, tell.report.verdict
    if verdict is not None:
        yield Facts(rows=tuple(rows(report, "verdict", tell)))
    for cards in report.lost:
        named = ", ".join(map(tell.card, cards))
        yield Words(text=_("Nobody can tell apart when these came out: %(cards)s.") % {"cards": named})
    if report.evidence:
        yield _table(tell, report.evidence)
    elif verdict is not None:
        yield Words(text=_("Nobody has said more of the order of the cards than the report itself."))


def _money(tell: Teller) -> Iterator[Block]:
    """Yield the money by bettor with a row of sums, and the chips in custody, each if the report has any.

    Where it has neither, a sentence that no stakes are on record if there is a coup, else nothing.
    """
    report = tell.report
    if report.money:
        yield _table(tell, report.money, *_in_all(tell))
    elif report.coup is not None and not report.kept:
        yield Words(text=_("No stakes are on record for this coup."))
    if report.kept:
        yield _table(tell, report.kept)


def _in_all(tell: Teller) -> Iterator[tuple[str, ...]]:
    """Yield one row with the sums of all bettors; nothing unless there are several.

    Its cells are a title, two empty ones (where, and what was staked), the sums before, after and of the differences
    (each None where that of any bettor is), and what was handed back.
    """
    money = tell.report.money
    if len(money) > 1:
        sums = map(total, zip(*((it.before, it.after, it.difference) for it in money), strict=True))
        back = sum(it.handed_back for it in money)
        yield pgettext("report", "In all"), "", "", *map(tell.signed, sums), tell.money(back)


# --- what it stands on


def _rules(tell: Teller) -> Iterator[Block]:
    """Yield what is marked as stated, then the rules with mark, sentence and citation; nothing without rules."""
    if tell.report.rules:
        yield Words(
            text=_("What the document states in as many words is marked as stated; all else is a reading or a default.")
        )
        yield MarkedRules(rows=tuple((it.said, it.mark, it.sentence, it.words) for it in tell.report.rules))


def _line(it: Line) -> str:
    """Return act and effects of an entry as one text, parted by semicolons, without a full stop before one."""
    *others, last = (it.act, *it.effects)
    return "; ".join([*map(quoted, others), last])


def _entries(tell: Teller) -> Iterator[Block]:
    """Yield one block with all entries in words, with digests, marked if ``own`` of the case, or ``broken``."""
    entries = tell.report.entries
    yield Entries(
        heads=_heads(tell, Line),
        rows=tuple(
            EntryPart(
                number=str(it.number),
                at=at,
                who=it.actor,
                words=_line(it),
                digest=it.digest,
                own=it.own,
                broken=not it.fits,
            )
            for it, at in zip(entries, tell.hours(one.at for one in entries), strict=True)
        ),
    )


def _video(tell: Teller) -> Iterator[Block]:
    """Yield from when to when the entries were made, in house time and UTC, then a link to the video, if any."""
    report = tell.report
    start, end = report.filmed_from, report.filmed_to
    heads = ("", pgettext("report", "from"), pgettext("report", "to"))
    house = _("House time (%(zone)s)") % {"zone": settings.TIME_ZONE}
    yield grid(
        heads,
        [(house, tell.when(start), tell.when(end)), (_("Universal time (UTC)"), tell.utc(start), tell.utc(end))],
    )
    if address := video_link(report.table, start, end):
        margin = {"seconds": int(MARGIN.total_seconds())}
        yield Link(text=_("The video, %(seconds)s seconds longer at either end") % margin, address=address)


def _proof(tell: Teller) -> Iterator[Block]:
    """Yield the QR code of the page on which the report is read, then the seal, then the lines to sign on.

    The address in the code has the digest of the opening entry as its fragment; the words below give that, too.
    """
    report = tell.report
    opening = next(it for it in report.entries if it.number == report.number)
    path = page_of(report)
    address = f"{settings.HOUSE_ADDRESS}{path}#{opening.digest}"
    yield QrCode(
        svg=qr(address),
        text=f"{settings.HOUSE_ADDRESS}{path}",
        words=(
            _("Entry %(number)s of register %(table)s") % {"number": report.number, "table": report.table},
            opening.digest,
            _("The digest can be checked against the register, an export or a seal of it, also without this software."),
        ),
    )
    yield from _seal(tell)
    yield Signatures(rows=tuple(_signing(tell)))


def _seal(tell: Teller) -> Iterator[Block]:
    """Yield one block: the facts of the seal (signature of the register), or why there is none; last, an instruction.

    That says how anybody checks the report with `sabot-verify`; nothing is checked here. A player's copy names the
    papers that carry the proof, too.
    """
    check = _(
        "The whole report as a PDF, handed out under a seal, carries the entries that prove it: give that file to "
        "sabot-verify with the public key of the house. Or have register %(table)s handed out for proof, and give its "
        "file with seals that were kept elsewhere. Neither needs anything of this house."
    )
    how = _("How to check it"), check % {"table": tell.report.table}
    yield Facts(rows=(*rows(tell.report, "proof", tell), how))


def page_of(report: IncidentReport) -> str:
    """Return the path of the page of the report: of its case, by the opening entry, or of a slip nobody reported."""
    if report.slip is not None:
        return reverse("uncollected_report", args=[report.table, report.slip])
    return reverse("incident_report", args=[report.table, report.number])


def _signing(tell: Teller) -> Iterator[tuple[str, str]]:
    """Yield office and badge for each line to sign on, each pair once; without any, one line with both empty.

    They are of who decided and who agreed, then of those whose attestation counted, then of those who closed a slip.
    Always last comes a line “Received by”, without a badge, for whoever receives the paper.
    """
    report = tell.report
    decision = report.decision
    people = [it for it in (decision.by, decision.agreed) if it is not None] if decision is not None else []
    people += [it.person for it in report.attested if it.counted]
    people += [it.closed_by for it in report.kept if it.closed_by is not None]
    signs = dict.fromkeys((it.office, it.badge) for it in people)
    yield from signs or [("", "")]
    yield _("Received by"), ""
