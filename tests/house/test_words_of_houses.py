"""A house has its own words for boxes, a tie, calls and offices; what its document lacks is a plain word."""

import re

import pytest
from django.test import Client
from django.utils import translation

from table.rules.houses import ADMIRAL, CLASSICO, MALTA, ONLINE, VENEZIA
from table.rules.profile import Profile, Role, derive
from table.rules.shoe import LAST_COUP_OR_NULL
from table.screens.audiences import WATCHERS, staff_view
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from table.words.offices import called_by, named
from tests.croupier.coups import close, lay, pay, play
from tests.house.reader import LANGUAGES
from tests.rig.staff import signed_in
from tests.rig.tables import ONLINE_ON_CLOTH, AtTable, ready_table

pytestmark = pytest.mark.django_db
BY_HAND = derive(ONLINE_ON_CLOTH, key="online-by-hand", virtual_shoe=False)
PUBLIC = ("sign", "strip:1", "felt:players", "felt:watch")


def public(table: AtTable, language: str) -> str:
    """What players and passers-by see."""
    snapshot = table.snapshot
    return " ".join(render(snapshot, Region(name, language)) for name in PUBLIC)


def staff(table: AtTable, language: str) -> str:
    """What everybody of the staff sees, with all sheets."""
    snapshot, texts = take(table.code), []
    assert snapshot is not None
    for role in (Role.DEALER, *WATCHERS):
        person = table.cast.with_role(role).person
        view = staff_view("dealer" if role is Role.DEALER else "table", table.code, person, language)
        texts += [render(snapshot, it) for regions in (view.regions, view.dialogs) for it in regions[table.code]]
    return " ".join(texts)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("profile", "word"), [(MALTA, "Parità"), (ADMIRAL, "Tie")], ids=["malta", "admiral"])
def test_felt_sign_seat_console_and_prices_call_a_tie_as_the_house_does(
    profile: Profile, word: str, language: str
) -> None:
    table = ready_table(profile, code="W1")
    lay(table, "P100@1")
    for text in (public(table, language), staff(table, language)):
        assert "Egalité" not in text
        assert word in text


def test_in_venezia_and_the_classical_game_it_is_egalite() -> None:
    for profile in (VENEZIA, CLASSICO):
        assert named("Egalité", called_by(profile)) == "Egalité"


@pytest.mark.parametrize("language", LANGUAGES)
def test_admiral_calls_in_german_and_in_french_as_its_document_has_them(language: str) -> None:
    table = ready_table(ADMIRAL, code="W1")
    close(table, "P100@1")
    table.does("deal", cards=["9S", "2S", "KD", "3S"])
    text = staff(table, language)
    assert "Punto gewinnt" in text
    assert "vince Punto" not in text


@pytest.mark.parametrize(
    ("language", "headline"), [("it", "Punto vince"), ("en", "Punto wins"), ("de", "Punto gewinnt")]
)
def test_who_has_won_is_no_call_and_is_read_in_the_language_of_the_screen(language: str, headline: str) -> None:
    table = ready_table(ADMIRAL, code="W1")
    close(table, "P100@1")
    table.does("deal", cards=["9S", "2S", "KD", "3S"])
    pay(table)
    found = set(re.findall(r"Punto (?:vince|wins|gewinnt)", public(table, language), re.IGNORECASE))
    assert found == {headline}


@pytest.mark.parametrize(
    ("language", "inspector", "management"),
    [("it", "ispettore", "direzione"), ("en", "inspector", "management"), ("de", "Inspektor", "Direktion")],
)
def test_an_office_that_no_document_knows_is_a_plain_word_of_the_language(
    language: str, inspector: str, management: str
) -> None:
    with translation.override(language):
        assert named("… Ispettore di Gioco, Direzione Giochi", called_by(CLASSICO)) == f"… {inspector}, {management}"
        assert named("… Ispettore di Gioco, Direzione", called_by(MALTA)) == f"… {inspector}, Direzione"
        assert named("… Ispettore di Gioco, Direzione", called_by(ADMIRAL)) == f"… {inspector}, Direktion"
        assert named("… Ispettore di Gioco, Direzione", called_by(VENEZIA)) == "… Ispettore di Gioco, Direzione"
        own = derive(CLASSICO, key="own", source="My own")
        assert named("<b>Ispettore di Gioco</b>", called_by(own)) == f"<b>{inspector.capitalize()}</b>"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", [MALTA, CLASSICO, ADMIRAL], ids=lambda it: it.key)
def test_no_screen_of_such_a_house_names_an_office_of_venice(profile: Profile, language: str) -> None:
    table = ready_table(profile, code="W1")
    lay(table, "P100@1")
    text = staff(table, language)
    assert re.findall(r"Ispettor[ei] di Gioco|Capo Isola", text) == []


def test_the_ispettore_comunale_is_called_so_wherever_they_are() -> None:
    with translation.override("de"):
        assert named("der Ispettore Comunale", called_by(ONLINE)) == "der Ispettore Comunale"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", [MALTA, CLASSICO, ADMIRAL], ids=lambda it: it.key)
def test_the_sheets_of_a_house_that_deals_open_do_not_speak_of_declaring(profile: Profile, language: str) -> None:
    table = ready_table(profile, code="W1")
    lay(table, "P100@1")
    texts = re.sub(r"<[^>]+>", "\n", staff(table, language) + public(table, language))
    assert re.findall(r"no carta|declar|dichiara|sagt an|Ansage des", texts) == []
    assert "report-declaration" not in staff(table, language)


@pytest.mark.parametrize(
    ("language", "box", "tie"),
    [("it", "Giocatore", "Pareggio"), ("en", "Player", "Tie"), ("de", "Spieler", "Unentschieden")],
)
def test_the_game_online_calls_its_boxes_as_its_players_do(language: str, box: str, tie: str) -> None:
    with translation.override(language):
        said = named("Punto, Egalité; Super Punto Banco", called_by(ONLINE))
    assert said == f"{box}, {tie}; Super Punto Banco"


@pytest.mark.parametrize("language", ["en", "de"])
def test_where_every_box_is_called_otherwise_no_usual_name_is_left_on_any_screen_of_a_coup(language: str) -> None:
    table = ready_table(BY_HAND, code="W1")
    close(table, "P100@1")
    table.does("deal", cards=["6S", "2S", "KD", "4S"])
    dealt = public(table, language) + staff(table, language)
    pay(table)
    paid = public(table, language) + staff(table, language)
    table.does("burn")
    for text in (dealt, paid, public(table, language) + staff(table, language)):
        assert re.findall(r".{30}(?<![\w-])(?:Punto|Banco|Egalité|PUNTO|BANCO)(?!\w| Banco).{9}", text, re.DOTALL) == []


@pytest.mark.parametrize(("profile", "word"), [(MALTA, "Parità"), (ADMIRAL, "Tie")], ids=["malta", "admiral"])
def test_the_page_of_a_house_calls_it_so_too(client: Client, profile: Profile, word: str) -> None:
    text = client.get(f"/houses/{profile.key}/").content.decode()
    assert "Egalité" not in text
    assert word in text


DRAWN = re.compile(r'class="letter letter-(\w+)"(?:(?!</svg>).)*<text[^>]*>([\w=])</text>', re.DOTALL)
BEAD = re.compile(r'class="bead bead-T(?:(?!</g>).)*<text>([\w=])</text>', re.DOTALL)
FELT = re.compile(r'class="cell-letter cell-letter-(\w+)"[^>]*>([\w=])</text >')


LETTERS = [(VENEZIA, "PBE"), (MALTA, "PB="), (ADMIRAL, "PBT"), (CLASSICO, "PBE")]
"""Those of houses whose boxes are called the same in every language."""


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("profile", "language", "letters"),
    [
        *((profile, language, letters) for profile, letters in LETTERS for language in LANGUAGES),
        (BY_HAND, "it", "GBP"),
        (BY_HAND, "en", "PBT"),
        (BY_HAND, "de", "SBU"),
    ],
    ids=lambda it: getattr(it, "key", it),
)
def test_the_letter_of_a_box_is_that_of_its_name_on_cloth_sign_and_beads(
    profile: Profile, language: str, letters: str
) -> None:
    """No two boxes have one letter: where a tie begins as Punto does it is «=»."""
    assert len(set(letters)) == len(letters)
    table = ready_table(profile, code="W1")
    lay(table, "P40@1")
    of_box = dict(zip(("punto", "banco", "egalite"), letters, strict=True))
    drawn = {*DRAWN.findall(public(table, language)), *FELT.findall(public(table, language))}
    assert drawn == {(box, letter) for box, letter in drawn if of_box.get(box, letter) == letter}
    assert {box for box, _letter in drawn} >= set(of_box)


@pytest.mark.parametrize(("profile", "letter"), [(VENEZIA, "E"), (MALTA, "="), (ADMIRAL, "T")], ids=["v", "m", "a"])
def test_the_bead_of_a_tie_has_its_letter(profile: Profile, letter: str) -> None:
    table = ready_table(profile, code="W1")
    if profile.dealing == "face_up":
        close(table, "P40@1")
        table.does("deal", cards=["9S", "9H", "KD", "KC"])
        pay(table)
        table.does("burn")
    else:
        play(table, "P40@1", punto="9S KD", banco="9H KC")
    assert set(BEAD.findall(public(table, "it"))) == {letter}


@pytest.mark.parametrize("language", LANGUAGES)
def test_admiral_opens_and_ends_in_its_own_languages(language: str) -> None:
    table = ready_table(ADMIRAL, code="W1")
    assert "Faites vos jeux" in staff(table, language)
    with translation.override(language):
        for said, there in (
            ("Ultimo colpo della taglia", "Letzter Coup der Taglia"),
            (LAST_COUP_OR_NULL % "sette", "Letzter Coup der Taglia, mindestens sieben Karten oder nichtig"),
            ("Le carte parlano: Banco 2, Punto 9: vince Punto", "Die Karten sprechen: Banco 2, Punto 9: Punto gewinnt"),
            ("Banco 9, Punto 9: Egalité", "Banco 9, Punto 9: Tie"),
        ):
            assert named(said, called_by(ADMIRAL)) == there


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("profile", "word"), [(MALTA, "Parità"), (ADMIRAL, "Tie")], ids=["malta", "admiral"])
def test_so_do_the_forms_of_the_office_in_which_its_rules_and_limits_are_decided(
    profile: Profile, word: str, language: str
) -> None:
    ready_table(profile, code="W1")
    client = signed_in(Role.DIREZIONE, language=language)
    for path in ("/office/tables/W1/rules/", "/office/tables/W1/limits/"):
        text = client.get(path).content.decode()
        assert "Egalité" not in text
        assert word in text
