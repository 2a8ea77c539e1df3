"""What another site, a cache in between or a forged header could make of the pages of the house."""

import csv
import io
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from markupsafe import escape

from table.models import StaffSession
from table.rules.profile import Role
from tests.house.test_security import ADDRESSES, EVERYBODY
from tests.online.players import Somebody
from tests.rig.sampling import in_two_parts
from tests.rig.staff import PIN, signed_in, with_pin
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db
ELSEWHERE = "elsewhere.example"
FORGED = {
    "x-forwarded-host": ELSEWHERE,
    "x-forwarded-server": ELSEWHERE,
    "x-forwarded-port": "4711",
    "x-forwarded-prefix": f"//{ELSEWHERE}",
    "x-original-url": "/pit/",
    "x-rewrite-url": "/pit/",
    "x-http-method-override": "DELETE",
    "x-host": ELSEWHERE,
    "referer": f"https://{ELSEWHERE}/",
}
"""Headers by which a proxy, a framework or a cache of somebody else's says what was really asked for."""
PAGES = [row for row in ADDRESSES.values() if row.method == "GET"]
OPEN = [row.path for row in PAGES if row.who == EVERYBODY]
GUARDS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
POLICY = ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "script-src 'self'", "form-action 'self'")
NAMES = ('"><img src=x>', "</script><b>x", "=1+cmd|A1", "{{ 7 * 7 }}", "%(guest)s", "' onload='x")
"""Keys of guests, of twenty signs at most, that a careless page, form or sheet would take for something to do."""


def get(path: str, client: Client | None = None, **headers: str) -> Any:
    """What is answered at this address."""
    return (client or Client()).get(path, headers={name.replace("_", "-"): it for name, it in headers.items()})


# --- caches


@in_two_parts(one_in=3)
def test_a_cache_between_gives_nobody_what_it_was_given_for_somebody_else(part: slice) -> None:
    ready_table()
    staff = signed_in(Role.DIREZIONE, language="de")
    staff.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    for path in OPEN[part]:
        first, others = get(path), [get(path, staff), get(path, accept_language="en")]
        for other in others:
            varies = first.get("Vary", ""), other.get("Vary", "")
            if other.content != first.content and not all("Cookie" in it and "Accept-Language" in it for it in varies):
                assert "no-store" in first["Cache-Control"], path
                assert "no-store" in other["Cache-Control"], path


# --- frames, scripts, names in a page


@in_two_parts(one_in=3)
def test_no_answer_is_another_sites_to_name_to_frame_or_to_script(part: slice) -> None:
    ready_table()
    direzione, workers = signed_in(Role.DIREZIONE), set[str]()
    for row in PAGES[part]:
        for client in (Client(), direzione):
            answer = client.get(row.path, headers=FORGED)
            assert named(answer) == [], row.path
            assert unguarded(answer) == [], row.path
            if "javascript" in answer["Content-Type"]:
                workers.add(row.path)
    scripts = {row.path for row in PAGES[part]} & {"/service-worker.js", "/admin/jsi18n/"}
    assert workers == scripts, "one file is a worker, where nothing else lies"


def named(answer: Any) -> list[bytes]:
    """What stands in an answer of the names that forged headers gave to the house."""
    whole = b"".join(answer) + repr(answer.headers).encode()
    return [it for it in (ELSEWHERE.encode(), b":4711") if it in whole]


def unguarded(answer: Any) -> list[str]:
    """What an answer does not say that a browser has to hold to; a worker reaches no farther than its own place."""
    lacking = [f"{name}: {value}" for name, value in GUARDS.items() if answer.get(name) != value]
    said = answer["Content-Security-Policy"]
    lacking += [it for it in POLICY if it not in said] + [it for it in ("unsafe", "*") if it in said]
    return lacking + [it for it in ("Service-Worker-Allowed", "Access-Control-Allow-Origin") if it in answer]


# --- who comes with a cookie of somebody else


def test_who_signs_in_leaves_the_session_that_somebody_laid_in_their_browser() -> None:
    thief, laid = signed_in(Role.DEALER), "abcdefghijklmnopqrstuvwxyz012345"
    person, name = with_pin(Role.ISPETTORE_GIOCO), settings.SESSION_COOKIE_NAME
    for found in (laid, thief.cookies[name].value):
        victim = Client()
        victim.cookies[name] = found
        victim.post("/sign-in/", {"badge": person.badge, "pin": PIN})
        assert victim.cookies[name].value not in (found, laid)
        assert victim.get("/pit/").status_code == 200
        other = Client()
        other.cookies[name] = found
        assert other.get("/pit/").status_code == 302, "whoever laid it there is nobody"
    assert StaffSession.objects.count() == 2


def test_two_cookies_of_one_name_are_one_of_them_and_never_both() -> None:
    inspector, dealer = signed_in(Role.ISPETTORE_GIOCO), signed_in(Role.DEALER)
    name = settings.SESSION_COOKIE_NAME
    keys = [it.cookies[name].value for it in (inspector, dealer)]
    for first, last in (keys, keys[::-1]):
        answer = Client().get("/pit/", headers={"cookie": f"{name}={first}; {name}={last}"})
        assert answer.status_code == (200 if last == keys[0] else 403)
    many = "; ".join(f"{name}={number:032}" for number in range(400))
    assert Client().get("/pit/", headers={"cookie": many}).status_code == 302


# --- names that would do something


def only_words(page: str, name: str) -> bool:
    """Whether a page says this name, and nowhere as anything but words."""
    words = str(escape(name))
    return words in page and (words == name or name not in page)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_guest_on_the_waiting_list_is_words_on_every_page_and_in_every_file(name: str) -> None:
    ready_table(seats=1)
    capo, direzione = signed_in(Role.CAPO_ISOLA, language="en"), signed_in(Role.DIREZIONE, language="en")
    given = {"act": "wait_for_seat", "nonce": "one", "guest": name, "tables": ["T3"]}
    assert capo.post("/pit/waiting/", given).status_code == 302
    assert only_words(capo.post("/pit/waiting/", {**given, "nonce": "two"}).content.decode(), name), "once refused"
    assert only_words(capo.get("/pit/waiting/").content.decode(), name)
    assert only_words(direzione.get("/records/house/").content.decode(), name)
    for path in ("/pit/", "/tables/T3/", "/records/day/register/"):
        page = direzione.get(path).content.decode()
        assert str(escape(name)) == name or name not in page, path
    answer: Any = direzione.post("/records/house/", {"form": "csv", "nonce": "three"})
    rows = [*csv.reader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig")), delimiter=";")]
    assert any(name in cell for row in rows for cell in row)
    assert len({len(row) for row in rows}) == 1, "a name begins no column and no line"
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))]


def test_a_name_at_the_entrance_of_the_online_game_is_words_and_nothing_else() -> None:
    for name in NAMES:
        assert only_words(Somebody(name, comes=False).comes("sign-in").content.decode(), name)
