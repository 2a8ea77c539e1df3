"""The sentences of the five documents: each has what holds it, and none of which a house speaks is left out."""

import re
from typing import NamedTuple

from table.rules.houses import DECLARED
from table.rules.topics.sources import SUPER_PUNTO_BANCO, Mark, Said
from tests.law.names import known
from tests.law.page import DOCUMENTS
from tests.law.sentence import NOT_YET, Sentence
from tests.rig.rows import every_row


class Written(NamedTuple):
    """A sentence with the document and the article in which it stands."""

    document: str
    article: str
    sentence: Sentence


class Marking(NamedTuple):
    """What a house declares of a topic: the mark, for the document that it plays by."""

    document: str
    topic: str
    mark: Mark


ALL = [
    Written(document, article, sentence)
    for document, articles in DOCUMENTS.items()
    for article, sentences in articles.items()
    for sentence in sentences
]
MARKINGS = [
    Marking(house.source, topic, mark)
    for house, marks in DECLARED
    if house.source in DOCUMENTS  # a house of one's own may have a document of its own
    for topic, mark in marks.items()
]
NAMES = sorted({name for it in ALL for name in it.sentence.tests} - {NOT_YET})


def words(it: Written) -> str:
    """How a sentence is called among the tests."""
    return f"{it.document}, {it.article}: {it.sentence.words}"


def test_the_documents_are_those_of_the_houses_that_derive_from_none() -> None:
    assert set(DOCUMENTS) == {house.source for house, _marks in DECLARED if house.derived_from == house.key}


def test_the_premise_and_every_article_have_their_sentences() -> None:
    articles = ["Premessa", *(f"Art. {number}" for number in range(1, 17))]
    assert [article for article in articles if not DOCUMENTS[SUPER_PUNTO_BANCO].get(article)] == []


@every_row("it", ALL)
def test_a_sentence_names_what_holds_it_or_says_why_nothing_at_a_table_does(it: Written) -> None:
    assert bool(it.sentence.tests) is (it.sentence.said is not None), "name its tests, or NOT_YET"
    assert bool(it.sentence.why) is (it.sentence.said is None), "say in a line why it is nothing of a table"
    assert NOT_YET not in it.sentence.tests or it.sentence.tests == (NOT_YET,)


@every_row("name", NAMES)
def test_what_holds_a_sentence_is_there_and_found_by_its_name_alone(name: str) -> None:
    assert len(known().get(name, [])) == 1, [str(it.path) for it in known().get(name, [])]


@every_row("marking", [it for it in MARKINGS if it.mark.said is not Said.DEFAULT])
def test_what_a_house_has_as_stated_or_as_a_reading_stands_here_with_that_mark(marking: Marking) -> None:
    here = [it for it in ALL if (it.document, it.sentence.topic) == marking[:2]]
    assert here, "write the sentence of the document by which the house has this mark"
    assert {it.sentence.said for it in here} == {marking.mark.said}


@every_row("it", [it for it in ALL if it.sentence.topic])
def test_the_topic_of_a_sentence_is_marked_so_in_its_house_and_cited_from_the_same_article(it: Written) -> None:
    marks = [marking.mark for marking in MARKINGS if marking[:2] == (it.document, it.sentence.topic)]
    agreeing = [mark for mark in marks if mark.said is it.sentence.said]
    assert agreeing, marks
    assert all(_cited(it.article) <= _cited(mark.article) for mark in agreeing if mark.article)


def _cited(articles: str) -> set[str]:
    """The articles that are named, without the word between them: “Art. 6, 7” are 6 and 7."""
    return set(re.findall(r"\d+|Premessa|Tabella", articles))


def test_a_sentence_is_written_once() -> None:
    assert len({words(it) for it in ALL}) == len(ALL)
