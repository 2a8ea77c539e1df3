"""What people, cameras and sabots say of the order of the cards: each statement an item of its own. Art. 3, 6 to 8.

An incident keeps them as ``{"lost": [[7, 9]], "items": [{"number": 57, "by": "dario", "source": "video", "places":
{"7": [1, 3]}, "before": [[7, 9]], "aside": 0}]}``: of cards 7 and 9 of the taglia nobody knows which is which; and by
entry 57 of the register card 7 came out at the first or the third place of this coup, and before card 9. An item that
was set ``aside`` in an entry counts for nothing from then on, and stands in the record.

Items only narrow: every order has to agree with all of them. What is lost alone widens, and only what the layout told.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from procedures.models import Incident


class Evidence(TypedDict):
    """What is known of a case besides how the cards lie: sets of cards nobody can tell apart, and statements."""

    lost: list[list[int]]
    items: list[dict[str, Any]]


class Item(NamedTuple):
    """One statement: the entry in which it was made, by whom, how it is known, and what it says of the cards."""

    number: int
    by: str
    source: str
    places: Mapping[int, frozenset[int]]
    before: Sequence[tuple[int, int]]
    aside: int

    @property
    def named(self) -> frozenset[int]:
        """The cards of which it speaks."""
        return frozenset({*self.places, *(card for pair in self.before for card in pair)})


def nothing_said(lost: Iterable[Iterable[int]] = ()) -> Evidence:
    """The evidence of a case of which nobody has said more than its report."""
    return {"lost": [found for cards in lost if len(found := sorted(set(cards))) > 1], "items": []}


def lost_in(case: Incident) -> list[list[int]]:
    """The sets of cards of which nobody knows which is which."""
    found: list[list[int]] = case.evidence.get("lost", [])
    return found


def items_of(case: Incident) -> list[Item]:
    """All statements of a case in the order in which they were made, with those that were set aside."""
    return [_item(**kept) for kept in case.evidence.get("items", [])]


def standing(cases: Iterable[Incident]) -> list[Item]:
    """The statements that count."""
    return [item for case in cases for item in items_of(case) if not item.aside]


def _item(
    *, number: int, by: str, source: str, places: Mapping[str, list[int]], before: list[list[int]], aside: int
) -> Item:
    among = {int(card): frozenset(said) for card, said in places.items()}
    return Item(number, by, source, among, [(first, then) for first, then in before], aside)


def add(
    case: Incident, number: int, *, by: str, source: str, places: Mapping[str, list[int]], before: list[list[int]]
) -> None:
    """Keep a statement; the incident is not saved."""
    among = {card: sorted(set(said)) for card, said in places.items()}
    item = {"number": number, "by": by, "source": source, "places": among, "before": before, "aside": 0}
    case.evidence = {**case.evidence, "items": [*case.evidence["items"], item]}


def set_aside(case: Incident, number: int, *, entry: int) -> None:
    """The statement of this number counts no more from this entry on; the incident is not saved."""
    kept = [it | {"aside": entry} if it["number"] == number else it for it in case.evidence["items"]]
    case.evidence = {**case.evidence, "items": kept}


def speak_of_others_now(case: Incident, moved: frozenset[int], *, entry: int) -> None:
    """A new report has given these cards each other’s faces: statements on them spoke of others, and are set aside.

    Of what was lost among them more is lost now. The incident is not saved.
    """
    set_aside_all_on(case, moved, entry=entry)
    wider = [sorted({*cards, *moved}) if moved.intersection(cards) else cards for cards in lost_in(case)]
    case.evidence = {**case.evidence, "lost": wider}


def set_aside_all_on(case: Incident, cards: Collection[int], *, entry: int) -> bool:
    """Every statement that names one of these cards counts no more; whether there was any. It is not saved."""
    told = [item.number for item in items_of(case) if not item.aside and not item.named.isdisjoint(cards)]
    for number in told:
        set_aside(case, number, entry=entry)
    return bool(told)


def lose(case: Incident, cards: Sequence[int]) -> None:
    """Nobody knows of these cards which is which; the incident is not saved."""
    more = nothing_said([cards])["lost"]
    case.evidence = {**case.evidence, "lost": [*case.evidence["lost"], *(it for it in more if it not in lost_in(case))]}
