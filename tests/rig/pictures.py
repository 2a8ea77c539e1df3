"""The pictures of the manuals, of README and of docs are taken anew: ``make pictures``.

What is to be seen stands on tables that are played through the door; each has a dealer of its own, as in any house that
is served. A picture of a manual is taken in every language, as WebP, which Chromium itself makes.
"""

from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from playwright.sync_api import Page

from tests.rig.browsing import Visit, visiting

if TYPE_CHECKING:
    from procedures.models import Incident
    from tests.rig.tables import AtTable

DOCS = Path("docs")
MANUALS = Path("static") / "manuals"
QUALITY = 70
"""Of a WebP, of a hundred: words stay crisp, and a screen takes some 55 KB."""
SEATED = {"1": "gallo", "3": "marino", "4": "bianchi", "6": "ricci", "7": "conti", "9": "barbieri"}
STAKES = ("P50@1", "B20@4", "B1000@6", "P20@9", "T10@9")
WITH_A_THIRD = "9C 7S 2H 3S 8H 8S"
BEFORE = ["B", "B", "P", "P", "P", "T", "B", "P", "B", "B", "B", "P", "P", "B", "T", "P", "B", "B"]
"""The coups that were played at the first table before; each by whom it was won."""
HANDS = {"P": "9 6 K Q", "B": "6 7 J Q", "T": "7 7 10 10"}
"""Their ranks, in the order in which they leave the shoe."""
At = Callable[[str], Page]
"""A page in this language."""


def main() -> None:
    with visiting() as visit:
        tables = {code: own_table(code, SEATED) for code in ("T1", "T2", "T3", "T6")}
        tables |= {code: own_table(code, 7) for code in ("T4", "T5")}
        console(visit, tables["T1"])
        incident(visit, tables["T2"])
        pit(visit, tables)
        away_from_the_cards(visit)
        training(visit)
        reports(tables["T4"], tables["T5"])


# --- at the table


def console(visit: Visit, table: "AtTable") -> None:
    """A coup as its dealer sees it, from its stakes to its payment; and what players and passers-by see of it."""
    from tests.croupier.coups import lay
    from tests.croupier.dealer import Croupier

    play(table, BEFORE)
    at = staff(visit, f"/tables/{table.code}/dealer/", f"dealer-{table.code}")
    lay(table, *STAKES)
    manual("console-stakes", at, '.now[data-now="close_bets"] .next')
    croupier = Croupier(table, WITH_A_THIRD)
    croupier.advance("declare")
    manual("seat", seat(visit, table.code, "6"), ".strip, .region")
    manual("console-incident", at, '.now[data-now="declare"]', opens='[data-opens="incident"]')
    croupier.advance("card_out")
    manual("console-third", at, '.now[data-now="card_out"]')
    manual("console-take-back", at, '.now[data-now="card_out"]', opens='[data-opens="take-back"]')
    croupier.advance("settle")
    manual("console-paying", at, '.now[data-now="settle"] .next')
    shown(at("en"), '.now[data-now="settle"] .next').screenshot(path=DOCS / "console.png", animations="disabled")
    croupier.advance("burn")
    manual("sign", seat(visit, table.code, ""), ".region")
    webp(shown(seat(visit, table.code, "")("en"), ".region"), DOCS / "sign.webp")


def incident(visit: Visit, table: "AtTable") -> None:
    """The reader asked for a card with six, and it was served: both inspectors are there, and one of them decides."""
    from tests.croupier.coups import deal

    deal(table, *STAKES)
    table.does("declare", claim="carta", means="gesture")
    table.does("turn_banco", cards=["5D", "KC"])
    table.does("card_out", card="2S")
    table.does("turn_punto", cards=["6H", "QC"])
    for inspector in (table.cast.comunale, table.cast.ispettore):
        inspector.does("attest", incident=table.number if inspector is table.cast.comunale else table.number - 1)
    at = staff(visit, f"/tables/{table.code}/", "ivo")
    manual("incident", at, ".incident-decision [data-press*=ratify]", opens=".incident .pick-gold")
    page = opened(at("en"), ".incident .pick-gold", ".incident-decision [data-press*=ratify]")
    page.screenshot(path=DOCS / "incident.png", animations="disabled")


def pit(visit: Visit, tables: Mapping[str, "AtTable"]) -> None:
    """Six tables as they stand: one is held, others have their betting open, or cards before a reader."""
    from tests.croupier.coups import deal, lay

    for code in ("T3", "T6"):
        play(tables[code], BEFORE[:5])
    lay(tables["T3"], "P100@1", "B50@3")
    deal(tables["T6"], *STAKES)
    at = staff(visit, "/pit/", "ivo")
    manual("pit", at, '.tile, [data-region="tile"]')
    webp(shown(at("en"), '.tile, [data-region="tile"]'), DOCS / "pit.webp")
    manual("desk", staff(visit, "/tables/T6/", "ivo"), ".panel-decisions")


def away_from_the_cards(visit: Visit) -> None:
    """The limits of a table in the office, and a display that has no place yet."""
    from tests.rig.room import page_of

    manual("office", staff(visit, "/office/tables/T1/limits/", "delia"), "h1")
    manual(
        "pairing", lambda it: page_of(visit.opens, visit.address, "/display/", {}, language=it, screen="tablet"), "h1"
    )


def training(visit: Visit) -> None:
    """An exercise above the console of a trainee, and the review of one in which the wrong card was reported."""
    from table.rules.profile import Role
    from tests.rig.staff import BADGES
    from tests.training import room

    room.training_table()
    room.begin("fallen-first")
    at = staff(visit, f"/tables/{room.CODE}/dealer/", room.TRAINEE)
    manual("exercise", at, ".exercise-told")
    number = room.begin("stuck-burned")
    trainee = room.Trainee("stuck-burned")
    trainee.does("reports stuck_cards before=1 packet=2 restored=false seen=true")
    trainee.plays_on()
    assert BADGES[Role.INSTRUCTOR] == room.INSTRUCTOR
    manual("training", staff(visit, f"/training/{room.CODE}/{number}/", room.INSTRUCTOR), ".review-table")


def own_table(code: str, seats: int | Mapping[str, str]) -> "AtTable":
    """A table with these guests and a dealer of its own: nobody is in charge of two."""
    from table.models import Person
    from table.rules.profile import Role
    from tests.rig.cast import Somebody
    from tests.rig.tables import dealer_of, ready_table

    table = ready_table(code=code, seats=seats)
    table.does("sign_off")
    dealer = Somebody(Person.objects.take_on(badge=dealer_of(code), role=Role.DEALER), code)
    dealer.does("sign_on")
    return replace(table, cast=replace(table.cast, dealer=dealer))


def play(table: "AtTable", winners: list[str]) -> None:
    """Whole coups, won by these."""
    from tests.croupier.coups import lay
    from tests.croupier.dealer import Croupier

    came = Counter[str]()  # of each rank, so that no suit of it comes more often than there are decks
    for winner in winners:
        cards = []
        for rank in HANDS[winner].split():
            cards.append(rank + "SHDC"[came[rank] % 4])
            came[rank] += 1
        table.does("open_bets")
        if table.state.stakes:  # those of a tie
            table.does("clear", coup=table.coup)
        lay(table, "P50@1", "B20@4")
        Croupier(table, " ".join(cards)).advance("open_bets")


# --- how a picture is taken


def staff(visit: Visit, path: str, badge: str) -> At:
    """A page of somebody of the staff."""
    from django.conf import settings

    from tests.rig.room import page_of
    from tests.rig.sockets import session_of

    signed_in = {settings.SESSION_COOKIE_NAME: session_of(badge)}
    return lambda language: page_of(visit.opens, visit.address, path, signed_in, language=language, screen="tablet")


def seat(visit: Visit, code: str, position: str) -> At:
    """The display before a position, or the sign of the table; it is paired anew for each language."""
    from table.models import Display
    from tests.rig.room import display_page

    def at(language: str) -> Page:
        Display.objects.filter(table__code=code, position=position).delete()
        return display_page(visit.opens, visit.address, code, position, language=language)

    return at


def manual(name: str, at: At, waits: str, *, opens: str = "") -> None:
    """A picture of the manuals, in every language."""
    for language, _name in settings.LANGUAGES:
        page = opened(at(language), opens, waits) if opens else shown(at(language), waits)
        webp(page, MANUALS / f"{name}.{language}.webp")


def shown(page: Page, waits: str) -> Page:
    """Once this is there, with nothing under the pointer."""
    page.locator(waits).first.wait_for()
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    return page


def opened(page: Page, opens: str, waits: str) -> Page:
    """With the sheet that this opens, and nothing of it in focus."""
    page.locator(opens).first.click()
    page.locator(waits).first.wait_for()
    page.locator("dialog[open]").first.wait_for()
    page.evaluate("document.activeElement.blur()")
    return shown(page, "dialog[open]")


def webp(page: Page, to: Path) -> None:
    """What the page shows, and the page is closed."""
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    to.parent.mkdir(exist_ok=True)
    to.write_bytes(b64decode(taken["data"]))
    page.context.close()


# --- on paper


def reports(annulled: "AtTable", disputed: "AtTable") -> None:
    """The first page of two reports, as they are printed: an annulled coup and a dispute."""
    from tests.procedures import reported_cases

    printed(reported_cases.annulled(annulled), DOCS / "report_annulment.png")
    claim = reported_cases.disputed(disputed, claimed=5000, words="she was paid 100 and says that she laid 150")
    printed(claim, DOCS / "report_dispute.png")


def printed(case: "Incident", to: Path) -> None:
    """The first page of its report in English, sealed and compared as it is handed out."""
    import typst
    from django.utils import translation

    from procedures.reports import files
    from procedures.reports.proven.attached import seal_for
    from procedures.reports.proven.report import proven_report
    from procedures.reports.record import Record
    from procedures.reports.sections import paper_of
    from table.words.numbers import Numbers

    record = Record.of_case(case.table.code, case.number)
    assert record is not None
    seal_for(record)
    with translation.override("en"):
        given = files.inputs_of(paper_of(proven_report(record).report, Numbers("en")))
    how: dict[str, Any] = {"format": "png", "ppi": 84, "ignore_system_fonts": True, "sys_inputs": given}
    pages: Any = typst.compile(files.TEMPLATE, root=files.TEMPLATE.parent, **how)
    to.write_bytes(pages[0] if isinstance(pages, list) else pages)


if __name__ == "__main__":
    main()
