"""The figures of an evening that is known come out exactly, and what lies covered is in none of them."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import translation

from procedures.models import Incident
from table.models import Entry, Shoe
from table.reports.figures import errors, taglie
from table.reports.figures.asked import Asked
from table.reports.figures.files import as_json
from table.reports.figures.page import figures
from table.reports.registers.days import day_of
from table.rules.houses import VENEZIA
from table.rules.profile import Role, derive
from table.screens.read.numbers import Numbers
from tests.croupier.coups import deal, pay, play
from tests.figures.evening import small_evening
from tests.house.long_record import lay_coups, lay_past
from tests.rig.tables import AtTable, new_table, prepare_shoe, ready_table
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db


def told(table: AtTable | None, role: Role = Role.AUDITOR, **asked: object) -> dict[str, Any]:
    """The figures as they are handed out, in English."""
    with translation.override("en"):
        wanted = Asked(table.row if table else None, **asked)  # type: ignore[arg-type]
        read: dict[str, Any] = json.loads(as_json(figures(wanted, role, Numbers("en")), copy=1))
        return read


def of(told: dict[str, Any], picture: str) -> dict[tuple[str, str], float]:
    """The figures of one picture, by row and measure."""
    rows: list[dict[str, Any]] = told["figures"]
    return {(str(it["row"]), str(it["measure"])): float(str(it["value"])) for it in rows if it["picture"] == picture}


@pytest.fixture
def table() -> AtTable:
    ready = ready_table()
    small_evening(ready)
    return ready


def test_the_figures_of_a_small_evening_come_out_exactly(table: AtTable) -> None:
    read = told(table)
    assert (read["taglie"], read["coups"]) == (1, 5)
    results = of(read, "results-6")
    assert [results[row, "count"] for row in ("banco", "punto", "egalite")] == [0, 2, 1]
    assert results["punto", "share"] == pytest.approx(0.666667)
    assert results["punto", "odds"] == pytest.approx(0.446279, abs=1e-4)
    cards = of(read, "cards-6")
    assert (cards["natural", "count"], cards["cards-4", "count"], cards["cards-5", "count"]) == (2, 3, 0)
    endings = of(read, "endings")
    assert {row: endings[row, "count"] for row in ("blank", "annulled", "null_seven")} == {
        "blank": 1,
        "annulled": 1,
        "null_seven": 0,
    }
    assert endings["annulled", "a_thousand"] == 200


def test_positions_are_told_by_the_coups_that_were_paid(table: AtTable) -> None:
    read = told(table)
    occupied, average = of(read, "occupancy-EUR"), of(read, "stake-EUR")
    assert {it: occupied[it, "coups"] for it in "1234"} == {"1": 1, "2": 2, "3": 1, "4": 0}
    assert {occupied[it, "of"] for it in "123456789"} == {3}
    assert {it: average[it, "average"] for it in "1234"} == {"1": 100, "2": 125, "3": 10, "4": 0}
    assert average["2", "turnover"] == 250


def test_incidents_are_told_by_article_table_and_sixain(table: AtTable) -> None:
    read = told(table)
    counted = {str(it): Incident.objects.filter(article=it).count() for it in (1, 8)}
    articles = of(read, "errors-articles")
    assert counted["8"] == 1
    assert {row: articles[row, "count"] for row, count in counted.items() if count} == {
        row: count for row, count in counted.items() if count
    }
    assert of(read, "errors-sixains")["S-1", "count"] == sum(counted.values())
    assert of(read, "errors-tables") == {}


def test_what_was_withdrawn_was_no_error(table: AtTable) -> None:
    before = of(told(table), "errors-articles")["8", "count"]
    Incident.objects.filter(article=8).update(status=Incident.Status.WITHDRAWN)
    assert before == 1
    assert ("8", "count") not in of(told(table), "errors-articles")


def test_a_covered_card_changes_no_figure(table: AtTable) -> None:
    before = told(table)
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["5D", "KC"])
    after = told(table)
    paced = ("pace", "stages")
    assert [it for it in after["figures"] if it["picture"] not in paced] == [
        it for it in before["figures"] if it["picture"] not in paced
    ]


def test_a_taglia_counts_for_the_day_on_which_its_shoe_was_loaded(table: AtTable) -> None:
    at = Entry.objects.get(register=table.code, verb="load").at
    today = taglie.found(Asked(table.row)).rows[0].at
    assert at == today
    day = day_of(at)
    assert told(table, first=day, last=day)["taglie"] == 1
    assert told(table, last=day - timedelta(days=1))["taglie"] == 0
    assert told(table, first=day + timedelta(days=1))["taglie"] == 0


def test_tables_houses_and_taglie_are_told_apart(table: AtTable) -> None:
    eight = derive(VENEZIA, key="eight", decks=8, currency="CHF")
    other = ready_table(eight, code="M1")
    play(other, "P50@1")
    assert told(None)["taglie"] == 2
    assert told(None, house="eight")["coups"] == 1
    assert told(None, house=VENEZIA.key)["coups"] == 5
    assert told(other)["coups"] == 1
    assert told(other, taglia=1)["taglie"] == 1


def test_orders_and_late_stakes_are_looked_at(table: AtTable) -> None:
    deal(table, "P1000@1", "B50@2")
    alarms = {str(it["alarm"]): it for it in told(table)["alarms"]}
    assert str(alarms["late"]["looked_at"]).startswith("Late stakes at the maximum: 0,")
    table.does("turn_battuta", cards=["9H", "KD"])
    table.does("turn_banco", cards=["2D", "3D"])
    pay(table)
    table.does("burn")
    alarms = {str(it["alarm"]): it for it in told(table)["alarms"]}
    assert str(alarms["late"]["looked_at"]).startswith("Late stakes at the maximum: 1,")
    assert [it["found"] for it in alarms.values()] == [[], [], []]


def test_a_shoe_in_the_order_of_the_last_one_is_named(table: AtTable) -> None:
    for punto, banco in (("9S KD", "2S 3S"), ("8S KH", "4H 3C"), ("9H QC", "6D 2D")):
        play(table, "P50@1", punto=punto, banco=banco)
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, VENEZIA)
    for punto, banco in (("9S KD", "2S 3S"), ("8S KH", "4H 3C"), ("9H QC", "6D 2D")):
        play(table, "P50@1", punto=punto, banco=banco)
    [order] = [it for it in told(table)["alarms"] if it["alarm"] == "order"]
    assert order["found"]
    assert "T3 · 2" in order["found"][0]


def test_an_article_stands_out_or_does_not() -> None:
    assert errors.stands_out({}) is None
    assert errors.stands_out({8: 4}) is None
    assert errors.stands_out({8: 12, 1: 1}) == 8
    assert errors.stands_out({8: 12, 1: 7}) is None
    assert errors.stands_out({8: 5, 1: 2}) is None


def test_the_page_costs_the_same_after_years(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taglie, "MOST_TAGLIE", 3)
    table = new_table()
    costs: list[tuple[int, int]] = []
    for years in (6, 24):
        lay_past(table.row, taglie=years) if not costs else _more(table, years)
        Shoe.objects.filter(loaded_at=None).update(loaded_at=1)
        with Counting() as count:
            assert told(table)["more"]
        costs.append((count.statements, count.steps))
    (statements, steps), (later, more) = costs
    assert statements == later <= 25
    assert more < 1.2 * steps


def _more(table: AtTable, taglie: int) -> None:
    """As many taglie again, after those that are there."""
    policy, old = table.row.policy, Shoe.objects.filter(sixain__serial="S-old").latest("taglia")
    assert policy is not None
    for taglia in range(100, 100 + taglie):
        old.pk, old.taglia = None, taglia
        old.save(force_insert=True)
        lay_coups(table.row, policy, old, 60)
