"""Screens as apps, and what a device keeps of them: names that are text, one page for the time without a link."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from config.doors.proxy import WATCHED
from table.rules.profile import Role
from table.views.device import apps, offline
from table.views.doors import powers
from tests.rig.staff import comes_in
from tests.rig.tables import ready_table

STATIC = Path(settings.BASE_DIR) / "static"
OF_A_DISPLAY = Path(settings.BASE_DIR) / "templates/manuals/technician/pi.html"


def manifest(path: str) -> dict[str, object]:
    answer = Client().get(path)
    assert answer["Content-Type"] == "application/manifest+json"
    return dict(json.loads(answer.content))


@pytest.mark.parametrize(
    ("path", "start", "display", "orientation", "name"),
    [
        ("/app/staff.webmanifest", "/work/", "standalone", "any", "Sabot · Personale"),
        ("/app/console/T3.webmanifest", "/tables/T3/dealer/", "standalone", "landscape", "Sabot · Tavolo T3"),
        ("/app/desk/T3.webmanifest", "/tables/T3/", "standalone", "any", "Sabot · Tavolo T3"),
        ("/app/pit.webmanifest?language=en", "/pit/", "standalone", "any", "Sabot · The pit"),
        ("/app/office.webmanifest", "/office/", "standalone", "any", "Sabot · Ufficio della casa"),
        ("/app/display.webmanifest?language=de", "/display/", "fullscreen", "any", "Sabot · Anzeige"),
        ("/app/house.webmanifest", "/", "standalone", "any", "Sabot · Regole della casa e probabilità esatte"),
    ],
)
def test_every_screen_is_installed_as_itself(path: str, start: str, display: str, orientation: str, name: str) -> None:
    found = manifest(path)
    assert (found["start_url"], found["id"]) == (start, start)
    assert (found["display"], found["orientation"], found["name"]) == (display, orientation, name)


def test_an_app_has_its_icons_also_for_a_launcher_that_cuts_them() -> None:
    icons = manifest("/app/staff.webmanifest")["icons"]
    assert isinstance(icons, list)
    assert {it["purpose"] for it in icons} == {"any", "maskable"}
    for icon in icons:
        assert (STATIC / icon["src"].removeprefix("/static/")).is_file()


@pytest.mark.parametrize(
    "code", ['T3","start_url":"https:%2F%2Felsewhere.example', "<script>", "T3%22%7D", "..", "T" * 21, "T%C3%A9", "%00"]
)
def test_a_made_up_table_makes_no_app(code: str) -> None:
    answer = Client().get(f"/app/console/{code}.webmanifest")
    assert answer.status_code in (400, 404)
    assert answer["Content-Type"] != apps.TYPE


@pytest.mark.django_db
def test_an_app_is_about_nobody_and_does_not_tell_which_tables_there_are() -> None:
    ready_table()
    device = comes_in(Role.DEALER)
    there, nowhere = (device.get(f"/app/console/{code}.webmanifest") for code in ("T3", "T9"))
    assert (there.status_code, nowhere.status_code) == (200, 200)
    assert "dario" not in there.content.decode()
    assert not there.cookies
    assert device.get("/app/console.webmanifest").status_code == 404
    assert device.get("/app/pit/T3.webmanifest").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "path", "app"),
    [
        (Role.DEALER, "/tables/T3/dealer/", "/app/console/T3.webmanifest?language=it"),
        (Role.ISPETTORE_GIOCO, "/tables/T3/", "/app/desk/T3.webmanifest?language=it"),
        (Role.ISPETTORE_GIOCO, "/pit/", "/app/pit.webmanifest?language=it"),
        (Role.DIREZIONE, "/office/people/", "/app/office.webmanifest?language=it"),
        (Role.DIREZIONE, "/", "/app/staff.webmanifest?language=it"),
        (None, "/display/", "/app/display.webmanifest?language=it"),
        (None, "/sign-in/", "/app/staff.webmanifest?language=it"),
        (None, "/", "/app/house.webmanifest?language=it"),
    ],
)
def test_a_page_names_the_app_that_it_is(role: Role | None, path: str, app: str) -> None:
    ready_table()
    page = (comes_in(role) if role else Client()).get(path).content.decode()
    assert re.findall(r'<link rel="manifest" href="([^"]+)">', page) == [app]


# --- without a link


def test_the_page_for_no_link_says_in_every_language_what_to_do_and_knows_nobody() -> None:
    answer = Client().get("/offline/")
    page = answer.content.decode()
    for words in ("Proseguire a mano", "Go on by hand", "Von Hand weiter"):
        assert words in page
    assert not answer.cookies
    assert "no-store" in answer["Cache-Control"]
    assert set(re.findall(r'(?:href|src)="/static/([^"]+)"', page)) == set(offline.FILES), "it is made of what is kept"


def test_the_worker_keeps_one_page_and_its_files_for_the_whole_house() -> None:
    answer = Client().get("/service-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    cached = json.loads(answer.content.decode().split("\n")[0].removeprefix("self.kept = ").removesuffix(";"))
    assert (cached["page"], cached["files"]) == ("/offline/", [f"/static/{name}" for name in offline.FILES])
    assert "no-store" in answer["Cache-Control"], "an upgrade is seen at once"


def test_every_version_keeps_under_a_name_of_its_own(settings: object) -> None:
    before = Client().get("/service-worker.js").content
    settings.SABOT_VERSION = "99.0.0"  # type: ignore[attr-defined]
    assert Client().get("/service-worker.js").content != before


# --- what a browser may do


@pytest.mark.django_db
def test_the_camera_is_for_the_sign_in_alone() -> None:
    ready_table()
    assert Client().get("/sign-in/")[powers.HEADER] == powers.CAMERA
    assert Client().post("/sign-in/", {"badge": "dario", "pin": "1"})[powers.HEADER] == powers.CAMERA
    device = comes_in(Role.DEALER)
    for path in ("/", "/tables/T3/dealer/", "/tables/T3/change-dealer/", "/display/", "/own-pin/", "/nothing/"):
        assert device.get(path)[powers.HEADER] == powers.NONE, path
    assert "camera=()" in powers.NONE
    assert set(apps.APPS) >= apps.OF_A_TABLE


def test_a_display_that_starts_waits_for_an_address_that_every_proxy_passes_on() -> None:
    waits_for = re.findall(r"while ! curl -fs https://\w+(/\S*); do", OF_A_DISPLAY.read_text(encoding="utf-8"))
    assert len(waits_for) == len(settings.LANGUAGES), "in each language"
    assert not WATCHED & {*waits_for}, "these are answered with 404 to everybody outside"
    assert [Client().get(path).status_code for path in waits_for] == [200] * len(waits_for)
