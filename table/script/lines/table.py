"""Lines about the table itself: its rules, limits, shoe, Button and guests; and the line for any other act."""

from typing import Any

from django.db.models import F

from table.play.stakes import waiting_correction
from table.rules.profile import Role
from table.script.form import ScriptLine, presses, written
from table.script.player import Player

written("house HOUSE", "house super-punto-banco-venezia banco_payout=half_on_six")(
    lambda player, house: player.set_up(house)
)
written("at table TABLE", "at table T2")(lambda player, table: player.go_to(table))
written("limits LIMITS", "limits main 10-1000 egalite 5-200")(lambda player, limits: player.set_limits(limits))
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


written("new taglia [SERIAL]", "new taglia blue-17")(lambda player, **given: player.prepare_shoe(**given))
presses("replaces the decks SERIAL", "replaces the decks red-4", "replace_decks")
presses("counts BURNED burned COUNT left", "counts 298 burned 14 left", "reconcile", named={"count": "left_over"})
presses("button POSITION", "button 4", "set_button")


# --- seats and standing guests. Super Punto Banco, Art. 13


@written("seat POSITION [GUEST]", "seat 2 rossi")
def seat(player: Player, *, position: str, guest: str | None = None) -> None:
    """Reserve a seat for a guest, assign it, and have them sit down; nothing if that guest sits there.

    Without ``guest`` it is “guest-POSITION”. Identity is not confirmed here: where the house requires that, the seat is
    refused (E_IDENTITY) unless a line before has confirmed it.
    """
    who = guest or f"guest-{position}"
    place = player.state.positions.get(position)
    if place is not None and place.present and place.holder is not None and place.holder.key == who:
        return
    player.press("reserve", guest=who)
    player.press("assign", guest=who, position=position)
    player.press("occupy", position=position)


@written("stands POSITION [GUEST]", "stands 5 verdi")
def stand(player: Player, *, position: str, guest: str | None = None) -> None:
    """Note that a guest takes part standing at this position; without ``guest`` it is “guest-POSITION”."""
    player.press("stand_at", position=position, guest=guest or f"guest-{position}")


presses("goes POSITION GUEST", "goes 5 verdi", "leave_standing")
presses("identity GUEST", "identity rossi", "confirm_identity")
presses("not shown GUEST LACKING", "not shown rossi age", "refuse_identity")
presses("reserves GUEST", "reserves rossi", "reserve")
presses("assigns POSITION GUEST", "assigns 5 rossi", "assign")
presses("sits POSITION", "sits 5", "occupy")
presses("marks POSITION", "marks 5", "mark")
presses("back POSITION", "back 5", "return")
presses("leaves POSITION", "leaves 5", "report_unmarked_absence")
presses("gives up POSITION", "gives up 5", "release")


# --- supervision, and everything else


presses("suspends", "suspends", "suspend")
presses("resumes", "resumes", "resume")


def _number_of_request(player: Player) -> int:
    """Return the number of the entry that requested the correction waiting in this coup.

    1 if none waits, which the table refuses.
    """
    coup = player.state.coup
    waiting = waiting_correction(coup) if coup is not None else None
    return waiting.number if waiting is not None else 1


presses(
    "ROLE agrees to the correction",
    "ispettore_comunale agrees to the correction",
    "confirm_correction",
    correction=_number_of_request,
)
presses("takes back the correction", "takes back the correction", "withdraw_correction", correction=_number_of_request)


@written("acknowledges KIND", "acknowledges wrong_announcement")
def acknowledge(player: Player, *, kind: str) -> None:
    """Acknowledge, and so close, the newest open alert with the code ``kind``; that of an undecided case stays open.

    Refused (E_ARGUMENTS) without any of the kind, and (E_STALE) without an open one, or where it is acknowledged.
    """
    player.press("acknowledge_alert", number=newest_alert(player, kind), code=kind)


@written("on the way for KIND", "on the way for left_without_owner")
def go(player: Player, *, kind: str) -> None:
    """Report, as the office entitled to it, that somebody is on the way for the newest open alert of this ``kind``.

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


written("ROLE signs on", "capo_isola signs on")(lambda player, role: player.sign_on(role))


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
