"""SHA-256 (FIPS 180-4) from any state on: the library of Python begins at the first byte alone."""

BLOCK = 64
LOWEST_32 = 2**32 - 1
State = tuple[int, ...]


def _roots(power: int, count: int) -> list[int]:
    """Return the first 32 bits of the fraction of roots (2: square, 3: cube) of the first `count` primes (to 64)."""
    primes = [it for it in range(2, 312) if all(it % by for by in range(2, it))][:count]
    return [_root(it << (32 * power), power) & LOWEST_32 for it in primes]


def _root(value: int, power: int) -> int:
    """Return the whole part of the root of ``value``: of the square root for ``power`` 2, of the cube root for 3."""
    low, high = 0, 1 << (value.bit_length() // power + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**power <= value else (low, middle)
    return low


START: State = tuple(_roots(2, 8))
ADDED = _roots(3, 64)


def words_of(block: bytes) -> State:
    """Return bytes as words of 32 bits, the highest byte of each first."""
    return tuple(int.from_bytes(block[at : at + 4]) for at in range(0, len(block), 4))


def after(state: State, block: bytes) -> State:
    """Return the state of SHA-256 after one more block of 64 bytes."""
    w = [*words_of(block)]
    for at in range(16, 64):
        x, y = w[at - 15], w[at - 2]
        small = ((x >> 7) | (x << 25)) ^ ((x >> 18) | (x << 14)) ^ (x >> 3)
        large = ((y >> 17) | (y << 15)) ^ ((y >> 19) | (y << 13)) ^ (y >> 10)
        w.append((w[at - 16] + (small & LOWEST_32) + w[at - 7] + (large & LOWEST_32)) & LOWEST_32)
    a, b, c, d, e, f, g, h = state
    for added, word in zip(ADDED, w, strict=True):
        turned = ((e >> 6) | (e << 26)) ^ ((e >> 11) | (e << 21)) ^ ((e >> 25) | (e << 7))
        one = h + (turned & LOWEST_32) + ((e & f) ^ (~e & g)) + added + word
        turned = ((a >> 2) | (a << 30)) ^ ((a >> 13) | (a << 19)) ^ ((a >> 22) | (a << 10))
        two = (turned & LOWEST_32) + ((a & b) ^ (a & c) ^ (b & c))
        a, b, c, d, e, f, g, h = (one + two) & LOWEST_32, a, b, c, (d + one) & LOWEST_32, e, f, g
    return tuple((was + now) & LOWEST_32 for was, now in zip(state, (a, b, c, d, e, f, g, h), strict=True))


def finished(state: State, rest: bytes, length: int) -> bytes:
    """Return the 32 bytes of the digest of ``length`` bytes, from the state of SHA-256 before the last, ``rest``."""
    padded = rest + b"\x80" + bytes(-(len(rest) + 9) % BLOCK) + (8 * length).to_bytes(8)
    for at in range(0, len(padded), BLOCK):
        state = after(state, padded[at : at + BLOCK])
    return b"".join(it.to_bytes(4) for it in state)
