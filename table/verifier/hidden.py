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

BLOCK = 64
BEFORE_THE_END = b',"previous":"'
WORD = re.compile(r"[a-z0-9_]*", re.ASCII)
MASK = 2**32 - 1
MOST_BYTES = 16 * 1024 * 1024
"""Bytes of the canonical text of no entry are more."""


class Hidden(NamedTuple):
    """Entry that is not shown: the state of SHA-256 after ``length`` bytes, those of its block ``before`` the digest of
    the entry before it (hexadecimal), and what it names by role and verb.
    """

    before: str
    length: int
    role: str
    state: str
    verb: str

    @classmethod
    def of(cls, fields: Any) -> "Hidden":
        """Return the entry with these fields. Raises ValueError if they are none."""
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
        """Compute its digest in this register, after the entry with digest ``previous``."""
        facts = {"previous": previous, "register": register, "role": self.role, "verb": self.verb}
        rest = bytes.fromhex(self.before) + b"," + canonical(facts).encode()[1:]
        return _finished(_words(bytes.fromhex(self.state)), rest, self.length + len(rest)).hex()


def hidden(entry: Mapping[str, Any]) -> Hidden:
    """Return an entry without what it says; ``entry`` maps the fields that its digest covers."""
    text = canonical(dict(entry)).encode()
    end = text.rindex(BEFORE_THE_END)
    length = end - end % BLOCK
    state = START
    for at in range(0, length, BLOCK):
        state = _after(state, text[at : at + BLOCK])
    packed = b"".join(it.to_bytes(4) for it in state)
    return Hidden(text[length:end].hex(), length, str(entry["role"]), packed.hex(), str(entry["verb"]))


# --- SHA-256 (FIPS 180-4), from any state on

State = tuple[int, ...]


def _roots(power: int, count: int) -> list[int]:
    """First 32 bits of the fraction of the square (2) or cube (3) roots of the first primes."""
    primes = [it for it in range(2, 312) if all(it % by for by in range(2, it))][:count]
    return [_root(it << (32 * power), power) & MASK for it in primes]


def _root(value: int, power: int) -> int:
    low, high = 0, 1 << (value.bit_length() // power + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**power <= value else (low, middle)
    return low


START: State = tuple(_roots(2, 8))
ADDED = _roots(3, 64)


def _words(block: bytes) -> State:
    return tuple(int.from_bytes(block[at : at + 4]) for at in range(0, len(block), 4))


def _after(state: State, block: bytes) -> State:
    """State after one more block."""
    w = [*_words(block)]
    for at in range(16, 64):
        x, y = w[at - 15], w[at - 2]
        small = ((x >> 7) | (x << 25)) ^ ((x >> 18) | (x << 14)) ^ (x >> 3)
        large = ((y >> 17) | (y << 15)) ^ ((y >> 19) | (y << 13)) ^ (y >> 10)
        w.append((w[at - 16] + (small & MASK) + w[at - 7] + (large & MASK)) & MASK)
    a, b, c, d, e, f, g, h = state
    for added, word in zip(ADDED, w, strict=True):
        turned = ((e >> 6) | (e << 26)) ^ ((e >> 11) | (e << 21)) ^ ((e >> 25) | (e << 7))
        one = h + (turned & MASK) + ((e & f) ^ (~e & g)) + added + word
        turned = ((a >> 2) | (a << 30)) ^ ((a >> 13) | (a << 19)) ^ ((a >> 22) | (a << 10))
        two = (turned & MASK) + ((a & b) ^ (a & c) ^ (b & c))
        a, b, c, d, e, f, g, h = (one + two) & MASK, a, b, c, (d + one) & MASK, e, f, g
    return tuple((was + now) & MASK for was, now in zip(state, (a, b, c, d, e, f, g, h), strict=True))


def _finished(state: State, rest: bytes, length: int) -> bytes:
    """Digest of a text of ``length`` bytes, given the state before its last bytes ``rest``."""
    padded = rest + b"\x80" + bytes(-(len(rest) + 9) % BLOCK) + (8 * length).to_bytes(8)
    for at in range(0, len(padded), BLOCK):
        state = _after(state, padded[at : at + BLOCK])
    return b"".join(it.to_bytes(4) for it in state)
