"""How long whoever asks SQLite is ready to wait for its lock: what was asked for, not what passed on this machine."""

import pytest

from table.record.machine import database_lock


def waits(patch: pytest.MonkeyPatch) -> list[float]:
    """From now on, the seconds for which the database was told to wait, in their order."""
    waited, set_patience = list[float](), database_lock._patience

    def heard(seconds: float) -> None:
        waited.append(seconds)
        set_patience(seconds)

    patch.setattr(database_lock, "_patience", heard)
    return waited
