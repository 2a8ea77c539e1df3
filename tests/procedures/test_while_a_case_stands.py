"""While a case stands other things happen: nothing is lost, a way leads to the end. Super Punto Banco, Art. 6 to 16."""

from collections.abc import Callable
from typing import Any

import pytest

from procedures.models import Incident
from table.models import Money, Stake, Table
from table.play.next_act import next_act
from table.rules.payout import HANDED_BACK
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.refusal import Code
from table.screens.dealer.taking_back import take_back
from tests.croupier.cases import OPENED, attest, declaration, end, inverted, newest, report
from tests.croupier.coups import back, close, coup, deal, net, turn
from tests.croupier.dealer import Croupier
from tests.croupier.staff import open_cases, put_right
from tests.procedures.conftest import MakeReady
from tests.procedures.locations import waiting
from tests.procedures.looking import region
from tests.procedures.moments import BATTUTA, complete, dealt
from tests.rig.pressing import Buttons
from tests.rig.sampling import sampled
from tests.rig.tables import AtTable

LIMITS = {"main": [2000, 50_000], "egalite": [1000, 10_000]}

Happens = Callable[[AtTable], object]


# --- whatever else happens


def _evidence(table: AtTable) -> None:
    """The video shows which card came first, where anybody asks for it."""
    first = min(card.number for card in table.state.cards)
    for case in open_cases(table.row):
        if case.status == "open" and case.kind != "unforeseen":
            table.does("add_evidence", incident=case.number, places={str(first): [1]}, source="video")


def _withdraw(table: AtTable) -> None:
    """It was not so, and then it was."""
    for case in open_cases(table.row):
        if not case.noticed and case.status == "open":
            table.does("withdraw_incident", incident=case.number)
            assert not table.state.coup or not table.state.coup.held
            facts = {"lost": [1, 2]} if case.kind != "unforeseen" else {"what": "other"}
            report(table, case.kind if case.kind != "fallen_card" else "inverted", **facts)


def _refer(table: AtTable) -> None:
    for case in open_cases(table.row):
        if case.status == "open":
            table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")


def _goes_on(table: AtTable) -> None:
    """Beside the case the evening goes on: new limits, a tip, another dealer for a moment, a seat that is marked."""
    table.cast.ispettore.does("set_limits", limits=LIMITS)
    table.does("tip", amount=500)
    table.cast.relief.does("take_over")
    table.does("take_over")
    table.does("mark", position="1")


HAPPENS: dict[str, Happens] = {
    "a card too many, unseen": lambda table: table.does("card_out", extra=True),
    "a card too many, seen": lambda table: report(table, "overlooked_card", seen=True, card="8D"),
    "the cut card": lambda table: table.does("cut_card_out"),
    "the next card visible": lambda table: table.does("report_visible"),
    "a suspension": lambda table: table.cast.ispettore.does("suspend"),
    "the reader leaves for good": lambda table: table.does("report_unmarked_absence", position="1"),
    "the evening": _goes_on,
    "a fall": lambda table: report(table, "fallen_card", places=[2], seen=True),
    "a worn card": lambda table: report(table, "worn_card", card="7D"),
    "a lost order": lambda table: report(table, "undue_third", lost=[1]),
    "a foreign card": lambda table: report(table, "unforeseen", what="foreign_card"),
    "a video": _evidence,
    "a withdrawal": _withdraw,
    "a referral": _refer,
}


@pytest.mark.parametrize("first", sampled(OPENED, one_in=12))
def test_whatever_happens_while_an_incident_stands_the_coup_comes_to_its_end(first: str, made_ready: MakeReady) -> None:
    ready = made_ready(seats=2)
    with ready.evening() as table:
        OPENED[first](table)
        assert _held(table)
        assert next_act(table.state) is None
        with ready.further() as here:
            for second, happens in HAPPENS.items():
                with here.evening():
                    happens(table)
                    _check_it_comes_to_its_end(table, second)


def _held(table: AtTable) -> bool:
    return table.state.coup is not None and table.state.coup.held


def _check_it_comes_to_its_end(table: AtTable, second: str) -> None:
    assert _held(table), second
    assert open_cases(table.row), second
    put_right(table)
    assert not _held(table), second
    end(table)
    _check_the_end(table, second)


def _check_the_end(table: AtTable, second: str) -> None:
    coup = table.row.coups.get()
    assert coup.ended
    assert Incident.objects.filter(coup=coup, blocking=True, decided=None).count() == 0
    assert table.row.status == (Table.Status.SUSPENDED if second == "a suspension" else Table.Status.OPEN)
    for stake in Stake.objects.filter(coup=coup):
        lines = Money.objects.filter(stake=stake)
        assert sum(line.amount for line in lines if line.kind not in HANDED_BACK) == 0
        assert sum(line.amount for line in lines if line.kind in HANDED_BACK) == stake.laid
    assert table.state.held == []


def test_one_thing_after_the_other_goes_wrong_in_one_coup_and_each_is_put_right_in_its_turn(table: AtTable) -> None:
    dealer = Croupier(table, "2S 9C 2H KD 6C", unnoticed="BPPB")
    dealt(dealer)
    dealer.tells("inverted", laid=["banco", "punto", "punto", "banco"])
    put_right(table)
    dealer.advance("announce")
    dealer.tells("undue_third", laid=["punto", "banco", "punto", "banco", "punto"])
    put_right(table)
    assert dealer.shown() == {"punto": "2S 2H", "banco": "9C KD"}
    table.does("announce", banco=1, punto=1)
    dealer.advance("burn")
    assert (net(table, "1"), net(table, "2", "banco")) == (-10_000, 4750)
    assert table.state.blank_due
    dealer.tells("declaration", lost=[1, 2, 3, 4])
    dealer.to_the_burn()
    assert list(Incident.objects.values_list("article", "status")) == [
        (6, "ratified"),
        (8, "ratified"),
        (9, "settled_by_law"),
        (0, "annulled"),
    ]
    assert (net(table, "1"), net(table, "2", "banco")) == (0, 0)
    assert (table.state.held, table.state.blank_due, table.row.button) == ([], False, "2")


# --- keyed wrong

HANDS = {"punto": "9S KD", "banco": "4H 3C"}


def _fixed(what: str, new: dict[str, Any]) -> dict[str, Any]:
    return {"what": what, "new": new, "reason": "misread"}


@pytest.mark.parametrize(
    ("fix", "hands", "won"),
    [
        (_fixed("card", {"number": 2, "card": "5H"}), {"punto": "9S KD", "banco": "5H 3C"}, 10_000),
        (_fixed("card", {"number": 1, "card": "7S"}), {"punto": "7S KD", "banco": "4H 3C"}, 0),
        (_fixed("cut_card", {"hand_cards": None}), HANDS, 10_000),
    ],
    ids=["a card", "a card by which nobody has a battuta", "the cut card"],
)
def test_what_was_keyed_wrong_is_put_right_while_an_incident_stands_and_the_answer_follows(
    table: AtTable, fix: dict[str, Any], hands: dict[str, str], won: int
) -> None:
    dealer = Croupier(table, BATTUTA)
    complete(dealer)
    table.does("cut_card_out")
    dealer.tells("inverted", lost=[1, 3])
    table.cast.ispettore.does("correct_entry", **fix)
    assert table.state.coup is not None
    assert table.state.coup.held
    assert dealer.to_the_burn() == hands
    assert net(table, "1") == won
    assert Incident.objects.get().status == "ratified"
    assert table.state.shoe is not None
    assert table.state.shoe.mask_waits is (fix["what"] != "cut_card")


def test_a_stake_is_put_right_by_two_while_an_incident_stands(table: AtTable) -> None:
    dealer = Croupier(table, BATTUTA)
    complete(dealer)
    dealer.tells("inverted", lost=[1, 3])
    fix = _fixed("stake", {"position": "1", "box": "punto", "amount": 20_000})
    correction = table.cast.ispettore.does("correct_entry", **fix).number
    table.cast.comunale.does("sign_on")
    table.cast.comunale.does("confirm_correction", correction=correction)
    assert coup(table).held
    assert dealer.to_the_burn() == HANDS
    assert net(table, "1") == 20_000
    assert Incident.objects.get().status == "ratified"


def test_a_correction_frees_the_coup_of_what_was_noticed_and_not_of_what_was_reported(table: AtTable) -> None:
    declaration(table)
    report(table, "unforeseen", what="other")
    table.cast.ispettore.does("correct_entry", what="card", new={"number": 1, "card": "6S"}, reason="misread")
    assert coup(table).held
    assert sorted(Incident.objects.values_list("kind", "status")) == [
        ("declaration", "withdrawn"),
        ("unforeseen", "open"),
    ]


def test_the_betting_is_not_opened_again_over_a_case_that_holds_the_coup(table: AtTable) -> None:
    table.does("card_out")
    close(table, "P100@1")
    case = report(table, "inverted", laid=["banco"])
    refused = table.refuses(Code.INCIDENT_OPEN, "correct_entry", what="close", new={}, reason="pressed_early")
    assert refused.source == "rule of Sabot"
    table.does("withdraw_incident", incident=case.number)
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    assert (table.state.phase, waiting(table)) == (Phase.BETTING, [(1, "held_under", True)])
    close(table)
    assert [it.in_action for it in table.state.stakes] == [10_000]


# --- decided


def test_what_is_clear_is_not_annulled_but_ratified_or_referred(table: AtTable) -> None:
    inverted(table)
    case = newest()
    attest(table, case)
    refused = table.cast.ispettore.is_refused(
        Code.CLEAR, "annul_incident", incident=case.number, reason="a guest mixed them"
    )
    assert refused.source == "reading of Art. 6, 7"
    table.cast.ispettore.does("refer", incident=case.number, reason="a guest mixed them")
    table.cast.direzione.does("rule", incident=case.number, text="annulled", effects=["annul"])
    table.does("burn")
    assert back(table, "1") == {"refund": 10_000}


@pytest.mark.parametrize("opened", ["three_at_punto", "undue_third", "declaration"])
def test_under_no_article_what_is_clear_is_annulled(table: AtTable, opened: str) -> None:
    OPENED[opened](table)
    dealer, case = Croupier(table), newest()
    while dealer.turns_what_is_covered():
        pass
    attest(table, case)
    assert newest().answer["proposal"]
    table.cast.ispettore.is_refused(Code.CLEAR, "annul_incident", incident=case.number, reason="so")
    table.cast.ispettore.does("ratify", incident=case.number)


def test_while_faces_are_needed_nothing_is_ratified_and_nothing_annulled_and_the_cards_are_named(
    table: AtTable,
) -> None:
    deal(table, "B100@1")
    case = report(table, "undue_third", laid=["punto", "banco", "punto", "banco", "punto"])
    attest(table, case)
    decisions: list[tuple[str, dict[str, Any]]] = [("ratify", {}), ("annul_incident", {"reason": "nobody knows"})]
    for verb, reason in decisions:
        refused = table.cast.ispettore.is_refused(Code.CARD_COVERED, verb, incident=case.number, **reason)
        assert "1, 2, 3, 4, 5" in str(refused)
    shown = region(table, Role.ISPETTORE_GIOCO)
    assert not {"ratify", "annul_incident"} & Buttons(shown).verbs
    assert shown.count("Cards have to be turned before it can be said.") == 1


def test_what_only_comes_to_the_same_points_is_not_clear_and_is_annulled(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9S KD", banco="9H QD")
    case = report(table, "inverted", lost=[1, 2])
    table.does("add_evidence", incident=case.number, places={"3": [3], "4": [4]}, source="video")
    attest(table, case)
    assert newest().answer["verdict"] == "result_only"
    table.cast.ispettore.is_refused(Code.NOT_CLEAR, "ratify", incident=case.number)
    table.cast.ispettore.is_refused(Code.ARGUMENTS, "annul_incident", incident=case.number, reason="")
    table.cast.ispettore.does("annul_incident", incident=case.number, reason="not clear")


def test_a_hand_that_an_empty_sabot_cannot_complete_is_annulled_however_clear_it_is(short: AtTable) -> None:
    deal(short, "P100@1", "B50@2")
    turn(short, punto="2S 2D", banco="KD KH")
    short.does("card_out", card="3C")
    case = report(short, "third_not_drawn")
    attest(short, case)
    assert newest().answer["proposal"]["missing"] == 1
    short.cast.ispettore.does("annul_incident", incident=case.number, reason="no card is left")


# --- once an inspector has attested


def test_once_an_inspector_has_attested_a_case_its_reporter_withdraws_it_no_more(table: AtTable) -> None:
    inverted(table)
    case = newest()
    attest(table, case)
    table.cast.ispettore.does("sign_off")
    table.refuses(Code.ROLE, "withdraw_incident", incident=case.number)
    assert "withdraw_incident" not in Buttons(region(table, Role.DEALER)).verbs
    table.cast.second_ispettore.does("withdraw_incident", incident=case.number)


@pytest.mark.parametrize(("what", "new"), [("card", {"number": 1, "card": "6S"}), ("declaration", {"claim": "carta"})])
def test_once_an_inspector_has_attested_a_case_what_was_keyed_is_corrected_by_an_ispettore(
    table: AtTable, what: str, new: dict[str, Any]
) -> None:
    declaration(table)
    fix, offered = _fixed(what, new), {"card": "cards", "declaration": "claims"}[what]
    assert getattr(take_back(table.snapshot), offered)
    attest(table, newest(), "comunale")
    table.refuses(Code.ROLE, "correct_entry", **fix)
    assert not getattr(take_back(table.snapshot), offered)
    table.cast.ispettore.does("correct_entry", **fix)
    assert (newest().status, coup(table).held) == ("withdrawn", False)


def test_a_noticed_case_closes_when_its_keys_are_put_right_and_both_faces_stay_on_it(table: AtTable) -> None:
    declaration(table)
    table.does("correct_entry", **_fixed("card", {"number": 3, "card": "QH"}))
    assert newest().facts["corrected"] == [[3, "KH", "QH"]]
    assert "Keyed anew since" in region(table, Role.ISPETTORE_GIOCO)
    answer = table.does("correct_entry", **_fixed("card", {"number": 1, "card": "6S"}))
    assert newest().facts["corrected"] == [[3, "KH", "QH"], [1, "4S", "6S"]]
    assert newest().status == "withdrawn"
    table.cast.ispettore.does("acknowledge_alert", number=answer.number, code="case_closed_by_keys")


def test_while_a_case_holds_the_coup_nobody_is_offered_to_open_its_betting_again(table: AtTable) -> None:
    close(table, "P100@1")
    assert take_back(table.snapshot).close
    report(table, "unforeseen", what="other")
    assert not take_back(table.snapshot).close
