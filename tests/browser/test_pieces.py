"""A page that was sent nothing but what changed is, element by element, the page that somebody gets who comes now."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from table.access import pairing
from tests.croupier.dealer import Croupier
from tests.rig.cast import Cast
from tests.rig.room import AtScreen, still
from tests.rig.scripts import script
from tests.rig.sockets import paired, session_of
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
SCREENS = [["5"], *(["ivo", "sign", *seats] for seats in ("259", "134678"))]
"""Who looks with the dealer: a seat that bets; then the desk, the sign, and the seats of who reads, of who bets as well
and of nobody; then those with all other seats."""


@pytest.fixture
def pages(reader: Callable[..., Page], base_url: str, screens: list[str]) -> dict[str, Page]:
    """The dealer's and these screens of table T3 by who looks at them, live; on none anything moves."""
    ready_table()
    staff = {"dario": "/tables/T3/dealer/", "ivo": "/tables/T3/"}
    opened = {}
    for who in ("dario", *screens):
        if who in staff:
            name, value, path = settings.SESSION_COOKIE_NAME, session_of(who), staff[who]
        else:
            name, value, path = pairing.COOKIE, paired("T3", "" if who == "sign" else who), "/display/"
        page = opened[who] = still(reader("it"))
        page.context.add_cookies([{"name": name, "value": value, "url": base_url}])
        page.goto(path)
        expect(page.locator("body")).to_have_attribute("data-link", "live")
    return opened


def acts(table: AtTable) -> Iterator[None]:
    """A coup with a case that is reported, decided and forgotten, to the opening of the next one."""
    table.does("open_bets")
    yield
    table.does("place", coup=table.coup, position="2", box="punto", amount=10_000)
    yield
    table.does("place", coup=table.coup, position="5", box="banco", amount=2500)
    table.does("close_bets", said=True)
    yield
    table.does("deal")
    yield
    table.does("report_incident", kind="inverted", facts={"laid": ["banco", "punto", "punto", "banco"]})
    incident = table.number
    yield
    table.cast.ispettore.does("attest", incident=incident)
    yield
    table.cast.ispettore.does("ratify", incident=incident)
    yield
    croupier = Croupier(table, "2H KS 3C QD 4D 4S")
    for until in ("announce", "settle", "burn"):
        croupier.advance(until)
        yield
    table.does("burn", open_next=True)
    yield


@pytest.mark.faults
@pytest.mark.parametrize("screens", SCREENS, ids="-".join)
def test_after_every_act_a_page_is_what_somebody_gets_who_comes_now(pages: dict[str, Page]) -> None:
    table = AtScreen("T3", Cast.at("T3"), pages["dario"])
    for _act in acts(table):
        assert {
            who: found
            for who, page in pages.items()
            if (found := page.evaluate(script("pieces", "differing"), table.number))
        } == {}
