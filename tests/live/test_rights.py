"""Who may look no more is shown nothing more, at once and on every open screen; nobody else loses theirs."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import connection

from table.access import pins, sessions
from table.access.session_store import SessionStore
from table.live.callers import Caller
from table.models import HOUSE, Display, Person, StaffSession
from table.rules.profile import Role
from tests.live.conftest import Live
from tests.rig.cast import Cast
from tests.rig.daphne import SLOW_HEART, STOPPED_CLOCK, served
from tests.rig.forms import send
from tests.rig.sockets import session_of, watching
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import new_table

DEALER, TABLE, PIT, DISPLAY = "/live/dealer/T3/", "/live/table/T3/", "/live/pit/", "/live/display/"
MOST_BEATS = 2
"""Of a display, which is told of every other heartbeat, until what nobody pinged is found out."""
Aside = Callable[..., Awaitable[Any]]


@pytest.fixture(scope="module")
def without_beats(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """A house that says everything at once, or for a whole test not at all: no heartbeat brings it later."""
    with django_db_blocker.unblock():
        name = connection.settings_dict["NAME"]
    with served({"DATABASE_URL": f"sqlite:///{name}"}, application=SLOW_HEART) as house:
        yield house.address


@pytest.fixture
def at_once(house: Live, without_beats: str) -> Live:
    """The same table, in the house without heartbeats."""
    return house._replace(address=without_beats)


# --- people and displays


async def test_whoever_may_look_no_more_is_gone_in_the_same_second(at_once: Live, aside: Aside) -> None:
    at, office = at_once.address, at_once.sessions["delia"]
    italo, tea, irma = [await aside(session_of, badge) for badge in ("italo", "tea", "irma")]
    seat = await aside(_code, "3")
    acts: list[tuple[str, dict[str, str], str, int]] = [
        (italo, {"path": "/office/people/italo/", "act": "set_active", "active": "no"}, TABLE, 4401),
        (tea, {"path": "/office/people/tea/", "act": "give_pin"}, PIT, 4401),
        (irma, {"path": "/office/people/irma/", "act": "set_role", "role": "auditor"}, TABLE, 4403),
        ("", {"path": "/office/displays/", "act": "revoke_display", "code": seat}, DISPLAY, 4401),
    ]
    async with AsyncExitStack() as open_now:
        stays = await open_now.enter_async_context(watching(at, TABLE, session=at_once.sessions["ivo"]))
        await stays.shown()
        for session, form, path, code in acts:
            display = "" if session else at_once.displays["seat"]
            screen = await open_now.enter_async_context(watching(at, path, session=session, display=display))
            await screen.shown()
            page = form.pop("path")
            status = await aside(partial(send, at, page, session=office, nonce=form["act"], **form))
            assert status in (200, 302), form
            assert await screen.shut() == code, form
        assert stays.closed is None, "who is who they were stays"


def _code(position: str) -> str:
    return Display.objects.get(position=position).code


async def test_who_signs_out_is_gone_from_all_their_screens(at_once: Live, aside: Aside) -> None:
    delia = at_once.sessions["delia"]
    elsewhere = await aside(session_of, "delia")
    async with (
        watching(at_once.address, PIT, session=delia) as one,
        watching(at_once.address, TABLE, session=delia) as other,
        watching(at_once.address, PIT, session=elsewhere) as at_another_device,
    ):
        for screen in (one, other, at_another_device):
            await screen.shown()
        await aside(partial(send, at_once.address, "/office/", session=delia, to="/sign-out/"))
        assert [await it.shut() for it in (one, other)] == [4401, 4401]
        assert at_another_device.closed is None


async def test_a_screen_is_opened_anew_once_its_table_has_a_bank_and_no_other_screen_is(
    house: Live, aside: Aside
) -> None:
    table = await aside(partial(new_table, code="T5"))
    paths = {"/live/dealer/T5/": "dora", "/live/table/T5/": "ivo", TABLE: "ivo", PIT: "ivo"}
    async with AsyncExitStack() as open_now:
        screens = {}
        for path, badge in paths.items():
            session = house.sessions[badge]
            screens[path] = await open_now.enter_async_context(watching(house.address, path, session=session))
            await screens[path].shown("T3" if path in (TABLE, PIT) else "T5")
        await aside(table.cast.direzione.does, "change_rules", changes={"bank": "on"})
        for path in ("/live/dealer/T5/", "/live/table/T5/"):
            assert await screens[path].shut() == 4403
        assert screens[TABLE].closed is None, "nothing has changed there"
        assert screens[PIT].closed is None, "a wall shows the same of every table"
        async with watching(house.address, "/live/dealer/T5/", session=house.sessions["dora"]) as anew:
            await anew.shown("T5")
            assert "bank:dealer" in anew.regions["T5"]


async def test_a_wall_of_the_cage_has_a_table_as_soon_as_it_keeps_a_bank(house: Live, aside: Aside) -> None:
    first, second = [await aside(partial(new_table, code=code)) for code in ("T5", "T6")]
    await aside(first.cast.direzione.does, "change_rules", changes={"bank": "on"})
    session = await aside(partial(_session_at_the_cage, "carlo"))
    async with watching(house.address, "/live/cassa/", session=session) as wall:
        await wall.shown("T5")
        await aside(second.cast.direzione.does, "change_rules", changes={"bank": "on"})
        assert await wall.shut() == 4403
    async with watching(house.address, "/live/cassa/", session=session) as wall:
        await wall.shown("T6")


def _session_at_the_cage(badge: str) -> str:
    with_pin(Role.CASSA, badge=badge)
    return session_of(badge)


async def test_a_display_that_is_moved_shows_nothing_of_where_it_was(house: Live, aside: Aside) -> None:
    async with watching(house.address, DISPLAY, display=house.displays["seat"]) as seat:
        await seat.shown()
        direzione = (await aside(Cast.at, HOUSE)).direzione
        code = await aside(_code, "3")
        moves = ("revoke_display", {"code": code}), ("pair_display", {"code": code, "kind": "sign", "table": "T3"})
        since = len(seat.frames)
        await aside(direzione.presses, *moves)
        # It was moved by another process, past any ping: a heartbeat finds out.
        assert await seat.shut() == 4403
        assert [frame["kind"] for frame in seat.frames[since:]].count("beat") <= MOST_BEATS


async def test_somebody_who_is_dismissed_presses_nothing_even_before_their_screen_hears_of_it(
    house: Live, aside: Aside
) -> None:
    async with watching(house.address, TABLE, session=house.sessions["ivo"]) as inspector:
        await inspector.shown()
        await aside(Person.objects.filter(badge="ivo").update, is_active=False)
        answer = await inspector.press("T3", ("suspend", {}))
        assert (answer["kind"], answer["code"]) == ("refused", "E_SIGNED_OUT")


async def test_a_session_that_was_ended_presses_nothing(house: Live, aside: Aside) -> None:
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        await aside(StaffSession.objects.filter(person__badge="dario").delete)
        assert (await dealer.press("T3", ("open_bets", {})))["code"] == "E_SIGNED_OUT"


async def test_the_digest_of_a_session_opens_no_screen(house: Live, aside: Aside) -> None:
    copied = await aside(lambda: StaffSession.objects.filter(person__badge="dario").get().session_key)
    async with watching(house.address, DEALER, session=copied) as thief:
        assert await thief.shut() == 4401


@pytest.mark.django_db
def test_who_presses_is_looked_up_in_one_statement_at_every_press(django_assert_num_queries: Any) -> None:
    caller = _at_a_console("dario")
    with django_assert_num_queries(2):
        first, second = caller.person(), caller.person()
    assert first is not None
    assert first.badge == "dario"
    assert second is first, "what is read a second time alike is made once"


CHANGES: dict[str, tuple[Callable[[], object], str | None]] = {
    "dismissed": (lambda: Person.objects.update(is_active=False), None),
    "with a new PIN": (lambda: Person.objects.update(pin_mark="another"), None),
    "a reader of cards": (lambda: Person.objects.update(role=Role.SHOE), None),
    "signed out": (lambda: StaffSession.objects.all().delete(), None),
    "idle for too long": (lambda: StaffSession.objects.update(used=sessions.LONGEST_SECONDS + 1), None),
    "another": (lambda: StaffSession.objects.update(session_data=SessionStore().encode({})), None),
    "an inspector": (lambda: Person.objects.update(role=Role.ISPETTORE_GIOCO), Role.ISPETTORE_GIOCO),
}


@pytest.mark.one_in(3)
@pytest.mark.django_db
@pytest.mark.parametrize("change", CHANGES)
def test_who_has_pressed_before_is_at_the_next_press_who_they_are_by_then(change: str) -> None:
    caller, (happens, role) = _at_a_console("dario"), CHANGES[change]
    assert caller.person(pressed=True) is not None
    happens()
    now = caller.person(pressed=True)
    assert (now and now.role) == role
    again = caller.person(pressed=True)
    assert (again and again.role) == role


def _at_a_console(badge: str) -> Caller:
    """Somebody taken on as a dealer, who is signed in at a socket."""
    Person.objects.take_on(badge=badge, role=Role.DEALER)
    cookie = settings.SESSION_COOKIE_NAME
    return Caller({cookie: session_of(badge)}, session_cookie=cookie)


# --- dealers


async def test_a_dealer_watches_the_console_at_which_they_work_and_no_other(house: Live, aside: Aside) -> None:
    async with watching(house.address, DEALER, session=house.sessions["dora"]) as stranger:
        assert await stranger.shut() == 4403
        assert stranger.frames == []
    await aside(house.table.does, "sign_off")
    async with watching(house.address, DEALER, session=house.sessions["dora"]) as free:
        await free.shown()


async def test_whose_table_is_taken_sees_nothing_of_what_comes_after(at_once: Live, aside: Aside) -> None:
    await aside(_with_pin, "dora")
    async with (
        watching(at_once.address, DEALER, session=at_once.sessions["dario"]) as before,
        watching(at_once.address, TABLE, session=at_once.sessions["ivo"]) as inspector,
    ):
        for screen in (before, inspector):
            await screen.shown()
        number, path = before.numbers["T3"], "/tables/T3/change-dealer/"
        status = await aside(partial(send, at_once.address, path, session="", badge="dora", pin=PIN, nonce="takes"))
        assert status == 302
        assert await before.shut() == 4403
        assert before.numbers["T3"] == number
        await inspector.sees(number=number + 1)
    async with watching(at_once.address, DEALER, session=await aside(session_of, "dora")) as after:
        await after.shown()
        assert (await after.press("T3", ("open_bets", {})))["kind"] == "done"


def _with_pin(badge: str) -> None:
    pins.keep(badge, make_password(PIN))


async def test_nobody_takes_a_table_over_by_a_press(house: Live) -> None:
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        answer = await dealer.press("T3", ("take_over", {}))
        assert (answer["kind"], answer["code"]) == ("refused", "E_ROLE")


# --- how much is borne of one person


@pytest.fixture
def in_no_time(house: Live, django_db_blocker: Any) -> Iterator[str]:
    """The house in which no time passes between two presses, however long a busy machine takes for them."""
    with django_db_blocker.unblock():
        name = connection.settings_dict["NAME"]
    with served({"DATABASE_URL": f"sqlite:///{name}"}, application=STOPPED_CLOCK) as at:
        yield at.address


async def test_who_opens_ten_screens_has_one_pair_of_hands(house: Live, in_no_time: str) -> None:
    async with AsyncExitStack() as open_now:
        screens = [
            await open_now.enter_async_context(watching(in_no_time, DEALER, session=house.sessions["dario"]))
            for _ in range(5)
        ]
        for screen in screens:
            await screen.shown()
        presses = [screen.press("T3", ("tip", {"amount": 500})) for _ in range(20) for screen in screens]
        answers = await asyncio.gather(*presses, return_exceptions=True)
        refused = {it["code"] for it in answers if isinstance(it, dict) and it["kind"] == "refused"}
        assert refused == {"E_RATE"}, "as if it were one screen"
