"""Entries that are not shown and still hold the chain: SHA-256 from the middle of their canonical text on.

Only the chain's own fields stand at the end of that text: the digest before, the register, the role and the verb.
SHA-256 takes a text in blocks of 64 bytes. Whoever knows its state before the block in which that end begins can
compute the digest without what comes before. To find another state and end with the same digest is to invert SHA-256.
Of what an entry says, the bytes of that block before its end can be read, at most 63, and role and verb.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from table.verifier.keyring import is_hex
from table.verifier.reading import canonical
from table.verifier.sha256 import BLOCK, START, after, finished, words_of

BEFORE_THE_END = b',"previous":"'
WORD = re.compile(r"[a-z0-9_]*", re.ASCII)
MOST_BYTES = 16 * 1024 * 1024
"""Maximum bytes of an entry's canonical text."""


class Hidden(NamedTuple):
    """Entry that is not shown, by what computes its digest, and its role and verb.

    ``state`` is that of SHA-256 after the first ``length`` bytes of its canonical text, ``before`` the bytes from there
    to the digest of the entry before it, both in hexadecimal.
    """

    before: str
    length: int
    role: str
    state: str
    verb: str

    @classmethod
    def of(cls, fields: Any) -> "Hidden":
        """Return the entry with these fields. Raises ValueError unless they are exactly these, each in its form."""
        if not isinstance(fields, dict) or fields.keys() != set(cls._fields):
            raise ValueError
        length, before = fields["length"], fields["before"]
        within = type(length) is int and length in range(0, MOST_BYTES, BLOCK)
        words = all(isinstance(fields[it], str) and WORD.fullmatch(fields[it]) for it in ("role", "verb"))
        short = isinstance(before, str) and len(before) in range(0, 2 * BLOCK, 2) and is_hex(before, len(before))
        if not (within and words and short and is_hex(fields["state"], 64)):
            raise ValueError
        return cls(**fields)

    def digest(self, *, register: str, previous: str) -> str:
        """Compute the digest of the entry, in hexadecimal: finish SHA-256 from ``state``, over ``before`` and the end.

        The end are the chain's own fields: the digest ``previous`` of the entry before it, register, role and verb.
        """
        facts = {"previous": previous, "register": register, "role": self.role, "verb": self.verb}
        rest = bytes.fromhex(self.before) + b"," + canonical(facts).encode()[1:]
        return finished(words_of(bytes.fromhex(self.state)), rest, self.length + len(rest)).hex()


def hidden(entry: Mapping[str, Any]) -> Hidden:
    """Return an entry in a form from which its digest can be computed without its text; ``entry`` has its fields.

    Role and verb stand there as they are, and the digest proves them; of the rest at most 63 bytes can be read, those
    right before the digest of the entry before it, which is not in it, nor is the register.
    """
    text = canonical(dict(entry)).encode()
    end = text.rindex(BEFORE_THE_END)
    length = end - end % BLOCK
    state = START
    for at in range(0, length, BLOCK):
        state = after(state, text[at : at + BLOCK])
    packed = b"".join(it.to_bytes(4) for it in state)
    return Hidden(text[length:end].hex(), length, str(entry["role"]), packed.hex(), str(entry["verb"]))
