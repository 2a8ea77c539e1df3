"""A coup that was played is drawn again as it was: after each act the same cards, stakes, phase and payments."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from time_machine import travel

from table.models import Coup
from table.rules.houses import ADMIRAL, CLASSICO, MALTA, VENEZIA
from table.rules.profile import Profile, Role
from table.screens.read.coups import acts_of
from table.screens.read.pictures import pictures_of
from table.screens.read.snapshot import Snapshot
from table.screens.read.stretches import places, stretch_of
from tests.croupier.coups import deal, lay, pay, play, turn
from tests.house import shift
from tests.rig.cast import Doing
from tests.rig.diary import Diary, history
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, new_table, prepare_shoe, ready_table
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db


def plays(table: AtTable, doings: Iterable[Doing]) -> Diary:
    """Do all this, keeping a diary."""
    diary = Diary()
    for who, verb, given in doings:
        getattr(table.cast, who).does(verb, **given)
        diary.note(table.code)
    return diary


@pytest.mark.parametrize("role", [Role.AUDITOR, Role.ISPETTORE_GIOCO])
def test_coups_lead_to_no_desk_that_is_closed_to_who_reads_them(role: Role) -> None:
    table = ready_table()
    play(table, "P100@1")
    client, desk = signed_in(role), reverse("inspector", args=["T3"])
    opens = client.get(desk).status_code == 200
    for page in (reverse("coups", args=["T3"]), reverse("coup", args=["T3", 1, 1])):
        assert (f'href="{desk}"' in client.get(page).content.decode()) is opens


def test_every_act_of_a_shift_is_drawn_as_it_was() -> None:
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    diary = plays(table, shift.shift(table))
    assert len(diary) > 70
    assert history(table.code) == diary


def _a_coup(*acts: Doing) -> list[Doing]:
    return [("dealer", "open_bets", {}), *acts]


HELD_AND_EARLY = [
    # A card too many waits while the betting is open, and another one; both are of the coup in bianco that follows.
    *_a_coup(("dealer", "card_out", {"card": "7S", "exposed": True}), ("dealer", "card_out", {})),
    ("dealer", "play_blank", {"said": True}),
    ("dealer", "deal", {}),
    ("dealer", "turn_punto", {"cards": ["7S", "TD"]}),
    ("dealer", "card_out", {"exposed": True, "card": "2C"}),
    ("dealer", "turn_banco", {"cards": ["2D", "2H"]}),
]
KEYED_WRONG = [
    *_a_coup(
        ("dealer", "place", {"coup": "1.1", "position": "1", "box": "punto", "amount": 10_000}),
        ("dealer", "place", {"coup": "1.1", "position": "2", "box": "banco", "amount": 50_000}),
        ("dealer", "close_bets", {"said": True}),
    ),
    ("dealer", "correct_entry", {"what": "position", "new": {"position": "1", "meant": "3"}, "reason": "misread"}),
    (
        "dealer",
        "correct_entry",
        {"what": "stake", "new": {"position": "4", "box": "punto", "amount": 250_000}, "reason": "forgotten"},
    ),
    (
        "dealer",
        "correct_entry",
        {"what": "cash", "new": {"position": "2", "box": "banco", "cash": True}, "reason": "forgotten"},
    ),
    (
        "dealer",
        "correct_entry",
        {"what": "standing", "new": {"position": "3", "standing": True}, "reason": "forgotten"},
    ),
    ("dealer", "change_cash", {"coup": "1.1", "position": "2", "box": "banco"}),
    ("dealer", "deal", {}),
    ("dealer", "declare", {"claim": "carta", "means": "voice", "unclear": True}),
    ("dealer", "correct_entry", {"what": "declaration", "new": {}, "reason": "misheard"}),
    ("dealer", "declare", {"claim": "no_carta", "means": "voice"}),
    ("dealer", "turn_banco", {"cards": ["7D", "KD"]}),
    ("dealer", "turn_punto", {"cards": ["KS", "KH"]}),
    ("dealer", "correct_entry", {"what": "card", "new": {"number": 1, "card": "6S"}, "reason": "misread"}),
    ("dealer", "announce", {"banco": 7, "punto": 5}),
    ("dealer", "announce", {"banco": 7, "punto": 6, "cards_speak": True}),
    ("dealer", "settle", {}),
    ("ispettore", "correct_entry", {"what": "card", "new": {"number": 1, "card": "7S"}, "reason": "misread"}),
    ("ispettore", "suspend", {}),
    ("dealer", "announce", {"banco": 7, "punto": 7, "cards_speak": True}),
    ("dealer", "settle", {}),
]
STAKED: list[Doing] = [
    ("dealer", "place", {"coup": "1.1", "position": "1", "box": "punto", "amount": 10_000}),
    ("dealer", "close_bets", {"said": True}),
]
OVERLOOKED: Doing = (
    "dealer",
    "report_incident",
    {"kind": "overlooked_card", "facts": {"seen": True, "card": "9S"}},
)
OVERLOOKED_AND_VISIBLE = [
    # The card in the sabot is seen first, then the one that was overlooked; both are of the coup in bianco.
    *_a_coup(*STAKED, ("dealer", "report_visible", {}), OVERLOOKED),
    ("dealer", "play_blank", {"said": True}),
    ("dealer", "deal", {}),
]
KNOWN_AND_DEALT = [
    *_a_coup(*STAKED, OVERLOOKED),
    (
        "dealer",
        "correct_entry",
        {"what": "stake", "new": {"position": "2", "box": "banco", "amount": 150_000}, "reason": "forgotten"},
    ),
    ("dealer", "card_out", {}),
    ("dealer", "call_blank", {"said": True}),
    ("dealer", "deal", {}),
]
CUT_CARD_REPORTED_LATE = [
    *_a_coup(*STAKED),
    ("dealer", "deal", {}),
    ("dealer", "turn_battuta", {"cards": ["9S", "KD"]}),
    ("dealer", "turn_banco", {"cards": ["4H", "3C"]}),
    ("dealer", "announce", {"banco": 7, "punto": 9}),
    ("dealer", "settle", {}),
    ("ispettore", "correct_entry", {"what": "cut_card", "new": {"hand_cards": 0}, "reason": "forgotten"}),
    ("dealer", "call_last_coup", {"said": True}),
    ("dealer", "extract_remaining", {"cards": ["2C", "5C"]}),
]
CUT_CARD_BEFORE_THE_NEXT = [
    *_a_coup(*STAKED),
    ("dealer", "deal", {}),
    ("dealer", "cut_card_out", {}),
    ("dealer", "declare", {"claim": "no_carta", "means": "voice"}),
    ("dealer", "turn_banco", {"cards": ["4H", "3C"]}),
    ("dealer", "turn_punto", {"cards": ["7S", "KD"]}),
    ("dealer", "announce", {"banco": 7, "punto": 7}),
    ("dealer", "settle", {}),
    ("dealer", "burn", {}),
    ("dealer", "call_last_coup", {"said": True}),
    ("dealer", "open_bets", {}),
    ("dealer", "clear", {"coup": "1.2"}),
    ("dealer", "place", {"coup": "1.2", "position": "1", "box": "punto", "amount": 10_000}),
    ("dealer", "close_bets", {"said": True}),
    ("dealer", "deal", {}),
]
SABOT_EMPTY: list[Doing] = [
    *_a_coup(*STAKED),
    ("dealer", "card_out", {}),
    ("dealer", "report_incident", {"kind": "sabot_empty", "facts": {}}),
]
WENT_WRONG = {
    "cards out of turn": HELD_AND_EARLY,
    "entries put right": KEYED_WRONG,
    "a card overlooked, another visible": OVERLOOKED_AND_VISIBLE,
    "the first card known, and dealt from": KNOWN_AND_DEALT,
    "the cut card told after the payment": CUT_CARD_REPORTED_LATE,
    "the cut card in front of the next coup": CUT_CARD_BEFORE_THE_NEXT,
    "the sabot found empty": SABOT_EMPTY,
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("doings", WENT_WRONG.values(), ids=WENT_WRONG)
def test_a_coup_that_went_wrong_is_drawn_as_it_was(doings: list[Doing]) -> None:
    table = ready_table()
    diary = plays(table, doings)
    assert history(table.code) == diary


def by_two(table: AtTable) -> Iterator[Doing]:
    """Chips that are another's before a face is known; afterwards a stake on the wrong box, put right by two."""
    yield "comunale", "sign_on", {}
    yield "dealer", "open_bets", {}
    for position, amount in (("1", 80_000), ("2", 30_000), ("3", 40_000)):
        yield "dealer", "place", {"coup": "1.1", "position": position, "box": "punto", "amount": amount}
    yield "dealer", "close_bets", {"said": True}
    owner = {"position": "2", "box": "punto", "owner": "anna"}
    yield "dealer", "correct_entry", {"what": "owner", "new": owner, "reason": "found_out"}
    yield "dealer", "deal", {}
    yield "dealer", "turn_battuta", {"cards": ["9S", "KD"]}
    box = {"position": "3", "box": "punto", "meant": "banco"}
    yield "ispettore", "correct_entry", {"what": "box", "new": box, "reason": "misread"}
    yield "comunale", "confirm_correction", {"correction": table.number}
    yield "dealer", "turn_banco", {"cards": ["4H", "3C"]}
    yield "dealer", "announce", {"banco": 7, "punto": 9}
    yield "dealer", "settle", {}


def test_a_stake_that_two_put_right_is_drawn_as_it_was_from_the_second_on() -> None:
    table = ready_table()
    diary = plays(table, by_two(table))
    assert history(table.code) == diary


OPEN_CARDS = {"cards": ["7D", "KD", "KS", "6H"]}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("profile", [MALTA, CLASSICO, ADMIRAL], ids=lambda profile: profile.key)
def test_a_coup_with_open_cards_is_drawn_as_it_was(profile: Profile) -> None:
    table = ready_table(profile)
    diary = plays(
        table,
        [
            *_a_coup(
                ("dealer", "place", {"coup": "1.1", "position": "1", "box": "punto", "amount": 10_000}),
                ("dealer", "raise", {"coup": "1.1", "position": "1", "box": "punto", "by": 2500}),
                ("dealer", "place", {"coup": "1.1", "position": "1", "box": "egalite", "amount": 1000}),
                ("dealer", "close_bets", {"said": True}),
            ),
            ("dealer", "deal", OPEN_CARDS),
            ("dealer", "announce", {"banco": 6, "punto": 7}),
            ("dealer", "settle", {}),
            ("dealer", "burn", {"open_next": True}),
            ("dealer", "repeat", {"coup": "1.2"}),
        ],
    )
    assert history(table.code) == diary


def test_a_covered_card_has_no_face_in_the_history_before_it_was_turned() -> None:
    table = ready_table(VENEZIA)
    plays(table, KEYED_WRONG)
    coup = Coup.objects.get()
    turned = next(done.entry.number for done in acts_of(coup) if done.entry.verb == "turn_banco")
    before, after = pictures_of(coup, turned - 1, turned, look=faces).looks.values()
    assert before == ["", "", "", ""]
    assert sorted(after) == ["", "", "7D", "KD"]


def test_a_colpo_in_bianco_begins_with_its_own_act_whatever_the_burning_before_it_asked_for() -> None:
    table = ready_table(VENEZIA, seats=1)
    deal(table, "P100@1")
    turn(table)
    pay(table)
    table.does("report_visible")
    burned, blank = table.does("burn", open_next=True).number, table.does("play_blank", said=True).number
    coup = Coup.objects.latest("pk")
    assert [it.entry.verb for it in acts_of(coup)] == ["play_blank"]
    assert {it: (of.coup.pk == coup.pk, of.step) for it, of in places(table.row, [burned, blank]).items()} == {
        burned: (False, burned - stretch_of(Coup.objects.earliest("pk")).opened),
        blank: (True, 0),
    }


def test_a_betting_that_a_burning_opened_is_of_the_colpo_in_bianco_that_began_in_it() -> None:
    table = ready_table(VENEZIA, seats=1)
    deal(table, "P100@1")
    turn(table)
    pay(table)
    burned = table.does("burn", open_next=True).number
    lay(table, "P100@1")
    table.does("report_visible")
    blank = table.does("play_blank", said=True).number
    assert [it.entry.verb for it in acts_of(Coup.objects.latest("pk"))] == [
        *("burn", "place", "report_visible", "play_blank"),
    ]
    assert [places(table.row, [it])[it].step for it in (burned + 1, blank)] == [1, 3]


def test_a_burning_that_suspended_the_table_has_opened_no_betting_of_a_colpo_in_bianco_after_it() -> None:
    table = ready_table(VENEZIA, seats=1)
    deal(table, "P100@1")
    table.cast.ispettore.does("suspend")
    turn(table)
    pay(table)
    table.does("burn", open_next=True)
    table.cast.ispettore.does("resume")
    table.does("report_visible")
    table.does("play_blank", said=True)
    assert [it.entry.verb for it in acts_of(Coup.objects.latest("pk"))] == ["play_blank"]


def faces(table: Snapshot) -> list[str]:
    return [card.face for card in table.state.cards]


# --- the pages


@pytest.fixture
def auditor() -> Client:
    """Somebody who reads the records, after a coup was played and while the next one is."""
    table = ready_table(MALTA)
    table.does("open_bets")
    table.does("place", coup="1.1", position="1", box="punto", amount=10_000)
    table.press(("close_bets", {"said": True}), ("deal", OPEN_CARDS), ("announce", {"banco": 6, "punto": 7}))
    table.press(("settle", {}), ("burn", {"open_next": True}))
    return signed_in(Role.AUDITOR, language="en")


def page(client: Client, name: str, *args: object, **query: str) -> str:
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_coups_of_a_taglia_lead_to_their_pages(auditor: Client) -> None:
    text = page(auditor, "coups", "T3")
    assert "Banco 6, Punto 7" in text
    assert "being played" in text
    for key in ("1.1", "1.2"):
        assert f'href="/tables/T3/coups/{key}/"' in text


def test_a_coup_is_walked_through_by_plain_links(auditor: Client) -> None:
    first = page(auditor, "coup", "T3", 1, 1)
    assert 'rel="next" href="?step=1#replay"' in first
    assert 'rel="prev"' not in first
    last = page(auditor, "coup", "T3", 1, 1, step="999")
    assert 'rel="next"' not in last
    assert "Step 7 of 7" in last


def test_the_acts_of_a_coup_over_midnight_stand_under_their_days() -> None:
    table = ready_table(MALTA)
    with travel(datetime(2026, 11, 28, 22, 59, tzinfo=UTC), tick=False) as clock:
        table.press(("open_bets", {}), ("place", {"coup": "1.1", "position": "1", "box": "punto", "amount": 10_000}))
        clock.shift(120)
        table.does("close_bets", said=True)
        text = page(signed_in(Role.AUDITOR, language="en"), "coup", "T3", 1, 1)
    days = [(it.start(), it[1]) for it in re.finditer(r'<li class="entry-day"><time datetime="([\d-]+)">', text)]
    assert [day for _, day in days] == ["2026-11-28", "2026-11-29"]
    assert text.index("23:59:00</time>", days[0][0]) < days[1][0] < text.index("00:01:00</time>")


def test_only_what_was_turned_at_a_step_lies_open_on_its_page(auditor: Client) -> None:
    assert "data-face" not in page(auditor, "coup", "T3", 1, 1, step="2")
    assert page(auditor, "coup", "T3", 1, 1, step="3").count("data-face") == 4


def test_the_cards_of_a_coup_that_is_over_are_found_where_they_lay_before_they_were_burned(auditor: Client) -> None:
    shown = page(auditor, "coup", "T3", 1, 1, step="laid")
    assert "Step 6 of 7" in shown
    assert shown.count("data-face") == 4


@pytest.mark.one_in(3)
@pytest.mark.parametrize("step", ["", "-1", "x", "١", "99999999999"])
def test_whatever_is_asked_for_as_a_step_is_answered(auditor: Client, step: str) -> None:
    assert "Step 1 of 7" in page(auditor, "coup", "T3", 1, 1, step=step)


def test_a_coup_that_was_never_played_has_no_page(auditor: Client) -> None:
    assert auditor.get(reverse("coup", args=["T3", 1, 9])).status_code == 404
    assert auditor.get(reverse("coups", args=["T9"])).status_code == 404
    assert auditor.get(reverse("coups", args=["T3"]), {"taglia": "7"}).status_code == 200


def test_a_dealer_does_not_read_the_coups_of_a_table(auditor: Client) -> None:
    dealer = signed_in(Role.DEALER)
    assert dealer.get(reverse("coups", args=["T3"])).status_code == 403
    assert dealer.get(reverse("coup", args=["T3", 1, 1])).status_code == 403
    assert auditor.get(reverse("coup", args=["T3", 1, 1])).status_code == 200


def test_a_coup_is_found_without_reading_the_record_before_it() -> None:
    table = ready_table(MALTA)
    for coup in range(1, 7):
        table.does("open_bets") if coup == 1 else table.does("clear", coup=table.coup)
        table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
        table.press(("close_bets", {"said": True}), ("deal", OPEN_CARDS), ("announce", {"banco": 6, "punto": 7}))
        table.press(("settle", {}), ("burn", {"open_next": True}))
    work = [_steps_to_find(coup) for coup in Coup.objects.select_related("shoe", "policy", "table").order_by("pk")]
    assert max(work[1:]) < 1.2 * work[1]


def _steps_to_find(coup: Coup) -> int:
    with Counting() as count:
        assert acts_of(coup)
    return count.steps


def test_a_betting_that_was_given_up_keeps_its_number_and_is_not_counted_as_played() -> None:
    table = ready_table(code="T7")
    play(table, "P100@1")
    lay(table, "P100@1")
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    play(table, "P100@1")
    assert list(table.row.coups.values_list("number", "outcome")) == [(1, "settled"), (2, "cancelled"), (3, "settled")]
    text = page(signed_in(Role.AUDITOR), "coups", "T7")
    assert "Colpi giocati: 2" in text
    assert re.search(r"1\.2</b>.*?colpo non giocato: puntate restituite", text, re.DOTALL)


def test_what_nobody_collected_is_listed_with_the_coups_and_what_became_of_it() -> None:
    table = ready_table(code="T7")
    for position in "12":
        facts = {"position": position, "left": "chips", "amount": 2500}
        table.does("report_incident", kind="uncollected", facts=facts)
    table.cast.direzione.does("dispose", slip=1, text="to the cash desk")
    text = re.sub(r"<[^>]+>|\s+", " ", page(signed_in(Role.AUDITOR, language="en"), "coups", "T7"))
    assert f"disposed of in number {table.number}, delia" in text
    assert f"in custody since number {table.number - 1}" in text


def _in_a_new_taglia(table: AtTable) -> list[str]:
    """The verbs of a Colpo in Bianco that begins a taglia, as its first card lies visible in the sabot."""
    prepare_shoe(table, VENEZIA, serial="S-2")
    table.does("report_visible")
    table.does("play_blank", said=True)
    return [it.entry.verb for it in acts_of(Coup.objects.latest("pk"))]


def test_a_burning_that_ended_the_taglia_has_opened_no_betting_of_a_colpo_in_bianco_in_the_next() -> None:
    table = ready_table(VENEZIA, seats=1)
    deal(table, "P100@1")
    table.does("cut_card_out", hand_cards=2, said=True)
    turn(table)
    pay(table)
    table.does("burn", open_next=True)
    assert _in_a_new_taglia(table) == ["play_blank"]


def test_a_burning_before_a_colpo_in_bianco_that_lapsed_has_opened_no_betting_of_another_one() -> None:
    table = ready_table(VENEZIA, seats=1)
    deal(table, "P100@1")
    turn(table)
    table.does("card_out", card="7S", exposed=True, extra=True)
    pay(table)
    table.does("burn", open_next=True)
    table.cast.direzione.does("void_shoe")
    assert _in_a_new_taglia(table) == ["play_blank"]
