"""A bar on the terminal that says how far a long command has come; nothing where nobody watches."""

from shutil import get_terminal_size
from typing import TextIO

WIDTH = 30


class Progress:
    """A bar of ``total`` steps on a stream; silent unless the stream is a terminal."""

    def __init__(self, stream: TextIO, total: int) -> None:
        self.stream = stream
        self.total = max(total, 1)
        self.shown = stream.isatty()

    def at(self, done: int, note: str = "") -> None:
        """So many steps are done."""
        if self.shown:
            filled = min(WIDTH, WIDTH * done // self.total)
            line = f"[{'█' * filled}{'·' * (WIDTH - filled)}] {done}/{self.total} {note}"
            self.stream.write(f"\r\x1b[K{line[: get_terminal_size().columns - 1]}")
            self.stream.flush()

    def clear(self) -> None:
        """The line is free again, for something that stays."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
