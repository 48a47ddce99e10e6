"""Verifies signatures of Ed25519, by RFC 8032, section 5.1.

A point is (X, Y, Z, T) with x = X / Z, y = Y / Z and x * y = T / Z. Nothing here is secret, so
nothing takes care to run in constant time.
"""
import functools
import hashlib
from typing import Optional

Point = tuple[int, int, int, int]

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def add(p: Point, q: Point) -> Point:
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(factor: int, point: Point) -> Point:
    result: Point = (0, 1, 1, 0)
    while factor > 0:
        if factor & 1:
            result = add(result, point)
        point = add(point, point)
        factor >>= 1
    return result


def decode(data: bytes) -> Optional[Point]:
    """The point of 32 bytes; each point has one spelling, and others are refused."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    if x * x % P != square or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def is_small(point: Point) -> bool:
    """Whether eight times the point is the neutral one: under such a key anybody can sign."""
    x, y, z, _ = multiply(8, point)
    return x == 0 and y == z


BASE = decode((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


@functools.lru_cache(maxsize=16)  # bundles that are checked together often have one checkpoint
def verifies(public_key: bytes, message: bytes, signature: bytes) -> bool:
    if len(public_key) != 32 or len(signature) != 64:
        return False
    a, r = decode(public_key), decode(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or BASE is None or s >= ORDER or is_small(a) or is_small(r):
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    k = int.from_bytes(digest, "little") % ORDER
    left, right = multiply(s, BASE), add(r, multiply(k, a))
    # The same point, though Z may differ.
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))
