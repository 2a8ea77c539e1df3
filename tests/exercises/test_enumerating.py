"""A test that goes through what is declared is found in whatever way it does; one that plays at a table is not."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests.exercises.checklists import ROOT
from tests.exercises.enumerating import REGISTRIES, enumerating
from tests.exercises.names import Modules

HOUSE = {
    "table/play/declaration.py": "VERBS = {}\n",
    "table/play/said.py": """
        from table.play.declaration import VERBS
        OF_DEALER = [it for it in VERBS.values() if it.dealer]
        PAIRS = dict(zip(OF_DEALER, OF_DEALER))
        def offered():
            return [it for it in VERBS if it]
        def act(name):
            return VERBS[name]
        def played(name):
            return offered() and act(name)
    """,
    "table/play/__init__.py": "from .declaration import VERBS\n",
    "table/rules/profile.py": "KEYS = {}\nclass Profile: ...\n",
    "tests/house/offices.py": "OFFICES = {}\n",
    "tests/conftest.py": """
        import pytest
        from table.play.declaration import VERBS
        @pytest.fixture
        def everything():
            return list(VERBS)
        @pytest.fixture(autouse=True)
        def kept_as_it_was():
            return dict(VERBS)
    """,
    "tests/rig/walks.py": """
        from table.play import declaration
        from table.play.said import offered
        NAMES = sorted(declaration.VERBS)
        class Walker:
            def __init__(self):
                self.names = [*declaration.VERBS]
        class Player:
            def plays(self):
                return offered()[0]
    """,
    "tests/rig/others.py": "from tests.rig.walks import Walker\nVERBS = {}\n",
}
GO_THROUGH = {
    "a loop": "from table.play.declaration import VERBS\ndef test_it():\n    for it in VERBS: assert it",
    "a task": "from table.play.declaration import VERBS\nasync def test_it():\n    for it in VERBS: assert it",
    "a comparison": "from table.play.declaration import VERBS\ndef test_it(): assert VERBS.keys() == {1}",
    "how many": "from table.play.declaration import VERBS\ndef test_it(): assert len(VERBS) == 90",
    "another name": "from table.play.declaration import VERBS as them\ndef test_it(): assert sorted(them)",
    "a package": "from table.play import VERBS\ndef test_it(): assert all(VERBS)",
    "a module": "from table.play import declaration\ndef test_it(): assert all(declaration.VERBS)",
    "a module by its whole name": "import table.play.declaration\n"
    "def test_it(): assert all(table.play.declaration.VERBS)",
    "an import within": "def test_it():\n    from table.play.declaration import VERBS\n    assert all(VERBS)",
    "cases": "import pytest\nfrom table.play.declaration import VERBS\n"
    "@pytest.mark.parametrize('name', VERBS)\ndef test_it(name): assert name",
    "cases of the module": "import pytest\nfrom table.play.declaration import VERBS\n"
    "pytestmark = pytest.mark.parametrize('name', VERBS)\ndef test_it(name): assert name",
    "names of the module": "from table.play.declaration import VERBS\nNAMES = {*VERBS}\ndef test_it(): assert NAMES",
    "names beyond a condition": "import sys\nfrom table.play.declaration import VERBS\n"
    "if sys.argv:\n    NAMES = {*VERBS}\ndef test_it(): assert NAMES",
    "what the house made": "from table.play.said import OF_DEALER\ndef test_it(): assert all(OF_DEALER)",
    "what it made of that": "from table.play.said import PAIRS\ndef test_it(): assert all(PAIRS)",
    "what the house calls": "from table.play.said import offered\ndef test_it(): assert offered() == []",
    "what is typed of the house": "from tests.house.offices import OFFICES\ndef test_it(): assert all(OFFICES)",
    "a fixture": "def test_it(everything): assert everything",
    "a fixture by word": "import pytest\n@pytest.mark.usefixtures('everything')\ndef test_it(): ...",
    "a fixture while it runs": "def test_it(request): assert request.getfixturevalue('everything')",
    "a fixture of the module": "import pytest\nfrom table.play.declaration import VERBS\n"
    "@pytest.fixture(autouse=True)\ndef them(): return set(VERBS)\ndef test_it(): ...",
    "a fixture of a fixture": "import pytest\n@pytest.fixture\ndef them(everything): return everything\n"
    "def test_it(them): assert them",
    "a helper": "from tests.rig.walks import NAMES\ndef test_it(): assert NAMES[0]",
    "a class": "from tests.rig.others import Walker\ndef test_it(): assert Walker().names",
    "a class above": "from tests.rig.walks import Walker\nclass Mine(Walker): ...\ndef test_it(): assert Mine()",
    "a helper of a helper": "from tests.rig import walks\ndef named(): return walks.NAMES[0]\n"
    "def test_it(): assert named()",
    "a folder": "from pathlib import Path\ndef test_it(): assert [*Path('templates').rglob('*.html')]",
    "keys": "from typing import get_type_hints\nfrom table.rules.profile import Profile\n"
    "def test_it(): assert get_type_hints(Profile)",
    "fields": "from table.rules.profile import Profile\ndef test_it(): assert Profile.__dataclass_fields__",
}
DO_NOT = {
    "an act that is looked up": "from table.play.declaration import VERBS\ndef test_it(): assert VERBS['deal'].title",
    "an act that is there": "from table.play.declaration import VERBS\ndef test_it(): assert 'deal' in VERBS",
    "an act that is had": "from table.play.declaration import VERBS\ndef test_it(): assert VERBS.get('deal')",
    "an evening": "from table.play.said import played\ndef test_it(): assert played('deal')",
    "whoever plays": "from tests.rig.walks import Player\ndef test_it(): assert Player().plays()",
    "another thing of that name": "from tests.rig.others import VERBS\ndef test_it(): assert list(VERBS)",
    "fields of its own": "from dataclasses import dataclass, fields\n@dataclass\nclass Own: ...\n"
    "def test_it(): assert not fields(Own)",
}


def found(root: Path, text: str) -> list[str]:
    """Return which tests enumerate in a house of a few files with one test in it."""
    for name, content in (HOUSE | {"tests/house/test_one.py": text}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(dedent(content), "utf-8")
    return enumerating(root)


@pytest.mark.parametrize("text", GO_THROUGH.values(), ids=GO_THROUGH.keys())
def test_a_test_that_goes_through_what_is_declared_is_found(text: str, tmp_path: Path) -> None:
    assert found(tmp_path, text) == ["tests/house/test_one.py::test_it"]


@pytest.mark.parametrize("text", DO_NOT.values(), ids=DO_NOT.keys())
def test_a_test_that_plays_or_looks_something_up_is_not(text: str, tmp_path: Path) -> None:
    assert found(tmp_path, text) == []


def test_what_is_asked_of_served_houses_is_left_to_its_own_run(tmp_path: Path) -> None:
    found(tmp_path, GO_THROUGH["a loop"])
    (tmp_path / "tests/house").rename(tmp_path / "tests/browser")
    assert enumerating(tmp_path) == []


def test_every_registry_stands_where_it_is_looked_for() -> None:
    modules = Modules(ROOT).all
    assert all(names <= modules[module].defined.keys() for module, names in REGISTRIES.items())
