"""Verification of Ed25519 signatures (RFC 8032); no secret is needed for it.

Points of the curve are X, Y, Z, T with x = X/Z, y = Y/Z and x·y = T/Z.
"""

from hashlib import sha512

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, FIELD) % FIELD
ROOT_OF_MINUS_ONE = pow(2, (FIELD - 1) // 4, FIELD)
Point = tuple[int, int, int, int]
NOTHING: Point = (0, 1, 1, 0)


def verifies(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature (64 bytes) of the message was made with the private half of this key (32 bytes).

    False for a key or signature of another length, or that is no point of the curve, or a second half of the signature
    that is not below the order of the base point. A key of small order, for which anybody can sign, is not refused. The
    equation is that without the cofactor.
    """
    if len(key) != 32 or len(signature) != 64:
        return False
    of_key, commitment = _point(key), _point(signature[:32])
    response = int.from_bytes(signature[32:], "little")
    if of_key is None or commitment is None or response >= ORDER:
        return False
    challenge = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % ORDER
    return _same(_combined(response, BASE, challenge, _opposite(of_key)), commitment)


def _sum(one: Point, other: Point) -> Point:
    """Add two points of the curve, in extended coordinates."""
    a = (one[1] - one[0]) * (other[1] - other[0])
    b = (one[1] + one[0]) * (other[1] + other[0])
    c = 2 * one[3] * other[3] * CURVE
    d = 2 * one[2] * other[2]
    e, f, g, h = (b - a) % FIELD, (d - c) % FIELD, (d + c) % FIELD, (b + a) % FIELD
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def _combined(count: int, point: Point, other_count: int, other: Point) -> Point:
    """Return count · point + other_count · other, in one pass over the binary digits of both."""
    total = NOTHING
    chosen = (NOTHING, point, other, _sum(point, other))
    for place in range(max(count.bit_length(), other_count.bit_length()) - 1, -1, -1):
        total = _sum(total, total)
        if digits := (count >> place & 1) + 2 * (other_count >> place & 1):
            total = _sum(total, chosen[digits])
    return total


def _opposite(point: Point) -> Point:
    """Return the negative of a point, in extended coordinates."""
    return FIELD - point[0], point[1], point[2], FIELD - point[3]


def _same(one: Point, other: Point) -> bool:
    """Whether two points in extended coordinates are one point of the curve, with whatever Z."""
    return (one[0] * other[2] - other[0] * one[2]) % FIELD == 0 and (one[1] * other[2] - other[1] * one[2]) % FIELD == 0


def _point(written: bytes) -> Point | None:
    """Decode a point from 32 bytes, y and the parity of x; None if they are not one."""
    y = int.from_bytes(written, "little")
    odd, y = y >> 255, y & (2**255 - 1)
    x = _x_of(y, odd) if y < FIELD else None
    return None if x is None else (x, y, 1, x * y % FIELD)


def _x_of(y: int, odd: int) -> int | None:
    """Return the x of the point with this y, taken modulo FIELD, and parity (1: odd); None if the curve has none."""
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if (x * x - square) % FIELD:
        x = x * ROOT_OF_MINUS_ONE % FIELD
    if (x * x - square) % FIELD or (x == 0 and odd):
        return None
    return FIELD - x if x & 1 != odd else x


def _base() -> Point:
    """Return the base point of the curve, in extended coordinates."""
    point = _point((4 * pow(5, -1, FIELD) % FIELD).to_bytes(32, "little"))
    assert point is not None
    return point


BASE = _base()
