"""A table with a bank and its people in a few lines, all of it through the door."""

from dataclasses import dataclass, replace
from typing import Any

from table.models import Person
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, Role
from tests.rig.tables import AtTable, Somebody, new_table, prepare_shoe

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
        self.brings()
        self.counts("opener", FLOAT)
        self.attests("opener")
        self.accepts("opener")
        prepare_shoe(self.table, WITH_BANK)
        self.table.cast.ispettore.does("open_table")


def bank_table(profile: Profile = WITH_BANK, *, code: str = "T3") -> AtBank:
    """A closed table with a bank that is empty."""
    table = new_table(profile, code=code)
    return AtBank(table, _somebody("carlo", Role.CASSA, code), _somebody("vera", Role.VIDEO, code))


def _somebody(badge: str, role: Role, code: str) -> Somebody:
    person, _made = Person.objects.get_or_create(badge=badge, defaults={"role": role, "name": badge.capitalize()})
    return Somebody(person, code)
