"""What an inspector has to know of: raised by what an act brought about, until one of them acknowledges it."""

from typing import Annotated

import msgspec
from django.utils.translation import pgettext_lazy

from table.models import Alert
from table.play.act import Act
from table.play.effects import alerts
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from table.verbs.declaration import ANYTIME, verb

Number = Annotated[int, msgspec.Meta(gt=0, le=10**12)]


def raise_alerts(act: Act) -> None:
    """An alert for each effect of this act that an inspector has to know of, in the order in which they came about."""
    raised = [(name, facts) for name, facts in act.effects if alerts(name)]
    if raised:
        Alert.objects.bulk_create(
            Alert(table=act.table, number=act.number, code=name, facts=facts) for name, facts in raised
        )


@verb(
    title=pgettext_lazy("act", "acknowledge an alert"),
    said=(pgettext_lazy("record", "takes note of number %(number)s: %(code)s"),),
    roles=[Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DIREZIONE],
    tables=ANYTIME,
    while_held=True,
)
def acknowledge_alert(act: Act, *, number: Number, code: str) -> None:
    """Somebody of the inspectors has taken note of what the entry with this number brought about."""
    raised = act.table.alerts.filter(number=number, code=code)
    if not raised.filter(acknowledged=None).update(acknowledged=act.number, acknowledged_by=act.actor):
        raise _nothing_stands(raised.first())


def _nothing_stands(alert: Alert | None) -> Refused:
    if alert is None:
        return Refused(Code.ARGUMENTS, "There is no such alert at this table.")
    return Refused(Code.STALE, "“%(badge)s” has acknowledged this alert already.", badge=alert.acknowledged_by)
