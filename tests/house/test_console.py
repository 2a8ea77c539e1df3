"""The dealer's console: what it offers the table takes, and a whole coup is played by its one next act."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from table.memory import table_cache
from table.models import Display, Entry, Shoe
from table.play import declaration
from table.record.door import proposals
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, VENEZIA
from table.rules.payout import MoneyKind
from table.rules.profile import Profile, Role, Rounding, derive
from table.rules.refusal import Code, Refused
from table.rules.regola import TABLE
from table.screens.dealer.console import facts
from table.screens.dealer.pads import exhausted
from table.screens.dealer.paying import ChipMove, positions
from table.screens.dealer.taking_back import take_back
from table.screens.dealer.task import Step, task
from table.screens.dealer.tools import card_out, cut_card, preparation, proposed
from table.screens.read.reasons import reason
from tests.croupier.cases import report
from tests.croupier.coups import annul, close, deal, declared, effects, lay, pay, play, turn
from tests.croupier.situations import SITUATIONS, Script, in_phase
from tests.house.long_record import lay_past
from tests.rig.pressing import Buttons, Cards, current_task, do_next, drawn, refused
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, new_table, prepare_shoe, ready_table, seat

pytestmark = pytest.mark.django_db

HOUSES = [VENEZIA, MALTA, CLASSICO, CLASSICO_COPERTO, ADMIRAL]
ELSEWHERE = {"change-dealer", "keys", "own-hand", "own-language", "incident"}
"""Sheets of the page itself, and of the region that shows incidents beside the console."""
MOST_STATEMENTS = 30
FACES = "TA23456789"
"""The rank of a card with so many points."""
BOTH_DRAW = {"punto": "4S KD 6H", "banco": "5S KC 2H"}
BANCO_ALONE = {"punto": "4S 2D", "banco": "2S KC 3H"}
NOBODY_DRAWS = {"punto": "4S 2D", "banco": "7S KC"}
NATURAL = {"punto": "4S 2D", "banco": "8S KC"}


# --- the one next act


def test_cards_that_are_still_to_be_dealt_are_counted() -> None:
    table = ready_table()
    close(table, "P100@1")
    for heading in ("four cards", "3 more cards", "2 more cards", "1 more card"):
        with translation.override("en"):
            now = task(table.snapshot)
        assert (now.heading, [it.key for it in now.pads], [it.pad for it in now.others if it.pad]) == (heading, [], [])
        table.does("card_out")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("profile", HOUSES, ids=lambda profile: profile.key)
@pytest.mark.parametrize("cards", [BOTH_DRAW, BANCO_ALONE, NOBODY_DRAWS, NATURAL], ids=" / ".join)
def test_a_coup_is_played_by_what_the_console_asks_for_next(profile: Profile, cards: Cards) -> None:
    table = ready_table(profile)
    assert do_next(table, cards) == "open_bets"
    lay(table, "P100@1", "B50@2")
    while (done := do_next(table, cards)) != "burn":
        assert done
    assert [len(hand.split()) for hand in (cards["punto"], cards["banco"])] == _paid(table)
    assert table.snapshot.state.phase == "betting"
    table.check()


def _paid(table: AtTable) -> list[int]:
    first = table.row.coups.get(number=1)
    return [len(hand) for hand in first.paid_hands or []]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("profile", HOUSES, ids=lambda profile: profile.key)
def test_the_console_brings_a_new_shoe_to_its_first_coup(profile: Profile) -> None:
    table = ready_table(profile)
    table.cast.direzione.does("void_shoe")
    assert current_task(table).kind == "prepare"
    table.does("load", serial="S-1", decks=profile.decks)
    for verb in ("shuffle", "cut"):
        assert current_task(table).verb == verb
        table.does(verb)
    table.does("insert_cut_card", behind=14)
    assert current_task(table).verb == "open_bets"


def test_twice_the_cards_of_a_last_coup_are_proposed_behind_the_cut_card() -> None:
    proposals = []
    for profile in (VENEZIA, derive(VENEZIA, key="own", min_last_coup_cards=20), MALTA):
        table = ready_table(profile, code=profile.key[:10])
        table.cast.direzione.does("void_shoe")
        [asks] = [it for it in preparation(table.snapshot, "load").asks if it.verb == "insert_cut_card"]
        proposals.append((asks.behind, asks.least))
    assert proposals == [(14, 7), (40, 20), (14, 0)]


@pytest.mark.parametrize(("least", "proposed"), [(150, 300), (200, 311)])
def test_of_a_last_coup_of_very_many_cards_at_most_all_but_one_are_proposed_behind_the_cut_card(
    least: int, proposed: int
) -> None:
    table = ready_table(derive(VENEZIA, key="own", min_last_coup_cards=least))
    table.cast.direzione.does("void_shoe")
    asks = preparation(table.snapshot, "insert_cut_card").asks
    assert [(it.behind, it.least) for it in asks] == [(proposed, least)]


def test_a_last_coup_is_counted_before_it_is_paid_and_then_the_shoe_is_loaded() -> None:
    table = ready_table()
    table.does("cut_card_out")
    done = [do_next(table, NATURAL)]
    lay(table, "P100@1")
    while done[-1] != "burn":
        done.append(do_next(table, NATURAL))
    assert done[-4:] == ["announce", "extract_remaining", "settle", "burn"]
    assert current_task(table).verb == "load"


def test_a_colpo_in_bianco_is_called_and_completed_by_the_dealer() -> None:
    table = ready_table()
    table.does("report_visible")
    assert current_task(table).words == "Colpo in Bianco"
    done = [do_next(table, BOTH_DRAW)]
    while done[-1] != "burn":
        done.append(do_next(table, BOTH_DRAW))
    assert done == ["play_blank", "deal", "turn_punto", "turn_banco", "card_out", "card_out", "announce", "burn"]


@pytest.mark.parametrize("waits", [True, False], ids=["a seen card waits", "annulled, a seen card is held"])
@pytest.mark.usefixtures("in_english")
def test_the_key_says_whether_the_betting_opens_with_the_burning(*, waits: bool) -> None:
    table = ready_table(seats=1)
    deal(table, "P100@1")
    if waits:
        table.does("card_out", card="8D", exposed=True)
    table.does("turn_battuta", cards=["9S", "KD"])
    if waits:
        table.does("turn_banco", cards=["2S", "KH"])
        table.does("announce", banco=2, punto=9)
        [both] = [it.steps for it in current_task(table).others if len(it.steps) > 1]
        assert [it["given"] for it in both] == [{}, {}], "paid and burned in one press opens nothing either"
        table.does("settle")
    else:
        table.does("card_out", card="8D", exposed=True, extra=True)
        annul(table)
    opens = "open the betting" in current_task(table).heading
    assert [it["given"] for it in current_task(table).steps] == [{"open_next": True} if opens else {}]
    table.does("burn", open_next=True)
    assert opens is (table.snapshot.state.phase == "betting") is not waits


def test_the_words_of_the_last_coup_are_called_when_the_sabot_told_of_its_cut_card() -> None:
    table = ready_table()
    table.cast.shoe.does("cut_card_out")
    assert current_task(table).words == "Ultimo colpo della taglia, minimo sette carte o nullo"
    assert do_next(table, NATURAL) == "call_last_coup"


def test_after_wrong_figures_the_cards_speak() -> None:
    table = in_phase("punto_up")
    table.does("announce", banco=1, punto=1)
    assert current_task(table).words == "Le carte parlano: Banco 6, Punto 3: vince Banco"
    do_next(table, {})
    assert table.snapshot.state.phase == "announced"


@pytest.mark.parametrize(
    ("profile", "punto", "words"),
    [
        (VENEZIA, "4S 4D", "Banco 7, Punto 8: vince Punto"),
        (VENEZIA, "4S 2D", "Banco 7, Punto 6: vince Banco"),
        (VENEZIA, "4S 3D", "Banco 7, Punto 7: colpo nullo"),
        (MALTA, "4S 3D", "Banco 7, Punto 7: colpo nullo"),
        (ADMIRAL, "4S 3D", "Banco 7, Punto 7: Egalité"),
    ],
    ids=lambda it: getattr(it, "key", it),
)
def test_the_announcement_names_the_box_that_wins_and_a_tie_as_the_house_calls_it(
    profile: Profile, punto: str, words: str
) -> None:
    table = ready_table(profile)
    cards = {"punto": punto, "banco": "7S KC"}
    close(table, "B100@1")
    while current_task(table).verb != "announce":
        do_next(table, cards)
    assert current_task(table).words == words


def test_where_the_betting_opens_the_usual_words_stand_and_need_not_be_said() -> None:
    table = ready_table()
    assert (current_task(table).words, current_task(table).may_say) == ("", "Fate il vostro gioco")
    assert "Fate il vostro gioco" in drawn(table)
    table.does("open_bets")
    assert current_task(table).may_say == ""


def test_rien_ne_va_plus_is_said_of_stakes_that_lie_there_and_of_no_banknotes() -> None:
    table = ready_table()
    table.does("open_bets")
    assert (current_task(table).kind, current_task(table).steps) == ("wait", [])
    table.refuses(Code.NO_STAKE, "close_bets", said=True)
    coup = table.snapshot.state.coup
    assert coup is not None
    table.does("place", coup=coup.key, position="1", box="punto", amount=10000, cash=True)
    assert (current_task(table).kind, current_task(table).steps) == ("wait", [])
    table.refuses(Code.CASH_PENDING, "close_bets", said=True)
    table.does("change_cash", coup=coup.key, position="1", box="punto", guest=None)
    assert (current_task(table).kind, current_task(table).verb) == ("press", "close_bets")
    table.does("close_bets", said=True)


def test_after_a_tie_the_next_act_confirms_its_stakes_before_the_betting_closes() -> None:
    table = ready_table()
    play(table, "P100@1", punto="9S KD", banco="4H 5C")
    table.does("open_bets")
    table.refuses(Code.NO_STAKE, "close_bets", said=True)
    assert "big-amber" not in drawn(table), "the next act says it, and nothing beside it does"
    assert [do_next(table, NOBODY_DRAWS) for _ in range(2)] == ["keep", "close_bets"]


def test_the_stakes_of_a_tie_whose_owner_is_gone_are_taken_off_and_are_not_confirmed() -> None:
    table = ready_table()
    play(table, "P100@1", "P50@2", punto="9S KD", banco="4H 5C")
    table.does("open_bets")
    table.does("release", position="1")
    assert do_next(table, NOBODY_DRAWS) == "keep"
    assert (current_task(table).kind, current_task(table).steps) == ("wait", [])
    coup = table.snapshot.state.coup
    assert coup is not None
    table.does("withdraw", coup=coup.key, position="1", box="punto")
    assert current_task(table).verb == "close_bets"
    table.does("close_bets", said=True)


def test_how_the_coup_stands_is_read_from_afar_and_its_points_are_called_at_one_place() -> None:
    table = ready_table()
    close(table, "B100@1")
    assert 'class="summary' not in drawn(table)
    while current_task(table).verb != "announce":
        do_next(table, NOBODY_DRAWS)
    announcing = drawn(table)
    assert re.findall(r'class="summary-points">(\d*)<', announcing) == ["", ""]
    assert re.findall(r'class="called-(\w+)( called-\w+)?"', announcing) == [
        ("banco", " called-won"),
        ("punto", " called-lost"),
    ]
    do_next(table, NOBODY_DRAWS)
    assert re.findall(r'class="summary-points">(\d*)<', drawn(table)) == ["7", "6"]
    while current_task(table).verb != "close_bets":
        do_next(table, NOBODY_DRAWS)
    assert re.findall(r'class="summary-called ?([a-z-]*)"', drawn(table)) == ["summary-won", "summary-lost"]


def test_after_the_last_coup_no_betting_opens_and_no_words_are_usual() -> None:
    table = in_phase("settled")
    assert (current_task(table).verb, current_task(table).may_say) == ("burn", "")


def test_beside_the_words_of_the_reader_only_their_battuta_is_keyed() -> None:
    table = ready_table()
    deal(table, "P100@1", "B50@2")
    _, _, pad = drawn(table).partition('class="declare"')
    assert current_task(table).kind == "declare"
    assert re.findall(r'data-pad-opens="([a-z_]+)', pad) == ["turn_battuta"]
    assert 'data-pad-first="' not in drawn(table)


def test_the_pad_that_lies_open_is_named_beside_its_places_which_stay_as_they_are() -> None:
    """Banco’s were there before the declaration, for one who turns it too early."""
    table = ready_table()
    deal(table, "P100@1", "B50@2")
    places = re.compile(r'data-pad-key="(turn_banco[^"]*)"')
    before = places.findall(drawn(table))
    table.does("declare", claim="no_carta", means="voice")
    assert before == places.findall(drawn(table)) == re.findall(r'data-pad-first="([^"]*)"', drawn(table))


def test_a_reader_who_has_left_is_asked_about_and_the_reading_is_passed_on() -> None:
    table = ready_table()
    deal(table, "P100@1", "B50@2")
    table.does("mark", position="1")
    with translation.override("en"):
        now = current_task(table)
    assert (now.verb, now.heading) == ("pass_reading", "the reader has left: pass the reading on")
    assert [it for it in now.others if it.steps == now.steps] == []
    assert [do_next(table, NATURAL) for _ in range(2)] == ["pass_reading", "turn_punto"]


def words_before_the_deal(table: AtTable) -> list[list[dict[str, Any]]]:
    """The presses by which the reader's word tells the deal as well, as the console offers them."""
    return [json.loads(unescape(it)) for it in re.findall(r'data-deals data-press="([^"]*)"', drawn(table))]


def test_the_reader_s_word_tells_the_deal_as_well_in_one_press_that_is_done_wholly_or_not_at_all() -> None:
    table = ready_table()
    close(table, "P100@1", "B50@2")
    said = words_before_the_deal(table)
    assert [[it["verb"] for it in steps] for steps in said] == [["deal", "declare"]] * 4
    carta, no_carta = said[0], said[2]
    with pytest.raises(Refused):
        table.press(("deal", {}), ("declare", {"claim": "battuta", "means": "voice"}))
    assert (table.snapshot.state.phase, len(table.snapshot.state.at_boxes)) == ("closed", 0)
    table.press(*((it["verb"], it["given"]) for it in no_carta))
    state = table.snapshot.state
    assert (len(state.at_boxes), state.coup and state.coup.claim) == (4, "no_carta")
    assert current_task(table).verb == "turn_banco"
    assert words_before_the_deal(table) == []
    with pytest.raises(Refused) as late:  # pressed at a screen that does not know yet
        table.press(*((it["verb"], it["given"]) for it in carta))
    assert late.value.code is Code.PHASE
    assert (coup := table.snapshot.state.coup) is not None
    assert coup.claim == "no_carta"
    table.check()


def test_before_the_deal_no_word_is_offered_of_somebody_who_will_not_read() -> None:
    for number, verb in enumerate(("mark", "report_unmarked_absence")):
        table = ready_table(code=f"R{number}")
        close(table, "P100@1", "B50@2")
        assert len(words_before_the_deal(table)) == 4
        table.does(verb, position="1")
        assert words_before_the_deal(table) == [], verb
    for number, profile in enumerate((MALTA, ADMIRAL)):
        table = ready_table(profile, code=f"N{number}")
        close(table, "P100@1", "B50@2")
        assert words_before_the_deal(table) == [], profile.key


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", SITUATIONS)
def test_wherever_the_reader_s_word_is_offered_before_the_deal_the_table_takes_both(name: str) -> None:
    table = SITUATIONS[name]()
    for steps in words_before_the_deal(table)[:1]:
        table.press(*((it["verb"], it["given"]) for it in steps))
        state = table.snapshot.state
        assert (len(state.at_boxes), state.coup and state.coup.claim) == (4, "carta")
        table.check()


def test_a_situation_is_among_them_in_which_the_word_is_offered() -> None:
    assert words_before_the_deal(in_phase("closed"))


def test_banknotes_are_asked_about_where_the_house_takes_none_from_a_hand() -> None:
    for profile, asks in ((ADMIRAL, True), (VENEZIA, False), (MALTA, False)):
        table = ready_table(profile, code=profile.key[:10])
        assert facts(table.snapshot, current_task(table))["laidDown"] is asks


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ["closed", "suspended", "held"])
def test_who_acts_before_the_dealer_is_named(name: str) -> None:
    table = SITUATIONS[name]()
    if name == "closed":
        table.press(("load", {"serial": "S-1", "decks": 6}), ("shuffle", {}), ("cut", {}))
        table.does("insert_cut_card", behind=14)
    now = current_task(table)
    assert (now.kind, now.steps) == ("wait", [])
    assert now.heading


def test_where_no_dealer_is_at_work_the_first_act_is_to_sign_on() -> None:
    table = ready_table()
    table.does("sign_off")
    assert do_next(table, {}) == "sign_on"
    assert current_task(table).verb == "open_bets"


# --- everything that is offered


@pytest.mark.one_in(3)
@pytest.mark.parametrize("script", SITUATIONS.values(), ids=SITUATIONS)
def test_what_stands_on_a_button_has_the_form_of_an_act(script: Script) -> None:
    table = script()
    with CaptureQueriesContext(connection) as statements:
        texts = [drawn(table), drawn(table, "bar")]
    assert len(statements) <= MOST_STATEMENTS
    for text in (*texts, drawn(table, language="de"), drawn(table, language="en")):
        _check(Buttons(text))


def annulled_before_the_reader_spoke() -> AtTable:
    """The reader's cards still lie covered."""
    table = in_phase("reading")
    annul(table)
    return table


def open_at_banco_and_half_at_punto() -> AtTable:
    """A case holds the coup; both cards at Banco are open, and one at Punto."""
    table = in_phase("banco_up")
    report(table, "inverted", lost=[1, 2])
    table.does("show_card", where="punto", card="9H")
    return table


WHEREVER: dict[str, Script] = {
    **SITUATIONS,
    "annulled": annulled_before_the_reader_spoke,
    "shown": open_at_banco_and_half_at_punto,
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("script", WHEREVER.values(), ids=WHEREVER)
def test_what_the_console_offers_is_taken(script: Script) -> None:
    """But for a question that the console asks back: is the card out already, by the Regola none is due?"""
    table = script()
    assert set(refused(table.cast.dealer, drawn(table)).values()) <= {Code.REGOLA}
    pads = [(it.verb, it.argument, it.given, it.slots) for it in current_task(table).pads]
    for verb, argument, given, slots in pads:
        faces = [it.face or f"{FACES[at]}D" for at, it in enumerate(slots)]
        steps = [{"verb": verb, "given": {**given, argument: faces if argument == "cards" else faces[0]}}]
        assert refused(table.cast.dealer, f"<b data-press='{json.dumps(steps)}'>") == {}, verb


def _check(buttons: Buttons) -> None:
    for act in (act for press in buttons.presses for act in press):
        verb = declaration.of(act["verb"])
        assert set(act["given"]) <= set(verb.arguments.__struct_fields__), act
    assert buttons.opens <= {*buttons.ids, *ELSEWHERE}
    assert len(buttons.ids) == len(set(buttons.ids))


def test_drawing_asks_no_more_after_years() -> None:
    young, old = _playing("T3", past=False), _playing("T4", past=True)
    with CaptureQueriesContext(connection) as now:
        drawn(young)
    with CaptureQueriesContext(connection) as later:
        drawn(old)
    assert len(later) == len(now)


def _playing(code: str, *, past: bool) -> AtTable:
    """Banco is turned in the first coup of an evening."""
    table = new_table(code=code)
    if past:
        lay_past(table.row)
    table.cast.ispettore.does("sign_on")
    table.does("sign_on")
    seat(table, f"anna{code}", "1")
    prepare_shoe(table, VENEZIA)
    table.cast.ispettore.does("open_table")
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["5S", "KD"])
    return table


def test_a_covered_card_stands_nowhere_on_the_console() -> None:
    table = ready_table()
    deal(table, "P100@1")
    before = drawn(table)
    table.does("turn_battuta", cards=["9S", "KD"])
    assert "9♠ →" not in before
    assert "9♠ →" in drawn(table)


# --- why a card is due


@pytest.mark.one_in(3)
@pytest.mark.parametrize("banco", range(8))
def test_the_console_says_the_cell_of_the_regola(banco: int) -> None:
    table = ready_table()
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=[f"{FACES[banco]}S", "KD"])
    table.does("card_out", card="KH")
    for third in range(10):
        if third:
            new = {"number": 5, "card": f"{FACES[third]}H"}
            table.does("correct_entry", what="card", new=new, reason="mistyped")
        said = reason(table.state)
        assert said is not None
        assert [cell.here for cell in said.row].index(True) == third + 1
        assert ["T" if cell.draws else "R" for cell in said.row] == list(TABLE[banco].replace(" ", ""))
        assert ("Banco draws" in _in_english(table)) == (TABLE[banco].split()[1][third] == "T")


def _in_english(table: AtTable) -> str:
    with translation.override("en"):
        said = reason(table.state)
    assert said is not None
    return said.words


def test_why_a_third_card_is_due_shows_only_while_one_is_in_question() -> None:
    table, why = ready_table(), 'data-key="why"'
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    stood = [why in drawn(table)]
    for verb, given in (
        ("turn_banco", {"cards": ["5S", "KD"]}),
        ("card_out", {"card": "6H"}),
        ("card_out", {"card": "2H"}),
        ("turn_punto", {"cards": ["4S", "KS"]}),
    ):
        table.does(verb, **given)
        stood.append(why in drawn(table))
    assert stood == [False, True, True, False, False]


def test_after_a_battuta_nobody_draws() -> None:
    table = ready_table()
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["9S", "KD"])
    table.does("turn_banco", cards=["2S", "KC"])
    said = reason(table.state)
    assert said is not None
    assert said.row == []


# --- paying


@pytest.mark.parametrize("ready", [True, False])
def test_the_tax_is_taken_where_it_lies_ready_and_else_the_win_is_paid_without_it(ready: bool) -> None:
    table = ready_table(ADMIRAL)
    _come_to_pay(table, ready=ready)
    paid = [ChipMove("tax", 500), ChipMove("pay", 10000)] if ready else [ChipMove("pay", 9500)]
    assert _moves(table) == [[ChipMove("take", 10000)], paid]
    while do_next(table, NOBODY_DRAWS) != "settle":
        pass
    table.does("burn")
    assert _moves(table) == [[ChipMove("take", 10000)], paid], "and so it stands until the next coup"


@pytest.mark.parametrize("ready", [True, False])
def test_where_rounding_leaves_nothing_of_a_win_the_stake_stays_and_nothing_is_paid(ready: bool) -> None:
    """In units of 200.00 nothing is left of 95.00; the console said to pay 0, or the tax with the chips just taken."""
    table = ready_table(derive(ADMIRAL, key="rounds", rounding=Rounding(200_00, "down")))
    _come_to_pay(table, ready=ready)
    tax_back = [ChipMove("tax_back", 500)] if ready else []
    assert _moves(table) == [[ChipMove("take", 10000)], [ChipMove("stays", 10000), *tax_back]]


def _moves(table: AtTable) -> list[list[ChipMove]]:
    return [list(stake.moves) for place in positions(table.snapshot) for stake in place.stakes]


def _come_to_pay(table: AtTable, *, ready: bool) -> None:
    do_next(table, NOBODY_DRAWS)
    lay(table, "P100@1", "B100@2")
    if ready:
        table.does("lay_tax", coup=table.coup, position="2")
    while do_next(table, NOBODY_DRAWS) != "announce":
        pass


def test_a_position_is_paid_after_what_it_lost_is_taken() -> None:
    table = ready_table()
    do_next(table, NOBODY_DRAWS)
    lay(table, "B100@2", "T10@2", "P100@1")
    while do_next(table, NOBODY_DRAWS) != "announce":
        pass
    assert [place.label for place in positions(table.snapshot)] == ["1", "2"]
    assert [stake.box for stake in positions(table.snapshot)[1].stakes] == ["egalite", "banco"]


def test_the_payments_of_a_burned_coup_are_those_of_the_last_one() -> None:
    table = ready_table()
    play(table, "B100@2")
    assert 'class="paying paying-last"' in drawn(table)
    lay(table, "P100@1")
    assert 'class="paying' not in drawn(table)


NOTHING_TO_PAY = "Nothing is to be paid."


@pytest.mark.parametrize("first", ["a report is decided", "the last coup is called"])
def test_while_stakes_wait_for_their_payment_nobody_reads_that_nothing_is_to_be_paid(first: str) -> None:
    table = ready_table()
    declared(table, "no_carta", punto="6S KH", banco="7D KD")
    table.does("announce", banco=7, punto=6)
    if first == "a report is decided":
        report(table, "unforeseen", what="other")
    else:
        table.does("cut_card_out", hand_cards=3, said=False)
    assert NOTHING_TO_PAY not in drawn(table, language="en")


@pytest.mark.parametrize("verb", ["settle", "burn"])
def test_only_where_all_stakes_are_recorded_is_it_known_that_nothing_is_to_be_paid(verb: str) -> None:
    table = ready_table(derive(VENEZIA, key="reader-only", stakes="reader_only"))
    table.does("open_bets")
    table.does("name_highest", coup=table.coup, position="1")
    while current_task(table).verb != verb:
        do_next(table, NOBODY_DRAWS)
    assert NOTHING_TO_PAY not in drawn(table, language="en")


def test_where_who_was_named_highest_has_left_the_console_asks_who_is_highest_now() -> None:
    table = ready_table(derive(VENEZIA, key="reader-only", stakes="reader_only"))
    table.does("open_bets")
    table.does("name_highest", coup=table.coup, position="1")
    assert (current_task(table).kind, "Highest: 1" in drawn(table, language="en")) == ("press", True)
    table.does("mark", position="1")
    with translation.override("en"):
        now = current_task(table)
    assert (now.kind, now.heading) == ("wait", "Name who has the highest on Punto now: position 1 has left.")
    table.does("name_highest", coup=table.coup, position=None)
    assert current_task(table).kind == "press"


def test_so_it_does_where_the_seat_of_who_was_named_highest_is_another_guests_by_now() -> None:
    table = ready_table(derive(VENEZIA, key="reader-only", stakes="reader_only"))
    table.does("open_bets")
    table.does("name_highest", coup=table.coup, position="1")
    table.does("report_unmarked_absence", position="1")
    seat(table, "ida", "1")
    with translation.override("en"):
        now = current_task(table)
    assert (now.kind, now.heading) == ("wait", "Name who has the highest on Punto now: position 1 has left.")
    table.does("name_highest", coup=table.coup, position="1")
    assert current_task(table).kind == "press"


@pytest.mark.parametrize("dealt", [False, True])
def test_where_only_the_highest_is_known_and_declines_the_console_offers_who_of_the_others_may_read(
    dealt: bool,
) -> None:
    table = ready_table(derive(VENEZIA, key="reader-only", stakes="reader_only"), seats=3)
    table.does("open_bets")
    table.does("name_highest", coup=table.coup, position="1")
    table.does("close_bets", said=True)
    if dealt:
        table.does("deal")
    assert _offered_to_read(table) == {}
    table.does("pass_reading")
    offered = _offered_to_read(table)
    assert [*offered] == ["Position 2 reads", "Position 3 reads"]
    table.press(*((it["verb"], it["given"]) for it in offered["Position 2 reads"]))
    assert table.state.coup is not None
    assert table.state.coup.reader == "2"
    table.does("pass_reading")
    assert [*_offered_to_read(table)] == ["Position 3 reads"], "who declined is not asked again"


def test_but_whoever_the_ispettore_has_the_dealer_complete_for_reads_no_more() -> None:
    table = ready_table(derive(VENEZIA, key="reader-only", stakes="reader_only"), seats=3)
    table.does("open_bets")
    table.does("name_highest", coup=table.coup, position="1")
    table.does("close_bets", said=True)
    table.cast.ispettore.does("order_dealer_to_complete")
    assert _offered_to_read(table) == {}


def _offered_to_read(table: AtTable) -> dict[str, list[Step]]:
    with translation.override("en"):
        return {it.label: it.steps for it in current_task(table).others if it.label.endswith(" reads")}


def test_of_a_colpo_in_bianco_nothing_is_to_be_paid() -> None:
    table = ready_table()
    table.does("report_visible")
    while do_next(table, NATURAL) != "announce":
        pass
    assert NOTHING_TO_PAY in drawn(table, language="en")


def test_after_a_tie_the_stakes_stay_and_the_excess_goes_back() -> None:
    table = ready_table()
    close(table, "P100@1")
    new = {"position": "1", "box": "punto", "amount": 200_000}
    table.does("correct_entry", what="stake", new=new, reason="mistyped")
    cards = {"punto": "3S 4D", "banco": "7S KC"}
    while do_next(table, cards) != "announce":
        pass
    assert _moves(table) == [[ChipMove("stays", 100_000), ChipMove("back", 100_000)]]
    assert MoneyKind.EXCESS_RETURNED in table.snapshot.payments[0].amounts


# --- in reach


def test_a_third_card_that_nobody_is_due_is_asked_about_and_any_other_asked_first() -> None:
    table = in_phase("reading")
    assert card_out(table.state).opens_dialog
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7D", "KD"])
    assert not card_out(table.state).opens_dialog
    table.refuses(Code.REGOLA, "card_out")


def cut_card_choices(table: AtTable) -> list[tuple[int, str, str]]:
    """What the dealer can say of the cut card: after how many cards, which coup is the last, what is called."""
    with translation.override("en"):
        return [(it.hand_cards, it.follows, it.words) for it in cut_card(table.snapshot)]


BEGINS = "This coup begins with the cut card and is the last."
LAST = "Ultimo colpo della taglia"


def test_the_cut_card_is_called_as_it_comes_and_it_is_said_for_which_coup_it_counts() -> None:
    table = ready_table()
    assert cut_card_choices(table) == [
        (0, "The next coup begins with the cut card and is the last.", f"{LAST}, minimo sette carte o nullo")
    ]
    deal(table, "P100@1")
    unknown = "Which coup is the last is known when the hand is complete; nothing is called yet."
    within = [(cards, "This coup is the last.", LAST) for cards in (3, 2, 1)]
    begins = (0, BEGINS, f"{LAST}, minimo sette carte o nullo")
    assert cut_card_choices(table) == [(4, unknown, ""), *within, begins]
    table.does("turn_battuta", cards=["9S", "KD"])
    table.does("turn_banco", cards=["2D", "KH"])
    following = "The next coup begins with the cut card and is the last; this one is paid like any other."
    assert cut_card_choices(table) == [(4, following, ""), *within, begins]
    pay(table)
    assert cut_card_choices(table) == [(4, following, ""), *within], "a paid coup is not the dealer's to reopen"
    table.does("cut_card_out")
    assert cut_card_choices(table) == []


def test_after_a_ruling_that_this_coup_is_the_last_the_cut_card_is_called_with_it_wherever_it_lies_behind_a_card() -> (
    None
):
    table = ready_table()
    deal(table, "P100@1")
    case = report(table, "unforeseen", what="foreign_card")
    table.cast.ispettore.does("refer", incident=case.number, reason="a card with a foreign back")
    ruled = ["end_taglia", "continue"]
    table.cast.direzione.does("rule", incident=case.number, text="the shoe is worn", effects=ruled)
    last = [(cards, "This coup is the last.", LAST) for cards in (4, 3, 2, 1)]
    begins = (0, BEGINS, f"{LAST}, minimo sette carte o nullo")
    assert cut_card_choices(table) == [*last, begins], "nobody knows yet whether the hand is complete"
    turn(table)
    assert cut_card_choices(table) == [*last, begins], "the hand is complete"
    assert effects(table.does("cut_card_out"), "phrase") == [{"words": LAST}]


def test_of_a_card_that_waited_it_does_not_matter_when_it_was_laid() -> None:
    table = ready_table()
    table.does("card_out")
    close(table, "P100@1")
    assert cut_card_choices(table) == [(1, BEGINS, f"{LAST}, minimo sette carte o nullo")]


def test_the_sheet_of_the_sabot_shows_each_place_with_what_follows() -> None:
    table = in_phase("reading")
    table.does("correct_entry", what="cut_card", new={}, reason="mistyped")
    dialog = drawn(table, "console_sheets", "en")
    assert dialog.count('name="hand_cards"') == 5
    assert "nothing is called yet" in dialog
    assert BEGINS in dialog
    assert "is not watched" not in dialog
    Shoe.objects.update(behind=None)
    table_cache.clear()
    assert "The place of the cut card was not recorded: it is not watched." in drawn(table, "console_sheets", "en")


def test_while_it_is_not_known_which_coup_is_the_last_the_screens_say_so() -> None:
    table = ready_table()
    deal(table, "P100@1")
    table.does("cut_card_out")
    for name in ("felt", "sign", "strip:1"):
        assert "which coup is the last is known when the hand is complete" in drawn(table, name, "en")
    turn(table)
    assert "One more coup after this one" in drawn(table, "felt", "en")
    pay(table)
    table.does("burn")
    assert "minimo sette carte o nullo" in drawn(table, "console")


def test_a_house_without_the_seven_calls_the_last_coup_plainly() -> None:
    table = ready_table(CLASSICO)
    assert cut_card_choices(table) == [(0, "The next coup begins with the cut card and is the last.", LAST)]


def test_the_readers_word_comes_first_in_the_inbox_and_leaves_it_when_it_is_too_late() -> None:
    table = ready_table()
    for position in ("1", "2", "8"):
        Display.objects.create(code=f"D{position}", kind="seat", table=table.row, position=position)
    deal(table, "P100@1")
    for position, what in (("8", "seat"), ("2", "mark"), ("1", "carta")):
        proposals.propose(Display.objects.get(position=position), what, table.coup)
    assert [it.position for it in proposed(table.snapshot)] == ["1", "8", "2"]
    confirm = [press for press in Buttons(drawn(table)).presses if press[0]["given"].get("claim") == "carta"]
    assert confirm
    table.press((confirm[0][0]["verb"], confirm[0][0]["given"]))
    assert [it.position for it in proposed(table.snapshot)] == ["8", "2"]
    assert "carta" not in {it.proposal for it in table.snapshot.proposals}  # nor on the desk and on the strip


def test_a_word_proposed_by_a_reader_who_was_passed_over_is_not_offered_for_the_next() -> None:
    """Else one press would key it as the word of the guest who reads now, and who has said nothing yet."""
    table = ready_table()
    display = Display.objects.create(code="D1", kind="seat", table=table.row, position="1")
    deal(table, "P100@1", "P50@2")
    proposals.propose(display, "carta", table.coup)
    assert [it.position for it in proposed(table.snapshot)] == ["1"]
    table.does("pass_reading")
    assert table.state.coup is not None
    assert table.state.coup.reader == "2"
    assert proposed(table.snapshot) == ()
    assert table.snapshot.proposals == []


def test_the_word_of_a_reader_who_was_passed_over_is_not_offered_for_the_next_one() -> None:
    table = ready_table()
    display = Display.objects.create(code="D1", kind="seat", table=table.row, position="1")
    deal(table, "P100@1", "P50@2")
    proposals.propose(display, "carta", table.coup)
    table.does("pass_reading")
    assert table.state.coup is not None
    assert (table.state.coup.reader, proposed(table.snapshot)) == ("2", ())


def test_only_what_may_be_taken_back_is_offered() -> None:
    table = ready_table()
    assert not take_back(table.snapshot).anything
    close(table, "P100@1", "B50@2")
    offered = take_back(table.snapshot)
    assert offered.close
    assert [stake.position for stake in offered.sides] == ["1", "2"]
    table.does("deal")
    offered = take_back(table.snapshot)
    assert not offered.close
    assert offered.sides == ()
    table.does("declare", claim="carta", means="voice")
    assert take_back(table.snapshot).claims == ("no_carta", None)
    table.does("turn_banco", cards=["7D", "KD"])
    offered = take_back(table.snapshot)
    assert offered.claims == ("no_carta",)
    assert [card.face for card in offered.cards] == ["7D", "KD"]


def test_while_bets_are_taken_the_dialog_to_take_back_says_that_stakes_are_taken_off_on_the_felt() -> None:
    """Only where amounts are recorded: elsewhere a press on the felt names the highest on Punto."""
    said = "A stake is taken off on the felt: press its box long, or with the right button."
    for number, profile in enumerate((VENEZIA, MALTA, derive(VENEZIA, key="reader-only", stakes="reader_only"))):
        table = ready_table(profile, code=f"T{number}")
        recorded = profile.stakes == "all"
        assert said not in drawn(table, language="en")
        table.does("open_bets")
        assert (said in drawn(table, language="en")) is recorded, profile.key
    closed = ready_table(code="T9")
    close(closed, "P100@1")
    assert said not in drawn(closed, language="en")


def test_a_declaration_is_not_offered_to_be_taken_back_once_punto_was_turned_early() -> None:
    table = ready_table()
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_punto", cards=["2S", "3D"], early=True)
    assert take_back(table.snapshot).claims == ("no_carta",)
    table.refuses(Code.PHASE, "correct_entry", what="declaration", new={"claim": None}, reason="mistyped")


def test_a_stake_on_the_wrong_side_is_taken_over_by_one_press() -> None:
    table = ready_table()
    close(table, "P100@1")
    wrong, right = (
        {"position": "1", "box": box, "amount": amount} for box, amount in (("punto", 0), ("banco", 10_000))
    )
    table.press(*(("correct_entry", {"what": "stake", "new": new, "reason": "mistyped"}) for new in (wrong, right)))
    assert [(stake.box, stake.laid) for stake in table.state.stakes] == [("banco", 10_000)]


def test_a_face_that_every_deck_has_given_is_refused_at_its_key() -> None:
    table = ready_table(MALTA)
    for _ in range(3):
        if table.state.coup is None:
            do_next(table, {})
        lay(table, "P100@1")
        while do_next(table, {"punto": "9S 9S", "banco": "KD KH"}) != "burn":
            assert exhausted(table.state) in ([], ["9S"])
    assert exhausted(table.state) == ["9S"]
    lay(table, "P100@1")
    table.does("close_bets", said=True)
    table.refuses(Code.CARD_IMPOSSIBLE, "deal", cards=["9S", "2S", "3S", "4S"])


# --- whose hand


def test_a_left_hand_has_the_console_mirrored_at_every_tablet_and_no_register_knows_it() -> None:
    ready_table()
    client = signed_in(Role.DEALER, badge="dario")
    mirrored, entries = 'data-hand="left"', Entry.objects.count()
    assert mirrored not in client.get("/tables/T3/dealer/").content.decode()
    answer = client.post("/own-hand/left/", {"next": "/tables/T3/dealer/"})
    assert (answer.status_code, answer["Location"]) == (302, "/tables/T3/dealer/")
    assert client.get("/own-hand/right/").status_code == 405
    assert Entry.objects.count() == entries
    assert mirrored in signed_in(Role.DEALER, badge="dario").get("/tables/T3/dealer/").content.decode()
