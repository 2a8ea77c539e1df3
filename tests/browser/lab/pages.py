"""Pages of a house that are no screen of a table: of the record, the office, the manuals, the demo, signing in.

All of them show one house, in which there is something to be read on each.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from django.conf import settings
from django.utils import timezone

from bank.models import Slip
from procedures.models import Incident
from procedures.views.manuals.manual import MANUALS
from table.demo import identity
from table.models import Guest, Outlet, Person, Stall, Told
from table.rules.houses import VENEZIA
from table.rules.profile import Role, as_values, derive
from tests.bank.at_bank import a_session, bank_table
from tests.house.worked import worked_table
from tests.procedures import reported_cases
from tests.reports.figures.evening import small_evening
from tests.rig.cast import Cast
from tests.rig.staff import with_pin
from tests.rig.tables import Somebody, dealer_of, new_table, ready_table

OPEN = ["/", "/houses/super-punto-banco-venezia/", "/sign-in/", "/sign-in/?next=/pit/"]
DEMO = ["/demo/", "/demo/stage/"]
MANUAL = ["/manual/", *(f"/manual/{it}/" for it in MANUALS)]
OFFICE = [
    *("/office/", "/office/people/", "/office/people/dario/", "/office/people/dario/badge/"),
    *("/office/comunali/", "/office/tables/", "/office/tables/T3/rules/", "/office/tables/T9/rules/"),
    *("/office/tables/T1/limits/", "/office/tables/T3/limits/", "/office/rules/", "/office/rules/sala-privata/"),
    *("/office/displays/", "/office/displays/?code=ABCDEFGHIJ", "/office/card-readers/", "/office/card-readers/T3/"),
    *("/office/erasing/?find=anna", "/office/erasing/?guest=anna&find=anna", "/office/outside/", "/given-pins/"),
]
RECORD = [
    *("/records/", "/records/day/", "/records/day/figures/", "/records/day/register/", "/records/dealers/"),
    *(
        "/records/house/",
        "/records/house/refused/",
        "/records/house/wrong-pins/",
        "/records/figures/",
        "/records/proof/",
    ),
    *(
        "/tables/T3/register/",
        "/tables/T3/register/?alarming=1",
        "/tables/T3/register/refused/",
        "/tables/T3/taglie/1/",
    ),
    *("/tables/T3/evenings/", "/tables/T3/changes/", "/tables/T1/coups/", "/tables/T1/coups/1.1/"),
    *("/tables/T1/figures/", "/tables/T1/incidents/", "/tables/T2/incidents/"),
]
BANKS: dict[Role, list[str]] = {
    Role.CASSA: ["/cassa/", "/cassa/slips/", "/pit/cash/"],
    Role.VIDEO: ["/video/"],
}
"""Pages of who works at the cage and at the cameras."""
HERE = {Role.CAPO_ISOLA: ["/pit/waiting/", "/pit/dealers/"], Role.ISPETTORE_GIOCO: ["/tables/T1/odds/", "/own-pin/"]}


def paths() -> dict[Role | None, list[str]]:
    """Set a house up, and list its pages by the role of whoever opens them; None stands for nobody."""
    evening = worked_table()
    new_table(code="T9")
    small_evening(ready_table(code="T1"))
    report = reported_cases.annulled(ready_table(code="T2"))
    _office()
    _banks()
    closing = f"/tables/T3/evenings/{evening.row.opened}/"
    opened = [*OPEN, *(DEMO if settings.DEMO else [])]
    of_bank = ["/tables/B4/bank/", "/tables/B4/bank/1/", *_slips(), "/records/bank/"]
    read = [*RECORD, closing, _report(report), *of_bank]
    return {None: opened, Role.DIREZIONE: [*OFFICE, "/office/banks/", *MANUAL], Role.AUDITOR: read} | BANKS | HERE


def _banks() -> None:
    """Leave tables with a bank at different moments of a session, so that cage and cameras have something of each."""
    for code, acts in {"B1": 1, "B2": 9, "B3": 10, "B4": 22}.items():
        at = bank_table(code=code)
        dealer = Somebody(Person.objects.take_on(badge=dealer_of(code), role=Role.DEALER), code)
        table = replace(at.table, cast=replace(at.table.cast, dealer=dealer))
        for step in a_session(replace(at, table=table))[:acts]:
            step()


def _slips() -> list[str]:
    found = Slip.objects.filter(table__code="B4").values_list("letter", "year", "serial")
    return [f"/tables/B4/bank/slips/{letter}/{year}/{serial}/" for letter, year, serial in found[:2]]


def _report(case: Incident) -> str:
    return f"/tables/{case.table.code}/incidents/{case.number}/"


def _office() -> None:
    """Leave something in every room of the office: rules of its own, a stalled delivery, words on a guest."""
    delia = Cast.at("house").direzione
    with_pin(Role.OPERATOR)
    own = derive(VENEZIA, key="sala-privata", title="Sala Privata", tie_to_one=9)
    delia.does("make_rules", key=own.key, title=own.title, rules=as_values(own))
    Guest.objects.filter(key="anna").update(name="Anna Rossi")
    Cast.at("T1").ispettore.does("annotate", text="Anna Rossi broke a glass over the cards, and paid for it.")
    delia.does("pair_display", code="SIGN1", kind="sign", table="T3")
    delia.does("admit_reader", key="signage-1", digest="5" * 64, tables=["T1", "T3"])
    delia.does("admit_webhook", key="cage", url="https://cage.casino.example/sabot/deliveries?of=venezia")
    delia.does("renew_webhook", key="cage")
    Outlet.objects.update(failures=11)
    Told.objects.update(failures=9)
    Stall.objects.create(
        outlet=Outlet.objects.get(), since=timezone.now(), why="ConnectionRefusedError: [Errno 111] Connection refused"
    )


@contextmanager
def as_demo() -> Iterator[None]:
    """Let the house show the pages of a demo as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(identity, "is_demo", lambda: True)
        patch.setattr(identity, "pins", dict)
        yield
