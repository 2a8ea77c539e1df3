"""`make bundle-check`: the bundle unpacked, installed without a network, and its house asked whether it is ready.

As root the network is taken away altogether; else pip is told that there is none, by a proxy where nobody answers.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from config.environment import VERSION
from tests.rig.daphne import ROOT

NOWHERE = "http://127.0.0.1:9"
SERVED = """
.venv/bin/python -m config.serve 127.0.0.1 8765 & house=$!
for _ in $(seq 60); do sleep 1; .venv/bin/python -m config.service.healthy 8765 && break; done
.venv/bin/python -m config.service.healthy 8765 && kill $house && wait $house
"""


def alone() -> list[str]:
    """What a command is put behind to have no network but this machine itself."""
    if os.geteuid() == 0 and shutil.which("unshare"):
        return ["unshare", "--net", "sh", "-c", 'ip link set lo up 2>/dev/null; exec "$@"', "alone"]
    return []


def main(python: str = sys.executable) -> None:
    """Install it twice: as `make run` does from the folder itself, and as a service elsewhere."""
    with tempfile.TemporaryDirectory(prefix="sabot-unpacked-") as name:
        folder = Path(name)
        with tarfile.open(ROOT / "var" / f"sabot-{VERSION}.tar.gz") as bundle:
            bundle.extractall(folder, filter="data")
        sources = folder / f"sabot-{VERSION}"
        quiet = {"PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": "", "DATABASE_URL": f"sqlite:///{folder}/h.sqlite3"}
        env = os.environ | quiet | {"HTTPS_PROXY": NOWHERE, "HTTP_PROXY": NOWHERE, "PYTHON": python, "DEMO": "off"}
        for step in (
            ["make", "PYTHON=" + python, ".venv/.stamp-run", "var/.stamp-messages", "var/.stamp-static"],
            ["sh", "deploy/install.sh", str(folder / "installed")],
        ):
            subprocess.run([*alone(), *step], cwd=sources, env=env, check=True)
        for there in (sources, folder / "installed" / "current"):
            subprocess.run([*alone(), "sh", "-ec", SERVED], cwd=there, env=env, check=True)
    sys.stdout.write(f"Sabot {VERSION} was installed and served without a network.\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
