"""First line of an export: its register, its first and last entry, and the keys of the house."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from table.verifier import sentences
from table.verifier.keyring import Keyring, Named, is_hex
from table.verifier.reading import ExportLine, Wrong

HEAD = {"digest", "entries", "form", "key", "laws", "register"}
UNREAD_SEALS = "seals_unreadable"
"""Field with the number of lines that are no seal in the file of seals of the house."""
FORMS = {1: HEAD, 2: HEAD | {"keys"}, 3: HEAD | {"after", "keys"}}
FORMS |= {4: FORMS[2] | {UNREAD_SEALS}, 5: FORMS[3] | {UNREAD_SEALS}}
"""Fields of a head by form: form 1 has one key only, 3 and 5 continue another file, 4 and 5 may lack seals."""


class End(NamedTuple):
    """Last entry of a file, or the one after which a file begins: number and digest."""

    number: int
    digest: str

    @classmethod
    def of(cls, number: Any, digest: Any) -> "End":
        """Return the entry with this number and digest (64 hexadecimal digits).

        Raises ValueError if they are of no entry; number 0 goes with the digest "".
        """
        if type(number) is not int or number < 0 or not (is_hex(digest, 64) if number else digest == ""):
            raise ValueError
        return cls(number, digest)


NOTHING = End(0, "")
"""End before the first entry of a register, and of one without entries."""


class Head(NamedTuple):
    """Head of a file: the entries after ``after`` up to ``end``, the key that signs it, and all keys of the house.

    ``lists_keys`` says that it lists them; in form 1 it does not, and ``keys`` has the one that signs alone.
    ``seals_unreadable`` lines of the house's seals were none, so that seals may be missing.
    """

    register: str
    after: End
    end: End
    key: str
    keys: Keyring
    lists_keys: bool
    seals_unreadable: int = 0

    @classmethod
    def of(cls, line: ExportLine) -> "Head":
        """Parse a line as a head.

        Raises :class:`Wrong` if it is none, of an unknown form, with fields that do not fit it, or with unchained keys.
        """
        fields = line.content
        if line.kind != "head" or not isinstance(fields, dict) or "form" not in fields:
            raise Wrong(sentences.NOT_AN_EXPORT, unreadable=True)
        if fields["form"] not in [*FORMS]:  # whatever stands there, also what has no hash
            raise Wrong(sentences.LATER_FORM, unreadable=True, form=fields["form"], own=max(FORMS))
        try:
            return cls._of(fields, line.number)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Wrong(sentences.LINE_UNREADABLE, line=line.number) from None

    @classmethod
    def _of(cls, fields: Mapping[str, Any], line: int) -> "Head":
        """Parse the fields of a head, and check that its keys follow from one another up to the one that signs it.

        Raises ValueError, KeyError or TypeError if other fields do not fit, and :class:`Wrong` for its keys;
        ``line`` is where the head stands.
        """
        if (
            fields.keys() != FORMS[fields["form"]]
            or not is_hex(fields["key"], 64)
            or not isinstance(fields["register"], str)
        ):
            raise ValueError
        after = End.of(fields["after"]["number"], fields["after"]["digest"]) if "after" in fields else NOTHING
        end = End.of(fields["entries"], fields["digest"])
        unreadable = fields.get(UNREAD_SEALS, 0)
        if ("after" in fields and not 0 < after.number < end.number) or type(unreadable) is not int or unreadable < 0:
            raise ValueError
        return cls(fields["register"], after, end, fields["key"], _keys(fields, line), "keys" in fields, unreadable)

    def is_of_the_keys_of(self, later: "Head") -> bool:
        """Whether the keys of a later file begin with those of this one, in the same order, each named as it is here.

        One that no entry had named when this file was made (form 1, too) is the same by its key alone.
        """
        own, its = self.keys.named, later.keys.named
        same = (it == other if it.at else it.key == other.key for it, other in zip(own, its, strict=False))
        return len(own) <= len(its) and all(same)


def _keys(fields: Mapping[str, Any], line: int) -> Keyring:
    """Return the keys that a head lists; only the one that signs it if it lists none (form 1).

    Raises :class:`Wrong` if a key is malformed, or they do not lead up to the one that signs it: each later one has to
    name the key before it, which has signed it or was declared lost.
    """
    if "keys" not in fields:
        return Keyring([Named(fields["key"], 0, "")])
    named = [it for it in map(Named.of, fields["keys"]) if it is not None]
    if not named or len(named) != len(fields["keys"]):
        raise Wrong(sentences.LINE_UNREADABLE, line=line)
    keys = Keyring(named)
    if not keys.hangs_together() or keys.today != fields["key"]:
        raise Wrong(sentences.KEYS_UNCHAINED)
    return keys
