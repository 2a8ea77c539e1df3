"""Presence at a count or a movement, by one's own sign-in: the same laws as for incidents."""

from table.play.act import Act
from table.play.presence import at_work_since, may_attest_from, pressed_at
from table.rules.refusal import Code, require
from table.verbs.house.supervision import begin_work


def take_part(act: Act, device: str | None, *, before: int) -> None:
    """Check that the actor may attest from this device, and sign them on ("signed_on") if they are not at work here.

    ``device`` is the badge signed in on the device where they press, None for the actor's own; ``before`` is the entry
    with which the count or movement began that they attest. Refuses (E_PRESENCE) whoever attests elsewhere than at the
    table's console and was not at work here before that entry, unless the house admits any device.
    """
    require(
        may_attest_from(act, pressed_at(act, device or act.actor), before=before),
        Code.PRESENCE,
        "Who was not at work at this table before attests at the table’s own console.",
        source=act.cite("attest_from"),
    )
    if at_work_since(act.state, act.actor) is None:
        begin_work(act)
        act.state.reread("staff")
        act.effect("signed_on", badge=act.actor)
