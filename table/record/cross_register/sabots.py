"""Faces of the cards that an act turns, as a shoe that knows its cards adds them to a press.

What the shoe says is recorded in the entry of the act, and nowhere before. At a table with a virtual shoe no screen may
send a face; what an electronic shoe has read may be keyed instead.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from table.models import Table
from table.play.act import Act
from table.play.declaration import FACES, Verb
from table.play.sealed import Sabot, check_real, read_faces
from table.rules.profile import Role

SABOTS: list[Sabot] = []
"""Sole implementation, if any; it registers itself at startup, as no module here may know its cards."""


def at_hand() -> Sabot | None:
    """Store of the cards that shoes of this house know; None where no implementation is registered."""
    return SABOTS[0] if SABOTS else None


def completed(act: Act, verb: Verb, given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a press, with the faces of the cards that it turns where only the shoe knows these.

    At an electronic shoe faces are added where none are keyed, the act is not the shoe's own, and all are known. At a
    virtual shoe they are added to any act that turns cards, and a press with faces, or by an electronic shoe, is
    refused (E_SHOE): nobody may find out whether they are right; LookupError if the store does not hold the cards.
    Sets ``act.sabot`` at a table. Without a store of shoes, without a shoe on the table, and in the house nothing is
    added.
    """
    if not isinstance(act.owner, Table):
        return given
    act.sabot = at_hand()
    mappings = [given, *(it for it in given.values() if isinstance(it, Mapping))]
    says = act.role == Role.SHOE or any(it.get(name) for it in mappings for name in FACES)
    shoe = act.state.shoe if says or verb.shows is not None else None
    if shoe is None or (says and not shoe.commitment):
        return given
    if says:
        check_real(act, shoe)
    numbers = verb.shows(act, given) if verb.shows is not None else None
    if numbers is None or act.sabot is None:
        return given
    if shoe.commitment:
        return given | _as_arguments(verb, [it.face for it in act.sabot.open(shoe.commitment, numbers)])
    read = _read(act, numbers) if numbers else []
    return given | _as_arguments(verb, read) if read else given


def _read(act: Act, numbers: Sequence[int]) -> list[str]:
    """Return the faces of the cards with these numbers, in their order.

    [] unless each of them is a card of this coup that lies open, or of which the store has what the electronic shoe has
    read.
    """
    cards = {card.number: card for card in act.state.cards}
    return read_faces(act, [cards[it] for it in numbers]) if cards.keys() >= set(numbers) else []


def _as_arguments(verb: Verb, faces: list[str]) -> dict[str, Any]:
    """Return faces under the name of the verb's argument: all as ``cards`` if it has that, else the first as ``card``.

    For verbs with one of these two. {} where it would be ``card`` and there are no faces.
    """
    if "cards" in verb.arguments.__struct_fields__:
        return {"cards": faces}
    return {"card": faces[0]} if faces else {}
