"""What a shoe has read, what somebody has keyed beside it, and a report of how the cards lie. Art. 6 to 8."""

import pytest

from table.record.proof import audit
from table.rules.refusal import Code
from tests.croupier.cases import newest
from tests.proof.exports import check, exported
from tests.rig.tables import AtTable
from tests.shoes.dealing import stake
from tests.shoes.reading import Reading, read_table

pytestmark = pytest.mark.django_db
P, B = "punto", "banco"


@pytest.fixture
def doubted() -> tuple[AtTable, Reading]:
    """Banco is turned: its first card was keyed otherwise than it was read, its second as it was read."""
    table, shoe = read_table()
    stake(table)
    table.does("close_bets", said=True)
    shoe.tells("KS 7H 6D KC")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["8H", "KC"])
    return table, shoe


def test_a_report_that_parts_what_the_shoe_has_read_from_what_was_keyed_is_refused_with_both(
    doubted: tuple[AtTable, Reading],
) -> None:
    table, _shoe = doubted
    assert [(it.face, it.known) for it in table.state.cards if it.face] == [("8H", "box"), ("KC", "place")]
    refused = table.refuses(Code.EVIDENCE, "report_incident", kind="inverted", facts={"laid": [P, B, B, P]})
    assert "KC" in str(refused)
    assert "8H" in str(refused)
    table.does("report_incident", kind="inverted", facts={"laid": [B, P, P, B]})
    assert [it.face for it in table.state.cards if it.location == B and it.face] == ["8H", "KC"]
    table.does("withdraw_incident", incident=newest().number)
    assert [(it.number, it.face) for it in table.state.cards if it.face] == [(2, "8H"), (4, "KC")]
    table.does("turn_punto")
    table.does("announce", banco=8, punto=6)
    table.press(("settle", {}), ("burn", {}))
    table.cast.direzione.does("void_shoe")
    table.check()
    assert audit.faults(table.code) == []
    assert check(exported(table.code)).counted["read"] == 4


def test_what_the_shoe_has_read_is_neither_laid_elsewhere_nor_covered_by_a_correction(
    doubted: tuple[AtTable, Reading],
) -> None:
    table, _shoe = doubted
    table.does("report_incident", kind="inverted", facts={"laid": [B, P, P, B]})
    for fix in ({"card": None}, {"card": "KC", "where": P}):
        refused = table.refuses(Code.EVIDENCE, "correct_entry", what="card", new={"number": 4} | fix, reason="misread")
        assert "KC" in str(refused)
    keyed = next(it.number for it in table.state.cards if it.face == "8H")
    table.does("correct_entry", what="card", new={"number": keyed, "card": None}, reason="misread")
    assert [it.face for it in table.state.cards if it.face] == ["KC"]
    table.check()
