"""The nightly job with the settings that ship, as programs: what it finds missing is on the page and in the figures."""

import sys
from collections.abc import Mapping
from pathlib import Path
from subprocess import run
from urllib.request import urlopen

import pytest

from tests.backup.houses import PASSPHRASE
from tests.backup.test_served import programs
from tests.rig.daphne import ROOT
from tests.rig.engines import Engine
from tests.rig.process import running

pytestmark = pytest.mark.faults
WORK = "from config.service import night; raise SystemExit(night.work())"


def night(env: Mapping[str, str]) -> None:
    """The work of one of them."""
    done = run([sys.executable, "-c", WORK], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_gap_that_the_night_finds_is_a_figure_of_the_house_that_is_served(engine: Engine, tmp_path: Path) -> None:
    with engine.fresh() as url:
        house = programs(url, tmp_path)
        env = {**house.env, "EXPORTS": str(tmp_path / "exports"), "NIGHT_BY": "ada", "NIGHT_PASSPHRASE": PASSPHRASE}
        house.says("direzione", typed="ada\n271828\n")
        night(env)
        house.says("seal", "--new-key", "--by", "ada")
        night(env)
        first, _second = sorted((tmp_path / "exports").rglob("house.jsonl"))
        first.unlink()
        night(env)
        command = [sys.executable, "-m", "config.serve", "127.0.0.1", "0"]
        with running(command, ready="Listening on", cwd=ROOT, env=env) as said:
            [address] = [it.split()[-1] for it in said.lines if "Sabot is open at" in it]
            with urlopen(f"{address}metrics") as page:
                metrics = page.read().decode()
    assert "sabot_hand_out_gaps 1.0" in metrics
