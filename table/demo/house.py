"""Staff, tables and displays of the demo house, and how it is made: by recorded acts, all or nothing."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain, repeat
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.db.models import Count
from django.utils import timezone

from table.access import pairing, pins
from table.demo import identity
from table.models import HOUSE, MACHINE, TRAINING, Entry, House, Person, schema
from table.record import door
from table.rules.houses import CLASSICO, CLASSICO_COPERTO, HOUSES, MALTA, VENEZIA
from table.rules.profile import Profile, Role, as_values, derive
from table.script.added import LESSONS
from table.script.player import Player
from table.script.shift import Shift

SIGN = "sign"
TEMPO, ACTS_TO_OPEN, ACTS_A_COUP = timedelta(seconds=5), 32, 15
"""Pace of the acts played in advance: time for an act, and estimated acts before the first coup and in each coup."""
EVENING = timedelta(hours=2)
MOST_EVENINGS = 30
"""Evenings of a table after which a demo house is made anew when it is started next."""
DIREZIONE, INSTRUCTOR = "direzione", "instructor"
OFFICES = {
    DIREZIONE: Role.DIREZIONE,
    "ispettore": Role.ISPETTORE_GIOCO,
    "comunale": Role.ISPETTORE_COMUNALE,
    "capo-isola": Role.CAPO_ISOLA,
    "capo-tavolo": Role.CAPO_TAVOLO,
    "cassa": Role.CASSA,
    "video": Role.VIDEO,
    "operator": Role.OPERATOR,
    "auditor": Role.AUDITOR,
    INSTRUCTOR: Role.INSTRUCTOR,
}
"""Offices by badge; in addition each table has a dealer."""
TRAINEE, TRAINED_AT = "trainee", f"{TRAINING}1"
"""Badge of a dealer who is new to the console, and the training table where their first lesson is prepared."""


class DemoTable(NamedTuple):
    """Table of the demo: its rules, the number of coups played in advance, and the dealer's next act."""

    code: str
    profile: Profile
    coups: int = 0
    next_act: str = "open_bets"


OWN = derive(VENEZIA, key="sala-privata", title="Sala Privata", tie_to_one=9, chips=(1000, 5000, 10000, 50000, 100000))
"""House rules of the demo's own, so that the office has some to show: higher chips, and nine for a tie."""
CHOSEN = (
    DemoTable("T1", VENEZIA),
    DemoTable("T2", replace(VENEZIA, bank="on"), coups=12),
    DemoTable("T3", OWN, coups=3, next_act="declare"),
    DemoTable("T4", MALTA, coups=4, next_act="close_bets"),
    DemoTable("T5", replace(CLASSICO, bank="on"), coups=2),
    DemoTable("T6", CLASSICO_COPERTO, coups=1, next_act="announce"),
)
"""Tables whose settings are chosen; at two of them a bank is kept, by the presence and the closing of their house."""
_CHOSEN = {it.profile.key for it in CHOSEN}
_OTHERS = [house for house in HOUSES.values() if house.dealing != "automatic" and house.key not in _CHOSEN]
TABLES = (*CHOSEN, *(DemoTable(f"T{number}", house) for number, house in enumerate(_OTHERS, len(CHOSEN) + 1)))
"""Tables of the demo: one at least for every house that deals real cards."""


def is_empty() -> bool:
    """Whether the database holds no staff, no table and no entry."""
    return not schema.holds_a_house(connection)


def is_worn() -> bool:
    """Whether one of the tables of this demo house was closed MOST_EVENINGS times or more.

    False in any other house, and without the PINs of this one.
    """
    if identity.pins() is None:
        return False
    closings = Entry.objects.filter(verb="close_table").values("register").annotate(times=Count("number"))
    return closings.filter(times__gte=MOST_EVENINGS).exists()


def dealer_at(code: str) -> str:
    """Return the badge of the demo's dealer for a table, such as ``dealer-t1``, whether or not they are there now."""
    return f"dealer-{code.lower()}"


def staff() -> dict[str, Role]:
    """Map the badges of all staff of a new demo house to their roles: OFFICES, dealers, the trainee (a dealer too)."""
    return OFFICES | {dealer_at(it.code): Role.DEALER for it in TABLES} | {TRAINEE: Role.DEALER}


class DemoPerson(NamedTuple):
    """Person who works in the demo house, with their office now and the PIN of the file, "" where it is theirs no more.

    It is "" as well where the file has none for them.
    """

    badge: str
    role: Role
    pin: str


def people() -> list[DemoPerson]:
    """List who works in the demo house now: those with whom it was made in their order, then others by badge."""
    pins, anew, order = identity.pins() or {}, identity.set_anew(), [*staff()]
    found = Person.objects.filter(is_active=True).order_by("badge")
    known = sorted(found, key=lambda it: order.index(it.badge) if it.badge in order else len(order))
    return [DemoPerson(it.badge, Role(it.role), pins.get(it.badge, "") if it.badge not in anew else "") for it in known]


def who_at(code: str) -> Callable[[Role], Person]:
    """Return a function that finds the person who acts at this table, by office.

    For the dealer that is the one of this table. The function raises KeyError for an office that the demo house has
    not, such as that of an electronic shoe, and Person.DoesNotExist in another house.
    """
    badges = {role: badge for badge, role in OFFICES.items()} | {Role.DEALER: dealer_at(code)}
    return lambda role: Person.objects.get(badge=badges[role])


def found(*, language: str, rng: Random) -> None:
    """Make the demo house in one transaction, and store its PINs in their file; asserts that the database is empty.

    It gets staff, own rules, the tables with their displays, and a lesson. PINs count as set by their owners; a badge
    that had one in the latest demo house of the file gets the same one. `language` is that of the displays, `rng`
    decides on cards and guests.
    """
    earlier = identity.latest()
    given = {badge: earlier.get(badge) or pins.new() for badge in staff()}
    with ThreadPoolExecutor(1) as executor:
        # Hashing takes as long as everything else, so a thread does it meanwhile.
        hashes = executor.map(make_password, given.values())
        # In one transaction, so that an interrupted start leaves no half of a house behind.
        with transaction.atomic():
            assert is_empty(), "only an empty house becomes a demo house"
            _take_on()
            _in_the_house("make_rules", key=OWN.key, title=OWN.title, rules=as_values(OWN))
            for setting in TABLES:
                _lay_table(setting, rng)
                _pair_displays(setting, language=language)
            _lay_lesson()
            for badge, hashed in zip(given, hashes, strict=True):
                # As if everybody had set their own PIN: whoever signs in with a given one has to set their own first.
                _in_the_house("set_own_pin", by=badge, device=MACHINE, proof=pins.proof(badge, hashed))
                pins.keep(badge, hashed)
            identity.keep(given)


def _take_on() -> None:
    """Create all staff, without a PIN or a language of their own, by recorded acts.

    Only the Direzione and the Ispettore Comunale are created directly and on no record, as by a command in other
    houses.
    """
    for badge, role in staff().items():
        if role in (Role.DIREZIONE, Role.ISPETTORE_COMUNALE):
            # These two are taken on at the machine of a house, by no act.
            Person.objects.take_on(badge=badge, role=role)
        else:
            _in_the_house("take_on", badge=badge, role=role.value)


def _in_the_house(verb: str, *, by: str = DIREZIONE, **given: Any) -> None:
    """Perform an act in the house's register, dated EVENING ago, by the Direzione or the badge `by`."""
    seen, person = House.objects.values_list("number", flat=True).first() or 0, Person.objects.get(badge=by)
    nonce, at = f"{identity.MARK}{uuid4().hex}", timezone.now() - EVENING
    door.perform(HOUSE, verb, by=person, nonce=nonce, seen=seen, at=at, **given)


def _lay_table(setting: DemoTable, rng: Random) -> None:
    """Add a table with its rules, and play its coups in `setting`, until the dealer's next act is the one in `setting`.

    The times of the acts are in the past.
    """
    _in_the_house("add_table", code=setting.code)
    player = Player(setting.code, who=who_at(setting.code))
    player.clock = _clock(ACTS_TO_OPEN + ACTS_A_COUP * setting.coups)
    player.press("set_up", rules=as_values(setting.profile))
    for _act in Shift(player, rng).until(setting.next_act, after=setting.coups):
        pass


def _lay_lesson() -> None:
    """Add the training table TRAINED_AT, and prepare the trainee's first lesson there. Refused where it exists."""
    _in_the_house("add_training_table", by=INSTRUCTOR, code=TRAINED_AT)
    for lay in LESSONS:
        lay(TRAINED_AT, Person.objects.get(badge=INSTRUCTOR), Person.objects.get(badge=TRAINEE))


def _clock(acts: int) -> Callable[[], datetime]:
    """Return a function that gives the time of the next act.

    `acts` times TEMPO ago at first, then TEMPO later with each call, at most now.
    """
    past = chain(range(acts, 0, -1), repeat(0))
    return lambda: timezone.now() - next(past) * TEMPO


def _pair_displays(setting: DemoTable, *, language: str) -> None:
    """Pair the sign and a display for each position of a table, by acts recorded in the house's register.

    Their cookies are those of :func:`cookie`; `language` is that of each display.
    """
    for position in ("", *setting.profile.positions):
        code = pairing.code_of(cookie(setting.code, position or SIGN))
        kind = "seat" if position else "sign"
        given = {"kind": kind, "table": setting.code, "position": position, "language": language}
        _in_the_house("pair_display", code=code, **given)


def cookie(code: str, place: str) -> str:
    """Return the value of the cookie of a display, signed now, by its place at a table: ``sign`` or a position.

    The secret in it follows from table and place, so that each call gives another cookie of the same display.
    """
    return pairing.cookie_of(f"demo {code} {place}")
