"""A training table that is made once a module, and as it was for every test."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from table.memory import table_cache
from tests.training.room import training_table


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The table, with its trainee; at the end of the module nothing of it has happened."""
    with django_db_blocker.unblock(), transaction.atomic():
        training_table()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def room(db: None) -> Iterator[None]:
    """The house as it was made; what a test does in it never was."""
    mark = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(mark)
        table_cache.clear()
