"""The programs of PostgreSQL are those that belong to the PostgreSQL of the tests."""

from tests.backup.conftest import _with_the_programs_of_this_postgresql

__all__ = ["_with_the_programs_of_this_postgresql"]
