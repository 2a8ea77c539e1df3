"""Pictures of a report: the cards before the decision, as they ought to lie, and at the end, compared with the entries.

What differs is added to the findings of the report; no check raises for it.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from procedures.rebuild.reconstruction import FoundCard, Reading, Verdict, boxes
from procedures.verifier import sentences
from procedures.verifier.cards import BOXES, COVERED, LaidCards, NumberedFace
from procedures.verifier.said import ReportFields
from table.rules.cards import parse, points


def check_felt(report: ReportFields, felt: str, after: Mapping[int, LaidCards]) -> None:
    """Compare the picture ``felt`` of a report, "before" or "after", with the cards after its entry.

    ``after`` has the cards by entry. A picture of an entry that is not in it is a finding, and not compared further.
    Differences are findings, so is a hand that the picture leaves out; one of a side that there is not is passed over.
    Cards that wait for the next hand may be those of a later entry.
    """
    entry = report[f"{felt}.entry"]
    laid, drawn = after.get(entry), {hand["side"] for _path, hand in report.rows(f"{felt}.hands")}
    report.check(f"{felt}.entry", entry if laid is not None else None, sentences.CARDS_DIFFER)
    if laid is None:
        return
    for side in (it for it, cards in laid.hands.items() if it not in drawn and (it in BOXES or cards)):
        report.alarm(sentences.CARDS_DIFFER, field=f"{felt}.hands", said="-", derived=spelled(laid.hands[side]))
    for path, hand in report.rows(f"{felt}.hands"):
        if (there := laid.hands.get(hand["side"])) is not None:
            _check_hand(report, path, hand, there)
            _check_places(report, f"{path}.cards", laid.places)
            report.check(f"{path}.missing", 0, sentences.CARDS_DIFFER)
    _check_waiting(report, f"{felt}.waiting", [it for number, it in after.items() if number >= entry])


def _check_hand(report: ReportFields, path: str, hand: Mapping[str, Any], there: Sequence[NumberedFace]) -> None:
    """Compare a hand of a picture with the cards that lie there, by number in the taglia and face.

    Its points are compared with theirs, unless one of them is not known: None for cards at neither box, and for a hand
    with fewer than two, a covered one or cards missing. A face None in ``there`` is not known, and not compared.
    Differences are findings; where the numbers differ, that is the only one.
    """
    said = sorted((it["number"], it["face"]) for it in hand["cards"])
    if [it for it, _face in said] != [it for it, _face in there]:
        report.alarm(sentences.CARDS_DIFFER, field=path, said=spelled(said), derived=spelled(there))
        return
    faces = dict(there)
    for place, card in enumerate(hand["cards"]):
        report.check(f"{path}.cards.{place}.number", card["number"], sentences.CARDS_DIFFER)
        if faces[card["number"]] is not None:
            report.check(f"{path}.cards.{place}.face", faces[card["number"]], sentences.CARDS_DIFFER)
    shown = [face for face in faces.values() if face is not None]
    if len(shown) == len(faces):
        counts = hand["side"] and len(shown) > 1 and COVERED not in shown and not hand["missing"]
        own = points([parse(face) for face in shown]) if counts else None
        report.check(f"{path}.points", own, sentences.CARDS_DIFFER)
    report.check(f"{path}.side", hand["side"])


def _check_places(report: ReportFields, path: str, places: Mapping[int, Collection[int]]) -> None:
    """Compare the place in the order of extraction of each card in a list of the report: one of those in ``places``.

    Differences are findings; a card that is not in ``places`` has to have the place 0.
    """
    for card, it in report.rows(path):
        known = places.get(it["number"], (0,))
        own = it["place"] if it["place"] in known else next(iter(known))
        report.check(f"{card}.place", own, sentences.CARDS_DIFFER)


def _check_waiting(report: ReportFields, path: str, looks: Sequence[LaidCards]) -> None:
    """Compare the cards that wait for the next hand with those that did at one of these moments.

    It is a finding if they are as at none of them. Else their places are compared with those at the first such moment,
    or the one before it: what is set aside as the cards are burned has its place in that hand. There has to be a moment
    (IndexError).
    """
    said = sorted((it["number"], it["face"]) for _path, it in report.rows(path))
    for before, it in zip([looks[0], *looks], looks, strict=False):
        if [card for card, _face in said] == [card for card, _face in it.waiting] and all(
            face is None or (card, face) in said for card, face in it.waiting
        ):
            report.compared.add(path)
            places = {card: (*own, *before.places.get(card, ())) for card, own in it.places.items()}
            _check_places(report, path, places)
            return
    report.alarm(sentences.CARDS_DIFFER, field=path, said=spelled(said), derived=spelled(looks[0].waiting))


def may_propose(report: ReportFields) -> bool:
    """Whether a report has a proposed layout, or a picture from before the decision, without which it can have none."""
    return bool(report["ought"] or report["before"])


def check_proposal(report: ReportFields, numbers: Sequence[int], found: Sequence[FoundCard], made: Reading) -> None:
    """Compare the proposed layout in the report, hand by hand, with the order that was computed anew.

    ``numbers`` are those of the cards ``found``, in the same order. So are compared the number of cards to come in all,
    and the place of each card with that in the picture before the decision, which those follow that were counted out
    of the shoe; earlier versions give these the place 0. Differences are findings, and so is a hand with cards that the
    report leaves out.
    """
    placed = list(zip(made.order, boxes(made.layout), strict=True))
    hands = {
        side: sorted((numbers[it], str(found[it].card)) for it, box in placed if (box or "") == side)
        for side in ("", *BOXES)
    }
    _check_sides(report, {side: spelled(cards) for side, cards in hands.items() if cards})
    before = [it for _path, hand in report.rows("before.hands") for it in hand["cards"]]
    places = {it["number"]: [it["place"]] for it in [*before, *(report["before.waiting"] or ())]}
    last = max((place for [place] in places.values()), default=0)
    places |= {it: [at, 0] for at, it in enumerate(sorted({*numbers} - places.keys()), start=last + 1)}
    for path, hand in report.rows("ought.hands"):
        _check_hand(report, path, hand, hands.get(hand["side"], ()))
        _check_places(report, f"{path}.cards", places)
    missing = [(f"{path}.missing", hand["missing"]) for path, hand in report.rows("ought.hands")]
    if sum(count for _path, count in missing) != made.missing:
        report.alarm(sentences.CARDS_DIFFER, field="ought.missing", said=str(missing), derived=made.missing)
    report.compared.update(path for path, _count in missing)


def _check_sides(report: ReportFields, hands: Mapping[str, str]) -> None:
    """Add a finding for each of these hands for whose side the proposed layout of the report has no hand at all.

    ``hands`` maps sides to cards as text, for the finding; they are not compared with those of the report.
    """
    drawn = {hand["side"] for _path, hand in report.rows("ought.hands")}
    for cards in (cards for side, cards in hands.items() if side not in drawn):
        report.alarm(sentences.CARDS_DIFFER, field="ought.hands", said="-", derived=cards)


def check_laid_anew(report: ReportFields, after: Mapping[str, Sequence[str]]) -> None:
    """Compare the proposed layout in the report with the faces ``after`` the cards were laid so, by box.

    Differences are added to the findings of the report, and so is a verdict that is not clear, as nothing is laid so by
    any other. A box with cards for which the proposed layout has no hand is a finding, too, unless the report has
    neither any proposed layout nor a picture from before the decision. The layout is not computed anew, and the order
    of the faces is not looked at.
    """
    if (code := report["verdict.code"]) not in (Verdict.CLEAR, Verdict.CLEAR_BY_EQUIVALENCE):
        said = code or "-"
        report.alarm(sentences.VERDICT_DIFFERS, field="verdict.code", said=said, derived=Verdict.CLEAR.value)
    if may_propose(report):
        _check_sides(report, {side: " ".join(sorted(faces)) for side, faces in after.items() if faces})
    for path, hand in report.rows("ought.hands"):
        if hand["side"]:
            faces, there = sorted(it["face"] for it in hand["cards"]), sorted(after[hand["side"]])
            if faces != there:
                report.alarm(sentences.CARDS_DIFFER, field=path, said=" ".join(faces), derived=" ".join(there))


def spelled(cards: Sequence[NumberedFace]) -> str:
    """Write cards by number and face, with spaces between them, for a finding: ``5:KS 6:??``; "-" for none."""
    return " ".join(f"{number}:{face}" for number, face in cards) or "-"
