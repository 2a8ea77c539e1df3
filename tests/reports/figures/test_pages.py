"""The pages of figures: who reads them, who reads of persons, what is handed out, and what an address may ask for."""

import json

import pytest

from table.models import Export
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, Role, derive
from table.screens.regions import Region, render
from tests.reports.figures.evening import small_evening, table_after_it
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db

READ = {
    Role.ISPETTORE_GIOCO,
    Role.ISPETTORE_COMUNALE,
    Role.CAPO_ISOLA,
    Role.CAPO_TAVOLO,
    Role.DIREZIONE,
    Role.AUDITOR,
}
PERSONS = 'id="persons"'


def evening(profile: Profile = VENEZIA) -> AtTable:
    """A small evening at T3, in which an inspector named the dealer as the cause of an incident."""
    return table_after_it(profile)


def page(role: Role, address: str = "/tables/T3/figures/", language: str = "en") -> str:
    answer = signed_in(role, language=language).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("reads", [Role.DIREZIONE, Role.ISPETTORE_GIOCO])
def test_who_was_named_is_read_by_the_role_that_the_house_names(reads: Role) -> None:
    evening(derive(VENEZIA, key="own", error_figures_read_by=reads))
    for role in sorted(READ):
        for address in ("/tables/T3/figures/", "/records/figures/"):
            shown = page(role, address)
            assert (PERSONS in shown) is (role is reads), (role, address)
            assert ("dario" in shown.replace("<b>dario</b>", "")) is (role is reads)


def test_how_long_a_coup_takes_is_shown_with_what_cases_take_of_it_and_is_no_measure_of_the_dealer() -> None:
    table = evening()
    said = "The time that a case takes counts as play, for the stage that follows it; it is no measure of the dealer."
    assert page(Role.ISPETTORE_GIOCO).count(said) == 2, "at the coups an hour, and at the seconds of a coup"
    assert said in render(table.snapshot, Region("desk_sheets:ispettore_gioco", "en"))


def test_a_table_of_another_house_tells_the_role_nothing_of_persons() -> None:
    evening()
    other = ready_table(derive(VENEZIA, key="own", error_figures_read_by=Role.ISPETTORE_GIOCO), code="T9")
    small_evening(other, cause="italo")
    shown = page(Role.ISPETTORE_GIOCO, "/records/figures/")
    assert "italo" in shown
    assert "dario" not in shown


def test_what_is_handed_out_has_the_figures_of_the_page_and_is_entered() -> None:
    evening()
    client = signed_in(Role.AUDITOR, language="en")
    form = {"nonce": "n-1", "form": "json"}
    answer = client.post("/tables/T3/figures/?taglia=1", form)
    read = json.loads(answer.content)
    assert (read["of"], read["copy"], read["taglie"], read["coups"]) == ("T3 taglia 1", 1, 1, 5)
    assert not any(it["picture"] == "errors-persons" for it in read["figures"])
    export = Export.objects.get()
    assert (export.report, export.of, export.form) == ("statistics", "T3 taglia 1", "json")
    table = client.post("/tables/T3/figures/", {"nonce": "n-2", "form": "csv"}).content.decode("utf-8-sig")
    lines = table.split("\r\n")
    assert lines[0] == "Picture;Row;Measure;Value"
    assert "Results against the exact odds;Punto;came;2" in lines
    assert "Results against the exact odds;Punto;share;0,666667" in lines


def test_who_may_read_of_persons_takes_them_out_and_the_entry_says_so() -> None:
    evening()
    answer = signed_in(Role.DIREZIONE, language="en").post("/tables/T3/figures/", {"nonce": "n-1", "form": "json"})
    rows = [it for it in json.loads(answer.content)["figures"] if it["picture"] == "errors-persons"]
    assert ("dario", 1) in [(it["row"], it["value"]) for it in rows]
    assert Export.objects.get().of == "T3 by person"


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("since=2026-13-01", "is no day"),
        ("since=2026-11-02&until=2026-11-01", "comes after the last one"),
        ("taglia=99", "has no taglia"),
        ("taglia=x", "has no taglia"),
        ("house=nowhere", "No table has played by the rules"),
    ],
)
def test_what_cannot_be_read_in_the_address_is_said_in_a_sentence(query: str, said: str) -> None:
    ready_table()
    auditor = signed_in(Role.AUDITOR, language="en")
    answer = auditor.get(f"/tables/T3/figures/?{query}")
    assert answer.status_code == auditor.head(f"/tables/T3/figures/?{query}").status_code == 400
    assert said in answer.content.decode()


def test_a_form_that_there_is_not_hands_out_nothing() -> None:
    ready_table()
    answer = signed_in(Role.AUDITOR, language="en").post("/records/figures/", {"nonce": "n", "form": "pdf"})
    assert answer.status_code == 422
    assert not Export.objects.exists()


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("language", "share"), [("it", "66,7%"), ("en", "66.7%"), ("de", "66,7\xa0%")])
def test_every_picture_has_its_words_and_its_figures_in_the_language_of_the_reader(language: str, share: str) -> None:
    evening()
    shown = page(Role.AUDITOR, language=language)
    assert share in shown
    assert shown.count('<svg class="chart"') == shown.count("<desc id=") >= 6
    assert shown.count("10⁻⁶") >= 4
    assert "style=" not in shown


def test_a_table_at_which_nothing_was_played_says_so() -> None:
    ready_table()
    assert "No taglia was played then." in page(Role.AUDITOR)
