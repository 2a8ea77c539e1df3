"""The law proves itself: the rule of a sentence is broken, and the tests that the sentence names notice."""

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

from table.play.declaration import PARTS, VERBS
from tests.law.applied import read_again
from tests.law.mutant import Mutant
from tests.law.mutants import Fate, cases, in_a_fork, in_a_process, judged
from tests.law.names import TESTS, known
from tests.law.page import DOCUMENTS
from tests.law.sentence import Sentence
from tests.paper.sources import ROOT
from tests.rig.sampling import in_two_parts

AT_LEAST = 200
FIVE = [
    "The table has seven seats.",
    "The sabot holds six decks.",
    "Banco is paid nineteen to twenty",
    "Not even through other persons.",
    "With fewer than seven cards on the table",
]
"""One sentence of each document; the tests of the rules hold them, so that no database is needed."""


def at_a_table() -> list[Sentence]:
    """Every sentence of something that happens at a table."""
    return [it for articles in DOCUMENTS.values() for those in articles.values() for it in those if it.said]


def test_a_mutant_is_another_text_that_python_can_read() -> None:
    for case in cases():
        compile(case.mutant.source(), case.mutant.file, "exec")
        assert case.mutant.old != case.mutant.new


def test_most_sentences_can_be_broken_and_no_other_says_why_not_without_a_reason() -> None:
    broken = [it for it in at_a_table() if it.broken is not None]
    assert len(broken) >= AT_LEAST
    assert [it.words for it in broken if it.unbroken] == []


@in_two_parts(3)
def test_where_a_verb_is_the_only_one_of_its_part_its_mutants_are_put_in_place_too(part: slice) -> None:
    modules = {VERBS[name].perform.__module__ for name in PARTS.values()}
    those = [it.mutant for it in cases() if it.mutant.module in modules]
    assert len(those) >= 3
    assert {in_a_process(it, [])[0] for it in those[part]} == {Fate.SURVIVED}


@in_two_parts(6)
def test_every_module_of_which_a_rule_is_broken_stays_as_it_is_when_it_is_read_again(part: slice) -> None:
    files = {it.mutant.module: ROOT / it.mutant.file for it in cases()}

    def others() -> Iterator[str]:
        for name, file in [*files.items()][part]:
            if changed := read_again(import_module(name), file.read_text(encoding="utf-8")):
                yield f"{name}: {changed}"

    assert in_a_fork(others) == ([], 0)


def test_a_mutant_that_cannot_be_put_in_place_is_none_that_changes_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert in_a_process(Mutant("table/nowhere.py", "old", "new"), [])[0] is Fate.NOT_TRIED
    assert "table.nowhere" in capfd.readouterr().err


def test_a_mutant_that_tests_of_the_rules_let_live_is_left_to_the_others_of_its_sentence() -> None:
    rules = TESTS / "rules"
    rooms = {it: {test.path.parent for name in it.sentence.tests for test in known()[name]} for it in cases()}
    alone = next(case for case, those in rooms.items() if those == {rules})
    together = next(case for case, those in rooms.items() if rules in those and those != {rules})
    elsewhere = next(case for case, those in rooms.items() if rules not in those)
    fates = [judged(Fate.SURVIVED, it, room=rules) for it in (alone, together, elsewhere)]
    assert fates == [Fate.SURVIVED, Fate.LEFT, Fate.LEFT]
    assert judged(Fate.KILLED, together, room=rules) is Fate.KILLED
    assert judged(Fate.SURVIVED, together, room=TESTS) is Fate.SURVIVED


@pytest.mark.faults
def test_five_broken_rules_are_noticed_by_the_tests_that_their_sentences_name() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.law.mutants", "--rules", "--like", *FIVE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.search(r"^5 of 5 killed", run.stdout, re.MULTILINE), run.stdout + run.stderr


def test_every_sentence_has_a_mutant_or_says_why_there_is_none() -> None:
    assert [it.words for it in at_a_table() if it.tests and it.broken is None and not it.unbroken] == []
