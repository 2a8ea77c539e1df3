"""`make verifier`: puts the verifier of exports into one file that runs with Python alone.

The same sources give the same bytes, so that whoever has it can compare it with another one.
"""

import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parent.parent.parent
ROOMS = ("table/__init__.py", "table/rules/**/*.py", "table/verifier/*.py")
START = "import sys\n\nfrom table.verifier.__main__ import main\n\nsys.exit(main())\n"


def main(into: Path) -> None:
    """Write it, and say by which digest it is known."""
    program = packed(ROOT)
    into.parent.mkdir(parents=True, exist_ok=True)
    into.write_bytes(program)
    into.chmod(0o755)
    sys.stdout.write(f"{sha256(program).hexdigest()}  {into}\n")


def packed(root: Path) -> bytes:
    """The rules and the verifier, with what starts it, as a program for Python."""
    found = sorted(path for room in ROOMS for path in root.glob(room))
    sources = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in found}
    program = BytesIO()
    program.write(b"#!/usr/bin/env python3\n")
    with ZipFile(program, "a", compression=ZIP_DEFLATED) as file:
        for name, source in {"__main__.py": START, **sources}.items():
            # A time of its own would make other bytes of the same sources.
            file.writestr(ZipInfo(name), source, compress_type=ZIP_DEFLATED)
    return program.getvalue()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
