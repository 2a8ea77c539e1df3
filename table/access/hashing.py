"""How a PIN is hashed: argon2id, over what an HMAC with the pepper of the house makes of it.

A PIN has a million values, so no hash alone withstands who tries them all on a copy of the database. The pepper does:
it lies in a file outside the database (PIN_PEPPER_FILE), and without it there is nothing to compare with.
"""

import ctypes
import hashlib
import hmac
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

FINGERPRINT = "fingerprint of the pepper"
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""As <malloc.h> of the GNU C library numbers them."""
LARGE = 8 * 1024 * 1024
"""Bytes: less than a hash takes, and more than anything else."""


def _give_back() -> None:
    """What a hash takes goes back to the system with it, where the C library is GNU's.

    By itself that keeps such pieces from the second one on, and puts small ones into them: the next hash finds no room
    there, and in the end four are kept for two threads.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, LARGE)
        mallopt(M_TRIM_THRESHOLD, 2 * LARGE)


THREADS = ThreadPoolExecutor(2, thread_name_prefix="hashing", initializer=_give_back)
"""These make every hash: no more of them takes memory at once, as requests come in ever new threads."""


class Peppered(Argon2PasswordHasher):
    """argon2id in one thread; the parameters stand in each hash, so that they can be raised later.

    19 MiB, twice: the least of what is held to be enough, as the pepper does the rest. Measured once on one processor
    of two: 21 ms, and 37 ms for a whole sign-in, which is to stay below 100; some 13 more since its memory goes back.
    """

    algorithm = "argon2id_peppered"
    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """The hash that is kept."""
        encoded: str = THREADS.submit(super().encode, peppered(password), salt).result()
        return encoded

    def verify(self, password: str, encoded: str) -> bool:
        """Whether this is the PIN of which that hash was made."""
        return bool(THREADS.submit(super().verify, peppered(password), encoded).result())


def peppered(pin: str) -> str:
    """What is hashed instead of the PIN."""
    return digest("pin", pin).hex()


def fingerprint() -> str:
    """By which this pepper is told from another one."""
    return digest(FINGERPRINT, "").hex()[:16]


def digest(what: str, told: str) -> bytes:
    """What nobody can make of it who has not the pepper; ``what`` keeps one use of it from another."""
    return hmac.digest(settings.PIN_PEPPER, f"{what}:{told}".encode(), hashlib.sha256)
