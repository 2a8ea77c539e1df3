"""What holds of incidents: they hold their coup, and nothing is put right without those who have to be there."""

from collections.abc import Iterator

from tests.machine.record import Record, Row

STANDS = ("open", "referred")
DECIDED_BY_INSPECTORS = ("ratified", "annulled")
ONE, BOTH = {"ispettore_gioco"}, {"ispettore_gioco", "ispettore_comunale"}


def a_coup_is_held_while_an_incident_stands(_: Record, after: Record, __: set[str]) -> Iterator[str]:
    """And only then."""
    coup = after.coup
    if coup is None:
        return
    holds = [it for it in after.incidents if it["coup_id"] == coup["id"] and it["blocking"] and it["status"] in STANDS]
    if bool(holds) != coup["held"]:
        yield f"the coup is {'held' if coup['held'] else 'not held'}, and these stand: {holds}"


def nothing_is_put_right_without_those_who_have_to_be_there(
    before: Record, after: Record, _: set[str]
) -> Iterator[str]:
    """The premise asks for both inspectors, the special articles for one, unless the house has it otherwise."""
    old = {it["id"]: it["status"] for it in before.incidents}
    now = [it for it in after.incidents if it["status"] in DECIDED_BY_INSPECTORS and old.get(it["id"]) in STANDS]
    if not now:
        return
    said = [it for it in after.attestations if it["incident_id"] in {case["id"] for case in now}]
    needed = _needed(after, now)
    if not needed <= {it["role"] for it in said}:
        yield f"{now} needed {needed}, and there were {said}"
    if any(case["decided_by"] not in {it["badge"] for it in said} for case in now):
        yield f"who decided {now} was not there"
    if any(it["badge"] == case["caused_by"] for it in said for case in now if case["id"] == it["incident_id"]):
        yield f"who caused {now} attested it"


def _needed(record: Record, cases: list[Row]) -> set[str]:
    presence = record.rules["presence"]
    if presence == "ispettore_gioco":
        return ONE
    return BOTH if presence == "always_both" or any(case["article"] == 0 for case in cases) else ONE


def a_decision_is_final(before: Record, after: Record, _: set[str]) -> Iterator[str]:
    """What was decided stays as it was decided."""
    now = {it["id"]: it for it in after.incidents}
    for case in before.incidents:
        if case["status"] not in STANDS and now[case["id"]] != case:
            yield f"{case} became {now[case['id']]}"


LAWS = (
    a_coup_is_held_while_an_incident_stands,
    nothing_is_put_right_without_those_who_have_to_be_there,
    a_decision_is_final,
)
