"""A house of one's own is a house: made, named, changed and retired on the record, offered, and applied to tables."""

import re
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils import translation

from table.models import HOUSE, Entry, OwnRules, Policy, Table
from table.play import offered as available
from table.record.proof import audit
from table.reports.figures import errors
from table.rules.houses import ADMIRAL, CLASSICO_COPERTO, HOUSES, MALTA, ONLINE, VENEZIA
from table.rules.profile import OF_THE_BANK, Profile, Role, as_values, derive
from table.rules.refusal import Code
from table.screens.rules.form import Book
from table.script import values
from table.views.derived import changes
from table.words.numbers import Numbers
from tests.house.reader import IN_EACH_LANGUAGE
from tests.house.test_odds_command import odds
from tests.office.test_office import Office, typed
from tests.reports.figures.evening import small_evening
from tests.rig.cast import Cast
from tests.rig.rows import every_row
from tests.rig.tables import AtTable, new_table, ready_table

pytestmark = pytest.mark.django_db
KEY, NAME = "our-house", "Our House"
OWN, CHANGE = f"/office/rules/{KEY}/", f"/office/rules/{KEY}/change/"
CHANGED = r'id="changed-(\w+)"><dt>(.*?)</dt><dd>(.*?)</dd><dd[^>]*>(.*?)</dd>'
REAL = [it for it in HOUSES.values() if it.dealing != "automatic"]


def made(parent: Profile = VENEZIA, **changes: Any) -> Profile:
    """Own rules of the house, made through the door."""
    rules = derive(parent, key=KEY, title=NAME, **changes)
    Cast.at(HOUSE).direzione.does("make_rules", key=KEY, title=NAME, rules=as_values(rules))
    return rules


def amended(version: int = 2, **changes: Any) -> None:
    """Another version of them."""
    Cast.at(HOUSE).direzione.does("amend_rules", key=KEY, version=version, changes=changes)


def latest() -> OwnRules:
    return OwnRules.objects.filter(house__key=KEY).latest("version")


def in_force(code: str = "T3") -> tuple[Profile, Profile | None]:
    """What a table plays by, and what it will from the next taglia on."""
    row = Table.objects.select_related("policy", "next_policy").get(code=code)
    assert row.policy is not None
    return row.policy.profile, row.next_policy.profile if row.next_policy else None


def rows(page: str) -> dict[str, str]:
    """What the page of own rules says of each table."""
    found = re.findall(r'<li class="row row-table"><b>(\w+)</b>(.*?)</li>', page, re.DOTALL)
    return {code: " ".join(re.sub(r"<[^>]*>", " ", text).split()) for code, text in found}


def applied(office: Office, code: str) -> Any:
    """The press «Apply» of one table, as its page has it."""
    here = rf'<form class="row-ways"(?:(?!</form>).)*name="table" value="{code}".*?</form>'
    form = re.search(here, office.page(OWN), re.DOTALL)
    assert form, f"there is nothing to apply at {code}"
    return office.client.post(OWN, dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0])))


def faults() -> list[str]:
    """What is wrong with the house, but that its cast is on no record."""
    return [it for it in audit.faults(HOUSE) if not it.startswith("house: badge ")]


def public(language: str = "en") -> str:
    """Their page, as anybody reads it."""
    answer = Client().get(f"/houses/{KEY}/", headers={"accept-language": language})
    assert answer.status_code == 200
    return str(answer.content.decode())


# --- made, named, changed, retired


def test_own_rules_are_made_from_a_document_and_are_at_first_what_it_says() -> None:
    said = Office().does("/office/rules/", "make_rules", house=MALTA.key, key=KEY, title=f" {NAME} ")
    assert "Our House" in said
    assert latest().profile == derive(MALTA, key=KEY, title=NAME)
    assert latest().profile.derived_from == MALTA.key
    assert faults() == []


def test_a_press_that_arrives_twice_makes_them_once() -> None:
    office = Office()
    form = office.form("/office/rules/", "make_rules") | {"house": VENEZIA.key, "key": KEY, "title": NAME}
    first, second = (office.client.post("/office/rules/", form) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert OwnRules.objects.count() == 1


def test_own_rules_can_be_derived_from_own_rules_and_still_cite_the_document() -> None:
    made(MALTA, tie_to_one=9)
    Office().does("/office/rules/", "make_rules", house=KEY, key="second", title="Second")
    second = OwnRules.objects.get(house__key="second").profile
    assert second == derive(MALTA, key="second", title="Second", tie_to_one=9)
    assert second.derived_from == MALTA.key


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("key", "title", "sentence"),
    [
        (VENEZIA.key, "Another", "is the key of the rules of a document"),
        (KEY, "Another", "“our-house” exists already."),
        ("Our House", "Another", "is no key of rules"),
        ("", "Another", "is no key of rules"),
        ("a" * 41, "Another", "is no key of rules"),
        ("-ours", "Another", "is no key of rules"),
        ("another", "our  HOUSE", "Other rules are called “our  HOUSE” already."),
        ("another", "Punto Banco", "Other rules are called “Punto Banco” already."),
        ("another", "", "cannot be the “title” of a house"),
        ("another", "x" * 81, "80"),
    ],
)
def test_a_key_or_a_name_that_is_taken_or_none_is_refused(key: str, title: str, sentence: str) -> None:
    made()
    page = Office().is_refused("/office/rules/", "make_rules", house=VENEZIA.key, key=key, title=title)
    assert sentence in page
    assert OwnRules.objects.count() == 1


def test_a_name_is_read_as_it_is_written() -> None:
    made()
    direzione = Cast.at(HOUSE).direzione
    for title in (" Another", "Another ", "An\nother", "An\u202eother"):
        direzione.is_refused(Code.ARGUMENTS, "rename_rules", key=KEY, title=title)
    assert latest().version == 1


DOORS = pytest.mark.parametrize("door", ["make", "amend", "set up", "change"])


def refused_at(door: str, changes: dict[str, Any]) -> str:
    """Why rules with these changes are refused where they are made, amended, set up or changed."""
    rules, given = as_values(VENEZIA) | changes, dict[str, Any]()
    match door:
        case "make":
            given = {"key": KEY, "title": NAME, "rules": rules | {"derived_from": VENEZIA.key}}
            refused = Cast.at(HOUSE).direzione.is_refused(Code.PROFILE, "make_rules", **given)
        case "amend":
            made()
            given = {"key": KEY, "version": 2, "changes": changes}
            refused = Cast.at(HOUSE).direzione.is_refused(Code.PROFILE, "amend_rules", **given)
        case "set up":
            Cast.at(HOUSE).direzione.does("add_table", code="T9")
            refused = Cast.at("T9").direzione.is_refused(Code.PROFILE, "set_up", rules=rules)
        case _:
            refused = new_table(VENEZIA).cast.direzione.is_refused(Code.PROFILE, "change_rules", changes=changes)
    return str(refused)


@DOORS
def test_a_tax_that_no_piece_of_the_table_can_make_is_not_laid_ready(door: str) -> None:
    """Of a chip of 5.00 it is 0.25, and this house rounds to 1.00: nobody has such a piece."""
    ready: dict[str, Any] = {"tax": "laid_ready", "rounding": {"unit": 100, "mode": "down"}, "smallest_payment": None}
    assert "cannot be laid ready" in refused_at(door, ready)


def test_where_it_is_taken_from_the_win_the_pieces_may_be_any() -> None:
    taken = {"tax": "taken", "rounding": {"unit": 100, "mode": "down"}, "smallest_payment": None}
    new_table(VENEZIA).cast.direzione.does("change_rules", changes=taken)


@DOORS
def test_rules_ask_for_no_more_cards_than_the_decks_have(door: str) -> None:
    assert "the decks of this house have fewer cards" in refused_at(door, {"mask_tolerance": 6 * 52 + 1})


def test_rules_of_no_document_and_a_game_that_deals_itself_are_no_own_rules() -> None:
    direzione = Cast.at(HOUSE).direzione
    alone = replace(VENEZIA, key=KEY, derived_from=KEY)
    for rules in (alone, ONLINE):
        direzione.is_refused(Code.PROFILE, "make_rules", key=KEY, title=NAME, rules=as_values(rules))
    assert "baccarat-online" not in Office().page("/office/rules/")
    page = Office().is_refused("/office/rules/", "make_rules", house="montecarlo", key=KEY, title=NAME)
    assert "There is no house “montecarlo”" in page
    assert not OwnRules.objects.exists()


def test_a_change_is_a_version_and_the_one_before_it_is_kept() -> None:
    first = made()
    said = Office().does(CHANGE, "amend_rules", **typed(first, tie_to_one="9", decks="8"))
    assert "Version 2 is recorded" in said
    assert [it.profile for it in OwnRules.objects.order_by("version")] == [first, replace(first, tie_to_one=9, decks=8)]
    entry = Entry.objects.filter(register=HOUSE).latest("number")
    assert entry.arguments == '{"changes":{"decks":8,"tie_to_one":9},"key":"our-house","version":2}'
    assert faults() == []


def test_the_book_of_own_rules_has_every_rule_but_what_they_are_known_by() -> None:
    profile = made()
    with translation.override("en"):
        points = {it.key for part in Book(profile, None, {}, Numbers("en")).chapters() for it in part.points}
    shown = set(re.findall(r'id="rule-(\w+)-name"', Office().page(CHANGE)))
    assert shown == points - {"key", "title"}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({}, "Nothing was changed"),
        ({"reader": '"none"'}, "the Button orders the reading"),
        ({"chips": "10; 25"}, "cannot be the “chips” of a house"),
        ({"title": "Another"}, "A new version leaves title as they are."),
        ({"key": "another"}, "A new version leaves key as they are."),
    ],
)
def test_rules_that_contradict_themselves_or_change_nothing_are_no_version(
    changed: dict[str, str], sentence: str
) -> None:
    page = Office().is_refused(CHANGE, "amend_rules", **typed(made(), **changed))
    assert sentence in page
    assert latest().version == 1


def test_a_version_that_was_decided_meanwhile_is_looked_at_first() -> None:
    first, office = made(), Office()
    form = office.form(CHANGE, "amend_rules") | typed(first, tie_to_one="10")
    amended(tie_to_one=9)
    answer = office.client.post(CHANGE, form)
    assert answer.status_code == 409
    assert "Meanwhile there is a version 2 of these rules; look at it first." in answer.content.decode()
    assert latest().profile.tie_to_one == 9


def test_what_was_decided_meanwhile_is_not_taken_back_by_a_form_that_comes_again() -> None:
    first, office = made(), Office()
    form = office.form(CHANGE, "amend_rules") | typed(first, tie_to_one="10")
    amended(over_max="refuse_only")
    page = office.client.post(CHANGE, form).content.decode()
    assert re.search('name="rule.tie_to_one" value="10"', page)
    assert re.search('name="rule.over_max" value="&#34;refuse_only&#34;" +checked', page)


def test_another_name_is_a_version_too() -> None:
    first = made()
    assert "Our Casino" in Office().does(OWN, "rename_rules", title="Our Casino")
    assert latest().profile == replace(first, title="Our Casino")
    direzione = Cast.at(HOUSE).direzione
    direzione.is_refused(Code.ARGUMENTS, "rename_rules", key=KEY, title="Our Casino")
    direzione.is_refused(Code.ARGUMENTS, "rename_rules", key=KEY, title=VENEZIA.title)
    again = as_values(derive(VENEZIA, key="second", title=NAME))
    direzione.is_refused(Code.ARGUMENTS, "make_rules", key="second", title=NAME, rules=again)
    direzione.does("rename_rules", key=KEY, title=NAME)
    assert latest().version == 3
    assert faults() == []


def test_retired_rules_are_offered_no_more_and_change_no_more() -> None:
    made()
    assert "They are retired" in Office().does(OWN, "retire_rules")
    direzione = Cast.at(HOUSE).direzione
    for verb, given in (
        ("retire_rules", {}),
        ("rename_rules", {"title": "Another"}),
        ("amend_rules", {"version": 2, "changes": {"tie_to_one": 9}}),
    ):
        assert "retired" in str(direzione.is_refused(Code.ARGUMENTS, verb, key=KEY, **given))
    direzione.does("add_table", code="T7")
    office = Office()
    assert f'value="{KEY}"' not in office.page("/office/tables/T7/rules/") + office.page("/office/rules/")
    assert KEY not in Client().get("/houses/").content.decode()
    assert "These rules are retired" in public()
    assert office.client.get(CHANGE).status_code == 404
    assert faults() == []


def test_rules_that_are_nowhere_are_refused() -> None:
    direzione = Cast.at(HOUSE).direzione
    direzione.is_refused(Code.ARGUMENTS, "retire_rules", key=VENEZIA.key)
    assert Office().client.get(OWN).status_code == 404
    assert Client().get(f"/houses/{KEY}/").status_code == 404


@pytest.mark.parametrize("role", [Role.ISPETTORE_GIOCO, Role.OPERATOR, Role.CAPO_TAVOLO])
def test_own_rules_are_the_direziones_alone(role: Role) -> None:
    made()
    office = Office(role)
    for path in ("/office/rules/", OWN, CHANGE):
        assert office.client.get(path).status_code == 403


def test_rows_that_no_act_has_made_are_found() -> None:
    made()
    amended(tie_to_one=9)
    OwnRules.objects.filter(version=1).update(values=as_values(derive(VENEZIA, key=KEY, title=NAME, decks=8)))
    assert [it.split(" is ")[0] for it in faults()] == [f"house: own rules {KEY}"]


# --- offered wherever rules are chosen


def test_a_table_is_set_up_by_them_and_its_register_holds_all_of_them() -> None:
    rules = made(decks=8)
    Cast.at(HOUSE).direzione.does("add_table", code="T3")
    assert "Our House" in Office().does("/office/tables/T3/rules/", "set_up", house=KEY)
    assert in_force() == (rules, None)
    assert f'href="{OWN}">Own rules · Our House</a>' in Office().page("/office/tables/T3/rules/")
    AtTable("T3", Cast.at("T3")).check(dealt_again=True)


def test_a_training_table_plays_by_them() -> None:
    rules = made(tie_to_one=9)
    office = Office(Role.INSTRUCTOR)
    form = office.form("/training/", "add_training_table")
    assert f'<option value="{KEY}">Our House</option>' in office.page("/training/")
    assert office.client.post("/training/", form | {"house": KEY}).status_code == 302
    assert in_force("TRAINING-1") == (rules, None)


# --- applied to tables, one press each


def test_a_new_version_changes_no_table_before_it_is_applied_there() -> None:
    first = made()
    tables = [new_table(first, code=code) for code in ("T3", "T4")]
    new_table(MALTA, code="M1")
    amended(tie_to_one=9)
    office = Office()
    assert "Macro" not in office.page(OWN), "no word of the page is hidden by one of its own"
    versions = rows(office.page(OWN))
    assert versions["T3"] == "closed · version 1 Apply version 2 T3"
    assert "Table “T3” plays by version 2." in office.page(applied(office, "T3")["Location"])
    assert in_force("T3") == (replace(first, tie_to_one=9), None)
    assert in_force("T4") == (first, None)
    versions = rows(office.page(OWN))
    assert versions["T3"] == "closed · version 2"
    assert versions["T4"] == "closed · version 1 Apply version 2 T4"
    assert versions["M1"] == "closed · Punto y Banco Apply version 2 M1"
    for table in tables:
        table.check()


def test_in_the_middle_of_a_taglia_it_waits_for_the_next_one() -> None:
    first = made()
    table = ready_table(first)
    amended(tie_to_one=9)
    office = Office()
    said = office.page(applied(office, "T3")["Location"])
    assert "Table “T3” plays by version 2 from the next taglia on." in said
    assert rows(said)["T3"] == "open · version 1 version 2 from the next taglia"
    assert in_force() == (first, replace(first, tie_to_one=9))
    amended(3, tie_to_one=10)
    assert "Apply version 3" in rows(office.page(OWN))["T3"]
    applied(office, "T3")
    assert in_force() == (first, replace(first, tie_to_one=10))
    table.check()


def test_positions_of_a_table_that_plays_stay_and_the_page_says_why() -> None:
    first = made()
    table = ready_table(first)
    amended(positions=["1", "2"], tie_to_one=9)
    answer = applied(Office(), "T3")
    assert answer.status_code == 422
    assert "positions can be changed only while the table is closed" in rows(answer.content.decode())["T3"]
    assert in_force() == (first, None)
    table.check()


def test_a_table_of_other_rules_gets_them_in_one_press() -> None:
    rules = made(ADMIRAL, tie_to_one=9)
    new_table(CLASSICO_COPERTO)
    applied(Office(), "T3")
    assert in_force() == (replace(rules, derived_from=ADMIRAL.key), None)


def test_a_table_that_was_changed_by_itself_is_told_so() -> None:
    table = new_table(made())
    table.cast.direzione.does("change_rules", changes={"tie_to_one": 12})
    office = Office()
    assert rows(office.page(OWN))["T3"] == "closed · changed at the table Apply version 1 T3"
    applied(office, "T3")
    assert rows(office.page(OWN))["T3"] == "closed · version 1"


def test_what_is_applied_twice_is_applied_once() -> None:
    new_table(made())
    amended(tie_to_one=9)
    office = Office()
    form = office.form(OWN, "change_rules")
    for answer in [office.client.post(OWN, form) for _ in range(2)]:
        assert answer.status_code == 302
    assert Policy.objects.filter(table__code="T3").count() == 2
    again = office.client.post(OWN, form | {"nonce": "another", "latest": "2"})
    assert "This table has version 2 already." in again.content.decode()


def test_a_table_whose_rules_were_changed_meanwhile_is_looked_at_first() -> None:
    """The office said that it plays by version 2, and it played by that with a change of its own."""
    table = new_table(made())
    amended(tie_to_one=9)
    office = Office()
    form = office.form(OWN, "change_rules")
    table.cast.direzione.does("change_rules", changes={"over_max": "refuse_only"})
    refused = office.client.post(OWN, form)
    assert refused.status_code == 409
    assert "The table has moved on; look again" in rows(refused.content.decode())["T3"]
    assert in_force()[0].tie_to_one == 8
    assert "Table “T3” plays by version 2." in office.page(applied(office, "T3")["Location"])
    assert rows(office.page(OWN))["T3"] == "closed · version 2"


def test_a_table_keeps_retired_rules_and_they_are_applied_no_more() -> None:
    first = made()
    table = new_table(first)
    amended(tie_to_one=9)
    office = Office()
    form = office.form(OWN, "change_rules")
    Cast.at(HOUSE).direzione.does("retire_rules", key=KEY)
    assert rows(office.page(OWN)) == {"T3": "closed · version 1"}
    assert "are retired" in office.client.post(OWN, form).content.decode()
    assert in_force() == (first, None)
    table.check()


def test_its_page_asks_no_more_of_the_database_with_more_tables(django_assert_max_num_queries: Any) -> None:
    first, office = made(), Office()
    for number in range(3, 8):
        new_table(first, code=f"T{number}")
    amended(tie_to_one=9)
    with django_assert_max_num_queries(12):
        office.page(OWN)
    with django_assert_max_num_queries(3):
        public()


# --- their page and their odds


@IN_EACH_LANGUAGE
def test_their_page_says_from_what_they_derive_and_each_change_in_a_sentence(language: str) -> None:
    made(tie_to_one=9, button_rotation="next_occupied", chips=(1000, 5000))
    page = public(language)
    assert re.search(rf'href="/houses/{VENEZIA.key}/">[^<]* [“«„]Super Punto Banco[”»“]</a>', page)
    assert set(re.findall(r'id="changed-(\w+)"', page)) == {"tie_to_one", "button_rotation", "chips"}
    changed = {key: (ours, theirs) for key, _name, ours, theirs in re.findall(CHANGED, page)}
    assert "9:1" in changed["tie_to_one"][0]
    assert "8:1" in changed["tie_to_one"][1]
    assert "Super Punto Banco, Art. 5" in page


def test_their_page_says_of_each_rule_on_whose_word_it_stands() -> None:
    made(tie_to_one=9, decks=8)
    page = public()
    said = {
        key: re.search(rf'<li id="rule-{key}">.*?<span>(.*?)</span></p></li>', page) for key in ("decks", "cut_card")
    }
    assert said["decks"] is not None
    assert said["cut_card"] is not None
    assert said["decks"][1] == "this house has decided it so"
    assert said["cut_card"][1] == "Super Punto Banco, Art. 5"


def test_figures_of_a_table_that_plays_by_them_lead_to_their_page(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ready_table(made(tie_to_one=9))
    small_evening(table)
    monkeypatch.setattr(errors, "stands_out", lambda _counted: 8)
    page = Office(Role.AUDITOR).page("/tables/T3/figures/")
    assert f'href="/houses/{KEY}/#mishaps"' in page


@every_row("parent", REAL)
@IN_EACH_LANGUAGE
def test_every_change_from_every_document_is_said_in_words(parent: Profile, language: str) -> None:
    with translation.override(language):
        for other in (it for it in REAL if it != parent):
            sentences = [*changes(replace(other, derived_from=parent.key), parent, Numbers(language))]
            assert {it.topic for it in sentences} == unlike(other, parent)
            for it in sentences:
                assert it.here, it
                assert it.there, it
                assert not re.search(r"\b[a-z]+_[a-z_]+\b|None|True|False", f"{it.here} {it.there}"), it


def unlike(one: Profile, other: Profile) -> set[str]:
    """The keys of the rules in which two houses differ."""
    there = as_values(other)
    known_by = {"key", "title", "derived_from", *(OF_THE_BANK if one.bank == other.bank == "off" else ())}
    return {key for key, value in as_values(one).items() if value != there[key] and key not in known_by}


def test_their_odds_are_those_of_their_own_payouts_and_decks(client: Client) -> None:
    made(VENEZIA, banco_payout="half_on_six", decks=8)
    page = public()
    assert "<b>1.4581%</b><small>6 decks: 1.4548%</small>" in page
    assert "Our House" in client.get("/houses/", headers={"accept-language": "en"}).content.decode()


def test_the_command_of_the_odds_knows_them_by_their_key() -> None:
    made(VENEZIA, banco_payout="half_on_six", decks=8)
    assert "Our House (our-house)\nA fresh shoe of 8 decks: 416 cards" in odds("--profile", KEY)
    assert "Our House (our-house)" in odds()


@pytest.mark.parametrize("lacking", ["migrations", "database"])
def test_before_there_is_a_house_commands_know_the_rules_of_the_documents(
    monkeypatch: pytest.MonkeyPatch, lacking: str
) -> None:
    def is_migrated(_connection: object) -> bool:
        if lacking == "database":
            raise OperationalError
        return False

    made()
    monkeypatch.setattr(available, "is_migrated", is_migrated)
    assert "Punto y Banco (punto-y-banco-malta)" in odds()
    assert KEY not in odds()
    with pytest.raises(CommandError, match="There is no house “our-house”"):
        odds("--profile", KEY)


def test_the_command_of_the_houses_knows_them() -> None:
    made(decks=8)
    paper = StringIO()
    call_command("houses", stdout=paper)
    assert paper.getvalue().splitlines()[-1].startswith("| `our-house` | Our House | Super Punto Banco | 8 | 9 |")


def test_a_script_plays_by_them() -> None:
    rules = made(tie_to_one=9)
    assert values.house(KEY) == rules
    assert values.house(f"{KEY} decks=8") == replace(rules, decks=8)
