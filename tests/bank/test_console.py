"""The dealer's console with a bank: what it asks for, and that nothing blind learns what is expected."""

import pytest

from table.screens.regions import Region, render
from tests.bank.at_bank import FLOAT, bank_table

pytestmark = pytest.mark.django_db


def _drawn(at, name="bank:dealer"):
    return render(at.table.snapshot, Region(name, "en"))


def test_the_float_is_counted_attested_and_accepted_before_the_table_opens():
    at = bank_table()
    at.brings()
    assert "Count the float" in _drawn(at, "console")
    at.counts("opener", FLOAT)
    assert "Attest the count" in _drawn(at, "console")
    at.attests("opener")
    assert "As expected" in _drawn(at)
    at.accepts("opener")
    assert "bank-count" not in _drawn(at, "console")
