"""A table with a bank and its people in a few lines, all of it through the door."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from table.models import Person
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, Role
from tests.rig.made_before import made_before
from tests.rig.tables import AtTable, Cast, Somebody, new_table, prepare_shoe

WITH_BANK = replace(VENEZIA, bank="on", bank_presence="dealer_isp")
"""Rules of Venezia with a bank that the Ispettore di Gioco attests alone."""
FLOAT = {
    "500000": 6,
    "100000": 10,
    "50000": 10,
    "10000": 30,
    "5000": 20,
    "2500": 20,
    "1000": 20,
    "500": 20,
    "250": 20,
    "100": 20,
    "50": 20,
    "25": 40,
}
"""Float of the tests, by cents: 12 kinds of pieces."""

Step = Callable[[], object]


@dataclass(frozen=True)
class AtBank:
    """A table with a bank, and who works at the cage and at the cameras."""

    table: AtTable
    cassa: Somebody
    video: Somebody

    @property
    def code(self) -> str:
        """Code of the table."""
        return self.table.code

    def brings(self, pieces: dict[str, int] | None = None) -> None:
        """The cage sends the float, and the dealer has signed on."""
        self.table.cast.dealer.does("sign_on")
        self.cassa.does("bring", pieces=pieces or FLOAT)

    def counts(self, what: str, pieces: dict[str, int], **given: Any) -> None:
        """The dealer counts."""
        self.table.cast.dealer.does("count", what=what, pieces=pieces, **given)

    def attests(self, what: str) -> None:
        """The Ispettore di Gioco attests at the console."""
        self.table.cast.ispettore.does("attest_count", what=what, device=self.table.cast.dealer.person.badge)

    def accepts(self, what: str, reason: str | None = None) -> None:
        """The Ispettore di Gioco accepts."""
        given: dict[str, Any] = {} if reason is None else {"reason": reason}
        self.table.cast.ispettore.does("accept_count", what=what, **given)

    def opens(self) -> None:
        """The float is counted, the shoe ready, and the table open."""
        _opened(self)

    def is_opened(self) -> None:
        """The float that came is counted, the shoe ready, and the table open."""
        self.counts("opener", FLOAT)
        self.attests("opener")
        self.accepts("opener")
        prepare_shoe(self.table, WITH_BANK)
        self.table.cast.ispettore.does("open_table")


def _found(*, code: str, **_: object) -> AtBank:
    """A table with a bank that is there."""
    cassa, video = _somebody("carlo", Role.CASSA, code), _somebody("vera", Role.VIDEO, code)
    return AtBank(AtTable(code, Cast.at(code)), cassa, video)


@made_before(_found)
def bank_table(
    profile: Profile = WITH_BANK, *, code: str = "T3", limits: Mapping[str, list[int]] | None = None
) -> AtBank:
    """A closed table with a bank that is empty."""
    new_table(profile, code=code, limits=limits)
    return _found(code=code)


@made_before(lambda **_: None)
def _opened(at: AtBank) -> None:
    """What the acts leave that open it; laid out from before where nothing else was done at the table."""
    at.brings()
    at.is_opened()


def _somebody(badge: str, role: Role, code: str) -> Somebody:
    person, _made = Person.objects.get_or_create(badge=badge, defaults={"role": role, "name": badge.capitalize()})
    return Somebody(person, code)


def a_session(at: AtBank) -> list[Step]:
    """The steps of a session: from a planned float to a rack that was sealed and is taken up again."""
    cast = at.table.cast
    dealer, ispettore, console = cast.dealer, cast.ispettore, cast.dealer.person.badge
    return [
        lambda: cast.direzione.does("set_float", pieces=FLOAT),
        at.brings,
        lambda: at.counts("opener", FLOAT | {"500": 19}, foreign=2),
        lambda: at.attests("opener"),
        lambda: at.accepts("opener", "one is missing"),
        lambda: prepare_shoe(at.table, at.table.state.profile),
        lambda: ispettore.does("open_table"),
        lambda: dealer.does("change_notes", amount=10_000),
        lambda: ispettore.does("request_fill", pieces={"10000": 80, "5000": 40}),
        lambda: at.cassa.does("issue", movement=2, pieces={"10000": 80, "5000": 40}),
        lambda: dealer.does("receive", movement=2, pieces={"10000": 80, "5000": 40}),
        lambda: ispettore.does("attest_movement", movement=2, device=console),
        lambda: ispettore.does("request_credit", pieces={"500000": 1}),
        lambda: dealer.does("hand_over", movement=3, pieces={"500000": 1}),
        lambda: ispettore.does("attest_movement", movement=3, device=console),
        lambda: at.cassa.does("confirm_credit", movement=3, pieces={"500000": 1}),
        lambda: ispettore.does("midway_count", reason="control"),
        lambda: dealer.does("put_box", serial="B-7"),
        lambda: ispettore.does("agree", what="put_box"),
        lambda: ispettore.does("close_table"),
        lambda: at.counts("closer", FLOAT),
        lambda: ispettore.does("seal_bank", reason="evacuation"),
        lambda: ispettore.does("count_sealed"),
    ]


def a_session_at_odds(at: AtBank) -> list[Step]:
    """The steps of a session in which less comes than was issued, counts differ, and what was keyed is made void."""
    return [at.opens, *_moved_at_odds(at), *_counted_at_odds(at)]


def _moved_at_odds(at: AtBank) -> list[Step]:
    """The steps of a fill and a credit of which something is missing, and of an exchange that is made void."""
    dealer, ispettore, cassa = at.table.cast.dealer, at.table.cast.ispettore, at.cassa
    console = dealer.person.badge
    return [
        lambda: ispettore.does("request_fill", pieces={"10000": 80, "5000": 40}),
        lambda: cassa.does("issue", movement=2, pieces={"10000": 80, "5000": 40}),
        lambda: dealer.does("receive", movement=2, pieces={"10000": 79, "5000": 40}),
        lambda: ispettore.does("attest_movement", movement=2, device=console),
        lambda: cassa.does("settle_transit", movement=2, to="difference", amount=10_000, reason="it is nowhere"),
        lambda: ispettore.does("attest_movement", movement=2, device=cassa.person.badge),
        lambda: ispettore.does("request_credit", pieces={"500000": 2}),
        lambda: dealer.does("hand_over", movement=3, pieces={"500000": 2}),
        lambda: ispettore.does("attest_movement", movement=3, device=console),
        lambda: cassa.does("confirm_credit", movement=3, pieces={"500000": 1}),
        lambda: cassa.does("settle_transit", movement=3, to="cage", amount=500_000, reason="it lay below"),
        lambda: ispettore.does("attest_movement", movement=3, device=cassa.person.badge),
        lambda: ispettore.does("request_exchange", out={"10000": 5}, into={"1000": 50}),
        lambda: cassa.does("issue", movement=4, pieces={"1000": 50}),
        lambda: cassa.does("void_movement", movement=4, reason="other pieces were meant"),
        lambda: ispettore.does("attest_movement", movement=4, device=cassa.person.badge),
    ]


def _counted_at_odds(at: AtBank) -> list[Step]:
    """The steps of a count for control that is made again, and of a closing whose counts differ."""
    cast, cassa = at.table.cast, at.cassa
    dealer, ispettore, console = cast.dealer, cast.ispettore, cast.dealer.person.badge
    there = FLOAT | {"10000": FLOAT["10000"] - 5, "500000": FLOAT["500000"] - 1}
    return [
        lambda: ispettore.does("midway_count", reason="control"),
        lambda: at.counts("midway", FLOAT, foreign=2),
        lambda: at.attests("midway"),
        lambda: ispettore.does("recount", what="midway", reason="a pile fell"),
        lambda: at.counts("midway", there),
        lambda: at.attests("midway"),
        lambda: cast.direzione.does("attest_count", what="midway", device=console),
        lambda: at.accepts("midway", "somebody was paid twice"),
        lambda: at.table.does("tip", amount=500),
        lambda: ispettore.does("close_table"),
        lambda: at.counts("closer", there),
        lambda: at.attests("closer"),
        lambda: cast.direzione.does("attest_count", what="closer", device=console),
        lambda: at.accepts("closer", "somebody was paid twice"),
        lambda: cassa.does("count", what="tips", pieces={"500": 1}),
        lambda: dealer.does("attest_count", what="tips"),
        lambda: dealer.does("accept_count", what="tips"),
        lambda: cassa.does("count", what="box", pieces={"5000": 1}),
        lambda: ispettore.does("count", what="box", pieces={"5000": 1}),
        lambda: at.accepts("box", "a note that nobody keyed"),
    ]
