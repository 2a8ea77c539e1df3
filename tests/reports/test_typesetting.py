"""A paper has its bounds: it is set beside the house, and one that needs too much is refused in a sentence."""

from pathlib import Path
from typing import Any

import pytest

from procedures.views.manuals import card
from table.models import HOUSE, Entry, Export, Refusal
from table.play import declaration
from table.reports import typesetting
from table.reports.typesetting import MEGABYTE, typeset
from table.rules.houses import VENEZIA
from table.rules.profile import Role
from table.rules.refusal import Refused
from tests.procedures import reported_cases
from tests.rig.proofs import address
from tests.rig.staff import signed_in
from tests.rig.tables import ready_table


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A template that lays out a million pages."""
    template = tmp_path / "endless.typ"
    template.write_text("#for page in range(1000000) [ #page #pagebreak() ]")
    return template


def test_a_paper_that_needs_more_memory_than_papers_have_is_refused_with_the_remedy(
    endless: Path, settings: Any
) -> None:
    settings.PAPER_MEGABYTES = 128
    with pytest.raises(Refused, match=r"more than 128 MB of memory or a minute.*CSV or JSON.*PAPER_MEGABYTES"):
        typeset(endless, {}, timestamp=0)
    assert card.as_pdf(VENEZIA).startswith(b"%PDF")


def test_a_paper_that_takes_too_long_is_refused_too(endless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "LONGEST_SECONDS", 0)
    with pytest.raises(Refused, match="a minute"):
        typeset(endless, {}, timestamp=0)


def test_a_paper_waits_for_its_turn_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "TURN_SECONDS", 0.0)
    with typesetting._turn, pytest.raises(Refused, match="Other papers are being made"):
        card.as_pdf(VENEZIA)


@pytest.mark.django_db
def test_whoever_asks_for_it_reads_the_sentence_in_their_language(settings: Any) -> None:
    settings.PAPER_MEGABYTES = 40
    client = signed_in(Role.DEALER, language="it")
    answer = client.get("/manual/card.pdf")
    assert answer.status_code == 400
    assert "PAPER_MEGABYTES" in answer.text


@pytest.mark.django_db
def test_where_a_paper_is_refused_the_record_says_that_it_was_to_be_handed_out_and_was_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = reported_cases.left_behind(ready_table())
    client, pressed = signed_in(Role.AUDITOR, language="en"), {"form": "pdf", "nonce": "once"}
    monkeypatch.setattr(typesetting, "TURN_SECONDS", 0.0)
    with typesetting._turn:
        assert client.post(address(case), pressed).status_code == 422
    export = Entry.objects.get(register=HOUSE, verb="export")
    assert str(declaration.of("export").said[0]).endswith("to be handed out as %(form)s")
    found = Refusal.objects.filter(register=HOUSE).values_list("number", "verb", "code", "nonce")
    assert [*found] == [(export.number, "export", "E_RATE", "once")]
    assert client.post(address(case), pressed).content.startswith(b"%PDF-")
    assert Export.objects.get().number == export.number


def test_no_secret_of_the_house_goes_to_the_process_that_sets_papers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "of the house")
    shows = "import os; os.write(1, repr(sorted(os.environ)).encode())"
    monkeypatch.setattr(typesetting, "BEGINS", shows)
    assert b"SECRET_KEY" not in typeset(tmp_path / "none.typ", {}, timestamp=0)


def test_that_process_may_have_no_more_memory_than_is_set(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PAPER_MEGABYTES = 200
    bounds = "import sys, resource as r; from table.reports.typesetter import bound; bound(*map(int, sys.argv[1:]));"
    monkeypatch.setattr(typesetting, "BEGINS", f"{bounds} print(*map(r.getrlimit, (r.RLIMIT_AS, r.RLIMIT_CORE)))")
    assert typeset(tmp_path / "none.typ", {}, timestamp=0) == f"({200 * MEGABYTE}, {200 * MEGABYTE}) (0, 0)\n".encode()
