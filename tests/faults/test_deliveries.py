"""Everything arrives: also where the program that delivers is killed, under the same names, or comes amid two acts."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from table.models import HOUSE, Attack, Outlet, Webhook
from table.outside import signing
from table.outside.delivery import deliver
from table.record import attacks
from tests.house.test_webhook import HERE, Receiver, at_table, listening, tips
from tests.rig.daphne import ROOT, environment
from tests.rig.tables import Cast, ready_table

KILLS = 3


@pytest.mark.faults
def test_a_program_that_is_killed_between_a_delivery_and_its_mark_loses_nothing(
    real_database: str, settings: Any
) -> None:
    settings.WEBHOOK_NETWORKS = [HERE]
    env = environment({"DATABASE_URL": real_database, "WEBHOOK_NETWORKS": HERE})
    receiver, killed = Receiver(), list[int]()

    def kills() -> int:
        """Take it in, and let the program that has sent it never hear of it."""
        if len(killed) < KILLS:
            killed.append(program.pid)
            os.kill(program.pid, signal.SIGKILL)
        return 204

    receiver.answers = kills
    with listening(receiver) as url:
        before = ready_table(seats=1).number
        Cast.at(HOUSE).direzione.does("admit_webhook", key="cage", url=url)
        receiver.secret = signing.secret_of(Webhook.objects.get())
        for _kill in range(KILLS):
            tips(2)
            program = subprocess.Popen([sys.executable, "manage.py", "deliver", "--once"], cwd=ROOT, env=env)
            assert program.wait() == -signal.SIGKILL
            Outlet.objects.update(held_until=timezone.now() - timedelta(seconds=1))
        assert deliver() == (2, 0)
    assert len(set(receiver.names[: KILLS + 1])) == 1, "the first two tips come again and again as they were"
    assert len(set(receiver.bodies[: KILLS + 1])) == 1
    assert receiver.names[-1] not in receiver.names[:-1]
    assert receiver.taken == {"T3": list(range(before + 1, at_table().number + 1))}
    assert receiver.dropped == 2 * KILLS


@pytest.mark.on("postgresql")
@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
@pytest.mark.usefixtures("real_database")
def test_of_two_attacks_at_once_neither_is_passed_over_by_a_delivery_between_them(settings: Any) -> None:
    """It may have the lower number: that is drawn before the row can be seen. (One writes at a time in SQLite.)"""
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    deliver()
    another, now = connection.copy(), timezone.now()
    another.set_autocommit(False)
    first = "INSERT INTO table_attack (kind, whom, since, last, times) VALUES ('address', '203.0.113.1', %s, %s, 1)"
    with closing(another), another.cursor() as cursor:
        cursor.execute(first, [now, now])
        attacks.goes_on(Attack.Kind.ADDRESS, "203.0.113.2")
        deliver()
        another.commit()
    deliver()
    mails = "".join(str(it.body) for it in mail.outbox)
    assert [mails.count(it) for it in ("203.0.113.1", "203.0.113.2")] == [1, 1]
