"""The pages of the houses: every cell from the Regola, every box on its felt, every word in the reader's language."""

import re
from itertools import combinations
from math import hypot

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from table.rules.houses import ADMIRAL, HOUSES, MALTA, VENEZIA
from table.rules.profile import SIDE_BETS, Box, Profile, derive
from table.screens.rules.plan import described, drawing
from table.words.numbers import Numbers
from tests.house.reader import IN_EACH_HOUSE, IN_EACH_LANGUAGE, LANGUAGES, Reader, address, read
from tests.house.test_policy_sentences import SAME
from tests.rig.words import TRANSLATED

pytestmark = pytest.mark.django_db

# The printed table: Banco 0 to 7, first when Punto stood, then by Punto's third card from 0 to 9.
PRINTED = """
T TTTTTTTTTT
T TTTTTTTTTT
T TTTTTTTTTT
T TTTTTTTTRT
T RRTTTTTTRR
T RRRRTTTTRR
R RRRRRRTTRR
R RRRRRRRRRR
"""


# --- the list of the houses


@IN_EACH_LANGUAGE
def test_the_list_leads_to_every_house_and_tells_its_edges(client: Client, language: str) -> None:
    page = client.get("/houses/", headers={"accept-language": language}).content.decode()
    for profile in HOUSES.values():
        assert f'href="{address(profile)}">{profile.title}</a>' in page
    for edge in ("1.24", "1.06", "1.45", "14.44"):
        assert (edge if language == "en" else edge.replace(".", ",")) in page


# --- one house


@IN_EACH_HOUSE
def test_the_table_of_the_regola_is_the_printed_one(client: Client, profile: Profile) -> None:
    page = read(client, address(profile), "en")
    cells = [said for kind, said in page.cells if said.endswith((", draws", ", stands"))]
    letters = "".join(PRINTED.split())
    assert cells == [f"{letter} {'T, draws' if letter == 'T' else 'R, stands'}" for letter in letters]
    assert {"0–5", "6–7", "8–9"} <= set(page.texts)
    declared = {"«carta»", "«no carta»", "«battuta»"} & set(page.texts)
    assert len(declared) == (0 if profile.reader == "none" else 3)


@pytest.mark.one_in(3)
@IN_EACH_HOUSE
def test_the_felt_has_the_boxes_and_positions_of_its_house(client: Client, profile: Profile) -> None:
    page = client.get(address(profile)).content.decode()
    places = len(profile.positions)
    assert page.count('class="disc"') == places
    assert page.count('class="cell cell-punto"') == page.count('class="cell cell-banco"') == places
    assert page.count('class="cell cell-egalite"') == (1 if profile.egalite == "shared" else places)
    assert page.count('class="cell cell-tax"') == (places if profile.tax == "laid_ready" else 0)
    for box in set(Box) - {Box.PUNTO, Box.BANCO, Box.EGALITE}:
        assert page.count(f'class="cell cell-{box}"') == (box in profile.side_bets)
    assert ('class="button-disc"' in page) is profile.button


@pytest.mark.parametrize("positions", [ADMIRAL.positions, ("1",)], ids=len)
def test_the_felt_is_described_with_a_shared_sector_and_places_for_the_tax_where_they_are_drawn(
    positions: tuple[str, ...],
) -> None:
    house = derive(ADMIRAL, key="own", positions=positions, egalite="shared")
    cells = [(it.kind, it.position) for it in drawing(house, Numbers("en")).cells]
    with translation.override("en"):
        text = described(house)
    assert ("One sector takes everybody" in text) is (("egalite", "") in cells) is (len(positions) > 1)
    assert ("Each position has a place" in text) is ({("tax", it) for it in positions} <= {*cells}) is True


SIGN, CARDS = 40, 442
"""Width of the widest sign of a side bet, and the upper edge of the cards on a felt without any."""


@pytest.mark.one_in(3)
@pytest.mark.parametrize("house", [VENEZIA, MALTA, ADMIRAL], ids=lambda it: it.key)
def test_all_side_bets_have_room_for_their_signs_before_every_position_and_push_down_the_cards(house: Profile) -> None:
    felt = drawing(derive(house, key="all-bets", side_bets=frozenset(SIDE_BETS), smallest_payment=1), Numbers("en"))
    side = [it.middle for it in felt.cells if it.kind in SIDE_BETS]
    assert min(hypot(one.x - it.x, one.y - it.y) for one, it in combinations(side, 2)) > SIGN
    assert max(it.y for it in side if abs(it.turn) < 5) + SIGN < CARDS + felt.drop


@pytest.mark.one_in(3)
@IN_EACH_HOUSE
def test_nothing_on_a_page_needs_the_policy_to_look_away(client: Client, profile: Profile) -> None:
    page = client.get(address(profile)).content.decode()
    assert not re.search(
        r'<script(?! type="module" src="/static/[\w/.-]+"></script>)|<style|\sstyle=|\son[a-z]+=|javascript:|https?://',
        page,
    )
    identifiers = re.findall(r'\sid="([^"]+)"', page)
    assert len(identifiers) == len(set(identifiers))


# --- no English left over

NOT_THERE = ["/nowhere", "/houses/nobody/"]
PROPER = {
    *SAME, *dict(settings.LANGUAGES).values(), "Parità", "Tie", "Punto Banco · Baccarat", "Super Punto Banco",
    "EUR", "CHF", "width=device-width, initial-scale=1", "dark",
}  # fmt: skip


def test_no_english_sentence_is_left_over(client: Client) -> None:
    left = dict[tuple[str, str], set[str]]()
    for path in ("/", "/houses/", *(f"/houses/{key}/" for key in HOUSES), *NOT_THERE):
        status = 404 if path in NOT_THERE else 200
        texts = {language: set(read(client, path, language, status=status).texts) for language in LANGUAGES}
        left |= {(path, other): english for other in TRANSLATED if (english := in_both(texts["en"], texts[other]))}
    assert left == {}


def in_both(english: set[str], other: set[str]) -> set[str]:
    """The words that are the same in both and are neither names nor calls."""
    titles = {
        word for profile in HOUSES.values() for word in (profile.title, profile.source, f"{profile.title} · Sabot")
    }
    articles = tuple(f"{source}, " for source in titles)
    left = {
        text
        for text in english & other
        if re.search(r"[A-Za-z]{2}", text) and text not in PROPER | titles and not text.startswith(articles)
    }
    return {text for text in left if not re.fullmatch(r"«[^»]+»|[A-Z]{2,6}", text)}


@IN_EACH_LANGUAGE
def test_the_calls_keep_their_wording(client: Client, language: str) -> None:
    page = " ".join(read(client, address(HOUSES["super-punto-banco-venezia"]), language).texts)
    for call in (
        "Rien ne va plus", "Colpo in Bianco", "Ultimo colpo della taglia", "«carta»", "«no carta»",
        "Ultimo colpo della taglia, minimo sette carte o nullo", "Le carte parlano",
    ):  # fmt: skip
        assert call in page


# --- what cannot be shown


@IN_EACH_LANGUAGE
def test_decks_with_which_nobody_plays_are_refused_with_a_sentence(client: Client, language: str) -> None:
    profile = HOUSES["baccarat-classico"]
    with translation.override(language):
        sentence = translation.gettext(
            "No house plays with “%(decks)s” decks; the numbers to choose from are: %(known)s."
        )
    wrong = []
    for decks in ("7", "", "0", "06", "6.0", "-6", "٦", "six", "<b>", "9" * 5000):
        answer = client.get(address(profile), {"decks": decks}, headers={"accept-language": language})
        page = answer.content.decode()
        said = sentence % {"decks": decks[:20], "known": "6, 8"} in Reader(page).texts
        if answer.status_code != 400 or not said or "<b>" in page:
            wrong.append(decks[:20])
    assert wrong == []


@IN_EACH_LANGUAGE
def test_a_house_that_is_not_there_is_refused_with_the_list_of_those_that_are(client: Client, language: str) -> None:
    page = read(client, "/houses/casino-royale/", language, status=404)
    assert any("casino-royale" in text and "punto-banco-admiral" in text for text in page.texts)


@pytest.mark.parametrize("path", ["/", "/houses/baccarat-classico/"])
def test_pages_are_only_looked_at(client: Client, path: str) -> None:
    assert client.head(path).status_code == 200
    for method in (client.post, client.put, client.patch, client.delete):
        assert method(path).status_code == 405


def test_where_every_hand_is_shuffled_anew_the_seals_are_opened_after_each(client: Client) -> None:
    texts = " ".join(read(client, address(HOUSES["baccarat-online-side-bets"]), "en").texts)
    assert "opens every seal after the hand" in texts
    assert "end of the taglia" not in texts
