"""What holds of the table itself: its numbers, its Button, its grounds, and what may never change again."""

from collections.abc import Iterator

from tests.machine.laws.printed import next_button
from tests.machine.record import Record

MOVES_THE_BUTTON = {"burn", "open_table", "set_button", "close_table", "rule"}
COUNTS_FOR_NOTHING = {"blank", "cancelled"}
HAS_NO_RESULT = {"annulled", "null_seven", "void"}
GROUNDS = {
    "positions": {"seats"},
    "limits": {"limits"},
    "coups": {"coup"},
    "shoes": {"shoe", "coup"},
    "cards": {"shoe", "coup"},
    "money": {"coup"},
}
"""Which rows lie on which grounds."""


def numbers_have_no_gap(_: Record, after: Record, __: set[str]) -> Iterator[str]:
    """Entries are numbered from one on, and the table stands at the last of them."""
    numbers = [entry["number"] for entry in after.entries]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"numbers {numbers}"
    if (after.table["number"], after.table["digest"]) != (numbers[-1], after.entries[-1]["digest"]):
        yield "the table does not stand at its last entry"


def the_button_moves_only_when_it_may(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """At the burning of the cards, at the opening, or put right by hand; never for a coup that counts for nothing."""
    was, now = before.table["button"], after.table["button"]
    if before.rules.get("button") != after.rules.get("button"):
        yield from [] if now == _first_place(after) else [f"lies at {now} under new rules"]
        return
    if was != now and not verbs & MOVES_THE_BUTTON:
        yield f"moved from {was} to {now}"
    if "burn" not in verbs or verbs & (MOVES_THE_BUTTON - {"burn"}):
        return
    expected = _button_after(before, after)
    if now != expected:
        yield f"moved from {was} to {now}, not to {expected}"


def _first_place(record: Record) -> str:
    """Where the Button lies when rules that have one come into force, at a table that is open."""
    has_button = record.rules["button"] and record.table["status"] != "closed"
    return str(record.rules["positions"][0]) if has_button else ""


def _button_after(before: Record, after: Record) -> str:
    """Where the Button must lie after the cards of the coup are burned."""
    button, coup = str(before.table["button"]), before.coup
    assert coup is not None
    stays = COUNTS_FOR_NOTHING | (HAS_NO_RESULT if before.rules["button_on_annulled"] == "stay" else set())
    if not before.rules["button"] or after.coup_again(coup)["outcome"] in stays:
        return button
    return next_button(before.rules, button, present=before.present)


def a_table_that_is_not_open_has_no_coup(_: Record, after: Record, __: set[str]) -> Iterator[str]:
    """Closed or suspended, nothing is being played."""
    if after.table["status"] != "open" and after.coup is not None:
        yield f"coup {after.coup['number']} is open"


def what_moved_is_on_its_ground(before: Record, after: Record, _: set[str]) -> Iterator[str]:
    """An act that changes what others stand on moves that ground, so that their old screens are found stale.

    On what a tie has left before a marked place nobody stands: whoever returns gets what lies there then.
    """
    moved = {name for name, at in after.table["grounds"].items() if at > before.table["number"]}
    for rows, grounds in GROUNDS.items():
        was, now = ([{**it, "set_aside": 0} for it in getattr(record, rows)] for record in (before, after))
        if was != now and not grounds & moved:
            yield f"the {rows} changed, and only {sorted(moved)} moved"


def what_was_paid_stays(before: Record, after: Record, _: set[str]) -> Iterator[str]:
    """Money lines and entries are added, never changed."""
    if after.money[: len(before.money)] != before.money:
        yield "a money line changed"
    if after.entries[: len(before.entries)] != before.entries:
        yield "an entry changed"


def the_rules_of_a_coup_stay(before: Record, after: Record, _: set[str]) -> Iterator[str]:
    """A coup is played under the rules and limits of its beginning."""
    began = {coup["id"]: coup for coup in before.coups}
    for coup in after.coups:
        old = began.get(coup["id"])
        if old is None and coup["policy_id"] != before.table["policy_id"]:
            yield "a coup began under rules that were not in force"
        if old and (coup["policy_id"] != old["policy_id"] or coup["limits"] not in (old["limits"], {})):
            yield f"coup {coup['number']} changed its rules"


def an_ended_coup_is_final(before: Record, after: Record, _: set[str]) -> Iterator[str]:
    """Once its cards are burned a coup is exhausted: nothing of it changes any more (Super Punto Banco, Art. 10)."""
    for coup in before.coups:
        if coup["ended"] and after.coup_again(coup) != coup:
            yield f"coup {coup['number']} became {after.coup_again(coup)}"


LAWS = (
    numbers_have_no_gap,
    the_button_moves_only_when_it_may,
    a_table_that_is_not_open_has_no_coup,
    what_moved_is_on_its_ground,
    what_was_paid_stays,
    the_rules_of_a_coup_stay,
    an_ended_coup_is_final,
)
