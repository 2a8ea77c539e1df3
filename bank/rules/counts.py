"""Counts: tries that nobody overwrites, attested before their difference is shown, and accepted or made again.

A *try* is one counting of the pieces. A count that is made again keeps its tries and gets one more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from bank.rules.pieces import Pieces, worth
from table.rules.profile import Role
from table.rules.refusal import Cents, Code, Listed, require


class CountKind(StrEnum):
    """Kind of count: of the rack before play, in between and at closing, of tips, box, and what is in custody."""

    OPENER = "opener"
    MIDWAY = "midway"
    CLOSER = "closer"
    TIPS = "tips"
    BOX = "box"
    CUSTODY = "custody"


class Try(NamedTuple):
    """Try of a count: whose badge it is, and the pieces; ``foreign`` are false and foreign pieces, worth nothing."""

    by: str
    pieces: Pieces
    foreign: int = 0

    @property
    def amount(self) -> int:
        """Cents that were counted; false and foreign pieces are worth nothing."""
        return worth(self.pieces)


@dataclass(frozen=True, slots=True)
class Count:
    """Count with its tries in their order.

    ``attested`` maps the badges of those who attested the last try to their roles. ``again`` is why the last try is to
    be made again, ``reason`` why a difference was accepted; "" where it is not.
    """

    kind: CountKind
    tries: tuple[Try, ...] = ()
    attested: Mapping[str, Role] = field(default_factory=dict)
    again: str = ""
    accepted: bool = False
    reason: str = ""

    @property
    def last(self) -> Try:
        """Last try; asserts that there is one."""
        assert self.tries, "nothing was counted"
        return self.tries[-1]

    @property
    def waits(self) -> bool:
        """Whether there is a try, and the last one waits to be attested or accepted: it is not to be made again."""
        return bool(self.tries) and not (self.again or self.accepted)

    def count(self, made: Try) -> "Count":
        """Return the count with one more try, which nobody has attested yet, and which is not to be made again.

        Refuses (E_FINAL) where a try was accepted, and (E_COUNT) while the last, attested or not, is neither accepted
        nor to be made again.
        """
        self._check_open()
        require(not self.tries or self.again, Code.COUNT, "This count waits to be accepted, or to be made again.")
        return Count(self.kind, (*self.tries, made))

    def attest(self, badge: str, role: Role) -> "Count":
        """Return the count attested by one more person, in any office; a second time only their office is replaced.

        Refuses (E_FINAL) an accepted count, (E_COUNT) without a try or where the last is to be made again, and
        (E_PRESENCE_SELF) who counted.
        """
        self._check_waits()
        require(badge != self.last.by, Code.PRESENCE_SELF, "Who counted does not attest the count.")
        return replace(self, attested={**self.attested, badge: role})

    def missing(self, needed: frozenset[Role]) -> list[Role]:
        """List, sorted, the offices of ``needed`` of which nobody has attested the last try; all without a try."""
        return sorted(needed - {*self.attested.values()})

    def shown(self, needed: frozenset[Role]) -> bool:
        """Whether its difference may be shown: once it is accepted, or every office of ``needed`` has attested."""
        return self.accepted or (bool(self.tries) and not self.missing(needed))

    def recount(self, badge: str, needed: frozenset[Role], reason: str) -> "Count":
        """Return the count as one to be made again, for this reason, without attestations.

        Refuses (E_FINAL) an accepted count, (E_COUNT) without a try or where the last is to be made again already,
        (E_PRESENCE_SELF) who counted, (E_PRESENCE) before everybody has attested or by somebody who has not, and
        (E_REASON) without a reason.
        """
        self._check_ready(badge, needed)
        require(reason.strip(), Code.REASON, "A count is made again for a reason, which is entered.")
        return replace(self, again=reason, attested={})

    def accept(self, badge: str, needed: frozenset[Role], *, difference: int, reason: str = "") -> "Count":
        """Return the count accepted for this reason; ``needed`` are the offices that have to attest it.

        ``badge`` is who accepts it; neither that nor the ``difference`` (cents) is stored. Refuses (E_FINAL) a second
        time, (E_COUNT) without a try or where the last is to be made again, (E_PRESENCE_SELF) who made the last try,
        (E_PRESENCE) before everybody has attested or by somebody who has not, and (E_REASON) a difference without a
        reason.
        """
        self._check_ready(badge, needed)
        require(
            not difference or reason.strip(),
            Code.REASON,
            "A difference of %(difference)s is accepted with a reason, which is entered.",
            difference=Cents(difference),
        )
        return replace(self, accepted=True, reason=reason)

    def _check_open(self) -> None:
        """Refuse (E_FINAL) an accepted count."""
        require(not self.accepted, Code.FINAL, "This count was accepted, and is not changed any more.")

    def _check_waits(self) -> None:
        """Refuse (E_FINAL) an accepted count, and (E_COUNT) one without a try or where the last is to be made again."""
        self._check_open()
        require(self.waits, Code.COUNT, "Nothing was counted yet.")

    def _check_ready(self, badge: str, needed: frozenset[Role]) -> None:
        """Refuse to decide on a count; ``badge`` is who wants to, ``needed`` are the offices that have to attest it.

        E_FINAL if it was accepted, E_COUNT without a try or where the last is to be made again, E_PRESENCE_SELF who
        made the last try, E_PRESENCE who did not attest it or while an office is missing.
        """
        self._check_waits()
        require(badge != self.last.by, Code.PRESENCE_SELF, "Nobody decides on what they counted themselves.")
        missing = self.missing(needed)
        require(not missing, Code.PRESENCE, "Not yet present by their own sign-in: %(roles)s.", roles=Listed(missing))
        require(
            badge in self.attested,
            Code.PRESENCE,
            "Who decides is one of those who are present: attest the count first.",
        )
