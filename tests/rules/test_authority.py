"""On whose word a house acts: what a refusal prints of a topic."""

import pytest

from table.rules.authority import OF_SABOT, TOPICS, cite
from table.rules.houses import ADMIRAL, CLASSICO, HOUSES, MALTA, VENEZIA
from table.rules.profile import Profile, derive

OWN = derive(VENEZIA, key="own", source="My own", decks=8)


@pytest.mark.parametrize(
    ("profile", "topic", "words"),
    [
        (VENEZIA, "seats.marked", "Super Punto Banco, Art. 13"),
        (MALTA, "tie_requires_main", "Punto y Banco, Malta"),
        (VENEZIA, "seats.marked_free", "reading of Art. 13"),
        (MALTA, "over_max.whatever", "reading of Punto y Banco, Malta"),
        (VENEZIA, "reader.passed_on", "default of Sabot"),
        (MALTA, "seats.marked", "default of Sabot"),
        (VENEZIA, "cases.cause", "rule of Sabot"),
        (ADMIRAL, "cases.cause", "rule of Sabot"),
        (OWN, "decks", "rule of this house"),
        (OWN, "seats.marked", "as in Super Punto Banco, Art. 13"),
        (OWN, "seats.marked_free", "reading of Super Punto Banco, Art. 13"),
        (derive(VENEZIA, key="own", presence="always_both"), "presence", "reading of Art. 6, 7, 8"),
        (None, "seats.marked", "Super Punto Banco, Art. 13"),
    ],
)
def test_only_what_a_document_states_is_cited_by_its_article_alone(
    profile: Profile | None, topic: str, words: str
) -> None:
    assert cite(profile, topic) == words


@pytest.mark.parametrize("profile", HOUSES.values(), ids=HOUSES)
def test_every_house_can_cite_every_topic(profile: Profile) -> None:
    assert all(cite(profile, topic) for topic in TOPICS)


def test_what_is_no_topic_is_our_mistake() -> None:
    with pytest.raises(AssertionError, match="is declared"):
        cite(VENEZIA, "Art. 13")


def test_a_rule_of_sabots_own_is_a_sentence_and_no_mark_of_a_house() -> None:
    assert all(rule[-1] == "." for rule in OF_SABOT.values())
    assert TOPICS.isdisjoint(["", "Premessa"])


def test_a_citation_knows_by_which_documents_the_house_plays() -> None:
    assert cite(CLASSICO, "decks").documents == ("Regole del baccarat", "Regole del baccarat")
    assert cite(derive(ADMIRAL, key="own", source="My own"), "acts").documents == (
        "My own",
        "Punto Banco, Casino Admiral",
    )
