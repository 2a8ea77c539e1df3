"""The articles at a glance: every kind of case comes about in these tests, and in the houses that deal face up too.

Regole del baccarat; Punto y Banco, Malta; Punto Banco, Casino Admiral.
"""

import pytest

from procedures.articles import ARTICLES, KINDS
from table.rules.houses import ADMIRAL, CLASSICO, MALTA
from table.rules.profile import Profile
from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import ONE_EACH
from tests.procedures.conftest import MakeReady
from tests.procedures.mishaps import MISHAPS
from tests.rig.sampling import sampled

THE_LAST = {"null_seven", "sabot_empty"}
"""What only befalls the last coup of a taglia, or makes it the last, is told of in Art. 5."""
BEFALL = {name for name, (_, kind) in KINDS.items() if name not in THE_LAST and not kind.after_burning}
"""What is disputed of a coup that is over befalls none: Art. 10."""


def test_every_kind_of_every_article_befalls_a_coup_here() -> None:
    assert {(it.article, it.kind) for it in MISHAPS} == {
        (article.number, kind.name) for article in ARTICLES.values() for kind in article.kinds if kind.name in BEFALL
    }
    assert len({it.name for it in MISHAPS}) == len(MISHAPS)
    assert {it.kind for it in MISHAPS if it.facts is not None} == {
        name for name, (_, it) in KINDS.items() if it.asks and name in BEFALL
    }


@pytest.mark.parametrize("profile", sampled([CLASSICO, MALTA, ADMIRAL], one_in=3), ids=lambda it: it.key)
def test_where_cards_are_open_too_and_the_rest_of_the_articles_is_done_as_everywhere(
    made_ready: MakeReady, profile: Profile
) -> None:
    ready = made_ready(profile, seats=2)
    for mishap in ONE_EACH:
        with ready.evening() as table:
            comes_about(table, mishap, blanks=False)
