"""What holds of stakes, reading and money: who may stake when, who reads, and what everybody gets."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator

from tests.machine.laws.printed import result_of
from tests.machine.record import Record, Row, effects_of

TAKES_STAKES = {"open_bets", "place", "raise", "keep", "repeat", "close_bets"}
CHOOSES_THE_READER = {"close_bets", "pass_reading"}
CORRECTS = {"correct_entry", "confirm_correction"}
MAIN = ("punto", "banco")
DISPOSES = {"dispose", "dispose_of"}
"""At a table without a bank, and at one with a bank."""
GIVES_UP = {"blank_started", "coup_cancelled"}


def no_stake_is_taken_on_a_known_card(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """While a Colpo in Bianco is due nothing is staked; a coup with stakes never begins with a card somebody saw."""
    if verbs & TAKES_STAKES and blank_due(before):
        yield "a Colpo in Bianco is due"
    if after.coup and len(after.coups) > len(before.coups) and after.coup["kind"] == "normal":
        yield from ["a betting opens, and a Colpo in Bianco is due"] if blank_due(after) else []


def blank_due(record: Record) -> bool:
    """Whether a Colpo in Bianco is due: ordered, or by a card that is held or lies visible in the sabot."""
    shoe = record.shoe
    if record.rules.get("remedies") != "blank_coup":
        return False
    undue_too = record.rules["art8_unseen_excess"] == "blank"
    known = any(card["seen"] or (card["undue"] and undue_too) for card in record.held())
    return known or bool(record.table["blank_ordered"]) or (shoe is not None and bool(shoe["next_visible"]))


def a_blank_coup_has_no_stakes(_: Record, after: Record, __: set[str]) -> Iterator[str]:
    """In a Colpo in Bianco nothing is staked, won or lost, and nobody reads."""
    for coup in after.coups:
        if coup["kind"] != "blank":
            continue
        paid = any(line["coup_id"] == coup["id"] for line in after.money)
        if paid or after.stakes_of(coup) or coup["reader"] or coup["paid_hands"]:
            yield f"coup {coup['number']} has stakes, a reader or a payment"


def stakes_stand_once_the_betting_is_closed(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """After «Rien ne va plus» no stake comes, goes or changes unless it was keyed wrong and is put right.

    Banknotes that were keyed as chips until then are changed before the cards are burned.
    """
    coup = before.coup
    if coup is None or not coup["closed"] or verbs & CORRECTS:
        return
    became = after.coup_again(coup)
    if became["kind"] == "blank":
        return
    was, now = before.stakes_of(coup), after.stakes_of(coup)
    if "change_cash" in verbs:
        was, now = ([it | {"notes": it["notes"] + it["changed"], "changed": 0} for it in of] for of in (was, now))
    if now != was:
        yield f"{was} became {now}"


def from_the_first_face_on_two_persons_change_a_stake(before: Record, after: Record, _: set[str]) -> Iterator[str]:
    """Whose money lies where, and how much, changes by the second person's word alone, who is not the first."""
    coup, news = before.coup, after.entries[len(before.entries) :]
    if coup is None or len(news) != 1 or not any(card["face"] or card["seen"] for card in before.cards_of(coup)):
        return
    if after.coup_again(coup)["kind"] == "blank" or _money(before, coup) == _money(after, coup):
        return
    correction = coup["correction_asked"]
    if news[0]["verb"] != "confirm_correction" or correction is None or correction["by"] == news[0]["actor"]:
        yield f"{_money(before, coup)} became {_money(after, coup)} by {news[0]['verb']} of {news[0]['actor']}"


def _money(record: Record, coup: Row) -> list[tuple[object, ...]]:
    return [(it["position"], it["box"], it["bettor"], it["laid"]) for it in record.stakes_of(coup)]


def what_is_in_action_keeps_to_the_limits(_: Record, after: Record, __: set[str]) -> Iterator[str]:
    """All that is laid is in action or goes back; one bettor has at most the maximum on a box, over all positions."""
    coup = after.coup
    if coup is None:
        return
    total = defaultdict[tuple[str, str], int](int)
    for stake in after.stakes_of(coup):
        if (stake["in_action"] is None) == coup["closed"]:
            yield f"{stake} of a betting that is {'closed' if coup['closed'] else 'open'}"
        low, high = coup["limits"]["main" if stake["box"] in MAIN else stake["box"]]
        total[stake["bettor"], stake["box"]] += stake["in_action"] or 0
        if (stake["in_action"] and stake["laid"] < low) or total[stake["bettor"], stake["box"]] > high:
            yield f"{stake} against {low}-{high}"


def the_reader_has_the_highest_stake(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """The seated, present bettor with the highest sum on Punto reads; among equals the first from the Button."""
    coup = after.coup
    if coup is None or not coup["closed"] or coup["kind"] == "blank":
        return
    news = [it for it in after.entries[len(before.entries) :] if "entry_corrected" in effects_of(it)]
    # That a stake lies in notes changes no reader; and nobody reads any more in a coup that is over without a result.
    chosen = any('"what":"cash"' not in it["outcome"] for it in news)
    corrected = chosen and len(after.cards_of(coup)) < 4 and not coup["outcome"]
    if (verbs & CHOOSES_THE_READER or corrected) and coup["reader"] != _reader(after, coup):
        yield f"{coup['reader'] or 'nobody'} reads, and not {_reader(after, coup) or 'nobody'}"


def _reader(record: Record, coup: Row) -> str:
    rules, labels = record.rules, record.rules["positions"]
    if rules["reader"] == "none":
        return ""
    if coup["highest"] in record.present and coup["highest"] not in coup["passed_over"]:
        return str(coup["highest"])
    start = labels.index(coup["button"]) if rules["button"] else 0
    order = [*labels[start:], *labels[:start]]
    bets = [it for it in record.stakes_of(coup) if it["box"] == "punto" and it["in_action"]]
    sums = [(it, _sum_of(bets, it)) for it in bets]
    sitting = [(it, amount) for it, amount in sums if _sits(record, it)]
    top = max((amount for it, amount in sums if it["standing"]), default=0)
    if rules["standing_top_bet"] == "dealer_completes" and all(top > amount for _, amount in sitting):
        return ""
    able = {it["position"]: amount for it, amount in sitting if it["position"] not in coup["passed_over"]}
    best = max(able.values(), default=0)
    return next((label for label in order if best and able.get(label) == best), "")


def _sum_of(bets: list[Row], stake: Row) -> int:
    """What the owner of a stake has on Punto at all positions; of one laid for another, itself alone."""
    theirs = [it for it in bets if it is stake or stake["bettor"] == stake["laid_by"] == it["bettor"]]
    return sum(it["in_action"] for it in theirs)


def _sits(record: Record, stake: Row) -> bool:
    place = next(it for it in record.positions if it["label"] == stake["position"])
    here = place["state"] == "occupied" and place["holder"] == stake["laid_by"]
    return here and not stake["standing"]


def stakes_on_the_felt_go_back_once(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """When a closed betting is given up: what was over the maximum or below the minimum went back at the closing."""
    coup, news = before.coup, after.entries[len(before.entries) :]
    if coup is None or not coup["closed"] or len(news) != 1 or not GIVES_UP & {*effects_of(news[0])}:
        return
    named = defaultdict[tuple[str, str], int](int)
    for name, facts in json.loads(news[0]["outcome"])["effects"]:
        if name == "bet_returned":
            named[facts["position"], facts["box"]] += facts["amount"]
    on_the_felt = defaultdict[tuple[str, str], int](int)
    for stake in before.stakes_of(coup):
        on_the_felt[stake["position"], stake["box"]] += stake["in_action"]
    if +Counter(named) != +Counter(on_the_felt):
        yield f"{dict(named)} is named as returned, and {dict(on_the_felt)} lies there"


def everybody_gets_what_the_cards_say(before: Record, after: Record, verbs: set[str]) -> Iterator[str]:
    """Winnings and losses are those of the cards alone; a coup without a result gives everything back."""
    for coup in after.coups:
        was = next((it for it in before.coups if it["id"] == coup["id"]), None)
        paid_now = "settle" in verbs and coup["paid_hands"] and not coup["ended"]
        burned_now = coup["ended"] and was is not None and not was["ended"]
        if paid_now or burned_now:
            yield from _wrong_money(after, coup)


def _wrong_money(record: Record, coup: Row) -> Iterator[str]:
    rules = record.rules
    lines = [line for line in record.money if line["coup_id"] == coup["id"]]
    if rules["stakes"] == "reader_only":
        # What the Direzione corrects by a ruling or a dispute it orders itself: nobody computes it.
        yield from (f"{line} where nothing is computed" for line in lines if line["kind"] != "correction")
        return
    for stake in record.stakes_of(coup):
        got = defaultdict[str, int](int)
        for line in lines:
            if line["stake_id"] == stake["id"]:
                got[line["kind"]] += line["amount"]
        if _sums(got) != (due := _due(record, coup, stake)):
            yield f"{stake} got {dict(got)}, and (result, returned, excess, refund) should be {due}"


def _sums(got: dict[str, int]) -> tuple[int, int, int, int]:
    result = got["win"] + got["commission"] + got["rounding"] + got["loss"]
    return result, got["stake_returned"], got["excess_returned"], got["refund"]


def _due(record: Record, coup: Row, stake: Row) -> tuple[int, int, int, int]:
    if coup["outcome"] not in ("", "settled"):
        return 0, 0, 0, stake["laid"]
    cents = stake["in_action"]
    result = result_of(record.rules, stake["box"], cents, *coup["paid_hands"]) if cents else 0
    return result, 0 if result < 0 else cents, stake["excess"], 0


def what_nobody_collected_stays_until_it_is_disposed_of_once(
    before: Record, after: Record, verbs: set[str]
) -> Iterator[str]:
    """Only the Direzione has it go anywhere, once; unless the coup was paid otherwise, and nothing of it was owed."""
    for slip in before.uncollected:
        now = next(it for it in after.uncollected if it["slip"] == slip["slip"])
        if now["closed"] == slip["closed"]:
            continue
        if slip["closed"] is not None:
            yield f"{slip} was kept no more, and is closed again"
        elif now["amount"] and not verbs & DISPOSES:
            yield f"{slip} is kept no more"


LAWS = (
    no_stake_is_taken_on_a_known_card,
    a_blank_coup_has_no_stakes,
    stakes_stand_once_the_betting_is_closed,
    from_the_first_face_on_two_persons_change_a_stake,
    what_is_in_action_keeps_to_the_limits,
    the_reader_has_the_highest_stake,
    stakes_on_the_felt_go_back_once,
    everybody_gets_what_the_cards_say,
    what_nobody_collected_stays_until_it_is_disposed_of_once,
)
