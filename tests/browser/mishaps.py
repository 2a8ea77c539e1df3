"""What goes wrong at a table, told in a browser with every screen open: from the press «Incident» (or from what the
table notices) until the table plays on, or the coup that could not be rebuilt is burned.

Each mishap is told at a table between two coups, and leaves it so.
"""

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import expect

from table.rules.profile import Role
from table.rules.regola import Side
from tests.browser.onlookers import BETTOR, held, shows
from tests.browser.telling import (
    ANNUL,
    CARDS,
    OPENS_CASE,
    PRESENT,
    RATIFY,
    REPORT_DISTINGUISHED,
    SOMEBODY_ELSE,
    STAKES,
    covered_hands,
    hands_without_third_card,
    kind,
    latest,
    new_taglia,
    ratified,
    reported,
    to_the_burn,
)
from tests.croupier.coups import blank, lay, play
from tests.croupier.dealer import Croupier
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import Room
from tests.rig.staff import PIN, with_pin


class Mishap(NamedTuple):
    """A mishap: its article, what it is, how it comes about, and the most presses and typed fields that it may take."""

    article: str
    words: str
    steps: Callable[[Room], None]
    dealer: int
    inspectors: int
    typed: int = 0


# --- Art. 1


def extra_card_unseen(room: Room) -> None:
    """It goes under the sabot, the hand is paid, and the next one begins with it."""
    hands_without_third_card(room)
    with room.counted():
        kind(room, "report-extra_card")
        room.dealer.press("#report-extra_card .kind:not([data-press*=exposed])")
        room.dealer.sees('.now[data-now="announce"]')
    shows(room, faces=["6H", "7S", "QC", "QH"], backs=1, headline="phase-punto_up")
    to_the_burn(room)
    shows(room, faces=[], backs=1, headline="idle", stakes=False)
    assert not room.table.state.blank_due


def extra_card_seen(room: Room) -> None:
    """It goes beside the sabot, the hand is paid, and the next one is a Colpo in Bianco that begins with it."""
    hands_without_third_card(room)
    with room.counted():
        kind(room, "report-extra_card")
        room.dealer.press("#report-extra_card .kind[data-press*=exposed]")
        room.dealer.sees('.now[data-now="announce"]')
    shows(room, faces=["6H", "7S", "QC", "QH"], backs=1, headline="phase-punto_up", notice="blank")
    to_the_burn(room)
    shows(room, faces=[], backs=1, headline="idle", stakes=False, notice="blank")
    blank(room.table)
    shows(room, faces=[], backs=0, headline="idle", stakes=False)


# --- Art. 5


def last_coup_counted(room: Room) -> None:
    """The last coup began with the cut card and fourteen cards lie at its end: it is paid."""
    last_coup(room, behind=14, remaining=10)
    room.dealer.sees('.now[data-now="settle"]')
    shows(room, faces=["6H", "7S", "QC", "QH"], headline="won-banco", notice="last", backs=None)
    to_the_burn(room)


def last_coup_null(room: Room) -> None:
    """Six cards only: the coup is null, and every stake goes back."""
    last_coup(room, behind=6, remaining=2)
    room.dealer.sees('.now[data-now="burn"]')
    shows(room, faces=["6H", "7S", "QC", "QH"], headline="annulled", notice="last", backs=None)
    expect(room.seats[BETTOR].locator(".stake-told")).to_have_text("goes back")
    assert latest(room.table).outcome == "null_seven"
    room.table.does("burn")


def last_coup(room: Room, *, behind: int, remaining: int) -> None:
    """The cut card comes out before the first card; at the end what is left in the sabot is counted."""
    new_taglia(room, behind=behind)
    room.dealer.sees('.now[data-now="open_bets"]')
    with room.counted():
        kind(room, "sabot")
        room.dealer.press("#sabot form[data-steps*=cut_card_out] .next")
        room.dealer.sees_gone("dialog[open]")
        with room.between():
            for page in room.public:
                expect(page.locator("body")).to_contain_text("minimo sette carte o nullo", timeout=PATIENCE_MS)
            lay(room.table, *STAKES)
            Croupier(room.table, CARDS).advance("extract_remaining")
            room.dealer.sees('.now[data-now="extract_remaining"]')
        room.dealer.fill("#remaining", str(remaining))
        room.dealer.press(".count .next")
        room.dealer.sees_gone('.now[data-now="extract_remaining"]')


# --- Art. 7


def three_cards_at_punto(room: Room) -> None:
    """The fourth card lies at Punto, and the dealer knows which it is; it is Banco's, and moves there covered."""
    covered_hands(room)
    with room.counted():
        reported(room, "wrong_number", ("punto", 4), distinguished=True)
        held(room, faces=[], backs=4)
        ratified(room)
        room.dealer.sees('.now[data-now="declare"]')
    assert len(room.table.state.at(Side.BANCO)) == 2
    to_the_burn(room)


def one_card_shown_by_banco(room: Room) -> None:
    """Banco shows one card only: the table notices it, and the dealer says where the others lie."""
    covered_hands(room)
    room.table.does("declare", claim="no_carta", means="voice")
    room.table.does("turn_banco", cards=["7S"])
    room.dealer.sees(".incident")
    with room.counted():
        room.dealer.press('.incident [data-opens="report-wrong_number"]')
        room.dealer.press("#report-wrong_number .lie-card:nth-child(4) .lie-punto")
        room.dealer.press(REPORT_DISTINGUISHED)
        room.dealer.sees_gone('.incident [data-opens="report-wrong_number"]')
        ratified(room)
        room.dealer.sees('.now[data-now="declare"]')
    to_the_burn(room)


def one_card_at_banco(room: Room) -> None:
    """Only three cards are out; the one that is lacking is the next of the sabot."""
    covered_hands(room)
    with room.counted():
        reported(room, "wrong_number", ("out", 4))
        held(room, faces=[], backs=3)
        ratified(room)
        room.dealer.sees('.now[data-now="deal"]')
    to_the_burn(room)


def order_of_three_lost(room: Room) -> None:
    """Nobody can tell which of two cards came first: the coup is annulled and burned, no Colpo in Bianco follows."""
    covered_hands(room)
    with room.counted():
        reported(room, "wrong_number", ("punto", 4), lost=(1, 4))
        held(room, faces=[], backs=4)
        room.inspector.press(OPENS_CASE)
        room.inspector.press(PRESENT)
        room.inspector.press(ANNUL)
        room.dealer.sees('.now[data-now="burn"]')
        with room.between():
            shows(room, faces=[], backs=4, headline="annulled")
            expect(room.seats[BETTOR].locator(".stake-told")).to_have_text("goes back")
        room.dealer.press(".now .next")
        room.dealer.sees('.now[data-now="close_bets"]')
    play(room.table, *STAKES)


# --- Art. 8


def undue_third_card(room: Room) -> None:
    """Punto has six and got a third card: it is set aside, and the next coup is a Colpo in Bianco."""
    hands_without_third_card(room)
    with room.counted():
        reported(room, "undue_third", ("punto", 5), last=("punto", 5), distinguished=True)
        held(room, faces=["6H", "7S", "QC", "QH"], backs=1)
        ratified(room)
        room.dealer.sees('.now[data-now="announce"]')
    shows(room, faces=["6H", "7S", "QC", "QH"], backs=1, headline="phase-punto_up", notice="blank")
    to_the_burn(room)
    shows(room, faces=[], backs=1, headline="idle", stakes=False, notice="blank")
    blank(room.table)


# --- the premise


def reader_did_not_follow(room: Room) -> None:
    """«No carta» with four: the table notices it, and both inspectors have it rebuilt at one screen."""
    with_pin(Role.ISPETTORE_COMUNALE)
    room.table.cast.comunale.does("sign_on")
    lay(room.table, *STAKES)
    croupier = Croupier(room.table, "4S 7D KH KD 3S", says="no_carta")
    croupier.advance()
    room.inspector.sees(".incident")
    with room.counted():
        held(room, faces=["4S", "7D", "KD", "KH"], backs=0)
        room.inspector.press(OPENS_CASE)
        room.inspector.press(PRESENT)
        room.inspector.sees(".is-there")
        room.inspector.press(SOMEBODY_ELSE)
        room.inspector.fill("#attest-here [name=badge]", "cosima")
        room.inspector.fill("#attest-here [name=pin]", PIN)
        room.inspector.press("#attest-here .pick-next")
        room.inspector.press(RATIFY)
        room.dealer.sees('.now[data-now="card_out"]')
    expect(room.inspector.page.locator("body")).to_have_attribute("data-link", "live")
    croupier.to_the_burn()
    room.table.cast.comunale.does("sign_off")


MISHAPS: tuple[Mishap, ...] = (
    Mishap("Art. 1", "a card too many, nobody saw it", extra_card_unseen, dealer=3, inspectors=0),
    Mishap("Art. 1", "a card too many, somebody saw it", extra_card_seen, dealer=3, inspectors=0),
    Mishap("Art. 7", "three cards at Punto", three_cards_at_punto, dealer=4, inspectors=3),
    Mishap("Art. 7", "one card at Banco", one_card_at_banco, dealer=4, inspectors=3),
    Mishap("Art. 7", "Banco shows one card, the table notices it", one_card_shown_by_banco, dealer=3, inspectors=3),
    Mishap("Art. 7", "not clear: annulled and burned", order_of_three_lost, dealer=7, inspectors=3),
    Mishap("Art. 8", "an undue third card", undue_third_card, dealer=5, inspectors=3),
    Mishap("Premessa", "the reader did not follow the Regola", reader_did_not_follow, 0, inspectors=5, typed=2),
    Mishap("Art. 5", "seven cards at the last coup: valid", last_coup_counted, dealer=4, inspectors=0, typed=1),
    Mishap("Art. 5", "fewer than seven: null", last_coup_null, dealer=4, inspectors=0, typed=1),
)


def in_the_figures(mishap: Mishap) -> str:
    """The line of a mishap in docs/figures.md, up to its seconds."""
    counts = (mishap.dealer, mishap.inspectors, mishap.typed)
    return f"| {mishap.article} | {mishap.words} | {' | '.join(str(count or '–') for count in counts)} |"


class Effort(NamedTuple):
    """What a mishap took: presses of the dealer and of the inspectors, fields typed, seconds of waiting."""

    mishap: Mishap
    dealer: int
    inspectors: int
    typed: int
    seconds: float

    @property
    def as_said(self) -> bool:
        """Whether it took the presses and fields that it is said to take."""
        return (self.dealer, self.inspectors, self.typed) == self.mishap[3:]


def perform(room: Room, mishap: Mishap) -> Effort:
    """From the mistake until the table plays on, and to the end of its coup."""
    mishap.steps(room)
    dealer, inspector = room.dealer, room.inspector
    return Effort(mishap, dealer.presses, inspector.presses, dealer.typed + inspector.typed, room.watch.seconds)
