"""Before a demo house is made anew: its database goes, unless a process serves it still.

`python -m config.doors.anew FILE`. The lock by which it is known stays: it is the same one for whoever comes.
"""

import sys
from pathlib import Path

from table.record.machine import served

SERVED = (
    "A demo house is served from {name} still: stop it first (Ctrl+C where it was started), or go on with that one. "
    "Nothing was deleted."
)


def away(database: Path) -> None:
    """Delete a database of SQLite with what lies beside it; the process ends with a sentence where it is served."""
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if (held := served.lock(database)) is None:
        sys.exit(SERVED.format(name=database))
    with held:
        for file in database.parent.glob(f"{database.name}*"):
            if not file.name.endswith(served.SERVED):
                file.unlink()


if __name__ == "__main__":
    away(Path(sys.argv[1]))
