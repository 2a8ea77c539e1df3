"""Console of the dealer: the next act with its words, what else may be done, and the facts that its scripts need."""

from collections.abc import Iterator
from typing import Any

import msgspec
from jinja2.utils import htmlsafe_json_dumps

from table.models import CardReader, Position
from table.play.stakes import waiting_correction
from table.rules.houses import money_is_laid_first
from table.rules.profile import Box, Role
from table.rules.stakes import banknotes, kind
from table.screens.dealer.dock import chips, docked
from table.screens.dealer.now import draw_task, explained
from table.screens.dealer.pads import exhausted
from table.screens.dealer.summary import summarised
from table.screens.dealer.task import Task, task
from table.screens.dealer.tools import ConsoleProposal, answers, card_out, proposed
from table.screens.read.lines import LineWriter
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import Seat, Snapshot

_macro = macros_of("regions/console.html")

# --- what the keys have to know


def facts(snapshot: Snapshot, now: Task) -> dict[str, Any]:
    """Return the values that the scripts of the console need, as a dict for JSON; ``now`` is the dealer's task.

    ``betting``: the dealer may lay stakes; ``coup`` its key, ``dealer`` a badge (both "" for none); ``minimum``: cents
    by box (0 without limits), empty unless ``betting``; ``seats``: by position state, guests and stakes; ``covered``:
    the deal is; ``dealing``: `now` is to deal; ``exhausted``: faces seen on all decks, empty while `now` has no pads.
    Of the rules ``chips`` and ``notes`` (cents), ``currency``; as booleans ``many`` bettors at a position,
    ``readerOnly`` (no stakes but the highest on Punto are recorded), money ``laidDown`` first.
    """
    profile, coup = snapshot.state.profile, snapshot.state.coup
    taken = betting(snapshot)
    return {
        "coup": coup.key if coup else "",
        "dealer": snapshot.dealer.person.badge if snapshot.dealer else "",
        "betting": taken,
        "chips": profile.chips,
        "notes": banknotes(profile.currency),
        "currency": profile.currency,
        "minimum": {box.value: _minimum(snapshot, box) for box in profile.boxes} if taken else {},
        "many": profile.stakes_per_position == "many",
        "readerOnly": profile.stakes == "reader_only",
        "laidDown": money_is_laid_first(profile),
        "covered": profile.dealing == "face_down" or snapshot.blank,
        "dealing": now.verb == "deal",
        "exhausted": exhausted(snapshot.state) if now.pads else [],
        "seats": {seat.label: _seat_facts(seat) for seat in snapshot.seats},
    }


def _for_scripts(name: str, known: dict[str, Any]) -> Piece:
    """Return an invisible piece with the key `name` that hands `known` to the scripts as JSON, safe within HTML.

    The macro that draws it is that name with underscores for hyphens.
    """
    text = htmlsafe_json_dumps(known, lambda it, **_options: msgspec.json.encode(it).decode())
    return piece(name, _macro(name.replace("-", "_")), text)


def _card_reader(reader: CardReader | None) -> Iterator[Piece]:
    """Yield the piece that tells the scripts how the card reader types; nothing for None.

    These are its ``prefix``, what ends a scan (``ending``), the longest ``pace`` between two characters in
    milliseconds, and the card of each of its ``codes``.
    """
    if reader is not None:
        ending = reader.suffix + reader.END_KEYS[reader.ends]
        known = {"prefix": reader.prefix, "ending": ending, "pace": reader.pace, "codes": reader.codes}
        yield _for_scripts("card-reader", known)


def betting(snapshot: Snapshot) -> bool:
    """Whether the betting is open and the dealer may use the verb ``place``; True even if a Colpo in Bianco is due."""
    return snapshot.state.phase == "betting" and snapshot.may(Role.DEALER, "place")


def _minimum(snapshot: Snapshot, box: Box) -> int:
    """Return the minimum in force for a box, in cents; 0 where it has no limits."""
    limit = snapshot.limits["now"].get(kind(box))
    return limit.minimum if limit else 0


def _seat_facts(seat: Seat) -> dict[str, Any]:
    """Return what the scripts need of a position: ``players``, ``stakes`` and ``state``.

    ``players`` are the keys of the guests there: its holder if they are present, then whoever stands at it. Each stake
    has ``box``, ``laid`` (cents), ``by`` and ``bettor`` (keys of who laid it and of its owner).
    """
    place = seat.place
    sits = [place.holder] if place.holder and place.state == Position.State.OCCUPIED else []
    stakes = [{"box": it.box, "laid": it.laid, "by": it.laid_by, "bettor": it.bettor} for it in seat.stakes]
    return {"players": [*sits, *place.standing], "stakes": stakes, "state": place.state}


# --- the region


def console(snapshot: Snapshot, _which: str) -> Iterator[Piece]:
    """Yield one piece, the console: the next act, what else may be done, its lower part, proposals and messages.

    The lower part takes stakes while the betting is open and the dealer may lay them, else it is the piece by which the
    next act is done. The part of the region's name after the colon, ``_which``, is not used.
    """
    now, known = snapshot.part(task), facts(snapshot, snapshot.part(task))
    proposals, betting = snapshot.part(proposed), bool(known["betting"])
    may, asks = snapshot.allowed(Role.DEALER), card_out(snapshot.state).opens_dialog
    yield piece(
        "console",
        _macro("console"),
        now.kind,
        "chips" if betting else now.kind,
        facts=[_for_scripts("facts", known), *_card_reader(snapshot.card_reader)],
        now=[draw_task(snapshot, now)],
        positions=[piece("position-keys", _macro("positions"), snapshot.state.profile.positions)],
        dock=[chips(snapshot) if betting else docked(snapshot, now)],
        pad=[piece("pad", _macro("pad"), snapshot.state.profile.decks)],
        tools=[piece("tools", _macro("tools"), asks)],
        why=explained(snapshot),
        awaited=[*_of_the_shoe(snapshot), *_second_person(snapshot), *_on_the_way(snapshot)],
        summary=summarised(snapshot, now),
        proposals=[_proposals(proposals, may, snapshot.code)] if proposals else [],
    )


def _second_person(snapshot: Snapshot) -> list[Piece]:
    """Return a piece with the correction of a stake that waits for a second person, in a list; empty if none waits."""
    coup = snapshot.state.coup
    waits = waiting_correction(coup) if coup is not None else None
    if waits is None:
        return []
    words = LineWriter(snapshot.numbers, {}).effect("correction_asked", waits._asdict())
    return [piece("second-person", "regions/console/proposals.html:second_person", waits.number, waits.by, words)]


def _of_the_shoe(snapshot: Snapshot) -> Iterator[Piece]:
    """Yield the warnings of the electronic shoe: how it fails, and that the house refused its report.

    The first is ``silent`` while no connection reports for it, else its ``trouble``, unless that is the refusal.
    Both pieces for a silent shoe that was refused. Nothing without an electronic shoe, and where neither applies.
    """
    shoe = snapshot.electronic_shoe
    if shoe is None:
        return
    refused = shoe.trouble == shoe.Trouble.REFUSED
    state = "silent" if not shoe.holder else "" if refused else shoe.trouble
    if state:
        yield piece("electronic-shoe", "regions/console/proposals.html:electronic_shoe", state)
    if refused:
        shown = (snapshot.table.code, snapshot.table.inbox)
        yield piece("electronic-shoe-refused", "regions/console/proposals.html:refused_by_house", *shown)


def _on_the_way(snapshot: Snapshot) -> Iterator[Piece]:
    """Yield a piece for each inspector who is on the way to an open alert, once, ordered by badge.

    An alert of a case, which stays until the case ends (``Alert.stays`` is true), is left out.
    """
    going = {it.going for it in snapshot.alerts if it.going and not it.stays}
    for badge in sorted(going):
        yield piece(f"coming-{badge}", "regions/console/proposals.html:on_the_way", badge)


def _proposals(proposals: tuple[ConsoleProposal, ...], may: frozenset[str], code: str) -> Piece:
    """Return the piece with the number of proposals and the first three, each with its answers by :func:`answers`.

    ``may`` are the verbs with which the dealer may confirm one now, ``code`` is that of the table. One that they may
    not confirm is shown, too.
    """
    return piece(
        "proposals",
        "regions/console/proposals.html:proposals",
        len(proposals),
        first=[
            piece(it.key, "regions/console/proposals.html:proposal", it, answers(it, may), code) for it in proposals[:3]
        ],
    )
