"""Who signs an act of the bank signs what their screen showed them: nothing that was keyed in its place since."""

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from bank.play.tables import bank_of
from table.models import Entry
from table.record import chain
from table.rules.profile import Role
from table.rules.refusal import Code
from tests.bank.at_bank import FLOAT, AtBank, bank_table
from tests.bank.test_console import drawn
from tests.rig.staff import OWN, PIN, sets_own, signed_in, with_pin

pytestmark = pytest.mark.django_db
FILL = {"10000": 80}
SHORT = {"10000": 8}
Shown = tuple[str, str, dict[str, Any]]
"""Who signs, the act, and its arguments, as a screen offers it before something else is keyed in its place."""


@pytest.fixture
def at() -> AtBank:
    """A table with a bank in play, to which a fill is on its way."""
    opened = bank_table()
    opened.opens()
    opened.table.cast.ispettore.does("request_fill", pieces=FILL)
    opened.cassa.does("issue", movement=2, pieces=FILL)
    return opened


def _fill_that_is_keyed_anew(at: AtBank) -> tuple[Shown, Callable[[], object]]:
    at.table.does("receive", movement=2, pieces=FILL)
    return _of_fill(at), lambda: at.table.does("receive", movement=2, pieces=SHORT)


def _fill_that_becomes_void(at: AtBank) -> tuple[Shown, Callable[[], object]]:
    at.table.does("receive", movement=2, pieces=FILL)
    return _of_fill(at), lambda: at.cassa.does("void_movement", movement=2, reason="it came back")


def _of_fill(at: AtBank) -> Shown:
    console = at.table.cast.dealer.person.badge
    return "ispettore", "attest_movement", {"movement": 2, "device": console}


def _change_of_another_sum(at: AtBank) -> tuple[Shown, Callable[[], object]]:
    ispettore = at.table.cast.ispettore
    ispettore.does("note_change", amount=50_000, reason="not keyed", guest="anna")
    later: dict[str, Any] = {"amount": 4_000_000, "reason": "not keyed", "guest": "anna"}
    return ("second_ispettore", "agree", {"what": "note_change"}), lambda: ispettore.does("note_change", **later)


def _count_that_is_made_again(at: AtBank) -> tuple[Shown, Callable[[], object]]:
    cast, console = at.table.cast, at.table.cast.dealer.person.badge
    cast.ispettore.does("close_table")
    at.counts("closer", FLOAT)
    cast.second_ispettore.does("attest_count", what="closer", device=console)

    def again() -> None:
        cast.second_ispettore.does("recount", what="closer", reason="too little")
        at.counts("closer", FLOAT | {"10000": 0})

    return ("ispettore", "attest_count", {"what": "closer", "device": console}), again


def _count_that_somebody_else_has_made_again(at: AtBank) -> tuple[Shown, Callable[[], object]]:
    _signed, made_again = _count_that_is_made_again(at)

    def again() -> None:
        made_again()
        at.attests("closer")

    return ("ispettore", "recount", {"what": "closer", "reason": "too much"}), again


CASES = (
    *(_fill_that_is_keyed_anew, _fill_that_becomes_void, _change_of_another_sum),
    *(_count_that_is_made_again, _count_that_somebody_else_has_made_again),
)


@pytest.mark.parametrize("case", CASES)
def test_what_was_keyed_after_a_screen_was_drawn_is_not_signed_on_it(
    at: AtBank, case: Callable[[AtBank], tuple[Shown, Callable[[], object]]]
) -> None:
    (who, verb, given), keyed_anew = case(at)
    seen, signs = at.table.number, getattr(at.table.cast, who)
    keyed_anew()
    signs.is_refused(Code.STALE, verb, seen=seen, **given)
    signs.does(verb, **given)
    at.table.check()


def test_what_else_was_done_since_stands_in_nobodys_way(at: AtBank) -> None:
    (who, verb, given), _keyed_anew = _fill_that_is_keyed_anew(at)
    seen = at.table.number
    at.table.does("change_notes", amount=10_000)
    getattr(at.table.cast, who).does(verb, seen=seen, **given)


@pytest.mark.parametrize("waits", ["receive", "void"])
def test_what_the_cage_issues_anew_leaves_nothing_that_waits_unsaid(at: AtBank, waits: str) -> None:
    seen, console = at.table.number, at.table.cast.dealer.person.badge
    if waits == "receive":
        at.table.does("receive", movement=2, pieces=FILL)
    else:
        at.cassa.does("void_movement", movement=2, reason="it came back")
    at.cassa.is_refused(Code.STALE, "issue", seen=seen, movement=2, pieces=SHORT)
    at.cassa.does("issue", seen=at.table.number, movement=2, pieces=SHORT)
    effects = chain.read(Entry.objects.filter(register=at.code).latest("number").outcome)["effects"]
    assert ["bank_withdrawn", {"what": waits, "movement": 2}] in effects
    at.table.cast.ispettore.is_refused(Code.PHASE, "attest_movement", movement=2, device=console)
    at.table.does("receive", movement=2, pieces=SHORT)
    at.table.cast.ispettore.does("attest_movement", movement=2, device=console)
    at.table.check()


def test_who_signs_by_pin_at_the_device_of_another_signs_what_that_showed(at: AtBank) -> None:
    console = signed_in(Role.DEALER, badge=at.table.cast.dealer.person.badge)
    with_pin(Role.ISPETTORE_GIOCO, badge="ivo")
    at.table.does("receive", movement=2, pieces=FILL)
    seen = at.table.number
    at.table.does("receive", movement=2, pieces=SHORT)
    step = json.dumps({"verb": "attest_movement", "given": {"movement": 2}})

    def answer(seen: int) -> int:
        typed = {"badge": "ivo", "pin": PIN, "nonce": uuid4().hex, "step": step, "seen": seen}
        return console.post(f"/tables/{at.code}/bank/sign/", typed).status_code

    assert answer(seen) == 403
    unseen = {"badge": "ivo", "pin": PIN, "nonce": uuid4().hex, "step": step}
    for nothing in ({}, {"seen": ""}, {"seen": "x"}):
        refused = console.post(f"/tables/{at.code}/bank/sign/", unseen | nothing)
        assert refused.status_code == 403
        assert "ricaricare la pagina" in refused.json()["sentence"]
    assert answer(at.table.number) == 200
    bank = bank_of(at.table.state)
    assert bank is not None
    assert bank.session.fills == 80_000


@pytest.mark.parametrize("waits", ["settle", "void"])
def test_what_the_cage_keyed_by_mistake_is_withdrawn_there_and_the_movement_goes_on(at: AtBank, waits: str) -> None:
    cast = at.table.cast
    cast.ispettore.does("request_credit", pieces={"500000": 1})
    at.table.does("hand_over", movement=3, pieces={"500000": 1})
    at.cassa.is_refused(Code.PHASE, "withdraw_step", movement=3, reason="not the cage's")
    cast.ispettore.does("attest_movement", movement=3, device=cast.dealer.person.badge)
    seen = at.table.number
    if waits == "void":
        at.cassa.does("void_movement", movement=3, reason="it came back")
    else:
        at.cassa.does("settle_transit", movement=3, to="difference", amount=500_000, reason="not in the bag")
    words = "It is made void: it came back" if waits == "void" else "lost: not in the bag"
    assert words in drawn(at, "cassa:cassa")
    assert "Receive" not in drawn(at, "cassa:cassa")
    at.cassa.is_refused(Code.REASON, "withdraw_step", movement=3, reason=" ")
    at.cassa.is_refused(Code.STALE, "withdraw_step", movement=3, reason="keyed by mistake", seen=seen)
    at.cassa.does("withdraw_step", movement=3, reason="keyed by mistake", seen=at.table.number)
    assert "Receive" in drawn(at, "cassa:cassa")
    cast.direzione.is_refused(Code.PHASE, "attest_movement", movement=3)
    at.cassa.is_refused(Code.PHASE, "withdraw_step", movement=3, reason="once more")
    at.cassa.does("confirm_credit", movement=3, pieces={"500000": 1})
    at.table.check()


def test_a_credit_that_came_while_its_loss_waited_is_no_longer_lost(at: AtBank) -> None:
    cast = at.table.cast
    cast.ispettore.does("request_credit", pieces={"500000": 2})
    at.table.does("hand_over", movement=3, pieces={"500000": 2})
    cast.ispettore.does("attest_movement", movement=3, device=cast.dealer.person.badge)
    at.cassa.does("settle_transit", movement=3, to="difference", amount=1_000_000, reason="lost")
    at.cassa.does("confirm_credit", movement=3, pieces={"500000": 1})
    cast.direzione.is_refused(Code.PHASE, "attest_movement", movement=3)
    at.cassa.does("confirm_credit", movement=3, pieces={"500000": 1})
    at.table.check()


def test_a_float_on_its_way_is_received_by_its_count_alone() -> None:
    at = bank_table()
    at.brings()
    at.table.refuses(Code.PHASE, "receive", movement=1, pieces=FLOAT)
    at.counts("opener", FLOAT)


@pytest.mark.parametrize("depth", [1900, 900])
def test_an_act_that_is_nested_too_deep_is_refused_with_a_sentence(at: AtBank, depth: int) -> None:
    console = signed_in(Role.DEALER, badge=at.table.cast.dealer.person.badge)
    with_pin(Role.ISPETTORE_GIOCO, badge="ivo")
    step = '{"verb":"count","given":{"pieces":' + "[" * depth + "]" * depth + "}}"
    typed = {"badge": "ivo", "pin": PIN, "nonce": "deep", "step": step, "seen": at.table.number}
    refused = console.post(f"/tables/{at.code}/bank/sign/", typed)
    assert (refused.status_code, [*refused.json()]) == (403, ["sentence"])


def test_a_pin_that_others_gave_signs_nothing_before_its_owner_has_set_their_own(at: AtBank) -> None:
    """It opens the page for that alone: whoever took an inspector on could request a fill in their name."""
    office, console, number = signed_in(Role.DIREZIONE), signed_in(Role.DEALER), at.table.number
    page = office.post("/office/people/ivo/", {"act": "give_pin", "nonce": "given"}).content.decode()
    [(first, last)] = re.findall(r'"pin-digits"><b>(\d+) (\d+)<', page)
    sent = {"badge": "ivo", "step": json.dumps({"verb": "request_fill", "given": {"pieces": FILL}}), "seen": number}
    address = f"/tables/{at.table.code}/bank/sign/"
    refused = console.post(address, {**sent, "pin": first + last, "nonce": "n1"})
    assert refused.status_code == 403
    assert at.table.number == number
    sets_own(Client(), "ivo", first + last)
    assert console.post(address, {**sent, "pin": OWN, "nonce": "n2"}).json() == {"number": number + 1}
