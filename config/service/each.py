"""`python -m config.service.each "COMMAND" …`: runs commands of `manage.py` in turn, after a failed one too.

`deploy/systemd` has the nights done by it, and so has `config.service.night`: on a full disk `backup` fails, and what
frees the disk is done all the same.
"""

import shlex
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from config.environment import BASE_DIR


def main(*commands: str) -> None:
    """Run these commands, each as it is typed behind `manage.py`, and exit with 1 and their names if any failed."""
    if failed := failing(shlex.split(it) for it in commands):
        sys.exit(f"Of this night’s work these failed: {', '.join(failed)}.")


def failing(commands: Iterable[Sequence[str]]) -> list[str]:
    """Run commands of `manage.py` in turn, each in a process of its own; return the names of those that failed.

    Each is its words, the name first. A command has failed if its status is not 0, or a signal has ended it. Blocks
    until the last one ends; their output goes where that of this process goes.
    """
    # Where its links lead now: an installation amid the night would lend the packages of another version to this code.
    python = Path(sys.executable).parent.resolve() / Path(sys.executable).name
    return [it[0] for it in commands if _fails(python, it)]


def _fails(python: Path, command: Sequence[str]) -> bool:
    """Run a command of `manage.py` in a process of its own, and return whether its exit status is other than 0."""
    call = [str(python), "manage.py", *command]
    return bool(subprocess.run(call, cwd=BASE_DIR, check=False).returncode)  # noqa: S603 - a command of the house


if __name__ == "__main__":
    main(*sys.argv[1:])
