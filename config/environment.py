"""What the house is before it is set up: its version, and the environment that it reads, completed from `.env`."""

import tomllib
from pathlib import Path

from environ import Env

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
"""Which Sabot this is. It is written in pyproject.toml alone; a release changes it there."""

of_a_command = False
"""Whether this process is an administrative command, as `manage.py` says, and no house that is served."""
env = Env()
if (BASE_DIR / ".env").is_file():
    env.read_env(str(BASE_DIR / ".env"))
