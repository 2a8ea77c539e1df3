"""A kind of incident is whole: it can be noticed or reported, its sheet is drawn, its answers have words."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from django.conf import settings

from procedures import articles
from procedures.articles import ARTICLES, KINDS, ROOMS
from procedures.articles.article import Kind, Nothing
from procedures.models import Incident
from procedures.rebuild.reported import OUT
from procedures.screens.offers import reports
from procedures.screens.stories import STORIES
from procedures.verifier.case import NEVER_REBUILT
from table.play.declaration import VERBS
from table.rules.profile import Role
from table.screens.regions import Region, draw
from tests.croupier.coups import close, deal, pay, play, turn
from tests.croupier.staff import put_right
from tests.house.reader import LANGUAGES
from tests.paper.sources import walk
from tests.procedures.conftest import SitDown
from tests.rig.pressing import Buttons
from tests.rig.rows import every_row
from tests.rig.tables import AtTable, ready_table

ROOT = Path(settings.BASE_DIR)
ASKING = {name: kind for name, (_, kind) in KINDS.items() if kind.asks}
OFFERED = {name: kind.offer for name, (_, kind) in KINDS.items() if kind.offer}
NOTICED = {name: kind for name, (_, kind) in KINDS.items() if kind.signs}
OFFICES = {Role.DEALER, Role.ISPETTORE_GIOCO}


# --- an article and its kinds


def test_every_article_of_the_folder_is_known() -> None:
    [folder] = articles.__path__
    files = {it.stem for it in Path(folder).glob("*.py") if re.fullmatch(r"premise|article_\d\d_\w+", it.stem)}
    assert len(files) > 10
    assert {room.__name__.rpartition(".")[2] for room in ROOMS} == files
    assert [room.ARTICLE.number for room in ROOMS] == sorted(ARTICLES)


def test_the_verifier_knows_the_articles_that_hold_the_coup_and_are_answered_by_no_reconstruction() -> None:
    holding = {number: {kind.rebuilds for kind in it.kinds if kind.blocking} for number, it in ARTICLES.items()}
    assert {number for number, rebuilds in holding.items() if rebuilds == {False}} == set(NEVER_REBUILT)
    assert all(len(rebuilds) < 2 for rebuilds in holding.values()), "the verifier tells them apart by their article"


def test_every_kind_is_offered_or_stands_on_another_sheet_or_is_noticed() -> None:
    unknown = [name for name in ASKING if not (ASKING[name].offer or ASKING[name].in_dialog_of)]
    assert unknown == []
    assert {kind.in_dialog_of for kind in ASKING.values()} - {""} <= set(OFFERED)
    assert set(KINDS) == {*ASKING, *OFFERED, *NOTICED}


def test_every_kind_has_its_own_place_in_the_list() -> None:
    places = [offer.place for offer in OFFERED.values()]
    assert len(places) == len(set(places))


def test_who_is_offered_a_report_may_do_its_act() -> None:
    for name, offer in OFFERED.items():
        able = set(offer.roles) & set(VERBS[offer.verb].roles)
        assert able, name
        assert able == set(offer.roles) or offer.verb != "report_incident", name


@every_row("name", ASKING)
def test_every_kind_that_is_reported_is_played_in_a_scenario(name: str) -> None:
    scenarios = (ROOT / "tests" / "regolamento" / "scenarios").glob("*.taglia")
    assert any(re.search(rf"(reports|incident) {name}\b", it.read_text(encoding="utf-8")) for it in scenarios)


# --- what the table notices


@cache
def effects() -> frozenset[str]:
    """Every name that is given to an effect somewhere in the sources of the table and of its procedures."""
    return frozenset(it for folder in ("table", "procedures") for it in effects_in(ROOT / folder))


def effects_in(folder: Path) -> Iterator[str]:
    """Yield every name that is given to an effect in this folder."""
    for path in folder.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for node in walk(ast.parse(source if ".effect(" in source else "")):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "effect":
                yield from (it.value for it in walk(node) if isinstance(it, ast.Constant) and type(it.value) is str)


def test_every_sign_is_an_effect_of_some_act() -> None:
    signs = {sign.effect for kind in NOTICED.values() for sign in kind.signs}
    assert len(signs) > 5
    assert signs <= effects()


def test_no_effect_is_the_sign_of_two_kinds() -> None:
    signs = [sign for kind in NOTICED.values() for sign in kind.signs]
    assert len(signs) == len({sign.effect for sign in signs})


@every_row("kind", NOTICED.values())
def test_what_is_noticed_asks_nothing_that_has_to_be_answered_at_once(kind: Kind) -> None:
    asks = kind.asks or Nothing
    assert isinstance(asks(), asks)


# --- the words of its answers


def literals(hint: Any) -> Iterator[str]:
    """The values of every Literal within a type."""
    if get_origin(hint) is Literal:
        yield from get_args(hint)
    for part in get_args(hint):
        yield from literals(part)


def in_boxes(values: set[str]) -> bool:
    """Where cards lie is asked by a drawing of its own, and told in the words for the boxes."""
    return values in ({"punto", "banco"}, {"punto", "banco", OUT})


@every_row("kind", ASKING.values())
def test_every_answer_that_is_one_of_some_has_words_and_no_other_has(kind: Kind) -> None:
    answers = {name: set(literals(hint)) for name, hint in get_type_hints(kind.asks).items()}
    chosen = {name: values for name, values in answers.items() if values and not in_boxes(values)}
    assert {name: set(words) for name, words in kind.answers.items()} == chosen


def test_there_are_such_answers() -> None:
    with_answers = {name for name, kind in ASKING.items() if kind.answers}
    assert with_answers >= {"worn_card", "unforeseen", "dispute", "uncollected"}


# --- nothing outside its article knows a kind by its name

OF_THE_ARTICLES = {"articles", "migrations", "exercises"}
"""But for what an exercise is of: it tells of one mistake, as a scenario does."""


def cited(tree: ast.AST) -> set[ast.AST]:
    """The topics that a module cites, some of which are called as a kind is."""
    calls = [node for node in walk(tree) if isinstance(node, ast.Call)]
    sources = {it.value for call in calls for it in call.keywords if it.arg == "source"}
    return sources | {it for call in calls if ast.unparse(call.func).rpartition(".")[2] == "cite" for it in call.args}


def test_no_kind_is_named_outside_its_article() -> None:
    rest = [it for it in (ROOT / "procedures").rglob("*.py") if it.parent.name not in OF_THE_ARTICLES]
    assert len(rest) > 20
    names = set(KINDS) - effects() - {*STORIES}  # some are called as a kind is
    mentioned = re.compile(rf"\b({'|'.join(names)})\b")
    named = [
        f"{path.name}: {node.value}"
        for path in rest
        if mentioned.search(source := path.read_text(encoding="utf-8"))
        for tree in [ast.parse(source)]
        for node in set(walk(tree)) - cited(tree)
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert names
    assert named == []


# --- what is offered in the course of a coup


def evening(table: AtTable) -> Iterator[str]:
    """The moments of a coup in which something can be reported, from between two coups until the hands are read."""
    close(table, "P100@1")
    table.does("card_out")
    yield "one card is out"
    table.does("deal")
    turn(table)
    pay(table)
    table.press(("burn", {}), ("card_out", {"extra": True}))
    yield "a card waits"
    table.cast.ispettore.does("annotate", text="nothing yet")
    deal(table, "P100@1", "B50@2")
    yield "dealt"
    table.does("declare", claim="no_carta", means="voice")
    yield "declared"


def offered(table: AtTable, role: Role) -> set[str]:
    """What somebody in this role can report now."""
    snapshot = table.snapshot
    return {it.kind for it in reports(snapshot, role)}


def region(table: AtTable, role: Role, language: str = "en") -> str:
    """What can be reported, as a screen of this role shows it."""
    wanted = Region(f"reports:{role.value}", language)
    drawn = draw(table.code, [wanted])
    assert drawn is not None
    return drawn.texts[wanted].text


def report_dialogs(text: str) -> dict[str, str]:
    """The sheets of a region by the kinds that they report."""
    return dict(re.findall(r'<dialog id="report-(\w+)"(.*?)</dialog>', text, re.DOTALL))


def test_every_kind_with_an_offer_is_offered_at_some_moment_to_each_of_its_roles(sit_down: SitDown) -> None:
    table = sit_down(seats=2)
    found: dict[str, set[Role]] = {}
    for _moment in evening(table):
        for role in OFFICES:
            for name in offered(table, role):
                found.setdefault(name, set()).add(role)
    assert found == {
        name: {it for it in offer.roles if it in VERBS[offer.verb].roles} for name, offer in OFFERED.items()
    }


@pytest.mark.django_db
def test_what_is_likely_stands_first_with_its_picture_and_what_cannot_be_stands_nowhere() -> None:
    table = ready_table()
    table.does("open_bets")
    before = region(table, Role.DEALER)
    assert "kind-visible_card" in likely(before)
    assert not re.search('data-key="kind-(dispute|late_stake|fallen_card)"', before)
    play(table, "P100@1")
    assert likely(region(table, Role.DEALER)) == ["kind-visible_card", "kind-dispute"]
    deal(table, "P100@1")
    text = region(table, Role.DEALER)
    assert "kind-wrong_number" in likely(text)
    listed = re.findall(r'data-key="(kind-\w+)"', text)
    assert len(listed) == len(set(listed))


def likely(text: str) -> list[str]:
    """The kinds that stand before all groups, each with its picture."""
    part = re.search('<div class="kinds kinds-likely">(.*?)</div>', text, re.DOTALL)
    buttons = re.findall(r'data-key="(kind-\w+)"[^>]*>\s*<svg', part[1]) if part else []
    assert part is None or len(buttons) == part[1].count("<button")
    return buttons


@every_row("name", [name for name, offer in OFFERED.items() if not offer.at_once])
def test_every_offer_that_asks_has_its_sheet(name: str) -> None:
    assert (ROOT / "templates" / "regions" / "incidents" / f"report_{name}.html").is_file()


def test_every_sheet_is_drawn_and_reports_what_it_is_for(sit_down: SitDown) -> None:
    table = sit_down(seats=2)
    reported = set[str]()
    for moment in evening(table):
        for role in sorted(OFFICES):
            for language in LANGUAGES:
                text = region(table, role, language)
                assert "not-drawn" not in text, (moment, role)
                reported |= check_dialogs(text, offered(table, role))
    assert reported == set(ASKING)


def check_dialogs(text: str, names: set[str]) -> set[str]:
    """Each of these kinds is reported by its button or its sheet; gives all kinds that the sheets report."""
    drawn, reported = report_dialogs(text), set[str]()
    for name in names:
        offer = OFFERED[name]
        pressed = Buttons(text if offer.at_once else drawn[name]).presses
        steps = [it for press in pressed for it in press]
        assert offer.verb in {it["verb"] for it in steps}, name
        reported |= {it["given"]["kind"] for it in steps if it["verb"] == "report_incident" and "kind" in it["given"]}
    return reported


def test_what_cannot_be_reported_now_keeps_its_sheet_in_its_place(sit_down: SitDown) -> None:
    table = sit_down(seats=2)
    before = Buttons(region(table, Role.ISPETTORE_GIOCO)).ids
    deal(table, "P100@1")
    assert Buttons(region(table, Role.ISPETTORE_GIOCO)).ids == before


# --- the premise: a due third card not drawn, a reader who did not follow the Regola


def test_a_third_card_is_missed_once_the_hands_are_read(sit_down: SitDown) -> None:
    table = sit_down(seats=2)
    deal(table, "P100@1", "B50@2")
    assert not {"third_not_drawn", "declaration"} & offered(table, Role.ISPETTORE_GIOCO)
    table.does("declare", claim="no_carta", means="voice")
    assert {"third_not_drawn", "declaration"} <= offered(table, Role.ISPETTORE_GIOCO)
    assert offered(table, Role.DEALER) >= {"third_not_drawn"}
    assert "declaration" not in offered(table, Role.DEALER)
    assert "declaration" not in report_dialogs(region(table, Role.DEALER))


def test_where_nobody_reads_no_reader_is_reported(sit_down: SitDown) -> None:
    table = sit_down(seats=2)
    deal(table, "B50@2")
    table.does("turn_punto", cards=["6S", "KD"])
    table.does("turn_banco", cards=["5C", "KH"])
    assert "third_not_drawn" in offered(table, Role.ISPETTORE_GIOCO)
    assert "declaration" not in offered(table, Role.ISPETTORE_GIOCO)


@pytest.mark.parametrize(
    ("who", "name"),
    [("dealer", "third_not_drawn"), ("ispettore", "third_not_drawn"), ("ispettore", "declaration")],
)
def test_what_the_sheet_sends_holds_the_coup_until_both_inspectors_have_it_rebuilt(
    sit_down: SitDown, who: str, name: str
) -> None:
    table = sit_down(seats=2)
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="carta", means="voice")
    reporter = getattr(table.cast, who)
    [steps] = Buttons(report_dialogs(region(table, Role(reporter.person.role)))[name]).presses
    [step] = steps
    reporter.does(step["verb"], **step["given"])
    assert table.state.coup is not None
    assert table.state.coup.held
    put_right(table)
    case = Incident.objects.get(kind=name)
    assert case.status == "ratified"
    assert sorted(it.role for it in case.attestations.all()) == ["ispettore_comunale", "ispettore_gioco"]
    assert not table.state.coup.held


@pytest.mark.parametrize(
    ("language", "words"), [("it", "terza carta dovuta"), ("de", "dritte Karte"), ("en", "third card")]
)
def test_the_sheet_of_a_third_card_that_was_not_drawn_asks_where_each_card_lies(
    sit_down: SitDown, language: str, words: str
) -> None:
    table = sit_down(seats=2)
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="carta", means="voice")
    dialog = report_dialogs(region(table, Role.DEALER, language))["third_not_drawn"]
    assert words in dialog
    assert len(re.findall('class="lie-card"', dialog)) == 5, "the four cards, and one that may be out besides"


def test_the_sheet_of_the_reader_asks_where_each_card_lies(sit_down: SitDown) -> None:
    table = sit_down(seats=2)
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="carta", means="voice")
    dialog = report_dialogs(region(table, Role.ISPETTORE_GIOCO))["declaration"]
    assert "the reader did not follow the Regola" in dialog
    assert "Premessa" in dialog
    assert len(re.findall('class="lie-card"', dialog)) == 5
