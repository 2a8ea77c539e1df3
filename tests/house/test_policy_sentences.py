"""Every policy key of a house speaks on its page, each value in its own words, with the source that states it."""

from dataclasses import fields, replace
from typing import Any, get_args, get_type_hints

import polib
import pytest
from django.conf import settings
from django.utils import translation

from table.rules.houses import HOUSES, MALTA, ONLINE, STATED, VENEZIA
from table.rules.profile import Box, Profile, Role, Rounding, derive
from table.rules.refusal import Refused
from table.screens.read.numbers import Numbers
from table.screens.rules.bets import price
from table.screens.rules.citations import cited
from table.screens.rules.page import groups

# Shown elsewhere on the page: as its heading, in its address, in its citations, or drawn as chips.
ELSEWHERE = {"key", "title", "source", "derived_from", "chips"}
OTHER: dict[str, list[Any]] = {
    "min_last_coup_cards": [None, 8],
    "positions": [("1", "2", "3")],
    "currency": ["CHF"],
    "tie_to_one": [9],
    "side_bets": [frozenset[Any]()],
    "smallest_payment": [5, None],
    "rounding": [Rounding(500, "down"), Rounding(500, "half_up"), Rounding(500, "up")],
    "announce_limits_by": [Role.CAPO_TAVOLO],
    "limits_decided_by": [Role.DIREZIONE, Role.CAPO_ISOLA],
    "suspended_by": [Role.DIREZIONE],
    "disputes_decided_by": [Role.DIREZIONE],
}
# The same words in every language, or in one of them: names of places, offices and boxes, what the house says aloud,
# the words of the game that each language has taken over, and sentences that are nothing but what is filled in.
SAME = {
    "Punto", "Banco", "Egalité", "Grande", "Piccolo", "Regola", "Button", "Decks", "Dealer",
    "Colpo in Bianco", "Rien ne va plus", "battuta", "Colpo in Bianco …", "Button …",
    "«Colpo in Bianco»", "«Rien ne va plus»", "«Banco %(banco)s, Punto %(punto)s»", "«%(words)s»",
    "«%(claim)s», %(means)s", "%(outcome)s", "%(kind)s",
    "Capo Isola", "Capo Tavolo", "Direzione", "Ispettore Comunale", "Ispettore di Gioco",
    "Art. 1", "Art. 5", "Art. 16", "Premessa", "Sabot", "sabot", "Taglie", "taglia", "taglia %(taglia)s", "dealer",
    "Code", "Code %(code)s", "Console", "Coup", "Coup %(coup)s", "Coups", "Limits", "Maximum", "Minimum", "No",
    "Register", "Sixains", "in", "no", "normal",
}  # fmt: skip


def said(profile: Profile) -> dict[str, str]:
    """Every sentence of a house by its topic, in English."""
    with translation.override("en"):
        return {line.topic: line.sentence for group in groups(profile, Numbers("en")) for line in group.lines}


def readings(profile: Profile, key: str) -> list[dict[str, str]]:
    """What the house says with each value that this key can have in it, its own among them."""
    hint = get_type_hints(Profile)[key]
    others = OTHER[key] if key in OTHER else [False, True] if hint is bool else get_args(hint)
    said_of = []
    for value in [getattr(profile, key), *(value for value in others if value != getattr(profile, key))]:
        try:
            said_of.append(said(replace(profile, **{key: value})))
        except Refused:
            continue
    return said_of


KEYS = [field.name for field in fields(Profile) if field.name not in ELSEWHERE]


@pytest.mark.parametrize("key", KEYS)
def test_another_value_of_a_policy_key_reads_otherwise(key: str) -> None:
    """In the house where it arises: a house without a reader, say, has nothing to tell of the Button."""
    told = [readings(profile, key) for profile in HOUSES.values()]
    assert any(len(texts) > 1 and all(texts.count(text) == 1 for text in texts) for texts in told)


@pytest.mark.parametrize("profile", HOUSES.values(), ids=HOUSES)
def test_a_sentence_fills_in_all_its_places(profile: Profile) -> None:
    for language in ("it", "en", "de"):
        with translation.override(language):
            for group in groups(profile, Numbers(language)):
                assert group.lines
                for line in group.lines:
                    assert "%(" not in line.sentence
                    assert line.sentence[-1] in ".:"


@pytest.mark.parametrize("key", HOUSES)
def test_every_citation_belongs_to_a_sentence_of_its_house_or_of_one_that_derives_from_it(key: str) -> None:
    spoken = {
        topic for profile in HOUSES.values() if key in (profile.key, profile.derived_from) for topic in said(profile)
    }
    assert set(STATED[key]) <= spoken


def test_a_source_is_cited_with_its_article_and_silence_is_not_cited() -> None:
    assert cited(VENEZIA, "min_last_coup_cards") == "Super Punto Banco, Art. 5"
    assert cited(VENEZIA, "banco_payout") == ""
    assert cited(ONLINE, "malfunction_voids") == "Baccarat online"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("it", "come in Super Punto Banco, Art. 4"),
        ("en", "as in Super Punto Banco, Art. 4"),
        ("de", "wie in Super Punto Banco, Art. 4"),
    ],
)
def test_a_derived_house_cites_the_document_of_the_other_for_what_it_left_as_it_was(language: str, words: str) -> None:
    own = derive(VENEZIA, key="own", title="My own", source="My own", min_last_coup_cards=8)
    with translation.override(language):
        lines = {line.topic: line.source for group in groups(own, Numbers(language)) for line in group.lines}
        assert cited(derive(VENEZIA, key="own"), "decks") == "Super Punto Banco, Art. 4"
    assert lines["decks"] == words
    assert lines["min_last_coup_cards"] == lines["banco_payout"] == ""


def test_prices_are_printed_as_the_house_prints_them_whatever_its_document_is_called() -> None:
    def printed(profile: Profile, odds: str, box: Box = Box.BANCO) -> tuple[str, str]:
        own = derive(profile, key="own", source="My own", printed_odds=odds)
        with translation.override("en"):
            return price(own, box, Numbers("en"))

    assert printed(VENEZIA, "gross") == ("1:1 less 5%", "19:20 in all")
    assert printed(VENEZIA, "net") == ("19:20", "1:1 less 5%")
    assert printed(VENEZIA, "for_one") == ("1.95 for 1", "stake included")
    assert printed(VENEZIA, "for_one", Box.EGALITE) == ("9 for 1", "stake included")
    assert printed(MALTA, "gross") == printed(MALTA, "net") == ("1:1", "1:2 when Banco wins with 6")
    assert printed(MALTA, "for_one") == ("2 for 1", "1.5 for 1 when Banco wins with 6")


@pytest.mark.parametrize("language", ["it", "de"])
def test_no_translation_is_the_english_sentence_again(language: str) -> None:
    catalogue = polib.pofile(str(settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"))
    assert {entry.msgid for entry in catalogue if entry.msgstr == entry.msgid} <= SAME
