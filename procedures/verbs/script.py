"""Lines of a script about incidents: reports, presence, decisions, and what is expected of them."""

from typing import Any

from procedures.models import UNDECIDED, Incident
from procedures.verbs.reporting import needs_words
from table.models import Adjustment
from table.rules.cards import Card, show
from table.rules.profile import Role
from table.rules.refusal import Cents
from table.rules.regola import Side
from table.script.form import Slot, Unmet, presses, written
from table.script.lines.expect import expects
from table.script.player import Player

LAID_AT = {"p": "punto", "b": "banco", "-": None}
SLOTS: dict[str, Slot] = {
    "laid": (r"[PB-]+", lambda text: [LAID_AT[letter] for letter in text.lower()]),
    "rulings": (r"[a-z_ ]+", str.split),
}


def newest(player: Player) -> Incident:
    """Return the newest undecided incident at the table, else the newest one. Raises Unmet where there is none."""
    cases = Incident.objects.filter(table=player.table)
    found = cases.filter(status__in=UNDECIDED).last() or cases.last()
    if found is None:
        raise Unmet("no incident")
    return found


def _number(player: Player) -> int:
    """Return the entry that opened the incident of :func:`newest`. Raises Unmet where there is none."""
    return newest(player).number


@written("reports KIND [: LAID] [KEYS]", "reports inverted: BPPB")
def report(
    player: Player, *, kind: str, laid: list[str | None] | None = None, keys: dict[str, Any] | None = None
) -> None:
    """Report an incident; behind a colon the boxes at which the cards lie, in the order in which they came out.

    Keys are answers of the report, except ``text``, which says what happened, and ``caused_by``, whose error it was.
    Without ``text`` a report that has to say something in words says “as seen”.
    """
    facts = dict(keys or {}) | ({"laid": laid} if laid else {})
    about = {name: facts.pop(name) for name in ("caused_by", "text") if name in facts}
    words = {"text": "as seen"} if needs_words(kind, facts) else {}
    player.press("report_incident", kind=kind, facts=facts, **(words | about))


@written("evidence KEYS", 'evidence places={"1":[1]} source=video')
def evidence(player: Player, *, keys: dict[str, Any]) -> None:
    """Have the office entitled to it add evidence to the newest undecided incident, else to the newest.

    The keys are those of `add_evidence`. Raises Unmet where there is no incident.
    """
    player.press("add_evidence", incident=_number(player), **keys)


presses("withdraws the incident", "withdraws the incident", "withdraw_incident", incident=_number)
# An office attests at the device of the player's dealer, signed on or not.
presses(
    "ROLE attests",
    "ispettore_comunale attests",
    "attest",
    incident=_number,
    device=lambda player: player.who(Role.DEALER).badge,
)
presses("ratifies", "ratifies", "ratify", incident=_number)
presses(
    "has the coup annulled [REASON]",
    "has the coup annulled not_clear",
    "annul_incident",
    incident=_number,
    reason="not_clear",
)
presses("finds the sabot empty", "finds the sabot empty", "confirm_empty", incident=_number)
presses(
    "ROLE refers the incident [REASON]",
    "ispettore_gioco refers the incident foreign_card",
    "refer",
    incident=_number,
    reason="not_foreseen",
)


@written("rules RULINGS [KEYS]", "rules annul end_taglia replace_decks serial=blue-18")
def rule(player: Player, *, rulings: list[str], keys: dict[str, Any] | None = None) -> None:
    """Rule on the newest undecided incident (else the newest), by the Direzione, in the words “as decided”.

    ``rulings`` are the codes of its effects; ``keys`` are further arguments of `rule`, such as ``serial``. Raises Unmet
    where there is no incident.
    """
    player.press("rule", incident=_number(player), text="as decided", effects=rulings, **(keys or {}))


@written("ROLE decides the dispute [GUEST SIGNED]", "ispettore_gioco decides the dispute guest-2 +50.00")
def decide(player: Player, *, role: Role, guest: str | None = None, signed: int = 0) -> None:
    """Decide the dispute that is the newest undecided case (else the newest case), in the words “as decided”.

    ``guest`` gets ``signed`` cents, or gives them if it is negative; without a guest no money moves. Raises Unmet where
    there is no case.
    """
    corrections = [{"bettor": guest, "amount": signed}] if guest else []
    with player.acting_as(role):
        player.press("decide_dispute", incident=_number(player), text="as decided", corrections=corrections)


@written("ROLE agrees to the decision", "ispettore_comunale agrees to the decision")
def confirm(player: Player, *, role: Role) -> None:
    """Agree, in this role, to the decision that waits on the newest undecided incident, else on the newest.

    It agrees to decision 0 where none waits, which is refused. Raises Unmet where there is no incident.
    """
    case = newest(player)
    decision = case.waiting_decision
    with player.acting_as(role):
        player.press("confirm_dispute", incident=case.number, decision=decision.number if decision else 0)


@written("replaces CARD from SERIAL", "replaces 7D from spare-1")
def replace(player: Player, *, card: Card, serial: str) -> None:
    """Authorise this card from the spare decks with this serial in place of the worn one, by the Ispettore di Gioco.

    The case is the newest undecided incident, else the newest. Raises Unmet where there is none.
    """
    player.press("authorise_replacement", incident=_number(player), card=str(card), serial=serial)


# --- what is expected


@expects("incident KIND WORD", "incident inverted ratified")
def incident(player: Player, *, kind: str, word: str) -> tuple[object, object]:
    """Return “KIND WORD” as expected, and the kind and status of the newest undecided incident, else of the newest.

    Raises Unmet where there is no incident.
    """
    case = newest(player)
    return f"{kind} {word}", f"{case.kind} {case.status}"


@expects("no incident", "no incident")
def no_incident(player: Player) -> tuple[object, object]:
    """Return “no incident” as expected, and the undecided incidents (``T1 340 art. 6 inverted``) joined by commas.

    Without any that is “no incident”, too.
    """
    undecided = Incident.objects.filter(table=player.table, status__in=UNDECIDED)
    return "no incident", ", ".join(str(case) for case in undecided) or "no incident"


expects("verdict WORD", "verdict clear_by_equivalence")(
    lambda player, word: (word, newest(player).answer.get("verdict") or "none")
)


@expects("proposal SIDE CARDS", "proposal punto 9S KD")
def proposal(player: Player, *, side: str, cards: list[Card]) -> tuple[object, object]:
    """Return two texts: the expected cards of a box, and those that the proposal has there, or “no proposal”.

    That is said of a box without cards, too. The incident is the newest undecided one, else the newest. Raises Unmet
    where there is none.
    """
    made = newest(player).answer.get("proposal") or {}
    return show(cards), " ".join(it["card"] for it in made.get(str(Side(side)), [])) or "no proposal"


@expects("adjusted GUEST SIGNED", "adjusted guest-2 +50.00")
def adjusted(player: Player, *, guest: str, signed: int) -> tuple[object, object]:
    """Return the expected sum, and what disputes about all coups of the table have moved for this guest, in cents."""
    found = Adjustment.objects.filter(coup__table=player.table, bettor=guest)
    return Cents(signed), Cents(sum(line.amount for line in found))


expects("held", "held")(lambda player: ("held", "held" if _is_held(player) else "not held"))


expects("not held", "not held")(lambda player: ("not held", "held" if _is_held(player) else "not held"))


def _is_held(player: Player) -> bool:
    """Whether an incident holds the coup being played; False between coups."""
    coup = player.state.coup
    return coup is not None and coup.held
