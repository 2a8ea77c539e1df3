"""Banknotes of the currencies of tables: what is laid as a note is keyed as one. Super Punto Banco, Art. 12."""

from collections.abc import Mapping

NOTES: Mapping[str, tuple[int, ...]] = {
    "EUR": (500, 1000, 2000, 5000, 10000, 20000, 50000),
    "CHF": (1000, 2000, 5000, 10000, 20000, 100000),
}
"""The banknotes in circulation, in cents, ascending."""


def notes_of(currency: str) -> tuple[int, ...]:
    """The banknotes of a currency, in cents; none where only their sum is keyed."""
    return NOTES.get(currency, ())
