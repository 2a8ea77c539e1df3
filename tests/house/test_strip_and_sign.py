"""The display before a seat and the sign of a table: what a player may know, what they may propose, what binds whom."""

import html
import json
import re
from datetime import datetime
from typing import Any

import pytest

from table.live.frames import Propose, read
from table.models import HOUSE, Display
from table.record.door import proposals
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, VENEZIA
from table.rules.profile import Profile, derive
from table.rules.regola import Result
from table.rules.roads import Scoreboard
from table.screens.players.boards import board, boards
from table.screens.players.prices import price_lines
from table.screens.regions import Region, render
from tests.croupier.coups import close, deal, lay, pay, play, shoe_of, turn
from tests.croupier.situations import PHASES, in_phase
from tests.rig.page import words
from tests.rig.tables import AtTable, Cast, new_table, prepare_shoe, ready_table, seat

pytestmark = pytest.mark.django_db


def shown(table: AtTable, name: str, language: str = "en") -> str:
    """A region as it goes to the displays."""
    return render(table.snapshot, Region(name, language))


def offers(text: str) -> list[dict[str, Any]]:
    """What can be proposed to the dealer at a display: the frames behind its buttons."""
    frames = [json.loads(html.unescape(frame)) for frame in re.findall('data-frame="([^"]+)"', text)]
    return [it for it in frames if it["kind"] == "propose"]


def paired(position: str, table: str = "T3") -> Display:
    """A display before this position."""
    pairs = Cast.at(HOUSE).direzione
    pairs.does("pair_display", code=f"SEAT-{position}", kind="seat", table=table, position=position)
    return Display.objects.get(code=f"SEAT-{position}")


def test_a_null_coup_is_told_for_want_of_the_cards_that_the_house_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    shoe_of(monkeypatch, 8)
    for code, house, said in (
        ("A1", VENEZIA, "Null coup: fewer than 7 cards"),
        ("A2", derive(VENEZIA, key="eight", min_last_coup_cards=8), "Null coup: fewer than 8 cards"),
    ):
        table = ready_table(house, code=code, behind=4)
        play(table, "P100@1")
        table.does("cut_card_out")
        deal(table, "P100@1")
        table.does("declare", claim="carta", means="voice")
        table.does("turn_banco", cards=["4S", "KS"])
        table.does("extract_remaining", cards=[])
        assert said in words(shown(table, "sign"))


# --- the reader


def test_only_the_reader_is_told_to_read_and_what_the_regola_asks() -> None:
    table = ready_table()
    deal(table, "P100@1", "P500@2", "B500@3")
    reader, other = shown(table, "strip:2"), shown(table, "strip:1")
    assert "You read the cards" in reader
    assert "Keep the cards on the cloth." in reader
    for rule in ("0–5 «carta»", "6–7 «no carta»", "8–9 «battuta»"):
        assert rule in words(reader)
    assert "You read the cards" not in other
    assert [it["what"] for it in offers(reader)] == ["carta", "no_carta"]
    assert "carta" not in [it["what"] for it in offers(other)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "reading"])
def test_nobody_proposes_a_declaration_when_no_cards_lie_before_them(phase: str) -> None:
    assert [it["what"] for it in offers(shown(in_phase(phase), "strip:1"))] == ["mark"]


def test_the_buttons_send_what_the_house_understands_and_takes() -> None:
    table = ready_table(seats={"1": "anna", "2": "bruno"})
    table.does("mark", position="2")
    deal(table, "P100@1")
    for position, expected in (("1", {"carta", "no_carta"}), ("2", {"return"}), ("9", {"seat"})):
        display, frames = paired(position), offers(shown(table, f"strip:{position}"))
        assert {it["what"] for it in frames} == expected
        for frame in frames:
            understood = read(json.dumps(frame | {"nonce": "n"}))
            assert isinstance(understood, Propose)
            proposals.propose(display, understood.what, understood.coup)


def test_a_wish_is_shown_to_wait_for_the_dealer_at_its_own_seat_and_at_no_other() -> None:
    table = ready_table()
    display = paired("3")
    proposals.propose(display, "mark")
    assert "Mark my place waits for the dealer" in words(shown(table, "strip:3"))
    assert offers(shown(table, "strip:3")) == []
    assert "waits for the dealer" not in shown(table, "strip:4")
    proposals.take(display)
    assert "waits for the dealer" not in shown(table, "strip:3")


def test_who_sits_may_dispute_a_coup_once_one_is_over() -> None:
    table = ready_table()
    assert [it["what"] for it in offers(shown(table, "strip:1"))] == ["mark"]
    play(table, "P100@1")
    assert [it["what"] for it in offers(shown(table, "strip:1"))] == ["mark", "dispute"]
    assert [it["what"] for it in offers(shown(table, "strip:9"))] == ["seat"]
    proposals.propose(paired("1"), "dispute")
    assert "Dispute a coup waits for the dealer" in words(shown(table, "strip:1"))


def test_the_last_coup_of_a_taglia_is_disputed_at_the_seat_after_it_and_in_the_next_one() -> None:
    table = ready_table()
    play(table, "P100@1")
    table.cast.direzione.does("void_shoe")
    assert [it["what"] for it in offers(shown(table, "strip:1"))] == ["mark", "dispute"]
    prepare_shoe(table, VENEZIA)
    assert [it["what"] for it in offers(shown(table, "strip:1"))] == ["mark", "dispute"]
    proposals.propose(paired("1"), "dispute")
    assert "Dispute a coup waits for the dealer" in words(shown(table, "strip:1"))


def test_what_the_coup_before_brought_is_told_to_no_other_guest_who_has_the_seat_now() -> None:
    table = ready_table()
    play(table, "P100@1")
    assert "+100" in words(shown(table, "strip:1"))
    table.cast.ispettore.does("release", position="1")
    seat(table, "zoe", "1")
    at_seat = words(shown(table, "strip:1"))
    assert "Previous coup" in at_seat
    assert "+100" not in at_seat


def test_stakes_of_who_gave_the_seat_up_are_called_nobody_elses() -> None:
    table = ready_table()
    deal(table, "P100@1")
    turn(table)
    pay(table)
    assert "You win" in words(shown(table, "strip:1"))
    table.cast.ispettore.does("release", position="1")
    left = shown(table, "strip:1")
    seat(table, "zoe", "1")
    for at_seat in (left, shown(table, "strip:1")):
        assert 'aria-label="Stakes here"' in at_seat
        assert "+100" in words(at_seat), "what lies there is told as on every felt"
        assert not re.search("You win|Your stakes", words(at_seat))


def test_where_only_a_cancelled_coup_is_over_no_dispute_is_offered() -> None:
    table = ready_table()
    lay(table, "P100@1")
    table.cast.ispettore.does("suspend")
    assert [it["what"] for it in offers(shown(table, "strip:1"))] == ["mark"]


def test_a_marked_place_says_at_its_own_seat_since_when() -> None:
    table = ready_table()
    table.does("mark", position="2")
    marked, other = (html.unescape(shown(table, f"strip:{position}")) for position in "21")
    [since] = re.findall('data-age datetime="([^"]+)"', marked)
    assert datetime.fromisoformat(since) == table.state.positions["2"].marked_since
    assert "data-age" not in other


def test_a_closed_table_takes_no_wishes() -> None:
    table = new_table()
    assert offers(shown(table, "strip:1")) == []
    assert "Table closed" in shown(table, "strip:1")
    assert "Table closed" in shown(table, "sign")


def test_the_order_of_reading_begins_at_the_button_and_is_not_shown_where_nobody_reads() -> None:
    table = ready_table()
    table.cast.ispettore.does("set_button", position="4")
    strip = shown(table, "strip:2")
    order = re.findall(r'data-key="order-(\w+)"', strip)
    assert order == ["4", "5", "6", "7", "8", "9", "1", "2", "3"]
    [before, _after] = strip.split("order-button")
    assert re.findall(r'data-key="order-(\w+)"', before) == ["4"], "the first has the Button, and no other"
    assert "seat-order" not in shown(ready_table(MALTA, code="M1"), "strip:2")


# --- one's own stakes and payments, and nobody else's


def test_a_seat_is_told_what_its_own_stakes_bring_and_nothing_of_its_neighbours() -> None:
    table = ready_table()
    deal(table, "P120@1", "B340@2", "T60@2")
    turn(table)
    pay(table)
    winner, loser, idle = (words(shown(table, f"strip:{position}")) for position in "127")
    assert "+120" in winner
    assert "You win €120.00" in winner
    assert "−340" in loser
    assert "You lose €400.00" in loser
    for neighbour in ("340", "−60"):
        assert neighbour not in winner
    assert "120" not in loser
    assert not {"120", "340", "60"} & set(re.findall(r"\d+", idle))


def test_a_seat_at_which_nothing_lies_says_so_while_bets_are_taken_and_has_the_regola_to_look_up() -> None:
    table = ready_table()
    lay(table, "P100@1")
    staked, idle, free = (shown(table, f"strip:{position}") for position in "129")
    assert ["No stake here yet." in it for it in (staked, idle, free)] == [False, True, False]
    assert ["The Regola for Punto" in it for it in (staked, idle, free)] == [False, True, True]
    table.does("close_bets", said=True)
    assert "No stake here yet." not in shown(table, "strip:2")


def test_before_the_announcement_a_seat_is_told_no_result() -> None:
    table = ready_table()
    deal(table, "P120@1")
    turn(table)
    assert "+120" not in words(shown(table, "strip:1"))
    assert "Punto wins" not in words(shown(table, "strip:1"))
    assert "Punto wins" not in words(shown(table, "sign"))


@pytest.mark.parametrize(("profile", "null"), [(VENEZIA, True), (CLASSICO_COPERTO, False)], ids=["venezia", "classico"])
def test_a_tie_is_called_null_where_the_house_calls_it_so(profile: Profile, *, null: bool) -> None:
    table = ready_table(profile)
    deal(table, "P100@1")
    turn(table, punto="9S KD", banco="9H KS")
    pay(table)
    assert ("Banco 9, Punto 9: colpo nullo" in words(shown(table, "sign"))) is null


def test_of_several_bettors_at_one_position_no_sum_is_called_anybodys_own() -> None:
    table = ready_table(ADMIRAL, seats={"1": "anna"})
    for guest in ("hugo", "ida"):
        table.cast.ispettore.does("confirm_identity", guest=guest)
        table.does("stand_at", position="7", guest=guest)
    close(table, "P100@7/hugo", "P50@7/ida", "P80@1")
    table.does("deal", cards=["9H", "3S", "QD", "KD"])
    pay(table)
    assert "You win" in words(shown(table, "strip:1"))
    assert "You win" not in words(shown(table, "strip:7"))
    assert "+150" in words(shown(table, "strip:7"))


def test_after_the_burning_the_previous_coup_is_told_until_the_next_one_has_something_to_tell() -> None:
    table = ready_table()
    deal(table, "P120@1")
    turn(table)
    pay(table)
    table.press(("burn", {}), ("open_bets", {}))
    assert "Previous coup Banco 5, Punto 9 +120" in re.sub(r" P ", " ", words(shown(table, "strip:1")))
    assert "previous coup" in shown(table, "sign")
    lay(table, "B50@1")
    table.does("close_bets", said=True)
    table.does("deal")
    turn(table, punto="2S 3S", banco="9S KD")
    pay(table)
    assert "Previous coup" not in shown(table, "strip:1")
    assert "previous coup" not in shown(table, "sign")


def on_the_sign(table: AtTable) -> list[str]:
    """The cards of Punto and then of Banco at the foot of the sign, a back for a covered one."""
    return re.findall(r'href="#(back|c\w\w)"', shown(table, "sign").replace('class="card-under" href="#back"', ""))


def test_the_sign_shows_the_cards_of_the_coup_and_until_the_next_one_lies_those_of_the_last() -> None:
    table = ready_table()
    deal(table, "P120@1")
    assert on_the_sign(table) == ["back"] * 4
    turn(table, punto="2S 7S", banco="9S 6D")
    pay(table)
    before = ["c2S", "c7S", "c9S", "c6D"]
    assert on_the_sign(table) == before
    table.press(("burn", {}), ("open_bets", {}))
    assert on_the_sign(table) == before
    assert "sign-hands-past" in shown(table, "sign")
    lay(table, "B50@1")
    table.does("close_bets", said=True)
    table.does("deal")
    assert on_the_sign(table) == ["back"] * 4
    assert "sign-hands-past" not in shown(table, "sign")


def test_a_previous_coup_of_no_points_is_told_as_zero() -> None:
    table = ready_table()
    play(table, "P100@1", banco="KH QS")
    assert "Banco 0, Punto 9" in words(shown(table, "strip:1"))
    play(table, "P100@1", punto="KD QS", banco="9H KC")
    assert "Banco 9, Punto 0" in words(shown(table, "strip:1"))


def test_banknotes_and_stakes_left_from_a_tie_are_named_before_the_seat() -> None:
    table = ready_table()
    lay(table, "P100@1")
    table.does("place", coup=table.coup, position="2", box="banco", amount=20_000, cash=True)
    assert "banknotes: not yet changed" in shown(table, "strip:2")
    table.does("change_cash", coup=table.coup, position="2", box="banco")
    table.does("close_bets", said=True)
    table.does("deal")
    turn(table, punto="9S KD", banco="9H KH")
    pay(table)
    table.press(("burn", {}), ("open_bets", {}))
    assert "left from the tie" in shown(table, "strip:1")


def test_a_display_whose_position_is_gone_says_so() -> None:
    assert "Pair it again" in shown(ready_table(MALTA, code="M1"), "strip:9")


# --- limits and payouts: the values that pay


def test_new_limits_stand_beside_the_old_ones_and_are_called_fresh_in_their_first_coup() -> None:
    table = ready_table()
    deal(table, "P100@1")
    table.cast.ispettore.does("set_limits", limits={"main": [2_000, 200_000], "egalite": [500, 20_000]})
    for name in ("strip:2", "sign"):
        assert re.search(r"from the next coup (Punto and Banco )?20–2,000", words(shown(table, name)))
        assert "10–1,000" in words(shown(table, name))
        assert "from this coup" not in words(shown(table, name))
    turn(table)
    pay(table)
    table.press(("burn", {}), ("open_bets", {}))
    for name in ("strip:2", "sign"):
        assert "from this coup" in words(shown(table, name))
        assert "from the next coup" not in words(shown(table, name))
        assert "10–1,000" not in words(shown(table, name))


def test_limits_that_were_not_announced_yet_are_on_no_public_screen() -> None:
    table = ready_table(MALTA)
    table.cast.direzione.does("set_limits", limits={"main": [7_500, 70_000], "egalite": [250, 10_000]})
    assert not [name for name in ("strip:1", "sign") if "75–700" in shown(table, name)]
    table.cast.capo_tavolo.does("confirm_limits")
    assert [name for name in ("strip:1", "sign") if "75–700" in shown(table, name)] == ["strip:1", "sign"]


def test_the_sign_shows_what_this_very_table_pays_and_the_version_of_its_rules() -> None:
    generous = derive(VENEZIA, key="generous", tie_to_one=9)
    assert "9:1" in words(shown(ready_table(generous, code="G1"), "sign"))
    malta = ready_table(MALTA, code="M1")
    assert "1:2 when Banco wins with 6" in words(shown(malta, "sign"))
    assert "House rules, version 1" in words(shown(malta, "sign"))
    malta.cast.ispettore.does("close_table")
    assert [line.priced.box for line in price_lines(malta.snapshot)] == list(MALTA.boxes)


def test_the_sign_says_what_is_binding_over_the_maximum() -> None:
    assert "What lies above the maximum is not in action" in shown(ready_table(), "sign")


def test_a_last_coup_a_colpo_in_bianco_and_a_suspension_are_on_every_display() -> None:
    last, blank, stopped = (ready_table(code=code) for code in ("L1", "B1", "S1"))
    last.does("cut_card_out")
    blank.cast.ispettore.does("order_blank")
    stopped.cast.ispettore.does("suspend")
    for name in ("strip:1", "sign", "felt:players"):
        assert "Ultimo colpo della taglia, minimo sette carte o nullo" in shown(last, name)
        assert "Colpo in Bianco" in shown(blank, name)
        assert "Game suspended" in shown(stopped, name)


# --- the boards


def test_a_board_shows_the_latest_columns_and_keeps_one_free() -> None:
    score = Scoreboard.of([Result.PUNTO, Result.BANCO] * 20)
    shown = board(score.big_road.cells, 10)
    assert shown.columns[-1].number - shown.past == 8
    assert len(shown.columns) == 9
    assert [column.newest for column in shown.columns] == [None] * 8 + [0]
    assert shown.columns[-1].cells[0].mark == "B"
    assert [cell for column in board(score.big_road.cells, 60).columns for cell in column.cells] == score.big_road.cells
    assert board([], 10).columns == ()


def test_the_boards_count_every_result_and_name_the_derived_roads() -> None:
    shown = boards((Result.PUNTO, Result.TIE, Result.BANCO), beads=4, road=4, derived=4)
    assert [count for _result, count in shown.counts] == [1, 1, 1]
    assert [name for name, _road in shown.derived] == ["Big Eye Boy", "Small Road", "Cockroach Pig"]


def test_the_results_of_a_taglia_stand_on_the_boards_of_seat_and_sign() -> None:
    table = ready_table(CLASSICO)
    close(table, "P100@1")
    table.does("deal", cards=["9H", "3S", "QD", "KD"])
    pay(table)
    table.does("burn")
    for name in ("strip:1", "sign"):
        assert shown(table, name).count('class="bead bead-P') == 1
        assert shown(table, name).count('class="mark mark-P') == 1


def test_a_coup_that_is_to_be_paid_anew_stands_on_no_board_until_it_is() -> None:
    table = ready_table()
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9S KD", banco="2S 5S")
    pay(table)
    assert shown(table, "sign").count('class="bead bead-P') == 1
    wrong: dict[str, Any] = {"what": "card", "new": {"number": 1, "card": "6S"}, "reason": "mistyped"}
    table.cast.ispettore.does("correct_entry", **wrong)
    for name in ("strip:1", "sign"):
        assert 'class="bead bead-' not in shown(table, name)
    pay(table)
    assert 'class="bead bead-P' not in shown(table, "sign")
    assert shown(table, "sign").count('class="bead bead-B') == 1
