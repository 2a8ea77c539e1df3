"""What docs/security.md promises of whatever is altered: by which tool it is found. The bench reads it there."""

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "security.md"
HEAD = "| What is altered | Found by |"


def promises() -> dict[str, str]:
    """The tool by what is altered, in the order of the page; empty where nothing finds it."""
    table = PAGE.read_text(encoding="utf-8").partition(HEAD)[2].partition("\n\n")[0]
    rows = re.findall(r"^\| ([^|]+) \| (?:`([^`]+)`|[^|]*) \|", table, re.MULTILINE)
    return {what: tool for what, tool in rows if what.strip("-")}
