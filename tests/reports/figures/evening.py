"""A small evening whose figures are known: three coups that were paid, one annulled, one in bianco."""

from table.rules.houses import VENEZIA
from table.rules.profile import Profile
from tests.croupier.coups import blank, deal, play
from tests.rig.made_before import evening_made_before
from tests.rig.tables import AtTable, ready_table


@evening_made_before
def table_after_it(profile: Profile = VENEZIA, *, code: str = "T3") -> AtTable:
    """Such a table, after its small evening."""
    table = ready_table(profile, code=code)
    small_evening(table)
    return table


def small_evening(table: AtTable, *, cause: str = "dario") -> None:
    """A battuta of Punto, Punto with seven, a tie of two eights; a coup not to be rebuilt; a card that was seen.

    For the coup that is annulled the inspector names this badge as the cause.
    """
    play(table, "P100@1", "B200@2")
    play(table, "B50@2", punto="7S KD", banco="2S 4S")
    play(table, "T10@3", punto="8S KH", banco="8H KC")
    deal(table, "P100@1")
    inspector = table.cast.ispettore
    inspector.does("report_incident", kind="undue_third", facts={"lost": [1, 2, 3, 4]})
    case = table.number
    inspector.does("name_cause", incident=case, badge=cause)
    inspector.does("attest", incident=case)
    inspector.does("annul_incident", incident=case, reason="nobody can tell the order")
    table.does("burn")
    table.does("open_bets")
    table.does("card_out", card="7H", exposed=True)
    blank(table, punto="7H QD", banco="3S 3H")
