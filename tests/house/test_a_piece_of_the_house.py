"""The smallest payment: a default to be confirmed by the house, with its ways out; what Malta’s seats read of Banco."""

import re

import pytest
from django.utils import translation

from table.models import HOUSE
from table.rules.houses import ADMIRAL, CLASSICO, HOUSES, MALTA, ONLINE, VENEZIA
from table.rules.payout import smallest_chip_for
from table.rules.profile import USUAL_PAYMENT, Profile, Role, Rounding, derive
from table.screens.rules.page import every_line, groups
from table.words.numbers import Numbers
from tests.house.test_strip_and_sign import shown
from tests.rig.cast import Cast
from tests.rig.staff import signed_in
from tests.rig.tables import ready_table

FIELDS_OF_A_NEW_TABLE = {"csrfmiddlewaretoken", "act", "nonce", "seen", "house", "language", "next"}


def smallest(profile: Profile) -> str:
    """What the page of a house says of its smallest payment, in English."""
    with translation.override("en"):
        lines = [line for group in groups(profile, Numbers("en")) for line in group.lines]
    return next(line.sentence for line in lines if line.topic == "smallest_payment")


@pytest.mark.parametrize("profile", [VENEZIA, CLASSICO, ADMIRAL], ids=lambda it: it.key)
def test_the_smallest_payment_is_a_default_that_the_house_has_to_confirm_with_three_ways_out(profile: Profile) -> None:
    assert profile.smallest_payment == USUAL_PAYMENT
    sentence = smallest(profile)
    assert "0.25" in sentence
    assert "a piece of the house" in sentence
    assert "a default that the house has to confirm" in sentence
    assert "“rounding”" in sentence
    assert "10.00 for" in sentence
    assert "20.00 for" in sentence


def test_a_smallest_chip_whose_every_payment_is_whole_follows_from_what_the_house_pays() -> None:
    assert [smallest_chip_for(VENEZIA, piece) for piece in (25, 50, 100)] == [500, 1000, 2000]
    assert [smallest_chip_for(MALTA, piece) for piece in (25, 50, 100)] == [50, 100, 200]


def test_a_house_that_has_decided_otherwise_is_asked_to_confirm_nothing() -> None:
    rounds = derive(VENEZIA, key="own", rounding=Rounding(50, "down"), smallest_payment=50)
    for profile in (ONLINE, derive(VENEZIA, key="own", chips=(2000,), smallest_payment=100), rounds):
        assert "confirm" not in smallest(profile)


@pytest.mark.parametrize("profile", HOUSES.values(), ids=list(HOUSES))
def test_the_page_of_a_house_says_nothing_else_of_coins(profile: Profile) -> None:
    with translation.override("en"):
        said = [line.sentence for line in every_line(profile, Numbers("en")).values()]
    assert [sentence for sentence in said if "coin" in sentence.casefold().replace("coincide", "")] == []


@pytest.mark.django_db
def test_a_seat_of_malta_reads_banco_with_its_half_on_six() -> None:
    assert "1:2 when Banco wins with 6" in shown(ready_table(MALTA, code="M1"), "strip:1")


@pytest.mark.django_db
def test_nobody_is_asked_for_it_while_a_table_is_set_up() -> None:
    Cast.at(HOUSE).direzione.does("add_table", code="N1")
    page = signed_in(Role.DIREZIONE, language="en").get("/office/tables/N1/rules/").content.decode()
    form = page.partition('name="act" value="set_up"')[2].partition("</form>")[0] or page
    assert 'value="set_up"' in page
    assert "smallest" not in page.casefold()
    assert set(re.findall(r'<(?:input|select)[^>]* name="(\w+)"', form)) <= FIELDS_OF_A_NEW_TABLE
