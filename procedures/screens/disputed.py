"""Dispute about a coup that is over, as those see it who decide: who played it, what it brought, what waits."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from procedures.articles import KINDS, kind_of
from procedures.articles.article_10_end_of_the_coup import who_decides
from procedures.models import SPOKEN_OF, UNCONFIRMED, Incident
from procedures.screens.open_cases import waiting_cases
from table.memory.parts import read_from
from table.models import Adjustment, Coup, Entry, Money, Stake
from table.rules.payout import HANDED_BACK
from table.rules.profile import Role
from table.screens.read.lines import RecordLine, lines
from table.screens.read.snapshot import ReadEntry, Snapshot, read_entry
from table.words.numbers import Numbers

AFTER_BURNING = [name for name, (_article, kind) in KINDS.items() if kind.after_burning]


class BettorInDispute(NamedTuple):
    """Bettor of the coup, in cents: what they staked, won or lost, and got by disputes since.

    ``positions`` are all at which they staked, and the disputed one if they ``claim``: if the dispute is theirs.
    """

    positions: tuple[str, ...]
    bettor: str
    laid: int
    net: int
    moved: int
    claims: bool


class Disputed(NamedTuple):
    """Money of the coup by bettor, and the entry of the decision that waits for a second person, if one does.

    ``bettors`` are in the order of their first positions, last those whose position is no more. The coup is named by
    its ``taglia`` and ``number``.
    """

    bettors: tuple[BettorInDispute, ...]
    to_confirm: RecordLine | None
    taglia: int
    number: int


class DisputedMoney(NamedTuple):
    """Stakes, money lines and adjustments of the coups that are disputed, and the entries of decisions that wait."""

    stakes: Sequence[Stake]
    lines: Sequence[Money]
    adjustments: Sequence[Adjustment]
    decisions: Sequence[ReadEntry]


@Snapshot.register
@read_from(Incident, Adjustment)
def read_of_disputes(snapshot: Snapshot) -> DisputedMoney:
    """Read stakes, money lines, adjustments and decisions awaiting a second person, of coups with an undecided dispute.

    Only disputes among :func:`waiting_cases` count. All empty without one. They are read once for a snapshot; once a
    coup is over only disputes change them.
    """
    found = [case for case in waiting_cases.of(snapshot) if kind_of(case).after_burning]
    coups = {case.coup_id for case in found}
    numbers = {case.facts[UNCONFIRMED]["number"] for case in found if UNCONFIRMED in case.facts}
    if not coups:
        return DisputedMoney((), (), (), ())
    entries = Entry.objects.filter(register=snapshot.code, number__in=numbers) if numbers else ()
    return DisputedMoney(
        tuple(Stake.objects.filter(coup__in=coups).select_related("coup")),
        tuple(Money.objects.filter(coup__in=coups)),
        tuple(Adjustment.objects.filter(coup__in=coups)),
        tuple(read_entry(entry) for entry in entries),
    )


def disputed(snapshot: Snapshot, case: Incident, numbers: Numbers) -> Disputed:
    """Return the money of the disputed coup by bettor in cents, and a decision that waits for a second person.

    Of each, over all their positions: staked (nothing in a Colpo in Bianco), won or lost without stakes handed back,
    got by disputes since, and whether the dispute is theirs. They are in the order of the positions. Whoever disputes
    has a row, also without a stake. The decision is its entry in words, None if none waits. ``case`` is an undecided
    dispute of the snapshot.
    """
    read, decision = read_of_disputes.of(snapshot), case.waiting_decision
    taglia, number = map(int, case.facts["coup"].split("."))
    stakes = [it for it in read.stakes if it.coup_id == case.coup_id]
    whose = {it.pk: it.bettor for it in stakes}
    net = [(whose[it.stake_id], it) for it in read.lines if it.stake_id in whose and it.kind not in HANDED_BACK]
    moved = [it for it in read.adjustments if it.coup_id == case.coup_id]
    rows = tuple(
        BettorInDispute(
            positions,
            bettor,
            laid=sum(it.laid for it in stakes if it.bettor == bettor and it.coup.kind == Coup.Kind.NORMAL),
            net=sum(it.amount for owner, it in net if owner == bettor),
            moved=sum(it.amount for it in moved if it.bettor == bettor),
            claims=bettor == case.facts["guest"],
        )
        for bettor, positions in _positions(snapshot, case, stakes)
    )
    decisions = [it for it in read.decisions if decision is not None and it.entry.number == decision.number]
    return Disputed(rows, next(iter(lines(decisions, numbers)), None), taglia, number)


def _positions(snapshot: Snapshot, case: Incident, stakes: Sequence[Stake]) -> list[tuple[str, tuple[str, ...]]]:
    """List whoever staked or disputes, by key, each with their positions; all in the order of the positions.

    Positions that the table no longer has are the last.
    """
    order = {label: place for place, label in enumerate(snapshot.state.profile.positions)}
    found: dict[str, set[str]] = {case.facts["guest"]: {case.facts["position"]}}
    for stake in stakes:
        found.setdefault(stake.bettor, set()).add(stake.position)
    rows = [
        (bettor, sorted((order.get(it, len(order)), it) for it in positions)) for bettor, positions in found.items()
    ]
    return [(bettor, tuple(label for _place, label in its)) for bettor, its in sorted(rows, key=lambda it: it[1])]


def acts_on(snapshot: Snapshot, role: Role, case: Incident) -> set[str]:
    """Return the verbs on an undecided dispute that are open to this role now; its rights are not checked here.

    To decide for the role that decides (:func:`who_decides`), also while a decision waits; to confirm that one for any
    other role than that of who made it. For any role: to refer unless the Direzione decides already, and to withdraw
    while it is not referred.
    """
    decides, decision = who_decides(snapshot.state.profile, case), case.waiting_decision
    acts = {
        "decide_dispute": role == decides,
        "confirm_dispute": decision is not None and role != decision.role,
        "refer": decides != Role.DIREZIONE,
        "withdraw_incident": case.status == Incident.Status.OPEN,
    }
    return {verb for verb, wanted in acts.items() if wanted}


def entries_on(coups: Collection[Coup]) -> dict[int, list[int]]:
    """Map the primary key of each coup to the entries of disputes about it: opening, mentions, closing.

    They are in ascending order. Coups without a dispute are missing.
    """
    found: dict[int, list[int]] = {}
    for case in Incident.objects.filter(coup__in=coups, kind__in=AFTER_BURNING):
        closed = [case.decided] if case.decided is not None else []
        assert case.coup_id is not None
        found.setdefault(case.coup_id, []).extend([case.number, *case.facts.get(SPOKEN_OF, []), *closed])
    return {coup: sorted(numbers) for coup, numbers in found.items()}
