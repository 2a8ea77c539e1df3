"""The record in a real browser: read page by page, taken out as a file, and fit for every screen and for paper."""

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from table.models import Export
from table.rules.profile import Role
from tests.browser.accessible import Axe
from tests.browser.looks import SCREENS, SMALL_TARGETS, STICKING_OUT
from tests.browser.test_office import sign_in
from tests.house.worked import worked_table
from tests.rig.sampling import in_two_parts
from tests.rig.scripts import script
from tests.rig.staff import with_pin

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
ALIKE = ("/records/house/", "/tables/T3/register/?alarming=1", "/tables/T3/evenings/")
"""Made of the same parts as others."""
PHONE, UPRIGHT = (ViewportSize(width=SCREENS[it][0], height=SCREENS[it][1]) for it in ("phone", "upright"))


@pytest.fixture
def opened(db: None) -> int:
    """A house of whose one table there is everything to read; the entry by which its evening began."""
    table = worked_table()
    with_pin(Role.AUDITOR, language="it")
    return table.row.opened


def pages(opened: int) -> list[str]:
    of_table = [
        "register/",
        "register/?alarming=1",
        "register/refused/",
        "taglie/1/",
        f"evenings/{opened}/",
        "evenings/",
        "changes/",
    ]
    return [
        "/records/",
        "/records/day/",
        "/records/day/figures/",
        "/records/day/register/",
        "/records/dealers/",
        "/records/house/",
        *(f"/tables/T3/{it}" for it in of_table),
    ]


@pytest.mark.faults
@in_two_parts(3)
def test_every_page_of_the_record_fits_a_desk_an_upright_tablet_and_a_phone(
    opened: int, reader: Reader, part: slice
) -> None:
    desk, upright = reader("it"), reader("it", "upright")
    for page in (desk, upright):
        sign_in(page, "aldo")
    for path in pages(opened)[part]:
        desk.goto(path)
        assert (desk.evaluate(STICKING_OUT), desk.evaluate(script("pages", "unevenFields"))) == ([], []), path
        if path in ALIKE:
            continue
        upright.goto(path)
        assert (upright.evaluate(STICKING_OUT), upright.evaluate(SMALL_TARGETS)) == ([], []), path
        found = Axe().run(upright).response["violations"]
        assert [(it["id"], [node["html"][:120] for node in it["nodes"][:3]]) for it in found] == [], path
        upright.set_viewport_size(PHONE)
        assert upright.evaluate(STICKING_OUT) == [], path
        upright.set_viewport_size(UPRIGHT)


@pytest.mark.faults
def test_a_reader_finds_an_act_its_coup_and_takes_the_register_home(
    opened: int, reader: Reader, tmp_path: Path
) -> None:
    with_pin(Role.AUDITOR, language="en")
    page = reader("en")
    sign_in(page, "aldo")
    expect(page).to_have_url(re.compile("/records/$"))
    page.get_by_role("link", name="Register", exact=True).click()
    page.get_by_label("Act", exact=True).select_option("settle")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("verb=settle"))
    lines = page.locator(".register tbody tr").count()
    with page.expect_download() as taken:
        page.get_by_role("button", name="CSV").click()
    taken.value.save_as(tmp_path / "register.csv")
    with (tmp_path / "register.csv").open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.reader(file, delimiter=";"))) == lines + 1
    assert Export.objects.get().of == "T3?verb=settle"
    page.locator(".register tbody a").first.click()
    expect(page.locator(".replay-now")).to_contain_text("paid and collected")
    page.get_by_role("link", name="Register", exact=True).click()
    expect(page.locator(".register tr:target")).to_contain_text("paid and collected")
