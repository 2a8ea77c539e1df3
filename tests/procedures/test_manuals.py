"""The manuals: whatever can be pressed, noticed or decided stands in them, in every language, by its own words."""

import re
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.translation import trans_real

from procedures.articles import KINDS
from procedures.views.manuals import card
from procedures.views.manuals.manual import MANUALS, Manual, ManualText, text_of
from procedures.views.manuals.words import ALL_ARTICLES, ANCHOR
from table.models import House
from table.play.declaration import VERBS
from table.play.effects import EFFECTS
from table.rules.houses import ADMIRAL, HOUSES, MALTA, VENEZIA
from table.rules.profile import Profile, Role, derive
from table.rules.shoe import LAST_COUP
from table.screens.rules.page import every_line
from table.words.numbers import numbers_here
from table.words.terms import SEVERITIES
from table.words.voices import voiced_for
from tests.house.test_glossary import TERMS, Term, saying
from tests.rig.staff import signed_in
from tests.rig.tables import new_table, ready_table
from tests.rig.words import manuals_in

LANGUAGES = [code for code, _name in settings.LANGUAGES]
DEALT = [it for it in HOUSES.values() if it.dealing != "automatic"]
TEMPLATES = Path(settings.BASE_DIR) / "templates"
ASKS = re.compile(r'(?:\bhelp\(|\bplace=|help_link\("\w+", |"sheet-wide", |"incident-decision", )([^)%}]*)')
"""How a template names the place at which it opens the manual."""
PLACES = re.compile(rf'id="{ANCHOR}([\w-]+)"')


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each language in its turn."""
    with translation.override(request.param):
        yield request.param


def texts(profile: Profile = VENEZIA) -> dict[str, ManualText]:
    """All manuals of a house."""
    return {name: text_of(name, profile) for name in MANUALS}


def places(text: ManualText) -> list[str]:
    """Where a “?” may lead in a manual."""
    return PLACES.findall(text.html)


def lacking(manual: Manual, text: ManualText) -> set[str]:
    """The acts that its readers may press and that it does not tell of."""
    return {name for name, verb in VERBS.items() if verb.roles & manual.readers} - text.named["acts"]


def test_whatever_somebody_may_press_stands_in_the_manual_of_their_office(language: str) -> None:
    assert {role for it in MANUALS.values() for role in it.readers} == set(Role) - {Role.SHOE}
    found = texts()
    assert {it.name: lacking(it, found[it.name]) for it in MANUALS.values()} == {name: set() for name in MANUALS}


def test_every_alert_every_article_and_whatever_goes_wrong_stands_where_it_is_looked_for(language: str) -> None:
    found = texts()
    alerts = {name for name, effect in EFFECTS.items() if effect.alert is not None}
    assert alerts == set(found["inspector"].named["alerts"])
    for name in ("dealer", "inspector"):
        assert found[name].named["articles"] == {str(number) for number in ALL_ARTICLES}
        assert found[name].named["kinds"] == set(KINDS)
    assert [*ALL_ARTICLES] == [*range(len(ALL_ARTICLES))]
    assert all(f'class="key">{words}<' in found["inspector"].html for words in SEVERITIES.values())


def test_every_rule_of_every_house_is_told_where_it_matters(language: str) -> None:
    for profile in HOUSES.values():
        with translation.override(voiced_for(language, profile)):
            rules = every_line(profile, numbers_here())
        found = texts(profile)
        named = {name for text in found.values() for name in text.named["rules"]}
        assert set(rules) - named == set(), profile.key
        for name, text in found.items():
            for topic in text.named["rules"] & rules.keys():
                assert _escaped(rules[topic].sentence) in text.html, (profile.key, name, topic)


def _escaped(sentence: str) -> str:
    return sentence.replace("&", "&amp;").replace('"', "&#34;").replace("'", "&#39;")


def test_no_rule_is_named_that_no_house_could_have(language: str) -> None:
    houses = [every_line(it, numbers_here()).keys() for it in HOUSES.values()]
    known = {"stakes", "rounding"}.union(*houses)
    assert {topic for text in texts().values() for topic in text.named["rules"]} - known == set()


@pytest.mark.one_in(3)
def test_other_words_of_the_screens_are_those_of_the_screens(language: str) -> None:
    words = trans_real.translation("it")
    named = {it for profile in DEALT for text in texts(profile).values() for it in text.named["buttons"]}
    assert {it for it in named if it not in words._catalog} == set()  # type: ignore[attr-defined]


def test_a_manual_says_the_same_in_every_language() -> None:
    for profile in (VENEZIA, MALTA, ADMIRAL):
        for name in MANUALS:
            said = []
            for it in LANGUAGES:
                with translation.override(it):
                    text = text_of(name, profile)
                    said.append((text.named, places(text), _pictures(text)))
                    assert len(set(places(text))) == len(places(text)), "a place is there once"
            assert all(it == said[0] for it in said), (profile.key, name)


def test_who_plays_by_another_document_is_told_whose_the_numbers_of_the_articles_are(language: str) -> None:
    said = translation.gettext(
        "Articles are numbered as in the Super Punto Banco, which is not the document of this house: on whose word "
        "each rule holds here, the page of its rules says."
    )
    for house in (*DEALT, derive(VENEZIA, key="own", source="My own")):
        theirs = house.derived_from == VENEZIA.key
        assert [said in text_of(name, house).html for name in ("dealer", "inspector")] == [not theirs] * 2, house.key
        assert ("Super Punto Banco" in card.numbered(house)) is not theirs


def test_what_is_done_first_is_true_of_the_house() -> None:
    with translation.override("en"):
        firsts = {it.key: {line.name: line.first for line in card.articles(it)} for it in DEALT}
    venezia, malta, admiral = (firsts[it.key] for it in (VENEZIA, MALTA, ADMIRAL))
    assert "stays free" not in "".join(venezia.values()), "a marked place is not free"
    assert (venezia["Art. 11"], admiral["Art. 11"]) == (
        "give the second stake back",
        "one of each player; give a second one back",
    )
    assert (venezia["Art. 13"], malta["Art. 13"]) == (
        "who stands never reads; nobody plays at a marked place",
        "nobody plays at a marked place",
    )
    assert [first["Art. 14"] for first in (venezia, malta)] == [
        "new limits hold from the next coup",
        "new limits hold once announced, from the next coup",
    ]
    assert [first["Art. 3"] for first in (venezia, malta)] == [
        "pick it up, it is valid; the first of the hand: in bianco",
        "pick it up, it is valid; burn the first of the hand, if seen",
    ]


BURNED = {
    "03": "alone out, and somebody saw it: it is burned, and the next one takes its place",
    "01": "If it is the first of the hand it is burned; any other is valid.",
    "07": "or is burned as in Art. 1",
}
WAITS = {
    "03": "</b> and alone out: stakes back",
    "01": "Any other is valid once the betting is closed.",
    "07": "or waits as in Art. 1",
}


def test_the_articles_say_of_a_card_what_the_house_does_with_it() -> None:
    with translation.override("en"):
        for house in DEALT:
            true, untrue = (WAITS, BURNED) if house.remedies == "blank_coup" else (BURNED, WAITS)
            said = " ".join(text_of("dealer", house).html.split())
            assert [it for it in true if true[it] not in said] == [], house.key
            assert [it for it in untrue if untrue[it] in said] == [], house.key
        whenever = text_of("dealer", derive(VENEZIA, key="whenever", art3_first_card_window="any_time")).html
    assert "</b>: stakes back" in whenever


def test_the_articles_say_whose_second_stake_goes_back_and_when_new_limits_hold() -> None:
    with translation.override("en"):
        for house in DEALT:
            said = " ".join(text_of("dealer", house).html.split())
            assert ("A second stake on the same box is refused" in said) is (house.stakes_per_position == "one"), (
                house.key
            )
            assert ("New limits hold from the next coup: the" in said) is (house.announce_limits_by is None), house.key


def test_inspectors_are_told_where_the_house_has_others_suspend_and_set_limits() -> None:
    with translation.override("en"):
        for house in DEALT:
            said = " ".join(text_of("inspector", house).html.split())
            for act, by in (("suspend the game", house.suspended_by), ("set the limits", house.limits_decided_by)):
                assert (f"{act}</b> (here: " in said) is (by != Role.ISPETTORE_GIOCO), (house.key, act)


def test_where_nothing_is_counted_no_last_coup_is_said_to_be_null() -> None:
    with translation.override("en"):
        said = {it.key: "the table notices it by the count" in text_of("dealer", it).html for it in DEALT}
    assert said == {it.key: it.min_last_coup_cards is not None for it in DEALT}


def test_the_dealer_is_told_where_a_guest_may_stand_in_the_house() -> None:
    with translation.override("en"):
        said = {it.key: "also at an occupied position" in text_of("dealer", it).html for it in DEALT}
    assert said == {it.key: it.stakes_per_position == "many" for it in DEALT}


def test_where_nothing_is_counted_the_last_coup_has_one_call_wherever_the_cut_card_comes() -> None:
    with translation.override("en"):
        venezia, malta = (
            [step for step in card.besides(it) if step.said.startswith(LAST_COUP)] for it in (VENEZIA, MALTA)
        )
    assert [step.done for step in malta] == ["the cut card came out"]
    assert venezia[0].done == "the cut card came out in the middle of a coup"


def test_hands_are_turned_only_where_the_cards_are_dealt_covered(language: str) -> None:
    """Where the four cards come face up they lie open already: neither the quick card nor the manual turns them."""
    nobody_reads = derive(VENEZIA, key="dealer-turns", reader="none", button=False)
    step = translation.gettext("turn both hands")
    step_of_manual = re.compile(r'{%- if house\.dealing == "face_down" %} <li>(<b>[^<]+</b>)')
    (turns,) = {found for page in manuals_in(language) for found in step_of_manual.findall(page)}
    for house in (*DEALT, nobody_reads):
        turned = house.dealing == "face_down" and house.reader == "none"
        assert (step in [it.done for it in card.steps(house)]) is turned, house.key
        assert (turns in text_of("dealer", house).html) is turned, house.key


OF_READING = (
    "The screen shows who reads.",
    "The screen works out who reads",
    "until the cards lie before the reader",
    "«carta» by voice, by",
)
OF_THE_BUTTON = ("The Button goes to the first position.", "if the Button lies wrong", "result and Button")


def test_reader_and_button_are_told_of_only_where_the_house_has_them() -> None:
    with translation.override("en"):
        for house in DEALT:
            said = " ".join(" ".join(it.html for it in texts(house).values()).split())
            assert {it for it in OF_READING if it in said} == {*OF_READING * (house.reader != "none")}, house.key
            assert {it for it in OF_THE_BUTTON if it in said} == {*OF_THE_BUTTON * house.button}, house.key


def test_a_manual_has_the_least_number_of_cards_that_the_house_asks_for() -> None:
    with translation.override("en"):
        five, seven = (
            text_of("dealer", it).html for it in (derive(VENEZIA, key="five", min_last_coup_cards=5), VENEZIA)
        )
    assert "fewer than seven in all" in seven
    assert "fewer than 5 in all" in five
    assert "seven in all" not in five


def _pictures(text: ManualText) -> list[str]:
    """The pictures by their names, which are there in this language."""
    found = re.findall(r'src="[^"]*manuals/([\w-]+)\.(\w\w)[.\w]*\.webp', text.html)
    for name, language in found:
        assert (Path(settings.BASE_DIR) / "static" / "manuals" / f"{name}.{language}.webp").stat().st_size > 5_000
    return [name for name, _language in found]


def test_every_question_mark_leads_to_a_place_that_is_there(language: str) -> None:
    """Those of the screens, by what they are written with; for a name that is filled in, all that it may stand for."""
    there = {place for text in texts().values() for place in places(text)}
    fills: dict[str, Collection[str]] = {
        "act-": VERBS,
        "kind-": KINDS,
        "alert-": {name for name, it in EFFECTS.items() if it.alert},
    }
    dealers = {f"act-{name}" for name, verb in VERBS.items() if Role.DEALER in verb.roles}
    assert dealers <= set(places(text_of("dealer", VENEZIA)))
    opened = {place for page in sorted(TEMPLATES.rglob("*.html")) for place in _opened_places(page.read_text("utf-8"))}
    assert len(opened) > 25, "nothing was found"
    for place in opened:
        filled = [place + name for name in fills[place]] if place in fills else [place]
        assert set(filled) - there <= {f"act-{name}" for name, it in VERBS.items() if it.owner is House}, place


def _opened_places(template: str) -> Iterator[str]:
    """The places that a template opens the manual at."""
    for call in ASKS.findall(template):
        for text in re.findall(r'"([^"]*)"', call):
            yield from text.split()


def test_the_manuals_speak_the_words_of_the_glossary(language: str) -> None:
    said = [re.sub(r"<code>.*?</code>|<[^>]+>", "", part) for part in _written(language)]
    wrong = [(term.term, word, text[:80]) for term, word in _unused(language) for text in saying(word, said)]
    assert wrong == []


def _written(language: str) -> list[str]:
    """What is written in the templates in this language, apart from what they take from the screens."""
    return [re.sub(r"\{[{%#].*?[}%#]\}", "", it, flags=re.DOTALL) for it in manuals_in(language)]


def _unused(language: str) -> Iterator[tuple[Term, str]]:
    return ((term, word) for term in TERMS if term.language == language for word in term.unused)


@pytest.mark.django_db
def test_a_manual_tells_of_the_house_at_whose_table_the_reader_is_and_names_no_table_to_others() -> None:
    ready_table(ADMIRAL, code="ADMIRAL-1", seats=0)
    visitor = Client(headers={"accept-language": "en"}).get("/manual/dealer/").content.decode()
    assert (ADMIRAL.title in visitor, "ADMIRAL-1" in visitor) == (True, False)
    assert Client().get("/manual/card.pdf").status_code == 302, "it is made anew for whoever asks"
    client = signed_in(Role.DEALER, language="de")
    chapters = client.get("/manual/dealer/").content.decode()
    assert 'href="/manual/dealer/?whole&amp;table=ADMIRAL-1"' in chapters, "all of it is of the same table"
    page = client.get("/manual/dealer/?whole").content.decode()
    assert ADMIRAL.title in page
    assert "Direktion" in page
    assert "ß" not in page, "a house that plays in francs writes ss"
    assert client.get("/manual/nobody/").status_code == 404
    assert "/manual/card.pdf" in client.get("/manual/").content.decode()
    assert client.get("/manual/card.pdf?table=ADMIRAL-1").content.startswith(b"%PDF")


@pytest.mark.django_db
def test_each_chapter_is_a_page_and_a_place_leads_to_the_chapter_in_which_it_stands() -> None:
    visitor = Client(headers={"accept-language": "en"})
    for manual in MANUALS.values():
        for name in manual.sections:
            page = visitor.get(f"/manual/{manual.name}/{name}/").content.decode()
            at = manual.sections.index(name)
            around = [manual.sections[there] for there in (at - 1, at + 1) if 0 <= there < len(manual.sections)]
            ways = re.findall(r'rel="(?:prev|next)" href="/manual/\w+/([\w-]+)/', page)
            assert ways == around, (manual.name, name)
            for chapter, anchor in re.findall(rf'href="/manual/{manual.name}/([\w-]+)/#([\w-]+)"', page):
                assert f'id="{anchor}"' in visitor.get(f"/manual/{manual.name}/{chapter}/").content.decode()
            own = set(re.findall(r'href="#(m-[\w-]+)"', page))
            assert own <= set(re.findall(r'id="(m-[\w-]+)"', page)), (manual.name, name)
        whole = visitor.get(f"/manual/{manual.name}/?whole").content.decode()
        assert all(f'id="{it}"' in whole for it in re.findall(r'href="#(m-[\w-]+)"', whole))
    assert visitor.get("/manual/dealer/at/keys/")["Location"] == "/manual/dealer/keys/#m-keys"
    assert visitor.get("/manual/dealer/at/nothing/")["Location"] == "/manual/dealer/"
    for unknown in ("/manual/nobody/", "/manual/dealer/nothing/", "/manual/nobody/at/keys/"):
        assert visitor.get(unknown).status_code == 404


@pytest.mark.one_in(3)
def test_the_quick_card_has_two_sides_in_every_house_and_language(language: str) -> None:
    for profile in DEALT:
        pages = re.findall(rb"/Type\s*/Page\b", card.as_pdf(profile))
        assert len(pages) == 2, profile.key


@pytest.mark.django_db
def test_the_manual_of_the_cash_desk_is_listed_for_its_readers_and_where_a_table_has_a_bank() -> None:
    def listed(role: Role) -> bool:
        return "/manual/cassa/" in signed_in(role).get("/manual/").content.decode()

    ready_table(code="A1")
    assert [role for role in (Role.CASSA, Role.VIDEO, Role.DEALER, Role.DIREZIONE) if listed(role)] == [
        Role.CASSA,
        Role.VIDEO,
    ]
    new_table(derive(VENEZIA, key="banked", bank="on"), code="A2")
    assert listed(Role.DEALER)
