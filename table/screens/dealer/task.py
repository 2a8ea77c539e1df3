"""Task of the dealer: the next act as a press, cards to key, a declaration, a count, a preparation, or a wait."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from table.models import DrawnCard, Table
from table.play.cards import CARDS_OF_A_HAND
from table.play.declaration import PARTS, VERBS, GamePart
from table.play.seats import highest_left, owner_there, reader_is_open
from table.play.stakes import is_marked_for, lacks_stake, unchanged_notes
from table.rules.cards import points
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from table.rules.regola import FIRST_CARDS, Side
from table.rules.stakes import check_closing
from table.screens.dealer.pads import NEITHER_HAND, Pad, of_hand, of_next_act, shown_alone, turned_out_of_turn
from table.screens.read.alerts import awaited
from table.screens.read.snapshot import Snapshot
from table.words.terms import SIDES

Kind = Literal["press", "pad", "declare", "count", "prepare", "wait", "open"]
OPENING = "Fate il vostro gioco"
WHERE: Mapping[str, Promise] = {
    **{side.value: name for side, name in SIDES.items()},
    NEITHER_HAND: pgettext_lazy("cards", "beside the hands"),
}
"""Names of the places where a covered card can lie."""
PREPARATION = ("load", "shuffle", "cut", "insert_cut_card")
PREPARES_VIRTUAL = ("load_virtual", "insert_cut_card")
"""Acts that prepare a virtual shoe, which comes shuffled and is not cut."""

DONE_BY: Mapping[str, Kind] = {
    **dict.fromkeys((*PREPARATION, *PREPARES_VIRTUAL), "prepare"),
    "declare": "declare",
    "extract_remaining": "count",
}
"""Acts that are done neither on a pad nor by a plain press, and how."""
DRAWS = ("deal", "card_out")
"""Acts pressed as cards leave the shoe."""

Step = dict[str, Any]


def step(verb: str, **given: Any) -> Step:
    """Return an act as a screen presses it: a dict with its ``verb``, and its arguments under ``given``."""
    return {"verb": verb, "given": given}


class Other(NamedTuple):
    """Another act that may be done now, shown smaller than the next act: a press, or a pad that it opens."""

    label: str
    steps: list[Step]
    pad: str = ""


@dataclass(frozen=True)
class Task:
    """Act that the table expects of the dealer now, and how the console asks for it.

    ``words`` have to be said with it, ``may_say`` may be, ``heading`` is its name. Of ``pads`` the first is open if
    ``kind`` is pad; the others are opened by ``others``. ``keys`` is the pad on which the cards of a press may be
    keyed instead; "" where there is none. ``opens`` is the id of the dialog on which it is done if ``kind`` is open.
    """

    kind: Kind
    verb: str = ""
    heading: str = ""
    words: str = ""
    may_say: str = ""
    steps: list[Step] = field(default_factory=list)
    pads: list[Pad] = field(default_factory=list)
    others: list[Other] = field(default_factory=list)
    keys: str = ""
    opens: str = ""


COMES_FIRST: list[Callable[[Snapshot, Task], Task | None]] = []
"""Functions of extensions that return the task that comes before the usual one; None where that one stands."""


def task(snapshot: Snapshot) -> Task:
    """Return what the table expects of the dealer now, as it is done with the shoe on the table.

    With a virtual shoe, which knows its cards, each pad becomes a press. While an electronic shoe reports cards,
    drawing becomes a wait; covered cards that it has read are turned by a press, or keyed. The first task that a
    function of `COMES_FIRST` puts before the usual one is returned in its place, as it is.
    """
    usual, shoe = _usual_task(snapshot), snapshot.state.shoe
    first = next((it for before in COMES_FIRST if (it := before(snapshot, usual)) is not None), None)
    if first is not None:
        return first
    if shoe is not None and shoe.commitment:
        pressed = replace(_pressed(usual, usual.pads), pads=[], keys="")  # no card of it is keyed
        return replace(pressed, kind="press") if usual.kind == "count" else pressed
    if usual.verb in DRAWS and snapshot.reported_by_shoe:
        return _awaiting_shoe(usual)
    return _pressed(usual, [pad for pad in usual.pads if pad.read])


def _awaiting_shoe(usual: Task) -> Task:
    """Return the task as a wait for the electronic shoe, without verb and press.

    First among its others always comes a button by which the cards are drawn by hand; its pads and the other buttons
    stay.
    """
    by_hand = Other(str(VERBS[usual.verb].title), usual.steps, usual.pads[0].key if usual.kind == "pad" else "")
    heading = _("%(act)s: the shoe tells it") % {"act": usual.heading}
    return replace(usual, kind="wait", verb="", heading=heading, steps=[], others=[by_hand, *usual.others])


def _pressed(usual: Task, pads: Sequence[Pad]) -> Task:
    """Return the task with a press in place of each of these pads of its own, also on its other buttons.

    The cards of its first pad may be keyed instead of the press (``keys``).
    """
    presses = {pad.key: [step(pad.verb, **pad.given)] for pad in pads}
    others = [it._replace(steps=presses[it.pad], pad="") if it.pad in presses else it for it in usual.others]
    key = usual.pads[0].key if usual.kind == "pad" else ""
    if key not in presses:
        return replace(usual, others=others)
    return replace(usual, kind="press", steps=presses[key], others=others, keys=key)


def _usual_task(snapshot: Snapshot) -> Task:
    """Return the task as it is with real cards that no electronic shoe has read.

    Without a dealer signed on it is to sign on. While no act is due it is a wait, with the pads for the covered cards
    of a held coup, and a button for notes to be changed in it; else the next act, or what has to be done before it.
    """
    if snapshot.dealer is None:
        return Task("press", "sign_on", heading=str(VERBS["sign_on"].title), steps=[step("sign_on")])
    act = snapshot.next_act
    if act is not None and (first := _done_before(snapshot, act.verb)) is not None:
        return first
    if act is None:
        pads = list(_covered_in_a_held_coup(snapshot))
        others = [*(_turned_now(snapshot, pad) for pad in pads), *_changed_in_a_held_coup(snapshot)]
        return Task("wait", heading=waits_for(snapshot), pads=pads, others=others)
    pad = of_next_act(snapshot.state, act.verb)
    too_early = list(turned_out_of_turn(snapshot.state))
    others = [*_others(snapshot, act.verb), *_turns(snapshot, too_early)]
    return Task(
        kind=DONE_BY.get(act.verb, "pad" if pad else "press"),
        verb=act.verb,
        heading=_heading(snapshot, act.verb, pad),
        words=act.words,
        may_say=OPENING if act.verb == "open_bets" or (act.verb == "burn" and _goes_on(snapshot)) else "",
        steps=[] if pad else _steps(snapshot, act.verb),
        pads=[*([pad] if pad else []), *(it for it in too_early if pad is None or it.verb != pad.verb)],
        others=others,
    )


def _done_before(snapshot: Snapshot, verb: str) -> Task | None:
    """Return what has to be done before the act ``verb``, where it closes the betting, deals, pays or burns.

    Before closing that is what `_before_closing` returns; before a deal for which corrections have left no stake, to
    open the betting again; before paying and burning, to change banknotes. None where nothing has to be done, and
    before any other act.
    """
    if verb == "close_bets":
        return _before_closing(snapshot)
    if verb == "deal" and lacks_stake(snapshot.state):
        opens = step("correct_entry", what="close", new={}, reason="found_out")
        return Task("press", "correct_entry", heading=_("open the betting again"), steps=[opens])
    return _before_paying(snapshot) if verb in ("settle", "burn") else None


def _before_paying(snapshot: Snapshot) -> Task | None:
    """Return the press that changes the banknotes of the first stake that has any; None without any."""
    state = snapshot.state
    for stake in state.stakes:
        if cents := unchanged_notes(state, stake):
            assert state.coup is not None  # stakes lie in a coup
            amount = snapshot.numbers.chip(cents)
            heading = _("changed: %(position)s, %(amount)s") % {"position": stake.position, "amount": amount}
            at = {"position": stake.position, "box": stake.box, "guest": stake.bettor}
            return Task("press", "change_cash", heading, steps=[step("change_cash", coup=state.coup.key, **at)])
    return None


def _changed_in_a_held_coup(snapshot: Snapshot) -> Iterator[Other]:
    """Yield the button that changes the banknotes of the first stake that has any, in a held coup; nothing else."""
    coup = snapshot.state.coup
    if coup is not None and coup.held and (changes := _before_paying(snapshot)) is not None:
        yield Other(changes.heading, changes.steps)


def _before_closing(snapshot: Snapshot) -> Task | None:
    """Return what has to be done before the betting is closed; None if nothing has.

    Stakes left by a tie are kept by a press, if whoever laid one is there or has marked the seat. The console waits
    where only those of people who are gone are left, who was named as the highest on Punto has left, banknotes are not
    changed, or no stake is valid; where a house records only the reader's stake, none has to lie. A stake above the
    maximum, which the closing refuses, is nothing to wait for.
    """
    state = snapshot.state
    left = [it for it in state.stakes if it.left_over]
    if any(owner_there(state, it) or is_marked_for(state, it) for it in left):
        assert state.coup is not None  # stakes lie in a coup
        return Task("press", "keep", heading=str(VERBS["keep"].title), steps=[step("keep", coup=state.coup.key)])
    if left:
        return Task("wait", "close_bets", heading=_("Take off the stakes of those who are gone."))
    if state.coup is not None and highest_left(state):
        named = _("Name who has the highest on Punto now: position %(position)s has left.")
        return Task("wait", "close_bets", heading=named % {"position": state.coup.highest})
    if not state.felt and state.profile.stakes != "all":
        return None
    try:
        check_closing(state.profile, state.limits, state.felt)
    except Refused as refused:
        heading = {
            Code.NO_STAKE: _("First a stake has to lie on the felt."),
            Code.CASH_PENDING: _("First the banknotes are changed."),
        }.get(refused.code)
        return Task("wait", "close_bets", heading=heading) if heading else None
    return None


SPOKEN_OF: list[Callable[[Snapshot], Collection[int]]] = []
"""Functions of extensions that return the numbers of covered cards about which somebody has said when they came out."""

UNSURE: list[Callable[[Snapshot], Collection[int]]] = []
"""Functions of extensions that return the numbers of cards one of which came out by itself, unknown which."""


def _covered_in_a_held_coup(snapshot: Snapshot) -> Iterator[Pad]:
    """Yield the pads on which covered cards of a held coup are turned; nothing unless the coup is held.

    One pad for each hand that the dealer may turn as a whole. Where they may turn single cards, also pads for any
    covered card of another hand (for each, by number, if a report tells them apart), for cards that came by themselves,
    and for those of neither hand.
    """
    state = snapshot.state
    if snapshot.state.coup is None or not snapshot.state.coup.held:
        return
    alone = {card.number for card in state.came_alone}
    for side, verb in ((Side.BANCO, "turn_banco"), (Side.PUNTO, "turn_punto")):
        cards = state.at(side)
        if all(card.face for card in cards):
            continue
        first = [card for card in cards if card.number not in alone]
        if _is_turned_as_a_hand(snapshot, cards, first) and snapshot.may(Role.DEALER, verb):
            yield of_hand(state, side, verb)
        elif _may_turn_one(snapshot):
            yield from _one_by_one(snapshot, side.value, first)
        if _may_turn_one(snapshot):
            yield from _served_there(snapshot, side.value, cards, alone)
    if _may_turn_one(snapshot):
        waiting = state.waiting
        yield from _by_number(NEITHER_HAND, [card for card in waiting if card.number in alone])
        yield from shown_alone(NEITHER_HAND, [card for card in waiting if card.number not in alone])


def _may_turn_one(snapshot: Snapshot) -> bool:
    """Whether the dealer may turn a single covered card now; False without an extension that has such a verb."""
    return GamePart.TURNS_ONE in PARTS and snapshot.may(Role.DEALER, PARTS[GamePart.TURNS_ONE])


def _is_turned_as_a_hand(snapshot: Snapshot, cards: Sequence[DrawnCard], first: Sequence[DrawnCard]) -> bool:
    """Whether `first` are the first two of `cards`, and may be turned together, as a hand.

    That needs three things more: at least four cards of the coup lie at the boxes, one of the two at least is covered,
    and no report tells the two apart.
    """
    two = len(first) == CARDS_OF_A_HAND and list(first) == list(cards[:CARDS_OF_A_HAND])
    return (
        two
        and len(snapshot.state.at_boxes) >= FIRST_CARDS
        and not all(card.face for card in first)
        and not _distinguished(snapshot, first)
    )


def _distinguished(snapshot: Snapshot, cards: Sequence[DrawnCard]) -> bool:
    """Whether at least two of these cards are covered and have to be told apart, by their numbers.

    They do if some report (a function in `SPOKEN_OF`) names one of them and says when it came out of the shoe.
    """
    covered = {card.number for card in cards if not card.face}
    return len(covered) > 1 and any(covered & {*spoken_of(snapshot)} for spoken_of in SPOKEN_OF)


def _one_by_one(snapshot: Snapshot, where: str, cards: Sequence[DrawnCard]) -> Iterator[Pad]:
    """Yield the pads on which the covered ones of these cards are turned one by one; none if all are open.

    If a report tells them apart there is one for each, by its number. After these there is always one without a number,
    for any of them.
    """
    if _distinguished(snapshot, cards):
        yield from _by_number(where, cards)
    yield from shown_alone(where, cards, doubts=_distinguished(snapshot, cards))


def _by_number(where: str, cards: Sequence[DrawnCard]) -> Iterator[Pad]:
    """Yield a pad for each covered one of these cards, in their order, whose act names it by its number."""
    for card in cards:
        yield from shown_alone(where, [card], number=True)


def _served_there(snapshot: Snapshot, where: str, cards: Sequence[DrawnCard], alone: Collection[int]) -> Iterator[Pad]:
    """Yield a pad, by its number, for each covered card at a box that was served by a press of its own (in ``alone``).

    If just one card there is covered, and is such a card, a pad without number follows where another may be the covered
    one in truth: if a face there may have been keyed as another's, or it is open which card came by itself (`UNSURE`).
    """
    yield from _by_number(where, [card for card in cards if card.number in alone])
    covered = [card for card in cards if not card.face]
    if len(covered) != 1 or covered[0].number not in alone:
        return
    unsure = any(covered[0].number in cards_unsure(snapshot) for cards_unsure in UNSURE)
    if unsure or any(it.known == DrawnCard.Known.LATE for it in cards):
        yield from shown_alone(where, cards, doubts=True)


def _turned_now(snapshot: Snapshot, pad: Pad) -> Other:
    """Return the button that opens this pad of a held coup, labelled by its act.

    A pad that turns a single card is labelled by where the card lies instead: which one it is if the pad gives its
    number, “unknown which” if there are doubts, else “a covered card”.
    """
    if pad.verb != PARTS.get(GamePart.TURNS_ONE):
        return Other(str(VERBS[pad.verb].title), [], pad.key)
    where = WHERE[pad.given["where"]]
    if "number" in pad.given:
        return Other(_numbered(snapshot, pad.given["number"], where), [], pad.key)
    if pad.doubts:
        return Other(_("%(where)s, unknown which") % {"where": where}, [], pad.key)
    return Other(_("a covered card: %(where)s") % {"where": where}, [], pad.key)


def _numbered(snapshot: Snapshot, number: int, where: Promise) -> str:
    """Return in words a covered card of the coup, given its `number` in the order of extraction.

    If it alone was served to its box by a press of its own it is the third card of ``where``, the name of that box;
    else ``where`` with its rank among the cards of the coup, from 1. Raises ValueError for a card that is not among
    them.
    """
    state = snapshot.state
    alone = {card.number: str(card.location) for card in state.served_by_themselves}
    if number in alone and [*alone.values()].count(alone[number]) == 1:
        return _("the third card of %(where)s") % {"where": where}
    place = [card.number for card in state.of_the_hand].index(number) + 1
    return _("%(where)s, card %(place)s") % {"place": place, "where": where}


def _heading(snapshot: Snapshot, verb: str, pad: Pad | None) -> str:
    """Return the name of the act in words: its title, unless this function has words of its own for it.

    It has for a deal of which a card is out (how many of the first four are still due), for ``close_bets``,
    ``play_blank``, ``pass_reading``, for a burning that also opens the betting, and for a third card, whose box is that
    of ``pad``.
    """
    if verb == "deal" and 0 < (due := FIRST_CARDS - len(snapshot.state.at_boxes)) < FIRST_CARDS:
        return ngettext("%(count)s more card", "%(count)s more cards", due) % {"count": due}
    if verb == "close_bets":
        return _("close the betting")
    if verb == "play_blank":
        return _("play without stakes")
    if verb == "pass_reading":
        return _("the reader has left: pass the reading on")
    if verb == "burn" and _goes_on(snapshot):
        return _("burn the cards, open the betting")
    if verb in ("card_out", "turn_third") and pad is not None:
        return _("third card of Banco") if pad.slots[0].side == Side.BANCO else _("third card of Punto")
    return str(VERBS[verb].title)


def _goes_on(snapshot: Snapshot) -> bool:
    """Whether burning opens the next betting too, as far as the table shows before it.

    Not after the last coup, with an empty shoe or none, where a Colpo in Bianco follows or a suspension is pending, or
    where the cut card waits for the next coup, whose call comes first.
    """
    state, shoe = snapshot.state, snapshot.state.shoe
    ends = shoe is None or state.is_last
    called_first = shoe is not None and shoe.cut_card_waits
    return not (ends or called_first or state.blank_follows or snapshot.table.suspend_pending)


def waits_for(snapshot: Snapshot) -> str:
    """Return the sentence whom or what the dealer waits for while no act is expected of them; never empty.

    The first that applies: suspension, closure, the Direzione, what the oldest incident that holds play lacks, or for
    any other hold the inspector; else it says that the shoe is empty.
    """
    if snapshot.table.status == Table.Status.SUSPENDED:
        return _("The game is suspended.")
    if snapshot.table.status == Table.Status.CLOSED:
        return _("The table is closed: the inspector opens it.")
    if snapshot.table.awaits == Role.DIREZIONE:
        return _("Held: the Direzione decides.")
    if snapshot.table.awaits or (snapshot.state.coup is not None and snapshot.state.coup.held):
        return awaited(snapshot) or _("Held: call the inspector.")
    return _("The shoe is empty: call the inspector.")


def _steps(snapshot: Snapshot, verb: str) -> list[Step]:
    """Return the acts that one press of the button for `verb` sends together, in order; `verb` is the first.

    Closing the betting with a virtual shoe is followed by ``deal``, unless a Colpo in Bianco is due. ``close_bets``,
    ``play_blank`` and the calls have ``said``, ``announce`` the points of the cards, ``burn`` ``open_next`` where that
    applies.
    """
    match verb:
        case "close_bets" if _comes_by_itself(snapshot):
            return [step(verb, said=True), step("deal")]
        case "close_bets" | "play_blank" | "call_last_coup" | "call_blank":
            return [step(verb, said=True)]
        case "announce":
            return [announcement(snapshot)]
        case "burn":
            return [burning(snapshot)]
    return [step(verb)]


def _comes_by_itself(snapshot: Snapshot) -> bool:
    """Whether «Rien ne va plus» also deals: with a virtual shoe, unless a Colpo in Bianco is due."""
    shoe = snapshot.state.shoe
    return shoe is not None and bool(shoe.commitment) and not snapshot.state.blank_due


def burning(snapshot: Snapshot) -> Step:
    """Return the act that burns the cards, with ``open_next`` where the next betting opens by it."""
    return step("burn", open_next=True) if _goes_on(snapshot) else step("burn")


def announcement(snapshot: Snapshot) -> Step:
    """Return the act that announces the points of the cards.

    `cards_speak` («Le carte parlano») is set if points were announced before in this coup.
    """
    layout, coup = snapshot.state.layout, snapshot.state.coup
    again = coup is not None and coup.announced_banco is not None
    return step("announce", banco=points(layout.banco), punto=points(layout.punto), cards_speak=again)


def _others(snapshot: Snapshot, verb: str) -> Iterator[Other]:
    """Yield the buttons for other ways to do the act `verb`, last those by which somebody else reads.

    Only to close the betting, where closing also deals; to pay and burn at once, for ``settle``; only to burn, where
    that also opens the betting; one card alone, for a deal without a pad. The reading is passed on if the dealer may,
    the coup has a reader and `verb` is not that act; without a reader see :func:`_next_to_read`.
    """
    coup = snapshot.state.coup
    if verb == "close_bets" and _comes_by_itself(snapshot):
        yield Other(_("only close the betting"), [step("close_bets", said=True)])
    if verb == "settle":
        yield Other(_("paid and burned"), [step("settle"), burning(snapshot)])
    if verb == "burn" and _goes_on(snapshot):
        yield Other(_("only burn the cards"), [step("burn")])
    if verb == "deal" and not of_next_act(snapshot.state, verb):
        yield Other(_("one card"), [step("card_out")])
    passes = verb != "pass_reading" and snapshot.may(Role.DEALER, "pass_reading")
    if passes and coup is not None and coup.reader:
        yield Other(str(VERBS["pass_reading"].title), [step("pass_reading")])
    yield from _next_to_read(snapshot)


def _next_to_read(snapshot: Snapshot) -> Iterator[Other]:
    """Yield a button for each seated guest who may have the highest stake on Punto, after the one named has declined.

    By it they are named, and read. Only in a house that records no amounts, which knows no ranking; nothing unless the
    reading was passed on to nobody, and may still change. Who was passed over is left out.
    """
    state, coup = snapshot.state, snapshot.state.coup
    unknown = state.profile.stakes == "reader_only" and reader_is_open(state)
    if coup is None or coup.reader or not coup.passed_over or not unknown:
        return
    for position in [it for it in state.present if it not in coup.passed_over]:
        named = step("correct_entry", what="highest", new={"position": position}, reason="found_out")
        yield Other(_("Position %(position)s reads") % {"position": position}, [named])


def _turns(snapshot: Snapshot, pads: list[Pad]) -> Iterator[Other]:
    """Yield buttons that open those of these ``pads``, of hands turned too early, whose verb the dealer may use now.

    Left out are those for the verb of the next act itself.
    """
    labels = {
        "turn_battuta": str(VERBS["turn_battuta"].title),
        "turn_banco": _("Banco lies open already"),
        "turn_punto": _("the reader has turned already"),
    }
    for pad in pads:
        if snapshot.may(Role.DEALER, pad.verb) and (snapshot.next_act is None or snapshot.next_act.verb != pad.verb):
            yield Other(labels[pad.verb], [], pad.key)
