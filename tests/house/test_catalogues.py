"""The translations: nothing that a source says is missed, and `--check` sees whatever is not finished."""

from pathlib import Path

import polib
import pytest

from table.management.catalogues import Catalogues

RULE = """
from table.rules.refusal import Code, Refused, require

def bet(amount):
    raise Refused(
        Code.MAX,
        "The maximum for this box is %(maximum)s, "
        "not %(amount)s.",
        source="Art. 11",
        maximum=5, amount=amount,
    )

def seat(number):
    require(number in [1, 2, 3], Code.POSITION, "There is no such position.")
"""
PAGE = "{{ _('Coup %(number)s', number=n) }}{% trans count=n %}One card{% pluralize %}{{ count }} cards{% endtrans %}"
SENTENCE = "The maximum for this box is %(maximum)s, not %(amount)s."
ITALIAN = {
    "There is no such position.": "Non esiste questa posizione.",
    SENTENCE: "Il massimo per questa casella è %(maximum)s, non %(amount)s.",
    "Coup %(number)s": "Colpo %(number)s",
}


@pytest.fixture
def catalogues(tmp_path: Path) -> Catalogues:
    """A small tree with one rule and one page, and its Italian catalogue, complete."""
    package(tmp_path, "table", RULE)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "front.html").write_text(PAGE, encoding="utf-8")
    made = Catalogues(tmp_path, ["it"])
    made.update(prune=False)
    translate(made, **{"One card": "Una carta|%(count)s carte"}, **ITALIAN)
    return made


def package(root: Path, name: str, source: str) -> None:
    """Write a package with one module."""
    (root / name).mkdir()
    (root / name / "__init__.py").touch()
    (root / name / "stakes.py").write_text(source, encoding="utf-8")


def translate(catalogues: Catalogues, **texts: str) -> None:
    """Fill in translations by hand, as a translator would; the forms of a plural are separated by a bar."""
    file = polib.pofile(str(catalogues.path("it")))
    for msgid, text in texts.items():
        entry = file.find(msgid)
        if entry.msgid_plural:
            entry.msgstr_plural = dict(enumerate(text.split("|")))
        else:
            entry.msgstr = text
    file.save()
    catalogues.update(prune=False)  # as polib lays it out, nobody else does


def test_a_sentence_that_moved_to_another_file_is_a_fault_until_the_catalogue_says_so(catalogues: Catalogues) -> None:
    assert catalogues.faults() == []
    (catalogues.root / "table" / "stakes.py").rename(catalogues.root / "table" / "limits.py")
    assert [it.partition(",")[0] for it in catalogues.faults()] == ["it: complete"]
    catalogues.update(prune=False)
    assert catalogues.faults() == []


@pytest.mark.parametrize(
    ("said", "otherwise"),
    [
        ("Language: it", "Language: de"),
        ("plural=(n != 1)", "plural=(n > 1)"),
        ("#: table/stakes.py", "#: table/stakes.py:3"),
        ("#, python-format\n", ""),
        ('msgid "', '#. said elsewhere\nmsgid "'),
    ],
)
def test_whatever_an_update_writes_is_compared(catalogues: Catalogues, said: str, otherwise: str) -> None:
    path = catalogues.path("it")
    whole = path.read_text("utf-8")
    before, found, after = whole.rpartition(said)
    assert found
    path.write_text(before + otherwise + after, "utf-8")
    assert [it.partition(",")[0] for it in catalogues.faults()] == ["it: complete"]
    catalogues.update(prune=False)
    assert path.read_text("utf-8") == whole


def test_sentences_of_refusals_and_of_pages_are_found(catalogues: Catalogues) -> None:
    found = {entry.msgid: [file for file, _ in entry.occurrences] for entry in polib.pofile(str(catalogues.path("it")))}
    assert found == {
        SENTENCE: ["table/stakes.py"],
        "There is no such position.": ["table/stakes.py"],
        "Coup %(number)s": ["templates/front.html"],
        "One card": ["templates/front.html"],
    }


def test_every_further_package_is_read_and_no_test(catalogues: Catalogues) -> None:
    for name in ("cloakroom", "tests"):
        package(catalogues.root, name, f"_('A coat of the {name}.')")
    assert catalogues.faults() == ["it: missing: 'A coat of the cloakroom.'"]


def test_a_complete_catalogue_has_no_fault(catalogues: Catalogues) -> None:
    assert catalogues.faults() == []


def test_a_second_update_changes_nothing(catalogues: Catalogues) -> None:
    catalogues.update(prune=False)
    before = catalogues.path("it").read_bytes()
    catalogues.update(prune=False)
    assert catalogues.path("it").read_bytes() == before
    assert b"Date" not in before
    assert str(catalogues.root).encode() not in before


@pytest.mark.parametrize(
    ("msgid", "text", "fault"),
    [
        ("Coup %(number)s", "", "untranslated"),
        ("Coup %(number)s", "Colpo", "other places than its id"),
        ("Coup %(number)s", "Colpo %(numero)s", "other places than its id"),
        ("Coup %(number)s", "Colpo %(number)s, 5 %", "other places than its id"),
        ("One card", "Una carta|", "untranslated"),
        ("One card", "Una carta|%(number)s carte", "other places than its id"),
    ],
)
def test_a_faulty_translation_is_seen(catalogues: Catalogues, msgid: str, text: str, fault: str) -> None:
    translate(catalogues, **{msgid: text})
    (found,) = catalogues.faults()
    assert found.startswith(f"it: {fault}: ")
    assert msgid in found


def test_a_doubled_per_cent_sign_is_no_place(catalogues: Catalogues) -> None:
    translate(catalogues, **{"Coup %(number)s": "Colpo %(number)s (5 %%)"})
    assert catalogues.faults() == []


def test_a_fuzzy_translation_is_seen(catalogues: Catalogues) -> None:
    file = polib.pofile(str(catalogues.path("it")))
    file.find("Coup %(number)s").flags.append("fuzzy")
    file.save()
    assert [fault.split(": ")[1] for fault in catalogues.faults()] == ["fuzzy"]


def test_a_new_sentence_is_missing_until_the_catalogue_is_updated_and_translated(catalogues: Catalogues) -> None:
    (catalogues.root / "templates" / "new.html").write_text("{{ _('Rules') }}", encoding="utf-8")
    assert [fault.split(": ")[1] for fault in catalogues.faults()] == ["missing"]
    catalogues.update(prune=False)
    assert [fault.split(": ")[1] for fault in catalogues.faults()] == ["untranslated"]


def test_a_sentence_that_is_gone_is_obsolete_and_returns_with_its_translation(catalogues: Catalogues) -> None:
    page = catalogues.root / "templates" / "front.html"
    page.write_text("{{ _('Other') }}", encoding="utf-8")
    catalogues.update(prune=False)
    translate(catalogues, Other="Altro")
    assert len(catalogues.faults()) == 2
    assert all("obsolete" in fault for fault in catalogues.faults())

    page.write_text(PAGE + "{{ _('Other') }}", encoding="utf-8")
    catalogues.update(prune=False)
    assert catalogues.faults() == []

    page.write_text("{{ _('Other') }}", encoding="utf-8")
    catalogues.update(prune=True)
    assert catalogues.faults() == []


def test_a_compiled_catalogue_says_what_was_translated(catalogues: Catalogues) -> None:
    catalogues.compile()
    compiled = polib.mofile(str(catalogues.path("it").with_suffix(".mo")))
    assert compiled.find("Coup %(number)s").msgstr == "Colpo %(number)s"
