"""What nobody collects is kept for its owner, and the Direzione disposes of it. Super Punto Banco, Art. 15."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.utils import translation

from table.models import Alert, Money, Uncollected
from table.play.declaration import VERBS
from table.record.proof.audit import faults
from table.rules.houses import ADMIRAL, CLASSICO, MALTA, VENEZIA
from table.rules.profile import Profile, derive
from table.rules.refusal import Code
from table.screens.read.lines import lines
from table.screens.read.snapshot import take
from table.words.numbers import Numbers
from tests.croupier.cases import report
from tests.croupier.coups import FIVE, NINE, close, coup, deal, effects, lay, net, pay, play, turn
from tests.croupier.dealer import Croupier
from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import each
from tests.procedures.conftest import SitDown
from tests.procedures.mishaps import ART_15
from tests.procedures.moments import Mishap
from tests.rig.tables import AtTable


@each(ART_15)
def test_what_lies_there_uncollected_moves_nothing_of_the_coup(sit_down: SitDown, mishap: Mishap) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)


def in_custody(table: AtTable) -> list[tuple[str, str, str, int]]:
    """What is in custody, by its place: of whom, what it is, and how much."""
    found = Uncollected.objects.filter(table=table.row, closed=None)
    return [(it.position, it.owner, it.kind, it.amount) for it in found]


def leaves(table: AtTable, position: str) -> None:
    """Its holder is gone, and did not mark it."""
    table.does("report_unmarked_absence", position=position)


# --- paid before an empty place


@pytest.mark.parametrize("profile", [VENEZIA, MALTA, CLASSICO, ADMIRAL], ids=lambda profile: profile.key)
def test_what_is_paid_before_an_empty_place_is_kept_for_its_owner(sit_down: SitDown, profile: Profile) -> None:
    table = sit_down(profile)
    lay(table, "P100@1", "B50@2")
    leaves(table, "1")
    leaves(table, "2")
    Croupier(table, "9S 2S KD 3S").advance("burn")
    assert in_custody(table) == [("1", "anna", "stake", 10_000), ("1", "anna", "winnings", 10_000)]
    assert (net(table, "1"), net(table, "2", "banco")) == (10_000, -5000)
    assert Alert.objects.filter(code="uncollected").count() == 2
    table.does("burn")
    table.does("open_bets")
    assert table.state.stakes == []


def test_until_the_coup_is_settled_the_chips_of_whoever_is_gone_play(table: AtTable) -> None:
    lay(table, "P100@1")
    leaves(table, "1")
    table.does("close_bets", said=True)
    assert (in_custody(table), coup(table).stakes.get().in_action) == ([], 10_000)
    left: dict[str, Any] = {"position": "1", "left": "stake", "amount": 10_000}
    refused = table.refuses(Code.PHASE, "report_incident", kind="uncollected", facts=left)
    assert refused.source == "reading of Art. 15"


def test_banknotes_of_a_stake_are_not_in_custody_besides_but_others_that_lie_there_are(table: AtTable) -> None:
    lay(table, "P10@1", "P10@2")
    table.does("raise", coup=table.coup, position="1", box="punto", by=5000, cash=True)
    notes: dict[str, Any] = {"left": "notes", "amount": 5000}
    table.refuses(Code.PHASE, "report_incident", kind="uncollected", facts={"position": "1", **notes})
    report(table, "uncollected", position="2", **notes)
    table.does("change_cash", coup=table.coup, position="1", box="punto")
    report(table, "uncollected", position="1", **notes)
    assert in_custody(table) == [("2", "", "notes", 5000), ("1", "", "notes", 5000)]


def test_nor_are_those_that_are_found_once_the_stake_is_paid_before_they_are_changed(table: AtTable) -> None:
    deal(table, "P100@1", "P50@2")
    turn(table)
    pay(table)
    notes: dict[str, Any] = {"left": "notes", "amount": 10_000}
    table.does("correct_entry", what="cash", new={"position": "1", "box": "punto", "cash": True}, reason="found_out")
    refused = table.refuses(Code.CASH_PENDING, "report_incident", kind="uncollected", facts={"position": "1", **notes})
    assert (refused.facts["positions"], refused.source) == ("1", "Super Punto Banco, Art. 12")
    report(table, "uncollected", position="2", **notes)
    table.does("change_cash", coup=table.coup, position="1", box="punto")
    report(table, "uncollected", position="1", **notes)
    assert in_custody(table) == [("2", "", "notes", 10_000), ("1", "", "notes", 10_000)]


def test_those_that_were_taken_into_custody_besides_before_are_dealt_again_as_they_were(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(table, "P10@1")
    table.does("raise", coup=table.coup, position="1", box="punto", by=5000, cash=True)
    with monkeypatch.context() as before:
        before.setitem(VERBS, "report_incident", replace(VERBS["report_incident"], at_press=None))
        report(table, "uncollected", position="1", left="notes", amount=5000)
    assert in_custody(table) == [("1", "", "notes", 5000)]
    table.check(dealt_again=True)


def test_what_is_lost_is_collected_by_the_house_whoever_is_there(table: AtTable) -> None:
    deal(table, "B100@1", "P10@2")
    leaves(table, "1")
    turn(table)
    pay(table)
    assert in_custody(table) == []


def test_who_has_marked_their_place_finds_their_winnings_there(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("mark", position="1")
    turn(table)
    pay(table)
    assert in_custody(table) == []


def test_a_standing_player_who_went_has_their_winnings_kept(table: AtTable) -> None:
    table.does("stand_at", position="9", guest="verdi")
    deal(table, "P100@9/verdi")
    table.does("leave_standing", position="9", guest="verdi")
    table.does("turn_punto", cards=["9S", "KD"])
    table.does("turn_banco", cards=["2S", "3S"])
    pay(table)
    assert in_custody(table) == [("9", "verdi", "stake", 10_000), ("9", "verdi", "winnings", 10_000)]


def test_whose_place_was_given_away_meanwhile_has_their_winnings_kept(table: AtTable) -> None:
    deal(table, "P100@1")
    leaves(table, "1")
    table.does("reserve", guest="ida")
    table.cast.capo_isola.does("assign", guest="ida", position="1")
    table.does("occupy", position="1")
    turn(table)
    pay(table)
    assert in_custody(table) == [("1", "anna", "stake", 10_000), ("1", "anna", "winnings", 10_000)]


# --- given back


def test_stakes_that_go_back_to_nobody_are_kept(table: AtTable) -> None:
    lay(table, "P100@1", "B50@2")
    leaves(table, "1")
    table.cast.ispettore.does("suspend")
    assert in_custody(table) == [("1", "anna", "stake", 10_000)]


def test_stakes_that_go_back_for_a_colpo_in_bianco_are_kept(table: AtTable) -> None:
    lay(table, "P100@1", "B50@2")
    leaves(table, "1")
    table.does("report_visible")
    table.does("play_blank", said=True)
    assert in_custody(table) == [("1", "anna", "stake", 10_000)]


# --- banknotes stay banknotes


def taken_off(table: AtTable) -> None:
    """The dealer takes the stake off the felt."""
    table.does("withdraw", coup=table.coup, position="1", box="punto")


def cleared(table: AtTable) -> None:
    """The dealer takes everything off the felt."""
    table.does("clear", coup=table.coup)


def lowered(table: AtTable) -> None:
    """The dealer takes all but fifteen off."""
    table.does("lower", coup=table.coup, position="1", box="punto", by=2000)


def seen(table: AtTable) -> None:
    """A card was seen: a Colpo in Bianco is played."""
    table.does("report_visible")
    table.does("play_blank", said=True)


def suspended(table: AtTable) -> None:
    """The game is suspended before a card."""
    table.cast.ispettore.does("suspend")


@pytest.mark.parametrize(
    ("comes_off", "notes"),
    [(taken_off, 2500), (cleared, 2500), (lowered, 1000), (seen, 2500), (suspended, 2500)],
    ids=lambda it: getattr(it, "__name__", ""),
)
def test_banknotes_of_somebody_who_has_gone_are_in_custody_as_banknotes_under_a_slip_of_their_own(
    table: AtTable, comes_off: Callable[[AtTable], None], notes: int
) -> None:
    lay(table, "P10@1")
    table.does("raise", coup=table.coup, position="1", box="punto", by=2500, cash=True)
    leaves(table, "1")
    comes_off(table)
    assert in_custody(table) == [("1", "anna", "stake", 1000), ("1", "anna", "notes", notes)]
    assert list(faults(table.code)) == []


def test_banknotes_that_a_correction_finds_go_back_as_banknotes_where_the_coup_is_annulled(table: AtTable) -> None:
    close(table, "P100@1", "P50@2")
    leaves(table, "1")
    table.does("correct_entry", what="cash", new={"position": "1", "box": "punto", "cash": True}, reason="forgotten")
    case = report(table, "unforeseen", what="other")
    table.cast.direzione.does("rule", incident=case.number, text="it counts for nothing", effects=["annul"])
    assert in_custody(table) == [("1", "anna", "notes", 10_000)]


def test_what_went_back_to_nobody_is_banknotes_or_chips_as_the_stake_was(table: AtTable) -> None:
    close(table, "P1000@1", "P50@2")
    leaves(table, "1")
    found_to_be(table, 120_000)
    fix = {"position": "1", "box": "punto"}
    for cash, kind in ((True, "notes"), (False, "chips"), (True, "notes")):
        table.does("correct_entry", what="cash", new=fix | {"cash": cash}, reason="found_out")
        assert in_custody(table) == [("1", "anna", kind, 20_000)]
    found_to_be(table, 110_000)
    assert in_custody(table) == [("1", "anna", "notes", 10_000)]
    changes: dict[str, Any] = {"coup": table.coup, "position": "1", "box": "punto"}
    table.does("change_cash", **changes)
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    assert [it.notes for it in table.state.stakes] == [10_000, 0], "on the felt again they are banknotes still"
    table.refuses(Code.CASH_PENDING, "close_bets", said=True)
    table.does("change_cash", **changes)
    table.does("close_bets", said=True)
    assert in_custody(table) == [("1", "anna", "chips", 10_000)]


def test_what_went_back_to_whoever_is_there_is_banknotes_again_as_it_lies_there_again(table: AtTable) -> None:
    close(table, "P1000@1", "P50@2")
    found_to_be(table, 120_000)
    found_in_notes(table)
    changes: dict[str, Any] = {"coup": table.coup, "position": "1", "box": "punto"}
    table.does("change_cash", **changes)
    table.refuses(Code.CASH_PENDING, "change_cash", **changes)
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    assert [it.unchanged for it in table.state.stakes] == [20_000, 0], "the others were changed"
    table.refuses(Code.CASH_PENDING, "close_bets", said=True)
    table.does("change_cash", **changes)
    table.does("close_bets", said=True)
    assert [it.unchanged for it in table.state.stakes] == [0, 0]
    assert list(faults(table.code)) == []


def test_what_an_owner_who_has_left_took_along_is_not_asked_for_as_the_betting_is_open_again(table: AtTable) -> None:
    close(table, "P1000@1", "P50@2")
    found_to_be(table, 120_000)
    found_in_notes(table)
    table.does("change_cash", coup=table.coup, position="1", box="punto")
    leaves(table, "1")
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    table.does("close_bets", said=True)
    assert in_custody(table) == []


def test_no_more_is_asked_for_as_the_betting_is_open_again_than_the_stake_is_worth_with_what_was_changed(
    table: AtTable,
) -> None:
    close(table, "P1000@1", "P50@2")
    found_to_be(table, 120_000)
    found_in_notes(table)
    table.does("change_cash", coup=table.coup, position="1", box="punto")
    found_to_be(table, 500)
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    assert [(it.laid, it.unchanged) for it in table.state.stakes] == [(500, 0), (5000, 0)]


def found_in_notes(table: AtTable) -> None:
    """All of the stake at position 1 is in banknotes, as somebody sees now."""
    new = {"position": "1", "box": "punto", "cash": True}
    table.does("correct_entry", what="cash", new=new, reason="found_out")


def test_of_banknotes_that_went_back_to_nobody_and_chips_each_is_kept_as_what_it_is(table: AtTable) -> None:
    close(table, "P1000@1", "P50@2")
    leaves(table, "1")
    found_to_be(table, 120_000)
    found_in_notes(table)
    found_to_be(table, 130_000)
    assert in_custody(table) == [("1", "anna", "notes", 20_000), ("1", "anna", "chips", 10_000)]


def test_those_that_were_taken_off_stay_banknotes_whatever_those_are_that_lie_there_still(table: AtTable) -> None:
    lay(table, "P10@1")
    table.does("raise", coup=table.coup, position="1", box="punto", by=2500, cash=True)
    leaves(table, "1")
    lowered(table)
    table.does("change_cash", coup=table.coup, position="1", box="punto")
    table.does("close_bets", said=True)
    found_in_notes(table)
    assert in_custody(table) == [("1", "anna", "stake", 1000), ("1", "anna", "notes", 1000)]


def test_banknotes_lie_on_the_felt_again_without_another_slip_where_the_stake_was_much_less(table: AtTable) -> None:
    close(table, "P1000@1", "P50@2")
    leaves(table, "1")
    found_to_be(table, 120_000)
    found_in_notes(table)
    found_to_be(table, 10_000)
    assert in_custody(table) == []
    kinds = Uncollected.objects.filter(table=table.row).order_by("slip").values_list("kind", flat=True)
    assert list(kinds) == ["chips", "notes"], "as they were until the notes were found, and as notes"


def test_of_those_that_are_in_custody_less_is_kept_too_once_those_on_the_felt_are_changed(table: AtTable) -> None:
    close(table, "P1000@1", "P50@2")
    leaves(table, "1")
    found_to_be(table, 120_000)
    found_in_notes(table)
    table.does("change_cash", coup=table.coup, position="1", box="punto")
    found_to_be(table, 110_000)
    assert in_custody(table) == [("1", "anna", "notes", 10_000)]


def test_of_banknotes_that_go_back_only_what_nobody_had_is_kept(table: AtTable) -> None:
    close(table, "P1000@1", "P50@2")
    found_to_be(table, 120_000)
    found_in_notes(table)
    leaves(table, "1")
    for amount in (105_000, 115_000):
        found_to_be(table, amount)
        assert in_custody(table) == []


def test_banknotes_stay_in_custody_as_such_though_their_owner_is_back_as_they_are_found(table: AtTable) -> None:
    close(table, "P1000@1", "P50@2")
    leaves(table, "1")
    found_to_be(table, 120_000)
    comes_back(table)
    found_in_notes(table)
    assert in_custody(table) == [("1", "anna", "notes", 20_000)]


def laid_by_whoever_stands_there(table: AtTable) -> None:
    """The stake that was keyed at position 2 lay at position 9, as two persons find once it was paid."""
    new = {"position": "2", "meant": "9"}
    request = table.cast.ispettore.does("correct_entry", what="position", new=new, reason="misread")
    table.cast.comunale.does("sign_on")
    table.cast.comunale.does("confirm_correction", correction=request.number)


@pytest.mark.parametrize(("in_notes", "kind"), [(True, "notes"), (False, "chips")])
def test_what_goes_back_by_a_correction_of_a_paid_coup_is_kept_apart_from_what_was_paid(
    table: AtTable, *, in_notes: bool, kind: str
) -> None:
    deal(table, "P500@2", "P1000@1")
    leaves(table, "1")
    table.does("stand_at", position="9", guest="anna")
    turn(table)
    pay(table)
    if in_notes:
        found_in_notes(table)
    laid_by_whoever_stands_there(table)
    excess = ("1", "anna", kind, 50_000)
    assert in_custody(table) == [("1", "anna", "stake", 50_000), ("1", "anna", "winnings", 50_000), excess]
    for number, face in ((1, "8S"), (4, "7S")):
        new = {"number": number, "card": face}
        table.cast.ispettore.does("correct_entry", what="card", new=new, reason="misread")
    if in_notes:
        table.does("change_cash", coup=table.coup, position="1", box="punto")
    pay(table)
    assert in_custody(table) == [excess]


def test_banknotes_that_are_found_on_the_felt_are_taken_into_custody_as_such(table: AtTable) -> None:
    report(table, "uncollected", position="1", left="notes", amount=5000)
    assert in_custody(table) == [("1", "", "notes", 5000)]


# --- gone back as what was in action became known


def found_to_be(table: AtTable, amount: int) -> None:
    """The stake on Punto at position 1 was keyed wrong; what is over the maximum of a thousand goes back."""
    new = {"position": "1", "box": "punto", "amount": amount}
    table.does("correct_entry", what="stake", new=new, reason="misread")


def cancelled(table: AtTable) -> None:
    """The game is suspended before a card."""
    table.cast.ispettore.does("suspend")


def whitened(table: AtTable) -> None:
    """A card was seen: a Colpo in Bianco is played."""
    table.does("report_visible")
    table.does("play_blank", said=True)


def settled(table: AtTable, *, wins: bool = True, annulled: bool = False) -> None:
    """The coup is paid, and Punto wins or loses it; then it may be annulled."""
    table.does("deal")
    turn(table, punto=NINE if wins else FIVE, banco=FIVE if wins else NINE)
    pay(table)
    if annulled:
        case = report(table, "unforeseen", what="other")
        table.cast.direzione.does("rule", incident=case.number, text="it counts for nothing", effects=["annul"])


STAKE, WINNINGS = ("1", "anna", "stake", 100_000), ("1", "anna", "winnings", 100_000)
ENDS = pytest.mark.parametrize(
    ("ends", "slips"),
    [
        pytest.param(settled, [STAKE, WINNINGS], id="won"),
        pytest.param(partial(settled, wins=False), [], id="lost"),
        pytest.param(partial(settled, annulled=True), [STAKE], id="annulled"),
        pytest.param(partial(settled, wins=False, annulled=True), [STAKE], id="lost, and annulled"),
        pytest.param(cancelled, [STAKE], id="cancelled"),
        pytest.param(whitened, [STAKE], id="Colpo in Bianco"),
    ],
)


@pytest.mark.one_in(3)
@ENDS
def test_what_went_back_to_somebody_before_they_went_is_not_kept(
    table: AtTable, ends: Callable[[AtTable], None], slips: list[tuple[str, str, str, int]]
) -> None:
    close(table, "P1000@1", "P50@2")
    found_to_be(table, 120_000)
    leaves(table, "1")
    ends(table)
    assert in_custody(table) == slips


@pytest.mark.one_in(3)
@ENDS
def test_what_went_back_to_nobody_is_kept_apart_from_what_plays(
    table: AtTable, ends: Callable[[AtTable], None], slips: list[tuple[str, str, str, int]]
) -> None:
    close(table, "P1000@1", "P50@2")
    leaves(table, "1")
    found_to_be(table, 120_000)
    excess = ("1", "anna", "chips", 20_000)
    assert in_custody(table) == [excess]
    ends(table)
    assert in_custody(table) == [excess, *slips]


@pytest.mark.parametrize(("amount", "left"), [(130_000, 30_000), (100_000, 0), (0, 0)])
def test_what_went_back_to_nobody_follows_the_next_correction(table: AtTable, amount: int, left: int) -> None:
    close(table, "P1000@1", "P50@2")
    leaves(table, "1")
    found_to_be(table, 120_000)
    found_to_be(table, amount)
    assert sum(it.amount for it in table.state.custody) == left


@pytest.mark.parametrize(
    ("what", "new", "slips"),
    [
        ("box", {"box": "punto", "meant": "banco"}, [("anna", "banco", 20_000)]),
        ("owner", {"box": "punto", "owner": "carla"}, [("carla", "punto", 20_000)]),
        ("position", {"meant": "3"}, []),
    ],
)
def test_what_went_back_to_nobody_follows_its_stake(
    table: AtTable, what: str, new: dict[str, str], slips: list[tuple[str, str, int]]
) -> None:
    close(table, "P1000@1", "P50@2")
    leaves(table, "1")
    found_to_be(table, 120_000)
    table.does("correct_entry", what=what, new={"position": "1"} | new, reason="misread")
    assert [(it.owner, it.box, it.amount) for it in table.state.custody] == slips


def on_punto(table: AtTable) -> None:
    """The stake at position 1 was keyed on Banco, and lies on Punto."""
    table.does("close_bets", said=True)
    new = {"position": "1", "box": "banco", "meant": "punto"}
    table.does("correct_entry", what="box", new=new, reason="misread")


@pytest.mark.parametrize(("what", "new"), [("box", {"meant": "punto"}), ("owner", {"owner": "anna"})])
def test_a_correction_to_what_was_keyed_moves_nothing_in_custody(
    table: AtTable, what: str, new: dict[str, str]
) -> None:
    close(table, "P1000@1", "P50@2")
    leaves(table, "1")
    found_to_be(table, 120_000)
    at = {"position": "1", "box": "punto"}
    answer = table.does("correct_entry", what=what, new=at | new, reason="misread")
    assert (effects(answer, "custody_changed"), effects(answer, "uncollected")) == ([], [])
    assert [(it.slip, it.amount) for it in table.state.custody] == [(1, 20_000)]


def removed(table: AtTable) -> None:
    """No stake lay at position 1."""
    table.does("close_bets", said=True)
    new = {"position": "1", "box": "banco", "amount": 0}
    table.does("correct_entry", what="stake", new=new, reason="misread")


def takes_off(verb: str, **given: Any) -> Callable[[AtTable], object]:
    """The dealer takes off at position 1, in the betting."""
    return lambda table: table.does(verb, coup=table.coup, position="1", **given)


@pytest.mark.parametrize(
    ("goes_back", "slip"),
    [
        pytest.param(whitened, ("1", "anna", "stake", 10_500), id="in bianco"),
        pytest.param(on_punto, ("1", "anna", "chips", 500), id="on Punto"),
        pytest.param(removed, ("1", "anna", "chips", 500), id="none"),
        pytest.param(takes_off("withdraw_tax"), ("1", "anna", "chips", 500), id="the tax"),
        pytest.param(takes_off("withdraw", box="banco"), ("1", "anna", "stake", 10_500), id="the stake"),
        pytest.param(takes_off("clear"), ("1", "anna", "stake", 10_500), id="all stakes"),
        pytest.param(takes_off("lower", box="banco", by=2000), ("1", "anna", "stake", 2100), id="a part"),
    ],
)
def test_what_comes_off_the_felt_for_nobody_is_kept_with_its_tax(
    sit_down: SitDown, goes_back: Callable[[AtTable], object], slip: tuple[str, str, str, int]
) -> None:
    table = sit_down(derive(ADMIRAL, key="in-bianco", remedies="blank_coup"), seats=2)
    lay(table, "B100@1")
    table.does("lay_tax", coup=table.coup, position="1")
    leaves(table, "1")
    goes_back(table)
    assert in_custody(table) == [slip]


def test_what_was_paid_at_the_wrong_position_is_not_kept(table: AtTable) -> None:
    deal(table, "P100@1", "P50@2")
    leaves(table, "1")
    turn(table)
    pay(table)
    new = {"position": "1", "meant": "3"}
    request = table.cast.ispettore.does("correct_entry", what="position", new=new, reason="misread")
    table.cast.comunale.does("sign_on")
    table.cast.comunale.does("confirm_correction", correction=request.number)
    assert in_custody(table) == []


def test_tax_that_went_back_is_kept_though_nothing_of_its_stake_is_found_to_go_back(sit_down: SitDown) -> None:
    table = sit_down(derive(VENEZIA, key="laid-ready", tax="laid_ready"))
    lay(table, "B1000@1")
    table.does("lay_tax", coup=table.coup, position="1")
    leaves(table, "1")
    table.does("close_bets", said=True)
    fixes: list[tuple[str, dict[str, Any]]] = [
        ("stake", {"box": "banco", "amount": 120_000}),
        ("box", {"box": "banco", "meant": "punto"}),
        ("stake", {"box": "punto", "amount": 100_000}),
    ]
    for what, new in fixes:
        table.does("correct_entry", what=what, new={"position": "1", **new}, reason="misread")
    assert in_custody(table) == [("1", "anna", "chips", 6000)]


def test_where_the_betting_was_not_closed_nothing_went_back(table: AtTable) -> None:
    close(table, "P1000@1", "P50@2")
    leaves(table, "1")
    found_to_be(table, 120_000)
    table.does("correct_entry", what="close", new={}, reason="misread")
    assert in_custody(table) == []


@pytest.mark.parametrize(
    ("found", "slips"),
    [([130_000], [10_000]), ([110_000, 130_000], [10_000]), ([130_000, 110_000, 130_000], [10_000]), ([110_000], [])],
)
def test_of_more_that_goes_back_only_what_nobody_had_is_kept(
    table: AtTable, found: list[int], slips: list[int]
) -> None:
    close(table, "P1000@1", "P50@2")
    found_to_be(table, 120_000)
    leaves(table, "1")
    for amount in found:
        found_to_be(table, amount)
    assert in_custody(table) == [("1", "anna", "chips", amount) for amount in slips]


def test_what_was_taken_off_is_kept_whatever_is_corrected_of_a_stake_that_is_laid_there_since(table: AtTable) -> None:
    lay(table, "P100@1", "P50@2")
    leaves(table, "1")
    table.does("withdraw", coup=table.coup, position="1", box="punto")
    comes_back(table)
    close(table, "P200@1")
    table.does("correct_entry", what="box", new={"position": "1", "box": "punto", "meant": "banco"}, reason="misread")
    assert in_custody(table) == [("1", "anna", "stake", 10_000)]


@pytest.mark.parametrize(("what", "new"), [("box", {"meant": "banco"}), ("owner", {"owner": "carla"})])
def test_what_nobody_has_collected_stays_in_custody_though_its_owner_is_back_as_their_stake_is_corrected(
    table: AtTable, what: str, new: dict[str, str]
) -> None:
    close(table, "P1000@1", "P50@2")
    leaves(table, "1")
    found_to_be(table, 120_000)
    comes_back(table)
    table.does("correct_entry", what=what, new={"position": "1", "box": "punto", **new}, reason="misread")
    assert [it.amount for it in table.state.custody] == [20_000]


def test_who_is_back_settles_themselves_what_they_had_taken_along(table: AtTable) -> None:
    close(table, "P1000@1", "P50@2")
    found_to_be(table, 120_000)
    leaves(table, "1")
    found_to_be(table, 130_000)
    comes_back(table)
    found_to_be(table, 100_000)
    leaves(table, "1")
    found_to_be(table, 130_000)
    assert in_custody(table) == [("1", "anna", "chips", 30_000)]


def test_what_somebody_took_along_is_not_kept_where_the_betting_is_closed_once_more(table: AtTable) -> None:
    close(table, "P1000@1", "P50@2")
    found_to_be(table, 120_000)
    leaves(table, "1")
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    table.does("close_bets", said=True)
    assert in_custody(table) == []


# --- left by a tie


def test_what_a_tie_left_without_its_owner_is_kept_once(table: AtTable) -> None:
    deal(table, "P100@1", "P50@2")
    leaves(table, "1")
    turn(table, punto="9S KD", banco="9H KS")
    pay(table)
    assert in_custody(table) == [("1", "anna", "stake", 10_000)]
    table.does("burn")
    leaves(table, "2")
    left = effects(table.does("open_bets"), "left_without_owner")
    assert [it["position"] for it in left] == ["1", "2"]
    assert in_custody(table) == [("1", "anna", "stake", 10_000), ("2", "bruno", "stake", 5000)]


def test_a_stake_that_was_taken_off_before_its_owner_came_back_is_none_that_the_tie_paid(table: AtTable) -> None:
    lay(table, "P100@1", "P50@2")
    leaves(table, "1")
    table.does("withdraw", coup=table.coup, position="1", box="punto")
    comes_back(table)
    deal(table, "P100@1")
    turn(table, punto="9S KD", banco="9H KS")
    pay(table)
    table.does("burn", open_next=True)
    assert [it.bettor for it in table.state.stakes] == ["bruno", "anna"]
    assert in_custody(table) == [("1", "anna", "stake", 10_000)]


def handed_out(table: AtTable) -> None:
    """The Direzione gives the chips under the first slip to their owner."""
    table.cast.direzione.does("dispose", slip=1, text="to their owner")


def comes_back(table: AtTable) -> None:
    """Anna sits at position 1 again."""
    table.does("reserve", guest="anna")
    table.cast.capo_isola.does("assign", guest="anna", position="1")
    table.does("occupy", position="1")


@pytest.mark.parametrize("since", [handed_out, comes_back])
def test_a_stake_of_the_tie_that_went_into_custody_lies_nowhere_else(
    table: AtTable, since: Callable[[AtTable], None]
) -> None:
    deal(table, "P100@1", "P50@2")
    leaves(table, "1")
    turn(table, punto="9S KD", banco="9H KS")
    pay(table)
    since(table)
    table.does("burn")
    assert effects(table.does("open_bets"), "left_without_owner") == []
    assert (Uncollected.objects.count(), [it.bettor for it in table.state.stakes]) == (1, ["bruno"])


def ordered(table: AtTable, amount: int) -> None:
    """The Direzione adds to what the stake on Punto at position 1 was paid, and play goes on."""
    case = report(table, "unforeseen", what="other")
    money = [{"position": "1", "box": "punto", "amount": amount}]
    effects: dict[str, Any] = {"effects": ["continue", "correct_money"], "money": money}
    table.cast.direzione.does("rule", incident=case.number, text="as a courtesy", **effects)


def test_a_stake_of_the_tie_is_kept_beside_what_was_ordered_for_it(table: AtTable) -> None:
    deal(table, "P100@1", "P50@2")
    turn(table, punto="9S KD", banco="9H KS")
    pay(table)
    leaves(table, "1")
    ordered(table, 2500)
    table.does("burn")
    table.does("open_bets")
    assert in_custody(table) == [("1", "anna", "winnings", 2500), ("1", "anna", "stake", 10_000)]


def test_a_stake_of_the_tie_whose_owner_has_left_is_kept_for_them(table: AtTable) -> None:
    play(table, "P100@3", "B50@1", punto="9S KD", banco="9H KS")
    table.does("open_bets")
    leaves(table, "3")
    table.does("keep", coup=table.coup)
    assert in_custody(table) == []
    table.does("withdraw", coup=table.coup, position="3", box="punto")
    assert in_custody(table) == [("3", "carla", "stake", 10_000)]


def test_where_the_coup_is_paid_otherwise_what_is_kept_follows_it(table: AtTable) -> None:
    deal(table, "P100@1")
    leaves(table, "1")
    turn(table)
    pay(table)
    case = report(table, "unforeseen", what="other")
    given: dict[str, Any] = {"incident": case.number, "text": "it counts for nothing", "effects": ["annul"]}
    answer = table.cast.direzione.does("rule", **given)
    assert effects(answer, "custody_changed") == [{"slip": 2, "amount": 0, "old_amount": 10_000}]
    assert in_custody(table) == [("1", "anna", "stake", 10_000)]


def test_what_was_ordered_for_a_stake_on_the_wrong_box_is_no_row_that_was_altered(table: AtTable) -> None:
    close(table, "P100@1")
    ordered(table, 2500)
    new = {"position": "1", "box": "punto", "meant": "banco"}
    table.does("correct_entry", what="box", new=new, reason="misread")
    assert faults(table.code) == []


def test_where_the_coup_is_paid_otherwise_what_was_ordered_stays(table: AtTable) -> None:
    deal(table, "P100@1")
    leaves(table, "1")
    turn(table)
    pay(table)
    ordered(table, 2500)
    case = report(table, "unforeseen", what="other")
    table.cast.direzione.does("rule", incident=case.number, text="it counts for nothing", effects=["annul"])
    assert in_custody(table) == [("1", "anna", "stake", 10_000), ("1", "anna", "winnings", 2500)]


def test_who_had_collected_before_they_went_has_it(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    pay(table)
    leaves(table, "1")
    case = report(table, "unforeseen", what="other")
    table.cast.direzione.does("rule", incident=case.number, text="it counts for nothing", effects=["annul"])
    assert in_custody(table) == []


def test_what_the_direzione_orders_for_somebody_who_is_gone_is_kept_too(table: AtTable) -> None:
    deal(table, "P100@1")
    leaves(table, "1")
    ordered(table, 2500)
    assert in_custody(table) == [("1", "anna", "winnings", 2500)]
    assert list(Alert.objects.filter(closed=None).values_list("code", "severity")) == [("uncollected", "person")]


# --- told, and disposed of


@pytest.fixture
def left(table: AtTable) -> AtTable:
    """The dealer has found chips before an empty place."""
    facts = {"position": "9", "left": "chips", "amount": 2500}
    table.does("report_incident", kind="uncollected", facts=facts)
    return table


def test_what_lies_there_is_told_once_and_play_goes_on(left: AtTable) -> None:
    assert in_custody(left) == [("9", "", "chips", 2500)]
    assert list(Alert.objects.values_list("code", flat=True)) == ["incident_reported"]
    facts = {"position": "9", "left": "chips", "amount": 2500}
    left.refuses(Code.ARGUMENTS, "report_incident", kind="uncollected", facts=facts)
    play(left, "P100@1")


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        (Code.POSITION, {"position": "12"}),
        (Code.ARGUMENTS, {"amount": 0}),
        (Code.ARGUMENTS, {"left": "watch"}),
        (Code.ARGUMENTS, {"owner": "x" * 21}),
    ],
)
def test_what_cannot_be_is_refused(table: AtTable, code: Code, facts: dict[str, Any]) -> None:
    given = {"position": "9", "left": "chips", "amount": 2500} | facts
    table.refuses(code, "report_incident", kind="uncollected", facts=given)
    assert in_custody(table) == []


def test_the_direzione_alone_disposes_of_it_in_its_words_and_whatever_the_table_is_doing(left: AtTable) -> None:
    left.cast.ispettore.is_refused(Code.ROLE, "dispose", slip=1, text="mine")
    left.cast.ispettore.does("suspend")
    direzione = left.cast.direzione
    direzione.is_refused(Code.ARGUMENTS, "dispose", slip=1, text="")
    direzione.is_refused(Code.ARGUMENTS, "dispose", slip=2, text="to the cash desk")
    direzione.does("dispose", slip=1, text="to the cash desk")
    assert in_custody(left) == []
    assert direzione.is_refused(Code.FINAL, "dispose", slip=1, text="no").source == "rule of Sabot"
    snapshot = take(left.code)
    assert snapshot is not None
    with translation.override("en"):
        latest = lines(snapshot.entries, Numbers("en"))[0]
    assert (latest.act, latest.effects) == (
        "disposes of what is kept under slip 1: to the cash desk",
        ("25 at position 9",),
    )


def test_it_is_disposed_of_before_its_table_has_another_currency(left: AtTable) -> None:
    """Its slip says 25.00, which would be francs from then on."""
    francs = {"currency": "CHF"}
    left.cast.ispettore.does("close_table")
    left.cast.direzione.does("void_shoe")
    refused = left.cast.direzione.is_refused(Code.PHASE, "change_rules", changes=francs)
    assert "Under slip 1 money of the present currency is kept" in str(refused)
    left.cast.direzione.does("change_rules", changes={"currency": "EUR", "title": "As before"})
    left.cast.direzione.does("dispose", slip=1, text="to the cash desk")
    left.cast.direzione.does("change_rules", changes=francs)


def test_it_outlasts_coups_suspensions_and_the_evening_and_nothing_is_booked(left: AtTable) -> None:
    play(left, "P100@1")
    left.cast.ispettore.does("suspend")
    left.cast.ispettore.does("resume")
    before = Money.objects.count()
    left.cast.ispettore.does("close_table")
    left.cast.direzione.does("dispose", slip=1, text="to the cash desk")
    assert (in_custody(left), Money.objects.count()) == ([], before)
