"""Entry point of a wheel: the folder of this file holds the program as its sources do."""

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Put the folder of this file on the import path, and run the command `sabot` with the process's arguments."""
    sys.path.insert(0, str(Path(__file__).parent))
    import_module("config.service.command").main(sys.argv[1:])
