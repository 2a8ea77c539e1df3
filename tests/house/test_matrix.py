"""Every verb, every role, every situation: who may do what and when, against a table that was typed by hand."""

from itertools import chain
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from django.db import transaction
from django.utils import timezone
from msgspec.structs import fields

from table.models import House, Person
from table.play import declaration
from table.play.act import Act
from table.play.declaration import VERBS
from table.play.state import TableState
from table.record import door
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, VENEZIA
from table.rules.phase import Phase
from table.rules.profile import Profile, Role
from table.rules.refusal import Code, Refused
from table.script.dealing import Step
from tests.croupier.dealer import Croupier
from tests.croupier.situations import PHASES, SITUATIONS
from tests.house.offices import DECIDES, LETTERS, OFFICES, Office
from tests.rig.rows import every_row
from tests.rig.sampling import in_two_parts, sampled
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db
AT_TABLES = sorted(name for name, verb in VERBS.items() if verb.owner is not House)
HOUSES = (VENEZIA, MALTA, CLASSICO, CLASSICO_COPERTO, ADMIRAL)
OPENS: Step = ("open_bets", {})
STAKE: Step = ("place", {"coup": "1.1", "position": "1", "box": "punto", "amount": 10_000})
THIRD_CARDS = "2H 3C 2D KS 3H 4S"
"""Four against three: both sides draw."""
EVERYWHERE = "idle betting closed dealing banco_up drawing punto_up announced settled"
COVERED = "reading declared"
MEANINGLESS: dict[str, Any] = {
    **dict.fromkeys(
        (
            "amount",
            "by",
            "behind",
            "burned",
            "left_over",
            "decks",
            "banco",
            "punto",
            "number",
            "incident",
            "correction",
            "decision",
            "statement",
            "slip",
            "movement",
            "foreign",
            "percent",
        ),
        6,
    ),
    **{key: {} for key in ("changes", "limits", "new", "rules", "facts", "pieces", "out", "into")},
    "effects": [],
    "cards": [],
    "said": True,
    "claim": "carta",
    "means": "voice",
    "reason": "mistyped",
    "what": "close",
    "where": "punto",
    "lacking": "age",
    "to": "cage",
}
"""Arguments of the right form; where one is not named here, one: a number, or the word ``1``."""


def expected(office: Office, role: Role, state: TableState) -> Code | None:
    """Why somebody is turned away, or None: first the role, then the table, then the turn, then an incident."""
    if role not in office.who:
        return Code.ROLE
    if state.table.status[0] not in office.tables:
        return Code.TABLE_NOT_OPEN
    if office.phases == "*":
        return None
    if (state.phase or "idle") not in office.phases.split():
        return _out_of_turn(office, state)
    held = state.coup is not None and state.coup.held
    return Code.INCIDENT_OPEN if held and not office.while_held else None


def _out_of_turn(office: Office, state: TableState) -> Code:
    """Too late for a stake is said so; in a Colpo in Bianco there are none."""
    if state.coup is None or not office.stakes:
        return Code.PHASE
    return Code.BLANK_NO_BETS if state.coup.kind == "blank" else Code.CLOSED


def test_every_verb_stands_in_the_table_and_no_other() -> None:
    assert set(OFFICES) == set(VERBS)


@every_row("name", sorted(VERBS))
def test_a_verb_is_declared_as_the_regulations_have_it(name: str) -> None:
    verb, office = VERBS[name], OFFICES[name]
    assert verb.roles == office.who
    if verb.owner is not House:
        assert {status[0] for status in verb.tables} == set(office.tables)
        phases = "*" if verb.phases is None else {str(phase or "idle") for phase in verb.phases}
        assert phases == (office.phases if office.phases == "*" else set(office.phases.split()))
        assert (verb.while_held, verb.stakes) == (office.while_held, office.stakes)


def test_the_situations_come_through_every_phase() -> None:
    assert [*PHASES, "ended"] == [str(phase) for phase in Phase]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_role_is_admitted_to_its_acts_in_their_turn_and_to_nothing_else(situation: str) -> None:
    assert misjudged(SITUATIONS[situation]().state) == {}


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_every_role_is_admitted_to_its_acts_in_every_phase_of_every_house(house: Profile) -> None:
    table, passed = ready_table(house, seats=2), set[str]()
    dealer, covered = Croupier(table, THIRD_CARDS), house.dealing == "face_down"
    first: Step = ("card_out", {} if covered else {"card": THIRD_CARDS[:2]})
    for act in chain([OPENS, STAKE], dealer.acts("deal"), [first], dealer.acts("open_bets")):
        passed.add(str(table.state.phase or "idle"))
        assert misjudged(table.state) == {}
        table.press(act)
    assert passed == {*EVERYWHERE.split(), *(COVERED.split() if covered else ())}


def misjudged(state: TableState) -> dict[tuple[str, str], tuple[Code | None, Code | None]]:
    """Whom the declarations admit otherwise than the table that was typed by hand, with what they say."""
    return {
        (name, str(role)): (code, due)
        for name in AT_TABLES
        for role in Role
        if (code := gate(state, name, role)) != (due := expected(OFFICES[name], role, state))
    }


@pytest.mark.parametrize("verb", DECIDES)
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_what_an_office_decides_in_one_house_another_one_decides_in_the_next(house: Profile, verb: str) -> None:
    table = ready_table(house)
    more: dict[str, Any] = {"limits": {"main": [1000, 5000], "egalite": [500, 1000]}} if verb == "set_limits" else {}
    people = {letter: _person(table, role) for letter, role in LETTERS.items()}
    codes = {letter: pressed(table, verb, by, **more) for letter, by in people.items()}
    assert codes == {letter: None if letter in DECIDES[verb][house.key] else Code.ROLE for letter in LETTERS}


def gate(state: TableState, name: str, role: Role) -> Code | None:
    """What the declaration of a verb says to this role now."""
    act = Act(owner=state.table, actor="x", role=role, at=timezone.now(), number=state.table.number + 1)
    act.state = state
    try:
        declaration.check(VERBS[name], act)
    except Refused as refused:
        return refused.code
    return None


@pytest.mark.parametrize("situation", sampled(SITUATIONS, one_in=4))
def test_the_door_turns_away_whom_the_declaration_turns_away(situation: str) -> None:
    table = SITUATIONS[situation]()
    state, people = table.state, {role: _person(table, role) for role in Role}
    turned_away = {}
    for name in AT_TABLES:
        role = next(role for role in Role if role in OFFICES[name].who)
        if (due := expected(OFFICES[name], role, state)) is not None:
            turned_away[name] = (pressed(table, name, people[role]), due)
    assert {name: codes for name, codes in turned_away.items() if codes[0] is not codes[1]} == {}


@in_two_parts(one_in=7)
def test_the_door_asks_for_the_role_before_anything_else(part: slice) -> None:
    table = ready_table()
    people = {role: _person(table, role) for role in Role}
    turned_away = [(name, role) for name in AT_TABLES for role in Role if role not in OFFICES[name].who]
    found = {
        (name, str(role)): code
        for name, role in turned_away[part]
        if (code := pressed(table, name, people[role])) is not Code.ROLE
    }
    assert found == {}


def pressed(table: AtTable, name: str, by: Person, **more: Any) -> Code | None:
    """What becomes of a press with arguments of the right form; nothing of it is kept."""
    mark = transaction.savepoint()
    try:
        door.press(table.code, [door.Step(name, given(name) | more)], by=by, nonce="press", seen=table.number)
    except Refused as refused:
        return refused.code
    finally:
        transaction.savepoint_rollback(mark)
    return None


def given(name: str) -> dict[str, Any]:
    """Arguments of the right form, whatever they mean."""
    form = VERBS[name].arguments
    return {field.name: _meaningless(field.name, field.type) for field in fields(form) if field.required}


def _meaningless(name: str, hint: Any) -> Any:
    """A value of the right form; of words that a verb chooses from, the first if the usual one is none of them."""
    one = 1 if get_origin(hint) is Annotated and get_args(hint)[0] is int else "1"
    value, words = MEANINGLESS.get(name, one), get_args(hint) if get_origin(hint) is Literal else ()
    return words[0] if words and value not in words else value


def _person(table: AtTable, role: Role) -> Person:
    """Somebody with this role; the dealer is the one who is signed on."""
    if role is Role.DEALER:
        return table.cast.dealer.person
    return Person.objects.take_on(badge=f"some-{role}"[:20], role=role)
