"""What an act costs at a table with twelve screens, from its frame to theirs, in what no machine's mood changes."""

import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack
from statistics import fmean
from types import CodeType, FrameType
from typing import Any, NamedTuple, Self

from django.conf import settings
from django.db import connection

from table.live.callers import Caller
from table.live.feed import frame_of
from table.models import Person
from table.screens.audiences import staff_view, view_of
from table.screens.read.pieces import Piece, compiled, templates
from table.screens.regions import Drawn, Region, draw
from tests.bench.acts import Act
from tests.bench.floor.house import INSPECTOR, SEATS, acts_of
from tests.rig.callers import send
from tests.rig.sockets import session_of
from tests.rig.tables import number, with_own_dealer
from tests.rig.work import BRACKETS

LEARNT, COUNTED = 4, 4
"""Coups until whatever is cached is there, and coups that count: stakes are laid one by one and repeated, in turn."""
LANGUAGE = "it"
MADE: CodeType = Piece.__new__.__code__


class Cost(NamedTuple):
    """Calls of Python, statements, pieces made, and pieces drawn anew, for door and drawings of an act together.

    A piece that several screens show counts once in each region. ``sent`` are the bytes of the frames of all screens.
    """

    verb: str
    calls: float
    statements: float
    made: float
    changed: float
    sent: float


def mean(costs: Iterable[Cost], verb: str = "any act") -> Cost:
    """The means of these acts, of which there are some."""
    _verbs, *columns = zip(*costs, strict=True)
    return Cost(verb, *map(fmean, columns))


def coups(code: str = "T3") -> Iterator[Cost]:
    """Play coups with seven bettors at a table of its own dealer, and count the later ones."""
    dealer, coup = with_own_dealer(code), 0
    screens = Twelve(code, dealer.person.badge, number(code))
    for act in acts_of(code):
        coup += act[0] == "open_bets"
        if coup > LEARNT + COUNTED:
            return
        cost = screens.act(act)
        if coup > LEARNT:
            yield cost


class Twelve:
    """The twelve screens of a table; an act that is pressed at the console is drawn as the hub draws it."""

    def __init__(self, code: str, badge: str, number: int) -> None:
        self.code, self.number, self._pressed = code, number, 0
        cookie = settings.SESSION_COOKIE_NAME
        self._dealer = Caller({cookie: session_of(badge)}, session_cookie=cookie)
        people = {"dealer": badge, "table": INSPECTOR}
        staff = [staff_view(it, code, Person.objects.get(badge=who), LANGUAGE) for it, who in people.items()]
        shown = ["sign"], *([f"strip:{seat}", "felt:players"] for seat in SEATS)
        public = [view_of(code, names, LANGUAGE) for names in shown]
        for template in templates():
            compiled(template)
        self._audiences = [Audience(code, [view.regions[code] for view in views]) for views in (staff, public)]

    def play(self, act: Act) -> None:
        """Press it, and draw what everybody sees."""
        self._press(act)
        for audience in self._audiences:
            audience.draw(self.number)

    def act(self, act: Act) -> Cost:
        """Play it, and count what it costs."""
        with Counted() as counted:
            self.play(act)
        changed, sent = (sum(its) for its in zip(*((it.changed, it.sent) for it in self._audiences), strict=True))
        return Cost(act[0], counted.calls, counted.statements, counted.made, changed, sent)

    def _press(self, act: Act) -> None:
        self._pressed += 1
        steps = [{"verb": act[0], "given": act[1]}]
        press = {"kind": "press", "table": self.code, "nonce": f"press-{self._pressed}", "seen": self.number}
        self.number = send(self.code, press | {"steps": steps, "heard": 0}, self._dealer)


class Audience:
    """Screens that are drawn together: those of the staff, or those of the public."""

    def __init__(self, code: str, screens: Collection[frozenset[Region]]) -> None:
        self._code, self._screens = code, screens
        self._regions = frozenset[Region]().union(*screens)
        self._drawn: Drawn | None = None
        self._before: Drawn | None = None
        self.sent = 0

    def draw(self, number: int) -> None:
        """Draw what has changed, and the frame of each screen."""
        self._before = self._drawn
        drawn = self._drawn = draw(self._code, self._regions, self._before, own=number)
        assert drawn is not None
        self.sent = 0
        for regions in self._screens:
            self.sent += len(frame_of(self._code, drawn, regions, since=self._before) or b"")

    @property
    def changed(self) -> int:
        """How many pieces were drawn for the latest act."""
        return changes(self._drawn, self._before) if self._drawn is not None and self._before is not None else 0


def changes(drawn: Drawn, before: Drawn) -> int:
    """How many pieces are drawn anew, each counted once however many screens show it."""
    news = [drawing.changes(before.texts[region]) for region, drawing in drawn.texts.items()]
    return sum(1 if isinstance(it, str) else len(it) for it in news)


class Counted(ExitStack):
    """Counts calls, statements and pieces of this thread while it is open."""

    calls = statements = made = 0

    def __enter__(self) -> Self:
        self.enter_context(connection.execute_wrapper(self._statement))
        sys.setprofile(self._call)
        self.callback(sys.setprofile, None)
        return self

    def _call(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            self.calls += 1
            self.made += frame.f_code is MADE

    def _statement(self, execute: Any, sql: str, *rest: Any) -> Any:
        self.statements += not sql.startswith(BRACKETS)
        return execute(sql, *rest)
