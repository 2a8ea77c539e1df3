"""Release: a folder with every file of a version that is published, their checksums, and the notes of the version.

`python -m config.service.release FOLDER` makes FOLDER/sabot-VERSION: the bundle for machines without a network, the
context of an image, the wheel with the command `sabot`, and the verifier of registers. All is made of what is
committed; it is refused unless that is tagged with its version, the tree is clean, and CHANGELOG.md has its section.
"""

import gzip
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from config.environment import BASE_DIR, VERSION
from config.service import bundle

SUMS, NOTES = "SHA256SUMS", "NOTES.md"
SECTION = re.compile(r"^## \[(?P<version>[^\]]+)\] – (?P<title>.+)\n(?P<text>(?:(?!## \[).*\n)*)", re.MULTILINE)


def refused() -> str:
    """Return a sentence on why nothing can be released now; empty if it can.

    Reasons are uncommitted changes, a HEAD without the tag of this version, and no section of it in CHANGELOG.md.
    Exits with git's reason where it fails.
    """
    if _git("status", "--porcelain").strip():
        return "There are changes that are not committed: a release is made of what everybody can read."
    if f"v{VERSION}" not in _git("tag", "--points-at", "HEAD").split():
        return f"What is committed is not tagged v{VERSION}: `make tag` tags it."
    if not notes():
        return f"CHANGELOG.md has no section of {VERSION}."
    return ""


def notes() -> str:
    """Return this version's section of CHANGELOG.md under a heading with version and title; empty if there is none.

    Raises OSError where the file cannot be read.
    """
    text = (BASE_DIR / "CHANGELOG.md").read_text(encoding="utf-8")
    found = next((it for it in SECTION.finditer(text) if it["version"] == VERSION), None)
    return f"# Sabot {VERSION} – {found['title']}\n{found['text']}" if found else ""


def make(folder: Path) -> Iterator[Path]:
    """Make the four files of the release in this folder, one after the other, and yield the path of each.

    They are the context of the image, the wheel, the verifier of registers and the bundle, which also rewrites
    deploy/wheels.txt. A folder that is missing is made. Raises CalledProcessError if a step fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    yield context(folder / f"sabot-{VERSION}-image.tar.gz")
    yield wheel(folder)
    verifier = folder / f"sabot-verify-{VERSION}.pyz"
    _python("-m", "table.management.packed", str(verifier), at=BASE_DIR)
    yield verifier
    yield bundle.make(folder)


def context(path: Path) -> Path:
    """Write the committed sources as a gzipped tar, the context for `docker build --file deploy/Containerfile -`.

    Returns `path`. The same commit gives the same bytes. Raises CalledProcessError if git fails.
    """
    # Without a time: the same sources give the same bytes.
    path.write_bytes(gzip.compress(bundle.committed(), mtime=0))
    return path


def wheel(folder: Path) -> Path:
    """Build the wheel of the committed sources into this folder, and return its path.

    It has compiled translations and collected static files, and is built in a temporary folder; output goes to stderr.
    Raises CalledProcessError if a step fails.
    """
    with tempfile.TemporaryDirectory(prefix="sabot-wheel-") as name:
        sources = Path(name) / "sources"
        with tarfile.open(fileobj=io.BytesIO(bundle.committed())) as archive:
            archive.extractall(sources, filter="data")
        # A throw-away house: the commands need its keys, and nothing is signed with them.
        house = {**os.environ, "SABOT_HOME": str(Path(name) / "house"), "DATABASE_URL": "", "DEMO": "off"}
        house["STATIC_ROOT"] = str(sources / "static-made")
        for words in (
            "-m config.keys",
            "manage.py catalogues --compile",
            "manage.py collectstatic --no-input --verbosity 0",
            f"-m hatchling build --target wheel --directory {folder.absolute()}",
        ):
            _python(*words.split(), at=sources, env=house)
    return folder / f"sabot-{VERSION}-py3-none-any.whl"


def _python(*words: str, at: Path, env: Mapping[str, str] | None = None) -> None:
    """Run Python with these arguments in the folder ``at``, and wait; its output goes to stderr.

    ``env`` is its whole environment, None that of this process. Raises CalledProcessError if Python fails.
    """
    call = [sys.executable, *words]
    subprocess.run(call, cwd=at, env=env, check=True, stdout=sys.stderr)  # noqa: S603 - Python itself


def _git(*words: str) -> str:
    """Run git with these arguments in the folder of the sources, and return its standard output, unstripped.

    Exits with a sentence that has git's reason if it fails.
    """
    call = ["git", *words]
    done = subprocess.run(call, cwd=BASE_DIR, capture_output=True, check=False, text=True)  # noqa: S603
    if done.returncode:
        sys.exit(f"“{' '.join(call)}” failed: {' '.join(done.stderr.split())}")
    return done.stdout


def main(folder: str) -> None:
    """Make the release in `folder`/sabot-VERSION, with checksums and notes; print path and kB of its four other files.

    Files that are there already are replaced, and deploy/wheels.txt is rewritten. Exits with the reason if nothing can
    be released now (`refused`), before anything is made. Raises CalledProcessError if a step fails.
    """
    if why := refused():
        sys.exit(why)
    place = Path(folder) / f"sabot-{VERSION}"
    made = list(make(place))
    (place / SUMS).write_text(bundle.listed(sorted(made)), encoding="utf-8")
    (place / NOTES).write_text(notes(), encoding="utf-8")
    sys.stdout.write("".join(f"{it}: {it.stat().st_size // 1000:,} kB\n" for it in made))


if __name__ == "__main__":
    main(*sys.argv[1:])
