"""Registers to be checked elsewhere: the page from which they are handed out, each signed as a whole."""

from collections.abc import Iterator
from typing import NamedTuple
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from table.models import HOUSE, House, Table
from table.record import key, seals
from table.record.proof import export
from table.record.refusals import say
from table.rules.readers import Form, Report
from table.rules.refusal import Code, Refused, require
from table.views.doors.entrance import form_page, reads
from table.views.reports.handing_out import hand_out


class RegisterHead(NamedTuple):
    """A register, with the number and the digest of its last entry."""

    code: str
    number: int
    digest: str


@form_page
@reads(Report.PROOF)
def proof(request: HttpRequest) -> HttpResponseBase:
    """List the registers of the house and of its tables, without those for training, each with its last entry.

    The page has the key of the seals, and makes it where the house has none. A POST hands one register out as a
    signed file, and records that in the house's register; a refusal is shown on the page, with status 422.
    """
    if request.method != "POST":
        return _page(request)
    try:
        return _export(request)
    except Refused as refused:
        return _page(request, refused=say(refused), status=422)


def _page(request: HttpRequest, *, refused: str = "", status: int = 200) -> HttpResponse:
    """Render the list of registers with their last entries, and the public key of the seals.

    Where none is on record and there is no key file, one is written, without an entry; raises OSError if it cannot be.
    ``refused`` is the sentence of a refusal, "" for none.
    """
    given = {"registers": register_heads(), "key": seals.public_key(), "refused": refused, "nonce": lambda: uuid4().hex}
    return render(request, "reports/proof.html", given, status=status)


def register_heads() -> list[RegisterHead]:
    """List number and digest of the last entry of each register: the house, then the tables in order.

    Tables for training are left out, and so is the house while it has no row; a table without an entry has number 0.
    """
    house = [RegisterHead(HOUSE, row.number, row.digest) for row in House.objects.all()[:1]]
    rows = Table.real.order_by(*Table.IN_ORDER).values_list("code", "number", "digest")
    return [*house, *map(RegisterHead._make, rows)]


def _export(request: HttpRequest) -> HttpResponseBase:
    """Record the hand-out of the register that the form names as ``of``, and answer with its lines as a signed file.

    Refuses (E_HELD) while the house cannot sign, and (E_TABLE) one that is unknown, empty or of a training table.
    """
    code = request.POST.get("of", "")
    known = {it.code for it in register_heads() if it.number}
    require(not (why := key.alarm()), Code.HELD, "Nothing can be signed: %(why)s", why=why)
    require(code in known, Code.TABLE, "There is no register “%(register)s”.", register=code[:20])
    return hand_out(request, Report.PROOF, code, {Form.JSONL: lambda _copy: _lines(code)})


def _lines(code: str) -> Iterator[bytes]:
    """Return the lines of the export of a register, each read and made as it is taken.

    Refuses (E_HELD), before there is any line, where the key of the seals is gone or was changed since :func:`_export`
    looked at it. Raises, before that too, CannotRead where the seals cannot be read, and another OSError where a first
    key cannot be made.
    """
    try:
        return export.lines(code)
    except key.NotOnRecord as why:
        raise Refused(Code.HELD, "Nothing can be signed: %(why)s", why=why) from None
