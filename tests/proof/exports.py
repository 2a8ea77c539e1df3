"""An export to be changed: a table with everything on its register that an export can have beside its entries."""

from collections.abc import Collection, Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

from table.models import House
from table.record import seals
from table.record.proof import export
from table.rules.refusal import Code
from table.verifier.reading import Wrong, lines
from table.verifier.register import CheckedRegister, Register
from table.verifier.seals import SealLine
from tests.croupier import coups
from tests.rig.made_before import evening_made_before
from tests.rig.tables import AtTable, ready_table


def sealed_in(settings: Any, folder: Path) -> Path:
    """The seals of this test alone; gives their file."""
    settings.SEALS_FILE = folder / "seals"
    return folder / "seals"


def another_key(settings: Any, folder: Path) -> None:
    """A key that somebody has made, and a record that never named one: so a forger would have it."""
    settings.SEAL_KEY_FILE = folder / "another"
    House.objects.update(seal_keys=[])


@evening_made_before
def an_evening() -> AtTable:
    """A coup that is paid, a tie, a note, a refusal that was counted, and a seal in the midst of them."""
    table = ready_table(seats=3)
    table.refuses(Code.PHASE, "settle")
    coups.play(table, "P100@1", "B50@2")
    table.cast.comunale.does("annotate", text="Un ospite chiede: «è giusto?»")
    assert seals.keep(table.code) is not None
    coups.play(table, "P100@1", "T10@1", punto="6S KD", banco="6H KC")
    return table


def exported(code: str) -> bytes:
    """A register as it leaves the house."""
    return b"".join(export.lines(code))


def check(data: bytes, *, keys: Collection[str] = (), copies: Iterable[SealLine] = ()) -> CheckedRegister:
    """What the verifier counts. Raises :class:`Wrong` as it does."""
    register = Register(trusted=keys, seals=copies)
    for line in lines(BytesIO(data)):
        register.take(line)
    return register.close()


def found(data: bytes, *, keys: Collection[str] = (), copies: Iterable[SealLine] = ()) -> str:
    """What the verifier says is wrong; empty where it finds nothing."""
    try:
        check(data, keys=keys, copies=copies)
    except Wrong as wrong:
        return wrong.said("en")
    return ""
