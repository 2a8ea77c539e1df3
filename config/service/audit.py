"""`make audit`: lists the vulnerabilities that OSV's database knows of all locked packages.

Exits with 0 if there are none, with 1 if there are some, and with 2 and a sentence if the database cannot be asked.
"""

import json
import os
import sys
from collections.abc import Sequence
from http.client import HTTPException
from urllib.request import Request, urlopen

import msgspec

from config.environment import BASE_DIR
from config.service.bundle import PinnedPackage, pins

DATABASE = "https://api.osv.dev/v1/querybatch"
SECONDS = 20.0
FILES = ("requirements/run.txt", "requirements/postgres.txt", "requirements/dev.txt")
UNREACHED = "No database of vulnerabilities could be reached ({why}): nothing is known of {count} packages."


class Vulnerability(msgspec.Struct):
    """Vulnerability, by the name that the database has for it."""

    id: str


class OsvResult(msgspec.Struct):
    """Answer about one package; null stands for no vulnerabilities too."""

    vulns: list[Vulnerability] | None = None


class OsvAnswer(msgspec.Struct):
    """Answer of the database, a result for each package in the order in which they were asked about."""

    results: list[OsvResult]


def main() -> int:
    """Print the known vulnerabilities of the locked packages, and return the exit code.

    It is 0 if there are none, 1 if there are some, and 2, with a sentence, if the database gives no proper answer.
    AUDIT_AT names another database.
    """
    pinned = (it for name in FILES for it in pins((BASE_DIR / name).read_text(encoding="utf-8")))
    locked = sorted({(it.name, it.version): it for it in pinned}.values())
    try:
        found = known(locked, os.environ.get("AUDIT_AT", DATABASE))
    except (OSError, HTTPException, ValueError, RecursionError) as error:
        sys.stdout.write(UNREACHED.format(why=error, count=len(locked)) + "\n")
        return 2
    for name, names in found.items():
        sys.stdout.write(f"{name}: {', '.join(names)}\n")
    sys.stdout.write(f"{len(locked)} packages asked about, vulnerabilities known of {len(found)}.\n")
    return 1 if found else 0


def known(locked: Sequence[PinnedPackage], at: str) -> dict[str, list[str]]:
    """Ask the database at this URL, and return the ids of vulnerabilities by “name version”, of packages that have any.

    Blocks for the request. Raises OSError or HTTPException if it fails, and ValueError if the answer is no JSON of the
    form that is awaited, or has too few or too many results; RecursionError if it is nested too deeply.
    """
    queries = [{"package": {"name": it.name, "ecosystem": "PyPI"}, "version": it.version} for it in locked]
    sent = Request(at, json.dumps({"queries": queries}).encode(), {"Content-Type": "application/json"})  # noqa: S310 - of ours
    with urlopen(sent, timeout=SECONDS) as answer:  # noqa: S310 - the address of the database, or of a test
        results = msgspec.json.decode(answer.read(), type=OsvAnswer).results
    if len(results) != len(locked):
        raise ValueError("as many answers as questions were awaited")
    answered = zip(locked, results, strict=True)
    return {f"{it.name} {it.version}": [found.id for found in its.vulns] for it, its in answered if its.vulns}


if __name__ == "__main__":
    sys.exit(main())
