"""What is keyed of a misdealt hand is taken neither for more nor for less than it tells. Super Punto Banco, Art. 6–8.

``make careless HANDS=10000`` tries more of them, and prints how many are clear.
"""

import sys
from random import Random

import pytest
from django.db import transaction

from table.memory import table_cache
from table.rules.houses import VENEZIA
from table.rules.regola import lay_out
from table.script.simulation import shuffled
from tests.croupier.coups import deal
from tests.procedures.misdeals import (
    as_proposed,
    by_chance,
    found_clear,
    hands,
    keyed,
    what_can_be_known,
)
from tests.procedures.tally import HEADINGS, Tally
from tests.rig.choosing import number_of
from tests.rig.tables import AtTable

NAMED = {"careless": "nobody says more", "told": "somebody says more"}
SEED, MISDEALS = number_of("SEED", 7, least=0), number_of("MISDEALS", 25)
LEAST_CLEAR = {"careless": 0.2, "told": 0.3}
"""The share that is clear, whether nobody says anything of the order or somebody does; it may not fall unnoticed."""


@pytest.mark.one_in(2)
@pytest.mark.parametrize("how", LEAST_CLEAR)
def test_a_misdealt_hand_is_clear_if_only_one_coup_is_possible_and_it_is_the_true_one(table: AtTable, how: str) -> None:
    chance, tally = Random(f"{SEED} {how}"), Tally(f"truly, {NAMED[how]}, seed {SEED}")
    shoe = sorted({*shuffled(VENEZIA, chance)}, key=str)
    deal(table, "P100@1", "B50@2")
    for _ in range(MISDEALS):
        misdeal = by_chance(chance, shoe, informed=how == "told")
        mark = transaction.savepoint()
        answer = keyed(table, misdeal, chance).answer
        transaction.savepoint_rollback(mark)
        table_cache.clear()
        known, true = what_can_be_known(misdeal), hands(lay_out(misdeal.order))
        assert true in known, "the oracle itself"
        proposed = as_proposed(misdeal, answer) if found_clear(answer) else None
        tally.add(str(misdeal), answer, known=known, true=(*true[:4], len(true[4])), proposed=proposed)
    sys.stdout.write(f"{HEADINGS}\n{tally}\n")
    assert tally.amiss == []
    assert tally.clear >= LEAST_CLEAR[how]
