"""What a virtual shoe adds to a press: the faces of the cards that the act turns.

Whatever the shoe is asked stands in the entry of the act, and nowhere before: no screen says a face at such a table,
and what is pressed says nothing of one.
"""

from collections.abc import Mapping
from typing import Any

from table.models import Shoe, Table
from table.play.act import Act
from table.play.sealed import Sabot, check_real
from table.verbs.declaration import Verb

FACES = ("card", "cards")
"""The arguments that hold faces, of an act or of what is told in one."""

VIRTUAL: list[Sabot] = []
"""The one there is; it signs up when the house starts, as nobody here may know its cards."""


def at_hand() -> Sabot | None:
    """The virtual shoes of this house."""
    return VIRTUAL[0] if VIRTUAL else None


def completed(act: Act, verb: Verb, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a press with those that only the virtual shoe can say; at real cards as they are.

    Refused where somebody says a face at a table whose shoe knows it: whether it is the right one nobody may learn.
    """
    if not isinstance(act.owner, Table):
        return given
    act.sabot = at_hand()
    if verb.shows is None and not _says_a_face(given):
        return given
    shoe = act.state.shoe
    if shoe is None or not shoe.commitment:
        return given
    if _says_a_face(given):
        check_real(act, shoe)
    return given | _faces(act, verb, shoe, given)


def _says_a_face(given: Mapping[str, Any]) -> bool:
    told = [given, *(it for it in given.values() if isinstance(it, Mapping))]
    return any(it.get(name) for it in told for name in FACES)


def _faces(act: Act, verb: Verb, shoe: Shoe, given: Mapping[str, Any]) -> dict[str, Any]:
    numbers = verb.shows(act, given) if verb.shows is not None else None
    if numbers is None or act.sabot is None:
        return {}
    faces = [it.face for it in act.sabot.open(shoe.commitment, numbers)]
    if "cards" in verb.arguments.__struct_fields__:
        return {"cards": faces}
    return {"card": faces[0]} if faces else {}
