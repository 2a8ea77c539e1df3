"""Scripts as text: what a line is, what stands in it, and what is said of one that nobody understands."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from table.models import Alert, DrawnCard, Policy
from table.rules.houses import VENEZIA
from table.rules.profile import Box, Rounding, as_values
from table.rules.refusal import Code, Refused
from table.script import values
from table.script.follow import follow, read
from table.script.form import ACTS, LineForm, Stopped, line
from table.script.lines.table import newest_alert
from table.script.player import Player
from table.script.values import StakePlace, WrittenStake
from tests.rig.rows import every_row

pytestmark = pytest.mark.usefixtures("in_english")

DOCS = Path(settings.BASE_DIR) / "docs" / "scripts.md"


@every_row("form", ACTS)
def test_every_example_is_read_as_what_it_is_an_example_of(form: LineForm) -> None:
    assert line(form.example).does is form.does


def test_the_page_on_scripts_shows_every_form_and_no_other() -> None:
    shown = set(re.findall(r"`([^`]*)`", DOCS.read_text(encoding="utf-8").replace("\n", " ")))
    forms = {form.text for form in ACTS}
    assert forms - shown == set()
    assert {text for text in shown if re.search(r"\b[A-Z]{3,}\b", text)} - forms == set()


def test_a_script_is_its_lines_without_remarks() -> None:
    lines = read("# An evening\n\n  Seat   2 rossi  # the tall one\n\nrien ne va plus\n")
    assert [(it.number, it.text, it.given) for it in lines] == [
        (3, "Seat 2 rossi", {"position": "2", "guest": "rossi"}),
        (5, "rien ne va plus", {}),
    ]


def test_a_whole_coup_is_one_line() -> None:
    coup = line("coup P100@2 t7.50@3/rossi: 2H 10C ks qd + 5C").given
    assert coup["stakes"] == [WrittenStake(Box.PUNTO, 10000, "2"), WrittenStake(Box.EGALITE, 750, "3", "rossi")]
    assert [str(card) for card in coup["cards"]] == ["2H", "TC", "KS", "QD"]
    assert [str(card) for card in coup["left"]] == ["5C"]


def test_a_dash_says_that_nobody_stakes() -> None:
    assert line("coup -: 2H TC KS QD").given["stakes"] == []


def test_a_line_may_stand_within_another() -> None:
    refused = line("expect refused e_role: by dealer assigns 5 rossi").given
    assert refused["code"] == "E_ROLE"
    assert refused["line"].given["line"].given == {"position": "5", "guest": "rossi"}


@pytest.mark.parametrize(("text", "cents"), [("100", 10000), ("7.5", 750), ("7.50", 750), ("0.05", 5)])
def test_money_is_whole_units_with_decimals(text: str, cents: int) -> None:
    assert values.money(text) == cents
    assert values.signed(f"-{text}") == -cents
    assert values.signed(f"+{text}") == cents


@pytest.mark.parametrize("text", ["", "x", "1,50", "1.234", ".5", "-3", "1e3"])
def test_what_is_no_money_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is no amount of money"):
        values.money(text)


@pytest.mark.parametrize("text", ["--5", "+-5", "-+5", "++5", "-", ""])
def test_an_amount_has_one_sign_at_most(text: str) -> None:
    with pytest.raises(Refused, match="is no amount of money"):
        values.signed(text)


def test_a_place_is_a_position_or_a_stake_there() -> None:
    assert values.place("4") == StakePlace("4")
    assert values.place("T@4/rossi") == StakePlace("4", Box.EGALITE, "rossi")


def test_limits_are_told_for_each_kind_of_stake() -> None:
    assert values.limits("main 10-1000 egalite 2.50 - 200") == {"main": [1000, 100000], "egalite": [250, 20000]}


def test_a_house_is_named_with_what_is_otherwise_in_it() -> None:
    profile = values.house("punto-y-banco-malta rounding=down:1.00 positions=1,2,12 chips=5,25")
    assert (profile.rounding, profile.positions, profile.chips) == (
        Rounding(100, "down"),
        ("1", "2", "12"),
        (500, 2500),
    )
    profile = values.house("baccarat-classico decks=8 cut_card=no announce_limits_by=none reader=none")
    assert (profile.decks, profile.cut_card, profile.announce_limits_by, profile.reader) == (8, False, None, "none")


def test_arguments_of_an_act_are_json_or_words() -> None:
    given = values.keys('what=card new={"number": 1, "card": "9S"} amount=5 said=false box=punto names=["a", "b"]')
    assert given == {
        "what": "card",
        "new": {"number": 1, "card": "9S"},
        "amount": 5,
        "said": False,
        "box": "punto",
        "names": ["a", "b"],
    }


def test_arguments_may_be_nested() -> None:
    given = values.keys('facts={"places": {"1": [1, 2]}, "by": "a}b"} rows=[[["x"]], {"y": "]"}] said="a \\" b" end=1')
    assert given == {
        "facts": {"places": {"1": [1, 2]}, "by": "a}b"},
        "rows": [[["x"]], {"y": "]"}],
        "said": 'a " b',
        "end": 1,
    }
    assert values.keys("said=" + "[" * 3000) == {"said": "[" * 3000}, "nested deeper than Python reads it is a word"
    assert values.pairs("one={no json}  two={open ") == [("one", "{no json}"), ("two", "{open")]


UNREAD = [
    ("seat", "This line is not understood; the nearest to it is written “seat POSITION [GUEST]”"),
    ("expect reeder 2", "written “expect reader POSITION”, for instance “expect reader 2”."),
    ("rien va plus", "written “rien ne va plus”"),
    ("coup P100@2 2H 3C", "written “coup STAKES: CARDS [+ LEFT]”"),
    ("says perhaps", "written “says CLAIM”, for instance “says no carta”."),
    ("stakes P100", "“P100” is no stake: write P, B or T, the amount and the position, as in P100@2 or T7.50@3/rossi."),
    ("stakes X100@2", "“X100@2” is no stake"),
    ("stakes P1.234@2", "“1.234” is no amount of money: write whole units, as in 100 or 7.50."),
    ("cards 2H 1C", "“1C” is not a card"),
    ("coup P100@2: 2H ??? 3C 4C", "“???” is not a card"),
    ("limits main 10", "“main 10” are no limits"),
    ("house casino-royale", "There is no house “casino-royale”"),
    ("house punto-y-banco-malta chairs=7", "A house has no key “chairs”."),
    ("house baccarat-classico reader=highest_punto", "Key “reader”: cards can be read only where they are dealt face"),
    ("expect money prize P@2 1.00", "written “expect money PAID PLACE SIGNED”"),
    ("by butler pays", "There is no role “butler”; the roles are: dealer,"),
    ("do place position 2", "“position 2” cannot be read here: write key=value, without spaces about the sign."),
    ("expect refused E_ROLE: dances", "This line is not understood"),
    (f"{'by dealer ' * 500}pays", "written “by ROLE LINE”, for instance “by dealer assigns 5 rossi”."),
]


@pytest.mark.django_db
@every_row(("text", "sentence"), UNREAD)
def test_a_line_that_is_not_understood_is_named_with_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(Stopped) as stopped:
        read(f"# An evening\nseat 2\n{text}\nseat 3")
    assert stopped.value.number == 3
    assert str(stopped.value).startswith(f"Line 3, “{text}”: ")
    assert sentence in str(stopped.value)


def test_a_script_is_no_book() -> None:
    with pytest.raises(Refused, match="at most 100000 lines"):
        read("pays\n" * 100_001)


@pytest.mark.django_db
def test_a_covered_card_of_one_table_is_known_there_after_acts_at_another() -> None:
    at_each = "house super-punto-banco-venezia\nseat 1 rossi\nopens the table\nopens the betting"
    script = f"{at_each}\nearly card unseen 6H\nat table T2\n{at_each}\nearly card unseen 9S\nat table T1\n"
    player = Player("T1")
    assert [str(it) for it in follow(player, read(f"{script}stakes P100@1\ncards 6H KC 2D 3H\n")) if it.found] == []
    assert DrawnCard.objects.filter(shoe__table__code="T1").count() == 4
    assert str(player.faces[1, 1]) == "6H"


@pytest.mark.django_db
def test_a_line_that_needs_an_open_table_opens_it_again_after_it_was_closed() -> None:
    player = Player("T1")
    script = "house super-punto-banco-venezia\nopens the table\ncloses the table\nopens the betting\n"
    assert [str(it) for it in follow(player, read(script)) if it.found] == []
    assert player.table.status == "open"


@pytest.mark.django_db
def test_before_any_entry_of_its_table_a_script_finds_no_effect_and_nothing_said() -> None:
    script = read("expect effect opened\nexpect phrase rien ne va plus\n")
    assert [it.found for it in follow(Player("T1"), script)] == ["nothing", "nothing said"]


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["verb", "self", "no_such"])
def test_an_act_with_an_argument_that_it_does_not_have_is_refused_whatever_that_is_called(key: str) -> None:
    script = read(f"house super-punto-banco-venezia\ndo suspend {key}=1\n")
    with pytest.raises(Stopped) as stopped:
        list(follow(Player("T1"), script))
    assert stopped.value.refused.code is Code.ARGUMENTS


@pytest.mark.django_db
def test_of_the_alerts_of_a_kind_the_newest_one_that_is_open_is_meant() -> None:
    player = Player("T1")
    player.set_up(VENEZIA)
    table = player.table
    for number, closed in ((5, None), (7, None), (8, 9)):
        Alert.objects.create(table=table, number=number, code="coup_annulled", since=timezone.now(), closed=closed)
    assert newest_alert(player, "coup_annulled") == 7
    table.alerts.filter(number__in=(5, 7)).update(closed=10)
    assert newest_alert(player, "coup_annulled") == 7
    assert newest_alert(player, "no_such") == 1


@pytest.mark.django_db
def test_a_table_whose_rules_were_stored_before_there_was_a_key_plays_by_its_default() -> None:
    player = Player("T1")
    player.set_up(VENEZIA)
    Policy.objects.update(values={key: value for key, value in as_values(VENEZIA).items() if key != "bank_presence"})
    player.open_table()
    player.set_up(VENEZIA)
    assert Policy.objects.count() == 1
