"""The rooms of the regulations, one for each article, all of one shape."""

from procedures.articles import (
    article_01_extra_and_visible_cards,
    article_02_stuck_cards,
    article_03_fallen_cards,
    article_04_worn_cards,
    article_05_cut_card,
    article_06_inverted_distribution,
    article_07_wrong_number,
    article_08_undue_third_card,
    article_09_wrong_announcement,
    article_16_not_foreseen,
    premise,
)
from procedures.articles.article import Article, Kind

ROOMS = (
    premise,
    article_01_extra_and_visible_cards,
    article_02_stuck_cards,
    article_03_fallen_cards,
    article_04_worn_cards,
    article_05_cut_card,
    article_06_inverted_distribution,
    article_07_wrong_number,
    article_08_undue_third_card,
    article_09_wrong_announcement,
    article_16_not_foreseen,
)
ARTICLES: dict[int, Article] = {room.ARTICLE.number: room.ARTICLE for room in ROOMS}
"""The articles by their numbers, 0 being the premise."""
KINDS: dict[str, tuple[Article, Kind]] = {
    kind.name: (article, kind) for article in ARTICLES.values() for kind in article.kinds
}
"""What goes wrong, by its name."""
