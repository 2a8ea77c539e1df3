"""Refusals for violated constraints of the database, which are laws that hold in every house."""

import re
from collections.abc import Mapping

from django.apps import apps
from django.db import IntegrityError
from django.db.models import BaseConstraint, UniqueConstraint

from table.play.state import TABLE, TableState
from table.rules.refusal import Code, Refused
from table.rules.topics.sources import NOBODY, Cited


def refused(error: IntegrityError, *, owner: str) -> Refused:
    """Return the refusal, with its code and sentence, of the violated constraint that an error names.

    It cites the source of the house of the table with the code ``owner``. Raises ``error`` again where it names no
    constraint of a model of ``table`` with a refusal code: that is a bug of ours.
    """
    message = str(error)
    for model in apps.get_app_config("table").get_models():
        for constraint in model._meta.constraints:
            if constraint.violation_error_code and _names(message, model._meta.db_table, constraint):
                return Refused(
                    Code(constraint.violation_error_code),
                    str(constraint.violation_error_message),
                    source=_source(constraint, owner),
                )
    raise error


def _names(message: str, db_table: str, constraint: BaseConstraint) -> bool:
    """Whether an error message has the name of a constraint, or, for a unique one, lists just its columns in its order.

    PostgreSQL names every constraint; SQLite names checks, and lists the columns of a unique constraint.
    """
    if re.search(rf"\b{constraint.name}\b", message):
        return True
    if not isinstance(constraint, UniqueConstraint):
        return False
    columns = re.findall(rf"{db_table}\.(\w+)", message)
    return [column.removesuffix("_id") for column in columns] == list(constraint.fields)


TOPIC_OF: Mapping[str, str] = {
    "art11_one_stake_a_slot": "stakes_per_position",
    "art13_one_seat_a_player": "seats.known",
    "art13_a_held_seat_has_a_holder": "seats",
    "art13_who_is_called_has_the_seat": "seats.waiting",
    "art13_stands_once_at_a_position": "seats.known",
    "art13_one_reservation_a_player": "seats.known",
    "art13_waits_once": "seats.waiting",
    "art14_minimum_below_maximum": "limits.pair",
    "art15_who_closed_is_on_record": "custody",
}
"""Topic by which a house cites the source of a constraint, by the constraint's name.

The names are stored; the article in a name is the one that was cited when the constraint was made.
"""


def _source(constraint: BaseConstraint, owner: str) -> Cited:
    """Return the source of a constraint's topic (``TOPIC_OF``, by its name), as the table ``owner`` (code) has it.

    For a table without rules it is that of the Super Punto Banco. NOBODY for a constraint without a topic, and for the
    house or an unknown table.
    """
    table = TABLE.first(code=owner)
    topic = TOPIC_OF.get(constraint.name)
    return NOBODY if topic is None or table is None else TableState(table).cite(topic)
