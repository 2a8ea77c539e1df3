"""A report proves itself: its register makes it a second time, and where the rows say otherwise its first line does."""

import csv
import html
import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models, transaction
from django.utils import translation

from procedures.models import Attestation, Incident
from procedures.reports.files import inputs_of
from procedures.reports.incident import Proof
from procedures.reports.proven.carried import CaseKey, carried
from procedures.reports.proven.coup_rows import COMPARED, slips_of
from procedures.reports.proven.sentences import SECTIONS
from procedures.reports.record import Record
from procedures.reports.sections import paper_of
from procedures.verifier.drawn import pages
from procedures.verifier.pdf import Pdf
from table.models import Adjustment, Coup, DrawnCard, Money, Note, Person, StaffPresence, Stake, Uncollected
from table.record import seals
from table.record.past import pruning, reach
from table.record.past.reach import PAST, NoPast
from table.record.past.replay import columns
from table.record.past.stage import Done, Job, Moment, TooLarge
from table.rules.profile import Role
from table.words.numbers import Numbers
from tests.croupier.cases import newest, report
from tests.croupier.coups import close, pay, play, turn
from tests.house.reader import LANGUAGES
from tests.procedures import reported_cases
from tests.procedures.reported_cases import Played
from tests.rig import triggers
from tests.rig.cast import everybody_is_taken_on
from tests.rig.proofs import address, proof_at, proofs_at, report_at
from tests.rig.sampling import in_two_parts, sampled
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, prepare_shoe, ready_table

Rows = Callable[[Incident], "models.QuerySet[Any]"]


def proof_of(case: Incident, language: str = "en") -> Proof:
    return proof_at(case.table.code, case.number, language=language)


# --- rows that were altered


def the_case(case: Incident) -> "models.QuerySet[Any]":
    return Incident.objects.filter(pk=case.pk)


def its_coup(case: Incident) -> "models.QuerySet[Any]":
    assert case.coup is not None
    return Coup.objects.filter(pk=case.coup.pk)


def of_its_coup(model: type[models.Model]) -> Rows:
    """The first such row of its coup."""

    def rows(case: Incident) -> "models.QuerySet[Any]":
        first = model._default_manager.filter(coup=case.coup).values_list("pk", flat=True)[:1]
        return model._default_manager.filter(pk__in=list(first))

    return rows


def attestations(case: Incident) -> "models.QuerySet[Any]":
    return Attestation.objects.filter(incident=case)


def presences(case: Incident) -> "models.QuerySet[Any]":
    return StaffPresence.objects.filter(table=case.table, role="dealer")


def slips(case: Incident) -> "models.QuerySet[Any]":
    return Uncollected.objects.filter(table=case.table)


ALTERED: list[tuple[str, Played, Rows, Mapping[str, Any], str]] = [
    ("cause", reported_cases.annulled, the_case, {"caused_by": "dario"}, "Who was there (caused_by, cause_words"),
    (
        "status and decider",
        reported_cases.annulled,
        the_case,
        {"status": "ratified", "decided_by": "dario"},
        "How it stands (status, status_words, decision.status",
    ),
    ("who reported it", reported_cases.annulled, the_case, {"reported_by": "dora"}, "Who was there (reported_by"),
    ("phase", reported_cases.annulled, the_case, {"phase": "betting"}, "What happened (phase, phase_words)"),
    ("kind", reported_cases.annulled, the_case, {"kind": "undue_third"}, "What happened (kind"),
    ("facts", reported_cases.disputed, the_case, {"facts": {"coup": "1.1", "position": "2"}}, "What happened (facts"),
    ("evidence", reported_cases.annulled, the_case, {"evidence": {}}, "case"),
    (
        "answer of the reconstruction",
        reported_cases.annulled,
        the_case,
        {"answer": {"verdict": "clear", "orders": 1}},
        "Verdict and evidence (verdict.code",
    ),
    ("attestation", reported_cases.annulled, attestations, {"badge": "cosima"}, "attested.0.person.badge"),
    ("office of who attested", reported_cases.annulled, attestations, {"role": "direzione"}, "attested.0.person.role"),
    ("who was on duty", reported_cases.annulled, presences, {"role": "capo_isola"}, "Who was there (on_duty.0"),
    ("result", reported_cases.disputed, its_coup, {"result": "banco"}, "What happened (coup.result)"),
    (
        "stake",
        reported_cases.disputed,
        of_its_coup(Stake),
        {"in_action": None, "excess": None, "laid": 90_000},
        "money.0",
    ),
    (
        "money",
        reported_cases.disputed,
        of_its_coup(Money),
        {"amount": 1},
        "money.0.lines.0.amount); money line 39.0: amount",
    ),
    ("money of a dispute", reported_cases.disputed, of_its_coup(Adjustment), {"amount": 1}, "money.0.after"),
    ("drawn card", reported_cases.annulled, of_its_coup(DrawnCard), {"face": "2C"}, "card 1: face"),
    ("slip", reported_cases.left_behind, slips, {"amount": 5, "owner": "anna"}, "kept.0.owner, kept.0.amount"),
]
"""One alteration each of whatever a report tells or stands on: what was played, which rows, and what is named."""


@in_two_parts(4)
@pytest.mark.one_in(3)
@pytest.mark.parametrize("played", dict.fromkeys(it[1] for it in ALTERED), ids=lambda it: it.__name__)
def test_a_report_over_an_altered_row_says_that_it_is_not_proven_and_names_what_differs(
    table: AtTable, played: Played, part: slice
) -> None:
    case, said = played(table), "NOT PROVEN: the rows from which this report is made are not what the register"
    assert proof_of(case).proven
    found, expected = dict[str, Any](), dict[str, Any]()
    for name, _of, rows, altered, named in [it for it in ALTERED if it[1] is played][part]:
        with altering():
            assert rows(case).update(**altered), name
            proof = proof_of(case)
        found[name] = (proof.proven, proof.why, proof.words.startswith(said), named in proof.words)
        expected[name] = (False, "rows", True, True)
    assert found == expected


@contextmanager
def altering() -> Iterator[None]:
    """Within, somebody who holds the database may alter it; afterwards it is as it was."""
    with transaction.atomic():
        triggers.drop_triggers(connection)
        yield
        transaction.set_rollback(True)


def test_every_row_of_a_coup_or_case_is_compared_with_all_its_columns(table: AtTable) -> None:
    leads = {
        model
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model in (Coup, Incident)
    }
    assert leads <= set(COMPARED)
    record = record_of(reported_cases.disputed(table))
    stored = {model: row for model, compared in COMPARED.items() for row in compared.rows(record)}
    assert len(stored) > len(COMPARED) - 3
    for model, row in stored.items():
        assert columns(row).keys() == {field.name for field in model._meta.concrete_fields} - {"id", "table"}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("rows", [of_its_coup(DrawnCard), of_its_coup(Adjustment), of_its_coup(Money)])
def test_a_row_that_is_gone_and_one_that_nobody_recorded_are_named(table: AtTable, rows: Rows) -> None:
    case = reported_cases.disputed(table)
    (row,) = rows(case)
    with altering():
        rows(case).delete()
        gone = proof_of(case)
    with altering():
        row.pk, row.number = None, 400
        row.save(force_insert=True)
        more = proof_of(case)
    for proof in (gone, more):
        assert (proof.proven, proof.why) == (False, "rows")
        assert any(it.startswith(type(row).__name__) for it in proof.rows)


def test_where_the_rows_make_no_report_any_more_it_is_what_the_register_says(table: AtTable) -> None:
    case = reported_cases.annulled(table)
    with altering():
        Incident.objects.filter(pk=case.pk).update(kind="unknown")
        report = report_at(table.code, case.number)
    assert report.kind == case.kind
    assert report.proof is not None
    assert report.proof.rows == (f"Incident {case.number}: kind",)
    assert "case" in report.proof.words


def record_of(case: Incident) -> Record:
    record = Record.of_case(case.table.code, case.number)
    assert record is not None
    return record


# --- nothing is said where nothing was altered


@pytest.mark.faults
def test_names_texts_seals_and_copies_that_are_not_of_the_register_are_no_difference(table: AtTable) -> None:
    case, client = reported_cases.annulled(table), signed_in(Role.DIREZIONE, language="en")
    seals.keep(table.code)
    client.post(address(case), {"form": "pdf", "nonce": "one"})
    Person.objects.update(name="")
    Note.objects.filter(register=table.code).update(text="", salt="", erased=True)
    assert proof_of(case).proven
    assert report_at(table.code, case.number).seal is not None


def test_what_differs_is_named_under_a_heading_of_the_report(table: AtTable) -> None:
    case = reported_cases.premise(table)
    with translation.override("en"):
        headings = {it.title for it in paper_of(report_at(table.code, case.number), Numbers("en")).sections}
        assert {str(it) for it in SECTIONS.values()} - {"How it stands"} <= headings


@pytest.mark.faults
@pytest.mark.parametrize("language", sampled(LANGUAGES, one_in=3))
def test_it_is_proven_in_every_language_and_says_what_that_covers(table: AtTable, language: str) -> None:
    case = reported_cases.premise(table)
    proof = proof_of(case, language)
    assert proof.proven
    assert table.code in proof.words
    assert proof.words in read(case, language)
    assert (language == "en") == ("Not covered are free texts" in proof.words)


def test_a_case_of_a_taglia_that_is_over_is_proven_by_what_came_of_it_since(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dispute and chips in custody of the first taglia are settled in the second one, which holds what is open."""
    monkeypatch.setattr(pruning, "RECENT_COUPS", 0)
    play(table, "P100@1", "B50@2")
    facts = {"coup": "1.1", "position": "1", "about": "payment"}
    table.does("report_incident", kind="dispute", facts=facts)
    dispute = newest()
    play(table, "P100@1")
    chips = report(table, "uncollected", position="4", left="chips", amount=2500)
    play(table, "P100@1")
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, table.state.profile, serial="S-2")
    play(table, "P100@1")
    assert proof_of(dispute).proven
    decider = table.cast.with_role(table.state.profile.disputes_decided_by)
    moved = [{"bettor": "anna", "amount": 5000}]
    decider.does("decide_dispute", incident=dispute.number, text="one chip too few", corrections=moved)
    table.cast.direzione.does("dispose", slip=1, text="handed to the cash desk for its owner")
    play(table, "P100@1")
    assert {of: it.words for of, it in proofs_at(table.code).items() if not it.proven} == {}
    with altering():
        Adjustment.objects.all().delete()
        Incident.objects.filter(pk=dispute.pk).update(status="withdrawn", decided=dispute.number, decided_by="")
        assert not proof_of(dispute).proven
    with altering():
        Adjustment.objects.update(amount=1)
        assert proof_of(dispute).rows == (f"Adjustment {Incident.objects.get(pk=dispute.pk).decided}.0: amount",)
    with altering():
        Uncollected.objects.update(closed=None, closed_by="")
        assert not proof_of(chips).proven


@pytest.mark.faults
def test_chips_of_its_coup_that_another_case_has_put_into_custody_may_go_in_a_later_taglia(table: AtTable) -> None:
    """The slip is a row of the coup, so every case of that coup is proven up to where the slip was closed."""
    close(table, "P100@1")
    table.does("deal")
    worn = report(table, "worn_card", card="TC", damage="bent")
    report(table, "uncollected", position="4", left="chips", amount=2500)
    table.cast.ispettore.does("withdraw_incident", incident=worn.number)
    turn(table, punto="9S KS", banco="2S 3S")
    pay(table)
    table.does("burn")
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, table.state.profile, serial="S-2")
    play(table, "P100@1")
    assert proof_of(worn).proven
    table.cast.direzione.does("dispose", slip=1, text="handed to the cash desk for its owner")
    assert proof_of(worn).proven


def test_what_is_carried_of_a_case_without_a_coup_has_the_chips_that_its_decision_took(table: AtTable) -> None:
    case = report(table, "uncollected", position="4", left="winnings", amount=50_000)
    table.cast.ispettore.does("confirm_uncollected", incident=case.number)
    record = Record.of_case(table.code, case.number)
    assert record is not None
    assert record.coup is None
    table.cast.direzione.does("close_table")
    moment = Moment(table.row, (table.row, None))
    rows = carried(moment, key=CaseKey.of(record))
    assert {it.slip for it in rows if isinstance(it, Uncollected)} == {it.slip for it in slips_of(record)} == {1}


# --- why it is not proven otherwise


class Nobody:
    """Nobody performs the past."""

    def begin(self) -> None:
        """Nothing begins."""

    def perform(self, job: Job, *, within: float) -> Done:
        """No job is done."""
        raise NoPast(f"{job.code}: {within}")


def test_no_report_is_made_of_a_register_whose_rows_are_too_many_for_memory(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = reported_cases.annulled(table)
    assert proof_of(case).proven, "copies of all that lies before are cached"
    monkeypatch.setattr(reach, "LARGEST", 1)
    with pytest.raises(TooLarge):
        proof_of(case)


def test_where_the_past_is_out_of_reach_a_report_says_so_and_that_nothing_was_compared(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = reported_cases.annulled(table)
    with monkeypatch.context() as patch:
        patch.setattr(PAST, "performs", Nobody())
        report = report_at(table.code, case.number)
        page = read(case, "en")
        auditor = signed_in(Role.AUDITOR, language="en")
        paper = auditor.post(address(case), {"form": "pdf", "nonce": "for anna", "guest": "anna"})
        assert paper.status_code == 200
        assert paper.content.startswith(b"%PDF-")
    assert report.proof is not None
    assert (report.proof.why, report.proof.fields, report.proof.rows) == ("unreachable", (), ())
    assert report.proof.words in page
    assert "could not be performed again now" in report.proof.words
    assert (report.before, report.after) == (None, None)
    assert proof_of(case).proven


# --- on both engines


@pytest.mark.faults
@pytest.mark.parametrize("engine", ["sqlite", "postgresql"], indirect=True)
def test_it_is_proven_on_both_engines_and_an_altered_row_is_named(real_database: str) -> None:
    everybody_is_taken_on()
    case = reported_cases.disputed(ready_table(code="T1"))
    assert proof_of(case).proven
    Incident.objects.filter(pk=case.pk).update(caused_by="dario")
    assert proof_of(case).fields == ("caused_by", "cause_words")


# --- in every form


def read(case: Incident, language: str) -> str:
    return html.unescape(signed_in(Role.AUDITOR, language=language).get(address(case)).content.decode())


def without_spaces(text: str) -> str:
    return "".join(text.split())


NOT_PROVEN = {"it": "NON PROVATO", "de": "NICHT BEWIESEN", "en": "NOT PROVEN"}


@pytest.mark.parametrize("language", sampled(NOT_PROVEN, one_in=3))
def test_it_is_the_first_line_of_every_form_in_every_language(table: AtTable, language: str) -> None:
    case, client = reported_cases.annulled(table), signed_in(Role.AUDITOR, language=language)
    Incident.objects.filter(pk=case.pk).update(caused_by="dario")
    page = html.unescape(client.get(address(case)).content.decode())
    alarm = page.index(NOT_PROVEN[language])
    assert page.index('role="alert"') < alarm < page.index('class="report-head"')
    made = {form: client.post(address(case), {"form": form, "nonce": form}).content for form in ("csv", "json", "pdf")}
    rows = list(csv.reader(io.StringIO(made["csv"].decode("utf-8-sig")), delimiter=";"))
    assert rows[0][0].startswith(NOT_PROVEN[language])
    values = json.loads(made["json"])
    assert next(iter(values["proof"].values())).startswith(NOT_PROVEN[language])
    assert next(iter(values)) == "proof"
    with translation.override(language):
        given = inputs_of(paper_of(report_at(table.code, case.number, language=language), Numbers(language)))["paper"]
    paper = json.loads(given)
    assert paper["alarm"].startswith(NOT_PROVEN[language])
    above, below = without_spaces(pages(Pdf(made["pdf"]))[0]).split(without_spaces(paper["alarm"]))
    title = without_spaces(paper["title"])
    assert (title in above, title in below) == (False, True)
    Incident.objects.filter(pk=case.pk).update(caused_by=case.caused_by)
