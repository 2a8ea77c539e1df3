"""Every policy key of a house speaks on its page, each value in its own words, and on whose word it is so."""

import re
from dataclasses import replace
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import polib
import pytest
from django.conf import settings
from django.utils import translation

from table.management.catalogues import places
from table.play.declaration import VERBS
from table.rules.authority import where
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, HOUSES, MALTA, MARKS, ONLINE, VENEZIA, marked
from table.rules.profile import KEYS as POLICY
from table.rules.profile import OF_THE_BANK, Box, Profile, Role, Rounding, RoundingMode, derive
from table.rules.refusal import Refused
from table.rules.topics.policy_key import ANY
from table.rules.topics.sources import Said
from table.screens.players.sign import BINDING
from table.screens.rules.essentials import rules_on
from table.screens.rules.page import RuleLine, every_line, groups
from table.screens.rules.sentences import WRITTEN, chosen
from table.screens.rules.sentences.bets import legend, price
from table.views.derived import changes
from table.words.numbers import Numbers
from tests.house.reader import LANGUAGES
from tests.machine.houses import HOUSES as VARIANTS
from tests.machine.houses import SWITCHES
from tests.rig.rows import every_row
from tests.rig.words import TRANSLATED

# Shown elsewhere on the page: as its heading, in its address, or in its citations.
ELSEWHERE = {"key", "title", "source", "derived_from"}
# Besides what the machine throws.
OTHER: dict[str, list[Any]] = {
    "mask_tolerance": [None],
    "smallest_payment": [None],
    "limits_decided_by": [Role.CAPO_ISOLA],
    "correction_second_from": [100_000],
    "bank": ["on"],
}
# The same words in every language, or in one of them: names of places, offices and boxes, what the house says aloud,
# the words of the game that each language has taken over, and sentences that are nothing but what is filled in.
SAME = {
    "Punto", "Banco", "Egalité", "Grande", "Piccolo", "Regola", "Button", "Decks", "Dealer",
    "Colpo in Bianco", "Rien ne va plus", "battuta", "Colpo in Bianco …", "Button …",
    "«Colpo in Bianco»", "«Rien ne va plus»", "«Banco %(banco)s, Punto %(punto)s»", "«%(words)s»",
    "«%(claim)s», %(means)s", "%(outcome)s", "%(kind)s", "%(kind)s: %(text)s",
    "Capo Isola", "Capo Tavolo", "Direzione", "Ispettore Comunale", "Ispettore di Gioco",
    "Art. 1", "Art. 5", "Art. 8", "Art. 16",
    "Premessa", "Sabot", "sabot", "Taglie", "taglia", "taglia %(taglia)s", "dealer",
    "Code", "Code %(code)s", "Console", "Coup", "Coup %(coup)s", "Coups", "Maximum", "Minimum", "No",
    "Display", "Limits", "Limits …",
    "Name", "Phase", "QR: %(text)s", "Register", "Sixains", "Taglia", "Version %(number)s", "Webhooks", "in", "no",
    "normal", "Menu", "Ispettori Comunali", "Password", "Baccarat online", "Bank", "Bank …",
}  # fmt: skip


@cache
def said(profile: Profile) -> dict[str, str]:
    """Every sentence of a house by its topic, in English."""
    with translation.override("en"):
        return {line.topic: line.sentence for group in groups(profile, Numbers("en")) for line in group.lines}


def readings(profile: Profile, key: str) -> list[dict[str, str]]:
    """What the house says with each value that this key can have in it, its own among them."""
    said_of = []
    for value in {getattr(profile, key), *SWITCHES.get(key, POLICY[key].offered), *OTHER.get(key, ())}:
        try:
            said_of.append(said(replace(profile, **{key: value})))
        except Refused:
            continue
    return said_of


KEYS = [key for key in POLICY if key not in ELSEWHERE]
# What is called aloud in a document, as it stands there; the others print no words.
CALLED = {
    VENEZIA.source: {
        "Rien ne va plus", "carta", "no carta", "colpo nullo", "Colpo in Bianco", "Le carte parlano",
        "Ultimo colpo della taglia", "Ultimo colpo della taglia, minimo sette carte o nullo",
    },
    MALTA.source: {"colpo nullo"},
}  # fmt: skip


@every_row("house", HOUSES)
def test_words_are_cited_from_a_document_that_has_them(house: str) -> None:
    profile = HOUSES[house]
    cited = [it for it in every_line(profile, Numbers("it")).values() if it.citation.said is Said.STATED]
    for line in cited:
        printed = CALLED.get(marked(profile, line.topic).document, set())
        assert {*re.findall("«([^»]+)»", line.sentence)} <= printed, line.topic


def test_how_cards_are_read_is_stated_by_the_super_punto_banco_alone() -> None:
    """The classic rules have them taken up in the hand."""
    assert [marked(it, "reader.cloth").mark.said for it in (VENEZIA, CLASSICO_COPERTO)] == [Said.STATED, Said.READING]


def test_who_changes_the_rules_is_cited_from_no_document() -> None:
    assert "Direzione" not in said(VENEZIA)["amended"]
    assert "Direzione" in said(VENEZIA)["amended.from"]
    assert VERBS["change_rules"].source == "amended.from"


@every_row("key", KEYS)
def test_another_value_of_a_policy_key_reads_otherwise(key: str) -> None:
    """In the house where it arises: a house without a reader, say, has nothing to tell of the Button."""
    sentences = (readings(profile, key) for profile in (*HOUSES.values(), derive(VENEZIA, key="banked", bank="on")))
    assert any(len(texts) > 1 and all(texts.count(text) == 1 for text in texts) for texts in sentences)


def values_of(kind: Any) -> set[object]:
    """The values of a type that have sentences of their own, and ANY where it has others."""
    if get_origin(kind) is Literal:
        return {*get_args(kind)}
    if get_origin(kind) in (Union, UnionType):
        return set().union(*map(values_of, get_args(kind)))
    own: dict[object, set[object]] = {bool: {True, False}, NoneType: {None}, Rounding: {*get_args(RoundingMode)}}
    return own.get(kind, {ANY})


@every_row("key", KEYS)
def test_a_policy_key_declares_a_sentence_for_each_of_its_values_or_is_composed(key: str) -> None:
    declared = POLICY[key]
    values = [value for value, _sentence in (*declared.meanings, *declared.unsaid)]
    assert len({*values}) == len(values)
    if declared.composed:
        assert values == []
    else:
        assert values_of(get_type_hints(Profile)[key]) <= {*values}


@every_row("profile", (*HOUSES.values(), derive(VENEZIA, key="banked", bank="on"), *VARIANTS.values()))
def test_a_declared_sentence_is_the_one_on_the_page(profile: Profile) -> None:
    """What is composed has none."""
    on_the_page = said(profile)
    with translation.override("en"):
        for key in KEYS:
            if POLICY[key].composed:
                with pytest.raises(KeyError):
                    chosen(profile, key, Numbers("en"))
            elif key in on_the_page:
                assert on_the_page[key] == chosen(profile, key, Numbers("en")).sentence


def test_every_place_of_a_declared_sentence_is_written_in_a_way_of_its_own() -> None:
    sentences = [sentence for declared in POLICY.values() for _value, sentence in declared.meanings]
    assert set().union(*map(places, sentences)) == WRITTEN.keys()


def test_without_a_bank_a_house_says_nothing_of_one() -> None:
    """Neither a sentence nor a heading, whatever its rules would say of one."""
    whatever = derive(VENEZIA, key="own", bank_close="cage", difference_report=1, pieces=(25, 100))
    assert not said(whatever).keys() & {"bank", *OF_THE_BANK}
    assert said(whatever) == said(VENEZIA)
    assert "bank" not in {group.key for group in groups(whatever, Numbers("en"))}
    assert not [*changes(whatever, VENEZIA, Numbers("en"))]
    banked = replace(whatever, bank="on", pieces=VENEZIA.pieces)
    assert said(banked).keys() - said(VENEZIA).keys() == {"bank", *OF_THE_BANK}
    assert {it.topic for it in changes(banked, VENEZIA, Numbers("en"))} == {"bank", "bank_close", "difference_report"}


@pytest.mark.parametrize("profile", HOUSES.values(), ids=HOUSES)
def test_a_sentence_fills_in_all_its_places(profile: Profile) -> None:
    for language in LANGUAGES:
        with translation.override(language):
            for group in groups(profile, Numbers(language)):
                assert group.lines
                for line in group.lines:
                    assert "%(" not in line.sentence
                    assert line.sentence[-1] in ".:"


def test_sentences_on_a_screen_are_in_the_language_of_the_screen_whichever_is_active() -> None:
    read = dict[str, tuple[str, ...]]()
    for language, active in (("it", "de"), ("de", "en"), ("en", "it")):
        rules_on.cache_clear()
        with translation.override(active):
            read[language] = rules_on(VENEZIA, Numbers(language), BINDING)
        with translation.override(language):
            assert read[language] == tuple(every_line(VENEZIA, Numbers(language))[it].sentence for it in BINDING)
    assert len(set(read.values())) == len(read)


# --- on whose word


def rules_of(profile: Profile, language: str = "en") -> dict[str, RuleLine]:
    """Every rule of the page of a house by its topic, the Regola among them."""
    with translation.override(language):
        return every_line(profile, Numbers(language))


@pytest.mark.parametrize("profile", HOUSES.values(), ids=HOUSES)
def test_every_sentence_of_a_house_is_marked(profile: Profile) -> None:
    """A sentence without a mark is to get one beside the values of its house, in table/rules/houses.py."""
    assert [topic for topic in rules_of(profile) if marked(profile, topic).own] == []


@pytest.mark.parametrize("key", HOUSES)
def test_whatever_a_document_says_is_told_by_its_house_or_by_one_that_derives_from_it(key: str) -> None:
    in_any_order = derive(HOUSES[key], key="own", announce_order="any")
    houses = [in_any_order, *(it for it in HOUSES.values() if key in (it.key, it.derived_from))]
    spoken = {topic for house in houses for topic in rules_of(house)}
    assert {topic for topic, mark in MARKS[key].items() if mark.said != Said.DEFAULT} <= spoken


@every_row("language", LANGUAGES)
@every_row("profile", HOUSES.values())
def test_only_what_is_stated_cites_its_source_as_the_authority_and_a_reading_has_the_other_one_beside_it(
    profile: Profile, language: str
) -> None:
    with translation.override(language):
        rules = rules_of(profile, language).values()
        assert rules
        for rule in rules:
            said, label, words = rule.citation
            assert str(label)
            found = marked(profile, rule.topic)
            assert (words.endswith(where(found)) if found.inherited else words == where(found)) is (said == Said.STATED)
            if said == Said.READING:
                before, _colon, other = words.partition(": ")
                assert before
                assert other[-1] == "."
                assert other != rule.sentence


def test_the_words_of_the_three_marks() -> None:
    rules = rules_of(VENEZIA)
    with translation.override("en"):
        labels = [str(rules[topic].citation.label) for topic in ("decks", "art5_mid_coup", "banco_payout")]
    assert labels == ["stated", "a reading", "a default"]
    assert rules["min_last_coup_cards"].citation.words == "Super Punto Banco, Art. 5"
    assert rules["banco_payout"].citation.words == "the source is silent: a default of Sabot"
    assert rules["art5_mid_coup"].citation.words == (
        "Sabot reads Art. 5 so; it can also be read: "
        "If the cut card comes out in the middle of a coup, one more coup is played after it."
    )
    assert rules["regola.punto_stood"].citation.words == (
        "Sabot reads Tabella della Regola so; it can also be read: Banco with 5 then stands, as the table is printed."
    )
    assert rules_of(MALTA)["banco_payout"].citation.words == (
        "Sabot reads Punto y Banco, Malta so; it can also be read: "
        "Every win of Banco is paid at half, except one with 6."
    )
    assert rules_of(ONLINE)["malfunction_voids"].citation.words == "Baccarat online"


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
    rules = rules_of(own, language)
    assert rules["decks"].citation.words == words
    assert rules["min_last_coup_cards"].citation.said == Said.DEFAULT
    assert "Art. 5" not in rules["min_last_coup_cards"].citation.words
    assert "Super Punto Banco, Art. 3" in rules["art3_first_card_window"].citation.words


def test_a_house_that_takes_the_other_reading_has_the_usual_one_beside_it() -> None:
    other = derive(VENEZIA, key="own", art5_mid_coup="one_more")
    rule, usual = rules_of(other)["art5_mid_coup"], rules_of(VENEZIA)["art5_mid_coup"]
    assert rule.citation.words == f"Sabot reads Art. 5 so; it can also be read: {usual.sentence}"


def test_a_house_that_decides_otherwise_than_its_document_says_so() -> None:
    citation = rules_of(derive(VENEZIA, key="own", decks=8))["decks"].citation
    assert (citation.said, citation.words) == (Said.DEFAULT, "this house has decided it so")


def test_where_several_stake_at_a_position_guests_take_part_seated_or_standing_at_any() -> None:
    """“Die Gäste können am Tisch sitzend oder stehend am Spiel teilnehmen”: not at a free position alone."""
    with translation.override("en"):
        rule = rules_of(ADMIRAL)["seats.standing"]
        assert rule.sentence == "Guests take part seated or standing, at any position that is not marked."
        assert rule.citation.words == "Punto Banco, Casino Admiral"
        assert rules_of(VENEZIA)["seats.standing"].sentence.endswith("at a free position.")


def test_the_classic_rules_explain_the_card_that_neither_of_their_lists_has() -> None:
    """Banco with 3 against a 9: the cards after which it draws and those after which it stands leave it out."""
    rule = rules_of(CLASSICO)["regola.three_after_nine"]
    assert rule.sentence.startswith("Banco with 3 draws when Punto’s third card counts 9. The source lists")
    assert rule.citation.said == Said.DEFAULT
    houses = {key for key, house in HOUSES.items() if "regola.three_after_nine" in rules_of(house)}
    assert houses == {CLASSICO.key, "baccarat-classico-coperto"}


def test_prices_are_printed_as_the_house_prints_them_whatever_its_document_is_called() -> None:
    def printed(profile: Profile, odds: str, box: Box = Box.BANCO) -> tuple[str, str]:
        own = derive(profile, key="own", source="My own", printed_odds=odds)
        with translation.override("en"):
            return price(own, box, Numbers("en"))[:2]

    assert printed(VENEZIA, "gross") == ("1:1 less 5%", "19:20 in all")
    assert printed(VENEZIA, "net") == ("19:20", "1:1 less 5%")
    assert printed(VENEZIA, "for_one") == ("1.95 for 1", "stake included")
    assert printed(VENEZIA, "for_one", Box.EGALITE) == ("9 for 1", "stake included")
    assert printed(MALTA, "gross") == printed(MALTA, "net") == ("1:1", "1:2 when Banco wins with 6")
    assert printed(MALTA, "for_one") == ("2 for 1", "1.5 for 1 when Banco wins with 6")


def test_a_cloth_with_a_place_for_the_tax_has_its_prices_for_one_where_the_house_prints_them_so() -> None:
    def printed(odds: str) -> tuple[str, ...]:
        own = derive(ADMIRAL, key="own", source="My own", printed_odds=odds)
        with translation.override("en"):
            return tuple(legend(own, box, Numbers("en")) for box in (Box.PUNTO, Box.BANCO, Box.EGALITE))

    assert printed("net") == printed("gross") == ("1:1", "1:1", "8:1")
    assert printed("for_one") == ("2 for 1", "2 for 1", "9 for 1")


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_the_english_sentence_again(language: str) -> None:
    catalogue = polib.pofile(str(settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"))
    assert {entry.msgid for entry in catalogue if entry.msgstr == entry.msgid} <= SAME


def test_no_word_of_a_screen_or_report_counts_seven_cards_where_a_house_may_ask_for_another_number() -> None:
    catalogue = polib.pofile(str(settings.BASE_DIR / "locale" / "it" / "LC_MESSAGES" / "django.po"))
    assert [it.msgid for it in catalogue if "seven cards" in it.msgid] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_word_of_a_policy_key_is_translated(language: str) -> None:
    catalogue = polib.pofile(str(settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"))
    translated = {entry.msgid for entry in catalogue.translated_entries()}
    for key, declared in POLICY.items():
        said = {declared.name} | {sentence for _value, sentence in (*declared.meanings, *declared.unsaid)}
        assert said - {""} <= translated, key
