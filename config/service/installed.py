"""Sabot as a wheel brings it: in the folder of this file the program lies as it does beside its sources."""

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """The command `sabot`."""
    sys.path.insert(0, str(Path(__file__).parent))
    import_module("config.service.command").main(sys.argv[1:])
