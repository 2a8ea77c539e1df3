"""Laws that hold in every house are constraints of the database; this is how a broken one becomes a sentence."""

import re

from django.apps import apps
from django.db import IntegrityError
from django.db.models import BaseConstraint, UniqueConstraint

from table.models import Table
from table.play.state import TableState
from table.rules.refusal import Code, Refused


def refused(error: IntegrityError, *, owner: str) -> Refused:
    """The refusal of the law that the database kept, as the house of this table has it.

    Anything else that the database would not take is our own mistake, and raised again.
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
    """PostgreSQL names the constraint; SQLite names it for checks and lists the columns of a unique one."""
    if re.search(rf"\b{constraint.name}\b", message):
        return True
    if not isinstance(constraint, UniqueConstraint):
        return False
    columns = re.findall(rf"{db_table}\.(\w+)", message)
    return [column.removesuffix("_id") for column in columns] == list(constraint.fields)


def _source(constraint: BaseConstraint, owner: str) -> str:
    article = re.match(r"art(\d+)_", constraint.name)
    table = Table.every.select_related("policy").filter(code=owner).first()
    if article is None or table is None:
        return ""
    return TableState(table).cite(f"Super Punto Banco, Art. {article[1]}")
