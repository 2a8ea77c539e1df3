"""Headline, notices and betting clock that the screens of a table show, in the active language."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from table.models import Coup, Shoe, Table
from table.rules.houses import announcement, calls_a_tie_null
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.regola import Claim, Outcome, Result
from table.rules.shoe import BLANK, LAST_COUP, counted_phrase, counts_seven
from table.screens.read.pieces import Piece, piece
from table.screens.read.reasons import reason
from table.screens.read.snapshot import Snapshot
from table.words.terms import CALLS, PHASES
from table.words.voices import called

OPENS = ("open_bets", "burn")
"""Acts with which a betting opens; the last of them before a betting is the one that opened it."""
AT_THIRD_CARDS = (f"phase-{Phase.BANCO_UP}", f"phase-{Phase.DRAWING}")


class Notice(NamedTuple):
    """Text to be read from afar: its ``kind``, by which it is styled, ``words``, and ``more``, which may be empty."""

    kind: str
    words: str
    more: str = ""


def headline(table: Snapshot) -> Notice:
    """Return the headline of a table, the first of these that applies; its ``kind`` is in brackets.

    Without a coup: suspended or closed (the status of the table); that play waits and who decides (held); that the shoe
    is being prepared, or between two coups (idle). In a coup: that it is held and who decides (held); annulled or null
    (annulled); who has won, with the call (``won-`` and the result); else its phase (``phase-`` and its value).
    """
    coup, status = table.state.coup, table.table.status
    if coup is None and status != Table.Status.OPEN:
        words = _("Game suspended") if status == Table.Status.SUSPENDED else _("Table closed")
        return Notice(status, words)
    if coup is None:
        return _between(table)
    if coup.held:
        return Notice("held", _("The coup is held"), who_decides(table))
    ended = _without_result(coup, table.state.profile.min_last_coup_cards)
    return ended or (_won(table, table.result, coup) if table.result else _phase(table))


def who_decides(table: Snapshot) -> str:
    """Return the sentence who decides while play waits: the Direzione if the table awaits it, else the inspector."""
    if table.table.awaits == Role.DIREZIONE:
        return _("The Direzione decides.")
    return _("The inspector decides.")


def stakes_stand(table: Snapshot) -> bool:
    """Whether the coup is held with stakes on the table and has not been paid yet; False between coups."""
    coup = table.state.coup
    return coup is not None and coup.held and coup.paid_hands is None and bool(table.state.stakes)


def _between(table: Snapshot) -> Notice:
    """Return the headline of an open table between two coups, the first of three.

    Play stands still, with who decides, if the table awaits a decision; the shoe is being prepared, if there is none in
    play or ready for it; between two coups.
    """
    shoe = table.state.shoe
    if table.table.awaits:
        return Notice("held", _("Play stands still"), who_decides(table))
    if shoe is None or shoe.status not in (Shoe.Status.READY, Shoe.Status.IN_PLAY, Shoe.Status.LAST_COUP):
        return Notice("idle", _("The shoe is being prepared"))
    return Notice("idle", _("Between two coups"))


def _without_result(coup: Coup, least: int | None) -> Notice | None:
    """Return the headline of a coup whose outcome is annulled, or null for want of ``least`` cards; else None.

    Its kind is ``annulled`` for both. It adds that all stakes go back, except of an annulled Colpo in Bianco, which has
    none.
    """
    if coup.outcome == Outcome.ANNULLED:
        blank = coup.kind == Coup.Kind.BLANK
        return Notice("annulled", _("Coup annulled"), "" if blank else _("All stakes go back."))
    if coup.outcome == Outcome.NULL_SEVEN:
        words = _("Null coup: fewer than %(least)s cards") % {"least": least}
        return Notice("annulled", words, _("All stakes go back."))
    return None


def _won(table: Snapshot, result: Result, coup: Coup) -> Notice:
    """Return the headline of an announced result, with the call of the announced points, Banco's first.

    Of a tie, where the house calls it null, with the words of that call.
    """
    names = {Result.PUNTO: _("Punto wins"), Result.BANCO: _("Banco wins"), Result.TIE: _("Egalité")}
    words = f"Banco {coup.announced_banco}, Punto {coup.announced_punto}"
    if result is Result.TIE and calls_a_tie_null(table.state.profile):
        words = announcement(table.state.profile, coup.announced_banco or 0, coup.announced_punto or 0)
    return Notice(f"won-{result.value}", _as_heading(names[result]), called(words))


def _as_heading(words: str) -> str:
    """Return `words` with a capital first letter: elsewhere they stand within a sentence."""
    return words[:1].upper() + words[1:]


def _phase(table: Snapshot) -> Notice:
    """Return the headline of the phase of the coup; of reading and of a declaration with the position that reads.

    After the betting, before a card, with «Rien ne va plus», unless it is a Colpo in Bianco. Asserts a coup.
    """
    phase, coup = table.state.phase, table.state.coup
    assert phase is not None
    assert coup is not None
    more = ""
    if phase is Phase.READING or (phase is Phase.DECLARED and coup.claim):
        more = _("Position %(position)s reads the cards.") % {"position": coup.reader}
    elif phase is Phase.CLOSED and not table.blank:
        more = "Rien ne va plus"
    return Notice(f"phase-{phase.value}", _as_heading(name_of_phase(phase, coup)), more)


def name_of_phase(phase: Phase, coup: Coup) -> str:
    """Return the name of the phase of a coup; of DECLARED, where nobody has declared, that Punto is turned."""
    if phase is Phase.DECLARED and not coup.claim:
        return pgettext("phase", "Punto turned")
    return str(PHASES[phase])


def notices(table: Snapshot) -> list[Notice]:
    """List the notices besides the headline, as far as they apply, in this order.

    A Colpo in Bianco is played or, if not, comes next; which coup is the last, as far as it is known (:func:`_last`),
    once the cut card is out or a ruling ends the taglia; the next card lies visible; the game is suspended after this
    coup. Between coups, too.
    """
    shoe, found = table.state.shoe, list[Notice]()
    if table.blank:
        found.append(Notice("blank", BLANK, _("no stakes, nobody reads, nothing is paid")))
    elif table.blank_next or _blank_follows(table):
        found.append(Notice("blank", BLANK, _("comes next: no stakes")))
    if shoe is not None and shoe.status == Shoe.Status.LAST_COUP:
        found.append(Notice("last", _last(table, shoe)))
    if shoe is not None and shoe.next_visible:
        found.append(Notice("visible", _("The next card lies visible in the sabot")))
    if table.table.suspend_pending:
        found.append(Notice("suspended", _("Game suspended"), _("after this coup")))
    return found


def _blank_follows(table: Snapshot) -> bool:
    """Whether it is certain during a coup that a Colpo in Bianco comes next: one is ordered, or due by a held card.

    A next card that lies visible counts only before the first card of a coup that is no Colpo in Bianco. False between
    coups, while the coup is held, if it is the last, and once cards of it are out and the shoe is empty.
    """
    coup, shoe = table.state.coup, table.state.shoe
    if coup is None or shoe is None or coup.held or shoe.coups_left == 1:
        return False
    return table.state.blank_known


def _last(table: Snapshot, shoe: Shoe) -> str:
    """Return the notice on the last coup of the taglia, in a shoe whose cut card is out, or that a ruling ends.

    That it is not known yet which coup it is; that one more follows; else, of the coup being played or between coups
    the next one, the call for the last coup, LAST_COUP, or :func:`counted_phrase` where cards have to be counted.
    """
    if shoe.coups_left is None:
        return _("The cut card is out: which coup is the last is known when the hand is complete")
    if shoe.coups_left > 1:
        return _("One more coup after this one")
    began = shoe.cut_card_waits if table.state.coup is None else table.state.coup.began_with_cut_card
    counted = counts_seven(table.state.profile, began_with_cut_card=began, blank=table.blank or table.blank_next)
    return called(counted_phrase(table.state.profile) if counted else LAST_COUP)


# --- the betting clock


def betting_clock(snapshot: Snapshot) -> Iterator[Piece]:
    """Yield the piece of the betting clock while stakes are taken: when the betting opened, and the seconds it lasts.

    Nothing is yielded in a house without a clock, while the coup is held or a Colpo in Bianco is due, and if the
    opening is not among the latest RECENT_ACTS entries.
    """
    state = snapshot.state
    seconds, held = state.profile.betting_seconds, state.coup is not None and state.coup.held
    if seconds is None or state.phase is not Phase.BETTING or state.blank_due or held:
        return
    opened = next((at for verb, at in reversed(snapshot.recent) if verb in OPENS), None)
    if opened is not None:
        yield piece("betting-clock", "drawings/betting_clock.html:betting_clock", localtime(opened), seconds)


# --- on displays


def display_headline(table: Snapshot) -> Notice:
    """Return the headline of the table, with what is known of the declaration and of the third card.

    Once the reader has declared, that is their call; then, until both hands are complete, why a third card is due or
    not, by open cards and declarations alone. Else it is :func:`headline` as it is.
    """
    notice, coup = table.part(headline), table.state.coup
    if coup is None:
        return notice
    if notice.kind == f"phase-{Phase.DECLARED}" and coup.claim and coup.reader:
        call = {"position": coup.reader, "call": CALLS[Claim(coup.claim)]}
        return notice._replace(more=_("Position %(position)s: «%(call)s»") % call)
    why = reason(table.state) if notice.kind in AT_THIRD_CARDS else None
    return notice._replace(more=why.words) if why is not None else notice


def sleeps(table: Snapshot) -> bool:
    """Whether the table is closed and has no coup, so that its displays sleep: nothing is bright or still for long."""
    return table.table.status == Table.Status.CLOSED and table.state.coup is None


def asleep(table: Snapshot) -> Piece:
    """Return the piece of a sleeping display: the code of the table and its headline, which says that it is closed."""
    return piece("asleep", "regions/asleep.html:asleep", table.code, table.part(headline).words)
