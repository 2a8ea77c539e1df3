"""What STYLE.md asks of two words: standing is a guest on foot, held a coup or a card, and no name says otherwise.

Those are the names of the house and of its tests, of scripts in the browser, and of templates with their macros.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.house.test_architecture import OURS, ROOT
from tests.house.test_words_of_names import TEST, TESTS, is_unclear, names
from tests.house.test_words_of_pages import in_script, in_template
from tests.paper.sources import walk, without_texts

COLUMN, POLICY, ATTRIBUTE = "a column", "a policy key", "a data attribute of a page"
GUEST, COUP, CARD = "a guest on foot", "a coup that is held", "a card that is held"
GAME, LINE = "Punto stands: a term of the Regola", "a word of a line in scripts of a table"
HOUSE = frozenset(OURS)
OF_ONE_MEANING = frozenset({"standing", "held"})
MENTIONED = re.compile("|".join(OF_ONE_MEANING), re.IGNORECASE)
"""In whose code none of the words is, there no name has one."""
MEANINGS = {
    "procedures/articles/article_03_fallen_cards.py held": CARD,
    "procedures/articles/layout_answers.py held": COUP,
    "procedures/case/cases.py held": COUP,
    "procedures/case/noticing.py _held": COUP,
    "procedures/rebuild/placement.py held": COUP,
    "procedures/reports/incident.py held": COUP,
    "procedures/screens/deciding.py Held": COUP,
    "procedures/screens/deciding.py _held": COUP,
    "procedures/screens/deciding.py held": COUP,
    "procedures/verbs/script.py _is_held": COUP,
    "procedures/verifier/cards.py HELD": CARD,
    "procedures/verifier/cards.py keep_held": CARD,
    "static/bank/bank.js standing": ATTRIBUTE,
    "table/models/coup.py held": COUP,
    "table/models/coup.py standing": GUEST,
    "table/models/tables.py Standing": COLUMN,
    "table/models/tables.py standing": COLUMN,
    "table/models/outside.py held_until": COLUMN,
    "table/models/seating.py Standing": GUEST,
    "table/models/shoe.py HELD": CARD,
    "table/models/shoe.py HELD_SEEN": CARD,
    "table/models/shoe.py HELD_UNDER": CARD,
    "table/play/cards.py enter_held_cards": CARD,
    "table/play/declaration.py held": COUP,
    "table/play/declaration.py while_held": COUP,
    "table/play/seats.py _standing_at": GUEST,
    "table/play/stakes.py standing": GUEST,
    "table/play/state.py HELD_CARDS": CARD,
    "table/play/state.py STANDING": GUEST,
    "table/play/state.py held": CARD,
    "table/play/state.py standing": GUEST,
    "table/rules/profile.py standing_top_bet": POLICY,
    "table/rules/reading.py top_standing": GUEST,
    "table/rules/refusal.py HELD": COUP,
    "table/rules/regola.py _AFTER_STANDING": GAME,
    "table/rules/shoe.py HeldCard": CARD,
    "table/rules/shoe.py held": CARD,
    "table/screens/dealer/taking_back.py held": COUP,
    "table/screens/dealer/taking_back.py standing": GUEST,
    "table/screens/dealer/task.py _changed_in_a_held_coup": COUP,
    "table/screens/dealer/task.py _covered_in_a_held_coup": COUP,
    "table/screens/inspector/seats.py standing": GUEST,
    "table/screens/read/notices.py held": COUP,
    "table/screens/read/snapshot.py held": COUP,
    "table/screens/read/snapshot.py standing": GUEST,
    "table/screens/read/sentences.py STANDING": GUEST,
    "table/script/lines/expect_table.py standing": LINE,
    "table/verbs/betting.py standing": GUEST,
    "table/verbs/corrections/stakes.py StandingFix": GUEST,
    "table/verbs/corrections/stakes.py correct_standing": GUEST,
    "table/verbs/corrections/stakes.py standing": GUEST,
    "table/verbs/counting.py held": CARD,
    "table/verbs/house/seating.py leave_standing": GUEST,
    "table/verbs/house/seating.py standing": GUEST,
    "templates/regions/console/seats.html standing": GUEST,
    "templates/regions/console/take_back.html held": COUP,
    "templates/regions/console/take_back.html standing": GUEST,
    "templates/regions/desk/corrections.html standing": GUEST,
    "templates/regions/desk/seats.html standing": GUEST,
    "templates/regions/desk_dialogs.html standing": GUEST,
    "templates/regions/incidents.html held": COUP,
    "tests/browser/houses/documents.py BANCO_DRAWS_AFTER_STANDING": GAME,
    "tests/browser/lab/law.py _held": COUP,
    "tests/browser/onlookers.py held": COUP,
    "tests/browser/test_demo.py held": COUP,
    "tests/browser/test_displays.py held": COUP,
    "tests/browser/test_pit.py held": COUP,
    "tests/croupier/situations.py held": COUP,
    "tests/house/offices.py while_held": COUP,
    "tests/house/test_desk.py held": COUP,
    "tests/house/test_history.py HELD_AND_EARLY": CARD,
    "tests/house/test_matrix.py held": COUP,
    "tests/machine/laws/incidents.py a_coup_is_held_while_an_incident_stands": COUP,
    "tests/machine/record.py held": CARD,
    "tests/machine/record.py standing": GUEST,
    "tests/procedures/moments.py until_held": COUP,
    "tests/procedures/test_while_a_case_stands.py _held": COUP,
    "tests/rules/test_reading.py standing": GUEST,
    "tests/rules/test_shoe.py held": CARD,
}
"""Names with a word of OF_ONE_MEANING, each with what it means there, or why it stays as it is."""


def of_one_meaning(place: str, names: Iterable[str]) -> set[str]:
    """Return the names of a file with a word of OF_ONE_MEANING, each after its place as in MEANINGS."""
    return {f"{place} {name}" for name in names if is_unclear(name, OF_ONE_MEANING)}


def named(path: Path) -> Iterator[str]:
    """Yield what a file names; the name of a test is a sentence of a regulation, in whose words these may be."""
    source = path.read_text(encoding="utf-8")
    if not MENTIONED.search(source):
        return
    match path.suffix:
        case ".js":
            yield from in_script(source)
        case ".html":
            yield from in_template(source)
        case _:
            tests, code = path not in HOUSE, without_texts(source)
            is_mentioned = MENTIONED.search(TEST.sub("", code) if tests else code)
            found = (name for _line, name in names(walk(ast.parse(source if is_mentioned else ""))))
            yield from (it for it in found if not (tests and it.startswith("test_")))


def test_standing_is_a_guest_and_held_a_coup_or_a_card() -> None:
    pages = [*(ROOT / "static").rglob("*.js"), *(ROOT / "tests").rglob("*.js"), *(ROOT / "templates").rglob("*.html")]
    assert len(pages) > 200
    found: set[str] = set()
    for path in (*OURS, *TESTS, *pages):
        if "migrations" not in path.parts:
            found |= of_one_meaning(path.relative_to(ROOT).as_posix(), named(path))
    assert (sorted(found - MEANINGS.keys()), sorted(MEANINGS.keys() - found)) == ([], [])


@pytest.mark.parametrize(
    ("name", "source", "others"),
    [
        (
            "line.py",
            "HELD_SECONDS = 6.0\ndef standing_reports(holding, withheld): ...\nclass LockHeld: ...",
            {"HELD_SECONDS", "standing_reports", "LockHeld"},
        ),
        ("pile.js", "const held = { timer: 0 }; // standing", {"held"}),
        ("tile.html", "{% macro tile(standing) %}{{ held_keys }}{% endmacro %}", {"standing", "held_keys"}),
    ],
)
def test_another_use_of_a_word_of_one_meaning_is_found(
    name: str, source: str, others: set[str], tmp_path: Path
) -> None:
    (tmp_path / name).write_text(source, encoding="utf-8")
    found = of_one_meaning(name, named(tmp_path / name))
    assert found == {f"{name} {it}" for it in others}
    assert found.isdisjoint(MEANINGS)
