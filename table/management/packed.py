"""`make verifier`: packs the verifiers of exports and papers into one file that Python runs without any package.

The same sources give the same bytes, if the same zlib compresses them, so that two copies can be compared.
"""

import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parent.parent.parent
ROOMS = (
    *("table/__init__.py", "table/rules/**/*.py", "table/verifier/**/*.py"),
    *("procedures/__init__.py", "procedures/rebuild/__init__.py", "procedures/rebuild/reconstruction.py"),
    "procedures/verifier/*.py",
)
START = "import sys\n\nfrom procedures.verifier.__main__ import main\n\nsys.exit(main())\n"


def main(into: Path) -> None:
    """Write the packed program to this path, executable, and print its SHA-256 digest and the path.

    Missing folders are made.
    """
    program = packed(ROOT)
    into.parent.mkdir(parents=True, exist_ok=True)
    into.write_bytes(program)
    into.chmod(0o755)
    sys.stdout.write(f"{sha256(program).hexdigest()}  {into}\n")


def packed(root: Path) -> bytes:
    """Return the bytes of a zip file that Python runs: rules, reconstruction and verifiers of the source tree `root`.

    The same sources give the same bytes, if the same zlib compresses them. What is missing of them is left out, without
    an error.
    """
    found = sorted(path for room in ROOMS for path in root.glob(room))
    sources = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in found}
    program = BytesIO()
    program.write(b"#!/usr/bin/env python3\n")
    with ZipFile(program, "a", compression=ZIP_DEFLATED) as file:
        for name, source in {"__main__.py": START, **sources}.items():
            # ZipInfo has a constant time, so that the same sources give the same bytes.
            file.writestr(ZipInfo(name), source, compress_type=ZIP_DEFLATED)
    return program.getvalue()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
