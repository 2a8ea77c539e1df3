"""Sabot as a wheel brings it: in this folder the program lies as it does beside its sources."""

import sys
from pathlib import Path


def main() -> None:
    """The command `sabot`."""
    sys.path.insert(0, str(Path(__file__).parent))
    from config.command import main as does

    does(sys.argv[1:])
