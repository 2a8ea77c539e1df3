"""What holds of the cards: every one lies somewhere, covered ones are unknown, and the hands follow the Regola."""

from collections import Counter
from collections.abc import Iterator

from tests.machine.laws.printed import dealt, winner
from tests.machine.record import Record, Row

LAY_ANEW = {"report_incident", "add_evidence", "withdraw_incident", "ratify", "rule"}
"""The acts by which it is found out that a card has another number than the record had it: a ruling that the coup goes
on takes back what was reported of the order, as a withdrawal does."""
AT_THE_HANDS = ("punto", "banco", "waiting", "excess")


def every_card_has_a_place(_: Record, after: Record, __: set[str]) -> Iterator[str]:
    """Cards are numbered as they came out, no more than the decks have, and no face more often than these hold it."""
    for shoe in after.shoes:
        cards = [card for card in after.cards if card["shoe_id"] == shoe["id"]]
        if [card["number"] for card in cards] != list(range(1, shoe["out"] + 1)) or shoe["out"] > shoe["cards_total"]:
            yield f"{shoe['out']} of {shoe['cards_total']} cards are out, and these lie there: {cards}"
        faces = Counter(card["face"] for card in cards if card["face"])
        decks = after.rules["decks"]
        yield from (f"{face} shows {times} times" for face, times in faces.items() if times > decks)


def cards_are_where_their_coup_is(_: Record, after: Record, __: set[str]) -> Iterator[str]:
    """Cards at a box belong to the coup that is played, those that wait or are missing to none, others are burned."""
    coup, shoe = after.coup, after.shoe
    for card in after.cards:
        in_play = coup is not None and card["coup_id"] == coup["id"]
        waits = card["location"].startswith("held")
        if card["location"] == "missing" and card["coup_id"] is None:
            continue
        if waits and (card["coup_id"] is not None or shoe is None or card["shoe_id"] != shoe["id"]):
            yield f"card {card['number']} waits and belongs to a coup, or to no shoe on the table"
        if not waits and (card["location"] == "burned") == in_play:
            yield f"card {card['number']} is {card['location']}"


def covered_cards_are_unknown(_: Record, after: Record, __: set[str]) -> Iterator[str]:
    """A card that waits under the sabot was seen by nobody."""
    for card in after.cards:
        if card["location"] == "held_under" and (card["face"] or card["seen"]):
            yield f"card {card['number']} waits under the sabot as {card['face']}"


def what_was_turned_stays_turned(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """A card that showed its face shows the same one for good, unless it was keyed wrong and is put right."""
    if "correct_entry" in verbs:
        return
    if verbs & LAY_ANEW:
        gone = _faces(before) - _faces(after)
        yield from [f"{sorted(gone)} lay open, and do not any more"] if gone else []
        return
    now = {card["id"]: card["face"] for card in after.cards}
    for card in before.cards:
        if card["face"] and now[card["id"]] != card["face"]:
            yield f"card {card['number']} was {card['face']} and is {now[card['id']] or 'covered'}"


def _faces(record: Record) -> Counter[str]:
    return Counter(card["face"] for card in record.cards if card["face"])


def a_reported_face_was_seen(before: Record, after: Record, _: set[str]) -> Iterator[str]:
    """The register names no card that lies covered: whose face is told, that card lies open or somebody saw it."""
    drawn = [card for card in after.cards[len(before.cards) :] if not card["face"] and not card["seen"]]
    news = after.entries[len(before.entries) :]
    reported = [it["arguments"] for it in news if it["verb"] == "card_out" and '"card":"' in it["arguments"]]
    if drawn and reported and len(news) == 1:
        yield f"{reported[0]} was told of a card that nobody saw"


def a_card_that_lay_visible_in_the_sabot_was_seen(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """Whatever it becomes when it comes out. Super Punto Banco, Art. 1.

    One that was overlooked came out before it, and so did one that is out again as a report is withdrawn: then it lies
    visible in the sabot still.
    """
    shoe, new = before.shoe, after.cards[len(before.cards) :]
    if (
        shoe is None
        or not shoe["next_visible"]
        or not new
        or verbs & {"correct_entry", "report_incident", "confirm_empty"}
    ):
        return
    withdrawn = "withdraw_incident" in verbs and after.shoe is not None and after.shoe["next_visible"]
    if not (new[0]["seen"] or new[0]["face"] or withdrawn):
        yield f"card {new[0]['number']} lay visible in the sabot, and nobody is said to have seen it"


def hands_follow_the_regola(before: Record, _: Record, verbs: set[str]) -> Iterator[str]:
    """What is settled lies as the order of extraction and the Regola would have it."""
    coup = before.coup
    ruled = coup is not None and any(
        case["coup_id"] == coup["id"] and case["status"] == "ruled" and _is_about_the_hands(before, case)
        for case in before.incidents
    )
    if "burn" in verbs and coup is not None and coup["paid_hands"] and not coup["outcome"] and not ruled:
        yield from _misplaced(before, coup)


def _is_about_the_hands(record: Record, ruled: Row) -> bool:
    """A ruling lets the hands stand, or was asked for since they lie otherwise; on a disturbance it is neither."""
    orders = next(it["arguments"] for it in record.entries if it["number"] == ruled["decided"])
    return ruled["kind"] not in ("unforeseen", "sabot_empty", "fallen_card") or '"validate"' in orders


def _misplaced(record: Record, coup: Row) -> Iterator[str]:
    """What does not lie where the Regola puts it."""
    drawn = [card["face"] for card in record.cards_of(coup, *AT_THE_HANDS)]
    hands = [[card["face"] for card in record.cards_of(coup, side)] for side in ("punto", "banco")]
    if any(len(hand) < 2 or "" in hand for hand in hands):
        yield f"these hands are not complete: {hands}"
        return
    punto, banco, _ = dealt(drawn)
    if hands != [punto, banco]:
        yield f"drawn {drawn}, laid {hands}, due {[punto, banco]}"


def the_cards_speak(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """A settled coup has the result of its cards, and a coup without a result has none."""
    coup = before.coup
    if "burn" not in verbs or coup is None:
        return
    ended = after.coup_again(coup)
    if not ended["ended"] or not ended["outcome"]:
        yield "the cards are burned, and the coup is not over"
    if ended["outcome"] == "settled" and ended["result"] != winner(*ended["paid_hands"]):
        yield f"{ended['paid_hands']} is kept as {ended['result']}"


def a_last_coup_is_counted_before_it_is_paid(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """What began with the cut card is paid only with seven cards on the table (Super Punto Banco, Art. 5)."""
    least = before.rules.get("min_last_coup_cards")
    if "settle" not in verbs or before.coup is None or least is None:
        return
    # A press that also burns leaves nothing to count: then it is counted as it lay before.
    paid = before if after.coup_again(before.coup)["ended"] else after
    coup = paid.coup_again(before.coup)
    if coup["began_with_mask"] and (not coup["counted"] or _on_the_table(paid, coup) < least):
        yield f"paid with {_on_the_table(paid, coup)} cards on the table"


def fewer_than_seven_make_the_last_coup_null(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """When the remaining cards are out, the coup is null if and only if fewer than seven lie there (Art. 5)."""
    least = before.rules.get("min_last_coup_cards")
    if "extract_remaining" not in verbs or before.coup is None or after.coup is None or least is None:
        return
    count, null = _on_the_table(after, after.coup), after.coup["outcome"] == "null_seven"
    if null != (count < least):
        yield f"{count} cards lie on the table, and the coup is {'null' if null else 'valid'}"


def _on_the_table(record: Record, coup: Row) -> int:
    """Both hands, cards in excess, and the remaining ones; what was burned does not count.

    A card that was one too many lies beside the sabot, and counts: once the betting is closed all that waited before
    is in the hands, so that what waits there came out in this coup.
    """
    return len(record.cards_of(coup, *AT_THE_HANDS, "remaining")) + len(record.held())


LAWS = (
    every_card_has_a_place,
    cards_are_where_their_coup_is,
    covered_cards_are_unknown,
    what_was_turned_stays_turned,
    a_reported_face_was_seen,
    a_card_that_lay_visible_in_the_sabot_was_seen,
    hands_follow_the_regola,
    the_cards_speak,
    a_last_coup_is_counted_before_it_is_paid,
    fewer_than_seven_make_the_last_coup_null,
)
