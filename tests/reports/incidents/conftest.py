"""The tables of the tests of the procedures, for those of their reports."""

from tests.procedures.conftest import db, made_ready, sit_down, table

__all__ = ["db", "made_ready", "sit_down", "table"]
