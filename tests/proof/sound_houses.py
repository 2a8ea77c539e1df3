"""Houses in which nothing was altered, drawn by chance: whatever a tool finds there is a false alarm.

Two tables are sealed at the same numbers, every few entries. Every second house has an incident, a correction, a text
that was erased, and a key of the seals that was changed.
"""

from random import Random
from unittest.mock import patch

from django.test import override_settings

from table.models import HOUSE, Note
from table.record import in_charge
from tests.backup.houses import said as printed
from tests.croupier import coups
from tests.rig.cast import Cast, everybody_is_taken_on
from tests.rig.tables import AtTable, ready_table
from tests.rig.tampering import said

CODES, SEAL_EVERY = ("T1", "T2"), 7
TOOLS = ("verify", "replay")


def false_alarms(seed: int) -> list[str]:
    """What the tools say of the house with this seed but that it is sound."""
    with override_settings(SEAL_EVERY=SEAL_EVERY), patch.object(in_charge, "AT_ONE_TABLE", frozenset()):
        play(Random(seed), eventful=bool(seed % 2))
        lines = [line for tool in TOOLS for line in said(tool, "--all")]
    return [line for line in lines if not _is_sound(line)]


def _is_sound(line: str) -> bool:
    return any(words in line for words in ("the chain is unbroken", "the same rows came", "came of them again"))


def play(rng: Random, *, eventful: bool) -> None:
    """An evening at both tables, a coup here and a coup there."""
    everybody_is_taken_on()
    tables = [ready_table(code=code, seats=3) for code in CODES]
    for _coup in range(rng.randrange(3, 7)):
        table = rng.choice(tables)
        play_coup(table, rng)
        if rng.random() < 0.5:
            table.cast.comunale.does("annotate", text=f"seen {rng.randrange(1000)}")
    if eventful:
        events(rng.choice(tables), rng)
        play_coup(rng.choice(tables), rng)


def play_coup(table: AtTable, rng: Random) -> None:
    """Stakes by chance on hands by chance, of four cards."""
    if table.state.blank_due:
        coups.blank(table)
    punto, banco = (
        f"{face(table, rng, rank)} {face(table, rng, picture)}"
        for rank, picture in (("9", "K"), (rng.choice("2345"), "Q"))
    )
    coups.play(table, f"P{rng.randrange(1, 9) * 10}@1", f"B{rng.randrange(1, 9) * 10}@2", punto=punto, banco=banco)


def face(table: AtTable, rng: Random, rank: str) -> str:
    """A card of this rank, of a suit that has not come as often as the decks hold it."""
    came = table.state.faces()
    return rng.choice([it for suit in "SHDC" if came[it := rank + suit] < table.state.profile.decks])


def events(table: AtTable, rng: Random) -> None:
    """A correction, an incident by which the coup is annulled, a text that is erased, another key."""
    coups.close(table, "P100@1", "B50@2")
    amount = {"position": "1", "box": "punto", "amount": rng.randrange(20, 90) * 1000}
    table.cast.ispettore.does("correct_entry", what="stake", new=amount, reason="mistyped")
    table.does("deal")
    coups.annul(table)
    table.does("burn")
    note = Note.objects.filter(register=table.code).latest("pk")
    Cast.at(HOUSE).direzione.does("erase_notes", notes=[note.digest])
    printed("seal", "--new-key", "--by", "delia")
