"""Own rules on either engine: names and versions are told alike, and what registers say of them is what is kept."""

import pytest
from django.db import transaction

from table.models import HOUSE, OwnHouse, OwnRules
from table.play.offered import offered
from table.record.proof import audit
from table.rules.houses import HOUSES, MALTA, VENEZIA
from table.rules.profile import as_values, derive
from table.rules.refusal import Code
from tests.rig.cast import Cast, everybody_is_taken_on
from tests.rig.tables import new_table

OURS = derive(VENEZIA, key="our-house", title="Our House")


@pytest.mark.usefixtures("real_database")
def test_own_rules_are_kept_and_proven_on_either_engine() -> None:
    everybody_is_taken_on()
    direzione = Cast.at(HOUSE).direzione
    direzione.does("make_rules", key=OURS.key, title=OURS.title, rules=as_values(OURS))
    table = new_table(OURS)
    other = as_values(derive(MALTA, key="other", title="OUR house"))
    direzione.is_refused(Code.ARGUMENTS, "make_rules", key="other", title="OUR house", rules=other)
    direzione.does("amend_rules", key=OURS.key, version=2, changes={"rulings": ["close_table", "annul"]})
    direzione.does("rename_rules", key=OURS.key, title="Our Casino")
    assert [*offered()] == [*HOUSES, OURS.key]
    latest = offered()[OURS.key]
    assert (latest.title, sorted(latest.rulings)) == ("Our Casino", ["annul", "close_table"])
    table.cast.direzione.does("change_rules", changes={"title": "Our Casino", "rulings": ["annul", "close_table"]})
    assert table.state.profile == latest
    direzione.does("retire_rules", key=OURS.key)
    assert [*offered()] == [*HOUSES]
    assert audit.faults(HOUSE) == []
    table.check()
    for model, version in ((OwnHouse, 1), (OwnHouse, 9), (OwnRules, 9)):
        with transaction.atomic():
            model.objects.filter(version=3).update(version=version)
            assert [it.partition(" is ")[0] for it in audit.faults(HOUSE)] == ["house: own rules our-house"], model
            transaction.set_rollback(True)
    OwnRules.objects.filter(version=2).delete()
    assert [it.partition(" is ")[0] for it in audit.faults(HOUSE)] == ["house: own rules our-house"]
