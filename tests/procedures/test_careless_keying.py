"""However carelessly a hand is keyed, it is clear only as the true one. Super Punto Banco, Art. 6 to 8.

``CARELESS=10000 SEED=3 pytest -rP tests/procedures/test_careless_keying.py`` tries more, and tells how many are clear.
"""

import os
import sys
from random import Random

from django.db import transaction

from table.record import kept
from table.rules.houses import VENEZIA
from table.rules.regola import lay_out
from table.simulation import shuffled
from tests.croupier.coups import deal
from tests.procedures.careless import Keyed, by_chance, what_can_be_known
from tests.procedures.misdeals import Misdeal, as_proposed, found_clear, hands
from tests.rig.tables import AtTable

SEED, HANDS, FIRST = (int(os.environ.get(*given)) for given in (("SEED", "3"), ("CARELESS", "25"), ("FIRST", "0")))


def test_a_hand_is_clear_if_what_was_told_and_seen_leaves_one_coup_and_then_it_is_the_true_one(table: AtTable) -> None:
    clear = 0
    shoe = sorted({*shuffled(VENEZIA, Random(SEED))}, key=str)
    deal(table, "P100@1", "B50@2")
    for at in range(FIRST, FIRST + HANDS):
        chance = Random(f"{SEED} {at}")
        hand, mark = by_chance(chance, shoe), transaction.savepoint()
        keyed = Keyed(table, hand, chance)
        answer = keyed.play().answer
        transaction.savepoint_rollback(mark)
        kept.clear()
        known, true = what_can_be_known(keyed), hands(lay_out(hand.order))
        assert true in known, "the oracle itself"
        if found_clear(answer):
            misdeal = Misdeal("", hand.order, hand.boxes, hand.third, ())
            assert as_proposed(misdeal, answer) == (*true[:4], len(true[4])), (at, hand, keyed.known, answer)
        assert found_clear(answer) == (len(known) == 1), (at, hand, keyed.known, answer)
        clear += found_clear(answer)
    sys.stdout.write(f"keyed carelessly, seed {SEED}: {clear} of {HANDS} clear\n")
