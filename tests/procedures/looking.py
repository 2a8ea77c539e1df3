"""A table as its screens find it: the whole of it, the region of a role, the one case that stands."""

from django.utils import translation

from procedures.screens.open_cases import OpenCase, open_cases
from table.screens.regions import Region, draw
from tests.rig.tables import AtTable


def region(table: AtTable, role: str, language: str = "en") -> str:
    """The incidents as somebody in this role sees them."""
    wall = draw(table.code, [Region(f"{kind}:{role}", language) for kind in ("incidents", "reports")])
    assert wall is not None
    text = "".join(wall.texts[it].text for it in sorted(wall.texts))
    assert "not-drawn" not in text
    return text


def only_case(table: AtTable) -> OpenCase:
    """The case that stands at this table."""
    (case,) = open_cases(table.snapshot)
    return case


def awaited(table: AtTable) -> list[str]:
    """What each case that stands waits for, in English words."""
    with translation.override("en"):
        return [case.awaits for case in open_cases(table.snapshot)]
