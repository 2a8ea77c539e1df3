"""Where the staff come to: each to where they work, by sign-in and by the installed app; nobody by another's wish."""

from typing import Any

import pytest
from django.template import engines
from django.test import Client

from table.models import Person
from table.rules.profile import Role
from table.views.doors import landing
from tests.rig.cast import Cast
from tests.rig.staff import PIN, signed_in, with_pin
from tests.rig.tables import new_table, ready_table

pytestmark = pytest.mark.django_db
CONSOLE = "/tables/T3/dealer/"


def comes_to(role: Role, *, badge: str = "", device: Client | None = None, **more: str) -> str:
    """The address to which somebody is led who signs in at this device."""
    person = with_pin(role, badge=badge)
    answer = (device or Client()).post("/sign-in/", {"badge": person.badge, "pin": PIN, **more})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def device_that_showed(screen: str) -> Client:
    """A device that showed this screen last."""
    device = Client()
    device.cookies[landing.STOOD] = screen
    return device


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("role", "place"),
    [
        (Role.DEALER, CONSOLE),
        (Role.ISPETTORE_GIOCO, "/pit/"),
        (Role.ISPETTORE_COMUNALE, "/pit/"),
        (Role.CAPO_ISOLA, "/pit/"),
        (Role.CAPO_TAVOLO, "/pit/"),
        (Role.DIREZIONE, "/office/"),
        (Role.OPERATOR, "/office/"),
        (Role.CASSA, "/cassa/"),
        (Role.VIDEO, "/video/"),
        (Role.AUDITOR, "/records/"),
        (Role.INSTRUCTOR, "/training/"),
    ],
)
def test_everybody_comes_to_where_they_work(role: Role, place: str) -> None:
    ready_table()
    device = Client()
    assert comes_to(role, device=device) == place
    assert device.get(place).status_code == 200, "and it opens for them"
    assert device.get("/work/")["Location"] == place, "so does the installed app"
    assert device.get("/sign-in/")["Location"] == place
    assert Client().get("/work/")["Location"] == "/sign-in/?next=%2Fwork%2F"


def test_a_dealer_comes_to_the_table_of_which_they_are_in_charge_wherever_the_tablet_stands() -> None:
    ready_table()
    new_table(code="T4")
    assert comes_to(Role.DEALER, device=device_that_showed("/tables/T4/dealer/")) == CONSOLE


def test_a_dealer_in_charge_of_nothing_comes_to_the_table_of_the_tablet_and_else_chooses() -> None:
    ready_table()
    new_table(code="T4")
    new_table(code="T5")
    device = Client()
    assert comes_to(Role.DEALER, badge="dora", device=device) == "/work/table/"
    page = device.get("/work/table/").content.decode()
    found = [page.index(f'href="/tables/{code}/dealer/"') for code in ("T4", "T5", "T3")]
    assert found == sorted(found), "the table that has its dealer stands last"
    assert device.get("/tables/T4/dealer/").status_code == 200
    device.post("/sign-out/")
    assert comes_to(Role.DEALER, badge="dora", device=device) == "/tables/T4/dealer/"


def test_a_capo_tavolo_comes_to_the_only_table_at_which_they_are_signed_on() -> None:
    ready_table()
    with_pin(Role.CAPO_TAVOLO)
    Cast.at("T3").capo_tavolo.does("sign_on")
    assert comes_to(Role.CAPO_TAVOLO) == "/tables/T3/"


def test_the_direzione_comes_to_the_pit_at_a_device_that_stands_there() -> None:
    device = Client()
    comes_to(Role.DIREZIONE, device=device)
    device.get("/pit/")
    device.post("/sign-out/")
    assert comes_to(Role.DIREZIONE, device=device) == "/pit/"


def test_a_page_that_was_wanted_comes_first() -> None:
    ready_table()
    assert comes_to(Role.DEALER, next="/houses/") == "/houses/"
    assert comes_to(Role.DEALER, next="/") == "/"


def test_who_signs_in_at_a_tablet_whose_page_is_not_for_them_comes_to_where_they_work() -> None:
    ready_table()
    device = Client()
    assert comes_to(Role.ISPETTORE_GIOCO, device=device, next=f"{CONSOLE}?language=it") == "/pit/"
    assert device.get(f"/sign-in/?next={CONSOLE}")["Location"] == "/pit/", "also who is signed in there already"
    assert comes_to(Role.ISPETTORE_GIOCO, next="/tables/%54%33/dealer/") == "/pit/"
    assert comes_to(Role.DEALER, next="/pit/") == CONSOLE
    assert comes_to(Role.DEALER, next=CONSOLE) == CONSOLE
    assert comes_to(Role.ISPETTORE_GIOCO, next="/tables/T3/") == "/tables/T3/"
    assert comes_to(Role.ISPETTORE_GIOCO, next="/no/such/page/") == "/no/such/page/", "which they are told there"


# --- what nobody is led to


@pytest.mark.parametrize(
    "stood",
    [
        "https://elsewhere.example/",
        "//elsewhere.example/tables/T3/dealer/",
        "/tables/T9/dealer/",
        "/pit/",
        "/sign-out/",
        "/tables/%0d%0aT3/dealer/",
        "/" * 3000,
        "",
    ],
)
def test_a_made_up_device_leads_nowhere(stood: str) -> None:
    ready_table()
    new_table(code="T4")
    assert comes_to(Role.DEALER, badge="dora", device=device_that_showed(stood)) == "/work/table/"


@pytest.mark.parametrize(
    "wish", ["//elsewhere.example/", "/\\elsewhere.example", "javascript:alert(1)", "/" + "x" * 3000]
)
def test_a_wish_that_leads_out_of_the_house_is_none(wish: str) -> None:
    ready_table()
    assert comes_to(Role.DEALER, next=wish) == CONSOLE


def test_who_is_led_to_the_table_of_another_is_not_let_in_by_it() -> None:
    """The tablet stands at T3, where dario deals: whoever else signs in there reads how they would take it over."""
    ready_table()
    new_table(code="T4")
    device = device_that_showed(CONSOLE)
    assert comes_to(Role.DEALER, badge="dora", device=device) == CONSOLE
    answer = device.get(CONSOLE)
    assert answer.status_code == 403
    assert landing.STOOD not in answer.cookies, "and the device does not take what it did not show for its place"


def test_the_choice_of_a_table_is_for_dealers_alone() -> None:
    ready_table()
    assert signed_in(Role.ISPETTORE_GIOCO).get("/work/table/").status_code == 403


# --- a badge


def test_a_badge_on_paper_holds_the_badge_alone() -> None:
    ready_table()
    page = printed("dario")
    assert "<b>dario</b>" in page
    card = page[page.index('class="badge-card"') : page.index("data-prints")]
    assert "http" not in card.replace("http://www.w3.org/2000/svg", "")
    assert PIN not in page
    assert square_of(page) == square("dario"), "the square says what the letters say"


def printed(badge: str) -> str:
    answer = signed_in(Role.DIREZIONE).get(f"/office/people/{badge}/badge/")
    assert answer.status_code == 200
    assert Person.objects.filter(badge=badge).exists()
    return str(answer.content.decode())


def square_of(page: str) -> str:
    start = page.index("<svg", page.index("badge-square"))
    return page[start : page.index("</svg>", start) + 6]


def square(text: str) -> Any:
    from segno import make_qr

    return make_qr(text, error="q").svg_inline(omitsize=True, border=4, dark="#14110f", light="#f4ecd8")


def test_the_front_door_of_a_real_house_leads_to_the_online_game_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert 'href="/online/"' in Client().get("/").content.decode()
    assert "/demo/" not in Client().get("/").content.decode()
    jinja: Any = engines["jinja2"]
    monkeypatch.setitem(jinja.env.get_template("house/welcome.html").globals, "online", False)
    assert "/online/" not in Client().get("/").content.decode()
