"""How a PIN is hashed: argon2id, over what an HMAC with the pepper of the house makes of it.

A PIN has a million values, so no hash alone withstands who tries them all on a copy of the database. The pepper does:
it lies in a file outside the database (PIN_PEPPER_FILE), and without it there is nothing to compare with.
"""

import hashlib
import hmac
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

FINGERPRINT = "fingerprint of the pepper"
THREADS = ThreadPoolExecutor(2, thread_name_prefix="hashing")
"""These make every hash: the memory that one needs stays with its thread, and requests come in ever new ones."""


class Peppered(Argon2PasswordHasher):
    """argon2id in one thread; the parameters stand in each hash, so that they can be raised later.

    19 MiB, twice: the least of what is held to be enough, as the pepper does the rest. Measured once on one processor
    of two: 21 ms, and 37 ms for a whole sign-in, which is to stay below 100.
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
