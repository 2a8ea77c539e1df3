"""Process that sets one paper: a template with its inputs comes in as JSON, the PDF goes out, and it ends.

It imports neither Django nor anything of the house.
"""

import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

import typst


def main() -> None:
    """Set the paper from stdin; the arguments are the most bytes of memory and seconds of the processor.

    Ends by a signal where either is not enough.
    """
    bound(*(int(it) for it in sys.argv[1:]))
    try:
        sys.stdout.buffer.write(_pdf(json.load(sys.stdin.buffer)))
    except MemoryError:
        os.abort()  # as the library does for itself


def bound(memory: int, seconds: int) -> None:
    """Bound address space and processor time of this process; one that is killed leaves no image of its memory."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _pdf(paper: dict[str, Any]) -> bytes:
    """Compile a template with its inputs and return the PDF."""
    template = Path(paper["template"])
    return typst.compile(
        template,
        root=template.parent,
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs=paper["inputs"],
        pdf_standards=paper["standard"],
        timestamp=paper["timestamp"],
    )
