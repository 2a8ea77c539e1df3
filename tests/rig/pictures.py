"""The pictures of screens and reports in README and docs are taken anew: ``make pictures``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.rig.browsing import Visit, visiting

if TYPE_CHECKING:
    from procedures.models import Incident
    from tests.rig.tables import AtTable

DOCS = Path("docs")
SEATED = {"1": "gallo", "3": "marino", "4": "bianchi", "6": "ricci", "7": "conti", "9": "barbieri"}


def main() -> None:
    with visiting() as visit:
        console(visit)
        incident(visit)
        reports()


def console(visit: Visit) -> None:
    """A coup that is to be paid, as its dealer sees it."""
    from tests.croupier.dealer import Croupier
    from tests.rig.room import staff_page

    table = played("T1")
    Croupier(table, "9C 7S 2H 3S 8H 8S").on("settle")
    page = staff_page(visit.opens, visit.address, "T1", "dario")
    page.locator('.now[data-now="settle"] .next').wait_for()
    page.mouse.move(0, 0)
    page.screenshot(path=DOCS / "console.png", animations="disabled")


def incident(visit: Visit) -> None:
    """The reader asked for a card with six, and it was served: both inspectors are there, and one of them decides."""
    from tests.rig.room import staff_page

    table = played("T2")
    table.does("declare", claim="carta", means="gesture")
    table.does("turn_banco", cards=["5D", "KC"])
    table.does("card_out", card="2S")
    table.does("turn_punto", cards=["6H", "QC"])
    for inspector in (table.cast.comunale, table.cast.ispettore):
        inspector.does("attest", incident=table.number if inspector is table.cast.comunale else table.number - 1)
    page = staff_page(visit.opens, visit.address, "T2", "ivo")
    page.locator(".incident .pick-gold").click()
    page.locator(".incident-decision [data-press*=ratify]").wait_for()
    page.locator(".incident-decision h2").evaluate("one => document.activeElement.blur()")
    page.screenshot(path=DOCS / "incident.png", animations="disabled")


def reports() -> None:
    """The first page of two reports, as they are printed: an annulled coup and a dispute."""
    from tests.procedures import cases_told
    from tests.rig.tables import ready_table

    printed(cases_told.annulled(ready_table(code="T4")), DOCS / "report_annulment.png")
    printed(cases_told.disputed(ready_table(code="T5")), DOCS / "report_dispute.png")


def printed(case: "Incident", to: Path) -> None:
    """The first page of its report in English."""
    import typst
    from django.utils import translation

    from procedures.reports import pdf
    from procedures.reports.build import report_of
    from procedures.reports.record import Record
    from procedures.reports.sections import paper_of
    from table.screens.read.numbers import Numbers

    record = Record.of_case(case.table.code, case.number)
    assert record is not None
    with translation.override("en"):
        given = pdf.given(paper_of(report_of(record), Numbers("en")))
    template = pdf.TEMPLATE.read_bytes()
    pages: Any = typst.compile(template, format="png", ppi=84, ignore_system_fonts=True, sys_inputs=given)
    to.write_bytes(pages[0] if isinstance(pages, list) else pages)


def played(code: str) -> "AtTable":
    """A table with six guests, four stakes, and four covered cards before the reader."""
    from tests.croupier.coups import deal
    from tests.rig.tables import ready_table

    table = ready_table(code=code, seats=SEATED)
    deal(table, "P50@1", "B20@4", "B1000@6", "P20@9", "T10@9")
    return table


if __name__ == "__main__":
    main()
