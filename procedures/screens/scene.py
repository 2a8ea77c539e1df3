"""What incidents change in the history of a coup: the coup is held, cards lie anew, what was said is void."""

from collections.abc import Mapping
from typing import Any

from procedures.articles import KINDS
from table.models import DrawnCard, Shoe
from table.screens.register.scene import TURNED, Handler, Scene
from table.screens.register.scene_shoe import HELD


def _report(scene: Scene, given: Any) -> None:
    """A card that came out earlier came before the one that lies visible in the sabot still."""
    scene.stays_visible = scene.shoe.next_visible and KINDS[given["kind"]][1].came_earlier


def _hold(scene: Scene, _facts: Any) -> None:
    scene.coup.held = True


def _free(scene: Scene, _facts: Any) -> None:
    scene.coup.held = False


def _await(scene: Scene, facts: Any) -> None:
    scene.table.awaits = facts["role"]


def _rule(scene: Scene, facts: Any) -> None:
    if "end_taglia" in facts["ruled"] and not scene.coup.ended:
        scene.shoe.status, scene.shoe.coups_left, scene.shoe.last_by_ruling = Shoe.Status.LAST_COUP, 1, True


def _void_declaration(scene: Scene, facts: Any) -> None:
    scene.coup.claim, scene.coup.claim_means = facts["shown"], TURNED if facts["shown"] else ""


def _void_announcement(scene: Scene, _facts: Any) -> None:
    scene.coup.announced_banco, scene.coup.announced_punto = None, None


def _show_waiting(scene: Scene, facts: Any) -> None:
    scene.cards[facts["card"]].location = HELD[True]


def _put_back(scene: Scene, facts: Any) -> None:
    """The card is in the shoe still, and it had come last."""
    del scene.cards[facts["card"]]
    scene.shoe.out -= 1
    if scene.shoe.cut_card_at is not None:
        scene.shoe.cut_card_at = min(scene.shoe.cut_card_at, scene.shoe.out)


def _lay_anew(scene: Scene, facts: Any) -> None:
    """All cards of the hand and beside the sabot: numbers, what they show, where they lie."""
    lie = {number: (face, location) for number, face, location in facts["cards"]}
    for gone in set(scene.cards) - set(lie):
        del scene.cards[gone]
    for number, (face, location) in lie.items():
        scene.draw(number, DrawnCard.Location(location)).face = face


ACTS: Mapping[str, Handler | None] = {
    "report_incident": _report,
    "add_evidence": None,
    "set_evidence_aside": None,
    "show_card": None,
    "withdraw_incident": None,
    "attest": None,
    "name_cause": None,
    "ratify": None,
    "annul_incident": None,
    "refer": None,
    "rule": None,
    "authorise_replacement": None,
    "confirm_empty": None,
    "confirm_uncollected": None,
    "decide_dispute": None,
    "confirm_dispute": None,
    "begin_exercise": None,
}
EFFECTS: Mapping[str, Handler | None] = {
    "incident_noticed": None,
    "incident_reported": None,
    "incident_evidence": None,
    "incident_attested": None,
    "cause_named": None,
    "decision_awaited": _await,
    "coup_held": _hold,
    "coup_freed": _free,
    "cards_lie": _lay_anew,
    "card_told_apart": None,
    "not_told_apart": None,
    "said_of_backs_aside": None,
    "said_stands": None,
    "announcement_void": _void_announcement,
    "incident_referred": None,
    "case_closed_by_keys": None,
    "incident_decided": None,
    "dispute_raised": None,
    "dispute_asked": None,
    "reconstruction": None,
    "cards_laid_anew": None,
    "waiting_card_seen": _show_waiting,
    "card_not_out": _put_back,
    "declaration_void": _void_declaration,
    "ruling_issued": _rule,
    "card_replaced": None,
}
SHOWS_WAITING = frozenset({"waiting_card_seen"})
