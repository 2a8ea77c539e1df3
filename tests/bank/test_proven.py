"""What a statement and a slip tell is compared with the register: NOT PROVEN where somebody has altered a row."""

import json

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client

from bank.models import BankCount, BankSession, CountTry, Movement, Posting, Slip
from bank.reports.proven import KINDS, proof_of
from table.models import StaffPresence
from table.rules.profile import Role
from tests.bank.at_bank import FLOAT, AtBank, bank_table
from tests.bank.test_statement import closed, counts_box
from tests.rig import triggers
from tests.rig.staff import signed_in

pytestmark = pytest.mark.django_db
ALTERED: dict[type[Model], dict[str, object]] = {
    BankSession: {"computed": 1},
    Movement: {"issued": {"10000": 7}},
    BankCount: {"amount": 1},
    CountTry: {"by": "nobody"},
    Posting: {"amount": 1},
    Slip: {"serial": 9},
}


@pytest.fixture
def at() -> AtBank:
    """A table whose session is over and whose box was counted; the next float has come."""
    found = bank_table()
    found.opens()
    found.table.does("change_notes", amount=10_000)
    closed(found, FLOAT | {"10000": FLOAT["10000"] - 1})
    counts_box(found, {"10000": 1})
    found.table.cast.ispettore.does("close_bank", pieces={"10000": 1})
    found.cassa.does("issue", movement=2, pieces={"10000": 1})
    found.table.cast.dealer.does("receive", movement=2, pieces={"10000": 1})
    found.table.cast.ispettore.does("attest_movement", movement=2, device=found.table.cast.dealer.person.badge)
    found.counts("opener", FLOAT)
    return found


def page(client: Client, address: str) -> str:
    """What a page says."""
    return client.get(address).content.decode()


def test_each_kind_of_row_that_was_altered_is_named_on_the_statement_and_on_the_slip(at: AtBank) -> None:
    client, row = signed_in(Role.DIREZIONE, language="en"), BankSession.objects.get(table=at.table.row, number=1)
    as_csv = {"form": "csv", "nonce": "1" * 32}
    statement, slip = f"/tables/{at.code}/bank/1/", f"/tables/{at.code}/bank/slips/D/{row.day[:4]}/1/"
    assert [proof_of(at.table.row, number).proven for number in (1, 2)] == [True, True]
    assert "Proof: performed again" in page(client, statement)
    assert "Proof: performed again" in client.post(statement, as_csv).content.decode().splitlines()[-1]
    assert "performed again" not in page(signed_in(Role.CASSA, language="en"), slip), "a receipt waits for no replay"
    assert ALTERED.keys() == {kind.rows(row).model for kind in KINDS.values()}
    triggers.drop_triggers(connection)
    for model, columns in ALTERED.items():
        mark = transaction.savepoint()
        first = next(kind.rows(row) for kind in KINDS.values() if kind.rows(row).model is model).order_by("pk")[0]
        model._default_manager.filter(pk=first.pk).update(**columns)
        proof = proof_of(at.table.row, 1)
        assert (proof.proven, proof.words.startswith("NOT PROVEN")) == (False, True), model
        assert all(column in proof.words or model is Slip for column in columns), proof.words
        transaction.savepoint_rollback(mark)
    BankCount.objects.filter(session=row).update(amount=1)
    assert "NOT PROVEN" in page(client, statement)
    assert "NOT PROVEN" in page(client, slip)
    lines = client.post(statement, as_csv | {"nonce": "2" * 32}).content.decode("utf-8-sig").splitlines()
    assert lines[0].strip('"').startswith("NOT PROVEN")
    given = {"form": "json", "nonce": "0" * 32}
    values = json.loads(client.post(statement, given).content)
    assert (values["proven"], values["proof"].startswith("NOT PROVEN")) == (False, True)
    triggers.create_triggers(connection)


def test_where_there_is_no_session_nothing_is_proven(at: AtBank) -> None:
    assert [proof_of(at.table.row, number).proven for number in (0, 3)] == [False, False]
    first = BankSession.objects.get(table=at.table.row, number=1)
    opening = Slip.objects.get(table=at.table.row, letter="D", serial=1)
    triggers.drop_triggers(connection)
    BankSession.objects.filter(pk=first.pk).update(began=opening.number + 1)
    slip = page(signed_in(Role.DIREZIONE, language="en"), f"/tables/{at.code}/bank/slips/D/{first.day[:4]}/1/")
    assert "NOT PROVEN: the rows of this session are not" in slip
    triggers.create_triggers(connection)


def test_a_box_that_was_counted_as_the_next_session_had_begun_is_proven_with_its_own() -> None:
    at = bank_table()
    at.opens()
    at.table.does("change_notes", amount=10_000)
    closed(at, FLOAT | {"10000": FLOAT["10000"] - 1})
    at.table.cast.ispettore.does("close_bank", pieces={"10000": 1})
    at.cassa.does("issue", movement=2, pieces={"10000": 1})
    at.table.cast.dealer.does("receive", movement=2, pieces={"10000": 1})
    at.table.cast.ispettore.does("attest_movement", movement=2, device=at.table.cast.dealer.person.badge)
    at.counts("opener", FLOAT)
    counts_box(at, {"10000": 1})
    client, row = signed_in(Role.DIREZIONE, language="en"), BankSession.objects.get(table=at.table.row, number=1)
    slip = f"/tables/{at.code}/bank/slips/K/{row.day[:4]}/1/"
    assert "Proof: performed again" in page(client, slip)
    triggers.drop_triggers(connection)
    CountTry.objects.filter(count__session=row, count__kind="box").update(pieces={"10000": 3})
    assert "NOT PROVEN" in page(client, slip)


def test_what_the_statement_tells_from_other_rows_is_named_beside_its_proof(at: AtBank) -> None:
    client, address = signed_in(Role.DIREZIONE, language="en"), f"/tables/{at.code}/bank/1/"
    triggers.drop_triggers(connection)
    there = StaffPresence.objects.filter(table=at.table.row)
    before = page(client, address)
    assert there.update(until=None, since=1) > 0
    after = page(client, address)
    triggers.create_triggers(connection)
    assert before != after
    assert "Proof: performed again" in after
    assert "Not covered are tips, what was played, who was at work and the causes named from these" in after
