"""The figures on the page of a house: the odds' own, and the ones that are published."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.test import Client

from table.rules.houses import HOUSES
from table.rules.odds.bets import bets
from table.rules.odds.chances import chances
from table.rules.odds.composition import fresh
from table.rules.profile import Profile
from tests.house.reader import IN_EACH_HOUSE, IN_EACH_LANGUAGE, Reader, address, read

# House edges in per cent, with 6 and with 8 decks, as they are published.
EDGES = {
    ("super-punto-banco-venezia", 6): {"punto": "1.2374", "banco": "1.0558", "egalite": "14.4382"},
    ("super-punto-banco-venezia", 8): {"punto": "1.2351", "banco": "1.0579", "egalite": "14.3596"},
    ("punto-y-banco-malta", 6): {"punto": "1.2374", "banco": "1.4548", "egalite": "14.4382"},
    ("punto-y-banco-malta", 8): {"punto": "1.2351", "banco": "1.4581", "egalite": "14.3596"},
}
# What it pays for one, the stake being part of it.
FOR_ONE = ["2", "1.95", "9", "12", "12", "6", "26", "1.54", "2.5"]
# The returns that Baccarat online prints, to two places.
RETURNS = ["98.76", "98.94", "85.56", "88.75", "88.75", "85.46", "82.93", "95.65", "94.73"]


def percent(share: Fraction, language: str) -> str:
    """Written without the code under test: four places, a comma but in English, a space before the sign in German."""
    number = f"{Decimal(share.numerator) / Decimal(share.denominator) * 100:.4f}"
    return {"it": number.replace(".", ",") + "%", "en": number + "%", "de": number.replace(".", ",") + "\xa0%"}[
        language
    ]


def column(page: Reader, name: str) -> list[str]:
    """The cells of one column of the bets, from the first bet to the last."""
    return [said for kind, said in page.cells if name in kind.split() and "figure" in kind.split()]


@pytest.mark.one_in(3)
@IN_EACH_LANGUAGE
@IN_EACH_HOUSE
def test_every_figure_is_the_odds_own(client: Client, profile: Profile, language: str) -> None:
    for decks, other in ((6, 8), (8, 6)):
        page = read(client, address(profile, decks), language)
        odds, elsewhere = bets(profile, chances(fresh(decks))), bets(profile, chances(fresh(other)))
        rows = [(odds[box], elsewhere[box]) for box in profile.boxes]
        assert [cell.split()[-1] for cell in column(page, "wins")] == [
            percent(row.wins, language).split()[-1] for row, _ in rows
        ]
        assert column(page, "loses") == [" ".join(percent(row.loses, language).split()) for row, _ in rows]
        for said, (row, elsewhere_row) in zip(column(page, "edge"), rows, strict=True):
            assert said.startswith(" ".join(percent(-row.edge, language).split()))
            assert said.endswith(" ".join(percent(-elsewhere_row.edge, language).split()))
        for row, _ in rows:
            assert {str(row.wins), str(row.loses), str(-row.edge), str(row.rtp)} <= set(page.texts)


@pytest.mark.parametrize(("key", "decks"), EDGES)
def test_the_published_edges_are_on_the_page(client: Client, key: str, decks: int) -> None:
    said = column(read(client, address(HOUSES[key], decks), "en"), "edge")
    assert [text.split("%")[0] for text in said] == list(EDGES[key, decks].values())


def test_the_returns_that_baccarat_online_prints_are_on_its_page(client: Client) -> None:
    said = column(read(client, address(HOUSES["baccarat-online-side-bets"]), "en"), "return")
    assert [f"{Decimal(text.rstrip('%')):.2f}" for text in said] == RETURNS


@pytest.mark.parametrize(
    ("key", "printed"),
    [
        ("super-punto-banco-venezia", ["1:1", "1:1 less 5% 19:20 in all", "8:1"]),
        ("punto-y-banco-malta", ["1:1", "1:1 1:2 when Banco wins with 6", "8:1"]),
        ("baccarat-classico", ["1:1", "19:20 1:1 less 5%", "8:1"]),
        ("punto-banco-admiral", ["1:1", "1:1 less 5% 19:20 in all", "8:1"]),
        ("baccarat-online-side-bets", [f"{paid} for 1 stake included" for paid in FOR_ONE]),
    ],
)  # fmt: skip
def test_a_bet_pays_as_its_house_prints_it(client: Client, key: str, printed: list[str]) -> None:
    page = read(client, address(HOUSES[key]), "en")
    assert [said for kind, said in page.cells if kind == "pays"] == printed
