"""A third card is served that is not due. Super Punto Banco, Art. 8."""

import pytest

from table.rules.houses import CLASSICO_COPERTO, VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code
from tests.croupier.cases import attest, newest, undue_third
from tests.croupier.coups import close, effects
from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import burned_elsewhere, each
from tests.procedures.conftest import SitDown
from tests.procedures.mishaps import ART_8
from tests.procedures.moments import Mishap
from tests.rig.tables import AtTable


@each(ART_8)
def test_an_undue_third_card_is_bancos_by_its_order_or_the_first_of_a_colpo_in_bianco(
    sit_down: SitDown, mishap: Mishap
) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)


@each(burned_elsewhere(ART_8))
def test_in_a_house_without_coups_in_bianco_an_undue_third_card_is_burned(sit_down: SitDown, mishap: Mishap) -> None:
    comes_about(sit_down(CLASSICO_COPERTO, seats=2), mishap, blanks=False)


@pytest.mark.parametrize(("reading", "blank"), [("blank", True), ("under_sabot", False)])
def test_an_undue_card_that_nobody_saw_makes_a_blank_coup_unless_the_house_reads_otherwise(
    sit_down: SitDown, reading: str, *, blank: bool
) -> None:
    profile = sit_down(derive(VENEZIA, key=reading, art8_unseen_excess=reading))
    undue_third(profile)
    case = newest()
    attest(profile, case)
    profile.cast.ispettore.does("ratify", incident=case.number)
    assert profile.state.blank_due is blank


def test_the_hands_before_and_after_stand_in_the_record(table: AtTable) -> None:
    undue_third(table)
    case = newest()
    table.does("turn_third", card="2C")
    attest(table, case)
    answer = table.cast.ispettore.does("ratify", incident=case.number)
    [laid] = effects(answer, "cards_laid_anew")
    assert laid["before"] == {"punto": ["6S", "KD", "2C"], "banco": ["6C", "KH"]}
    assert laid["after"] == {"punto": ["6S", "KD"], "banco": ["6C", "KH"]}
    assert effects(answer, "card_held") == [{"card": 5, "seen": True}]
    assert effects(answer, "blank_due") == [{}]


def test_a_card_that_is_not_out_was_not_served_by_itself(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("deal")
    facts = {"laid": ["punto", "banco", "punto", "banco", "out"], "served": True}
    table.refuses(Code.EVIDENCE, "report_incident", kind="undue_third", facts=facts)
