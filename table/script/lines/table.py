"""Lines about the table itself: its rules, limits, shoe and Button; and the line for any other act."""

from typing import Any

from django.db.models import F

from table.play.stakes import waiting_correction
from table.rules.profile import Profile, Role
from table.script.form import ScriptLine, presses, written
from table.script.player import Player


@written("house HOUSE", "house super-punto-banco-venezia banco_payout=half_on_six")
def house(player: Player, *, house: Profile) -> None:
    """Put the table, created if missing, under these rules, and sign on dealer and Ispettore di Gioco.

    Rules that it has already stay; others are changed, refused (E_TABLE) unless it is closed and has no shoe.
    """
    player.set_up(house)


@written("at table TABLE", "at table T2")
def at_table(player: Player, *, table: str) -> None:
    """Go on at the table with this code, with a dealer of its own, until another such line.

    It need not exist: no table is added or refused by this. That dealer is taken on if missing.
    """
    player.go_to(table)


@written("limits LIMITS", "limits main 10-1000 egalite 5-200")
def limits(player: Player, *, limits: dict[str, list[int]]) -> None:
    """Press `set_limits` as the office that decides them: minimum and maximum (cents) of each kind of stake.

    At a closed table they hold at once. At any other they hold from the next coup on, or, where the house has new
    limits announced, from that after the line “confirms the limits”, which is not pressed here.
    """
    player.set_limits(limits)


presses("confirms the limits", "confirms the limits", "confirm_limits")


@written("cut card before the last COUNT", "cut card before the last 14")
def cut_card_before(player: Player, *, count: int) -> None:
    """Set how many cards lie behind the cut card in shoes that are prepared from now on; nothing is pressed."""
    player.behind = count


@written("opens the table", "opens the table")
def open_table(player: Player) -> None:
    """Open the table, with the usual limits and a new shoe where it has none; nothing if it is open or suspended.

    Lines that need an open table do so by themselves, the first time and after “closes the table”, but not where
    another act, such as a ruling, has closed it.
    """
    player.open_table()


@written("closes the table", "closes the table")
def close_table(player: Player) -> None:
    """Close the table; a later line that needs it open opens it again.

    A closed one that no line has opened yet is opened first. Refused as `close_table` is.
    """
    player.press("close_table")
    player.opened = False


@written("new taglia [SERIAL]", "new taglia blue-17")
def new_taglia(player: Player, *, serial: str | None = None) -> None:
    """Load, shuffle and cut a new shoe and insert the cut card, with decks of this serial or of “demo-decks”.

    Without a cut card where the rules have none. A virtual shoe is loaded in place of the first three.
    """
    player.prepare_shoe(serial) if serial else player.prepare_shoe()


presses("replaces the decks SERIAL", "replaces the decks red-4", "replace_decks")
presses("counts BURNED burned COUNT left", "counts 298 burned 14 left", "reconcile", named={"count": "left_over"})
presses("button POSITION", "button 4", "set_button")


# --- supervision, and everything else


presses("suspends", "suspends", "suspend")
presses("resumes", "resumes", "resume")


@written("ROLE agrees to the correction", "ispettore_comunale agrees to the correction")
def agree(player: Player, *, role: Role) -> None:
    """Confirm the correction in this coup that waits for a second person, as the person of the office ``role``.

    Refused as the table refuses it where none waits.
    """
    with player.acting_as(role):
        player.press("confirm_correction", correction=_number_of_request(player))


@written("takes back the correction", "takes back the correction")
def take_back(player: Player) -> None:
    """Withdraw, as Ispettore di Gioco, the correction in this coup that waits for a second person.

    Refused where none waits.
    """
    player.press("withdraw_correction", correction=_number_of_request(player))


def _number_of_request(player: Player) -> int:
    """Return the number of the entry that requested the correction waiting in this coup.

    1 if none waits, which the table refuses.
    """
    coup = player.state.coup
    waiting = waiting_correction(coup) if coup is not None else None
    return waiting.number if waiting is not None else 1


@written("acknowledges KIND", "acknowledges wrong_announcement")
def acknowledge(player: Player, *, kind: str) -> None:
    """Acknowledge, and so close, the newest open alert with the code ``kind``; that of an undecided case stays open.

    Refused (E_ARGUMENTS) without any of the kind, and (E_STALE) without an open one, or where it is acknowledged.
    """
    player.press("acknowledge_alert", number=newest_alert(player, kind), code=kind)


@written("on the way for KIND", "on the way for left_without_owner")
def go(player: Player, *, kind: str) -> None:
    """Report that somebody is on the way for the newest open alert with the code ``kind``.

    Refused (E_ARGUMENTS) without any of the kind, and (E_STALE) without an open one, or where the same person is on the
    way already.
    """
    player.press("go_to_alert", number=newest_alert(player, kind), code=kind)


def newest_alert(player: Player, kind: str) -> int:
    """Return the number of the newest open alert with the code ``kind``, else of the one that was closed last.

    That is the number of the entry that raised it or, for a case, led it on last; 1 without any.
    """
    newest = player.table.alerts.filter(code=kind).order_by(F("closed").asc(nulls_last=True), "pk").last()
    return newest.number if newest else 1


presses("tip MONEY [FORM]", "tip 5 cash", "tip", named={"money": "amount"}, form="chips")
presses(
    "disposes of COUNT [REASON]",
    "disposes of 1 handed_over_at_the_desk",
    "dispose",
    named={"count": "slip", "reason": "text"},
    text="kept_at_the_desk",
)


@written("ROLE signs on", "capo_isola signs on")
def sign_on(player: Player, *, role: Role) -> None:
    """Sign on the person of this office, unless they are present.

    A dealer signs off from another table first, and takes over where another one deals.
    """
    player.sign_on(role)


@written("by ROLE LINE", "by dealer assigns 5 rossi")
def by(player: Player, *, role: Role, line: ScriptLine) -> None:
    """Execute ``line`` with all its acts pressed by the person of this office.

    The table refuses those to which they are not entitled.
    """
    with player.acting_as(role):
        line.does(player, **line.given)


@written("do VERB [KEYS]", 'do correct_entry what=card new={"number":1,"card":"9S"} reason=mistyped')
def do(player: Player, *, verb: str, keys: dict[str, Any] | None = None) -> None:
    """Press any act by its verb, as the person entitled to it, with ``keys`` as its arguments; amounts are cents.

    Refused as the act is, and (E_VERB) where there is none of this name.
    """
    player.press(verb, **(keys or {}))
