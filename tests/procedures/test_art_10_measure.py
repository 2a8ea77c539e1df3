"""What a dispute moves is measured by what the coup could have brought. Super Punto Banco, Art. 10 and 16."""

from dataclasses import replace
from typing import Any

import pytest

from procedures.case.measure import is_beyond, most_at, most_in_all
from procedures.models import Incident
from table.models import Adjustment
from table.play.declaration import VERBS
from table.record.door import PressResult
from table.rules.authority import cite
from table.rules.houses import HOUSES, MALTA, VENEZIA, of_values
from table.rules.profile import Box, Profile, as_values, derive
from table.rules.refusal import Code
from table.rules.stakes import LaidStake, Range
from tests.croupier.coups import close, effects, pay, play
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db
LIMITS = {"main": Range(500, 100_000), "egalite": Range(500, 20_000)}


def disputed(profile: Profile = VENEZIA) -> tuple[AtTable, Incident]:
    """A coup in which Anna had a hundred on Punto is over, and Anna disputes it."""
    table = ready_table(profile)
    if profile.dealing == "face_down":
        play(table, "P100@1")
    else:
        close(table, "P100@1")
        table.does("deal", cards=["9S", "2S", "KD", "3S"])
        pay(table)
        table.does("burn")
    facts = {"coup": "1.1", "position": "1", "about": "payment"}
    table.does("report_incident", kind="dispute", facts=facts)
    return table, Incident.objects.get()


def decides(table: AtTable, case: Incident, amount: int, who: str = "ispettore") -> PressResult:
    """It is decided that Anna gets so much."""
    given: dict[str, Any] = {"corrections": [{"bettor": "anna", "amount": amount}]}
    answer: PressResult = getattr(table.cast, who).does("decide_dispute", incident=case.number, text="so", **given)
    case.refresh_from_db()
    return answer


def moved() -> list[int]:
    """What has moved for disputes."""
    return list(Adjustment.objects.values_list("amount", flat=True))


# --- the measure


@pytest.mark.parametrize("profile", HOUSES.values(), ids=list(HOUSES))
def test_the_measure_is_the_default_of_every_house(profile: Profile) -> None:
    assert profile.correction_second_from == "measure"


def test_policies_on_record_keep_what_they_had() -> None:
    values = as_values(VENEZIA)
    del values["correction_second_from"]
    assert of_values(values).correction_second_from is None
    assert of_values(values | {"correction_second_from": 5000}).correction_second_from == 5000


def test_the_most_to_a_position_is_each_stake_at_its_best_price_and_the_stake() -> None:
    stakes = [LaidStake("1", "anna", Box.PUNTO, 10_000), LaidStake("1", "anna", Box.EGALITE, 1000)]
    assert most_at(VENEZIA, stakes, "1") == 20_000 + 9000
    assert most_at(VENEZIA, [LaidStake("1", "anna", Box.BANCO, 10_000)], "1") == 19_500
    assert most_at(MALTA, [LaidStake("1", "anna", Box.BANCO, 10_000)], "1") == 20_000
    assert most_at(VENEZIA, stakes, "2") == 0


def test_the_most_in_all_is_what_the_coup_could_have_paid_at_the_maximum() -> None:
    assert most_in_all(VENEZIA, LIMITS) == 9 * 160_000
    assert most_in_all(VENEZIA, {}) == 0


def test_either_of_them_is_a_measure_and_what_is_split_is_no_less() -> None:
    stakes = [LaidStake(it, it, Box.PUNTO, 100_000) for it in VENEZIA.positions]
    assert not is_beyond(VENEZIA, LIMITS, stakes, [("1", 200_000)])
    assert is_beyond(VENEZIA, LIMITS, stakes, [("1", 200_025)])
    assert is_beyond(VENEZIA, LIMITS, stakes, [("1", 150_000), ("1", 50_025)])
    assert is_beyond(VENEZIA, LIMITS, stakes, [("1", 200_025), ("1", -50_025)])
    assert is_beyond(VENEZIA, LIMITS, stakes, [(it, 200_000) for it in VENEZIA.positions])


def test_what_a_position_gives_is_measured_by_the_whole_coup_alone() -> None:
    assert not is_beyond(VENEZIA, LIMITS, [], [("2", -250)])
    assert not is_beyond(VENEZIA, LIMITS, [], [("2", -most_in_all(VENEZIA, LIMITS))])
    assert is_beyond(VENEZIA, LIMITS, [], [("2", -most_in_all(VENEZIA, LIMITS) - 25)])


# --- through the door


def test_within_the_measure_who_decides_is_enough() -> None:
    table, case = disputed()
    decides(table, case, 20_000)
    assert moved() == [20_000]
    table.check()


def test_beyond_it_nothing_moves_before_somebody_of_another_office_agrees() -> None:
    table, case = disputed()
    table.cast.comunale.does("sign_on")
    answer = decides(table, case, 20_025)
    assert effects(answer, "dispute_asked")
    assert (moved(), case.status) == ([], "open")
    table.cast.comunale.does("confirm_dispute", incident=case.number, decision=table.number)
    assert moved() == [20_025]
    table.check()


def test_where_nobody_is_at_work_who_could_it_is_referred_and_what_was_decided_stands_in_the_record() -> None:
    table, case = disputed()
    answer = decides(table, case, 1_000_000)
    lines = [["1", "anna", "adjustment", 1_000_000]]
    assert effects(answer, "dispute_asked") == [{"incident": case.number, "lines": lines}]
    assert [it["incident"] for it in effects(answer, "incident_referred")] == [case.number]
    assert (moved(), case.status) == ([], "referred")
    table.cast.ispettore.is_refused(Code.ROLE, "decide_dispute", incident=case.number, text="so")
    decides(table, case, 1_000_000, "direzione")
    assert (moved(), case.status) == ([1_000_000], "ruled")
    table.check(dealt_again=True)


def test_what_waited_before_it_was_referred_waits_no_more() -> None:
    table, case = disputed()
    table.cast.comunale.does("sign_on")
    decides(table, case, 20_025)
    waited = table.number
    table.cast.comunale.does("sign_off")
    decides(table, case, 1_000_000)
    assert case.status == "referred"
    table.cast.comunale.does("sign_on")
    table.cast.comunale.is_refused(Code.ARGUMENTS, "confirm_dispute", incident=case.number, decision=waited)
    assert moved() == []
    table.check()


def test_where_the_direzione_decides_in_the_first_place_an_inspector_agrees() -> None:
    table, case = disputed(MALTA)
    table.cast.direzione.does("sign_on")
    decides(table, case, 1_000_000, "direzione")
    assert (moved(), case.status) == ([], "open")
    table.cast.ispettore.does("confirm_dispute", incident=case.number, decision=table.number)
    assert moved() == [1_000_000]


def test_the_direzione_refers_nothing_to_itself_but_waits_for_whoever_could_agree() -> None:
    table, case = disputed(MALTA)
    table.cast.direzione.does("sign_on")
    table.cast.ispettore.does("sign_off")
    given: dict[str, Any] = {"text": "so", "corrections": [{"bettor": "anna", "amount": 1_000_000}]}
    refused = table.cast.direzione.is_refused(Code.PRESENCE, "decide_dispute", incident=case.number, **given)
    assert refused.source == cite(table.state.profile, "correction_second_from")
    case.refresh_from_db()
    assert (moved(), case.status) == ([], "open")
    table.cast.comunale.does("sign_on")
    decides(table, case, 1_000_000, "direzione")
    table.cast.comunale.does("confirm_dispute", incident=case.number, decision=table.number)
    case.refresh_from_db()
    assert (moved(), case.status) == ([1_000_000], "ruled")
    table.check()


def test_within_the_measure_the_direzione_decides_alone() -> None:
    table, case = disputed(MALTA)
    table.cast.ispettore.does("sign_off")
    decides(table, case, 20_000, "direzione")
    assert (moved(), case.status) == ([20_000], "ruled")


def test_what_the_direzione_referred_to_itself_once_is_dealt_again_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    table, case = disputed(MALTA)
    table.cast.ispettore.does("sign_off")
    with monkeypatch.context() as before:
        before.setitem(VERBS, "decide_dispute", replace(VERBS["decide_dispute"], at_press=None))
        decides(table, case, 1_000_000, "direzione")
    assert (moved(), case.status) == ([], "referred")
    decides(table, case, 1_000_000, "direzione")
    assert (moved(), case.status) == ([1_000_000], "ruled")
    table.check(dealt_again=True)


def test_a_sum_of_a_house_stays_a_sum() -> None:
    table, case = disputed(derive(VENEZIA, key="by-two", correction_second_from=5000))
    table.cast.ispettore.does(
        "decide_dispute", incident=case.number, text="so", corrections=[{"bettor": "anna", "amount": 4975}]
    )
    assert moved() == [4975]


def test_what_several_disputes_move_is_measured_together_and_what_is_taken_back_is_not() -> None:
    table, case = disputed()
    decides(table, case, 20_000)
    facts = {"coup": "1.1", "position": "1", "about": "payment"}
    for amount in (-20_000, 20_000, 500):
        table.does("report_incident", kind="dispute", facts=facts)
        case = Incident.objects.latest("pk")
        second_requests = effects(decides(table, case, amount), "dispute_asked")
        assert bool(second_requests) is (amount == 500)
    assert (moved(), case.status) == ([20_000, -20_000, 20_000], "referred")


def test_what_one_bettor_gives_hides_nothing_of_what_another_at_the_same_position_gets() -> None:
    table = ready_table(derive(VENEZIA, key="shared", stakes_per_position="many"))
    table.does("stand_at", position="1", guest="bruno")
    play(table, "P100@1", "P100@1/bruno")
    waits = list[bool]()
    for guest, amount in (("anna", 40_000), ("bruno", -40_000), ("anna", 25)):
        facts = {"coup": "1.1", "position": "1", "about": "payment", "guest": guest}
        table.does("report_incident", kind="dispute", facts=facts)
        case, given = Incident.objects.latest("pk"), [{"bettor": guest, "amount": amount}]
        answer = table.cast.ispettore.does("decide_dispute", incident=case.number, text="so", corrections=given)
        waits.append(bool(effects(answer, "dispute_asked")))
    assert (waits, moved()) == ([False, False, True], [40_000, -40_000])
    table.check()
