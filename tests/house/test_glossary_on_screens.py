"""One word for each term where it is read: on the screens as they are drawn, in the manuals, and nowhere its rivals."""

import html
import re
from collections.abc import Callable
from functools import cache

import pytest
from django.utils import translation

from procedures.models import Incident
from table.rules.houses import VENEZIA
from table.rules.profile import Role
from table.screens.audiences import WATCHERS, staff_view
from table.screens.read.snapshot import Snapshot
from table.screens.regions import Region, render
from tests.croupier.cases import report, undue_third
from tests.croupier.coups import close, lay, play
from tests.house.test_glossary import TERMS, saying
from tests.rig.tables import AtTable, ready_table
from tests.rig.words import TRANSLATED, manuals_in

pytestmark = pytest.mark.django_db
PUBLIC = ("sign", "strip:1", "felt:players", "felt:watch")
TAGS = re.compile(r"<[^>]+>|\{[{%#].*?[}%#]\}", re.DOTALL)
SHOWN_TO_BE_READ = re.compile(r'(?:aria-label|title|placeholder)="([^"]*)"')


def drawn(table: AtTable, language: str) -> list[str]:
    """What stands on every screen of the table, with all sheets: texts between two tags, and what is read out."""
    snapshot, found = Snapshot(table.row), [Region(name, language) for name in PUBLIC]
    for role in (Role.DEALER, *WATCHERS):
        person = table.cast.with_role(role).person
        for screen in ("dealer",) if role is Role.DEALER else ("table", "pit"):
            view = staff_view(screen, table.code, person, language)
            found += [it for regions in (view.regions, view.dialogs) for it in regions[table.code]]
    return [text for region in dict.fromkeys(found) for text in texts(render(snapshot, region))]


def texts(markup: str) -> list[str]:
    said = [*TAGS.sub("\n", markup).splitlines(), *SHOWN_TO_BE_READ.findall(markup)]
    return [html.unescape(text).strip() for text in said if text.strip() and not text.startswith("/")]


def disputed() -> AtTable:
    table = ready_table(VENEZIA, code="G1")
    play(table, "P100@1")
    report(table, "dispute", coup="1.1", position="1", about="payment")
    return table


def a_third_not_due() -> AtTable:
    table = ready_table(VENEZIA, code="G2")
    undue_third(table)
    return table


def with_an_open_betting() -> AtTable:
    table = ready_table(VENEZIA, code="G3")
    lay(table, "P100@1", "T20@1")
    return table


def closed() -> AtTable:
    table = ready_table(VENEZIA, code="G4")
    close(table, "P100@1", "B50@2")
    return table


STATES = (disputed, a_third_not_due, with_an_open_betting, closed)


@cache
def read_at(state: Callable[[], AtTable], language: str) -> tuple[str, ...]:
    """What stands on the screens of a table that was brought there; the same for all who ask."""
    return tuple(drawn(state(), language))


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_rival_of_a_term_stands_on_a_screen(language: str) -> None:
    said = [text for state in STATES for text in read_at(state, language)]
    assert len(said) > 1000
    rivals = [(it.term, word) for it in TERMS if it.language == language for word in it.unused]
    assert {(term, word): found[:3] for term, word in rivals if (found := saying(word, said))} == {}


@cache
def of_manuals(language: str) -> tuple[str, ...]:
    return tuple(text for page in manuals_in(language) for text in texts(page))


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_rival_of_a_term_stands_in_a_manual(language: str) -> None:
    assert len(of_manuals(language)) > 300
    rivals = [(it.term, word) for it in TERMS if it.language == language for word in it.unused]
    found = {(term, word): said[:3] for term, word in rivals if (said := saying(word, [*of_manuals(language)]))}
    assert found == {}


@pytest.mark.parametrize(
    ("language", "said"), [("it", "Controversia sul colpo 1.1"), ("de", "Streitfall zum Coup 1.1")]
)
def test_the_alert_of_a_dispute_names_its_coup_on_the_desk(language: str, said: str) -> None:
    table = disputed()
    assert Incident.objects.get(table=table.row).kind == "dispute"
    assert any(said in text for text in drawn(table, language))


def test_what_an_italian_floor_reads() -> None:
    with translation.override("it"):
        here = {state.__name__: " | ".join(read_at(state, "it")) for state in STATES}
    assert "aderenti" in here["closed"]
    assert "controversia" in here["disputed"].casefold()
    assert "chiamare l’Ispettore" in here["closed"]
