"""Presence at a count or a movement: attested by one's own sign-in, at the table's console or by who works there.

The same laws as for incidents: nobody attests what they counted, and an attestation counts while its person is at work
at the table without a break.
"""

from table.play.act import Act
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.verbs.house.supervision import begin_work


def take_part(act: Act, device: str | None, *, before: int) -> None:
    """Have somebody take part by their own sign-in; whoever is not at work here yet is signed on ("signed_on").

    ``device`` is the badge of who is signed in where they press, ``before`` the entry with which it began what they
    attest. Refuses (E_PRESENCE) who attests elsewhere than at the table's console and was not at work here before it,
    unless the house admits any device.
    """
    since = next((it.since for it in act.state.staff if it.person.badge == act.actor), None)
    dealer = next((it.person.badge for it in act.state.staff if it.role == Role.DEALER), "")
    at_console = device is not None and device == dealer
    require(
        act.state.profile.attest_from == "any" or at_console or (since is not None and since < before),
        Code.PRESENCE,
        "Who was not at work at this table before attests at the table’s own console.",
        source=act.cite("attest_from"),
    )
    if since is None:
        begin_work(act)
        act.state.reread("staff")
        act.effect("signed_on", badge=act.actor)
