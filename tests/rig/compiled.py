"""Templates that any process of the run has compiled before: they are the same for all, and those of the regions alone
take a process a second.
"""

import os
from pathlib import Path
from typing import Any

from django.template import engines
from jinja2 import FileSystemBytecodeCache

FOLDER = "COMPILED_TEMPLATES"
"""Under this name a served house is told where they lie."""


def cache_in(folder: Path) -> None:
    """Look for compiled templates in this folder, and write there what this process compiles."""
    backend: Any = engines["jinja2"]
    backend.env.bytecode_cache = FileSystemBytecodeCache(str(folder))


def cache_where_named() -> None:
    """The same in the folder that the environment names: for a house that is served."""
    cache_in(Path(os.environ[FOLDER]))
