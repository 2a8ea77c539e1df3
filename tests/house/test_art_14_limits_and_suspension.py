"""Limits and suspension, in every phase and in every house. Super Punto Banco, Art. 14; Punto y Banco, Malta."""

import re

import pytest

from table.models import Table
from table.play.declaration import VERBS
from table.rules.authority import RULE_OF_SABOT
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, VENEZIA
from table.rules.profile import Box, Profile, Role, derive
from table.rules.refusal import Code
from table.rules.stakes import Range
from table.script.cast import entitled
from table.script.simulation import usual_limits
from tests.croupier.coups import back, close, coup, effects, lay, play
from tests.croupier.situations import COUP, PHASES, in_phase
from tests.house.test_desk import desk
from tests.house.test_strip_and_sign import shown
from tests.rig.cast import Somebody
from tests.rig.page import words
from tests.rig.tables import AtTable, new_table, prepare_shoe, ready_table

pytestmark = pytest.mark.django_db

REAL = [VENEZIA, MALTA, CLASSICO, CLASSICO_COPERTO, ADMIRAL]
LIMITS = {"main": [2000, 50_000], "egalite": [500, 10_000]}
BEFORE_A_CARD = ("betting", "closed")
EVERYBODY = {
    Role.DEALER: "dealer",
    Role.ISPETTORE_GIOCO: "ispettore",
    Role.ISPETTORE_COMUNALE: "comunale",
    Role.CAPO_ISOLA: "capo_isola",
    Role.CAPO_TAVOLO: "capo_tavolo",
    Role.DIREZIONE: "direzione",
}


def somebody(table: AtTable, role: Role) -> Somebody:
    """Who of the cast has this office."""
    found: Somebody = getattr(table.cast, EVERYBODY[role])
    return found


def finish(table: AtTable, phase: str) -> None:
    """The coup goes on from this phase to the burning of its cards."""
    reached = [name for name, _act in COUP].index(phase)
    for _name, (verb, given) in COUP[reached + 1 :]:
        table.does(verb, **given)
    table.does("burn")


# --- limits


@pytest.mark.parametrize("profile", REAL, ids=lambda it: it.key)
def test_limits_are_decided_by_the_office_of_the_house_and_by_nobody_else(profile: Profile) -> None:
    table = ready_table(profile, seats=2)
    new = {kind: [profile.smallest_chip * 2, it.maximum] for kind, it in usual_limits(profile).items()}
    for role in EVERYBODY:
        if role != profile.limits_decided_by:
            somebody(table, role).is_refused(Code.ROLE, "set_limits", limits=new)
    somebody(table, profile.limits_decided_by).does("set_limits", limits=new)
    announced = bool(profile.announce_limits_by)
    assert table.limits("unannounced" if announced else "next") == new["main"]
    if announced:
        assert table.limits("next") == []
        for role in EVERYBODY:
            if role != profile.announce_limits_by:
                somebody(table, role).is_refused(Code.ROLE, "confirm_limits")
        table.cast.capo_tavolo.does("confirm_limits")
        assert table.limits("next") == new["main"]
    table.does("open_bets")
    assert coup(table).limits == new


@pytest.mark.one_in(3)
@pytest.mark.parametrize("phase", PHASES)
def test_in_whichever_phase_they_are_decided_this_coup_keeps_its_own_and_the_sign_says_from_when_on(phase: str) -> None:
    table = in_phase(phase)
    before = coup(table).limits
    table.cast.ispettore.does("set_limits", limits=LIMITS)
    assert (coup(table).limits, table.limits("next")) == (before, LIMITS["main"])
    for screen in ("sign", "strip:2"):
        assert re.search(r"from the next coup (Punto and Banco )?20–500", words(shown(table, screen)))
    if phase in ("betting", "closed"):
        table.cast.ispettore.does("suspend")
        table.cast.ispettore.does("resume")
    else:
        finish(table, phase)
    assert table.limits("next") == LIMITS["main"]


def test_limits_that_stay_as_they_are_are_announced_on_no_screen_as_coming() -> None:
    table = in_phase("betting")
    same = coup(table).limits
    table.cast.ispettore.does("set_limits", limits=same | {"main": LIMITS["main"]})
    snapshot = table.snapshot
    assert snapshot.limits["next"] == {"main": Range(*LIMITS["main"])}
    assert snapshot.limits["now"].keys() == same.keys()


def test_of_several_decisions_the_last_holds_from_the_next_coup_with_stakes_on() -> None:
    table = ready_table()
    play(table, "P100@1")
    for most in (70_000, 60_000, 50_000):
        table.cast.ispettore.does("set_limits", limits=LIMITS | {"main": [2000, most]})
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    table.does("deal")
    table.does("turn_punto", cards=["9S", "KD"])
    table.does("turn_banco", cards=["2S", "3S"])
    table.does("announce", banco=5, punto=9)
    assert table.limits("next") == [2000, 50_000]
    assert effects(table.press(("burn", {}), ("open_bets", {})), "limits_applied") == [{"limits": LIMITS}]
    for screen in ("sign", "strip:2"):
        assert "from this coup" in words(shown(table, screen))


@pytest.mark.parametrize("decided", [{"main": [50_000, 2000], "egalite": [500, 10_000]}, {"main": [2000, 50_000]}])
def test_a_minimum_above_the_maximum_and_a_kind_that_is_left_out_are_refused(decided: dict[str, list[int]]) -> None:
    table = ready_table()
    refused = table.cast.ispettore.is_refused(Code.LIMITS, "set_limits", limits=decided)
    assert refused.source == "rule of Sabot"
    assert table.limits("next") == []


@pytest.mark.parametrize("opened", [True, False])
def test_limits_that_wait_to_be_announced_hold_once_rules_come_by_which_nobody_announces(*, opened: bool) -> None:
    """They waited for ever, for an office that the house had no more, and stood on the desk as those decided last."""
    table = ready_table(MALTA, seats=2) if opened else new_table(MALTA)
    direzione = table.cast.direzione
    decided = {"main": [2000, 50_000], "egalite": [1000, 10_000]}
    direzione.does("set_limits", limits=decided)
    answer = direzione.does("change_rules", changes={"announce_limits_by": None})
    if opened:
        assert table.limits("unannounced") == decided["main"], "until the next taglia the rules are those of before"
        direzione.does("void_shoe")
    else:
        assert effects(answer, "limits_applied") == [{"limits": decided}]
    assert table.limits("next" if opened else "now") == decided["main"]
    assert table.limits("unannounced") == []
    assert not desk(table, Role.DIREZIONE).verbs & {"confirm_limits"}
    table.check()


def test_limits_on_boxes_that_new_rules_do_not_have_stop_no_betting() -> None:
    """“Limits for nothing else”, the dealer read at “Fate il vostro gioco”, and the same limits were decided anew."""
    table = ready_table(derive(VENEZIA, key="own", side_bets=frozenset({Box.PLAYER_PAIR})), seats=2)
    before = {it.kind: [it.minimum, it.maximum] for it in table.state.limit_ranges if it.kind != "player_pair"}
    table.cast.ispettore.does("set_limits", limits=before | {"player_pair": [1000, 10_000]})
    table.cast.direzione.does("change_rules", changes={"side_bets": []})
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, table.state.profile)
    table.does("open_bets")
    assert coup(table).limits == before
    table.check()


# --- suspension


@pytest.mark.parametrize("profile", REAL, ids=lambda it: it.key)
def test_the_office_of_the_house_and_the_direzione_suspend_and_nobody_else(profile: Profile) -> None:
    table = ready_table(profile, seats=2)
    may = {profile.suspended_by, Role.DIREZIONE}
    for role in EVERYBODY:
        if role not in may:
            somebody(table, role).is_refused(Code.ROLE, "suspend")
    for role in sorted(may):
        somebody(table, role).does("suspend")
        assert table.row.status == Table.Status.SUSPENDED
        for other in EVERYBODY:
            if other not in may:
                refused = somebody(table, other).is_refused(Code.ROLE, "resume")
                assert refused.source == RULE_OF_SABOT, "no article says who resumes"
        somebody(table, role).does("resume")
        table.does("open_bets")
        somebody(table, role).does("suspend")
        assert table.state.coup is None
        table.cast.direzione.does("resume")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("who", ["ispettore", "direzione"])
@pytest.mark.parametrize("phase", PHASES)
def test_before_a_card_is_out_stakes_go_back_and_after_it_the_coup_is_finished_first(phase: str, who: str) -> None:
    table = in_phase(phase)
    button = table.row.button
    answer = getattr(table.cast, who).does("suspend")
    if phase in BEFORE_A_CARD:
        assert table.row.status == Table.Status.SUSPENDED
        assert (effects(answer, "coup_cancelled"), table.row.button) == ([{}], button)
        assert phase == "betting" or back(table, "1") == {"refund": 10_000}
        return
    assert (effects(answer, "suspend_pending"), table.row.status) == ([{}], Table.Status.OPEN)
    finish(table, phase)
    assert table.row.status == Table.Status.SUSPENDED
    assert table.row.coups.get().outcome == "settled"
    assert table.row.button != button


@pytest.mark.parametrize("phase", ["idle", "betting", "reading"])
def test_what_the_direzione_suspended_is_offered_to_nobody_else_to_be_resumed(phase: str) -> None:
    table = ready_table() if phase == "idle" else in_phase(phase)
    table.cast.direzione.does("suspend")
    offered = desk(table, Role.ISPETTORE_GIOCO)
    assert "resume" not in offered.verbs
    assert "The Direzione has suspended the game, and resumes it." in offered.words
    assert "resume" in desk(table, Role.DIREZIONE).verbs
    table.cast.ispettore.is_refused(Code.ROLE, "resume")
    table.cast.direzione.does("resume")
    table.cast.ispettore.does("suspend")
    assert "resume" in desk(table, Role.ISPETTORE_GIOCO).verbs


def test_while_the_game_is_suspended_no_coup_begins_and_what_waits_can_be_seen_to() -> None:
    table = ready_table()
    table.cast.ispettore.does("suspend")
    table.refuses(Code.TABLE_NOT_OPEN, "open_bets")
    for who, verb, given in (
        ("ispettore", "set_limits", {"limits": LIMITS}),
        ("dealer", "mark", {"position": "2"}),
        ("dealer", "return", {"position": "2"}),
        ("relief", "take_over", {}),
        ("dealer", "take_over", {}),
        ("comunale", "annotate", {"text": "seen"}),
    ):
        getattr(table.cast, who).does(verb, **given)
    table.cast.ispettore.does("close_table")


def test_a_stake_of_a_closed_betting_without_a_card_goes_back_and_is_not_in_action() -> None:
    table = ready_table()
    close(table, "P100@1", "T10@1")
    table.cast.ispettore.does("suspend")
    assert (back(table, "1"), back(table, "1", "egalite")) == ({"refund": 10_000}, {"refund": 1000})
    table.cast.ispettore.does("resume")
    lay(table, "P100@1")


def test_what_the_direzione_suspended_is_not_got_round_by_closing_and_opening_the_table() -> None:
    table = ready_table()
    ispettore, direzione = table.cast.ispettore, table.cast.direzione
    direzione.does("suspend")
    ispettore.does("close_table")
    refused = ispettore.is_refused(Code.ROLE, "open_table")
    assert "only the Direzione opens it again" in str(refused)
    offered = desk(table, Role.ISPETTORE_GIOCO)
    assert "open_table" not in offered.verbs
    assert "The Direzione suspended the game before the table was closed, and opens it again." in offered.words
    assert "open_table" in desk(table, Role.DIREZIONE).verbs
    assert entitled(VERBS["open_table"], table.row) == Role.DIREZIONE, "who plays alone knows it too"
    direzione.does("open_table")
    assert table.row.status == Table.Status.OPEN
    ispettore.does("suspend")
    ispettore.does("close_table")
    direzione.is_refused(Code.ROLE, "open_table")
    assert "open_table" not in desk(table, Role.DIREZIONE).verbs
    ispettore.does("open_table")
    table.check()


def test_what_the_direzione_suspended_and_resumed_the_ispettore_opens_as_ever() -> None:
    table = ready_table()
    table.cast.direzione.does("suspend")
    table.cast.direzione.does("resume")
    table.cast.ispettore.does("close_table")
    table.cast.ispettore.does("open_table")


def test_a_suspension_that_came_after_a_screen_was_drawn_is_not_ended_on_it() -> None:
    table = ready_table()
    ispettore, second = table.cast.ispettore, table.cast.second_ispettore
    ispettore.does("suspend", reason="a spilt glass")
    seen = table.number
    second.does("resume")
    second.does("suspend", reason="a card was marked")
    ispettore.is_refused(Code.STALE, "resume", seen=seen)
    ispettore.does("resume")
    table.check()
