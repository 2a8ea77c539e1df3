"""Once a face is known a stake is put right by two persons: one asks, another one agrees. Nobody does it alone."""

from collections.abc import Iterator
from typing import Any

import pytest

from table.models import HOUSE, Coup
from table.record import chain
from table.rules.houses import ADMIRAL, CLASSICO, MALTA
from table.rules.profile import Role
from table.rules.refusal import Code
from table.screens.dealer.taking_back import take_back
from tests.croupier.coups import close, coup, deal, effects, lay, net, pay, stake, turn
from tests.house.test_desk import desk, drawn
from tests.house.test_record import latest
from tests.rig.tables import AtTable, Cast, Somebody, ready_table

pytestmark = pytest.mark.django_db

CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "a stake that nobody had keyed": ("stake", {"position": "3", "box": "punto", "amount": 100_000}),
    "a higher one": ("stake", {"position": "1", "box": "punto", "amount": 20_000}),
    "a lower one": ("stake", {"position": "2", "box": "banco", "amount": 1000}),
    "one taken off": ("stake", {"position": "2", "box": "banco", "amount": 0}),
    "another box": ("box", {"position": "2", "box": "banco", "meant": "punto"}),
    "another owner": ("owner", {"position": "2", "box": "banco", "owner": "anna"}),
    "another position": ("position", {"position": "2", "meant": "4"}),
}


@pytest.fixture
def table() -> Iterator[AtTable]:
    """Seven guests sit at a table of Venezia; both inspectors are at work."""
    ready = ready_table()
    ready.cast.comunale.does("sign_on")
    yield ready
    ready.check()


def asks(who: Somebody, what: str, /, **new: Any) -> int:
    """The number under which it waits."""
    return who.does("correct_entry", what=what, new=new, reason="misread").number


def money(table: AtTable) -> list[tuple[str, str, str, int]]:
    """What lies where, and whose it is."""
    return sorted((it.position, it.box, it.bettor, it.laid) for it in table.state.stakes)


def with_a_face(table: AtTable) -> None:
    """Anna has turned a nine; Banco lies covered."""
    deal(table, "P100@1", "B50@2")
    table.does("turn_battuta", cards=["9S", "KD"])


def dealt_open(table: AtTable) -> None:
    """Where cards lie open: nine against five."""
    close(table, "P100@1")
    table.does("deal", cards=["9S", "2S", "KD", "3S"])


# --- by whom


@pytest.mark.parametrize(("what", "new"), CHANGES.values(), ids=CHANGES)
def test_whatever_changes_a_stake_once_a_face_is_known_waits_for_a_second_person(
    table: AtTable, what: str, new: dict[str, Any]
) -> None:
    with_a_face(table)
    table.refuses(Code.ROLE, "correct_entry", what=what, new=new, reason="misread")
    lay_before = money(table)
    number = asks(table.cast.ispettore, what, **new)
    assert money(table) == lay_before
    answer = table.cast.comunale.does("confirm_correction", correction=number)
    assert money(table) != lay_before
    [said] = effects(answer, "entry_corrected")
    assert (said["asked"], said["asked_by"], said["reason"], said["new"]) == (number, "ivo", "misread", new)
    assert coup(table).correction_asked is None


def test_a_stake_that_nobody_had_is_not_paid_on_the_word_of_one(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    new = {"position": "2", "box": "punto", "amount": 100_000}
    table.refuses(Code.ROLE, "correct_entry", what="stake", new=new, reason="forgotten")
    number = asks(table.cast.ispettore, "stake", **new)
    table.cast.ispettore.is_refused(Code.ROLE, "confirm_correction", correction=number)
    table.cast.second_ispettore.is_refused(Code.ROLE, "confirm_correction", correction=number)
    pay(table)
    table.cast.comunale.is_refused(Code.PHASE, "confirm_correction", correction=number)
    table.does("burn")
    assert not table.row.coups.get().stakes.filter(position="2").exists()
    assert net(table, "1") == 10_000


def test_before_the_first_face_the_ispettore_is_enough(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.cast.ispettore.does(
        "correct_entry", what="owner", new={"position": "2", "box": "banco", "owner": "anna"}, reason="found_out"
    )
    assert stake(table, "2", "banco").bettor == "anna"


def test_a_face_that_somebody_saw_is_known_though_nobody_keyed_it(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    table.does("card_out")
    table.does("report_incident", kind="fallen_card", facts={"places": [2], "seen": True})
    new = {"position": "2", "box": "banco", "amount": 5000}
    table.refuses(Code.ROLE, "correct_entry", what="stake", new=new, reason="forgotten")
    asks(table.cast.ispettore, "stake", **new)
    assert coup(table).correction_asked is not None


def test_where_cards_lie_open_the_dealer_corrects_no_stake_while_they_still_deal() -> None:
    table = ready_table(CLASSICO)
    close(table, "P100@1")
    table.does("card_out", card="9S")
    new = {"position": "1", "box": "punto", "amount": 100_000}
    table.refuses(Code.ROLE, "correct_entry", what="stake", new=new, reason="misread")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("second", ["second_ispettore", "capo_isola", "direzione"])
@pytest.mark.parametrize("profile", [MALTA, CLASSICO, ADMIRAL], ids=lambda it: it.key)
def test_a_house_without_a_comunale_has_other_second_persons(profile: Any, second: str) -> None:
    table = ready_table(profile)
    dealt_open(table)
    number = asks(table.cast.ispettore, "stake", position="1", box="punto", amount=20_000)
    agrees: Somebody = getattr(table.cast, second)
    table.cast.comunale.is_refused(Code.ROLE, "confirm_correction", correction=number)
    table.cast.ispettore.is_refused(Code.PRESENCE_SELF, "confirm_correction", correction=number)
    assert f'data-not-for="{table.cast.ispettore.person.badge}"' in drawn(table, "desk:ispettore_gioco")
    agrees.is_refused(Code.PRESENCE, "confirm_correction", correction=number)
    agrees.does("sign_on")
    agrees.does("confirm_correction", correction=number)
    assert stake(table, "1").laid == 20_000
    table.check()


def test_both_work_at_the_table_until_it_is_done(table: AtTable) -> None:
    with_a_face(table)
    new = {"position": "1", "box": "punto", "amount": 20_000}
    table.cast.second_ispettore.is_refused(Code.PRESENCE, "correct_entry", what="stake", new=new, reason="misread")
    number = asks(table.cast.ispettore, "stake", **new)
    table.cast.ispettore.does("sign_off")
    table.cast.comunale.is_refused(Code.PRESENCE, "confirm_correction", correction=number)
    table.cast.ispettore.does("sign_on")
    table.cast.comunale.does("sign_off")
    table.cast.comunale.is_refused(Code.PRESENCE, "confirm_correction", correction=number)
    assert stake(table, "1").laid == 10_000


# --- what waits


def test_one_correction_waits_at_a_time_and_an_ispettore_of_the_table_takes_it_back(table: AtTable) -> None:
    with_a_face(table)
    number = asks(table.cast.ispettore, "stake", position="2", box="banco", amount=0)
    again: dict[str, Any] = {
        "what": "stake",
        "new": {"position": "1", "box": "punto", "amount": 0},
        "reason": "misread",
    }
    table.cast.ispettore.is_refused(Code.PRESENCE, "correct_entry", **again)
    table.cast.comunale.is_refused(Code.ROLE, "withdraw_correction", correction=number)
    table.cast.second_ispettore.is_refused(Code.PRESENCE, "withdraw_correction", correction=number)
    table.cast.second_ispettore.does("sign_on")
    table.cast.second_ispettore.does("withdraw_correction", correction=number)
    table.cast.comunale.is_refused(Code.ARGUMENTS, "confirm_correction", correction=number)
    other = asks(table.cast.ispettore, "stake", **again["new"])
    table.cast.ispettore.does("sign_off")
    table.cast.ispettore.does("withdraw_correction", correction=other)
    table.cast.ispettore.does("sign_on")
    other = table.cast.ispettore.does("correct_entry", **again).number
    table.cast.comunale.is_refused(Code.ARGUMENTS, "confirm_correction", correction=number)
    table.cast.comunale.does("confirm_correction", correction=other)
    assert money(table) == [("2", "banco", "bruno", 5000)]


def test_it_lapses_with_its_coup(table: AtTable) -> None:
    with_a_face(table)
    number = asks(table.cast.ispettore, "stake", position="2", box="banco", amount=0)
    table.does("turn_banco", cards=["2S", "3S"])
    pay(table)
    table.does("burn")
    table.cast.comunale.is_refused(Code.PHASE, "confirm_correction", correction=number)
    deal(table, "P100@1", "B50@2")
    table.cast.comunale.is_refused(Code.ARGUMENTS, "confirm_correction", correction=number)
    assert Coup.objects.get(ended=False).correction_asked is None


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("what", "new", "code"),
    [
        ("stake", {"position": "3", "box": "punto", "amount": 1001}, Code.CHIP),
        ("stake", {"position": "3", "box": "punto", "amount": 0}, Code.NO_STAKE),
        ("stake", {"position": "9", "box": "punto", "amount": 500}, Code.POSITION),
        ("box", {"position": "3", "box": "punto", "meant": "banco"}, Code.NO_STAKE),
        ("box", {"position": "1", "box": "punto", "meant": "grande"}, Code.BOX),
        ("owner", {"position": "1", "box": "punto", "owner": ""}, Code.ARGUMENTS),
        ("owner", {"position": "1", "box": "banco", "owner": "anna"}, Code.NO_STAKE),
        ("position", {"position": "1", "meant": "2"}, Code.ONE_STAKE),
        ("position", {"position": "1", "meant": "9"}, Code.POSITION),
    ],
)
def test_what_cannot_have_lain_there_is_not_even_asked_for(
    table: AtTable, what: str, new: dict[str, Any], code: Code
) -> None:
    with_a_face(table)
    number = table.number
    table.cast.ispettore.is_refused(code, "correct_entry", what=what, new=new, reason="misread")
    assert table.number == number


# --- chips of another


def test_chips_that_are_anothers_count_towards_their_maximum_and_the_last_keyed_go_back_first(table: AtTable) -> None:
    close(table, "P800@1", "P300@2", "T50@1")
    table.does(
        "correct_entry", what="owner", new={"position": "2", "box": "punto", "owner": "anna"}, reason="found_out"
    )
    assert (stake(table, "1").in_action, stake(table, "2").in_action) == (80_000, 20_000)
    assert (stake(table, "2").bettor, stake(table, "2").laid_by) == ("anna", "bruno")
    table.does("deal")
    turn(table)
    number = asks(table.cast.ispettore, "owner", position="2", box="punto", owner="bruno")
    table.cast.comunale.does("confirm_correction", correction=number)
    assert stake(table, "2").in_action == 30_000


def test_who_has_the_cards_before_them_reads_on_though_their_stake_is_capped(table: AtTable) -> None:
    close(table, "P800@1", "P900@2")
    assert coup(table).reader == "2"
    table.does("deal")
    table.cast.ispettore.does(
        "correct_entry", what="owner", new={"position": "2", "box": "punto", "owner": "anna"}, reason="found_out"
    )
    assert (stake(table, "2").in_action, coup(table).reader) == (20_000, "2")


def test_before_the_cards_lie_there_the_reader_is_chosen_anew(table: AtTable) -> None:
    close(table, "P800@1", "P900@2")
    table.does(
        "correct_entry", what="owner", new={"position": "2", "box": "punto", "owner": "anna"}, reason="found_out"
    )
    assert coup(table).reader == "1"


def test_two_stakes_of_one_guest_have_one_place_where_several_stake_at_a_position() -> None:
    table = ready_table(ADMIRAL, seats=2)
    table.does("confirm_identity", guest="verdi")
    table.does("stand_at", position="1", guest="verdi")
    lay(table, "P100@1", "P50@1/verdi")
    table.does("close_bets", said=True)
    new = {"position": "1", "box": "punto", "owner": "anna"}
    table.refuses(Code.INDIVIDUAL, "correct_entry", what="owner", new=new, reason="found_out")
    table.refuses(Code.ONE_STAKE, "correct_entry", what="owner", new=new | {"guest": "verdi"}, reason="found_out")
    table.check()


def keyed_by_the_second_ispettore() -> AtTable:
    """A stake at position 1, which the second Ispettore put right before a face was known; the cards lie open now."""
    table = ready_table(MALTA)
    table.cast.second_ispettore.does("sign_on")
    table.cast.direzione.does("sign_on")
    close(table, "P100@1", "P50@2")
    new = {"position": "1", "box": "punto", "amount": 15_000}
    table.cast.second_ispettore.does("correct_entry", what="stake", new=new, reason="misread")
    table.does("deal", cards=["9S", "2S", "KD", "3S"])
    return table


def test_who_has_keyed_a_stake_does_not_agree_to_its_correction() -> None:
    table = keyed_by_the_second_ispettore()
    number = asks(table.cast.ispettore, "stake", position="1", box="punto", amount=20_000)
    refused = table.cast.second_ispettore.is_refused(Code.PRESENCE_SELF, "confirm_correction", correction=number)
    assert str(refused).startswith("You have keyed a stake of this position in this coup")
    table.cast.direzione.does("confirm_correction", correction=number)
    assert stake(table, "1").laid == 20_000
    table.check()


def test_who_has_had_a_stake_corrected_does_not_agree_to_its_next_correction() -> None:
    table = keyed_by_the_second_ispettore()
    number = asks(table.cast.second_ispettore, "stake", position="2", box="punto", amount=20_000)
    table.cast.direzione.does("confirm_correction", correction=number)
    assert stake(table, "2").laid == 20_000
    again = asks(table.cast.ispettore, "stake", position="2", box="punto", amount=30_000)
    table.cast.second_ispettore.is_refused(Code.PRESENCE_SELF, "confirm_correction", correction=again)
    table.cast.direzione.does("confirm_correction", correction=again)
    assert stake(table, "2").laid == 30_000
    table.check()


@pytest.mark.parametrize(("at", "refused"), [({}, True), ({"position": "1"}, True), ({"position": "2"}, False)])
def test_a_dealer_who_was_given_another_office_does_not_agree_about_a_stake_that_they_repeated(
    at: dict[str, str], *, refused: bool
) -> None:
    table = ready_table(MALTA)
    close(table, "P100@1", "P50@2")
    table.does("deal", cards=["9S", "2S", "KD", "3S"])
    pay(table)
    table.press(("burn", {}), ("open_bets", {}), ("repeat", {"coup": "1.2", **at}))
    dealer, relief = table.cast.dealer, table.cast.relief
    dealer.does("sign_off")
    relief.does("sign_on")
    Cast.at(HOUSE).direzione.does("set_role", badge=dealer.person.badge, role="capo_isola")
    dealer.person.refresh_from_db()
    dealer.does("sign_on")
    relief.does("close_bets", said=True)
    relief.does("deal", cards=["9S", "2S", "KD", "3S"])
    number = asks(table.cast.ispettore, "stake", position="1", box="punto", amount=20_000)
    if refused:
        dealer.is_refused(Code.PRESENCE_SELF, "confirm_correction", correction=number)
    else:
        dealer.does("confirm_correction", correction=number)
    table.check()


def test_to_the_correction_of_another_stake_they_do() -> None:
    table = keyed_by_the_second_ispettore()
    number = asks(table.cast.ispettore, "stake", position="2", box="punto", amount=20_000)
    table.cast.second_ispettore.does("confirm_correction", correction=number)
    assert stake(table, "2").laid == 20_000
    table.check()


# --- what is told


def test_what_waits_stands_at_the_dealers_console_until_it_is_agreed_to(table: AtTable) -> None:
    with_a_face(table)
    assert "second-person" not in drawn(table, "console")
    number = asks(table.cast.ispettore, "stake", position="2", box="banco", amount=10_000)
    console = drawn(table, "console")
    assert "to be agreed to by a second person: position 2 on Banco: 100, not 50, misread" in console
    assert f"number {number}, ivo" in console
    assert "confirm_correction" not in console, "the dealer sees it, and agrees to nothing"
    table.cast.comunale.does("confirm_correction", correction=number)
    assert "second-person" not in drawn(table, "console")


def test_the_record_names_both_and_the_reason(table: AtTable) -> None:
    with_a_face(table)
    number = asks(table.cast.ispettore, "stake", position="2", box="banco", amount=10_000)
    assert latest(table).effects == ("to be agreed to by a second person: position 2 on Banco: 100, not 50, misread",)
    assert latest(table).alarming
    table.cast.comunale.does("confirm_correction", correction=number)
    assert latest(table).act == f"agrees to the correction asked for in number {number}"
    assert latest(table).effects == (
        f"position 2 on Banco: 100, not 50; asked for by ivo in number {number}, because it was misread",
    )
    assert latest(table).actor == "cosima"


def test_what_waits_is_kept_with_its_coup(table: AtTable) -> None:
    with_a_face(table)
    number = asks(table.cast.ispettore, "box", position="2", box="banco", meant="punto")
    snapshot = table.snapshot
    assert snapshot.state.coup is not None
    stored = chain.canonical(snapshot.state.coup.correction_asked)
    assert f'"number":{number}' in stored
    assert '"old":"banco"' in stored


def buttons(table: AtTable, role: Role) -> set[str]:
    """What the desk of this role lets press about a correction."""
    return desk(table, role).verbs & {"confirm_correction", "withdraw_correction"}


def test_what_waits_stands_on_each_desk_with_what_is_for_whoever_looks(table: AtTable) -> None:
    with_a_face(table)
    ispettore, comunale = Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE
    assert buttons(table, ispettore) == buttons(table, comunale) == set()
    number = asks(table.cast.ispettore, "stake", position="2", box="banco", amount=10_000)
    assert (buttons(table, ispettore), buttons(table, comunale)) == ({"withdraw_correction"}, {"confirm_correction"})
    assert buttons(table, Role.CAPO_ISOLA) == set()
    for role in (ispettore, comunale, Role.CAPO_ISOLA, Role.DIREZIONE):
        assert "position 2 on Banco: 100, not 50" in desk(table, role).words
    table.cast.comunale.does("confirm_correction", correction=number)
    assert buttons(table, ispettore) == buttons(table, comunale) == set()


def test_where_another_ispettore_may_be_the_second_both_are_offered() -> None:
    table = ready_table(MALTA)
    dealt_open(table)
    asks(table.cast.ispettore, "stake", position="1", box="punto", amount=20_000)
    assert buttons(table, Role.ISPETTORE_GIOCO) == {"confirm_correction", "withdraw_correction"}
    assert buttons(table, Role.CAPO_ISOLA) == buttons(table, Role.DIREZIONE) == {"confirm_correction"}


def test_the_sheet_says_that_it_is_asked_for_once_a_face_is_known(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    before = drawn(table, "desk_sheets:ispettore_gioco")
    table.does("turn_battuta", cards=["9S", "KD"])
    after = drawn(table, "desk_sheets:ispettore_gioco")
    assert (before.count("Ask for it"), after.count("Ask for it")) == (0, 4)


def test_the_dealer_is_offered_no_correction_of_a_stake_that_is_not_theirs(table: AtTable) -> None:
    close(table, "P100@1", "B50@2")
    snapshot = table.snapshot
    offered = take_back(snapshot)
    assert (bool(offered.boxes), offered.keyed, offered.standing) == (True, ("1", "2"), ("1", "2"))
    table.does("deal")
    table.does("turn_battuta", cards=["9S", "KD"])
    snapshot = table.snapshot
    offered = take_back(snapshot)
    assert (offered.boxes, offered.keyed, offered.standing) == ((), (), ("1", "2"))


def test_seats_mixed_up_and_found_out_after_the_payment_change_what_was_paid_by_its_difference(table: AtTable) -> None:
    for position in ("8", "9"):
        table.does("stand_at", position=position, guest="verdi")
    deal(table, "B1000@8", "B100@2")
    turn(table, punto="KS 7H", banco="9C KH")
    pay(table)
    assert (net(table, "8", "banco"), net(table, "2", "banco")) == (95_000, 9500)
    number = asks(table.cast.ispettore, "position", position="2", meant="9")
    answer = table.cast.comunale.does("confirm_correction", correction=number)
    assert effects(answer, "money_corrected"), "of one bettor no more than the maximum is in action"
    assert (net(table, "8", "banco"), net(table, "9", "banco")) == (95_000, 0)
    table.does("burn")


def test_nobody_reads_what_the_dealer_has_turned(table: AtTable) -> None:
    deal(table, "B50@2")
    table.does("turn_punto", cards=["9S", "KD"])
    number = asks(table.cast.ispettore, "stake", position="1", box="punto", amount=10_000)
    answer = table.cast.comunale.does("confirm_correction", correction=number)
    assert (coup(table).reader, effects(answer, "reader_assigned")) == ("", [])
