"""What somebody exchanges in a virtual shoe is found and named, by `manage.py verify` and by the verifier elsewhere."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from table.models import Entry, Table
from table.record import chain
from table.record.past.replay import replay
from table.record.proof import audit
from table.rules.cards import decks
from table.rules.shoe import commitment_of, seal_of
from table.verifier.__main__ import main
from table.verifier.reading import Wrong
from table.verifier.shoe import ShoeSoFar
from tests.proof.exports import check, exported, sealed_in
from tests.rig import triggers
from tests.rig.tables import AtTable
from tests.rig.tampering import said, write_anew
from tests.shoes.dealing import coup, shoe_of, virtual_table

pytestmark = pytest.mark.django_db
CARDS = shoe_of("KS 7H 6D KC")
Change = Callable[[str, dict[str, Any]], None]


@pytest.fixture
def over(monkeypatch: Any) -> AtTable:
    """A taglia of one coup, and the shoe taken off the table."""
    table = virtual_table(monkeypatch, CARDS)
    coup(table, CARDS)
    table.cast.direzione.does("void_shoe")
    return table


def another_face(name: str, facts: dict[str, Any]) -> None:
    """The seven of Banco becomes an eight."""
    if name == "card_turned" and facts["card"] == 2:
        facts["face"] = "8H"


def another_salt(name: str, facts: dict[str, Any]) -> None:
    """A salt that was not drawn."""
    if name == "card_turned" and facts["card"] == 2:
        facts["salt"] = "0" * 32


def another_order(name: str, facts: dict[str, Any]) -> None:
    """Two cards change their places."""
    if name == "card_drawn" and facts["card"] in (1, 2):
        facts["card"] = 3 - facts["card"]


def another_seal(name: str, facts: dict[str, Any]) -> None:
    """A card is dealt without its seal."""
    if name == "card_drawn" and facts["card"] == 3:
        del facts["seal"]


def another_commitment(name: str, facts: dict[str, Any]) -> None:
    """Another shoe was published."""
    if name == "shoe_sealed":
        facts["commitment"] = "0" * 64


def an_opening_less(name: str, facts: dict[str, Any]) -> None:
    """One seal stays closed for ever."""
    if name == "seals_opened":
        facts["cards"] = facts["cards"][1:]


def two_left_over(name: str, facts: dict[str, Any]) -> None:
    """Two cards that nobody saw change their places when all is opened."""
    if name == "seals_opened":
        first, second, *rest = facts["cards"]
        facts["cards"] = [[first[0], *second[1:]], [second[0], *first[1:]], *rest]


EXCHANGED = "ends a taglia whose cards are not those of the shoe that was published before the first one."
TAMPERED: list[tuple[Change, str]] = [
    (another_face, "shows card 2 as 8H; it is not what was sealed, or was opened before."),
    (another_salt, "shows card 2 as 7H; it is not what was sealed, or was opened before."),
    (another_order, "deals card 2 of the virtual shoe without its seal, with another one, or out of its order."),
    (another_seal, "deals card 3 of the virtual shoe without its seal, with another one, or out of its order."),
    (
        another_commitment,
        "ends a taglia whose cards are not those of the shoe that was published before the first one.",
    ),
    (an_opening_less, "ends a taglia whose seals are not all open: 1 are missing, the first of card 5."),
    (two_left_over, EXCHANGED),
]


def write(table: AtTable, change: Change) -> None:
    """The register with this in it, and a chain that fits; the row knows of its end."""

    def changed(entry: Entry) -> None:
        outcome = chain.read(entry.outcome)
        for name, facts in outcome["effects"]:
            change(name, facts)
        entry.outcome = chain.canonical(outcome)

    triggers.drop_triggers(connection)
    digest = write_anew(table.code, changed)
    Table.real.filter(code=table.code).update(digest=digest)
    triggers.create_triggers(connection)


def test_a_shoe_that_was_dealt_as_it_was_sealed_is_sound_here_and_elsewhere(over: AtTable) -> None:
    assert audit.faults(over.code) == []
    assert check(exported(over.code)).counted["shoes"] == 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("change", "sentence"), TAMPERED, ids=lambda it: getattr(it, "__name__", ""))
def test_whatever_is_exchanged_is_found_and_named(over: AtTable, change: Change, sentence: str) -> None:
    write(over, change)
    assert sentence in "\n".join(audit.faults(over.code))
    with pytest.raises(Wrong) as wrong:
        check(exported(over.code))
    assert sentence in wrong.value.said("en")
    assert wrong.value.said("it") != wrong.value.said("en")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("change", [another_face, another_salt, another_seal])
def test_a_register_that_was_tampered_with_does_not_deal_the_same_taglia_again(over: AtTable, change: Change) -> None:
    write(over, change)
    assert replay(over.code)


def test_the_commands_say_it(over: AtTable, settings: Any, tmp_path: Path, capsys: Any) -> None:
    sealed_in(settings, tmp_path)
    write(over, another_salt)
    assert TAMPERED[1][1] in "\n".join(said("verify", over.code))
    (file := tmp_path / "export").write_bytes(exported(over.code))
    assert main([str(file), "--language", "en"]) == 1
    assert TAMPERED[1][1] in capsys.readouterr().out


def test_a_shoe_with_a_seventh_identical_card_is_found_though_every_seal_fits() -> None:
    """Who seals false decks publishes them as well; only the count of the faces tells."""
    faces = ["9S" if number < 7 else str(card) for number, card in enumerate(decks(1))]
    salts = [f"{number:032x}" for number in range(52)]
    published = commitment_of(map(seal_of, faces, salts))
    sabot = ShoeSoFar()
    sabot.take(1, "load_virtual", {"decks": 1}, [["shoe_sealed", {"commitment": published}]])
    cards = [[number, *it] for number, it in enumerate(zip(faces, salts, strict=True), start=1)]
    with pytest.raises(Wrong, match="whole decks"):
        sabot.take(2, "void_shoe", {}, [["seals_opened", {"cards": cards}], ["taglia_ended", {}]])
