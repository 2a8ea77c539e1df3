"""Statements of people, cameras and sabots about the order of the cards, as an incident stores them. Art. 3, 6 to 8.

They are ``{"lost": [[7, 9]], "items": [{"number": 57, "by": "dario", "source": "video", "places": {"7": [1, 3]},
"before": [[7, 9]], "aside": 0}]}``: of cards 7 and 9 of the taglia nobody knows which is which; and by entry 57 of the
register card 7 came out at the first or the third place of this coup, and before card 9. An item that was set ``aside``
in an entry counts for nothing from then on, and stands in the record.

A statement is bound to a face, or to the backs of a box, and never to a row: it follows its card when a report lays it
elsewhere. ``"reports"`` are the reports of where the cards lie, by entry: the newest of any open case counts.

Items only narrow: every order has to agree with all of them. Only ``lost`` widens what the layout leaves possible.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from procedures.models import Incident
from procedures.rebuild.places import OrderPlace
from table.play.act import Act


class LayoutReport(NamedTuple):
    """Report of where the cards lie: its entry, and for each place of the hand its box, None beside the hands.

    ``origins`` are the places of the record that they are, by their indices, None for one that it does not have;
    ``numbers`` the numbers of their cards in the taglia; ``base`` the places as the record has them without any report.
    ``unsure`` are the numbers of the cards among which one that came by itself can be any, by this report. ``cut`` is
    after which card of the taglia the cut card came, where the report put cards back before it, else None.
    """

    number: int
    boxes: list[str | None]
    origins: list[int | None]
    numbers: list[int]
    base: list[OrderPlace]
    unsure: list[int]
    cut: int | None = None

    def serves(self, number: int) -> bool:
        """Whether the last card of this report has this number and was not in the record before the report."""
        return self.numbers[-1] == number and self.origins[-1] is None


class Item(NamedTuple):
    """One statement: the entry in which it was made, by whom, from which source, and what it says of the cards.

    ``places`` and ``before`` name cards by their numbers; ``aside`` is the entry that set it aside, 0 while it counts.
    ``backs`` are those of its cards that lay covered when it was made, and where; of those in ``gone`` it no longer
    counts, as nobody knows which of the backs at a box was turned.
    """

    number: int
    by: str
    source: str
    places: Mapping[int, frozenset[int]]
    before: Sequence[tuple[int, int]]
    aside: int
    backs: Mapping[int, str] = {}
    gone: frozenset[int] = frozenset()

    @property
    def named(self) -> frozenset[int]:
        """Numbers of the cards of which it speaks."""
        return frozenset({*self.places, *(card for pair in self.before for card in pair)})

    def counting(self, locations: Mapping[int, str]) -> "Item":
        """Return the statement without the cards of which it no longer holds.

        Those are the doubted ones (``gone``), and cards that were covered when it was made and lie elsewhere now.
        ``locations`` maps the number of each card to where it lies.
        """
        away = self.gone | {card for card, at in self.backs.items() if locations.get(card) != at}
        left = {card: said for card, said in self.places.items() if card not in away}
        return self._replace(places=left, before=[pair for pair in self.before if away.isdisjoint(pair)])


def nothing_said(lost: Iterable[Iterable[int]] = ()) -> dict[str, list[Any]]:
    """Return new evidence without statements; each set in ``lost`` is of cards of which nobody knows which is which.

    Sets of fewer than two cards, given by number, are left out.
    """
    return {"lost": [found for cards in lost if len(found := sorted(set(cards))) > 1], "items": []}


def lost_in(case: Incident) -> list[list[int]]:
    """List the sets of cards, by number, of which nobody knows which is which; empty where none was reported."""
    found: list[list[int]] = case.evidence.get("lost", [])
    return found


def items_of(case: Incident) -> list[Item]:
    """List all statements of a case in the order in which they were made, also those set aside.

    The keys of ``places`` and of ``backs`` are numbers of cards as text in its JSON, and integers here.
    """
    return [
        Item(
            number=it["number"],
            by=it["by"],
            source=it["source"],
            places={int(card): frozenset(said) for card, said in it["places"].items()},
            before=[(first, then) for first, then in it["before"]],
            aside=it["aside"],
            backs={int(card): at for card, at in it.get("backs", {}).items()},
            gone=frozenset(it.get("gone", ())),
        )
        for it in _stored(case)
    ]


def _stored(case: Incident) -> list[dict[str, Any]]:
    """List the statements of a case as its JSON has them, also those set aside; none where no evidence was begun."""
    found: list[dict[str, Any]] = case.evidence.get("items", [])
    return found


def valid_statements(cases: Iterable[Incident]) -> list[Item]:
    """List the statements of these cases that were not set aside."""
    return [item for case in cases for item in items_of(case) if not item.aside]


def reports_of(case: Incident) -> list[LayoutReport]:
    """List the reports of this case of where the cards lie, oldest first."""
    stored = case.evidence.get("reports", [])
    return [LayoutReport(**{**it, "base": [OrderPlace(*place) for place in it["base"]]}) for it in stored]


def add_report(case: Incident, new: LayoutReport) -> None:
    """Add a report of where the cards lie to the evidence of an incident, which begins with it where there is none.

    The incident is not saved.
    """
    stored = new._asdict() | {"base": [[*place] for place in new.base]}
    if new.cut is None:
        del stored["cut"]
    evidence = case.evidence or nothing_said()
    case.evidence = {**evidence, "reports": [*evidence.get("reports", []), stored]}


def add_statement(
    act: Act, case: Incident, *, source: str, places: Mapping[str, list[int]], before: list[list[int]]
) -> None:
    """Add a statement by the actor to the evidence of an incident, which is not saved.

    ``places`` maps a card's number, as text, to its possible places from 1; ``before`` are pairs of numbers, the first
    of which came out earlier. Stored with it is where those of its cards lie that are covered. Raises KeyError unless
    the evidence was begun (:func:`nothing_said`).
    """
    among = {card: sorted(set(said)) for card, said in places.items()}
    item = {"number": act.number, "by": act.actor, "source": source, "places": among, "before": before, "aside": 0}
    covered = [card for card in act.state.of_the_hand if not card.face and card.number in _spoken_of(item)]
    item["backs"] = {str(card.number): str(card.location) for card in covered}
    case.evidence = {**case.evidence, "items": [*case.evidence["items"], item]}


def set_aside(case: Incident, number: int, *, entry: int) -> None:
    """Mark the statement that was made in entry ``number`` as set aside by ``entry``; the incident is not saved.

    Where it has no such statement nothing is changed.
    """
    _change(case, lambda it: it | {"aside": entry} if it["number"] == number else it)


def rebind(case: Incident, moved: Mapping[int, int]) -> bool:
    """Replace numbers of cards in statements and sets of lost cards; return whether any changed. ``moved``: old to new.

    Callers map a card that by a report is not out to the negative of its number, and back once the report is withdrawn.
    Reports of where the cards lie stay as they are. The incident is not saved.
    """

    def now(card: int) -> int:
        """Return the new number of a card; its own where it has no new one."""
        return moved.get(card, card)

    statements = [_rebound(it, now) for it in _stored(case)]
    lost = [sorted(map(now, cards)) for cards in lost_in(case)]
    changed = (statements, lost) != (_stored(case), lost_in(case))
    if changed:
        case.evidence = {**case.evidence, "items": statements, "lost": lost}
    return changed


def _rebound(stored: dict[str, Any], now: Callable[[int], int]) -> dict[str, Any]:
    """Return a stored statement with the numbers of its cards replaced by what ``now`` gives for each.

    They are in ``places``, ``backs``, ``before`` and ``gone``, as far as it has these.
    """
    by_card = {
        name: {str(now(int(it))): said for it, said in stored.get(name, {}).items()} for name in ("places", "backs")
    }
    pairs = {"before": [[now(card) for card in pair] for pair in stored["before"]]}
    gone = {"gone": [now(card) for card in stored["gone"]]} if stored.get("gone") else {}
    return stored | {name: said for name, said in by_card.items() if name in stored} | pairs | gone


def turned(case: Incident, card: int) -> None:
    """Remove a card, by number, from the covered ones that statements speak of, since it is certainly the one meant.

    What was said of it then holds of its face, wherever it lies. The incident is not saved.
    """
    _change(case, lambda it: _without(it, {card}))


def set_backs_aside(case: Incident, backs: Collection[int], *, entry: int, faces: Collection[int] = ()) -> list[int]:
    """Let what was said of these covered cards (``backs``) no longer count, as nobody knows which was turned.

    The same goes for what was said of these ``faces``, which were not shown. Return the entries of the statements
    concerned. The rest of a statement counts on; one of which nothing is left is set aside by ``entry``. Not saved.
    """
    doubted = {it["number"]: sorted(_doubted(it, backs, faces)) for it in _stored(case) if not it["aside"]}
    concerned = [number for number, cards in doubted.items() if cards]

    def gone(it: dict[str, Any]) -> dict[str, Any]:
        """Return a stored statement with the doubted cards in ``gone``, if any, and no longer in ``backs``.

        If nothing is left of it ``aside`` is the entry that sets it aside.
        """
        without = doubted.get(it["number"])
        if not without or "backs" not in it:
            return it
        every = sorted({*it.get("gone", []), *without})
        aside = it["aside"] or (0 if _spoken_of(it) - {*every} else entry)
        return _without(it, without) | {"gone": every, "aside": aside}

    _change(case, gone)
    return concerned


def _spoken_of(it: dict[str, Any]) -> set[int]:
    """Return the numbers of the cards that a stored statement names."""
    return {*map(int, it["places"]), *(card for pair in it["before"] for card in pair)}


def _doubted(it: dict[str, Any], backs: Collection[int], faces: Collection[int]) -> set[int]:
    """Return those cards, by number, of which a stored statement is to count no longer.

    They are those of ``backs`` among its covered cards, and of ``faces`` any other that it names.
    """
    covered = {*map(int, it.get("backs", {}))}
    return (covered & {*backs}) | ((_spoken_of(it) - covered) & {*faces})


def _without(it: dict[str, Any], cards: Collection[int]) -> dict[str, Any]:
    """Return a stored statement without these cards among its ``backs``; as it is where it has no such field."""
    if "backs" not in it:
        return it
    return it | {"backs": {back: at for back, at in it["backs"].items() if int(back) not in cards}}


def _change(case: Incident, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Replace each stored statement of a case by what ``change`` makes of it; the incident is not saved."""
    changed = [change(it) for it in _stored(case)]
    if changed != _stored(case):
        case.evidence = {**case.evidence, "items": changed}


def forget_backs(case: Incident) -> None:
    """Remove from the statements in a decided case's evidence which of their cards lay covered. Not saved."""
    _change(case, lambda it: {name: it[name] for name in it if name != "backs"})


def own_report_counts(incident: Incident) -> bool:
    """Whether no statement of the incident's own report was set aside or has a doubted card; True where it made none.

    Cards are doubted since covered ones were turned (``gone``). Whether one that lay covered is elsewhere now does not
    matter.
    """
    own = [item for item in items_of(incident) if item.number == incident.number]
    return all(not item.aside and not item.gone for item in own)


def lose(case: Incident, cards: Sequence[int]) -> None:
    """Add these cards, by number, to those that nobody can tell apart, unless they are fewer than two. Not saved.

    The same set is not added twice. Raises KeyError unless the evidence was begun (:func:`nothing_said`).
    """
    more = nothing_said([cards])["lost"]
    case.evidence = {**case.evidence, "lost": [*case.evidence["lost"], *(it for it in more if it not in lost_in(case))]}
