"""What is written for whoever keeps the house agrees with the code: log, figures, alerts and version."""

import ast
import os
import re
import subprocess
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

import prometheus_client
import yaml

from config import health
from config.doors import gate
from config.environment import VERSION
from table.record import metrics
from tests.paper.sources import PACKAGES
from tests.rig.daphne import ROOT
from tests.rig.rows import every_row

OURS = sorted(path for room in PACKAGES for path in (ROOT / room).rglob("*.py"))
LEVELS = {"debug": "debug", "info": "info", "warning": "warning", "error": "error", "exception": "error"}
PROCESS = {"process_open_fds", "process_max_fds", "process_resident_memory_bytes", "up", "probe_success"}
"""What Prometheus and its library of Python know of any process."""
FUNCTIONS = r"sum|rate|increase|count|histogram_quantile|without|by|for|or|and|on|max|min"


class Line(NamedTuple):
    """A line of the log as it is written or described: its level, and the fields that it names."""

    level: str
    fields: frozenset[str]


def rows(page: str) -> Iterator[list[str]]:
    """The rows of all tables of a page whose first cell is a name."""
    for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
        cells = [it.strip() for it in line.strip("|").split("|")]
        if line.startswith("| `"):
            yield cells


# --- the log


@cache
def written() -> frozenset[tuple[str, Line]]:
    """Every event that the code writes, with the fields that are named where it is written."""
    texts = [path.read_text(encoding="utf-8") for path in OURS]
    functions = [it for text in texts if re.search(r"\blog\.\w+\(", text) for it in ast.walk(ast.parse(text))]
    return frozenset(
        line for it in functions if isinstance(it, ast.FunctionDef | ast.AsyncFunctionDef) for line in _of(it)
    )


def _of(function: ast.AST) -> Iterator[tuple[str, Line]]:
    values = {
        target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(function):
        match call:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="log"), attr=level), args=[ast.Constant(value=str(event)), *_]
            ):
                yield event, Line(LEVELS[level], frozenset(_fields(call.keywords, values)))


def _fields(given: list[ast.keyword], values: dict[str, ast.Dict]) -> Iterator[str]:
    for it in given:
        if it.arg:
            yield it.arg
        elif isinstance(it.value, ast.Name) and it.value.id in values:
            yield from (str(key.value) for key in values[it.value.id].keys if isinstance(key, ast.Constant))


def described() -> dict[str, Line]:
    """Every event of docs/logs.md."""
    found = {}
    for event, source, fields, *_said in rows("docs/logs.md"):
        name = event.strip("`")
        assert name not in found, f"{name} is described twice"
        found[name] = Line(source.rpartition(", ")[2], frozenset(re.findall(r"`(\w+)`", fields)))
    return found


def test_every_event_of_the_log_is_described_and_no_other() -> None:
    assert {event for event, _line in written()} == set(described())


def test_an_event_is_described_with_its_level_and_every_field_that_it_names() -> None:
    known = described()
    for event, line in written():
        assert known[event].level == line.level, event
        assert line.fields <= known[event].fields, event


# --- figures and alerts


def figures() -> set[str]:
    """The figures of the house, by the names under which they are collected."""
    ours = [it for module in (metrics, health, gate) for it in vars(module).values()]
    found: set[str] = set()
    for it in ours:
        if isinstance(it, prometheus_client.metrics.MetricWrapperBase):
            ending = {"counter": "_total", "info": "_info"}.get(it._type or "", "")
            found.add(it._name + ending)
    return found


def test_every_figure_of_the_house_is_described_and_no_other() -> None:
    named = {cells[0].strip("`") for cells in rows("docs/metrics.md") if cells[0].startswith("`sabot_")}
    collected = {family.name for family in prometheus_client.REGISTRY.collect() if family.name.startswith("sabot_")}
    assert {re.sub("_(total|info)$", "", it) for it in named} >= collected, (
        "also of modules that are not looked at here"
    )
    assert named >= figures()
    assert {re.sub("_(total|info)$", "", it) for it in named} == collected


def rules() -> list[dict[str, str]]:
    """The alerts of deploy/alerts.yml."""
    read = yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text(encoding="utf-8"))
    return [rule for group in read["groups"] for rule in group["rules"]]


@every_row("rule", rules())
def test_an_alert_asks_for_figures_that_there_are_and_says_what_to_do(rule: dict[str, str]) -> None:
    expression = re.sub(r"\{[^}]*\}|\[[^]]*\]|\((?:verb|le|version)\)", "", rule["expr"])
    names = {it for it in re.findall(r"[a-z_]{2,}", expression) if not re.fullmatch(FUNCTIONS, it)}
    buckets = {f"{it}_bucket" for it in figures()}
    assert names, rule["expr"]
    assert names <= figures() | buckets | PROCESS, names
    assert {"summary", "action"} <= set(rule["annotations"])
    assert rule["labels"]["severity"] in {"page", "ticket"}  # type: ignore[index]
    assert rule["alert"] in (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")


# --- the version


def sections() -> list[tuple[str, str]]:
    """The versions of CHANGELOG.md with their dates, the newest first; without what has not landed."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.findall(r"^## \[(\d+\.\d+\.\d+)\] – (\S+) – \S", text, re.MULTILINE)


def test_the_newest_version_that_is_told_is_the_one_that_runs() -> None:
    newest, _when = sections()[0]
    assert newest == VERSION, "pyproject.toml and the first dated section of CHANGELOG.md name the same version"
    assert (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").count("## [Unreleased]") <= 1


def test_versions_follow_one_another() -> None:
    numbers = [tuple(map(int, version.split("."))) for version, _when in sections()]
    days = [date.fromisoformat(when) for _version, when in sections()]
    assert numbers == sorted(set(numbers), reverse=True)
    assert days == sorted(days, reverse=True)


def test_the_version_stands_in_one_place() -> None:
    others = [*OURS, *(ROOT / "templates").rglob("*.html"), *Path(ROOT / "deploy").rglob("*")]
    texts = (it for it in others if it.is_file() and it.name != "wheels.txt")
    assert [it for it in texts if f'"{VERSION}"' in it.read_text(encoding="utf-8")] == []


def test_every_version_but_the_one_that_lands_names_its_commit_and_all_are_tagged_from_it(tmp_path: Path) -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    named = dict(re.findall(r"^## \[(\d+\.\d+\.\d+)\] .*\n\nCommit `([0-9a-f]{16})`\.$", text, re.MULTILINE))
    assert [it for it, _when in sections()[1:] if it not in named] == []
    if git("rev-parse", "--is-shallow-repository", at=ROOT).strip() == "true":
        return  # the commits of before are not here, and nothing can be tagged
    clone = tmp_path / "clone"
    git("clone", "--quiet", "--shared", "--no-checkout", "--no-tags", str(ROOT), str(clone), at=ROOT)
    (clone / "CHANGELOG.md").write_text(text, encoding="utf-8")
    for _twice in range(2):
        subprocess.run(["make", "--file", ROOT / "Makefile", "tags"], cwd=clone, env=os.environ | WHO, check=True)
    tagged = {it: git("rev-parse", f"v{it}^{{commit}}", at=clone).strip()[:16] for it in named}
    assert tagged == named
    assert set(git("tag", at=clone).split()) == {f"v{it}" for it in named}


WHO = {"GIT_COMMITTER_NAME": "Sabot", "GIT_COMMITTER_EMAIL": "sabot@localhost"}


def git(*command: str, at: Path) -> str:
    """What git says there."""
    return subprocess.run(["git", *command], cwd=at, capture_output=True, text=True, check=True).stdout
