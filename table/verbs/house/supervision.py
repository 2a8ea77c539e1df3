"""Verbs of supervision: who works at a table, opening and closing, suspension, limits, the Button, notes."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import pgettext_lazy

from table.memory.statements import update
from table.models import Coup, Entry, LimitRange, StaffPresence
from table.play.act import Act
from table.play.cards import plays_blanks, set_aside
from table.play.coup import check_nobody_awaited, end_game
from table.play.declaration import ANYTIME, CLOSED, IDLE, INSPECTORS, OPEN, SUSPENDED, Amount, AtPress, Text, verb
from table.play.in_force import NEXT, NOW, UNANNOUNCED, announce_limits, apply_limits_while_closed, direzione_suspended
from table.play.money import Tronc, post
from table.play.presence import begin_work
from table.play.shoe import call_last_coup_again, hand_on_cut_card, name_blank_due
from table.play.stakes import is_marked_for, leave_aside, name_returned
from table.play.state import BY_ITS_END
from table.rules.phase import Phase
from table.rules.profile import DECIDERS, Role
from table.rules.reading import check_position
from table.rules.refusal import Cents, Code, require
from table.rules.regola import Outcome
from table.rules.stakes import Range, check_decided, check_limits

STAFF = (Role.DEALER, Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.CAPO_TAVOLO, Role.DIREZIONE)
ISPETTORE = (Role.ISPETTORE_GIOCO,)
of_the_staff = partial(verb, roles=STAFF, tables=ANYTIME, moves=["staff"], while_held=True)
"""Declare a verb by which somebody begins or ends their work at the table, at any time."""

# --- who is at work


@of_the_staff(
    title=pgettext_lazy("act", "sign on"),
    said=(pgettext_lazy("record", "begins to work at the table"),),
    deciders=INSPECTORS,
)
def sign_on(act: Act) -> None:
    """Sign on at the table, in the role of the act; inspectors may be signed on at several tables at once.

    A dealer relieves the one in charge, be it themselves, and is first signed off from any role here ("signed_off");
    anybody else who is signed on here already is refused (E_PRESENCE). At a press the door refuses a dealer where
    another one is in charge (E_ROLE), and one who is in charge of another table (E_PRESENCE). Signing on itself records
    no effect. Locks the row of the person.
    """
    if act.role == Role.DEALER:
        _relieve_dealer(act)
    begin_work(act)


def _relieve_dealer(act: Act) -> None:
    """Sign off the dealer of this table, and the actor from any role in which they are signed on here.

    The latter is for a training table, where the actor may act in another's role. Records "signed_off" (badge) for
    each, once for somebody who is both.
    """
    _sign_off(act, role=Role.DEALER)
    _sign_off(act, badge=act.actor)


@of_the_staff(
    title=pgettext_lazy("act", "take over"),
    said=(pgettext_lazy("record", "takes over the table, with badge and PIN"),),
    roles=[Role.DEALER],
    by_pin=True,
)
def take_over(act: Act) -> None:
    """Take over the table as its dealer, signing off the one in charge, if any ("signed_off").

    That may be the same person. Whoever takes over is signed off first from any other role there, and their row is
    locked. Signing on records no effect. At a press the door refuses a dealer who is in charge of another table
    (E_PRESENCE).
    """
    _relieve_dealer(act)
    begin_work(act)


@of_the_staff(
    title=pgettext_lazy("act", "sign off"),
    said=(
        pgettext_lazy("record", "notes that %(badge)s leaves the table"),
        pgettext_lazy("record", "leaves the table"),
    ),
)
def sign_off(act: Act, *, badge: str | None = None) -> None:
    """Sign off from the table, or sign off ``badge`` ("signed_off").

    Only the Ispettore di Gioco or the Direzione signs off another (else E_ROLE). Refused (E_PRESENCE) for somebody
    who is not signed on there.
    """
    leaving = badge or act.actor
    require(
        leaving == act.actor or act.role in DECIDERS,
        Code.ROLE,
        "Everybody signs off for themselves; the Ispettore di Gioco or the Direzione may for another.",
    )
    require(_sign_off(act, badge=leaving), Code.PRESENCE, "“%(badge)s” is not at this table.", badge=leaving[:20])


def _sign_off(act: Act, *, badge: str | None = None, role: Role | None = None) -> list[str]:
    """End the presence at the table of everybody with this badge and this role, None being any; return their badges.

    Records "signed_off" (badge) for each.
    """
    leaving = [it for it in act.state.staff if badge in (None, it.person.badge) and role in (None, it.role)]
    for presence in leaving:
        presence.until = act.number
        update(presence)
        act.effect("signed_off", badge=presence.person.badge)
    if leaving:
        act.state.reread("staff")
    return [presence.person.badge for presence in leaving]


# --- opening, closing, suspending


@verb(
    title=pgettext_lazy("act", "open the table"),
    said=(pgettext_lazy("record", "the table is open"),),
    roles=DECIDERS,
    tables=[CLOSED],
    ground=["shoe", "limits"],
    moves=["coup"],
)
def open_table(act: Act) -> None:
    """Open the table; in a house with a Button that lies at the first position ("button_moved").

    Refused (E_ROLE) to all but the Ispettore di Gioco, or, where the Direzione had suspended the game before the table
    was closed, to all but the Direzione. Refused unless the limits are complete (E_LIMITS), a dealer is signed on
    (E_PRESENCE) and a shoe is on it, be it still in preparation (E_SHOE).
    """
    table, state = act.table, act.state
    _check_opens(act)
    limits = {kind: Range(*pair) for kind, pair in state.limits_of(NOW).items()}
    check_limits(state.profile, limits)
    dealers = StaffPresence.objects.filter(table=table, until=None, role=Role.DEALER)
    require(dealers.exists(), Code.PRESENCE, "No dealer is signed on at this table.")
    require(state.shoe, Code.SHOE, "No shoe is in preparation; load the decks first.")
    table.status, table.opened = OPEN, act.number
    if state.profile.button:
        table.button = state.profile.positions[0]
        act.effect("button_moved", position=table.button)


def _check_opens(act: Act) -> None:
    """Refuse (E_ROLE) to open the table except to the Ispettore di Gioco.

    One that the Direzione had suspended before it was closed is opened by the Direzione instead.
    """
    if direzione_suspended(act.table):
        require(
            act.role == Role.DIREZIONE,
            Code.ROLE,
            "The Direzione suspended the game before this table was closed: only the Direzione opens it again.",
            source=act.cite("suspended_by.direzione"),
        )
    else:
        _check_decides(act, Role.ISPETTORE_GIOCO, "acts")


@verb(
    title=pgettext_lazy("act", "close the table"),
    said=(pgettext_lazy("record", "the table is closed"),),
    roles=DECIDERS,
    tables=[OPEN, SUSPENDED],
    ground=["coup"],
    moves=["coup", "shoe", "seats", "limits"],
)
def close_table(act: Act) -> None:
    """Close the table between two coups (else E_COUP_OPEN), and record the Tronc of the evening, if any ("tronc").

    The taglia that has begun ends, as :func:`~table.play.shoe.end_taglia` ("taglia_ended"), with which new rules come
    into force and stakes that a tie left go to their owners or into custody; a shoe that is not in play yet stays. The
    Button is taken away, and held cards, a due Colpo in Bianco and a pending suspension lapse. Limits that were to hold
    from the next coup come into force ("limits_applied"). Seats are freed ("seats_cleared"), reservations closed,
    standing guests and identity checks removed; chips set aside at the seats of absent guests go into custody
    ("uncollected").
    """
    require(act.state.coup is None, Code.COUP_OPEN, "A coup is being played; finish it first.")
    if (tronc := Tronc.of(act.table)).total:
        act.effect("tronc", amount=tronc.total, chips=tronc.chips, cash=tronc.cash)
    end_game(act)


@verb(
    title=pgettext_lazy("act", "suspend the game"),
    said=(
        pgettext_lazy("record", "suspends the game: %(reason)s"),
        pgettext_lazy("record", "suspends the game"),
    ),
    roles=DECIDERS,
    decided_by="suspended_by",
    tables=[OPEN],
    moves=["coup", "shoe"],
    while_held=True,
    source="suspended_by",
)
def suspend(act: Act, *, reason: Text | None = None) -> None:
    """Suspend the game at once, or after the coup if a card was drawn for it; a reason stands in the arguments alone.

    A coup of which no card was drawn is cancelled ("coup_cancelled"), unless it is annulled already: the stakes go back
    ("bet_returned", "refunded"), and cards that had waited for it wait on ("card_held"). Records "suspended", or
    "suspend_pending" if the coup is played to its end, or burned, first. Refused (E_ROLE) to roles that the house does
    not name for it; the Direzione always may.
    """
    table, state = act.table, act.state
    _check_suspends(act, "suspended_by")
    if state.coup is not None and not state.can_be_cancelled:
        table.suspend_pending = True
        act.effect("suspend_pending")
        return
    if state.coup is not None:
        _cancel(act, state.coup)
    table.status = SUSPENDED
    act.effect("suspended")


def _cancel(act: Act, coup: Coup) -> None:
    """Cancel the coup, of which no card was drawn: stakes go back, and what was due before it waits for the next one.

    What a tie left at a place that its owner has marked is kept as :func:`~table.play.stakes.leave_aside` does. Records
    what goes back ("bet_returned", "tax_returned") and what :func:`~table.play.money.post` records, cards that had
    waited ("card_held"), "coup_cancelled", and "phrase_due" where the last coup is to be called again.
    """
    table, state = act.table, act.state
    for stake in state.stakes:
        name_returned(act, stake)
        if stake.left_over and is_marked_for(state, stake):
            leave_aside(act, stake, stake.laid)
    post(act, coup, Outcome.CANCELLED)
    set_aside(act, state.cards)
    table.blank_ordered = table.blank_ordered or coup.kind == Coup.Kind.BLANK
    if coup.shoe.cut_card_at is not None and not coup.shoe.cut_card_taken:
        hand_on_cut_card(coup.shoe)
        update(coup.shoe)
    coup.outcome, coup.ended, coup.ended_at = Outcome.CANCELLED.value, True, act.number
    update(coup)
    act.effect("coup_cancelled")
    state.reread(*BY_ITS_END)
    call_last_coup_again(act)


def _shown_since(verb_name: str) -> AtPress:
    """Return a check that refuses (E_STALE) an act whose screen had not shown the last entry of this verb, if any.

    Checked at the press alone, as earlier entries were made all the same.
    """

    def check(act: Act, _given: Mapping[str, Any]) -> None:
        """Refuse (E_STALE) an act whose screen had not shown the last entry of the verb in the table's register."""
        done = Entry.objects.filter(register=act.table.code, verb=verb_name).order_by("-number")
        act.check_seen(done.values_list("number", flat=True).first() or 0)

    return check


@verb(
    title=pgettext_lazy("act", "resume the game"),
    said=(pgettext_lazy("record", "the game goes on"),),
    roles=DECIDERS,
    decided_by="suspended_by",
    tables=[OPEN, SUSPENDED],
    moves=["coup"],
    while_held=True,
    source="resumed",
    at_press=_shown_since("suspend"),
)
def resume(act: Act) -> None:
    """Resume a suspended game, or revoke a suspension that was to follow this coup. Records no effect.

    Refused to roles that may not suspend (E_ROLE), where there is neither (E_TABLE_NOT_OPEN), where the Direzione has
    ordered it and somebody else resumes (E_ROLE), and at the press if the screen had not shown it (E_STALE).
    """
    table = act.table
    _check_suspends(act, "resumed")
    require(
        table.status == SUSPENDED or table.suspend_pending,
        Code.TABLE_NOT_OPEN,
        "The game is not suspended.",
        source=act.cite("resumed"),
    )
    require(
        act.role == Role.DIREZIONE or not direzione_suspended(act.table),
        Code.ROLE,
        "The Direzione has suspended the game: only the Direzione resumes it.",
        source=act.cite("suspended_by.direzione"),
    )
    table.status, table.suspend_pending = OPEN, False


def _check_suspends(act: Act, topic: str) -> None:
    """Refuse (E_ROLE) any role but the Direzione and the one that suspends the game in this house.

    The refusal cites the rules of the house on ``topic``, such as "resumed".
    """
    if act.role != Role.DIREZIONE:
        _check_decides(act, act.state.profile.suspended_by, topic)


def _check_decides(act: Act, role: Role, topic: str) -> None:
    """Refuse (E_ROLE) any role but ``role``, which decides in this house; ``topic`` is cited."""
    require(
        act.role == role,
        Code.ROLE,
        "In this house that is decided by the role “%(role)s”.",
        source=act.cite(topic),
        role=role,
    )


# --- limits


def check_chips_to_come(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_LIMITS) limits that cannot be laid in the chips of the rules that wait for the next taglia, if any do.

    Checked at the press alone, as earlier entries did not look at them.
    """
    coming = act.table.next_policy
    chip = coming.profile.smallest_chip if coming is not None else 1
    for kind, amounts in given["limits"].items():
        require(
            all(amount % chip == 0 for amount in amounts),
            Code.LIMITS,
            "From the next taglia on the smallest chip of this table is %(chip)s: the limits for %(kind)s cannot be "
            "laid in such chips.",
            source=act.cite("limits.pair"),
            chip=Cents(chip),
            kind=kind,
        )


@verb(
    title=pgettext_lazy("act", "set the limits"),
    said=(pgettext_lazy("record", "new limits: %(limits)s"),),
    roles=DECIDERS,
    decided_by="limits_decided_by",
    tables=ANYTIME,
    moves=["limits"],
    while_held=True,
    source="limits_decided_by",
    public="limits",
    at_press=check_chips_to_come,
)
def set_limits(act: Act, *, limits: dict[str, list[Amount]]) -> None:
    """Decide minimum and maximum, in cents, for each kind of stake, from the next coup on.

    At a closed table they are in force at once ("limits_applied"). In a house where a Capo Tavolo announces limits they
    wait for :func:`confirm_limits` before either. All earlier limits that wait for the same are dropped. Refused for an
    office that does not decide them (E_ROLE), and (E_LIMITS) unless every kind of stake of this house, and no other,
    has a pair, the maximum not below the minimum, that chips can make up: at the press those of the next rules, too.
    """
    table, profile = act.table, act.state.profile
    _check_decides(act, profile.limits_decided_by, "limits_decided_by")
    require(
        all(len(pair) == 2 for pair in limits.values()),
        Code.LIMITS,
        "Limits are a minimum and a maximum.",
        source=act.cite("limits.pair"),
    )
    check_decided(profile, {kind: Range(*pair) for kind, pair in limits.items()})
    state = UNANNOUNCED if profile.announce_limits_by else NEXT
    table.limit_ranges.filter(standing=state).delete()
    LimitRange.objects.bulk_create(
        LimitRange(table=table, standing=state, kind=kind, minimum=low, maximum=high)
        for kind, (low, high) in sorted(limits.items())
    )
    apply_limits_while_closed(act)


@verb(
    title=pgettext_lazy("act", "confirm the limits"),
    said=(pgettext_lazy("record", "the new limits are announced and on the sign"),),
    roles=[Role.CAPO_TAVOLO],
    tables=ANYTIME,
    moves=["limits"],
    while_held=True,
    source="announce_limits_by",
    at_press=_shown_since("set_limits"),
)
def confirm_limits(act: Act) -> None:
    """Have limits that waited to be announced hold from the next coup on, at a closed table at once ("limits_applied").

    They replace those that were to hold then. Refused (E_LIMITS) where none wait to be announced, and at the press
    (E_STALE) where the screen had not shown the last ones set.
    """
    waited = announce_limits(act)
    require(waited, Code.LIMITS, "No new limits wait to be announced.", source=act.cite("announce_limits_by"))


# --- the Button, coups without stakes, notes


@verb(
    title=pgettext_lazy("act", "put the Button right"),
    said=(pgettext_lazy("record", "the Button is put right"),),
    roles=ISPETTORE,
    phases=[IDLE],
    ground=["coup"],
    moves=["coup"],
    source="button.put_right",
    public="position",
)
def set_button(act: Act, *, position: str) -> None:
    """Put the Button where it ought to lie, between two coups ("button_moved").

    Refused in a house without one (E_PROFILE), and for a position that the table does not have (E_POSITION).
    """
    require(act.state.profile.button, Code.PROFILE, "This house has no Button.", source=act.cite("button"))
    check_position(act.state.profile, position)
    act.table.button = position
    act.effect("button_moved", position=position)


@verb(
    title=pgettext_lazy("act", "order a Colpo in Bianco"),
    said=(pgettext_lazy("record", "orders a Colpo in Bianco"),),
    roles=ISPETTORE,
    phases=[IDLE, Phase.BETTING],
    ground=["coup"],
    moves=["coup"],
    source="remedies.nobody_stakes",
)
def order_blank(act: Act) -> None:
    """Order a Colpo in Bianco for the next hand, as nobody stakes. Records "blank_due" unless one was due.

    Then a call of the last coup that names a number of cards is due as the plain one ("phrase_due"). Refused
    (E_PROFILE) in a house without coups in bianco, (E_INCIDENT_OPEN) while a case waits for a decision, and
    (E_BLANK_NO_BETS) while stakes lie on the felt.
    """
    require(plays_blanks(act), Code.PROFILE, "This house plays no Colpo in Bianco.", source=act.cite("remedies"))
    check_nobody_awaited(act)
    require(
        not act.state.stakes,
        Code.BLANK_NO_BETS,
        "Stakes lie on the felt; a Colpo in Bianco has none.",
        source=act.cite("remedies.seen"),
    )
    due_before, act.table.blank_ordered = act.state.blank_known, True
    name_blank_due(act, due_before=due_before)


@verb(
    title=pgettext_lazy("act", "note"),
    said=(pgettext_lazy("record", "note: %(text)s"),),
    roles=STAFF,
    tables=ANYTIME,
    while_held=True,
)
def annotate(act: Act, *, text: Text) -> None:
    """Record a remark by its digest ("noted"): its text can be erased, but not that it was made. Changes no row.

    An empty one is recorded as it is.
    """
    act.effect("noted", note=text)
