"""How the suite hashes PINs: as the house does, with the least of time and memory that argon2id takes."""

from table.access.hashing import Peppered


class InNoTime(Peppered):
    """The house's own way, pepper and all, and quick enough for tests."""

    time_cost = 1
    memory_cost = 8
