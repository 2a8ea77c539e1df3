"""Cast at one table: every act is pressed by the person entitled to it, and only through the door."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from typing import Any

from django.utils import timezone

from table.models import Entry, LimitRange, Person, StaffPresence, Table
from table.play import declaration
from table.play.state import TABLE, TableState
from table.record import chain, door, in_charge
from table.record.door import Step
from table.rules.profile import Profile, Role, as_values
from table.rules.refusal import Code, Refused, require
from table.script.cast import dealers, entitled, new_table, person
from table.script.coups import CoupAtEnd, played
from table.script.simulation import usual_limits

OWN = "script "
"""Prefix of the nonces of acts by script or by chance."""
DEALERS_GROUND = {"coup", "shoe", "staff"}
"""Parts of the state that dealing changes; acts on seats, limits and alerts do not interrupt a play."""
BEHIND = 14
"""Default number of cards behind the cut card."""


def deals(entry: Entry) -> bool:
    """Whether an entry is by a dealer, or its verb is declared to change the coup, the shoe or the staff.

    Refuses (E_VERB) an entry of anybody else whose verb no longer exists.
    """
    return entry.role == Role.DEALER or bool(declaration.of(entry.verb).moves & DEALERS_GROUND)


class Staff:
    """People who work at the table with this code.

    ``wait`` is called before every act and sets the tempo; ``who`` gives the person for each office. ``number`` is that
    of their last entry, ``coups`` are those whose cards they burned.
    """

    def __init__(
        self, code: str, *, wait: Callable[[], object] = lambda: None, who: Callable[[Role], Person] = person
    ) -> None:
        """Prepare to act at the table with this code, which need not exist yet.

        ``wait`` is called before each act, ``who`` returns the person of an office.
        """
        self.code = code
        self.wait = wait
        self.who = who
        self.clock: Callable[[], datetime] = timezone.now
        self.behind = BEHIND
        self.opened = False
        self.number = 0
        self.coups: list[CoupAtEnd] = []
        self.refusals: list[tuple[str, Refused]] = []
        self._role: Role | None = None
        self._people: dict[Role, Person] = {}
        self._dealers: dict[str, Person] = {}
        self._floor: TableState | None = None

    @property
    def table(self) -> Table:
        """Row of the table as it is now. Refuses (E_TABLE) if there is none with this code."""
        found = TABLE.first(code=self.code)
        if found is None:
            raise Refused(Code.TABLE, "Say first by which rules this table plays: “house super-punto-banco-venezia”.")
        return found

    @property
    def state(self) -> TableState:
        """State of the table, cached until the next entry of its register by anybody. Refuses as `table` does."""
        table = self.table
        if self._floor is None or self._floor.table.digest != table.digest:
            self._floor = TableState(table)
        return self._floor

    @property
    def profile(self) -> Profile:
        """Rules of the current coup, or between coups of the table. Refuses (E_PROFILE) if it has none yet."""
        return self.state.profile

    @property
    def effects(self) -> list[list[Any]]:
        """Effects of the last entry of the table's register, each as a list of name and facts.

        Empty where the register is.
        """
        last = Entry.objects.filter(register=self.code).order_by("-number").first()
        effects: list[list[Any]] = chain.read(last.outcome)["effects"] if last is not None else []
        return effects

    def press(self, verb: str, /, **given: Any) -> None:
        """Press an act as the person entitled to it, or of the office of :meth:`acting_as`.

        Opens the table first if the act needs it open, unless ``opened`` says that it was open or opened before. Stores
        the number of its entry as ``number``, and adds a coup that it burns to ``coups``. Refused as the table refuses
        it.
        """
        declared = declaration.of(verb)
        if Table.Status.CLOSED not in declared.tables and not self.opened:
            self.open_table()
        table = self.table
        self.wait()
        state = TableState(table)
        ending = [played(state)] if verb == "burn" and state.coup else []
        self.number = self._enter(Step(verb, given), self._role or entitled(declared, table), table)
        self.coups += ending

    def _enter(self, step: Step, role: Role, table: Table) -> int:
        """Perform the act as the person of this office, at the time of ``clock``, and return the number of its entry.

        It counts as seen at the number that ``table`` has.
        """
        by, nonce, at = self._person(role), f"{OWN}{table.number + 1}", self.clock()
        return door.press(self.code, [step], by=by, nonce=nonce, seen=table.number, at=at).number

    @property
    def dealer_here(self) -> Person:
        """Person as whom this object presses the dealer's acts at its present table, whether they are signed on or not.

        Who else deals there makes no difference.
        """
        return self._person(Role.DEALER)

    def _person(self, role: Role) -> Person:
        """Return the person of this office, as ``who`` gives them on first use; cached."""
        if role not in self._people:
            self._people[role] = self.who(role)
        return self._people[role]

    @contextmanager
    def acting_as(self, role: Role) -> Iterator[None]:
        """Have every act within the block pressed by the person of this office, entitled or not; then as before."""
        before, self._role = self._role, role
        try:
            yield
        finally:
            self._role = before

    # --- before the game

    def go_to(self, code: str) -> None:
        """Go on at the table with this code, with its own dealer.

        That is who dealt there before, by this object, or else a further one of the cast, taken on if missing. Sets
        ``opened`` to whether there is such a table and it is not closed; nothing is done at it.
        """
        self._dealers[self.code] = self._person(Role.DEALER)
        if code not in self._dealers:
            badge = next(islice(dealers(), len(self._dealers), None))
            self._dealers[code] = person(Role.DEALER, by=self.who(Role.DIREZIONE), dealer=badge)
        self._people[Role.DEALER] = self._dealers[code]
        self.code, self._floor = code, None
        found = TABLE.first(code=code)
        self.opened = found is not None and found.status != Table.Status.CLOSED

    def set_up(self, profile: Profile) -> None:
        """Put the table, created if missing, under these rules, and sign on dealer and Ispettore di Gioco.

        Rules are not changed where they are these already; a key that came after they were stored counts with what held
        before it. Refuses (E_TABLE) to change them unless the table is closed and has no shoe, and as the acts do, such
        as rules by which the game deals itself (E_PROFILE). Stores in ``opened`` whether the table is not closed.
        """
        if not Table.objects.filter(code=self.code).exists():
            new_table(self.code, by=self.who(Role.DIREZIONE))
        table = self.table
        if table.policy is None:
            self.press("set_up", rules=as_values(profile))
        elif as_values(table.policy.profile) != as_values(profile):
            self._change_rules(table, as_values(profile))
        self.opened = table.status != Table.Status.CLOSED
        for role in (Role.DEALER, Role.ISPETTORE_GIOCO):
            self.sign_on(role)

    def _change_rules(self, table: Table, wanted: dict[str, Any]) -> None:
        """Press `change_rules` with those rules of the table that differ from ``wanted`` (policy key to value).

        It is pressed with none, too, if none differ. Refuses (E_TABLE) unless the table is closed and without a shoe.
        """
        require(
            table.status == Table.Status.CLOSED and TableState(table).shoe is None,
            Code.TABLE,
            "The table “%(table)s” is in play by other rules; close it, or name another table.",
            table=self.code,
        )
        before = as_values(TableState(table).profile)
        self.press("change_rules", changes={key: value for key, value in wanted.items() if before[key] != value})

    def sign_on(self, role: Role) -> None:
        """Sign on the person of this office, unless they are present at this table in any role.

        A dealer signs off from another table first, and takes over where another one deals, without a badge or PIN.
        """
        if StaffPresence.objects.filter(table=self.table, person=self._person(role), until=None).exists():
            return
        if role is Role.DEALER:
            self._leave_the_table_before()
        with self.acting_as(role):
            # A script runs on the server, past badge and PIN: it takes over from whoever deals there.
            self.press("take_over" if role is Role.DEALER and in_charge.dealer_at(self.code) else "sign_on")

    def _leave_the_table_before(self) -> None:
        """Sign the dealer off from another table of which they are in charge, if there is one."""
        dealer = self._person(Role.DEALER)
        if before := in_charge.table_of(dealer, but=self.code):
            number = Table.objects.values_list("number", flat=True).get(code=before)
            door.perform(before, "sign_off", by=dealer, nonce=f"{OWN}{number + 1}", seen=number)

    def set_limits(self, limits: dict[str, list[int]]) -> None:
        """Set limits, by kind of stake minimum and maximum in cents, from the next coup on; at a closed table at once.

        Where the house has new limits announced they wait for `confirm_limits`: at a closed table it is pressed here,
        too, at any other it is left to the caller.
        """
        self.press("set_limits", limits=limits)
        if self.profile.announce_limits_by and self.table.status == Table.Status.CLOSED:
            self.press("confirm_limits")

    def open_table(self) -> None:
        """Open the table if it is closed; before that set :func:`usual_limits` and prepare a shoe where it has none.

        ``opened`` is True from now on, whatever was done. The usual limits are set where none are in force, even if
        others wait. Nothing else is done at a table that is open or suspended.
        """
        table, state = self.table, self.state
        self.opened = True
        if table.status != Table.Status.CLOSED:
            return
        if not state.limits_of(LimitRange.Standing.NOW):
            usual = usual_limits(state.profile)
            self.set_limits({kind: [it.minimum, it.maximum] for kind, it in usual.items()})
        if state.shoe is None:
            self.prepare_shoe()
        self.press("open_table")

    def prepare_shoe(self, serial: str = "demo-decks") -> None:
        """Prepare a new taglia by all the acts of :meth:`preparation`; ``serial`` is that of its decks."""
        for verb, given in self.preparation(serial).items():
            self.press(verb, **given)

    def preparation(self, serial: str) -> dict[str, dict[str, Any]]:
        """Return the acts that prepare a taglia, in order: arguments by verb (load, shuffle, cut, insert the cut card).

        Without a cut card where the rules have none. A virtual shoe is loaded by ``load_virtual`` in place of the first
        three, and ignores ``serial``.
        """
        decks = self.profile.decks
        acts: dict[str, dict[str, Any]] = {"load": {"serial": serial, "decks": decks}, "shuffle": {}, "cut": {}}
        if self.profile.virtual_shoe:
            acts = {"load_virtual": {"decks": decks}}
        return acts | ({"insert_cut_card": {"behind": self.behind}} if self.profile.cut_card else {})
