"""What it costs to show a table: so many statements a drawing at most, and no more after years than at first."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import pytest
from django.db import transaction

from table.memory import table_cache
from table.models import HOUSE, TRAINING, Display, Person, Policy, Table
from table.play.state import TableState
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, VENEZIA
from table.rules.profile import Profile, as_values
from table.screens.audiences import MAY_OPEN, TRAINERS, WALLS, WATCHERS, View, display_view, staff_view
from table.screens.read import pieces
from table.screens.read.pieces import Piece
from table.screens.regions import SHOWN, Drawn, Region, draw
from tests.bank.at_bank import WITH_BANK
from tests.croupier.coups import blank, play
from tests.croupier.dealer import Croupier
from tests.house.long_record import lay_past
from tests.house.reader import LANGUAGES
from tests.rig.pressing import not_there
from tests.rig.sampling import sampled
from tests.rig.tables import AtTable, Cast, new_table, prepare_shoe, ready_table, seat
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db

WHOSE = {**MAY_OPEN, **{screen: wall.roles for screen, wall in WALLS.items()}}
PEOPLE = [(screen, role) for screen, roles in WHOSE.items() for role in sorted(roles)]
"""Who of the staff looks at which screen."""
SEATS_LOOKED_AT, FOR_TRAINING = "137", f"{TRAINING}0"


@lru_cache(maxsize=1)
def screens() -> tuple[View, ...]:
    """Every screen that there is, with its regions as its audience has them: nobody can forget to list one here."""
    mark, table = transaction.savepoint(), Table.real.create(code="T0")
    # Of what only some tables have, it has everything.
    table.policy = Policy.objects.create(table=table, version=1, values=as_values(WITH_BANK))
    table.save()
    Table.objects.create(code=FOR_TRAINING, training=True)
    views = [staff_view(screen, code, Person(badge="x", role=role), "en") for screen, role, code in looked_at()]
    views += [display_view(Display(kind=Display.Kind.SEAT, table=table, position=it)) for it in SEATS_LOOKED_AT]
    views.append(display_view(Display(kind=Display.Kind.SIGN, table=table)))
    transaction.savepoint_rollback(mark)
    return tuple(views)


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """The regions of all screens, each once."""
    return tuple(sorted({name for screen in screens() for name in names_on(screen)}))


def names_on(screen: View) -> set[str]:
    """The regions of a screen."""
    return {it.name for parts in (screen.regions, screen.dialogs) for part in parts.values() for it in part}


def looked_at() -> Iterator[tuple[str, str, str]]:
    """By whom which screen of which table is looked at: those who train look at training tables and at no others."""
    for screen, role in PEOPLE:
        if role not in TRAINERS:
            yield screen, role, "T0"
        if role not in WATCHERS:
            yield screen, role, FOR_TRAINING


@pytest.fixture(autouse=True)
def _names_are_known(db: None) -> None:
    names()


@pytest.mark.django_db
def test_every_region_is_on_some_screen() -> None:
    assert {name.partition(":")[0] for name in names()} == SHOWN.keys()


MOST_STATEMENTS = 31
"""For all regions of a table together, in all languages, where nothing is kept of it: each thing is read once."""
MOST_STATEMENTS_AGAIN = 5
"""For those of a table that has been drawn before, if nothing has moved since."""
MOST_BYTES = 150_000
"""Of one region: what a screen is sent when it opens."""


def shown(code: str = "T3", *, languages: Sequence[str] = LANGUAGES) -> Drawn:
    """Everything that anybody may look at, drawn at once."""
    drawn = draw(code, [Region(name, language) for name in names() for language in languages])
    assert drawn is not None
    return drawn


def not_drawn(drawn: Drawn) -> list[Region]:
    """The regions that failed."""
    return [region for region, drawing in drawn.texts.items() if "not-drawn" in drawing.text]


def unopened(drawn: Drawn) -> list[set[str]]:
    """Of each screen that has any, the dialogs that its buttons open and that are nowhere on it."""
    texts = {region.name: drawing.text for region, drawing in drawn.texts.items() if region.language == "de"}
    shown = (names_on(screen) for screen in screens() if not screen.training)
    return [missing for on in shown if (missing := not_there(texts[name] for name in on))]


def evening(table: AtTable) -> Iterator[str]:
    """A coup from its opening to the next, and the table as it stands at each step."""
    yield "between coups"
    table.does("open_bets")
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
    table.does("place", coup=table.coup, position="3", box="banco", amount=2_000)
    yield "betting"
    for verb, given in Croupier(table, "2H 3C KS QD 4D 4S").acts():
        table.press((verb, {**given, "open_next": True} if verb == "burn" else given))
        yield f"after {verb}"
        if verb == "burn":
            return


@pytest.mark.parametrize(
    "languages", [pytest.param(["de"], id="de"), pytest.param(LANGUAGES, id="all", marks=pytest.mark.faults)]
)
@pytest.mark.parametrize(
    "profile",
    sampled([VENEZIA, MALTA, CLASSICO, CLASSICO_COPERTO, ADMIRAL], one_in=4),
    ids=lambda profile: profile.key,
)
def test_every_region_is_drawn_at_every_step_in_every_house(profile: Profile, languages: Sequence[str]) -> None:
    table = ready_table(profile)
    for step in evening(table):
        drawn = shown(languages=languages)
        assert (not_drawn(drawn), unopened(drawn)) == ([], []), step
        assert [(it, len(drawing.text)) for it, drawing in drawn.texts.items() if len(drawing.text) > MOST_BYTES] == []


def test_every_kind_of_region_is_on_some_screen() -> None:
    assert {name.partition(":")[0] for name in names()} == set(SHOWN)


def test_a_region_that_cannot_be_drawn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_table: object, _which: str) -> Iterator[Piece]:
        raise ValueError

    ready_table()
    found = dict[str, set[str]]()
    for kind in SHOWN:
        with monkeypatch.context() as patch:
            patch.setitem(SHOWN, kind, fails)
            drawn = draw("T3", [Region(name, "de") for name in names()])
        assert drawn is not None
        found[kind] = {region.kind for region in not_drawn(drawn)}
    assert found == {kind: {kind} for kind in SHOWN}


def test_a_table_without_rules_or_without_an_evening_can_be_shown() -> None:
    new_table(WITH_BANK)
    Cast.at(HOUSE).direzione.does("add_table", code="T9")
    for code in ("T3", "T9"):
        drawn = shown(code)
        assert (not_drawn(drawn), unopened(drawn)) == ([], []), code
    assert draw("T4", [Region("felt", "it")]) is None


def test_a_drawing_reads_each_thing_once() -> None:
    for step in evening(ready_table()):
        table_cache.clear()
        with Counting() as count:
            shown()
        assert count.statements <= MOST_STATEMENTS, step


@pytest.mark.faults
def test_a_drawing_costs_no_more_after_years() -> None:
    first, later = costs(taglie=4), costs(taglie=20)
    assert [step for step, *_ in later] == [step for step, *_ in first]
    assert [(step, now, then) for (step, now, _), (_, then, _) in zip(later, first, strict=True) if now > then] == []
    slower = [(step, now, then) for (step, _, now), (_, _, then) in zip(later, first, strict=True) if now > 1.2 * then]
    assert slower == []


def costs(*, taglie: int) -> list[tuple[str, int, int]]:
    """Statements and steps of the drawing after each step of a coup, so many taglie later; nothing of it is kept."""
    mark, found = transaction.savepoint(), []
    table = new_table(VENEZIA)
    lay_past(table.row, taglie=taglie)
    table.cast.ispettore.does("sign_on")
    table.does("sign_on")
    for position, guest in (("1", "anna"), ("3", "carla")):
        seat(table, guest, position)
    prepare_shoe(table, VENEZIA)
    table.cast.ispettore.does("open_table")
    for step in evening(table):
        pieces.own_text.cache_clear()
        with Counting() as count:
            drawn = shown(languages=LANGUAGES[:1])
        assert not_drawn(drawn) == [], step
        found.append((step, count.statements, count.steps))
    transaction.savepoint_rollback(mark)
    return found


@pytest.mark.parametrize(
    "profile",
    sampled([VENEZIA, MALTA, CLASSICO, ADMIRAL, CLASSICO_COPERTO], one_in=5),
    ids=lambda profile: profile.key,
)
def test_what_is_kept_from_the_drawing_before_is_what_would_be_drawn(profile: Profile) -> None:
    table, regions = ready_table(profile), [Region(name, "de") for name in names()]
    for step in evening(table):
        before = draw(table.code, regions)
        pieces.own_text.cache_clear()
        table_cache.clear()
        anew = draw(table.code, regions)
        assert before is not None
        assert anew is not None
        assert [it for it in regions if before.texts[it].text != anew.texts[it].text] == [], step


def test_a_table_that_has_not_moved_is_not_drawn_again() -> None:
    table = ready_table()
    for step in evening(table):
        drawn = shown()
        misses = pieces.own_text.cache_info().misses
        with Counting() as count:
            assert draw(table.code, drawn.texts, drawn) is not None
        assert pieces.own_text.cache_info().misses == misses, step
        assert count.statements <= MOST_STATEMENTS_AGAIN, step


def test_a_coup_that_was_cancelled_before_its_first_card_leaves_the_last_result_standing() -> None:
    table = ready_table()
    for _step in evening(table):
        pass
    before = draw("T3", [Region("sign", "en")])
    table.cast.ispettore.does("suspend")
    after = draw("T3", [Region("sign", "en")])
    assert before is not None
    assert after is not None
    for drawn in (before, after):
        assert "No result yet" not in drawn.texts[Region("sign", "en")].text


def test_a_sign_that_shows_a_result_on_its_roads_never_says_that_there_is_none_yet() -> None:
    table, sign = ready_table(), Region("sign", "en")
    play(table, "P100@1")
    table.cast.ispettore.does("order_blank")
    blank(table)
    drawn = draw(table.code, [sign])
    assert drawn is not None
    assert "The previous coup does not count" in drawn.texts[sign].text
    assert "No result yet" not in drawn.texts[sign].text


def test_a_coup_that_was_played_between_two_drawings_is_shown() -> None:
    """A process that stood still meanwhile, or whose pings were lost, shows what is."""
    table, regions = ready_table(), [Region("sign", "en"), Region("strip:1", "en")]
    for _step in evening(table):
        pass
    table.cast.ispettore.does("suspend")
    row = table.row
    assert draw(table.code, regions) is not None
    stood_still = table_cache.check_out(row, TableState)
    table.cast.ispettore.does("resume")
    for _step in evening(table):
        pass
    table.cast.ispettore.does("suspend")
    table_cache.clear()
    anew = draw(table.code, regions)
    table_cache.check_in(stood_still)
    after = draw(table.code, regions)
    assert anew is not None
    assert after is not None
    assert {it: after.texts[it].text for it in regions} == {it: anew.texts[it].text for it in regions}
