"""Displays at the seats and the sign of a table, and what players propose there. Super Punto Banco, Art. 13."""

import html
import json
import re
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from table.access import pairing
from table.models import HOUSE, Display, Entry, Person
from table.record.door import proposals
from table.rules.houses import MALTA
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from table.screens.audiences import display_view
from tests.croupier.coups import deal, lay, play
from tests.rig import callers, sockets
from tests.rig.cast import STAFF
from tests.rig.pressing import drawn
from tests.rig.tables import AtTable, Cast, Somebody, new_table, ready_table

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 5, 1, 21, 0, tzinfo=UTC)


def operator() -> Somebody:
    """Who keeps the devices: one of the cast who may, in the house's register."""
    return Cast.at(HOUSE).direzione


def paired(position: str, *, code: str = "", table: str = "T3") -> Display:
    """A display before this position."""
    code = code or f"SEAT-{position}"
    operator().does("pair_display", code=code, kind="seat", table=table, position=position)
    return Display.objects.get(code=code)


@pytest.mark.parametrize("position", ["1", ""])
def test_every_region_of_a_display_has_its_place_on_its_page(table: AtTable, client: Client, position: str) -> None:
    client.cookies[pairing.COOKIE] = sockets.paired(table.code, position)
    page, (regions,) = client.get("/display/").content.decode(), display_view(Display.objects.get()).regions.values()
    assert [it.name for it in regions if f'data-region="{it.name}"' not in page] == []


# --- pairing and revoking


def test_a_display_belongs_to_the_position_it_was_paired_with(table: AtTable) -> None:
    operator().does("pair_display", code="7HK2", kind="seat", table="T3", position="5", language="de")
    display = Display.objects.get()
    assert (display.code, display.table.code, display.position, display.language) == ("7HK2", "T3", "5", "de")


def test_a_table_may_have_several_signs_and_a_position_one_display(table: AtTable) -> None:
    for code in ("SIGN-1", "SIGN-2"):
        operator().does("pair_display", code=code, kind="sign", table="T3")
    paired("5")
    given: dict[str, Any] = {"code": "OTHER", "kind": "seat", "table": "T3", "position": "5"}
    refused = operator().is_refused(Code.NOT_FREE, "pair_display", **given)
    assert str(refused) == "This position has a display already; revoke that one first."
    operator().does("revoke_display", code="SEAT-5")
    operator().does("pair_display", **given)
    assert Display.objects.filter(revoked=False, kind="seat").get().code == "OTHER"


@pytest.mark.parametrize(
    ("code", "given"),
    [
        (Code.POSITION, {"kind": "seat", "table": "T3", "position": "10"}),
        (Code.POSITION, {"kind": "seat", "table": "T3"}),
        (Code.POSITION, {"kind": "sign", "table": "T3", "position": "1"}),
        (Code.TABLE, {"kind": "sign", "table": "T9"}),
        (Code.ARGUMENTS, {"kind": "wall", "table": "T3"}),
        (Code.ARGUMENTS, {"kind": "sign", "table": "T3", "language": "la"}),
        (Code.ARGUMENTS, {"code": "two words", "kind": "sign", "table": "T3"}),
    ],
)
def test_what_cannot_be_paired_is_refused(table: AtTable, code: Code, given: dict[str, Any]) -> None:
    operator().is_refused(code, "pair_display", **{"code": "7HK2", **given})
    assert not Display.objects.exists()


def test_a_table_without_rules_has_no_position_to_pair_with() -> None:
    operator().does("add_table", code="T9")
    operator().is_refused(Code.PROFILE, "pair_display", code="7HK2", kind="seat", table="T9", position="1")


def test_a_display_that_is_paired_is_not_paired_again_and_one_that_was_revoked_is(table: AtTable) -> None:
    display = paired("5", code="7HK2")
    proposals.propose(display, "mark")
    again: dict[str, Any] = {"code": "7HK2", "kind": "sign", "table": "T3"}
    operator().is_refused(Code.ARGUMENTS, "pair_display", **again)
    operator().does("revoke_display", code="7HK2")
    operator().is_refused(Code.ARGUMENTS, "revoke_display", code="7HK2")
    operator().does("pair_display", **again)
    display.refresh_from_db()
    assert (display.kind, display.position, display.proposal, display.revoked) == ("sign", "", "", False)


def test_pairing_is_of_the_houses_register_and_dealing_the_table_again_does_not_miss_it(table: AtTable) -> None:
    proposals.propose(paired("5"), "mark")
    assert Entry.objects.filter(register=HOUSE).last() == Entry.objects.get(verb="pair_display")
    table.check(dealt_again=True)


@pytest.mark.parametrize("wrong", [{"kind": "sign"}, {"position": ""}])
def test_the_database_keeps_no_seat_display_without_a_seat_and_no_sign_with_one(
    table: AtTable, wrong: dict[str, str]
) -> None:
    paired("5")
    with pytest.raises(IntegrityError), transaction.atomic():
        Display.objects.update(**wrong)


# --- what a player proposes


def proposed(display: Display) -> tuple[str, str, int]:
    """What lies in the inbox of a display: the proposal, its coup, and how often the inboxes of the table changed."""
    display.refresh_from_db()
    return display.proposal, display.proposed_for, display.table.inbox


def test_what_was_proposed_of_a_seat_lapses_when_the_seat_is_no_longer_so() -> None:
    """The console offered the mark of whoever had left for the guest who sat down there after them."""
    table = ready_table(seats={"4": "anna"})
    seat, other = paired("4"), paired("5")
    proposals.propose(seat, "mark")
    proposals.propose(other, "seat")
    table.does("report_unmarked_absence", position="4")
    assert proposed(seat)[0] == ""
    assert proposed(other)[0] == "seat"
    assert "SEAT-4" not in drawn(table)
    proposals.propose(seat, "seat")
    table.does("reserve", guest="bruno")
    table.cast.ispettore.does("assign", guest="bruno", position="4")
    assert proposed(seat)[0] == ""
    table.does("occupy", position="4")
    for what in ("mark", "return"):
        proposals.propose(seat, what)
        table.does(what, position="4")
        assert proposed(seat)[0] == "", what


def test_a_dispute_stays_though_its_player_marks_the_seat() -> None:
    table = ready_table(seats={"4": "anna"})
    play(table, "P100@4")
    seat = paired("4")
    proposals.propose(seat, "dispute")
    table.does("mark", position="4")
    assert proposed(seat)[0] == "dispute"


def test_a_dispute_is_not_that_of_whoever_sits_down_there_next() -> None:
    """Their display said that it waits for the dealer, and had no button for a dispute of their own."""
    table = ready_table(seats={"4": "anna"})
    play(table, "P100@4")
    seat = paired("4")
    proposals.propose(seat, "dispute")
    table.does("report_unmarked_absence", position="4")
    assert proposed(seat)[0] == "dispute", "the dealer may still take it"
    table.does("reserve", guest="bruno")
    table.cast.ispettore.does("assign", guest="bruno", position="4")
    table.does("occupy", position="4")
    assert proposed(seat)[0] == ""
    assert "waits for the dealer" not in drawn(table, "strip:4", language="en")
    assert "SEAT-4" not in drawn(table)
    table.check()


def is_refused(code: Code, display: Display, what: str, coup: str = "") -> Refused:
    """A proposal that makes no sense is refused, and what lay there before stays."""
    before = proposed(display)
    with pytest.raises(Refused) as caught:
        proposals.propose(display, what, coup)
    assert caught.value.code is code, caught.value
    assert proposed(display) == before
    return caught.value


def test_a_proposal_lies_there_until_it_is_taken_and_moves_nothing(table: AtTable) -> None:
    display, number = paired("5"), table.number
    proposals.propose(display, "mark", at=EVENING)
    assert proposed(display) == ("mark", "", 1)
    assert display.proposed_at == EVENING
    assert (table.number, table.state.positions["5"].state) == (number, "occupied")
    assert proposals.take(display) == "mark"
    assert proposed(display) == ("", "", 2)
    assert display.proposed_at is None


def test_nothing_is_taken_twice(table: AtTable) -> None:
    display = paired("5")
    proposals.propose(display, "mark")
    assert [proposals.take(display), proposals.take(display)] == ["mark", ""]
    assert proposed(display) == ("", "", 2)


def test_of_two_proposals_the_newest_counts(table: AtTable) -> None:
    deal(table, "P100@5")
    display = paired("5")
    proposals.propose(display, "carta", table.coup)
    proposals.propose(display, "no_carta", table.coup)
    assert proposed(display) == ("no_carta", "1.1", 2)
    proposals.propose(display, "mark", table.coup)
    assert proposed(display) == ("mark", "", 3)


def test_who_grants_what_was_proposed_before_does_not_take_away_what_is_proposed_now() -> None:
    table = ready_table(seats={"4": "anna"})
    play(table, "P100@4")
    display = paired("4")
    proposals.propose(display, "dispute")
    with transaction.atomic():
        proposals.take_with(table.row, display, {"mark"})
    assert proposed(display)[0] == "dispute"
    with transaction.atomic():
        proposals.take_with(table.row, display, {"report_incident"})
    assert proposed(display)[0] == ""


@pytest.mark.parametrize("region", ["console", "desk:ispettore_gioco"])
def test_who_turns_down_what_they_see_does_not_turn_down_what_the_player_proposed_since(region: str) -> None:
    table = ready_table(seats={"4": "anna"})
    display = paired("4")
    proposals.propose(display, "mark")
    earlier = turned_down(table, region)
    proposals.propose(display, "mark")
    with pytest.raises(Refused) as refused:
        send(table, earlier)
    assert refused.value.code is Code.STALE
    assert proposed(display)[0] == "mark"
    shown = turned_down(table, region)
    for _twice in range(2):
        send(table, shown)
        assert proposed(display)[0] == "", "what is there no more is turned down, too"


def test_a_screen_of_an_earlier_version_turns_down_whatever_is_proposed(table: AtTable) -> None:
    display = paired("5")
    proposals.propose(display, "mark")
    send(table, {"kind": "dismiss", "table": table.code, "display": display.code})
    assert proposed(display)[0] == ""


@pytest.mark.parametrize(("badge", "role"), sorted(it for it in STAFF.values() if it[1] != Role.SHOE))
def test_only_who_grants_what_a_player_proposes_turns_it_down(badge: str, role: Role) -> None:
    """The cashier and whoever else only watches a wall could send the frame that is behind no button of theirs."""
    table = ready_table(seats={"4": "anna"})
    display = paired("4")
    proposals.propose(display, "mark")
    shown = turned_down(table, "console")
    if role in (Role.DEALER, Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA):
        send(table, shown, badge=badge)
        assert proposed(display)[0] == ""
        return
    with pytest.raises(Refused) as refused:
        send(table, shown, badge=badge)
    assert refused.value.code is Code.ROLE
    assert proposed(display)[0] == "mark"


@pytest.mark.parametrize(("badge", "stays"), [("cosima", "dispute"), ("ivo", "")])
def test_an_act_of_somebody_who_only_watches_takes_no_dispute_away(badge: str, stays: str) -> None:
    """Any act with the name of the display did, as the table knows no verb that grants a dispute."""
    table = ready_table(seats={"4": "anna"})
    play(table, "P100@4")
    display = paired("4")
    proposals.propose(display, "dispute")
    steps = [{"verb": "annotate", "given": {"text": "seen"}}]
    send(table, {"kind": "press", "table": table.code, "steps": steps, "confirms": display.code}, badge=badge)
    assert proposed(display)[0] == stays


def test_who_confirms_carta_does_not_confirm_it_where_the_reader_says_no_carta_by_now(table: AtTable) -> None:
    deal(table, "P100@5")
    display = paired("5")
    proposals.propose(display, "carta", table.coup)
    earlier = confirmed(table)
    proposals.propose(display, "no_carta", table.coup)
    with pytest.raises(Refused) as refused:
        send(table, earlier, badge="dario")
    assert refused.value.code is Code.STALE
    assert table.state.coup is not None
    assert (table.state.coup.claim, proposed(display)[0]) == ("", "no_carta")
    send(table, confirmed(table), badge="dario")
    assert (table.state.coup.claim, proposed(display)[0]) == ("no_carta", "")


def confirmed(table: AtTable) -> dict[str, Any]:
    """The frame behind the first button by which the console confirms what a player proposes."""
    [display, steps] = re.findall('data-confirms="([^"]*)" data-press="([^"]*)"', drawn(table))[0]
    steps = json.loads(html.unescape(steps))
    return {"kind": "press", "table": table.code, "steps": steps, "confirms": display, "seen": table.number}


def turned_down(table: AtTable, region: str) -> dict[str, Any]:
    """The frame behind the button by which a region turns a proposal down."""
    [frame] = set(re.findall('data-frame="([^"]*dismiss[^"]*)"', drawn(table, region)))
    return dict(json.loads(html.unescape(frame)))


def send(table: AtTable, frame: dict[str, Any], *, badge: str = "ivo") -> None:
    """Send a frame as somebody of the cast, the inspector of the table unless another badge is given."""
    callers.send(table.code, {"nonce": uuid4().hex, **frame}, callers.SignedIn(Person.objects.get(badge=badge)))


def test_an_act_at_the_table_does_not_lose_what_was_proposed_meanwhile(table: AtTable) -> None:
    proposals.propose(paired("5"), "mark")
    table.does("mark", position="4")
    assert table.row.inbox == 1


def test_a_seat_is_asked_for_where_it_is_free_marked_where_somebody_sits_and_taken_again_where_it_is_marked(
    table: AtTable,
) -> None:
    free, taken, left = paired("8"), paired("1"), paired("2")
    table.does("mark", position="2")
    for display, sensible in ((free, "seat"), (taken, "mark"), (left, "return")):
        for what in ("seat", "mark", "return"):
            if what == sensible:
                proposals.propose(display, what)
            else:
                is_refused(Code.SEAT, display, what)
    assert [proposed(display)[0] for display in (free, taken, left)] == ["seat", "mark", "return"]


def test_only_the_reader_proposes_carta_or_no_carta_and_only_while_the_cards_lie_before_them(table: AtTable) -> None:
    reader, other = paired("5"), paired("4")
    is_refused(Code.PHASE, reader, "carta", "1.1")
    deal(table, "P100@5", "P50@4")
    refused = is_refused(Code.PHASE, other, "carta", "1.1")
    assert str(refused) == "Nobody reads at position 4 now. (Super Punto Banco, Premessa)"
    proposals.propose(reader, "carta", "1.1")
    table.does("declare", claim="carta", means="voice")
    is_refused(Code.PHASE, reader, "no_carta", "1.1")


def test_a_proposal_for_another_coup_is_refused(table: AtTable) -> None:
    deal(table, "P100@5")
    is_refused(Code.STALE, paired("5"), "carta", "1.2")


def test_while_an_incident_holds_the_coup_nothing_is_proposed_to_it(table: AtTable) -> None:
    deal(table, "P100@5")
    table.row.coups.update(held=True)
    is_refused(Code.PHASE, paired("5"), "carta", "1.1")
    table.row.coups.update(held=False)


def test_a_sign_a_revoked_display_and_an_unknown_proposal_are_refused(table: AtTable) -> None:
    operator().does("pair_display", code="SIGN", kind="sign", table="T3")
    is_refused(Code.ROLE, Display.objects.get(code="SIGN"), "seat")
    display = paired("8")
    is_refused(Code.ARGUMENTS, display, "champagne")
    is_refused(Code.ARGUMENTS, display, "")
    operator().does("revoke_display", code=display.code)
    is_refused(Code.ROLE, display, "seat")


def test_a_display_of_a_position_that_the_table_has_no_more_proposes_nothing() -> None:
    table = new_table()
    display = paired("9")
    table.cast.direzione.does("change_rules", changes={"positions": ["1", "2", "3"]})
    is_refused(Code.POSITION, display, "seat")


def test_at_a_closed_table_nothing_is_proposed_that_would_wait_for_the_next_evening() -> None:
    table = ready_table(seats={"1": "anna", "2": "bruno"})
    table.does("mark", position="2")
    table.cast.ispettore.does("suspend")
    proposals.propose(paired("9"), "seat")
    table.cast.ispettore.does("close_table")
    for position, what in (("1", "mark"), ("2", "return"), ("3", "seat")):
        is_refused(Code.TABLE_NOT_OPEN, paired(position), what)


def test_what_a_display_may_ask_for_is_a_rule_of_sabots_own() -> None:
    ready_table(MALTA, code="M1", seats=2)
    assert is_refused(Code.SEAT, paired("1", table="M1"), "seat").source == "rule of Sabot"


# --- Art. 10: a coup that is over is disputed


def test_a_coup_can_be_disputed_once_one_is_over_by_who_sits_there(table: AtTable) -> None:
    display = paired("5")
    assert is_refused(Code.PHASE, display, "dispute").source == "Super Punto Banco, Art. 10"
    play(table, "P100@1")
    proposals.propose(display, "dispute")
    lay(table, "P100@1")
    assert proposed(display) == ("dispute", "", 1)
    is_refused(Code.SEAT, paired("9"), "dispute")
    assert table.state.coup is not None


def test_a_coup_of_which_no_card_was_drawn_was_not_played_and_is_not_disputed(table: AtTable) -> None:
    lay(table, "P100@1")
    table.cast.ispettore.does("suspend")
    assert is_refused(Code.PHASE, paired("5"), "dispute").source == "Super Punto Banco, Art. 10"


# --- over the picture of a stream


def test_the_sign_over_a_stream_stands_in_a_frame_only_where_the_house_lists_it(
    client: Client, settings: Any, table: AtTable
) -> None:
    client.cookies[pairing.COOKIE] = sockets.paired(table.code)
    assert client.get("/display/?overlay=1")["X-Frame-Options"] == "DENY"
    settings.SIGN_FRAMED_BY = ["https://stream.example"]
    over, plain = client.get("/display/?overlay=1"), client.get("/display/")
    assert "frame-ancestors https://stream.example" in over["Content-Security-Policy"]
    assert "X-Frame-Options" not in over
    assert "sign-overlay" in over.content.decode()
    assert "frame-ancestors 'none'" in plain["Content-Security-Policy"]
    assert plain["X-Frame-Options"] == "DENY"
    assert "sign-overlay" not in plain.content.decode()
    client.cookies[pairing.COOKIE] = sockets.paired(table.code, "1")
    assert client.get("/display/?overlay=1")["X-Frame-Options"] == "DENY", "a seat is no public picture"
