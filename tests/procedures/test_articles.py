"""The rooms of the articles: all of one shape."""

from procedures.articles import ARTICLES, KINDS, ROOMS
from procedures.articles.article import Article, Remedy
from table.rules.profile import Role
from tests.rig.rows import every_row


def test_each_article_has_its_own_room() -> None:
    rooms = {room.__name__.rpartition(".")[2]: room.ARTICLE.number for room in ROOMS}
    assert [number for name, number in rooms.items() if name != "premise"] == [
        int(name.split("_")[1]) for name in rooms if name != "premise"
    ]
    assert rooms["premise"] == 0
    assert len(ARTICLES) == len(ROOMS)


@every_row("article", ARTICLES.values())
def test_every_kind_asks_its_questions_in_words_and_no_others(article: Article) -> None:
    for kind in article.kinds:
        assert set(kind.words) == set(kind.asks.__struct_fields__ if kind.asks else ()), kind.name


def test_nothing_is_called_by_two_names() -> None:
    assert len(KINDS) == sum(len(article.kinds) for article in ARTICLES.values())


def test_what_can_be_rebuilt_can_also_be_annulled_and_referred() -> None:
    for article, kind in KINDS.values():
        if kind.rebuilds and kind.blocking:
            assert {Remedy.LAY_ANEW, Remedy.ANNUL, Remedy.REFER} <= set(article.remedies), kind.name


def test_the_premise_asks_for_both_inspectors_and_the_special_articles_for_one() -> None:
    both = {Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE}
    assert ARTICLES[0].present == both
    assert {ARTICLES[number].present for number in (4, 6, 7, 8)} == {frozenset({Role.ISPETTORE_GIOCO})}
    assert {ARTICLES[number].present for number in (1, 2, 9)} == {frozenset()}


def test_under_article_5_they_look_into_the_sabot_and_nobody_is_needed_for_a_coup_that_is_null() -> None:
    assert ARTICLES[5].present == {Role.ISPETTORE_GIOCO}
    assert [kind.name for kind in ARTICLES[5].kinds if kind.blocking] == ["sabot_empty"]
