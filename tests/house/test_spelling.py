"""German with ß or with ss: as the house writes it whose table it is, on every screen and page of that table."""

import re
from decimal import Decimal
from fractions import Fraction

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from table.live.socket import Screen
from table.models import Display, Person
from table.reports.registers.spreadsheet import cell
from table.rules.houses import ADMIRAL, VENEZIA
from table.rules.profile import Profile, Role
from table.screens.audiences import display_view, staff_view
from table.screens.regions import Region, draw
from table.words.numbers import Numbers
from table.words.voices import spelt, spoken, swiss
from tests.house.reader import LANGUAGES
from tests.rig.staff import signed_in
from tests.rig.tables import ready_table

CATALOGUE = settings.BASE_DIR / "locale" / "de" / "LC_MESSAGES" / "django.po"
WITH_SS = (
    "schliess",
    "ausser",
    "weiss ",
    "äusser",
    "draussen",
    "liess ",
    "dreissig",
    "heiss",
    "gross",
    "strasse",
)


def test_only_a_house_with_swiss_francs_writes_german_without_eszett() -> None:
    assert spelt("de", ADMIRAL.currency) == "de-ch"
    assert spelt("de", VENEZIA.currency) == "de"
    assert [spelt(language, ADMIRAL.currency) for language in ("it", "en")] == ["it", "en"]
    assert [spoken(language) for language in ("de-ch", "de", "it")] == ["de", "de", "it"]


def test_the_translations_are_written_with_eszett() -> None:
    texts = [text for it in polib.pofile(str(CATALOGUE)) for text in (it.msgstr, *it.msgstr_plural.values())]
    assert [text for text in texts if any(word in text.lower() for word in WITH_SS)] == []
    assert any("ß" in text for text in texts)


def test_both_spellings_say_the_same_and_write_the_same_amounts() -> None:
    said = {}
    for language in ("de", "de-ch"):
        with translation.override(language):
            said[language] = [gettext(text) for text in ("Close the table", "Sabot", "Button", "Yes")]
    assert said["de"][0] == "Tisch schließen"
    assert said["de-ch"] == [swiss(text) for text in said["de"]]
    assert Numbers("de-ch").money(125_000_000, "CHF") == Numbers("de").money(125_000_000, "CHF")


def texts_of(profile: Profile) -> str:
    """Whatever the screens of a table of this house show in German, with the sheets that can be opened."""
    table = ready_table(profile, code="G1")
    table.does("open_bets")
    row = table.state.table
    views = [
        staff_view("table", row.code, Person(badge="x", role=Role.ISPETTORE_GIOCO), "de"),
        staff_view("dealer", row.code, table.cast.dealer.person, "de"),
        display_view(Display(kind=Display.Kind.SIGN, table=row, language="de")),
    ]
    wanted = {it for view in views for shown in (*view.regions.values(), *view.dialogs.values()) for it in shown}
    drawn = draw(row.code, wanted)
    assert drawn is not None
    return "".join(drawing.text for drawing in drawn.texts.values())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("profile", "closes", "never"), [(ADMIRAL, "schliessen", "ß"), (VENEZIA, "schließen", "schliess")]
)
def test_the_screens_of_a_table_have_the_spelling_of_its_house(profile: Profile, closes: str, never: str) -> None:
    text = texts_of(profile)
    assert closes in text
    assert never not in text


def test_a_refusal_has_the_spelling_of_the_table_at_which_it_was_pressed() -> None:
    screen = Screen()
    screen._language = "de"
    screen.regions = {"A1": frozenset({Region("tile", "de-ch")}), "V1": frozenset({Region("tile", "de")})}
    assert [screen._spelt(table) for table in ("A1", "V1", "nowhere")] == ["de-ch", "de", "de"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("profile", "heading", "never"),
    [(ADMIRAL, "Unregelmässigkeiten", "ß"), (VENEZIA, "Unregelmäßigkeiten", "Unregelmässigkeiten")],
)
def test_so_have_the_rules_of_a_house(client: Client, profile: Profile, heading: str, never: str) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    text = client.get(f"/houses/{profile.key}/").content.decode()
    assert '<html lang="de">' in text
    assert heading in text
    assert never not in text


@pytest.mark.django_db
@pytest.mark.parametrize(("profile", "never"), [(ADMIRAL, "ß"), (VENEZIA, "schliess")])
def test_so_have_the_pages_about_a_table(profile: Profile, never: str) -> None:
    ready_table(profile, code="G1")
    client = signed_in(Role.ISPETTORE_GIOCO, language="de")
    for name in ("inspector", "coups"):
        text = client.get(reverse(name, args=["G1"])).content.decode()
        assert '<html lang="de"' in text
        assert never not in text


def test_on_sqlite_and_postgresql_the_money_of_each_table_says_how_its_tile_is_spelt(real_database: str) -> None:
    for code, profile in (("T1", ADMIRAL), ("T2", VENEZIA)):
        ready_table(profile, code=code)
    pit = staff_view("pit", "", Person(badge="x", role=Role.ISPETTORE_GIOCO), "de")
    spelt_so = {code: {it.language for it in shown} for code, shown in pit.regions.items()}
    assert spelt_so == {"T1": {"de-ch"}, "T2": {"de"}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_lost_has_the_same_sign_on_every_page_and_one_of_a_number_in_a_spreadsheet(language: str) -> None:
    numbers = Numbers(language)
    lost = numbers.money(-225, "CHF")
    assert lost == f"−{numbers.money(225, 'CHF')}"
    assert numbers.chip(-125_000) == f"−{numbers.chip(125_000)}"
    assert numbers.percent(Fraction(-1, 3), 2) == f"−{numbers.percent(Fraction(1, 3), 2)}"
    assert numbers.decimal(Decimal("-1.5")) == f"−{numbers.decimal(Decimal('1.5'))}"
    assert cell(lost) == lost.replace("−", "-")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("currency", ["EUR", "JPY", "KWD"])
def test_no_amount_is_rounded_where_it_is_shown_and_all_have_two_decimals(language: str, currency: str) -> None:
    """A stake of ten yen on Banco wins nine and a half."""
    numbers = Numbers(language)
    for cents in (100_000, -950):
        written = re.sub(r"[^\d.,−]", "", numbers.money(cents, currency))
        assert (written[-3] in ".,", re.sub(r"[.,]", "", written)) == (True, str(cents).replace("-", "−"))
