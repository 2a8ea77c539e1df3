"""Which of two engines `make test` asks, where one speaks for both: what is asked of the other waits for `make faults`.

In the folders of crashes, backups and old houses every case is SQLite's in `make test`, or PostgreSQL's where its test
is marked with `on("postgresql")`. Everywhere else `make test` asks both.
"""

from pathlib import Path

import pytest

FOLDERS = {
    Path(__file__).parents[1] / name
    for name in ("backup", "disaster", "exercises", "faults", "fuzz", "service", "upgrade")
}


def is_of_the_other_engine(item: pytest.Item) -> bool:
    """Whether this case is asked of the engine for which another one speaks."""
    case = getattr(item, "callspec", None)
    engine = case.params.get("engine") if case else None
    if engine is None or not FOLDERS & set(item.path.parents):
        return False
    asked = item.get_closest_marker("on")
    return bool(engine != (asked.args[0] if asked else "sqlite"))
