"""The figures of an evening that is known come out exactly, and what lies covered is in none of them."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import translation

from procedures.models import Incident
from procedures.training.exercises import EXERCISES
from table.models import Coup, Entry, Policy, Shoe
from table.record.days import day_of
from table.reports.figures import errors, pace, taglie
from table.reports.figures.files import as_json
from table.reports.figures.filters import FigureFilters
from table.reports.figures.page import figures
from table.rules.houses import VENEZIA
from table.rules.profile import Role, derive
from table.words.numbers import Numbers
from tests.croupier.coups import deal, lay, pay, play, turn
from tests.house.long_record import lay_coups, lay_past
from tests.procedures.reported_cases import ruled
from tests.reports.figures.evening import table_after_it
from tests.rig.tables import AtTable, new_table, prepare_shoe, ready_table
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db


def handed_out(table: AtTable | None, role: Role = Role.AUDITOR, **filters: object) -> dict[str, Any]:
    """The figures as they are handed out, in English."""
    with translation.override("en"):
        wanted = FigureFilters(table.row if table else None, **filters)  # type: ignore[arg-type]
        read: dict[str, Any] = json.loads(as_json(figures(wanted, role, Numbers("en")), copy=1))
        return read


def of(paper: dict[str, Any], picture: str) -> dict[tuple[str, str], float]:
    """The figures of one picture, by row and measure."""
    rows: list[dict[str, Any]] = paper["figures"]
    return {(str(it["row"]), str(it["measure"])): float(str(it["value"])) for it in rows if it["picture"] == picture}


@pytest.fixture
def table() -> AtTable:
    return table_after_it()


def test_the_figures_of_a_small_evening_come_out_exactly(table: AtTable) -> None:
    read = handed_out(table)
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
    read = handed_out(table)
    occupied, average = of(read, "occupancy-EUR"), of(read, "stake-EUR")
    assert {it: occupied[it, "coups"] for it in "1234"} == {"1": 1, "2": 2, "3": 1, "4": 0}
    assert {occupied[it, "of"] for it in "123456789"} == {3}
    assert {it: average[it, "average"] for it in "1234"} == {"1": 10_000, "2": 12_500, "3": 1_000, "4": 0}
    assert average["2", "turnover"] == 25_000


def test_incidents_are_told_by_article_table_and_sixain(table: AtTable) -> None:
    read = handed_out(table)
    counted = {str(it): Incident.objects.filter(article=it).count() for it in (1, 8)}
    articles = of(read, "errors-articles")
    assert counted["8"] == 1
    assert {row: articles[row, "count"] for row, count in counted.items() if count} == {
        row: count for row, count in counted.items() if count
    }
    assert of(read, "errors-sixains")["S-1", "count"] == sum(counted.values())
    assert of(read, "errors-tables") == {}


def test_a_case_between_two_coups_counts_at_the_sixain_of_the_shoe_on_the_table(table: AtTable) -> None:
    before = of(handed_out(table), "errors-sixains")["S-1", "count"]
    disturbed(table, "end_taglia")
    at_its_end = handed_out(table)
    assert of(at_its_end, "errors-sixains") == {("S-1", "count"): before + 1}
    prepare_shoe(table, VENEZIA, serial="S-2")
    play(table, "P50@1")
    disturbed(table, "end_taglia")
    assert of(handed_out(table), "errors-sixains") == {("S-1", "count"): before + 1, ("S-2", "count"): 1}
    assert of(handed_out(table, taglia=1), "errors-sixains") == {("S-1", "count"): before + 1}
    assert of(handed_out(table, taglia=2), "errors-sixains") == {("S-2", "count"): 1}


def disturbed(table: AtTable, *ordered: str) -> None:
    """A disturbance between two coups, on which the Direzione rules."""
    table.does("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="as seen")
    case = table.number
    table.cast.ispettore.does("refer", incident=case, reason="not foreseen")
    table.cast.direzione.does("rule", incident=case, text="for tonight", effects=list(ordered))


def test_a_case_at_a_shoe_of_another_house_is_not_counted_with_those_about_it(table: AtTable) -> None:
    before = of(handed_out(table), "errors-sixains")["S-1", "count"]
    assert table.row.policy is not None
    other = Policy.objects.create(table=table.row, version=2, values=table.row.policy.values | {"key": "other"})
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, VENEZIA)
    play(table, "P50@1")
    Coup.objects.filter(shoe__taglia=2).update(policy=other)
    disturbed(table, "end_taglia")
    prepare_shoe(table, VENEZIA)
    play(table, "P50@1")
    read = handed_out(table, house=VENEZIA.key)
    assert of(read, "errors-sixains") == {("S-1", "count"): before}
    assert of(read, "rulings-effects") == {}


def test_rulings_are_told_by_what_they_ordered_and_by_table(table: AtTable) -> None:
    assert of(handed_out(table), "rulings-effects") == {}
    disturbed(table, "end_taglia")
    prepare_shoe(table, VENEZIA)
    play(table, "P50@1")
    disturbed(table, "end_taglia", "close_table")
    assert of(handed_out(table), "rulings-effects") == {("end_taglia", "count"): 2, ("close_table", "count"): 1}
    assert of(handed_out(table), "rulings-tables") == {}
    assert of(handed_out(table, taglia=1), "rulings-effects") == {("end_taglia", "count"): 1}
    other = ready_table(code="T4")
    ruled(other)
    assert of(handed_out(None), "rulings-effects") == {
        ("continue", "count"): 1,
        ("correct_money", "count"): 1,
        ("end_taglia", "count"): 2,
        ("close_table", "count"): 1,
    }
    assert of(handed_out(None), "rulings-tables") == {("T3", "count"): 2, ("T4", "count"): 1}


def test_a_ruling_that_ends_several_cases_is_one_ruling(table: AtTable) -> None:
    deal(table, "P100@1")
    for _ in range(2):
        table.does("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="as seen")
    case = table.number
    table.cast.ispettore.does("refer", incident=case, reason="not foreseen")
    table.cast.direzione.does("rule", incident=case, text="for the trouble", effects=["annul"])
    assert Incident.objects.filter(status=Incident.Status.RULED).count() == 2
    assert of(handed_out(table), "rulings-effects") == {("annul", "count"): 1}


def test_what_was_withdrawn_was_no_error(table: AtTable) -> None:
    before = of(handed_out(table), "errors-articles")["8", "count"]
    Incident.objects.filter(article=8).update(status=Incident.Status.WITHDRAWN)
    assert before == 1
    assert ("8", "count") not in of(handed_out(table), "errors-articles")


def test_a_covered_card_changes_no_figure(table: AtTable) -> None:
    before = handed_out(table)
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["5D", "KC"])
    after = handed_out(table)
    paced = ("pace", "stages")
    assert [it for it in after["figures"] if it["picture"] not in paced] == [
        it for it in before["figures"] if it["picture"] not in paced
    ]


def test_of_more_acts_than_are_read_the_latest_make_the_pace(table: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    found = taglie.found(FigureFilters(table.row))
    [every] = pace._acts(found).values()
    monkeypatch.setattr(pace, "MOST_ACTS", 5)
    [latest] = pace._acts(found).values()
    assert list(latest) == list(every)[-5:]


def test_a_taglia_counts_for_the_day_on_which_its_shoe_was_loaded(table: AtTable) -> None:
    at = Entry.objects.get(register=table.code, verb="load").at
    today = taglie.found(FigureFilters(table.row)).rows[0].at
    assert at == today
    day = day_of(at)
    assert handed_out(table, first=day, last=day)["taglie"] == 1
    assert handed_out(table, last=day - timedelta(days=1))["taglie"] == 0
    assert handed_out(table, first=day + timedelta(days=1))["taglie"] == 0


def test_tables_houses_and_taglie_are_told_apart(table: AtTable) -> None:
    eight = derive(VENEZIA, key="eight", decks=8, currency="CHF")
    other = ready_table(eight, code="M1")
    play(other, "P50@1")
    assert handed_out(None)["taglie"] == 2
    assert handed_out(None, house="eight")["coups"] == 1
    assert handed_out(None, house=VENEZIA.key)["coups"] == 5
    assert handed_out(other)["coups"] == 1
    assert handed_out(other, taglia=1)["taglie"] == 1


def test_orders_and_late_stakes_are_looked_at(table: AtTable) -> None:
    deal(table, "P1000@1", "B50@2")
    alarms = {str(it["alarm"]): it for it in handed_out(table)["alarms"]}
    assert str(alarms["late"]["looked_at"]).startswith("Late stakes at the maximum: 0,")
    table.does("turn_battuta", cards=["9H", "KD"])
    table.does("turn_banco", cards=["2D", "3D"])
    pay(table)
    table.does("burn")
    alarms = {str(it["alarm"]): it for it in handed_out(table)["alarms"]}
    assert str(alarms["late"]["looked_at"]).startswith("Late stakes at the maximum: 1,")
    assert [it["found"] for it in alarms.values()] == [[], [], []]


def late_stakes(table: AtTable) -> str:
    """How many late stakes at the maximum were looked at."""
    [late] = [it for it in handed_out(table)["alarms"] if it["alarm"] == "late"]
    return str(late["looked_at"]).partition(",")[0].rpartition(" ")[2]


def seconds_later(seconds: int) -> Any:
    """So many seconds after an evening began, and the clock stands."""
    return time_machine.travel(datetime(2026, 11, 20, 19, 0, seconds, tzinfo=UTC), tick=False)


def test_a_raise_of_somebody_else_on_the_same_box_makes_no_stake_late() -> None:
    with seconds_later(0):
        table = ready_table(derive(VENEZIA, key="own", stakes_per_position="many"))
        table.does("stand_at", position="1", guest="hugo")
        lay(table, "P1000@1/anna", "P50@1/hugo")
    with seconds_later(30):
        table.does("raise", coup=table.coup, position="1", box="punto", by=5_000, guest="hugo")
        play_on(table)
    assert late_stakes(table) == "0"


def test_a_stake_that_was_found_after_the_closing_is_not_judged_by_the_next_coup() -> None:
    with seconds_later(0):
        table = ready_table()
        lay(table, "P50@2")
        table.does("close_bets", said=True)
        new = {"position": "1", "box": "punto", "amount": 100_000}
        table.does("correct_entry", what="stake", new=new, reason="mistyped")
        play_on(table, closed=True)
    with seconds_later(30):
        lay(table, "P50@1")
        table.does("raise", coup=table.coup, position="1", box="punto", by=5_000)
        play_on(table)
    assert late_stakes(table) == "0"


def test_of_a_betting_that_was_closed_twice_the_last_closing_counts() -> None:
    with seconds_later(0):
        table = ready_table()
        lay(table, "P1000@1")
    with seconds_later(30):
        table.does("close_bets", said=True)
        table.does("correct_entry", what="close", new={}, reason="mistyped")
        table.does("lower", coup=table.coup, position="1", box="punto", by=5_000)
        table.does("raise", coup=table.coup, position="1", box="punto", by=5_000)
        play_on(table)
    assert late_stakes(table) == "1"


def play_on(table: AtTable, *, closed: bool = False) -> None:
    """Play the coup whose stakes lie to its end."""
    if not closed:
        table.does("close_bets", said=True)
    table.does("deal")
    turn(table)
    pay(table)
    table.does("burn")


def test_a_shoe_in_the_order_of_the_last_one_is_named(table: AtTable) -> None:
    for punto, banco in (("9S KD", "2S 3S"), ("8S KH", "4H 3C"), ("9H QC", "6D 2D")):
        play(table, "P50@1", punto=punto, banco=banco)
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, VENEZIA)
    for punto, banco in (("9S KD", "2S 3S"), ("8S KH", "4H 3C"), ("9H QC", "6D 2D")):
        play(table, "P50@1", punto=punto, banco=banco)
    [order] = [it for it in handed_out(table)["alarms"] if it["alarm"] == "order"]
    assert order["found"]
    assert "T3 · 2" in order["found"][0]


def test_an_article_stands_out_or_does_not() -> None:
    assert errors.stands_out({}) is None
    assert errors.stands_out({8: 4}) is None
    assert errors.stands_out({8: 12, 1: 1}) == 8
    assert errors.stands_out({8: 12, 1: 7}) is None
    assert errors.stands_out({8: 5, 1: 2}) is None


def test_an_article_that_stands_out_names_the_exercises_in_which_it_is_learned(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errors, "stands_out", lambda _counted: 8)
    with translation.override("en"):
        pictures = figures(FigureFilters(table.row), Role.AUDITOR, Numbers("en")).pictures
        [notes] = [it.notes for it in pictures if it.key == "errors-articles"]
        known = [str(it.title) for it in EXERCISES.values() if it.article.number == 8]
    assert known
    assert notes[1] == f"At a training table an instructor begins it: {' · '.join(known)}."


@pytest.mark.faults
def test_the_page_costs_the_same_after_years(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taglie, "MOST_TAGLIE", 3)
    table = new_table()
    costs: list[tuple[int, int]] = []
    for years in (6, 24):
        lay_past(table.row, taglie=years) if not costs else _more(table, years)
        Shoe.objects.filter(loaded_at=None).update(loaded_at=1)
        with Counting() as count:
            assert handed_out(table)["more"]
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


def test_what_is_counted_reads_right_of_one_coup_and_one_taglia() -> None:
    table = ready_table(VENEZIA, code="F9")
    play(table, "P100@1")
    found = taglie.found(FigureFilters(table.row))
    with translation.override("en"):
        about = {it.key: it.about for it in figures(FigureFilters(table.row), Role.AUDITOR, Numbers("en")).pictures}
        paced = pace._about(pace.paced(found), Numbers("en"))
    assert about["endings"] == "Coups: 1; taglie: 1, the latest of them drawn: 1."
    assert paced.startswith("Coups of the latest taglia: 1. ")
