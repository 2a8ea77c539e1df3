"""The first line of an export: of which register it is, from which entry to which, and by which keys."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from table.verifier import sentences
from table.verifier.keyring import Keyring, Named, is_hex
from table.verifier.reading import Line, Wrong

HEAD = {"digest", "entries", "form", "key", "laws", "register"}
FORMS = {1: HEAD, 2: HEAD | {"keys"}, 3: HEAD | {"after", "keys"}}
"""What a head says in each form: the first one knew of one key alone, the third goes on where another file ends."""


class End(NamedTuple):
    """An entry with which a file ends, or after which one goes on: its number and its digest."""

    number: int
    digest: str

    @classmethod
    def of(cls, number: Any, digest: Any) -> "End":
        """The entry that these facts name. Raises ValueError where they name none."""
        if type(number) is not int or number < 0 or not (is_hex(digest, 64) if number else digest == ""):
            raise ValueError
        return cls(number, digest)


NOTHING = End(0, "")
"""What the first entry of a register goes on from."""


class Head(NamedTuple):
    """What a file says of itself in its first line. ``after`` is the entry that it goes on from."""

    register: str
    after: End
    end: End
    key: str
    keys: Keyring
    lists_keys: bool

    @classmethod
    def of(cls, line: Line) -> "Head":
        """The head that this line is. Raises :class:`Wrong` where it is none, or its keys do not follow one another."""
        told = line.told
        if line.kind != "head" or not isinstance(told, dict) or "form" not in told:
            raise Wrong(sentences.NOT_AN_EXPORT, unreadable=True)
        if told["form"] not in FORMS:
            raise Wrong(sentences.LATER_FORM, unreadable=True, form=told["form"], own=max(FORMS))
        try:
            return cls._of(told, line.number)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Wrong(sentences.LINE_UNREADABLE, line=line.number) from None

    @classmethod
    def _of(cls, told: Mapping[str, Any], line: int) -> "Head":
        if told.keys() != FORMS[told["form"]] or not is_hex(told["key"], 64) or not isinstance(told["register"], str):
            raise ValueError
        after = End.of(told["after"]["number"], told["after"]["digest"]) if "after" in told else NOTHING
        end = End.of(told["entries"], told["digest"])
        if "after" in told and not 0 < after.number < end.number:
            raise ValueError
        return cls(told["register"], after, end, told["key"], _keys(told, line), "keys" in told)

    def is_of_the_keys_of(self, later: "Head") -> bool:
        """Whether a later file names the same keys first, in the same order."""
        own, its = ([it.key for it in head.keys.named] for head in (self, later))
        return its[: len(own)] == own


def _keys(told: Mapping[str, Any], line: int) -> Keyring:
    """The keys that a head names; refused where they do not lead to the one by which it is signed."""
    if "keys" not in told:
        return Keyring([Named(told["key"], 0, "")])
    named = [it for it in map(Named.of, told["keys"]) if it is not None]
    if not named or len(named) != len(told["keys"]):
        raise Wrong(sentences.LINE_UNREADABLE, line=line)
    keys = Keyring(named)
    if not keys.hangs_together() or keys.today != told["key"]:
        raise Wrong(sentences.KEYS_UNCHAINED)
    return keys
