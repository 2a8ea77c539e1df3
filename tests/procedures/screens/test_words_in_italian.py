"""Sentences with a noun: what an alert, a consequence and a tile say, as an Italian floor says it."""

import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext

from procedures.screens.open_cases import case_words
from table.screens.read.snapshot import Snapshot
from tests.croupier.coups import play
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "said"), [("it", "Controversia sul colpo 1.1"), ("de", "Streitfall zum Coup 1.1")]
)
def test_an_alert_of_a_dispute_names_the_coup(language: str, said: str) -> None:
    table = ready_table()
    play(table, "P100@1")
    facts = {"coup": "1.1", "position": "1", "about": "payment"}
    table.does("report_incident", kind="dispute", facts=facts)
    with translation.override(language):
        [words] = case_words(Snapshot(table.row)).values()
    assert words.title == said


def test_what_follows_what_calls_and_what_is_more_are_said_with_their_noun() -> None:
    with translation.override("it"):
        assert (
            gettext("it begins with card no. %(cards)s of this coup")
            == "comincia con la carta n. %(cards)s di questo colpo"
        )
        assert gettext("This coup begins with the cut card and is the last.").startswith(
            "Questo colpo inizia con la ma"
        )
        assert ngettext("and one alert more", "and %(num)s alerts more", 1) == "e un altro avviso"
    with translation.override("de"):
        assert gettext("No table calls.") == "Kein Tisch ruft."
