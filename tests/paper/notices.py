"""What the house stands on, each package in its version and under its licence, for docs/notices.md."""

import re
from collections.abc import Iterator
from importlib.metadata import metadata

from config.service.bundle import REQUIREMENTS, PinnedPackage, pins

CLASSIFIED = "License :: OSI Approved :: "
ELSEWHERE = {"async-timeout": "Apache-2.0", "u-msgpack-python": "MIT"}
"""Of what is wanted by other Pythons or machines than those of the tests, as its own pages say it."""
LONGEST = 60
"""A longer one is the text of the licence itself, which the package brings along."""


def notices() -> str:
    """A line for each package that is installed with the house, in the version that is locked."""
    required = sorted(pins(REQUIREMENTS.read_text(encoding="utf-8")), key=lambda it: it.name)
    rows = [f"| {it.name} | {it.version} | {licence(it)} |" for it in required]
    return "\n".join(["| Package | Version | Licence |", "|---|---|---|", *rows])


def licence(pin: PinnedPackage) -> str:
    """As the package itself declares it."""
    if pin.name in ELSEWHERE:
        return ELSEWHERE[pin.name]
    facts = metadata(pin.name)
    named, short = (next(iter(facts.get_all(it) or []), "") for it in ("License-Expression", "License"))
    named = named or next(_classified(facts.get_all("Classifier") or []), "")
    return re.sub(r"\s+", " ", named or (short if len(short) < LONGEST else "")) or "see the package"


def _classified(classifiers: list[str]) -> Iterator[str]:
    return (it.removeprefix(CLASSIFIED) for it in classifiers if it.startswith(CLASSIFIED))
