"""How the tables of the casino are played in an evening: by a program beside the house, in the version of the house."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.rig.daphne import ROOT
from tests.year.casino import Casino, Failed
from tests.year.evening import PLAYING
from tests.year.month import Month

PAUSE_SECONDS = 0.5
"""Before each act of a table, on an evening amid which something happens: seven times a floor's pace. On all others the
tables are played as fast as the house answers, which then has no time for anybody else."""


@dataclass
class Evenings:
    """How the tables of this house are played."""

    house: Casino
    codes: Sequence[str]
    coups: int
    seed: int
    shoe: str = ""
    """The table whose electronic shoe tells the cards."""
    bank: str = ""
    """The table that keeps a bank, wherever the house is of a version that has one."""

    def plays(self, night: int, month: Month, *, amid: Callable[[str], None] | None = None) -> None:
        """An evening, ``amid`` which something happens: it is given the session of somebody who looks on."""
        since = time.perf_counter()
        command = [sys.executable, "-m", "tests.year.evening", ",".join(self.codes), "--coups", str(self.coups)]
        command += [
            "--seed",
            str(self.seed + night),
            *(it for door in self.house.doors for it in ("--door", str(door))),
        ]
        command += ["--furnish"] if night == 1 else []
        command += ["--pause", str(PAUSE_SECONDS)] if amid else []
        command += ["--shoe", self.shoe] if self.shoe else []
        command += ["--bank", self.bank] if self.bank and self.house.code == ROOT else []
        env = self.house.environment(DATABASE_POOL="0", LOG_LEVEL="ERROR", LOG_FILE="var/evening.log")
        with subprocess.Popen(
            command, cwd=self.house.code, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as playing:
            assert playing.stdin is not None
            assert playing.stdout is not None
            begun, _blank, session = playing.stdout.readline().strip().rpartition(" ")
            if amid is not None and begun == PLAYING:
                amid(session)
            playing.stdin.close()
            last = playing.stdout.read().strip()
        if playing.returncode:
            raise Failed(f"the evening of night {night} ended with {playing.returncode}")
        result = json.loads(last)
        month.coups += result["coups"]
        month.acknowledged += result["acknowledged"]
        month.refused += result["refused"]
        month.unanswered += result["unanswered"]
        month.longest = max(month.longest, result["longest"])
        month.wrong += [f"night {night}: {it}" for it in result["wrong"]]
        month.said += result["sentences"] if amid is None else [f"({it})" for it in result["sentences"]]
        month.evening = time.perf_counter() - since
