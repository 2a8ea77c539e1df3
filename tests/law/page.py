"""The part of docs/law.md that is made from the sentences: one table for each document."""

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from os.path import relpath
from pathlib import Path

from table.rules.authority import OF_SABOT
from table.rules.topics import sources
from table.rules.topics.sources import Said
from tests.law.names import Holder, known
from tests.law.sentence import NOT_YET, Sentence, Sentences
from tests.paper.sources import ROOT

WRITTEN = {path.stem for path in Path(__file__).parent.iterdir()}
DOCUMENTS: dict[str, Sentences] = {
    title: import_module(f"tests.law.{name.lower()}").SENTENCES
    for name, title in vars(sources).items()
    if name.lower() in WRITTEN
}
"""The documents, by the titles by which they are cited: each in the module that is called as its title in sources."""

MARKS = {Said.STATED: "stated", Said.READING: "reading", Said.DEFAULT: "default", None: "not at a table"}
NO_TEST_YET = "*not yet held by a test*"
NOT_BROKEN = "*not yet*"


def law() -> str:
    """How many sentences there are, and the documents one under another, a row for each sentence."""
    documents = (f"## {title}\n\n{_table(those)}" for title, those in DOCUMENTS.items())
    return "\n\n".join([_counted(), *documents, f"## Sabot\n\n{_own()}"])


def _own() -> str:
    """What no document of a game could speak of, topic by topic."""
    rows = ["| Topic | What it says |", "| --- | --- |", *(f"| {topic} | {rule} |" for topic, rule in OF_SABOT.items())]
    return "\n".join(rows)


def _counted() -> str:
    sentences = [it for those in DOCUMENTS.values() for article in those.values() for it in article]
    marks = Counter(MARKS[it.said] for it in sentences)
    missing = sum(NOT_YET in it.tests for it in sentences)
    counts = ", ".join(f"{marks[mark]} {mark}" for mark in MARKS.values())
    at_a_table, broken = [it for it in sentences if it.said], sum(it.broken is not None for it in sentences)
    tried = f"Of {len(at_a_table)} {broken} have a change of the code that breaks them, for `make law-mutants`."
    return f"{len(sentences)} sentences: {counts}. Not yet held by a test: {missing}. {tried}"


def _table(sentences: Sentences) -> str:
    rows = [_row(where, sentence) for where, those in sentences.items() for sentence in those]
    return "\n".join(f"| {' | '.join(row)} |" for row in [_HEADS, ["---"] * len(_HEADS), *rows])


_HEADS = ["Where", "What it says", "Mark", "Held by", "Broken in"]


def _row(where: str, sentence: Sentence) -> list[str]:
    return [
        where,
        sentence.words,
        MARKS[sentence.said],
        sentence.why or "<br>".join(_holders(sentence)),
        _broken(sentence),
    ]


def _holders(sentence: Sentence) -> Iterator[str]:
    for name in sentence.tests:
        yield NO_TEST_YET if name == NOT_YET else _link(*known()[name])


def _broken(sentence: Sentence) -> str:
    """Where the rule is broken for trial, or why it is not."""
    if (mutant := sentence.broken) is not None:
        return f"[{mutant.module.removeprefix('table.')}](../{mutant.file})"
    return sentence.unbroken or ("" if sentence.said is None else NOT_BROKEN)


def _link(holder: Holder) -> str:
    return f"[{holder.words}]({relpath(holder.path, ROOT / 'docs')})"
