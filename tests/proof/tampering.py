"""How an export is changed by somebody who has nothing but the file."""

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from table.verifier.reading import canonical


def every_byte(data: bytes, places: Iterable[int], *, seed: int) -> Iterator[tuple[int, bytes]]:
    """The export with one byte changed to another one, at each of these places."""
    rng = Random(seed)
    for place in places:
        other = (data[place] + rng.randrange(1, 256)) % 256
        yield place, data[:place] + bytes([other]) + data[place + 1 :]


def taken_out(lines: Sequence[bytes], place: int) -> bytes:
    """Without this line."""
    return b"".join([*lines[:place], *lines[place + 1 :]])


def doubled(lines: Sequence[bytes], place: int) -> bytes:
    """This line twice."""
    return b"".join([*lines[: place + 1], *lines[place:]])


def swapped(lines: Sequence[bytes], place: int) -> bytes:
    """This line and another one in each other's place."""
    other = (place + 1) % len(lines)
    changed = [*lines]
    changed[place], changed[other] = changed[other], changed[place]
    return b"".join(changed)


def re_chained(data: bytes, **other: Any) -> bytes:
    """Every entry with something else in it, digests that fit, and an end that tells of them; made without the key."""
    previous, lines = "", [json.loads(line) for line in data.splitlines()]
    for line in lines:
        if "entry" in line:
            line["entry"] |= {**other, "previous": previous}
            line["digest"] = previous = sha256(canonical(line["entry"]).encode()).hexdigest()
    lines[0]["head"]["digest"] = previous
    written = [f"{canonical(line)}\n".encode() for line in lines]
    lines[-1]["end"] |= {"lines": len(lines) - 1, "sha256": sha256(b"".join(written[:-1])).hexdigest()}
    return b"".join([*written[:-1], f"{canonical(lines[-1])}\n".encode()])
