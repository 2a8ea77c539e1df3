"""How the suite hashes PINs: as the house does, in one round instead of a million."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class OneRound(PBKDF2PasswordHasher):
    """PBKDF2 as everybody can check it, and quick enough for tests."""

    iterations = 1
