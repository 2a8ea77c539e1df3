"""What an inspector has to know of: raised by what an act brought about, until one of them acknowledges it."""

from typing import Annotated

import msgspec

from table.models import Alert
from table.play.act import Act
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from table.verbs.declaration import ANYTIME, verb

ALERTS = frozenset(
    {
        # Cards: what Art. 1 to 3 let the dealer do alone, the Ispettore being told at once.
        "card_held",
        "card_visible",
        "cards_burned",
        "blank_due",
        # The reader and the announcement: Premessa, Art. 9.
        "premature_turn",
        "claim_differs",
        "differs_from_the_regola",
        "wrong_number",
        "wrong_announcement",
        # The cut card and the counts: Art. 5.
        "cut_card_too_deep",
        "count_differs",
        "coup_null",
        # What is reported, and what goes to the Direzione: Art. 2 to 8 and 16.
        "incident_reported",
        "incident_referred",
        # Art. 10, 15 and 16, and what was keyed wrong.
        "coup_annulled",
        "money_corrected",
        "left_without_owner",
        "entry_corrected",
    }
)
"""The effects of which an inspector is told; what inspectors decide in the ordinary course is not among them."""
Number = Annotated[int, msgspec.Meta(gt=0, le=10**12)]


def raise_alerts(act: Act) -> None:
    """An alert for each effect of this act that an inspector has to know of, in the order in which they came about."""
    raised = [(name, facts) for name, facts in act.effects if name in ALERTS]
    if raised:
        Alert.objects.bulk_create(
            Alert(table=act.table, number=act.number, code=name, facts=facts) for name, facts in raised
        )


@verb(roles=[Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DIREZIONE], tables=ANYTIME, while_held=True)
def acknowledge_alert(act: Act, *, number: Number, code: str) -> None:
    """Somebody of the inspectors has taken note of what the entry with this number brought about."""
    raised = act.table.alerts.filter(number=number, code=code)
    if not raised.filter(acknowledged=None).update(acknowledged=act.number, acknowledged_by=act.actor):
        raise _nothing_stands(raised.first())


def _nothing_stands(alert: Alert | None) -> Refused:
    if alert is None:
        return Refused(Code.ARGUMENTS, "There is no such alert at this table.")
    return Refused(Code.STALE, "“%(badge)s” has acknowledged this alert already.", badge=alert.acknowledged_by)
