"""`python -m config.service.demo HOST PORT`: serves a demo house made anew, in a database of its own.

The one made there before is deleted once port, settings and lock are known to do, and no earlier.
"""

import os
import sys

from config import serve

DATABASE = "sqlite:///var/demo.sqlite3"


def run(*where: str) -> None:
    """Serve a new demo house at host and port, with DEMO on, and block; exits as ``config.serve.run`` does."""
    os.environ |= {"DEMO": "on", "DATABASE_URL": DATABASE}
    serve.run(*where, prepare=serve.begin_anew)


if __name__ == "__main__":
    run(*sys.argv[1:])
