"""The articles at a glance: for whatever goes wrong, what becomes of stakes, cards, Button and shoe, and who is there.

Super Punto Banco, Premessa, Art. 1 to 9 and 16; what other houses make of it is theirs: Regole del baccarat, Punto y
Banco, Malta, and Punto Banco, Casino Admiral.
"""

import pytest

from procedures.articles import ARTICLES, KINDS
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA
from table.rules.profile import Profile
from tests.procedures.aftermath import befalls, check, played_to_its_end
from tests.procedures.conftest import MakeReady, SitDown
from tests.procedures.mishaps import DIFFERS, MISHAPS, ONE_EACH
from tests.procedures.moments import Mishap

COUNTED = {"null_seven"}
"""What only befalls a counted last coup is told of in its own stories."""


def test_every_kind_of_every_article_befalls_a_coup_here() -> None:
    assert {(it.article, it.kind) for it in MISHAPS} == {
        (article.number, kind.name)
        for article in ARTICLES.values()
        for kind in article.kinds
        if kind.name not in COUNTED
    }
    assert len({it.name for it in MISHAPS}) == len(MISHAPS)
    assert {it.kind for it in MISHAPS if it.facts is not None} == {name for name, (_, it) in KINDS.items() if it.asks}


@pytest.mark.parametrize("mishap", MISHAPS, ids=lambda it: it.name)
def test_at_venezia_the_article_is_done(sit_down: SitDown, mishap: Mishap) -> None:
    dealer = befalls(sit_down(seats=2), mishap)
    check(dealer.table, played_to_its_end(dealer), mishap, mishap.follows(blanks=True))


@pytest.mark.parametrize("mishap", DIFFERS, ids=lambda it: it.name)
def test_where_cards_are_covered_and_nothing_is_played_in_bianco_what_is_too_many_is_burned(
    sit_down: SitDown, mishap: Mishap
) -> None:
    dealer = befalls(sit_down(CLASSICO_COPERTO, seats=2), mishap)
    check(dealer.table, played_to_its_end(dealer), mishap, mishap.follows(blanks=False))


@pytest.mark.parametrize("profile", [CLASSICO, MALTA, ADMIRAL], ids=lambda it: it.key)
def test_where_cards_are_open_too_and_the_rest_of_the_articles_is_done_as_everywhere(
    made_ready: MakeReady, profile: Profile
) -> None:
    ready = made_ready(profile, seats=2)
    for mishap in ONE_EACH:
        with ready.evening() as table:
            dealer = befalls(table, mishap)
            check(table, played_to_its_end(dealer), mishap, mishap.follows(blanks=False))
