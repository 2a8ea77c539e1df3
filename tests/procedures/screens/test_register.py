"""The register tells of incidents in words."""

import re
from collections.abc import Iterator
from itertools import chain

import pytest
from django.utils import translation

from procedures.articles import KINDS
from table.models import Entry
from table.play.declaration import VERBS
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.screens.read.lines import RecordLine, lines
from table.screens.read.snapshot import read_entry
from table.words.numbers import Numbers
from tests.croupier.coups import deal
from tests.house.reader import LANGUAGES
from tests.rig.cast import Doing
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db


OWN = {name for name, verb in VERBS.items() if verb.perform.__module__.startswith("procedures.verbs.")}


def test_every_kind_is_called_by_a_name() -> None:
    assert all(str(kind.title) for _article, kind in KINDS.values())


def everything(table: AtTable) -> Iterator[Doing]:
    """Incidents from report to decision, each verb at least once."""
    yield "dealer", "report_incident", {"kind": "worn_card", "facts": {"card": "7D", "damage": "torn"}}
    yield "ispettore", "authorise_replacement", {"incident": table.number, "card": "7D", "serial": "S-spare"}
    deal(table, "P100@1")
    yield "dealer", "report_incident", {"kind": "wrong_number", "facts": {"laid": ["punto", "banco", "punto"]}}
    yield "dealer", "withdraw_incident", {"incident": table.number}
    yield "dealer", "report_incident", {"kind": "inverted", "facts": {"laid": ["banco", "punto", "punto", "banco"]}}
    incident = {"incident": table.number}
    yield "dealer", "add_evidence", {**incident, "places": {"1": [1]}, "source": "video"}
    yield "ispettore", "attest", incident
    yield "ispettore", "ratify", incident
    yield "dealer", "report_incident", {"kind": "unforeseen", "facts": {"what": "disturbance"}, "text": "he shouts"}
    incident = {"incident": table.number}
    yield "ispettore", "refer", {**incident, "reason": "a guest took a card"}
    yield "direzione", "rule", {**incident, "text": "the coup goes on", "effects": ["continue"]}
    yield "dealer", "report_incident", {"kind": "inverted", "facts": {"lost": [1, 2]}}
    incident = {"incident": table.number}
    yield "dealer", "add_evidence", {**incident, "before": [[1, 3]]}
    yield "dealer", "set_evidence_aside", {**incident, "statement": table.number}
    yield "dealer", "show_card", {"where": "banco", "card": "7D"}
    yield "second_ispettore", "attest", incident
    for cause in ({}, {"badge": "dario"}, {"position": "1"}):
        yield "ispettore", "name_cause", {**incident, **cause}
    yield "second_ispettore", "annul_incident", {**incident, "reason": "cards mixed up"}


def a_dispute(table: AtTable) -> Iterator[Doing]:
    """A coup that is over is disputed; it is decided, and somebody of another office agrees."""
    yield "dealer", "burn", {}
    over = table.row.coups.latest("pk").key
    yield "dealer", "report_incident", {"kind": "dispute", "facts": {"coup": over, "position": "1", "about": "payment"}}
    incident = {"incident": table.number}
    gets = [{"bettor": "anna", "amount": 5000}]
    yield "ispettore", "decide_dispute", {**incident, "text": "paid too little", "corrections": gets}
    yield "comunale", "sign_on", {}
    yield "comunale", "confirm_dispute", {**incident, "decision": table.number - 1}


def an_empty_sabot(table: AtTable) -> Iterator[Doing]:
    """The sabot is found empty, while the record still expects cards."""
    yield "dealer", "report_incident", {"kind": "sabot_empty", "facts": {}}
    incident = {"incident": table.number}
    yield "ispettore", "attest", incident
    yield "ispettore", "confirm_empty", incident
    beyond = {"position": "1", "left": "winnings", "amount": 500_000}
    yield "dealer", "report_incident", {"kind": "uncollected", "facts": beyond}
    yield "ispettore", "confirm_uncollected", {"incident": table.number}


def written(table: AtTable, language: str) -> list[RecordLine]:
    """The incidents of the register in words."""
    found = Entry.objects.filter(register=table.code, verb__in=OWN).order_by("number")
    with translation.override(language):
        return lines([read_entry(entry) for entry in found], Numbers(language))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_register_tells_incidents_in_words(language: str) -> None:
    table = ready_table(derive(VENEZIA, key="by-two", correction_second_from=5000))
    for who, verb, given in chain(everything(table), a_dispute(table), an_empty_sabot(table)):
        getattr(table.cast, who).does(verb, **given)
    written_lines = written(table, language)
    assert set(Entry.objects.filter(register=table.code, verb__in=OWN).values_list("verb", flat=True)) == OWN
    for line in written_lines:
        text = " ".join([line.act, *line.effects])
        assert not re.search(r"%\(|[a-z]_[a-z]|[0-9a-f]{32}|None|True|False", text), text
        assert line.act


def test_the_free_texts_of_an_incident_are_read_with_it(table: AtTable) -> None:
    for who, verb, given in everything(table):
        getattr(table.cast, who).does(verb, **given)
    text = " ".join(line.act for line in written(table, "en"))
    for words in ("a guest took a card", "the coup goes on", "cards mixed up", "S-spare", "Cards lie at the wrong box"):
        assert words in text
