"""`manage.py odds`: the odds on paper, for one house or for all."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from table.rules.houses import HOUSES
from tests.rig.rows import every_row

pytestmark = pytest.mark.django_db

ONLINE = """\
Baccarat online (baccarat-online-side-bets)
A fresh shoe of 6 decks: 312 cards
Bet                Wins  Returned      Loses  Player’s edge  Return to player
Punto         44.6279 %  9.5069 %  45.8653 %      -1.2374 %         98.7626 %
Banco         45.8653 %  9.5069 %  44.6279 %      -1.0558 %         98.9442 %
Egalité        9.5069 %  0.0000 %  90.4931 %     -14.4382 %         85.5618 %
Player pair    7.3955 %  0.0000 %  92.6045 %     -11.2540 %         88.7460 %
Banker pair    7.3955 %  0.0000 %  92.6045 %     -11.2540 %         88.7460 %
Either pair   14.2439 %  0.0000 %  85.7561 %     -14.5365 %         85.4635 %
Perfect pair   3.1896 %  0.0000 %  96.8104 %     -17.0716 %         82.9284 %
Grande        62.1075 %  0.0000 %  37.8925 %      -4.3545 %         95.6455 %
Piccolo       37.8925 %  0.0000 %  62.1075 %      -5.2687 %         94.7313 %
"""


def odds(*arguments: str, language: str = "en") -> str:
    """What the command prints."""
    paper = StringIO()
    with translation.override(language):
        call_command("odds", *arguments, stdout=paper)
    return paper.getvalue()


def refusal(*arguments: str) -> str:
    """The sentence with which the command refuses, having printed nothing."""
    paper = StringIO()
    with translation.override("en"), pytest.raises(CommandError) as refused:
        call_command("odds", *arguments, stdout=paper)
    assert paper.getvalue() == ""
    return str(refused.value)


def test_one_house_from_a_fresh_shoe() -> None:
    assert odds("--profile", "baccarat-online-side-bets") == ONLINE


def test_all_houses_one_under_another() -> None:
    pages = odds().split("\n\n")
    assert [page.splitlines()[0] for page in pages] == [f"{it.title} ({it.key})" for it in HOUSES.values()]
    assert odds("--profile", "punto-y-banco-malta") == pages[1] + "\n"


def test_edges_to_the_last_figure() -> None:
    _, _, heads, punto, banco, egalite = odds("--profile", "punto-y-banco-malta", "--exact").splitlines()
    assert heads.endswith("Exact edge")
    assert punto.split()[-1] == "-18880657128/1525814595305"
    assert banco.split()[-1] == "-716053792/49219825655"
    assert egalite.split()[-1] == "-220299549488/1525814595305"


def test_other_decks_and_cards_that_are_gone() -> None:
    paper = odds("--profile", "baccarat-classico", "--decks", "1", "--removed", "9S, 9 10hx1 KD").splitlines()
    assert paper[1] == "1 deck without 9S TH KD 9: 48 cards left"
    assert paper[3].split()[-2:] == ["98.7412", "%"]
    assert "8 decks without 9Sx2 QC: 413 cards left" in odds("--decks", "8", "--removed", "9S QC 9S")


def test_what_is_printed_of_the_cards_gone_can_be_typed_again() -> None:
    paper = odds("--removed", "9Sx2 QC Ax3 10 2H")
    gone = paper.splitlines()[1].removeprefix("6 decks without ").partition(":")[0]
    assert gone == "9Sx2 2H QC Ax3 T"
    assert odds("--removed", gone) == paper


def test_columns_are_aligned() -> None:
    for page in odds("--exact").split("\n\n"):
        assert len({len(line) for line in page.splitlines()[2:]}) == 1


@every_row(
    ("arguments", "sentence"),
    [
        (("--profile", "monaco"), "There is no house “monaco”; the houses are: " + ", ".join(HOUSES) + "."),
        (("--decks", "0"), "Odds are told for 1 to 1000 whole decks."),
        (("--decks", "six"), "Odds are told for 1 to 1000 whole decks."),
        (("--decks", "6.5"), "Odds are told for 1 to 1000 whole decks."),
        (("--decks=-6",), "Odds are told for 1 to 1000 whole decks."),
        (("--decks", "9" * 5000), "Odds are told for 1 to 1000 whole decks."),
        (("--removed", "9Sx7"), "9S cannot come 7 times: 6 decks hold it 6 times. Look at the card again."),
        (
            ("--removed", "9x25"),
            "Rank 9 cannot come 25 times: the shoe began with 24 such cards. Look at them again.",
        ),
        (("--removed", "9S ??"), "A card that nobody has seen changes no odds; name only cards that lay open."),
        (
            ("--removed", "9S 1H"),
            "“1H” is not a card: write the rank A 2 … 9 10 J Q K and then the suit S H D C, as in 7S, 10H, QD.",
        ),
        (
            ("--decks", "1", "--removed", "Ax4 2x4 3x4 4x4 5x4 6x4 7x4 8x4 9x4 10x4 Jx4 Qx3"),
            "Only 5 cards would be left and a coup may need 6; its odds cannot be told.",
        ),
    ],
)
def test_what_cannot_be_told_is_refused_with_its_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    assert refusal(*arguments) == sentence


def test_for_programs_every_figure_is_a_number_and_a_fraction() -> None:
    (house,) = json.loads(odds("--json", "--profile", "punto-y-banco-malta", "--removed", "9Sx2"))["houses"]
    assert (house["house"], house["decks"], house["cards_left"], house["gone"]) == (
        "punto-y-banco-malta",
        6,
        310,
        ["9Sx2"],
    )
    (house,) = json.loads(odds("--json", "--profile", "punto-y-banco-malta"))["houses"]
    assert house["bets"]["punto"]["edge"]["exact"] == "-18880657128/1525814595305"
    assert house["bets"]["punto"]["edge"]["value"] == pytest.approx(-0.0123741490)
