"""Nothing that counts learns what is expected: not by a region, a page, a paper or a refusal (B8)."""

import re
from dataclasses import replace

import pytest
from django.utils import translation

from bank.play.tables import bank_of
from table.models import Person
from table.record.refusals import say
from table.rules.profile import Role
from table.rules.refusal import Code
from table.screens.audiences import staff_view
from table.screens.read.snapshot import take
from table.screens.regions import render
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, bank_table
from tests.bank.test_statement import statement
from tests.croupier.dealer import Croupier
from tests.rig.staff import signed_in
from tests.rig.tables import prepare_shoe, seat

pytestmark = pytest.mark.django_db
SCREENS = {"dealer": "dario", "cassa": "carlo"}
"""Screens at which somebody counts or attests, and who is signed in there."""
PAGES = ("/cassa/", "/cassa/slips/", "/records/cash/", "/records/tips/", "/pit/cash/")


def on_screens(at: AtBank, *screens: str) -> str:
    """Every region and every dialog of these screens, in English; of console and cage where none is named."""
    snapshot, found = take(at.code), list[str]()
    assert snapshot is not None
    for screen in screens or SCREENS:
        badge = SCREENS[screen]
        code = at.code if screen == "dealer" else ""
        view = staff_view(screen, code, Person.objects.get(badge=badge), "en")
        for region in (*view.regions[at.code], *view.dialogs[at.code]):
            found.append(render(snapshot, region))
    return "".join(found)


def tells(text: str, cents: int) -> bool:
    """Whether a text names these cents, in whichever form."""
    whole, rest = divmod(cents, 100)
    forms = f"{whole:,}.{rest:02}", f"{whole}.{rest:02}", f'"{cents}"'
    return any(re.search(rf"(?<![\d.,]){re.escape(it)}(?![\d])", text) for it in forms)


def played(at: AtBank) -> None:
    """Notes of 370.00 were changed, tips of 13.25 given, and a coup was lost: the rack holds 49,620.00 by that."""
    seat(at.table, "anna", "1")
    at.table.does("change_notes", amount=37_000)
    at.table.does("tip", amount=1_325, form="chips")
    at.table.does("open_bets")
    at.table.does("place", coup=at.table.coup, position="1", box="punto", amount=10_000)
    for verb, given in Croupier(at.table, "2S 9H KC 3D").acts("burn"):
        at.table.does(verb, **given)
    at.table.does("burn")


def expected(at: AtBank) -> int:
    """What the rack must hold by the acts."""
    bank = bank_of(at.table.state)
    assert bank is not None
    return bank.session.expected


def test_neither_console_nor_cage_names_what_rack_box_or_tips_must_hold() -> None:
    at = bank_table(replace(WITH_BANK, bank_presence="with_comunale"))
    at.table.cast.dealer.does("sign_on")
    at.cassa.does("bring", pieces=FLOAT | {"25": 41})
    assert not tells(on_screens(at), 4_989_025), "the cage has sent it, and shows it nowhere as it is counted"
    at.counts("opener", FLOAT | {"25": 41})
    at.attests("opener")
    at.table.cast.comunale.does("attest_count", what="opener", device="dario")
    at.accepts("opener")
    prepare_shoe(at.table, WITH_BANK)
    at.table.cast.ispettore.does("open_table")
    played(at)
    rack = expected(at)
    at.table.cast.ispettore.does("midway_count", reason="control")
    at.counts("midway", FLOAT)
    at.table.cast.ispettore.does("close_table")
    at.counts("closer", FLOAT)
    at.attests("closer")
    cashier = signed_in(Role.CASSA, language="en")
    for of in ("begun", "counted once"):
        console, cage = on_screens(at, "dealer"), on_screens(at, "cassa")
        pages = "".join(cashier.get(page).content.decode() for page in PAGES)
        # Of the tips, which are counted at the cage, the console has the sum that the dealer keyed there.
        assert not any(tells(console, cents) for cents in (rack, 37_000)), of
        assert not any(tells(cage + pages, cents) for cents in (rack, 37_000, 1_325)), of
        if of == "begun":
            at.cassa.does("count", what="box", pieces={"20000": 1, "10000": 1, "5000": 1, "2000": 1})
            at.cassa.does("count", what="tips", pieces={"1000": 1, "250": 1, "50": 1})
    assert tells(on_screens(at, "cassa"), 1_300), "whoever attests the tips sees what was counted of them"
    at.table.cast.comunale.does("attest_count", what="closer", device="dario")
    assert tells(on_screens(at), 4_989_000 - rack), "what it differs by is shown with the last attestation"


def test_no_refusal_tells_how_much_lies_in_the_rack() -> None:
    at = bank_table()
    at.opens()
    pieces = {"500000": 6}
    ispettore = at.table.cast.ispettore
    ispettore.does("request_credit", pieces=pieces)
    ispettore.does("request_exchange", out={"500000": 6}, into={"100000": 30})
    at.table.does("change_notes", amount=2_500_025)
    ispettore.does("close_table")
    at.table.does("hand_over", movement=2, pieces=pieces)
    refusals = [
        ispettore.is_refused(Code.MONEY, "attest_movement", movement=2, device="dario"),
        at.cassa.is_refused(Code.MONEY, "issue", movement=3, pieces={"100000": 30}),
    ]
    with translation.override("en"):
        for refused in refusals:
            assert not re.search(r"\d", say(refused)), say(refused)


def test_a_count_in_between_that_was_never_made_hides_nothing_once_the_rack_is_counted() -> None:
    for counted in (False, True):
        at = bank_table(code=f"B{counted:d}")
        at.opens()
        at.table.cast.ispettore.does("midway_count", reason="control")
        if counted:
            at.counts("midway", FLOAT)
        at.table.cast.ispettore.does("close_table")
        at.counts("closer", FLOAT)
        assert statement(at).expected is None
        at.attests("closer")
        assert (statement(at).expected, statement(at).computed) == (4_989_000, 0)
