"""Hashing of PINs: argon2id over an HMAC of the PIN with the pepper of the house.

There are few enough PINs that no hash alone protects a copied database against trying them all. The pepper does: it is
in a file outside the database (PIN_PEPPER_FILE), and without it there is nothing to compare with.
"""

import ctypes
import hashlib
import hmac
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

from table.rules.refusal import Code, Refused

FINGERPRINT = "fingerprint of the pepper"
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""Parameters of ``mallopt`` as <malloc.h> of the GNU C library numbers them."""
LARGE = 8 * 1024 * 1024
"""Bytes: less than a hash takes, and more than anything else."""
LONGEST_WAIT_SECONDS = 10.0
"""Seconds for which a hash waits for its slot."""


def _give_back() -> None:
    """Have malloc of the GNU C library return each large block to the system when it is freed; does nothing elsewhere.

    By itself it retains such blocks from the second one on, and puts small ones into them: in the end there are four
    for two threads.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, LARGE)
        mallopt(M_TRIM_THRESHOLD, 2 * LARGE)


THREADS = ThreadPoolExecutor(2, thread_name_prefix="hashing", initializer=_give_back)
"""Threads for all hashing: requests come in ever new threads, and these bound the memory."""


class Peppered(Argon2PasswordHasher):
    """argon2id with one lane; each hash holds its parameters, so that they can be raised later.

    19 MiB, two passes: the least that is considered enough, as the pepper does the rest. Measured once on one processor
    of two: 21 ms, and 37 ms for a whole sign-in; some 13 more since its memory is returned.
    """

    algorithm = "argon2id_peppered"
    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Return the hash to be stored of a PIN: argon2id of its HMAC with the pepper, made in one of two threads."""
        encoded: str = THREADS.submit(super().encode, peppered(password), salt).result()
        return encoded

    def verify(self, password: str, encoded: str) -> bool:
        """Whether a hash was made of a PIN with the present pepper; looked at in one of two threads."""
        return bool(THREADS.submit(super().verify, peppered(password), encoded).result())


def peppered(pin: str) -> str:
    """HMAC of a PIN, in hexadecimal, which is hashed in its place."""
    return digest("pin", pin).hex()


def fingerprint() -> str:
    """Fingerprint of the pepper, 16 hexadecimal digits."""
    return digest(FINGERPRINT, "").hex()[:16]


@contextmanager
def hold(slots: BoundedSemaphore) -> Iterator[None]:
    """Hold one of the slots for hashing while the block runs, and free it after.

    Blocks for up to LONGEST_WAIT_SECONDS, then refuses (E_RATE).
    """
    if not slots.acquire(timeout=LONGEST_WAIT_SECONDS):
        raise Refused(Code.RATE, "Too many are signing in at this moment. Try again in a few seconds.")
    try:
        yield
    finally:
        slots.release()


def digest(what: str, text: str) -> bytes:
    """HMAC-SHA256 of a text with the pepper; ``what`` separates one use of it from another."""
    return hmac.digest(settings.PIN_PEPPER, f"{what}:{text}".encode(), hashlib.sha256)
