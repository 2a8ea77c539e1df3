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
    """Read a paper as JSON from standard input and write its PDF to standard output.

    The arguments are, in this order, the bytes of memory and the seconds of processor time that it may use. A process
    that exceeds them is ended by a signal. Raises as :func:`_pdf` does, with nothing written.
    """
    bound(*(int(it) for it in sys.argv[1:]))
    try:
        sys.stdout.buffer.write(_pdf(json.load(sys.stdin.buffer)))
    except MemoryError:
        os.abort()  # as the library does for itself


def bound(memory: int, seconds: int) -> None:
    """Limit address space (bytes) and processor time (seconds) of this process, and forbid it a core dump."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _pdf(paper: dict[str, Any]) -> bytes:
    """Compile a Typst template with its inputs, and return the PDF.

    ``paper`` has the path of the ``template``, its ``inputs`` as texts, the PDF ``standard``, and the ``timestamp``
    that dates it. Only the fonts built into the library are used, none of the system, and only files in the template's
    folder can be read. Raises TypstError, a RuntimeError, where the template does not compile.
    """
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
