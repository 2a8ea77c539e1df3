"""The Chromium of the browser tests: one on PATH, else Debian's, `python -m tests.rig.chromium` installs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.rig.process import major_version

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PACKAGE = "chromium-headless-shell"
NONE_HERE = f"No working Chromium was found, and the browser tests need one. Install it: sudo apt-get install {PACKAGE}"


def chromium() -> Path | None:
    """A Chromium that runs here."""
    found = (shutil.which(name) for name in NAMES)
    return next((Path(program) for program in found if program and major_version(Path(program))), None)


def install() -> None:
    """Debian's smallest Chromium. It asks nothing, and waits for another installation that is under way."""
    apt = ["apt-get", "--quiet=2", "-o", "DPkg::Lock::Timeout=300"]
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "--yes", "--no-install-recommends", PACKAGE]):
        subprocess.run([*apt, *step], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=env, check=True)


def main() -> None:
    if chromium():
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        sys.stdout.write(f"Installing {PACKAGE} for the browser tests …\n")
        sys.stdout.flush()
        install()
    if not chromium():
        sys.exit(NONE_HERE)


if __name__ == "__main__":
    main()
