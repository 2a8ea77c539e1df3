"""The tables of the evenings: their rules, the coups that are dealt, what is staked, and their screens."""

from collections.abc import Callable, Sequence
from itertools import count

from playwright.sync_api import Page

from table.models import Person
from table.rules.houses import HOUSES
from table.rules.profile import Profile, Role, derive
from tests.browser.evenings import Touch
from tests.browser.houses.by_hand import BANCO, PUNTO, TIE, Hands, Stake, points, runs
from tests.browser.houses.documents import House
from tests.browser.houses.evening import HouseEvening, Screens, coups_of
from tests.rig.cast import Somebody
from tests.rig.room import console_page, display_page, pit_page
from tests.rig.tables import dealer_of, ready_table

IN_BIANCO_AFTER = 7
"""In this coup a card too many comes out that somebody has seen, where the next one is a Colpo in Bianco for it."""
SEATED = ("1", "2", "3", "4", "5")
Opens = Callable[[str, str], Page]


def stakes_of(house: House) -> list[Stake]:
    """On every box, up to the maximum, on two boxes of one place, and on a tie alone where that is allowed."""
    return [
        Stake("1", "punto", 5000),
        Stake("2", "banco", 2500, tax_ready=house.tax_ready),
        Stake("3", "punto", 500),
        Stake("3", "egalite", 500),
        Stake("4", "banco", 20_000),
        *([Stake("5", "egalite", 1000)] if house.tie_alone else []),
    ]


def profile_of(house: House) -> Profile:
    """The rules of its table; with another number of decks where the document admits two."""
    profile = HOUSES[house.key]
    return (
        profile
        if profile.decks == house.decks
        else derive(profile, key=f"{house.key}-{house.decks}", decks=house.decks)
    )


def evening_coups(house: House, number: int) -> list[Hands]:
    """So many coups of the first shoe by chance in which all comes that the document tells apart."""
    return next(it for seed in count(1) if _shows_all(house, it := coups_of(house, number, seed)))


def _shows_all(house: House, coups: Sequence[Hands]) -> bool:
    """Every result, no third card, one and two, a natural, and the six of Banco; no run that turns on the road."""
    bianco = IN_BIANCO_AFTER if house.in_bianco else None
    played = [it for place, it in enumerate(coups) if place != bianco]
    results = [it.result for it in played]
    sixes = {points(it.banco) == house.half_on for it in played if it.result == BANCO}
    return (
        {*results} == {PUNTO, BANCO, TIE}
        and results[0] != TIE
        and {len(it.cards) for it in played} == {4, 5, 6}
        and any(max(points(it.punto[:2]), points(it.banco[:2])) > 7 for it in played)
        and (house.half_on is None or sixes == {True, False})
        and max(length for _mark, length in runs(results)) <= 6
    )


def opened(
    opens: Opens, address: str, house: House, coups: Sequence[Hands], *, code: str, seats: Sequence[str], pit: bool
) -> HouseEvening:
    """A table that is ready to play these coups, with a dealer of its own, and its screens."""
    out = sum(len(it.cards) for it in coups[:-1]) or 1  # a cut card lies behind one card at least
    limits = {kind: list(span) for kind, span in house.limits.items()}
    table = ready_table(profile_of(house), code=code, seats=len(SEATED), behind=52 * house.decks - out, limits=limits)
    table.does("sign_off")
    dealer = Somebody(Person.objects.take_on(badge=dealer_of(code), role=Role.DEALER), code)
    dealer.does("sign_on")
    console = console_page(opens, address, code, dealer.person.badge)
    before = {it: display_page(opens, address, code, it) for it in seats}
    sign, wall = display_page(opens, address, code), pit_page(opens, address, "ivo") if pit else None
    return HouseEvening(
        Touch(console),
        mishap_at=IN_BIANCO_AFTER if house.in_bianco else 0,
        house=house,
        coups=coups,
        stakes=stakes_of(house),
        screens=Screens(code, before, sign, wall),
    )
