"""However carelessly a hand is keyed, it is clear only as the true one. Super Punto Banco, Art. 6 to 8.

``make careless HANDS=10000 SEED=3`` tries more, and prints how many are clear.
"""

import sys
from random import Random
from typing import Any

from django.db import transaction

from table.memory import table_cache
from table.rules.houses import VENEZIA
from table.rules.refusal import Refused
from table.script.simulation import shuffled
from tests.croupier.cases import attest
from tests.croupier.coups import deal
from tests.procedures.careless import Keyed, by_chance
from tests.procedures.knowable import judge
from tests.procedures.misdeals import found_clear
from tests.procedures.tally import HEADINGS, Tally
from tests.rig.choosing import number_of
from tests.rig.tables import AtTable

SEED, HANDS, FIRST = number_of("SEED", 3, least=0), number_of("CARELESS", 12), number_of("FIRST", 0, least=0)


def test_a_hand_is_clear_if_what_was_told_and_seen_leaves_one_coup_and_then_it_is_the_true_one(table: AtTable) -> None:
    """And it can be decided, in whatever way it was keyed."""
    shoe, tally = sorted({*shuffled(VENEZIA, Random(SEED))}, key=str), Tally(f"carelessly, seed {SEED}")
    deal(table, "P100@1", "B50@2")
    for at in range(FIRST, FIRST + HANDS):
        mark = transaction.savepoint()
        chance = Random(f"{SEED} {at}")
        one_hand(Keyed(table, by_chance(chance, shoe), chance), tally, name=str(at))
        transaction.savepoint_rollback(mark)
        table_cache.clear()
    sys.stdout.write(f"{HEADINGS}\n{tally}\n")
    assert tally.amiss == []


def one_hand(keyed: Keyed, tally: Tally, *, name: str) -> None:
    """A hand is keyed and decided."""
    try:
        case = keyed.play()
        attest(keyed.table, case)
        clear = found_clear(case.answer)
        how: dict[str, Any] = {} if clear else {"reason": "not clear"}
        keyed.table.cast.ispettore.does("ratify" if clear else "annul_incident", incident=case.number, **how)
    except (AssertionError, Refused) as error:
        tally.stuck(name, repr(error))
        return
    judge(tally, keyed, case.answer, name=name)
