"""The figures of a day at the tables: money to the cent, times to the second, and nothing of persons unasked."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import translation

from procedures.models import Incident
from table.models import Coup, Stake
from table.record.days import begins
from table.reports.days.files import as_csv, as_json
from table.reports.days.money import TableMoney, money_of
from table.reports.days.page import DayFigures, day_figures
from table.reports.days.spans import days_of
from table.reports.registers.filters import EntryFilters, entries_of
from table.rules.houses import ADMIRAL, MALTA, VENEZIA
from table.rules.profile import Box, Profile, Role, derive
from table.words.numbers import Numbers
from tests.croupier.cases import report
from tests.croupier.coups import annul, blank, deal, lay, pay, play, turn
from tests.croupier.dealer import Croupier
from tests.house.long_record import lay_entries_at, lay_past
from tests.procedures.reported_cases import disputed, ruled
from tests.reports.figures.evening import small_evening
from tests.rig.tables import ONLINE_ON_CLOTH, AtTable, new_table, prepare_shoe, ready_table, seat
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
"""A Friday, at eight in the evening."""
FRIDAY = date(2026, 11, 20)


def figures(day: date = FRIDAY, *tables: str, role: Role = Role.AUDITOR, now: datetime | None = None) -> DayFigures:
    with translation.override("en"):
        return day_figures(day, tables, role, Numbers("en"), now or EVENING + timedelta(days=30))


def read(made: DayFigures) -> dict[str, Any]:
    with translation.override("en"):
        found: dict[str, Any] = json.loads(as_json(made, copy=1))
        return found


def money(code: str, day: date = FRIDAY) -> TableMoney:
    [found] = [it for it in money_of(days_of(day).day) if it.code == code]
    return found


def at(minutes: float) -> Any:
    """So many minutes after the evening began, and the clock stands."""
    return time_machine.travel(EVENING + timedelta(minutes=minutes), tick=False)


def table(profile: Profile = VENEZIA, code: str = "T3") -> AtTable:
    with at(0):
        return ready_table(profile, code=code)


# --- money


def test_what_was_in_action_and_what_the_table_won_of_it_comes_out_by_box() -> None:
    """Punto wins 100 and Banco loses 200; Banco loses 50; a tie pays 8 to one; 100 go back with an annulled coup."""
    here = table()
    with at(1):
        small_evening(here)
    its = money("T3")
    assert {box: it[:2] for box, it in its.boxes.items()} == {
        Box.PUNTO: (10_000, -10_000),
        Box.BANCO: (25_000, 25_000),
        Box.EGALITE: (1_000, -8_000),
    }
    assert (its.coups.played, its.coups.paid, its.total.turnover, its.total.win) == (5, 3, 36_000, 7_000)


def test_chance_moves_as_many_coups_by_as_much_whether_they_were_of_one_shoe_or_of_two() -> None:
    """Four coups of 100 on Punto, two of each shoe: one varies by 100² · (0.904931 − 0.012374²) = 9,047.8 at six decks.

    So four vary by 36,191, of which 1.96 times the root is 372.9, or 93.22 % of 400.
    """
    here = table()
    with at(1):
        for serial in ("S-1", "S-2"):
            if serial == "S-2":
                here.cast.direzione.does("void_shoe")
                prepare_shoe(here, VENEZIA, serial=serial)
            for _coup in range(2):
                play(here, "P100@1")
    assert money("T3").least[Box.PUNTO] == pytest.approx(361_911_000, rel=1e-5)
    [picture] = [it for it in figures().pictures if it.key == "boxes-EUR"]
    assert picture.lines[0].cells[-1].said == "93.22%"


def test_a_tie_gives_the_stake_back_and_was_turnover_all_the_same() -> None:
    here = table()
    with at(1):
        play(here, "P100@1", "B200@2", punto="8S KH", banco="8H KC")
    assert {box: it[:2] for box, it in money("T3").boxes.items()} == {Box.PUNTO: (10_000, 0), Box.BANCO: (20_000, 0)}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("profile", "box", "edge"),
    [
        (VENEZIA, Box.BANCO, "1.0558"),
        (VENEZIA, Box.PUNTO, "1.2374"),
        (VENEZIA, Box.EGALITE, "14.4382"),
        (MALTA, Box.BANCO, "1.4548"),
        (ADMIRAL, Box.BANCO, "1.0558"),
        (derive(VENEZIA, key="eight", decks=8), Box.BANCO, "1.0579"),
    ],
    ids=lambda it: getattr(it, "key", str(it)),
)
def test_the_theoretical_win_is_by_the_published_edge_of_the_house(profile: Profile, box: Box, edge: str) -> None:
    """Six and eight decks; five per cent, or half on six."""
    here = table(profile)
    with at(1):
        lay(here, "P100@1", "B100@2", *(["T10@1"] if box is Box.EGALITE else []))
        Croupier(here, "9S 2S KD 3S").to_the_burn()
    its = money("T3").boxes[box]
    share = its.expected_share
    assert share is not None
    assert f"{float(100 * share):.4f}" == edge


def test_the_theoretical_win_of_a_mix_is_the_sum_of_its_boxes() -> None:
    here = table()
    with at(1):
        play(here, "P500@1", "B1000@2", "T50@3")
    its = money("T3")
    assert its.total.expected == sum(it.expected for it in its.boxes.values())
    assert round(its.total.expected) == round(50_000 * 0.012374 + 100_000 * 0.010558 + 5_000 * 0.144382)


def test_side_bets_have_their_share_and_egalite_is_none_of_them() -> None:
    here = table(derive(ONLINE_ON_CLOTH, key="side-bets", virtual_shoe=False))
    with at(1):
        lay(here, "P10@1", "T5@1")
        for box in ("player_pair", "grande"):
            here.does("place", coup=here.coup, position="1", box=box, amount=500)
        Croupier(here, "9S 2S KD 3S").to_the_burn()
    its = money("T3")
    assert (its.side_bets, its.total.turnover) == (1000, 2500)
    [notes] = [it.notes for it in figures().pictures if it.key == "boxes-EUR"]
    assert "Side bets are 40.00% of the turnover; Tie is not counted among them." in notes


def test_tips_blank_coups_and_what_lies_on_the_felt_are_no_turnover() -> None:
    here = table()
    with at(1):
        play(here, "P100@1")
        here.does("tip", amount=5000)
        here.does("open_bets")
        here.does("card_out", card="7H", exposed=True)
        blank(here, punto="7H QD", banco="3S 3H")
        lay(here, "P500@1")
    its = money("T3")
    assert (its.coups.played, its.coups.paid, its.total.turnover, its.total.win) == (2, 1, 10_000, -10_000)


def test_a_coup_that_was_paid_and_is_then_annulled_is_no_turnover() -> None:
    here = table()
    with at(1):
        ruled(here)
        annulled = deal_and_annul(here)
    assert Coup.objects.get(pk=annulled).outcome == "annulled"
    settled = sum(it.in_action or 0 for it in Stake.objects.filter(coup__outcome="settled"))
    assert money("T3").total.turnover == settled


def deal_and_annul(here: AtTable) -> int:
    deal(here, "P300@1")
    annul(here)
    here.does("burn")
    return Coup.objects.latest("pk").pk


def test_a_dispute_that_is_decided_on_another_day_is_of_the_day_of_its_coup_and_said_to_be_later() -> None:
    here = table()
    with at(1):
        play(here, "P100@1")
    with at(24 * 60):
        play(here, "B100@1")
    before = figures()
    with at(25 * 60):
        disputed_later(here)
    its = money("T3")
    assert (its.disputes, its.later, its.total.win) == (-5000, -5000, -15_000)
    assert money("T3", FRIDAY + timedelta(days=1)).disputes == 0
    notes = [note for it in figures().pictures for note in it.notes]
    assert "−€50.00 of the win was moved by disputes and corrections after this day." in notes
    assert not any("after this day" in note for it in before.pictures for note in it.notes)


def disputed_later(here: AtTable) -> None:
    """Anna was paid too little for the coup of the day before; it is decided at once."""
    here.does("report_incident", kind="dispute", facts={"coup": "1.1", "position": "1", "about": "payment"})
    case = Incident.objects.get(kind="dispute")
    given: dict[str, Any] = {
        "incident": case.number,
        "text": "too little",
        "corrections": [{"bettor": "anna", "amount": 5000}],
    }
    here.cast.with_role(here.state.profile.disputes_decided_by).does("decide_dispute", **given)


def test_a_dispute_of_the_same_day_is_of_no_box_and_not_later() -> None:
    here = table()
    with at(1):
        disputed(here)
    its = money("T3")
    assert (its.disputes, its.later) == (-5000, 0)
    assert its.total.win == sum(it.win for it in its.boxes.values()) - 5000


def test_where_nothing_was_in_action_there_is_no_percentage() -> None:
    here = table(derive(VENEZIA, key="reader-only", stakes="reader_only"))
    with at(1):
        here.does("open_bets")
        here.does("name_highest", coup=here.coup, position="1")
        here.does("close_bets", said=True)
        here.does("deal")
        turn(here)
        pay(here)
        here.does("burn")
    assert money("T3").total.share is None
    [picture] = [it for it in figures().pictures if it.key == "tables-EUR"]
    assert [it.key for it in picture.head] == ["coups"]
    assert picture.notes == ("By the rules of T3 amounts are not recorded: there is no turnover of theirs.",)


def test_a_yield_of_few_coups_is_marked() -> None:
    here = table()
    with at(1):
        play(here, "P100@1")
    [picture] = [it for it in figures().pictures if it.key == "tables-EUR"]
    assert picture.lines[0].cells[3].said == "−100.00% *"
    assert "* Fewer than 100 coups: hardly more than chance." in picture.notes


def test_currencies_are_never_added_up() -> None:
    with at(0):
        for profile, code in ((VENEZIA, "T3"), (ADMIRAL, "A1")):
            here = ready_table(profile, code=code)
            lay(here, "P100@1")
            Croupier(here, "9S 2S KD 3S").to_the_burn()
    days = [it for it in figures().pictures if it.key.startswith("days-")]
    assert [it.key for it in days] == ["days-CHF", "days-EUR"]
    assert [it.lines[0].cells[2].value for it in days] == [10_000, 10_000]
    assert [(it["currency"], it["turnover"]) for it in read(figures())["day"]] == [("CHF", 10_000), ("EUR", 10_000)]


# --- days


def test_a_coup_is_of_the_day_on_which_it_ended_and_the_day_is_from_six_to_six() -> None:
    here = table()
    with at(9 * 60 + 59):
        play(here, "P100@1")
    with at(10 * 60 + 1):
        play(here, "P100@1", "B50@2")
    assert money("T3").total.turnover == 10_000
    assert money("T3", FRIDAY + timedelta(days=1)).total.turnover == 15_000


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "minutes", [(-70, 5, -40, -1, 3), (20, 2, 5), (-5, 50, -3, 3, 70), (50, -3, -2), (-9, 70, 5)], ids=str
)
def test_a_day_has_the_entries_that_the_register_shows_of_it_also_where_a_clock_was_put_back(
    minutes: Sequence[int],
) -> None:
    here = table(code="T3")
    lay_entries_at(here.row, [begins(FRIDAY + timedelta(days=1)) + timedelta(minutes=it) for it in minutes])
    for day in (FRIDAY, FRIDAY + timedelta(days=1)):
        low, high = entries_of("T3", EntryFilters(since=day, until=day))
        last = min(high, here.number)
        assert [(it.low, it.high) for it in days_of(day).day] == ([(low, last)] if low <= last else [])


def test_the_day_stands_beside_the_one_before_and_the_same_weekday_before() -> None:
    week, day = 7 * 24 * 60, 24 * 60
    here = table()
    for minutes, stake in ((0, "P100@1"), (week - day, "P200@1"), (week, "P300@1")):
        with at(minutes):
            play(here, stake)
    found = read(figures(FRIDAY + timedelta(days=7)))
    assert [found[it][0]["day"] for it in ("day", "day_before", "week_before")] == [
        "2026-11-27",
        "2026-11-26",
        "2026-11-20",
    ]
    assert [found[it][0]["turnover"] for it in ("day", "day_before", "week_before")] == [30_000, 20_000, 10_000]
    assert [found[it][0]["win"] for it in ("day", "day_before", "week_before")] == [-30_000, -20_000, -10_000]


def test_tables_may_be_named_and_training_tables_are_never_there() -> None:
    with at(0):
        for code in ("T3", "T4"):
            play(ready_table(code=code), "P100@1")
    assert [it.code for it in figures(FRIDAY, "T4").money] == ["T4"]
    assert [it.code for it in figures().money] == ["T3", "T4"]


# --- time


def test_a_table_stands_still_while_the_game_is_suspended() -> None:
    here = table()
    with at(30):
        here.cast.ispettore.does("suspend")
    with at(50):
        here.cast.ispettore.does("resume")
    with at(60):
        here.cast.ispettore.does("close_table")
    hours = figures().days[0].hours["T3"]
    assert (hours.opened, hours.still, hours.suspended) == (
        timedelta(minutes=60),
        timedelta(minutes=20),
        timedelta(minutes=20),
    )


def test_a_suspension_during_a_coup_begins_with_its_end_and_one_that_is_revoked_never() -> None:
    here = table()
    with at(10):
        deal(here, "P100@1")
        here.cast.ispettore.does("suspend")
    with at(20):
        turn(here)
        pay(here)
        here.does("burn")
    with at(25):
        here.cast.ispettore.does("resume")
    with at(30):
        deal(here, "P100@1")
        here.cast.ispettore.does("suspend")
    with at(31):
        here.cast.ispettore.does("resume")
    with at(40):
        turn(here)
        pay(here)
        here.does("burn")
    assert figures(now=EVENING + timedelta(hours=2)).days[0].hours["T3"].suspended == timedelta(minutes=5)


def test_a_suspension_that_waited_as_a_ruling_closed_the_table_is_over_with_it() -> None:
    here = table()
    with at(10):
        deal(here, "P100@1")
        here.cast.ispettore.does("suspend")
        case = report(here, "unforeseen", what="other").number
        here.cast.ispettore.does("refer", incident=case, reason="not foreseen")
    with at(20):
        here.cast.direzione.does("rule", incident=case, text="enough", effects=["annul", "close_table"])
    with at(30):
        prepare_shoe(here, VENEZIA, serial="S-2")
        here.cast.ispettore.does("open_table")
    hours = figures(now=EVENING + timedelta(minutes=60)).days[0].hours["T3"]
    assert (hours.opened, hours.suspended) == (timedelta(minutes=50), timedelta())


def test_a_table_stands_still_while_a_case_holds_it_and_both_reasons_count_once() -> None:
    here = table()
    with at(10):
        deal(here, "P100@1")
        here.cast.ispettore.does("report_incident", kind="undue_third", facts={"lost": [1, 2, 3, 4]})
        case = here.number
    with at(14):
        here.cast.ispettore.does("attest", incident=case)
        here.cast.ispettore.does("annul_incident", incident=case, reason="nobody can tell the order")
        here.does("burn")
    found = figures(now=EVENING + timedelta(minutes=20))
    hours = found.days[0].hours["T3"]
    assert (hours.decision, hours.still, hours.opened) == (
        timedelta(minutes=4),
        timedelta(minutes=4),
        timedelta(minutes=20),
    )
    assert read(found)["cases"] == [
        {"table": "T3", "article": 8, "cases": 1, "decided": 1, "median": 240, "longest": 240}
    ]


def test_the_change_of_cards_is_from_the_last_coup_to_the_next_betting() -> None:
    here = table()
    with at(10):
        play(here, "P100@1")
        here.cast.direzione.does("void_shoe")
    with at(25):
        prepare_shoe(here, VENEZIA, serial="S-2")
    with at(30):
        play(here, "P100@1")
    with at(40):
        here.cast.ispettore.does("close_table")
    with at(50):
        prepare_shoe(here, VENEZIA, serial="S-3")
        here.cast.ispettore.does("open_table")
        seat(here, "anna", "1")
        play(here, "P100@1")
    hours = figures(now=EVENING + timedelta(minutes=60)).days[0].hours["T3"]
    assert (hours.cards, hours.opened) == (timedelta(minutes=20), timedelta(minutes=50))


def test_an_evening_that_goes_on_after_six_is_cut_there() -> None:
    here = table()
    with at(10 * 60 + 30):
        play(here, "P100@1")
    with at(11 * 60):
        here.cast.ispettore.does("close_table")
    assert figures().days[0].hours["T3"].opened == timedelta(hours=10)
    assert figures(FRIDAY + timedelta(days=1)).days[0].hours["T3"].opened == timedelta(hours=1)


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 10, 24), 25), (date(2026, 3, 28), 23)])
def test_a_day_in_whose_night_clocks_are_changed_has_an_hour_more_or_one_less(day: date, hours: int) -> None:
    """The table was open from before the day until after it."""
    with time_machine.travel(begins(day) - timedelta(hours=1), tick=False):
        here = ready_table(code="T3")
    with time_machine.travel(begins(day) + timedelta(hours=1), tick=False):
        play(here, "P100@1")
    with time_machine.travel(begins(day + timedelta(days=1)) + timedelta(hours=1), tick=False):
        here.cast.ispettore.does("close_table")
    found = figures(day)
    [its] = [it for it in read(found)["hours"] if it["table"] == "T3"]
    assert its["open"] == hours * 3600
    assert found.days[0].hours["T3"].dealt == {"dario": timedelta(hours=hours)}


def test_coups_an_hour_leave_out_what_stood_still_and_are_told_of_six_coups_at_least() -> None:
    here = table()
    for minutes in range(1, 6):
        with at(minutes):
            play(here, "P100@1")
    with at(10):
        here.cast.ispettore.does("suspend")
    assert read(figures(now=EVENING + timedelta(minutes=40)))["hours"][0]["an_hour"] is None
    with at(40):
        here.cast.ispettore.does("resume")
        play(here, "P100@1")
    found = read(figures(now=EVENING + timedelta(minutes=42)))["hours"][0]
    assert (found["coups"], found["open"], found["still"], found["an_hour"]) == (6, 42 * 60, 30 * 60, 30.0)


# --- persons


BY_PERSON = derive(VENEZIA, key="own", pace_by_person=True)


def two_dealers(here: AtTable) -> None:
    """Dario plays six coups in ten minutes, Dora one in five."""
    for minutes in range(6):
        with at(minutes):
            play(here, "P100@1")
    with at(10):
        here.cast.relief.does("take_over")
    with at(12):
        play(replace(here, cast=replace(here.cast, dealer=here.cast.relief)), "P100@1", punto="8S KH", banco="2H 3D")
    with at(15):
        here.cast.ispettore.does("close_table")


def test_pace_is_counted_for_no_person_unless_the_house_has_decided_it() -> None:
    two_dealers(table())
    for role in (Role.DIREZIONE, Role.AUDITOR, Role.ISPETTORE_GIOCO):
        made = figures(role=role)
        assert (made.persons, read(made)["dealers"], read(made)["deciders"]) == (None, None, None)
        assert "dario" not in json.dumps(read(made)) + as_csv(made).decode()


def test_where_it_has_the_role_that_reads_of_errors_reads_it_and_nobody_else() -> None:
    two_dealers(table(BY_PERSON))
    assert [figures(role=role).persons for role in (Role.AUDITOR, Role.ISPETTORE_GIOCO)] == [None, None]
    found = read(figures(role=Role.DIREZIONE))
    assert [(it["badge"], it["coups"], it["seconds"]) for it in found["dealers"]] == [
        ("dario", 6, 600),
        ("dora", 1, 300),
    ]
    assert found["of"] == "day 2026-11-20 by person"
    [picture] = [it for it in figures(role=Role.DIREZIONE).pictures if it.key == "dealers"]
    assert [line.cells[2].said for line in picture.lines] == ["36", ""]


def test_who_decided_a_case_is_told_with_the_seconds_that_it_took() -> None:
    here = table(BY_PERSON)
    with at(10):
        deal(here, "P100@1")
        here.cast.ispettore.does("report_incident", kind="undue_third", facts={"lost": [1, 2, 3, 4]})
        case = here.number
    with at(12):
        here.cast.ispettore.does("attest", incident=case)
        here.cast.ispettore.does("annul_incident", incident=case, reason="nobody can tell the order")
        here.does("burn")
    assert read(figures(role=Role.DIREZIONE))["deciders"] == [
        {"badge": here.cast.ispettore.person.badge, "cases": 1, "decided": 1, "median": 120, "longest": 120}
    ]


def test_what_was_played_under_other_rules_counts_for_nobody() -> None:
    """Neither a day before the house decided it, nor one since it was taken back."""
    here = table()
    two_dealers(here)
    with at(24 * 60):
        here.cast.direzione.does("change_rules", changes={"pace_by_person": True})
        here.does("take_over")
        prepare_shoe(here, VENEZIA, serial="S-2")
        here.cast.ispettore.does("open_table")
        seat(here, "anna", "1")
        play(here, "P100@1")
    saturday = FRIDAY + timedelta(days=1)
    assert figures(role=Role.DIREZIONE).persons is None
    assert figures(saturday, role=Role.DIREZIONE).persons is not None
    with at(25 * 60):
        here.cast.ispettore.does("close_table")
        here.cast.direzione.does("change_rules", changes={"pace_by_person": False})
        prepare_shoe(here, VENEZIA, serial="S-3")
    assert figures(saturday, role=Role.DIREZIONE).persons is None


# --- queries


def cost_of(day: date) -> Counting:
    count = Counting()
    with count:
        figures(day)
    return count


def test_a_day_needs_as_many_statements_at_six_tables_as_at_two() -> None:
    with at(0):
        for number in range(2):
            small_evening(ready_table(code=f"T{number}"))
    few = cost_of(FRIDAY).statements
    with at(0):
        for number in range(2, 6):
            small_evening(ready_table(code=f"T{number}"))
    assert cost_of(FRIDAY).statements == few <= 40


def of_a_day(*, past: int) -> Counting:
    """What the figures of a day cost at a table that has so many taglie behind it; nothing of it stays."""
    mark = transaction.savepoint()
    with at(0):
        here = new_table()
        if past:
            lay_past(here.row, taglie=past)
        here.cast.ispettore.does("sign_on")
        here.does("sign_on")
        seat(here, "anna", "1")
        prepare_shoe(here, VENEZIA)
        here.cast.ispettore.does("open_table")
    with at(1):
        play(here, "P100@1")
    count = cost_of(FRIDAY)
    transaction.savepoint_rollback(mark)
    return count


@pytest.mark.faults
def test_a_day_costs_no_more_after_years() -> None:
    first, later = of_a_day(past=0), of_a_day(past=20)
    assert later.statements == first.statements
    assert later.steps <= 1.2 * first.steps
