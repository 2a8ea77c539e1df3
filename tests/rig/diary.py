"""How a table looked after each act of a coup, as it was played and as the register has it."""

from typing import Any

from table.models import Coup, Table
from table.record.past.reach import PAST, job
from table.record.past.replay import state
from table.record.past.stage import Done, Moment
from table.screens.read.coups import acts_of
from table.screens.read.notices import headline, notices
from table.screens.read.pictures import pictures_of
from table.screens.read.snapshot import Snapshot, take


def looks(table: Snapshot) -> dict[str, Any]:
    """What of a table the history claims to know."""
    state, coup = table.state, table.state.coup
    assert coup is not None
    return {
        "phase": table.state.phase,
        "kind": coup.kind,
        "cards": {(card.number, card.face, str(card.location)) for card in (*state.cards, *state.held)},
        "stakes": sorted((it.position, it.box, it.laid, it.cash, it.left_over, it.in_action) for it in state.stakes),
        "reader": coup.reader,
        "claim": (coup.claim, coup.claim_means),
        "announced": (coup.announced_banco, coup.announced_punto),
        "result": table.result,
        "held": coup.held,
        "payments": sorted((it.position, it.box, it.net, it.handed_back) for it in table.payments if it.amounts),
        "button": table.table.button,
        "seats": [(it.label, str(it.state), it.holder, it.standing) for it in table.places],
        "out": state.shoe.out if state.shoe else 0,
        "blank due": table.blank_next,
        "said": (headline(table), notices(table)),
    }


class Diary(dict[tuple[str, int], dict[str, Any]]):
    """How a table looked after each act of a coup, by the coup and the number of the act."""

    def note(self, code: str) -> None:
        table = take(code)
        assert table is not None
        self.write(table)

    def write(self, table: Snapshot) -> None:
        """This is how it looks."""
        if table.state.coup is not None:
            self[table.state.coup.key, table.number] = looks(table)


def history(code: str) -> Diary:
    """The same, from the register alone."""
    drawn = Diary()
    for coup in Coup.objects.filter(table__code=code).select_related("shoe", "policy", "table"):
        for number, it in pictures_of(coup, *ends(coup), look=looks_unless_ended).looks.items():
            if it:
                drawn[coup.key, number] = it
    return drawn


def performed(code: str, *, looked: bool = True) -> Done:
    """The register of a table performed again in one go: what it came to, and if ``looked``, each look after an act."""
    wanted = job(Table.objects.get(code=code), None)._replace(end=state)
    if looked:
        wanted = wanted._replace(look=_in_coup, first=1)
    return PAST.performs.perform(wanted, within=0)


def in_one_go(done: Done) -> Diary:
    """How the table looked, as the register performed in one go has it."""
    return Diary({(of, number): it for number, (of, it) in done.seen.items() if it})


def _in_coup(moment: Moment) -> tuple[str, dict[str, Any]]:
    now = Snapshot(moment.table)
    return (now.state.coup.key, looks_unless_ended(now)) if now.state.coup is not None else ("", {})


def ends(coup: Coup) -> tuple[int, int]:
    """The entries that opened a coup and ended it, or the latest one."""
    acts = acts_of(coup)
    return acts[0].entry.number, acts[-1].entry.number


def looks_unless_ended(table: Snapshot) -> dict[str, Any]:
    """The same, and nothing of a coup that is over: no table has looked so."""
    return looks(table) if table.state.coup is not None and not table.state.coup.ended else {}
