"""Text of a paper, compared with what is drawn on its pages and with its report; what nobody can derive is listed.

What differs is added to the findings of the case's report; no check raises for it.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from procedures.verifier import sentences
from procedures.verifier.cards import COVERED
from procedures.verifier.case import Case
from procedures.verifier.drawn import links, pages
from procedures.verifier.figures import DIGITS, HouseClock, digits, figures, is_hour, unknown
from procedures.verifier.money import HANDED
from procedures.verifier.pdf import Pdf
from procedures.verifier.register import ShownEntry
from table.rules.regola import FIRST_CARDS
from table.verifier.reading import Wrong
from table.verifier.sentences import Sentence

Block = Mapping[str, Any]
Felt = Mapping[str, Any]
SPACE = re.compile(r"\s+")
CARD = re.compile(r"(10|[2-9AJQK])([♠♥♦♣])")
AMOUNT = re.compile(r"(?<![\d.,:])(\d{1,3}(?:[’'.,\u00a0\u202f]\d{3})*|\d+)[.,](\d{2})(?![\d.,:])")
MOST_UNLIKE = 20
"""Maximum number of texts that are drawn otherwise, and are named."""
MOST_TYPED = 10**11
"""Maximum product of characters of all typed texts and bytes of the pages' text, in which each is looked for."""
MOST_SHOWN = 60
"""Characters of a text that a sentence quotes at most."""
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SIGNS = {sign: suit for suit, sign in SUITS.items()}
ENTRY = ("number", "at", "who", "words", "digest")
"""Cells of an entry as they are drawn; that it is marked as broken is no text."""
NOTHING = ("", "–")
"""Cells that name nothing."""
SUMS = ("before", "after", "difference", "handed_back")
"""Sums of a bettor, in the order of their columns."""
DRAWN_BY_TEMPLATE = "Sabot"
"""Word at the foot of every page."""


class Underived(NamedTuple):
    """Texts of a paper that nothing proves: those that say something, and the labels under which they stand."""

    texts: list[str]
    labels: list[str]


def compare(pdf: Pdf, data: bytes, case: Case) -> Underived:
    """Compare the text of a paper with its pages and its report, and list its texts that cannot be derived.

    Not listed are typed texts that the slice holds. ``data`` is the JSON of the text; differences become findings of
    the report, and so is whatever the text leaves out that has a row or a picture of its own.
    Raises :class:`Wrong` where text or pages cannot be read, or have more in them than can be looked for (MOST_TYPED).
    """
    if len(data) * sum(map(len, filter(None, case.slice.notes.values()))) > MOST_TYPED:
        raise Wrong(sentences.PAGES_UNREADABLE, unreadable=True)
    try:
        paper = json.loads(data)
        texts = [*_texts(paper)]
        _check_drawn(pdf, paper, texts, case)
        _check_head(paper, case)
        _check_answers(paper, case)
        _check_pictures(paper, case)
        _check_listed(paper, case)
        _check_entries(paper, case)
        _check_money(paper, case)
        _check_amounts(paper, case)
        return Underived([*_underived(paper, case)], [*_labels(paper)])
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError):
        raise Wrong(sentences.PAGES_UNREADABLE, unreadable=True) from None


# --- as it is drawn


class Drawn(NamedTuple):
    """Text as it is drawn, without spaces, and the head of its table, which comes again on a further page, or "".

    That head itself has none.
    """

    text: str
    head: str = ""


def _texts(paper: Mapping[str, Any]) -> Iterator[Drawn]:
    """Yield the texts of a paper as they are drawn, in this order: alarm, reprint, title, subtitle, facts, sections.

    Of a section these are its title and the texts of its blocks. Empty texts are left out.
    """
    head = (paper.get("alarm", ""), paper["reprint"], paper["title"], paper["subtitle"])
    yield from map(Drawn, filter(None, map(_bare, (*head, *(text for row in paper["facts"] for text in row)))))
    for section in paper["sections"]:
        yield from map(Drawn, filter(None, [_bare(section["title"])]))
        for block in section["blocks"]:
            drawn = [*map(_bare, BLOCKS[block["kind"]](block))]
            heads = len(block["heads"]) if block["kind"] in HEADED else 0
            again = "".join(drawn[:heads])
            yield from (Drawn(text, again if place >= heads else "") for place, text in enumerate(drawn) if text)


def _cells(block: Block) -> Iterator[str]:
    """Yield the texts of a table row by row, without its heads."""
    yield from (text for row in block["rows"] for text in row)


def _of_pictures(block: Block) -> Iterator[str]:
    """Yield the texts of pictures: caption, and hands of the felt."""
    for it in block["pictures"]:
        yield it["caption"]
        yield from _of_felt(it["felt"], block["names"])


BLOCKS: Mapping[str, Callable[[Block], Iterable[str]]] = {
    "words": lambda it: [it["text"]],
    "facts": _cells,
    "grid": lambda it: [*it["heads"], *_cells(it)],
    "marked": lambda it: [text for row in it["rows"] for text in row[1:]],
    "entries": lambda it: [*it["heads"], *(row[key] for row in it["rows"] for key in ENTRY)],
    "link": lambda it: [f"{it['text']}: {it['address']}"],
    "code": lambda it: [*it["words"], it["text"]],
    "signatures": lambda it: [f"{office} · {whose}" if whose else office for office, whose in it["rows"]],
    "pictures": _of_pictures,
}
"""By kind of block: its texts in the order in which they are drawn."""
HEADED = ("grid", "entries")
"""Kinds of blocks whose heads are drawn again on a further page."""


def _of_felt(felt: Felt, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the texts of a felt: side, points, face and place ("3.") of each card, and what is to come.

    The side is its name in `names`, in capitals; what is to come ``names["to_come"]`` once for each such card. Cards at
    no box have ``names["apart"]`` for the side, and are left out if there are none. Unknown points are "", and so is
    the face of a covered card. Raises ValueError for a number of cards to come that is not from 0 to FIRST_CARDS.
    """
    for hand in felt["hands"]:
        if hand["side"] or hand["cards"]:
            yield names[hand["side"]].upper() if hand["side"] else names["apart"]
            yield "" if hand["points"] is None else str(hand["points"])
            for card in hand["cards"]:
                yield _face(card["face"])
                yield f"{card['place']}."
            if hand["missing"] not in range(FIRST_CARDS + 1):
                raise ValueError
            yield from [names["to_come"]] * hand["missing"]


def _face(face: str) -> str:
    """Return rank and suit of a card, ``10♠`` for ``TS``; "" for ``??``, a covered one."""
    return "" if face == COVERED else f"{face[0].replace('T', '10')}{SUITS[face[1]]}"


def _check_drawn(pdf: Pdf, paper: Mapping[str, Any], texts: Iterable[Drawn], case: Case) -> None:
    """Check that the pages draw these texts in this order, and besides only heads of tables that come again.

    The first MOST_UNLIKE texts that are missing, or are there besides, add a finding each, and so does a link to
    another address than the paper has.
    """
    for address in {*links(pdf)} - {it["address"] for it in _blocks(paper, "link")}:
        case.report.alarm(sentences.TEXT_ADDED, said=address[:MOST_SHOWN])
    for sentence, text in unlike(_body(pdf, paper, case), texts):
        case.report.alarm(sentence, said=text[:MOST_SHOWN])


def unlike(body: str, texts: Iterable[Drawn]) -> list[tuple[Sentence, str]]:
    """List, each with its sentence, the first MOST_UNLIKE texts that ``body`` does not have in this order, or besides.

    Besides them it may have the head of a table before a text of that table. Where there are as many, nothing more is
    looked for, as each may take a search of the whole body.
    """
    return [*islice(_unlike(body, texts), MOST_UNLIKE)]


def _unlike(body: str, texts: Iterable[Drawn]) -> Iterator[tuple[Sentence, str]]:
    """Yield all that :func:`unlike` lists, in order: what is there besides comes before the text after it."""
    at = 0
    for text, head in texts:
        found = _place(body, text, at, head)
        if found < 0:
            yield sentences.TEXT_DIFFERS, text
            continue
        if body[at:found] not in ("", head):
            yield sentences.TEXT_ADDED, body[at:found]
        at = found + len(text)
    if body[at:]:
        yield sentences.TEXT_ADDED, body[at:]


def _place(body: str, text: str, at: int, head: str) -> int:
    """Return the index of a text in ``body`` from ``at`` on, -1 if it is not there.

    Where ``head`` begins at ``at``, it is looked for behind that head: the text may be in the head, too, as the number
    of an entry, 56 in “SHA-256”, or a cell with which the head begins. A text that begins with the whole head itself is
    at ``at`` unless it comes again behind.
    """
    if not body.startswith(head, at):
        return body.find(text, at)
    behind = at + len(head)
    is_no_head = text.startswith(head) and body.startswith(text, at) and not body.startswith(text, behind)
    return at if is_no_head else body.find(text, behind)


def _body(pdf: Pdf, paper: Mapping[str, Any], case: Case) -> str:
    """Return what the pages draw in a row, without spaces and the lines at head and foot of each page.

    A page without these lines is a finding of the report.
    """
    drawn, bodies = pages(pdf), list[str]()
    head = _bare(paper["foot"] + paper.get("handed_out", "") + (paper["reprint"] or paper["copy"]))
    for number, text in enumerate(map(_bare, drawn), start=1):
        place = paper["page"].replace("{page}", str(number)).replace("{pages}", str(len(drawn)))
        foot = _bare(DRAWN_BY_TEMPLATE + place)
        if not (text.startswith(head) and text.endswith(foot)):
            case.report.alarm(sentences.TEXT_DIFFERS, said=place)
        bodies.append(text.removeprefix(head).removesuffix(foot))
    return "".join(bodies)


def _bare(text: str) -> str:
    """Remove all white space from a text."""
    return SPACE.sub("", text)


# --- as the report has it


def _blocks(paper: Mapping[str, Any], kind: str = "") -> Iterator[Block]:
    """Yield the blocks of this kind, of every kind for "", in all sections of a paper, in order."""
    return (it for section in paper["sections"] for it in section["blocks"] if kind in ("", it["kind"]))


def _check_head(paper: Mapping[str, Any], case: Case) -> None:
    """Add a finding for each text at the head of the paper or of its pages that is not as the report has it.

    Title, subtitle (source and title of the article) and alarm (the words of a failed proof, else none) have to be the
    report's own. ``foot`` has to name its table and number, ``copy`` the number of the copy, and so has ``reprint``,
    which the first copy lacks, and no other numbers; ``handed_out`` has to name badge, second and entry of the
    hand-out.
    """
    report, copy, handed = case.report, case.report["copy"] or 1, case.report["handed_out"]
    second = f":{datetime.fromisoformat(handed['at']):%S}" if handed else ""
    fits = {
        "title": paper["title"] == report["title"],
        "subtitle": paper["subtitle"] == f"{report['source']} · {report['article_title']}",
        "alarm": paper.get("alarm", "") == (report["proof.words"] if report["proof.proven"] is False else ""),
        "foot": report["table"] in paper["foot"] and _names(paper["foot"], report["table"], report["number"]),
        "copy": _names(paper["copy"], copy),
        "reprint": _names(paper["reprint"], copy) if copy > 1 else not paper["reprint"],
        "handed_out": all(str(it) in paper["handed_out"] for it in (handed["by"], second, handed["entry"]))
        if handed
        else not paper.get("handed_out"),
    }
    for name in (name for name, it in fits.items() if not it):
        case.report.alarm(sentences.HEAD_DIFFERS, said=paper.get(name) or name)


def _names(text: str, *values: object) -> bool:
    """Whether the runs of digits in a text, compared as texts, are those in these values, each as often, in any order.

    ``05`` is not ``5``, and ``1.200`` is two runs.
    """
    return sorted(DIGITS.findall(text)) == sorted(DIGITS.findall(" ".join(map(str, values))))


def _check_answers(paper: Mapping[str, Any], case: Case) -> None:
    """Add a finding for each pair of question and answer in the report that is, word for word, no row of the page.

    Only rows of blocks of facts are looked at; further rows of these are no findings.
    """
    rows = {tuple(row) for block in _blocks(paper, "facts") for row in block["rows"]}
    own = ((it["question"], it["answer"]) for _path, it in case.report.rows("told"))
    for row in (row for row in own if row not in rows):
        case.report.alarm(sentences.ANSWER_ON_THE_PAGE, said=" ".join(row))


def _check_pictures(paper: Mapping[str, Any], case: Case) -> None:
    """Add a finding for each picture of the pages that is not, field by field, one of the three felts of the report.

    These are before, as it ought to be, and after; one that has to be drawn, and is not, is a finding, too. Whether
    they are right, or have their own captions, is not checked here.
    """
    felts = {it: case.report[it] for it in ("before", "ought", "after")}
    pictures = [it for block in _blocks(paper, "pictures") for it in block["pictures"]]
    for it in pictures:
        if it["felt"] not in felts.values():
            case.report.alarm(sentences.PICTURE_DIFFERS, said=it["caption"])
    drawn = [it["felt"] for it in pictures]
    for name in (it for it in _to_be_drawn(**felts) if felts[it] not in drawn):
        case.report.alarm(sentences.LEFT_OUT, field=name)


def _to_be_drawn(*, before: Felt | None, ought: Felt | None, after: Felt | None) -> Iterator[str]:
    """Yield the names of those felts that a page draws, each as a picture of its own.

    Not drawn are the first two where both boxes are as at the end, and the first and the last without a card.
    """
    end = _at_boxes(after) if after else None
    if before and _has_cards(before) and _at_boxes(before) != end:
        yield "before"
    if ought and _at_boxes(ought) != end:
        yield "ought"
    if after and _has_cards(after):
        yield "after"


def _has_cards(felt: Felt) -> bool:
    """Whether a felt has a card, at a box or at none."""
    return any(hand["cards"] for hand in felt["hands"])


def _at_boxes(felt: Felt) -> list[object]:
    """List for each box of a felt, also one without cards: side, number of cards to come, number and face of each card.

    They are as the report has them, ``??`` for a covered one, and in its order.
    """
    hands = (it for it in felt["hands"] if it["side"])
    return [(it["side"], it["missing"], [(card["number"], card["face"]) for card in it["cards"]]) for it in hands]


def _check_listed(paper: Mapping[str, Any], case: Case) -> None:
    """Add a finding for the first attestation, referral, phrase and statement of the report that the page leaves out.

    Each has to have a row of its own in its section (LISTED), in the order of the report; other rows may come between.
    """
    for path, (key, kind, names) in LISTED.items():
        own = [it for section in paper["sections"] if section["key"] == key for it in section["blocks"]]
        rows = (row for block in own if block["kind"] == kind for row in block["rows"])
        missing = (at for at, it in case.report.rows(path) if not any(names(row, it) for row in rows))
        for at in islice(missing, 1):
            case.report.alarm(sentences.LEFT_OUT, field=at)


def _has(row: Sequence[str], *values: object) -> bool:
    """Whether each of these values but "" is a cell of a row, or is what one has before a bracket."""
    cells = {*row, *(cell.partition(" (")[0] for cell in row)}
    return cells.issuperset(str(it) for it in values if it != "")


def _refers(row: Sequence[str], it: Mapping[str, Any]) -> bool:
    """Whether the text of a row begins with the badge of who referred the case, and names the second of it."""
    by, second = (it["by"] or {}).get("badge", ""), f":{datetime.fromisoformat(it['at']):%S}"
    return row[1].startswith(by) and second in row[1]


LISTED: Mapping[str, tuple[str, str, Callable[[Sequence[str], Mapping[str, Any]], bool]]] = {
    "attested": ("people", "grid", lambda row, it: _has(row, it["entry"], it["person"]["badge"])),
    "referred": ("people", "facts", _refers),
    "phrases": ("said", "grid", lambda row, it: _has(row, it["entry"], f"«{it['words']}»", it["by"])),
    "evidence": ("verdict", "grid", lambda row, it: _has(row, it["entry"], it["by"])),
}
"""By list of the report: section and kind of block in which it is read, and whether a row there is of one of it."""


def _check_entries(paper: Mapping[str, Any], case: Case) -> None:
    """Check number, badge, time and digest of each entry that the page lists, then the figures in its words.

    One that differs, or that the page marks as broken, is a finding; its words are not looked at then. So is one that
    comes twice, and each entry of the report that the page does not list. Then the times in the other texts are checked
    by the clock of these rows (:func:`_check_times`).
    """
    clock, listed = HouseClock(), set[int]()
    for block in _blocks(paper, "entries"):
        for row in block["rows"]:
            number = int(row["number"]) if row["number"].isdecimal() else 0
            if number in listed:
                case.report.alarm(sentences.ENTRY_TWICE, number=number)
            listed.add(number)
            entry = case.slice.shown.get(number)
            known = entry and (row["who"], row["digest"]) == (entry.actor, entry.digest)
            fits = known and entry and clock.goes_on(row["at"], entry.at)
            if not fits or row["broken"]:
                case.report.alarm(sentences.ROW_DIFFERS, said=row["number"])
            elif entry is not None:
                _check_figures(row["words"], entry, case)
    for number in (it["number"] for _path, it in case.report.rows("entries") if it["number"] not in listed):
        case.report.alarm(sentences.ENTRY_LEFT_OUT, number=number)
    _check_times(paper, case, clock)


def _check_times(paper: Mapping[str, Any], case: Case, clock: HouseClock) -> None:
    """Add a finding for each time with seconds in the facts, blocks and hand-out that is of no entry, seal or hand-out.

    The rows of entries, the address of the video, and texts that somebody typed are not looked at, nor are titles.
    """
    handed = case.report["handed_out"]
    others = [it.at for it in case.slice.sealed] + ([handed["at"]] if handed else [])
    blocks = [it for it in _blocks(paper) if it["kind"] not in ("link", "entries")]
    head = (paper["handed_out"] if handed else "", *(text for row in paper["facts"] for text in row))
    texts = (_without_typed(it, case) for it in (*head, *(text for it in blocks for text in BLOCKS[it["kind"]](it))))
    for found in clock.unknown(texts, [it.at for it in case.slice.shown.values()], others):
        case.report.alarm(sentences.TIME_UNKNOWN, said=found)


def _check_figures(words: str, entry: ShownEntry, case: Case) -> None:
    """Add an alarm for each number and each card in the words of an entry that the entry does not hold.

    It holds those of its arguments and effects, and the sums that each of these has at a position. Texts that somebody
    typed are taken out of the words before.
    """
    values = [entry.given, entry.effects, [*_by_position(entry)]]
    known, words = {*figures(values)}, _without_typed(words, case)
    cards = (f"{rank.replace('10', 'T')}{SIGNS[suit]}" for rank, suit in CARD.findall(words))
    for found in (*unknown(words, values), *(it for it in cards if it not in known)):
        case.report.alarm(sentences.FIGURE_UNKNOWN, number=entry.number, said=found)


def _by_position(entry: ShownEntry) -> Iterator[int]:
    """Yield what the bettors win at each position by each effect of an entry, in cents; negative what they lose.

    What is handed back does not count, unless an effect has nothing else.
    """
    for _name, facts in entry.effects:
        lines, found = facts.get("lines", ()), Counter[str]()
        counted = [it for it in lines if it[2] not in HANDED] or lines
        for position, _box, _kind, amount in counted:
            found[position] += amount
        yield from found.values()


def _without_typed(text: str, case: Case) -> str:
    """Remove the typed texts of the slice from a text, which may quote them without the full stop at their end.

    Not where they are only part of a word or of a number.
    """
    return case.slice.typed.sub("", text) if case.slice.typed else text


def _check_money(paper: Mapping[str, Any], case: Case) -> None:
    """Add a finding for each row of money on the pages whose figures are not among its bettor's sums, in their order.

    These are before, after, difference and handed back. Where a row names no bettor, or one whom the report does not
    have, it is compared with the totals over all bettors. A bettor without a row is a finding, too. The last table with
    figures is that of chips in custody, if there are any: slips and amounts have to be theirs, in their order. If there
    are more or fewer such tables than the report needs, that is the only finding.
    """
    report = case.report
    bettors = {(row["position"], row["bettor"]): row for _path, row in report.rows("money")}
    grids = [block for block in _blocks(paper, "grid") if block["figures"]]
    if len(grids) != bool(bettors) + bool(report["kept"]):
        report.alarm(sentences.MONEY_ROW_DIFFERS, said="-")
        return
    if own := [[str(it["slip"]), it["amount"]] for _path, it in report.rows("kept")]:
        [at], rows = grids[-1]["figures"], grids.pop()["rows"]
        if [[row[0], _cents(row[at])] for row in rows] != own:
            report.alarm(sentences.MONEY_ROW_DIFFERS, said=" · ".join(" ".join(row) for row in rows))
    in_all = [_sum(it[name] for it in bettors.values()) for name in SUMS]
    for block in grids:
        for row in block["rows"]:
            its = bettors.get((row[0], row[1]))
            amounts = in_all if its is None else [its[name] for name in SUMS]
            if not _is_within([_cents(row[it]) for it in block["figures"]], amounts):
                report.alarm(sentences.MONEY_ROW_DIFFERS, said=" ".join(row))
    _check_bettors([_without_dashes(row[:2]) for block in grids for row in block["rows"]], case)


def _check_bettors(rows: Iterable[Sequence[str]], case: Case) -> None:
    """Add a finding for each bettor of the report with whose position and key none of these rows begins.

    A position or key that the report does not have is not looked for: its column may be left out.
    """
    begun = {tuple(row[:length]) for row in rows for length in range(3)}
    for path, it in case.report.rows("money"):
        if tuple(_without_dashes((it["position"], it["bettor"]))) not in begun:
            case.report.alarm(sentences.LEFT_OUT, field=path)


def _without_dashes(cells: Iterable[str]) -> list[str]:
    """List those cells, in order and as they are, that are neither "" nor a single en dash (NOTHING)."""
    return [it for it in cells if it not in NOTHING]


def _sum(amounts: Iterable[int | None]) -> int | None:
    """Sum up the amounts that are known; None where none is, also for no amounts."""
    known = [it for it in amounts if it is not None]
    return sum(known) if known else None


def _cents(text: str) -> int | None:
    """Return all digits of an amount as a number (cents, with two decimals), below 0 behind a minus; None for none."""
    cents = digits(text)
    return int(cents) * (-1 if text.startswith(("−", "-")) else 1) if cents else None


def _is_within(some: Iterable[object], every: Iterable[object]) -> bool:
    """Whether the values of ``some`` come in ``every`` in this order, others possibly between them."""
    left = iter(every)
    return all(it in left for it in some)


def _check_amounts(paper: Mapping[str, Any], case: Case) -> None:
    """Add an alarm for each amount in a section of the paper that entries, money and custody of the report do not make.

    Cents are compared, not their sign; totals of the money count as made by it, and so does the sum that each effect of
    an entry has at a position. Texts that somebody typed, the rules of the house, and the key of the coup are not
    looked at.
    """
    known = {abs(it) for it in _integers([case.report["money"], case.report["kept"]])}
    for entry in case.slice.shown.values():
        known |= {abs(it) for it in (*_integers([entry.given, entry.effects]), *_by_position(entry))}
    for name in SUMS:
        known.add(abs(_sum(row[name] for _path, row in case.report.rows("money")) or 0))
    key = str(case.report["coup.key"] or "")
    for text in (text for it in _blocks(paper) if it["kind"] != "marked" for text in BLOCKS[it["kind"]](it)):
        for found in AMOUNT.finditer(_without_typed(text, case)):
            if found[0] != key and int(digits(found[0])) not in known:
                case.report.alarm(sentences.AMOUNT_UNKNOWN, said=found[0])


def _integers(value: Any) -> Iterator[int]:
    """Yield the whole numbers in a value at any depth; True and False count as 1 and 0."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict | list | tuple):
        for it in value.values() if isinstance(value, dict) else value:
            yield from _integers(it)


# --- what nobody can derive


def _underived(paper: Mapping[str, Any], case: Case) -> Iterator[str]:
    """Yield, each once, the texts of the paper's head, facts and blocks that were neither typed nor derived.

    Derived are the values of the report that were compared with the entries. Labels are left out (:func:`_labels`), as
    are the cards of pictures, columns of money, and hours, which are compared; a text without a letter is listed behind
    its label.
    """
    report = case.report
    derived = {str(report.leaves[it]) for it in report.derived} | {text for text in case.slice.notes.values() if text}
    head = (paper.get(it, "") for it in ("alarm", "foot", "handed_out", "reprint" if paper["reprint"] else "copy"))
    rows = [("", text) for text in (paper["title"], paper["subtitle"], *head)] + [*paper["facts"]]
    for block in _blocks(paper):
        rows += _said_in(block)
    listed = ((text if _says_something(text) else f"{label}: {text}") for label, text in rows if text not in derived)
    yield from filter(_says_something, dict.fromkeys(listed))


def _says_something(text: str) -> bool:
    """Whether a text has a letter."""
    return any(map(str.isalpha, text))


def _labels(paper: Mapping[str, Any]) -> Iterator[str]:
    """Yield, each once, the labels of a paper in the order in which they are drawn, those with a letter.

    They are the names of its facts, titles of sections, heads of tables, captions and names of pictures, and offices
    that sign. Without the catalogues of the house nobody can tell whether they are the words that belong there.
    """
    rows = [name for name, _text in paper["facts"]]
    for section in paper["sections"]:
        rows.append(section["title"])
        for block in section["blocks"]:
            rows += _labels_of(block)
    yield from filter(_says_something, dict.fromkeys(rows))


def _labels_of(block: Block) -> Iterator[str]:
    """Yield the labels of a block: of facts and signatures the first cells, of entries and tables the heads.

    Of pictures they are the captions and the names of places; other kinds have none.
    """
    match block["kind"]:
        case "facts" | "signatures":
            yield from (name for name, _text in block["rows"])
        case "entries" | "grid":
            yield from block["heads"]
        case "pictures":
            yield from (it["caption"] for it in block["pictures"])
            yield from block["names"].values()


def _said_in(block: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield label and text of whatever a block says: of facts and signatures those behind the label.

    Of entries their words, and a time with its day; of a table its cells with their heads, or where its rows have a
    label of their own, a row as one text. Of other kinds all, without a label; nothing of pictures. Of facts,
    signatures and cells only texts with a letter or digit.
    """
    match block["kind"]:
        case "facts" | "signatures":
            yield from ((label, text) for label, text in block["rows"] if any(map(str.isalnum, text)))
        case "entries":
            yield from (("", it) for row in block["rows"] for it in (row["at"], row["words"]) if not is_hour(it))
        case "grid" if block["heads"][:1] == [""]:
            yield from (("", f"{label}: {' · '.join(cells)}") for label, *cells in block["rows"])
        case "grid":
            yield from _of_cells(block)
        case "pictures":
            return
        case _:
            yield from (("", text) for text in BLOCKS[block["kind"]](block))


def _of_cells(block: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield head and text of each cell of a table that has a letter or digit.

    Left out are columns of money, and in other columns each cell that is an hour with seconds and nothing else.
    """
    for row in block["rows"]:
        for place, (head, text) in enumerate(zip(block["heads"], row, strict=True)):
            if place not in block["figures"] and any(map(str.isalnum, text)) and not is_hour(text):
                yield head, text
