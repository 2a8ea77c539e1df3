"""Progress bar of a long command."""

from shutil import get_terminal_size
from typing import TextIO

WIDTH = 30


class Progress:
    """Bar of ``total`` steps on a stream; it shows nothing unless the stream is a terminal."""

    def __init__(self, stream: TextIO, total: int) -> None:
        """Begin a progress of so many steps, shown only where the stream is a terminal."""
        self.stream = stream
        self.total = max(total, 1)
        self.shown = stream.isatty()

    def at(self, done: int, note: str = "") -> None:
        """Show that `done` steps are done, with a note."""
        if self.shown:
            filled = min(WIDTH, WIDTH * done // self.total)
            line = f"[{'█' * filled}{'·' * (WIDTH - filled)}] {done}/{self.total} {note}"
            self.stream.write(f"\r\x1b[K{line[: get_terminal_size().columns - 1]}")
            self.stream.flush()

    def clear(self) -> None:
        """Remove the bar from its line, before other output."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
