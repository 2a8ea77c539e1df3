"""Seals, as an export and a file of seals have them, and their check."""

import json
from typing import Any, BinaryIO, NamedTuple

from table.verifier import sentences
from table.verifier.ed25519 import verifies
from table.verifier.keyring import Keyring, is_hex, is_moment
from table.verifier.reading import MOST_BYTES, Wrong, canonical, is_canonical


class SealLine(NamedTuple):
    """Seal as a line has it: number and digest of a register's last entry at some time (UTC), signed."""

    register: str
    number: int
    digest: str
    at: str
    signature: str

    @classmethod
    def of(cls, fields: Any) -> "SealLine | None":
        """Return the seal with these fields, exactly those of the class; None if one of them does not fit.

        The number is an integer, the register a text, the time one with its zone, the signature 128 hexadecimal digits;
        the form of the digest is not checked.
        """
        if not isinstance(fields, dict) or fields.keys() != set(cls._fields):
            return None
        fits = type(fields["number"]) is int and isinstance(fields["register"], str) and is_moment(fields["at"])
        return cls(**fields) if fits and is_hex(fields["signature"], 128) else None

    def check(self, keys: Keyring) -> None:
        """Raise :class:`Wrong` unless one of these keys, if it was in use then, has signed exactly this.

        The first key was in use from the beginning, any other from a minute before it was named, each until a minute
        after its successor was.
        """
        facts = {"register": self.register, "number": self.number, "digest": self.digest, "at": self.at}
        signed, signature = canonical(facts).encode(), bytes.fromhex(self.signature)
        for key, in_time in keys.at(self.at):
            if verifies(bytes.fromhex(key), signed, signature):
                if not in_time:
                    raise Wrong(sentences.OTHER_TIME, number=self.number, at=self.at)
                return
        raise Wrong(sentences.SEAL_FALSE, number=self.number, at=self.at)


def read(stream: BinaryIO) -> list[SealLine]:
    """Read the seals of a file, one a line, unverified. Raises :class:`Wrong` at any other line, even empty."""
    found, number = [], 0
    while raw := stream.readline(MOST_BYTES):
        number += 1
        text = raw.decode(errors="replace").strip()
        seal = SealLine.of(json.loads(text)) if is_canonical(text) else None
        if seal is None:
            raise Wrong(sentences.SEALS_UNREADABLE, unreadable=True, why=f"line {number}")
        found.append(seal)
    return found
