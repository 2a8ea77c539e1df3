"""What holds of faces and of what was said of them: a report lays places elsewhere, and nothing else. Art. 6 to 8."""

from collections import Counter
from collections.abc import Iterator

from tests.machine.laws.incidents import STANDS
from tests.machine.record import Record, Row, effects_of

BOXES = ("punto", "banco")
PUT_RIGHT = {"ratify", "rule", "correct_entry"}
"""By which a face may come to lie at another box."""


def no_report_moves_a_face_that_is_known_by_its_box(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """Nor does any other act, until the cards are laid anew or what was keyed wrong is put right."""
    if before.coup is None or not _goes_on(before, after, verbs):
        return
    gone = _by_their_box(before, before.coup) - _by_their_box(after, before.coup)
    if gone:
        yield f"{sorted(gone)} lay there, and do not any more"


def a_face_that_is_known_by_its_place_keeps_its_turn(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """Whatever is struck or restored before it: of what was keyed as it came out the order stays."""
    if before.coup is None or not _goes_on(before, after, verbs):
        return
    was, now = ([it["face"] for it in _by_their_place(record, before.coup)] for record in (before, after))
    left = iter(now)
    if not all(face in left for face in was):
        yield f"{was} came out in this order, and now {now}"


def what_was_said_of_an_open_card_stands(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """Whatever else is turned or reported, as long as its case stands."""
    if verbs & (PUT_RIGHT | {"set_evidence_aside"}):
        return
    now = {case["id"]: case for case in after.incidents if case["status"] in STANDS}
    for case in before.incidents:
        if case["id"] in now and case["status"] in STANDS:
            lost = _said_of_open_cards(before, case) - _said_of_open_cards(after, now[case["id"]])
            yield from [f"of incident {case['number']} this counts no more: {sorted(lost)}"] if lost else []


def _goes_on(before: Record, after: Record, verbs: set[str]) -> bool:
    """Whether it is the same coup, and its cards were not laid anew, burned or put right."""
    coup, now = before.coup, after.coup
    effects = {name for entry in after.entries[len(before.entries) :] for name in effects_of(entry)}
    same = coup is not None and now is not None and coup["id"] == now["id"] and not now["outcome"]
    return same and not verbs & PUT_RIGHT and not effects & {"cards_laid_anew", "cards_burned"}


def _by_their_box(record: Record, coup: Row) -> Counter[tuple[str, str]]:
    cards = [it for it in record.cards_of(coup, *BOXES) if it["face"] and it["known"] != "place"]
    return Counter((it["location"], it["face"]) for it in cards)


def _by_their_place(record: Record, coup: Row) -> list[Row]:
    return [it for it in record.cards_of(coup) if it["face"] and it["known"] == "place"]


def _said_of_open_cards(record: Record, case: Row) -> Counter[tuple[int, str, str]]:
    """What counts of the statements of a case on cards that lie open: entry, face, and what was said."""
    faces = {it["number"]: it["face"] for it in record.cards if it["coup_id"] == case["coup_id"] and it["face"]}
    found = Counter[tuple[int, str, str]]()
    for item in case["evidence"].get("items", []):
        counts = not item["aside"]
        gone = {*item.get("gone", ()), *map(int, item.get("backs", ()))}
        for card, places in item["places"].items():
            if counts and int(card) in faces and int(card) not in gone:
                found[item["number"], faces[int(card)], str(places)] += 1
        for pair in item["before"]:
            if counts and all(card in faces and card not in gone for card in pair):
                found[item["number"], " before ".join(faces[card] for card in pair), ""] += 1
    return found


LAWS = (
    no_report_moves_a_face_that_is_known_by_its_box,
    a_face_that_is_known_by_its_place_keeps_its_turn,
    what_was_said_of_an_open_card_stands,
)
