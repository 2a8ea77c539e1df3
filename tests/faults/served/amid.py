"""The house, whose online hands stand still between their two halves: each says so, and goes on when it is told to.

``AMID`` names a folder with two pipes: ``said`` brings a word out of the house, ``told`` one into it.
"""

import os
from pathlib import Path

from config.asgi import application
from table.models import OnlineGame
from table.online import dealing

__all__ = ["application"]
PIPES = Path(os.environ["AMID"])
complete = dealing.complete


def _stands_still(game: OnlineGame) -> OnlineGame:
    (PIPES / "said").write_text("begun\n", encoding="ascii")
    (PIPES / "told").read_text(encoding="ascii")
    done = complete(game)
    (PIPES / "said").write_text("over\n", encoding="ascii")
    return done


dealing.complete = _stands_still
