"""What the table refused: a row beside the register, when everything that the act did is undone."""

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import F

from table.models import HOUSE, House, Person, Refusal, Table
from table.record import chain
from table.record.press import Step
from table.rules.refusal import Refused
from table.verbs import declaration

log = structlog.stdlib.get_logger("sabot.door")
MOST_A_MINUTE = 30
MOST_LETTERS = 500


def remember(owner: str, step: Step, refused: Refused, *, by: Person, at: datetime) -> None:
    """Keep the refusal beside the register: so many an actor and minute, the rest only counted."""
    log.info("refused", table=owner, verb=step.verb, actor=by.badge, code=refused.code.value)
    with transaction.atomic():
        recent = Refusal.objects.filter(actor=by.badge, at__gt=at - timedelta(minutes=1))
        if recent.count() >= MOST_A_MINUTE:
            Refusal.objects.filter(pk=recent.latest("pk").pk).update(repeated=F("repeated") + 1)
            return
        Refusal.objects.create(
            register=owner[:20],
            number=_number(owner),
            at=at,
            actor=by.badge,
            verb=step.verb[:40],
            code=refused.code.value,
            source=refused.source,
            arguments=_arguments(step),
        )


def _arguments(step: Step) -> str:
    """What was pressed, such as a late stake with its amount; nothing that could hold a text or a covered card."""
    try:
        verb = declaration.of(step.verb)
        given = chain.canonical(declaration.arguments_of(verb, dict(step.arguments))) if verb.plain else ""
    except Refused:
        return ""
    return given if len(given) <= MOST_LETTERS else ""


def _number(owner: str) -> int:
    """The number of the last entry of a register; 0 for one that does not exist."""
    rows = House.objects.all() if owner == HOUSE else Table.objects.filter(code=owner)
    return rows.values_list("number", flat=True).first() or 0
