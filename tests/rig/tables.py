"""A house with its cast and a table ready to play, in a few lines, all of it through the door.

    table = ready_table()                             # Venezia's rules, "T3", Anna to Gina at 1 to 7, the shoe is ready
    table.does("open_bets")                           # by the dealer who is signed on
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
    table.refuses(Code.PHRASE, "close_bets", said=False)          # the table says no, with this code
    table.press(("close_bets", {"said": True}), ("deal", {}))     # one press of two acts
    table.cast.direzione.does("void_shoe")            # anybody else of the cast
    table.check()                                     # numbers without gaps, the chain unbroken, the replay equal

``ready_table(MALTA, code="M1", seats={"3": "anna"})`` seats whom you like; ``new_table(house)`` is the same table
before anybody came to work. Every act has a fresh nonce and stands on the newest number, unless ``nonce`` or ``seen``
is given. The cast never changes; its badges are the names below, the keys of the guests too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from table.memory.statements import Query
from table.models import HOUSE, LimitRange, Person, Table
from table.play.state import TableState
from table.record.door import PressResult
from table.record.proof import audit
from table.rules.houses import ONLINE, VENEZIA
from table.rules.profile import Profile, Role, as_values, derive
from table.rules.refusal import Code, Refused
from table.screens.read.snapshot import Snapshot, take
from table.script.simulation import usual_limits
from tests.rig.cast import GUESTS, NEWEST, STAFF, Cast, Somebody, number
from tests.rig.dealt_before import deal_again
from tests.rig.made_before import made_before
from tests.rig.sampling import is_spoken_for_now

__all__ = ["GUESTS", "NEWEST", "STAFF", "AtTable", "Cast", "Somebody", "check", "new_table", "number"]
__all__ += ["ONLINE_ON_CLOTH", "dealer_of", "prepare_shoe", "ready_table", "relieved", "seat", "with_own_dealer"]

ONLINE_ON_CLOTH = derive(
    ONLINE,
    key="online-on-cloth",
    dealing="face_up",
    reshuffle_every_hand=False,
    cut_card=True,
    limit_levels=False,
    malfunction_voids=False,
)
"""The boxes of the game online at a table of real cards."""


ROW = Query(lambda code: Table.real.select_related("policy").filter(code=code))
"""The row of a table with its rules in force: most tests look at it after every act."""


@dataclass(frozen=True)
class AtTable:
    """A table and its cast."""

    code: str
    cast: Cast

    def does(self, verb: str, *, nonce: str = "", seen: int = NEWEST, **given: Any) -> PressResult:
        """An act of the dealer who is signed on."""
        return self.cast.dealer.does(verb, nonce=nonce, seen=seen, **given)

    def press(self, *steps: tuple[str, Mapping[str, Any]], nonce: str = "", seen: int = NEWEST) -> PressResult:
        """A press of the dealer."""
        return self.cast.dealer.presses(*steps, nonce=nonce, seen=seen)

    def refuses(self, code: Code, verb: str, /, *, nonce: str = "", seen: int = NEWEST, **given: Any) -> Refused:
        """The dealer's act is refused with this code."""
        return self.cast.dealer.is_refused(code, verb, nonce=nonce, seen=seen, **given)

    @property
    def row(self) -> Table:
        """The table as it is kept."""
        row = ROW.first(code=self.code)
        assert row is not None
        return row

    @property
    def state(self) -> TableState:
        """What lies on the table now."""
        return TableState(self.row)

    @property
    def snapshot(self) -> Snapshot:
        """The table as its screens find it now."""
        snapshot = take(self.code)
        assert snapshot is not None
        return snapshot

    def limits(self, stage: str) -> list[int]:
        """The limits of Punto and Banco: in force (now), to come (next) or to be announced (unannounced)."""
        found = LimitRange.objects.filter(table__code=self.code, standing=stage, kind="main").first()
        return [found.minimum, found.maximum] if found else []

    @property
    def number(self) -> int:
        """The number of its last entry."""
        return self.row.number

    @property
    def coup(self) -> str:
        """How acts name the open coup."""
        coup = self.state.coup
        assert coup is not None, "no coup is open"
        return coup.key

    def check(self, *, dealt_again: bool = False) -> None:
        """The register is whole, and deals the same shoe again: see :func:`check`."""
        check(self.code, dealt_again=dealt_again)


def _found(*, code: str, **_: object) -> AtTable:
    """A table that is there."""
    return AtTable(code, Cast.at(code))


@made_before(_found)
def new_table(
    profile: Profile = VENEZIA, *, code: str = "T3", limits: Mapping[str, list[int]] | None = None
) -> AtTable:
    """A table with its rules and limits, closed, and nobody there."""
    Cast.at(HOUSE).direzione.does("add_table", code=code)
    table = AtTable(code, Cast.at(code))
    table.cast.direzione.does("set_up", rules=as_values(profile))
    usual = {kind: [it.minimum, it.maximum] for kind, it in usual_limits(profile).items()}
    table.cast.with_role(profile.limits_decided_by).does("set_limits", limits=dict(limits or usual))
    if profile.announce_limits_by:
        table.cast.with_role(profile.announce_limits_by).does("confirm_limits")
    return table


@made_before(_found)
def ready_table(
    profile: Profile = VENEZIA,
    *,
    code: str = "T3",
    seats: int | Mapping[str, str] = 7,
    behind: int = 14,
    limits: Mapping[str, list[int]] | None = None,
) -> AtTable:
    """An open table between two coups: dealer and Ispettore signed on, guests seated, the shoe ready to deal from."""
    table = new_table(profile, code=code, limits=limits)
    table.cast.ispettore.does("sign_on")
    table.does("sign_on")
    if isinstance(seats, int):
        seats = dict(zip(profile.positions[:seats], GUESTS, strict=False))
    for position, guest in seats.items():
        seat(table, guest, position)
    prepare_shoe(table, profile, behind=behind)
    table.cast.ispettore.does("open_table")
    return table


def dealer_of(code: str) -> str:
    """The badge of the dealer who is in charge of this table and of no other."""
    return f"dealer-{code}"


def with_own_dealer(code: str) -> Somebody:
    """A table that is ready to play and has a dealer of its own, as in any house that is served; gives the dealer."""
    return relieved(ready_table(code=code))


def relieved(table: AtTable) -> Somebody:
    """A table whose dealer is relieved by one of its own; gives that dealer."""
    table.does("sign_off")
    dealer = Somebody(Person.objects.take_on(badge=dealer_of(table.code), role=Role.DEALER), table.code)
    dealer.does("sign_on")
    return dealer


def seat(table: AtTable, guest: str, position: str) -> None:
    """A guest comes, is given a seat and sits down."""
    papers = [("confirm_identity", {"guest": guest})] if table.state.profile.identity_check else []
    comes, sits = ("reserve", {"guest": guest}), ("occupy", {"position": position})
    table.cast.capo_isola.presses(comes, *papers, ("assign", {"guest": guest, "position": position}), sits)


def prepare_shoe(table: AtTable, profile: Profile, *, serial: str = "S-1", behind: int = 14) -> None:
    """New decks are loaded, shuffled and cut, and the cut card goes in."""
    loads, cuts = ("load", {"serial": serial, "decks": profile.decks}), ("insert_cut_card", {"behind": behind})
    table.press(loads, ("shuffle", {}), ("cut", {}), cuts)


def check(code: str, *, dealt_again: bool = False) -> None:
    """Nothing of the register and of what stands beside it was altered, and the replay equals the rows.

    In `make test` it is looked through in one test in three, unless a test is about just that (``dealt_again``).
    """
    if dealt_again or not is_spoken_for_now(one_in=3):
        assert audit.faults(code) == []
        assert deal_again(code) == []
