"""What was said of a case: answers to questions, words that were called, and statements on the order of the cards.

Each is compared with the entries; what differs is added to the findings of the report, and no check raises for it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from procedures.verifier import figures, sentences
from procedures.verifier.cards import BOXES
from procedures.verifier.register import ShownEntry
from procedures.verifier.said import ReportFields

ORDER = {"report_incident": ("told_apart", "covered_punto", "covered_banco"), "add_evidence": ("places", "before")}
"""By verb: the answers of a report, or the arguments of further evidence, that make a statement."""


def check_answers(report: ReportFields, opening: ShownEntry, entries: Sequence[ShownEntry]) -> None:
    """Compare the facts of a case, and the figures in its answers, with entries; add a finding for each that differs.

    A fact has to have one of the values that the ``facts`` in the arguments of ``opening`` and ``entries``, and the
    effects of ``opening``, give it; one that none of them names, such as an answer not given, is not compared. Where
    the cards lie is as the last of these entries has it that says so, in a report or as further evidence. A figure in
    an answer has to be one of the fact that it answers; an answer without letters, to a fact that is compared, counts
    as derived.
    """
    known = defaultdict[str, list[Any]](list)
    for facts in [*(it.given.get("facts") for it in (opening, *entries)), *(facts for _name, facts in opening.effects)]:
        for name, value in facts.items() if isinstance(facts, dict) else ():
            known[name].append(value)
    facts = report["facts"]
    if laid := [it for it in (opening, *entries) if _laid_in(it)]:
        known["laid"] = [*_laid_by(laid[-1]), _laid_in(laid[-1])]
    for name in facts.keys() & known.keys():
        report.check(f"facts.{name}", facts[name] if facts[name] in known[name] else known[name][-1])
    for path, row in report.rows("told"):
        if row["name"] not in facts:
            continue
        for found in figures.unknown(row["answer"], facts[row["name"]]):
            report.alarm(sentences.ANSWER_DIFFERS, field=path, said=found)
        if row["name"] in known and not any(map(str.isalpha, row["answer"])):
            report.compared.add(f"{path}.answer")


def _laid_by(entry: ShownEntry) -> Iterator[list[str | None]]:
    """Yield, for each effect "cards_lie" of an entry, a list with the box of each card, None for a card at no box."""
    for name, facts in entry.effects:
        if name == "cards_lie":
            yield [at if at in BOXES else None for _card, _face, at in facts["cards"]]


def _laid_in(entry: ShownEntry) -> Any:
    """Return where the cards lie by the arguments of a report or of further evidence; None where they do not say it."""
    return (entry.given.get("facts") or entry.given).get("laid")


def check_phrases(report: ReportFields, entries: Sequence[ShownEntry]) -> None:
    """Compare the phrases of the report, in their order, with the entries in which something is called.

    These are the declaration of the reader, the announcement of the points, and the phrases of acts. It is a finding if
    one is missing, comes in another order or is of no entry, or has another time or speaker. Who spoke is not compared
    for the declaration of the reader, nor are the words of any.
    """
    called = [(it, it.verb == "declare") for it in entries for _ in range(it.verb in ("declare", "announce"))]
    called += [(it, False) for it in entries for name, _facts in it.effects if name == "phrase"]
    called.sort(key=lambda it: it[0].number)
    rows = [*report.rows("phrases")]
    if [row["entry"] for _path, row in rows] != [it.number for it, _declared in called]:
        report.alarm(sentences.PHRASES_DIFFER)
    for (path, _row), (entry, declared) in zip(rows, called, strict=False):
        report.check(f"{path}.entry", entry.number)
        report.check(f"{path}.at", entry.at)
        if not declared:
            report.check(f"{path}.by", entry.actor)


def check_evidence(report: ReportFields, shown: Mapping[int, ShownEntry], entries: Sequence[ShownEntry] | None) -> None:
    """Compare who made each statement on the order of the cards with its entry; one of no entry is a finding.

    So is one that was set aside by an entry which is not there, and that the statements are not those that ``entries``
    (the report of the case and all evidence of it, None if they do not tell) make, or in another order.
    """
    for path, row in report.rows("evidence"):
        entry = shown.get(row["entry"])
        report.check(f"{path}.entry", entry and entry.number)
        report.check(f"{path}.by", entry and entry.actor)
        report.check(f"{path}.aside", row["aside"] if row["aside"] == 0 or row["aside"] in shown else None)
    if entries is not None:
        made = [it.number for it in entries if _states_order(it)]
        if [row["entry"] for _path, row in report.rows("evidence")] != made:
            report.alarm(sentences.EVIDENCE_DIFFERS)


def _states_order(entry: ShownEntry) -> bool:
    """Whether a report of a case tells covered cards apart, or evidence of it names places or pairs of cards."""
    given = entry.given.get("facts") if entry.verb == "report_incident" else entry.given
    return any((given or {}).get(it) for it in ORDER.get(entry.verb, ()))
