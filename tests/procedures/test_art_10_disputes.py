"""What is disputed once the cards are burned moves words and money, and nothing else. Super Punto Banco, Art. 10."""

import json
from typing import Any

import pytest
from django.utils import translation

from procedures.models import Incident
from table.models import Adjustment, Coup, Money
from table.reports.evenings.closing import closing_of, evening_of
from table.reports.evenings.files import as_csv, as_json, closing_as_csv, closing_as_json
from table.reports.evenings.taglie import taglia_of
from table.rules.houses import ADMIRAL, CLASSICO, MALTA, VENEZIA
from table.rules.profile import Profile, derive
from table.rules.refusal import Code
from tests.croupier.cases import newest
from tests.croupier.coups import close, coup, deal, effects, lay, net, pay
from tests.croupier.coups import play as play_covered
from tests.procedures.conftest import SitDown
from tests.procedures.looking import only_case, region
from tests.rig.proofs import value
from tests.rig.tables import AtTable

CLAIM: dict[str, Any] = {"coup": "1.1", "position": "1", "about": "payment"}
PAYS = {"bettor": "anna", "amount": 5000}


def play(table: AtTable, *stakes: str) -> None:
    """A coup that Punto wins, from the stakes to the burning."""
    if table.state.profile.dealing == "face_down":
        play_covered(table, *stakes)
        return
    close(table, *stakes)
    table.does("deal", cards=["9S", "2S", "KD", "3S"])
    pay(table)
    table.does("burn")


def raised(table: AtTable, **about: Any) -> Incident:
    """A coup was played, and position 1 disputes it."""
    if not table.row.coups.exists():
        play(table, "P100@1", "B50@2")
    table.does("report_incident", kind="dispute", facts=CLAIM | about)
    return newest()


def moved() -> list[tuple[str, str, str, int]]:
    """The money of disputes: coup, position, bettor, cents."""
    return [(it.coup.key, it.position, it.bettor, it.amount) for it in Adjustment.objects.select_related("coup__shoe")]


def final(table: AtTable) -> list[object]:
    """What of a coup is final: its row, its cards, its stakes and its money lines, and where the Button lies."""
    over = Coup.objects.get(number=1)
    rows = [*over.cards.values_list(), *over.stakes.values_list(), *Money.objects.filter(coup=over).values_list()]
    return [Coup.objects.filter(pk=over.pk).values_list().get(), *rows, table.row.button]


# --- it is raised


def test_it_is_about_a_coup_that_is_over_and_holds_up_nothing(table: AtTable) -> None:
    play(table, "P100@1", "B50@2")
    deal(table, "P100@1")
    answer = table.does("report_incident", kind="dispute", facts=CLAIM)
    assert effects(answer, "dispute_raised") == [
        {"coup": "1.1", "position": "1", "guest": "anna", "about": "payment"},
    ]
    case = newest()
    assert (case.article, case.status, case.blocking, case.reported_by) == (10, "open", False, "dario")
    assert case.coup is not None
    assert (case.coup.key, coup(table).key, coup(table).held, table.row.awaits) == ("1.1", "1.2", False, "")


def test_before_the_burning_it_is_no_dispute_but_put_right(table: AtTable) -> None:
    deal(table, "P100@1")
    refused = table.refuses(Code.PHASE, "report_incident", kind="dispute", facts=CLAIM)
    assert refused.source == "Super Punto Banco, Art. 10"


def test_a_coup_of_which_no_card_was_drawn_was_not_played_and_is_not_disputed(table: AtTable) -> None:
    lay(table, "P100@1")
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    refused = table.refuses(Code.PHASE, "report_incident", kind="dispute", facts=CLAIM)
    assert (refused.source, Incident.objects.count()) == ("rule of Sabot", 0)
    play(table, "P100@1")
    table.does("report_incident", kind="dispute", facts=CLAIM | {"coup": "1.2"})


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"coup": "1.9"}, Code.ARGUMENTS),
        ({"coup": "the last"}, Code.ARGUMENTS),
        ({"coup": "1"}, Code.ARGUMENTS),
        ({"position": "12"}, Code.POSITION),
        ({"about": "everything"}, Code.ARGUMENTS),
        ({"guest": ":"}, Code.ARGUMENTS),
        ({"amount": 0}, Code.ARGUMENTS),
        ({"amount": -5000}, Code.ARGUMENTS),
        ({"claims": 5000}, Code.ARGUMENTS),
    ],
)
def test_what_was_mistyped_is_refused(table: AtTable, wrong: dict[str, Any], code: Code) -> None:
    play(table, "P100@1", "B50@2")
    table.refuses(code, "report_incident", kind="dispute", facts=CLAIM | wrong)
    assert not Incident.objects.exists()


def test_it_is_raised_by_the_dealer_and_the_ispettore_and_by_nobody_else(table: AtTable) -> None:
    raised(table)
    table.cast.ispettore.does("report_incident", kind="dispute", facts=CLAIM | {"position": "2"})
    for other in (table.cast.comunale, table.cast.capo_isola, table.cast.direzione):
        other.is_refused(Code.ROLE, "report_incident", kind="dispute", facts=CLAIM)


def test_a_guest_disputes_a_coup_once_at_a_time(table: AtTable) -> None:
    case = raised(table)
    table.refuses(Code.INCIDENT_OPEN, "report_incident", kind="dispute", facts=CLAIM | {"about": "result"})
    raised(table, position="2")
    table.does("withdraw_incident", incident=case.number)
    raised(table)


def test_whose_claim_it_is_is_said_where_the_position_does_not_tell(table: AtTable) -> None:
    play(table, "P100@1")
    table.cast.ispettore.does("release", position="7")
    table.refuses(Code.ARGUMENTS, "report_incident", kind="dispute", facts=CLAIM | {"position": "7"})
    assert raised(table, position="7", guest="zoe").facts["guest"] == "zoe"


def test_of_several_at_a_position_it_is_said_whose_claim_it_is(sit_down: SitDown) -> None:
    table = sit_down(ADMIRAL)
    table.does("confirm_identity", guest="zoe")
    table.does("stand_at", position="1", guest="zoe")
    play(table, "P100@1", "P50@1/zoe")
    table.refuses(Code.ARGUMENTS, "report_incident", kind="dispute", facts=CLAIM)
    assert raised(table, guest="zoe").facts["guest"] == "zoe"


def test_who_plays_several_positions_is_named_with_all_of_them_to_those_who_decide(sit_down: SitDown) -> None:
    table = sit_down(derive(ADMIRAL, key="one-stands", identity_check=False))
    table.does("stand_at", position="7", guest="anna")
    play(table, "P100@1", "P50@7/anna", "P50@2")
    raised(table, position="7", guest="anna")
    dialog = region(table, "direzione")
    assert "1, 7 · anna" in dialog
    assert "2 · bruno" in dialog
    assert [(row.position, row.bettor) for row in value(newest()).money] == [("1", "anna"), ("2", "bruno")]


# --- it is decided


def decided(table: AtTable, who: str, case: Incident, *corrections: dict[str, Any]) -> Any:
    """Somebody decides it, in words and with these corrections."""
    given: dict[str, Any] = {"incident": case.number, "text": "as looked into", "corrections": list(corrections)}
    return getattr(table.cast, who).does("decide_dispute", **given)


@pytest.mark.parametrize(
    ("profile", "who"), [(VENEZIA, "ispettore"), (CLASSICO, "ispettore"), (MALTA, "direzione"), (ADMIRAL, "direzione")]
)
def test_it_is_decided_by_the_office_that_the_house_names(sit_down: SitDown, profile: Profile, who: str) -> None:
    table = sit_down(profile)
    case = raised(table)
    given: dict[str, Any] = {"incident": case.number, "text": "paid too little", "corrections": [PAYS]}
    other = "direzione" if who == "ispettore" else "ispettore"
    for nobody in (other, "dealer", "comunale", "capo_isola"):
        getattr(table.cast, nobody).is_refused(Code.ROLE, "decide_dispute", **given)
    decided(table, who, case, PAYS)
    case.refresh_from_db()
    status = "ruled" if who == "direzione" else "decided"
    assert (case.status, case.decided_by) == (status, getattr(table.cast, who).person.badge)
    assert moved() == [("1.1", "1", "anna", 5000)]


def test_cards_result_button_and_money_of_the_coup_stay_as_they_were(table: AtTable) -> None:
    case = raised(table, about="result")
    before = final(table)
    answer = decided(table, "ispettore", case, PAYS, {"bettor": "bruno", "amount": -2500})
    assert final(table) == before
    lines = [["1", "anna", "adjustment", 5000], ["2", "bruno", "adjustment", -2500]]
    assert effects(answer, "adjusted") == [{"coup": "1.1", "lines": lines}]
    assert (net(table, "1"), net(table, "2", "banco")) == (10_000, -5000)


def test_it_may_move_no_money_but_never_goes_without_words(table: AtTable) -> None:
    case = raised(table)
    given: dict[str, Any] = {"incident": case.number, "text": "", "corrections": [PAYS]}
    table.cast.ispettore.is_refused(Code.ARGUMENTS, "decide_dispute", **given)
    decided(table, "ispettore", case, {"bettor": "anna"}, {"bettor": "bruno", "amount": 0})
    assert moved() == []
    case.refresh_from_db()
    assert case.status == "decided"


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("corrections", "code"),
    [
        ([{"bettor": "zoe", "amount": 5000}], Code.ARGUMENTS),
        ([{"bettor": "carla", "amount": 5000}], Code.ARGUMENTS),
        ([PAYS, PAYS], Code.ARGUMENTS),
        ([{"bettor": "anna", "amount": 10}], Code.MONEY),
        ([{"bettor": "anna", "amount": 10**13}], Code.ARGUMENTS),
        ([{"bettor": "anna", "amount": 2.5}], Code.ARGUMENTS),
        ([{"amount": 5000}], Code.ARGUMENTS),
    ],
)
def test_what_cannot_be_moved_is_refused(table: AtTable, corrections: list[dict[str, Any]], code: Code) -> None:
    case = raised(table)
    given: dict[str, Any] = {"incident": case.number, "text": "as looked into", "corrections": corrections}
    table.cast.ispettore.is_refused(code, "decide_dispute", **given)
    case.refresh_from_db()
    assert (case.status, moved()) == ("open", [])


def test_who_had_no_stake_in_the_record_may_be_given_what_they_claim_by_two(table: AtTable) -> None:
    case = raised(table, position="3", about="stake")
    table.cast.comunale.does("sign_on")
    decided(table, "ispettore", case, {"bettor": "carla", "amount": 10_000})
    assert moved() == []
    table.cast.comunale.does("confirm_dispute", incident=case.number, decision=table.number)
    assert moved() == [("1.1", "3", "carla", 10_000)]


def test_what_somebody_gets_who_is_gone_by_then_is_kept_for_them(table: AtTable) -> None:
    play(table, "P100@1")
    case = raised(table)
    table.does("release", position="1")
    answer = decided(table, "ispettore", case, {"bettor": "anna", "amount": 2500})
    [uncollected] = effects(answer, "uncollected")
    assert (uncollected["guest"], uncollected["position"], uncollected["amount"]) == ("anna", "1", 2500)
    assert [(it.owner, it.kind, it.amount) for it in table.state.custody] == [("anna", "winnings", 2500)]


@pytest.mark.parametrize("by_two", [False, True])
def test_nothing_is_kept_in_a_currency_that_the_table_no_longer_has(table: AtTable, by_two: bool) -> None:
    """Whoever is here gets it; for anybody else the cage pays it, as the words of the decision say."""
    case = raised(table)
    cast = table.cast
    if by_two:
        cast.comunale.does("sign_on")
        decided(table, "ispettore", case, {"bettor": "anna", "amount": 10_000_00})
    decision = table.number
    cast.ispettore.does("close_table")
    cast.direzione.does("change_rules", changes={"currency": "CHF"})
    if by_two:
        refused = cast.comunale.is_refused(Code.MONEY, "confirm_dispute", incident=case.number, decision=decision)
    else:
        given: dict[str, Any] = {"incident": case.number, "text": "as looked into", "corrections": [PAYS]}
        refused = cast.ispettore.is_refused(Code.MONEY, "decide_dispute", **given)
    assert "was played in EUR" in str(refused)
    decided(table, "ispettore", case)
    assert (moved(), table.state.custody) == ([], [])


def test_what_is_decided_is_decided(table: AtTable) -> None:
    case = raised(table)
    decided(table, "ispettore", case, PAYS)
    given: dict[str, Any] = {"incident": case.number, "text": "once more", "corrections": [PAYS]}
    table.cast.ispettore.is_refused(Code.FINAL, "decide_dispute", **given)
    table.cast.ispettore.is_refused(Code.FINAL, "refer", incident=case.number, reason="once more")
    assert len(moved()) == 1


@pytest.mark.parametrize("moment", ["held", "suspended", "closed"])
def test_it_is_raised_and_decided_whatever_the_table_is_doing(table: AtTable, moment: str) -> None:
    play(table, "P100@1", "B50@2")
    if moment == "held":
        deal(table, "P100@1")
        table.does("report_incident", kind="inverted", facts={"laid": ["banco", "punto", "punto", "banco"]})
    else:
        table.cast.ispettore.does("suspend" if moment == "suspended" else "close_table")
    case = raised(table)
    decided(table, "ispettore", case, PAYS)
    assert len(moved()) == 1


def test_it_is_decided_also_where_its_position_is_no_more(table: AtTable) -> None:
    case = raised(table)
    table.cast.ispettore.does("close_table")
    table.cast.direzione.does("change_rules", changes={"positions": list("23456789")})
    assert only_case(table).incident == case
    assert "anna" in region(table, "ispettore_gioco")
    decided(table, "ispettore", case)


# --- it is referred


def test_the_ispettore_refers_it_and_then_the_direzione_decides_for_good(table: AtTable) -> None:
    case = raised(table)
    table.cast.ispettore.does("refer", incident=case.number, reason="he insists")
    case.refresh_from_db()
    assert (case.status, case.blocking, table.row.awaits) == ("referred", False, "")
    given: dict[str, Any] = {"incident": case.number, "text": "as looked into", "corrections": [PAYS]}
    table.cast.ispettore.is_refused(Code.ROLE, "decide_dispute", **given)
    decided(table, "direzione", case, PAYS)
    assert moved() == [("1.1", "1", "anna", 5000)]
    refused = table.refuses(Code.FINAL, "report_incident", kind="dispute", facts=CLAIM)
    assert refused.source == "Super Punto Banco, Art. 16"
    raised(table, position="2")


def test_what_the_ispettore_has_decided_can_be_disputed_once_more(table: AtTable) -> None:
    decided(table, "ispettore", raised(table))
    case = raised(table)
    table.cast.ispettore.does("refer", incident=case.number, reason="he insists")
    decided(table, "direzione", case)


def test_where_the_direzione_decides_in_any_case_nothing_is_referred(sit_down: SitDown) -> None:
    table = sit_down(MALTA)
    case = raised(table)
    table.cast.ispettore.is_refused(Code.PHASE, "refer", incident=case.number, reason="he insists")


@pytest.mark.parametrize("house", [MALTA, ADMIRAL], ids=lambda it: it.key)
def test_where_the_document_has_the_direzione_decide_for_good_it_is_cited_for_that(
    sit_down: SitDown, house: Profile
) -> None:
    table = sit_down(house)
    case = raised(table)
    decided(table, "direzione", case)
    again = table.refuses(Code.FINAL, "report_incident", kind="dispute", facts=CLAIM)
    decides = table.cast.direzione.is_refused(Code.FINAL, "decide_dispute", incident=case.number, text="once more")
    assert {again.source, decides.source} == {house.source}


def test_a_ruling_on_the_coup_is_not_disputed_but_what_was_paid_after_it_may_be(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="as seen")
    number = table.number
    table.cast.ispettore.does("refer", incident=number, reason="a disturbance")
    table.cast.direzione.does("rule", incident=number, text="it is annulled", effects=["annul"])
    table.does("burn")
    refused = table.refuses(Code.FINAL, "report_incident", kind="dispute", facts=CLAIM | {"about": "result"})
    assert refused.source == "Super Punto Banco, Art. 16"
    raised(table)


def test_a_coup_that_is_over_is_not_ruled_on_nor_rebuilt(table: AtTable) -> None:
    case = raised(table)
    deal(table, "P100@1")
    for effect in ("annul", "continue", "close_table"):
        table.cast.direzione.is_refused(Code.FINAL, "rule", incident=case.number, text="no", effects=[effect])
    table.cast.ispettore.is_refused(Code.FINAL, "ratify", incident=case.number)
    table.cast.ispettore.is_refused(Code.FINAL, "annul_incident", incident=case.number, reason="no")


# --- somebody of another office agrees

BY_TWO = derive(VENEZIA, key="by-two", correction_second_from=5000)


def test_from_so_much_on_nothing_moves_before_somebody_of_another_office_agrees(sit_down: SitDown) -> None:
    table = sit_down(BY_TWO)
    case = raised(table)
    answer = decided(table, "ispettore", case, {"bettor": "anna", "amount": 2500}, {"bettor": "bruno", "amount": -2500})
    lines = [["1", "anna", "adjustment", 2500], ["2", "bruno", "adjustment", -2500]]
    assert effects(answer, "dispute_asked") == [{"incident": case.number, "lines": lines}]
    assert moved() == []
    given: dict[str, Any] = {"incident": case.number, "decision": table.number}
    for own in (table.cast.ispettore, table.cast.second_ispettore):
        own.is_refused(Code.PRESENCE_SELF, "confirm_dispute", **given)
    table.cast.dealer.is_refused(Code.ROLE, "confirm_dispute", **given)
    table.cast.comunale.is_refused(Code.PRESENCE, "confirm_dispute", **given)
    table.cast.comunale.does("sign_on")
    table.cast.comunale.does("confirm_dispute", **given)
    assert [amount for *_who, amount in moved()] == [2500, -2500]
    case.refresh_from_db()
    assert (case.status, case.decided_by) == ("decided", table.cast.ispettore.person.badge)


def test_below_that_who_decides_is_enough(sit_down: SitDown) -> None:
    table = sit_down(BY_TWO)
    decided(table, "ispettore", raised(table), {"bettor": "anna", "amount": 4975})
    assert [amount for *_who, amount in moved()] == [4975]


def test_until_then_they_may_decide_anew_or_refer_it_and_what_was_asked_before_is_gone(sit_down: SitDown) -> None:
    table = sit_down(BY_TWO)
    table.cast.capo_isola.does("sign_on")
    case = raised(table)
    decided(table, "ispettore", case, PAYS)
    first = table.number
    decided(table, "ispettore", case, {"bettor": "anna", "amount": 7500})
    second = table.number
    table.cast.capo_isola.is_refused(Code.ARGUMENTS, "confirm_dispute", incident=case.number, decision=first)
    table.cast.ispettore.does("refer", incident=case.number, reason="too much")
    table.cast.capo_isola.is_refused(Code.ARGUMENTS, "confirm_dispute", incident=case.number, decision=second)
    assert moved() == []


@pytest.mark.parametrize("verb", ["decide_dispute", "refer", "withdraw_incident"])
def test_a_decision_that_was_taken_after_a_screen_was_drawn_is_not_gone_by_a_press_on_it(
    sit_down: SitDown, verb: str
) -> None:
    table = sit_down(BY_TWO)
    case, seen = raised(table), table.number
    decided(table, "ispettore", case, PAYS)
    words = {"decide_dispute": {"text": "no claim"}, "refer": {"reason": "too much"}}.get(verb, {})
    given: dict[str, Any] = {"incident": case.number, **words}
    table.cast.second_ispettore.is_refused(Code.STALE, verb, seen=seen, **given)
    table.cast.second_ispettore.does("sign_on")
    table.cast.second_ispettore.does(verb, **given)
    table.check()


def test_what_the_same_coup_has_brought_since_is_seen_before_more_of_it_is_moved(table: AtTable) -> None:
    case, seen = raised(table), table.number
    table.does("report_incident", kind="dispute", facts=CLAIM | {"position": "2"})
    decided(table, "ispettore", newest(), PAYS)
    given: dict[str, Any] = {"incident": case.number, "text": "as claimed", "corrections": [PAYS]}
    table.cast.second_ispettore.is_refused(Code.STALE, "decide_dispute", seen=seen, **given)
    table.cast.second_ispettore.does("decide_dispute", **given)
    table.check()


def test_who_decided_is_still_at_work_when_it_is_agreed_to(sit_down: SitDown) -> None:
    table = sit_down(BY_TWO)
    table.cast.capo_isola.does("sign_on")
    case = raised(table)
    decided(table, "ispettore", case, PAYS)
    given: dict[str, Any] = {"incident": case.number, "decision": table.number}
    table.cast.ispettore.does("sign_off")
    table.cast.capo_isola.is_refused(Code.PRESENCE, "confirm_dispute", **given)
    table.cast.ispettore.does("sign_on")
    table.cast.capo_isola.does("confirm_dispute", **given)


def test_only_a_dispute_is_decided_so(table: AtTable) -> None:
    table.does("report_incident", kind="worn_card", facts={"card": "7D"})
    given: dict[str, Any] = {"incident": table.number, "text": "no"}
    table.cast.ispettore.is_refused(Code.PHASE, "decide_dispute", **given)


def test_what_it_moved_stands_in_the_files_of_its_taglia_and_of_its_evening_beside_the_result(table: AtTable) -> None:
    case = raised(table)
    decides = table.cast.with_role(table.state.profile.disputes_decided_by)
    decides.does("decide_dispute", incident=case.number, text="one chip too few was paid", corrections=[PAYS])
    shoe, evening = table.state.shoe, evening_of(table.row, table.row.opened)
    assert shoe is not None
    assert evening is not None
    taglia, closing = taglia_of(shoe), closing_of(table.row, evening)
    with translation.override("en"):
        for written, lines in (
            (as_json(taglia, of="", language="en", copy=1), as_csv(taglia)),
            (closing_as_json(closing, table.row, of="", language="en", copy=1), closing_as_csv(closing, table.row)),
        ):
            file = json.loads(written)
            assert (file["adjusted"], file["of_table"]) == (
                5000,
                -(file["money"]["win"] + file["money"]["loss"]) - 5000,
            )
            assert "moved by disputes since;50,00" in lines.decode("utf-8-sig").splitlines()
