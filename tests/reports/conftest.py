"""The table of the tests of the house, for those of reports."""

from tests.house.conftest import table

__all__ = ["table"]
