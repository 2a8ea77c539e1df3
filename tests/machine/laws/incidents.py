"""What holds of incidents: they hold their coup, and nothing is put right without those who have to be there."""

from collections.abc import Iterator

from tests.machine.laws.stakes import blank_due
from tests.machine.record import Record, Row

STANDS = ("open", "referred")
DECIDED_BY_INSPECTORS = ("ratified", "annulled")
ONE, BOTH = {"ispettore_gioco"}, {"ispettore_gioco", "ispettore_comunale"}


def a_coup_is_held_while_an_incident_stands(_: Record, after: Record, __: set[str]) -> Iterator[str]:
    """And only then."""
    coup = after.coup
    if coup is None:
        return
    holds = [it for it in after.incidents if it["coup_id"] == coup["id"] and it["blocking"] and it["status"] in STANDS]
    if bool(holds) != coup["held"]:
        yield f"the coup is {'held' if coup['held'] else 'not held'}, and these stand: {holds}"


def nothing_is_put_right_without_those_who_have_to_be_there(
    before: Record, after: Record, _: set[str]
) -> Iterator[str]:
    """The premise asks for both inspectors, the special articles for one, unless the house has it otherwise.

    They are at work at the table, and have not left it since they said so.
    """
    old = {it["id"]: it["status"] for it in before.incidents}
    now = [it for it in after.incidents if it["status"] in DECIDED_BY_INSPECTORS and old.get(it["id"]) in STANDS]
    if not now:
        return
    said = [it for it in after.attestations if it["incident_id"] in {case["id"] for case in now}]
    # What holds a coup is put right at once: who caused one of the cases is not there for the house at any.
    here = {it["badge"]: it["since"] for it in after.staff if it["until"] is None}
    there = [it for it in said if it["badge"] not in {case["caused_by"] for case in now}]
    there = [it for it in there if here.get(it["badge"], it["number"] + 1) <= it["number"]]
    needed = _needed(after, now)
    if not needed <= {it["role"] for it in there}:
        yield f"{now} needed {needed}, and there were {said}"
    if any(case["decided_by"] not in {it["badge"] for it in there} for case in now):
        yield f"who decided {now} was not there"


def _needed(record: Record, cases: list[Row]) -> set[str]:
    presence = record.rules["presence"]
    if presence == "ispettore_gioco":
        return ONE
    return BOTH if presence == "always_both" or any(case["article"] == 0 for case in cases) else ONE


def a_decision_is_final(before: Record, after: Record, _: set[str]) -> Iterator[str]:
    """What was decided stays as it was decided."""
    now = {it["id"]: it for it in after.incidents}
    for case in before.incidents:
        if case["status"] not in STANDS and now[case["id"]] != case:
            yield f"{case} became {now[case['id']]}"


def a_dispute_moves_money_of_its_own_and_nothing_else(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """Of a coup that is over; from as much as the house says by a second person's word. Super Punto Banco, Art. 10.

    Cards, result and the lines of the stakes stay.
    """
    known, fresh = after.adjustments[: len(before.adjustments)], after.adjustments[len(before.adjustments) :]
    if known != before.adjustments:
        yield f"{before.adjustments} became {known}"
    if not fresh:
        return
    least, moved = after.rules["correction_second_from"], sum(abs(it["amount"]) for it in fresh)
    if least == "measure":  # what that comes to has tests of its own
        by = {"decide_dispute", "confirm_dispute"}
    else:
        by = {"decide_dispute" if least is None or moved < least else "confirm_dispute"}
    if not by & verbs:
        yield f"{fresh} was moved by {verbs}"
    over = {coup["id"] for coup in before.coups if coup["ended"]}
    if not {it["coup_id"] for it in fresh} <= over or before.money != after.money or before.cards != after.cards:
        yield f"{fresh} moved more than itself"


def play_waits_for_who_has_to_decide(_: Record, after: Record, __: set[str]) -> Iterator[str]:
    """Of what was referred the Direzione, of all else that holds an Ispettore; and for nobody without a case."""
    statuses = {it["status"] for it in after.incidents if it["blocking"] and it["status"] in STANDS}
    awaited = "" if not statuses else "direzione" if "referred" in statuses else "ispettore_gioco"
    if after.table["awaits"] != awaited:
        yield f"play waits for “{after.table['awaits']}”, and it is for “{awaited}” to decide: {statuses}"


def a_first_card_that_fell_is_played_in_bianco(before: Record, after: Record, _: set[str]) -> Iterator[str]:
    """While it is the only card out, or in a house that reads it so at any time (Super Punto Banco, Art. 3).

    Where one is due before any card of the hand is out, it begins with whatever is reported.
    """
    was, fell = before.coup, [it for it in after.incidents[len(before.incidents) :] if it["kind"] == "fallen_card"]
    if was is None or not was["closed"] or was["kind"] == "blank" or was["paid_hands"] or not fell:
        return
    facts, rules = fell[0]["facts"], after.rules
    if blank_due(before) and not before.cards_of(was):
        return
    alone = len(before.cards_of(was)) + len(before.held()) <= 1
    in_time = alone or rules["art3_first_card_window"] == "any_time"
    due = 1 in facts["places"] and in_time and rules["remedies"] == "blank_coup"
    lost = not facts.get("recovered", True) or (facts.get("order_lost") and len(facts["places"]) > 1)
    if max(facts["places"]) == 1 and (after.coup_again(was)["kind"] == "blank") != (due and not lost):
        yield f"{facts}: the coup is {after.coup_again(was)['kind']}"


def the_first_that_waits_makes_the_next_hand_blank_if_it_falls(
    before: Record, after: Record, _: set[str]
) -> Iterator[str]:
    """Also while this hand is played, unless the taglia ends with it (Super Punto Banco, Art. 3)."""
    was, fell = before.coup, [it for it in after.incidents[len(before.incidents) :] if it["kind"] == "fallen_card"]
    if was is None or not before.held() or not fell or fell[0]["status"] != "settled_by_law" or not before.shoe:
        return
    hand = [it for it in before.cards_of(was) if it["location"] != "remaining"]
    waits = min(it["number"] for it in before.held())
    place = sorted(it["number"] for it in (*hand, *before.held())).index(waits) + 1
    last = before.shoe["coups_left"] == 1 or before.shoe["out"] >= before.shoe["cards_total"]
    due = hand and place in fell[0]["facts"]["places"] and after.rules["remedies"] == "blank_coup" and not last
    if due and was["closed"] and not after.table["blank_ordered"]:
        yield f"{fell[0]['facts']}: card {waits} waits for a hand with stakes"


def what_is_left_over_is_served_or_not(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """A card that lay at a hand without a right to it is undue when it is set aside (Art. 8), others too many."""
    if "ratify" not in verbs or before.coup is None:
        return
    old = {it["id"]: it["status"] for it in before.incidents}
    now = [it for it in after.incidents if it["status"] == "ratified" and old.get(it["id"]) in STANDS]
    served = {card["id"] for card in before.cards_of(before.coup, "punto", "banco")}
    article_8 = any(case["article"] in (0, 8) for case in now)
    for card in after.held():
        if card["id"] in served and card["undue"] != article_8:
            yield f"card {card['number']} was served, and is {'undue' if card['undue'] else 'one too many'}"


def a_house_that_burns_keeps_no_card_and_plays_no_blank(_: Record, after: Record, __: set[str]) -> Iterator[str]:
    """Where extra, exposed and undue cards are burned nothing waits beside the sabot, and no coup is in bianco."""
    if after.rules.get("remedies") == "annul_and_burn" and after.shoe is not None:
        yield from [f"these wait: {after.held()}"] if after.held() else []
        yield from ["a Colpo in Bianco is played"] if after.coup and after.coup["kind"] == "blank" else []


LAWS = (
    a_first_card_that_fell_is_played_in_bianco,
    the_first_that_waits_makes_the_next_hand_blank_if_it_falls,
    what_is_left_over_is_served_or_not,
    a_house_that_burns_keeps_no_card_and_plays_no_blank,
    a_coup_is_held_while_an_incident_stands,
    play_waits_for_who_has_to_decide,
    nothing_is_put_right_without_those_who_have_to_be_there,
    a_decision_is_final,
    a_dispute_moves_money_of_its_own_and_nothing_else,
)
