"""The house office: every form is one press through the door, and comes back as it was filled in if it is refused."""

import re
import socket
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.timezone import localtime
from time_machine import travel

from config.jinja import moment
from table.access import attempts, pins, tokens
from table.memory import table_cache
from table.models import HOUSE, Display, Entry, LimitRange, Outlet, Person, Pin, Policy, Refusal, Table, Told
from table.record.door import PressResult
from table.rules.houses import ADMIRAL, HOUSES, MALTA, VENEZIA
from table.rules.profile import Profile, Role, Rounding, as_values, derive
from table.rules.refusal import Code, Refused
from table.screens.rules.form import IN_FORM, Book, changes, choices
from table.words.numbers import Numbers, cents_of, numbers_here
from tests.house.reader import LANGUAGES
from tests.rig.staff import PIN, sets_own, signed_in, with_pin
from tests.rig.tables import AtTable, new_table, ready_table

pytestmark = pytest.mark.django_db
REAL = [profile for profile in HOUSES.values() if profile.dealing != "automatic"]


class Office:
    """Somebody at the office, who reads English: opens pages and sends their forms."""

    def __init__(self, role: Role = Role.DIREZIONE) -> None:
        self.client = signed_in(role, language="en")

    def page(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, path
        return answer.content.decode()

    def form(self, path: str, act: str) -> dict[str, str]:
        """What a form of a page holds before anybody types: its hidden fields."""
        found = re.search(
            rf'<form[^>]*>(?:(?!</form>).)*name="act" value="{act}".*?</form>', self.page(path), re.DOTALL
        )
        assert found, f"{path} has no form {act}"
        return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found[0]))

    def send(self, path: str, act: str, **typed: Any) -> Any:
        """Fill in a form and press its button."""
        return self.client.post(path, self.form(path, act) | typed)

    def does(self, path: str, act: str, **typed: Any) -> str:
        """The same, and it is done: what the page after it says."""
        answer = self.send(path, act, **typed)
        assert answer.status_code == 302, answer.content.decode()
        said = re.findall(r'<p class="done" role="status">(.*?)</p>', self.page(answer["Location"]))
        assert len(said) == 1
        return str(said[0])

    def is_refused(self, path: str, act: str, **typed: Any) -> str:
        """The same, and it is refused: the page with what was typed, and the sentence beside the form."""
        answer = self.send(path, act, **typed)
        assert answer.status_code in (409, 422), answer.status_code
        return str(answer.content.decode())


def last(register: str = HOUSE) -> tuple[str, str]:
    """The verb and the actor of the newest entry."""
    entry = Entry.objects.filter(register=register).latest("number")
    return entry.verb, entry.actor


def shown_pin(answer: Any) -> str:
    found = re.search(r'<p class="pin-digits"><b>(\d+) (\d+)</b>', answer.content.decode())
    assert found
    return found[1] + found[2]


# --- people


def test_somebody_is_taken_on_and_signs_in_with_the_pin_that_was_shown() -> None:
    office = Office()
    answer = office.send("/office/people/", "take_on", badge="dora", role="dealer", language="de")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    client = Client()
    entered = sets_own(client, "dora", shown_pin(answer))
    assert entered.status_code == 302
    assert client.get("/")["Content-Language"] == "de"
    verbs = Entry.objects.filter(register=HOUSE).order_by("number").values_list("verb", flat=True)
    assert list(verbs) == ["sign_in", "take_on", "give_pin", "set_own_pin", "sign_in"]


def test_a_pin_is_shown_once_also_when_the_press_arrives_twice() -> None:
    office = Office()
    form = office.form("/office/people/", "take_on") | {"badge": "dora", "role": "dealer", "language": "it"}
    shown_pin(office.client.post("/office/people/", form))
    hashed = Pin.objects.get(person__badge="dora").hashed
    again = office.client.post("/office/people/", form)
    assert "This press gave a PIN already" in again.content.decode()
    assert "pin-digits" not in again.content.decode()
    assert Pin.objects.get(person__badge="dora").hashed == hashed
    assert Entry.objects.filter(register=HOUSE, verb="give_pin").count() == 1


def test_no_register_and_no_refusal_holds_a_pin() -> None:
    office = Office()
    pin = shown_pin(office.send("/office/people/", "take_on", badge="dora", role="dealer", language="it"))
    for entry in Entry.objects.all():
        assert pin not in entry.arguments + entry.outcome


def test_who_cannot_be_taken_on_stays_in_the_form() -> None:
    office = Office()
    page = office.is_refused("/office/people/", "take_on", badge="not a badge", role="auditor", language="de")
    assert "“not a badge” is no key" in page
    assert 'value="not a badge"' in page
    assert '<option value="auditor" selected>' in page
    assert '<option value="de" selected>' in page
    assert not Person.objects.filter(badge="not a badge").exists()
    assert Refusal.objects.filter(verb="take_on", actor="delia").count() == 1, "what the door refused is kept"


def test_what_somebody_typed_is_text_and_nothing_else() -> None:
    page = Office().is_refused("/office/people/", "take_on", badge='"><b>x', role="dealer", language="it")
    assert "<b>x" not in page
    assert "&lt;b&gt;x" in page


def test_a_new_pin_ends_the_old_one() -> None:
    with_pin(Role.DEALER)
    pin = shown_pin(Office().send("/office/people/dario/", "give_pin"))
    assert Client().post("/sign-in/", {"badge": "dario", "pin": PIN}).status_code == 403
    assert Client().post("/sign-in/", {"badge": "dario", "pin": pin}).status_code == 302


def test_a_refused_pin_changes_nothing() -> None:
    person = with_pin(Role.DEALER)
    stored = Pin.objects.get(person=person)

    def refuses(_setting: object) -> PressResult:
        raise Refused(Code.ROLE, "There is no such act.")

    with pytest.raises(Refused):
        pins.give("dario", refuses, nonce="press")
    assert Pin.objects.get(person=person).hashed == stored.hashed


def test_a_role_changes_on_the_record() -> None:
    with_pin(Role.DEALER)
    said = Office().does("/office/people/dario/", "set_role", role="capo_tavolo")
    assert "dario" in said
    assert Person.objects.get(badge="dario").role == Role.CAPO_TAVOLO
    assert last() == ("set_role", "delia")


def test_no_office_of_a_person_is_that_of_a_machine() -> None:
    with_pin(Role.DEALER, badge="dario")
    direzione = signed_in(Role.DIREZIONE, language="en")
    for page in ("/office/people/", "/office/people/dario/"):
        offered = set(re.findall(r'<option value="(\w+)"', direzione.get(page).content.decode()))
        assert {str(Role.DEALER), str(Role.AUDITOR)} <= offered
        assert str(Role.SHOE) not in offered, page


def test_who_is_at_work_keeps_the_role_and_the_form_says_why() -> None:
    ready_table()
    office = Office()
    page = office.is_refused("/office/people/dario/", "set_role", role="auditor")
    assert "is at work at the table “T3”" in page
    assert '<option value="auditor" selected>' in page
    assert "at work at table T3" in office.page("/office/people/dario/")


def test_the_direzione_lifts_a_lock_out() -> None:
    with_pin(Role.DEALER)
    device = Client(REMOTE_ADDR="10.0.0.9")
    for _ in range(5):
        device.post("/sign-in/", {"badge": "dario", "pin": "000000"})
    office = Office()
    assert "locked out" in office.page("/office/people/")
    assert "10.0.0.9" in office.page("/office/people/dario/")
    assert "may try again" in office.does("/office/people/dario/", "lift_lock_out")
    assert last() == ("lift_lock_out", "delia")
    assert attempts.locked() == {}
    assert device.post("/sign-in/", {"badge": "dario", "pin": PIN}).status_code == 302
    assert 'value="lift_lock_out"' not in office.page("/office/people/dario/")


def test_lifting_a_lock_out_that_arrives_again_lifts_no_later_one() -> None:
    """Every lifting is on record: the page of an hour ago, sent once more, is the same press and does nothing."""
    with_pin(Role.DEALER)
    device, office = Client(REMOTE_ADDR="10.0.0.9"), Office()

    def locks_out() -> None:
        for _ in range(5):
            device.post("/sign-in/", {"badge": "dario", "pin": "000000"})

    locks_out()
    form = office.form("/office/people/dario/", "lift_lock_out")
    assert office.client.post("/office/people/dario/", form).status_code == 302
    assert attempts.locked() == {}
    locks_out()
    assert office.client.post("/office/people/dario/", form).status_code == 302
    assert Entry.objects.filter(register=HOUSE, verb="lift_lock_out").count() == 1
    assert attempts.locked().keys() == {"dario"}


def test_a_lock_out_is_lifted_with_its_entry_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that ends between the two leaves neither, so that the same press lifts it when it comes again."""
    with_pin(Role.DEALER)
    device, office = Client(REMOTE_ADDR="10.0.0.9"), Office()
    for _ in range(5):
        device.post("/sign-in/", {"badge": "dario", "pin": "000000"})
    form = office.form("/office/people/dario/", "lift_lock_out")
    with monkeypatch.context() as killed:
        killed.setattr(attempts, "lift", Mock(side_effect=SystemExit))
        with pytest.raises(SystemExit):
            office.client.post("/office/people/dario/", form)
    assert not Entry.objects.filter(register=HOUSE, verb="lift_lock_out").exists()
    assert office.client.post("/office/people/dario/", form).status_code == 302
    assert attempts.locked() == {}


def test_somebody_who_is_gone_cannot_sign_in_until_they_are_back() -> None:
    with_pin(Role.DEALER)
    office = Office()
    office.does("/office/people/dario/", "set_active", active="no")
    assert Client().post("/sign-in/", {"badge": "dario", "pin": PIN}).status_code == 403
    assert "inactive" in office.page("/office/people/")
    office.does("/office/people/dario/", "set_active", active="yes")
    assert Client().post("/sign-in/", {"badge": "dario", "pin": PIN}).status_code == 302


def test_nobody_shuts_themself_out() -> None:
    office = Office()
    page = office.page("/office/people/delia/")
    assert "another of the Direzione may" in page
    assert 'name="active"' not in page


# --- tables and their rules


def test_a_table_is_added_and_set_up_with_a_house() -> None:
    office = Office()
    assert "T7" in office.does("/office/tables/", "add_table", code="T7")
    assert "no rules yet" in office.page("/office/tables/")
    office.does("/office/tables/T7/rules/", "set_up", house=MALTA.key)
    table = Table.real.get(code="T7")
    assert table.policy is not None
    assert table.policy.profile == MALTA
    assert last("T7") == ("set_up", "delia")


def test_a_table_of_real_cards_is_not_offered_a_game_that_deals_itself() -> None:
    office = Office()
    office.does("/office/tables/", "add_table", code="T7")
    assert "baccarat-online" not in office.page("/office/tables/T7/rules/")
    page = office.is_refused("/office/tables/T7/rules/", "set_up", house="baccarat-online-side-bets")
    assert "A table of real cards cannot deal automatically." in page


def test_a_table_that_is_there_is_not_added_again() -> None:
    new_table()
    assert "“house” is a key of Sabot itself" in Office().is_refused("/office/tables/", "add_table", code="house")
    page = Office().is_refused("/office/tables/", "add_table", code="T3")
    assert "“T3” exists already." in page
    assert 'value="T3"' in page


def typed(profile: Profile, **changed: str) -> dict[str, Any]:
    """The form of the rules as it is filled in for a house, with some fields typed over."""
    with translation.override("en"):
        book = Book(profile, None, {}, Numbers("en"))
        form: dict[str, Any] = {f"rule.{it.key}": it.value for part in book.chapters() for it in part.points}
    form["rule.side_bets"] = form["rule.side_bets"].split()
    unit, _space, form["rule.rounding.mode"] = form.pop("rule.rounding").partition(" ")
    return form | {"rule.rounding.unit": unit} | {f"rule.{key}": value for key, value in changed.items()}


def test_a_new_version_stands_beside_the_old_one_until_the_next_taglia() -> None:
    table = ready_table(limits={"main": [1000, 100_000], "egalite": [1000, 20_000]})
    office = Office()
    form = typed(VENEZIA, art5_mid_coup='"one_more"', chips="10; 50; 100", tie_to_one="9")
    assert "next taglia" in office.does("/office/tables/T3/rules/", "change_rules", **form)
    row = Table.real.get(code="T3")
    assert row.policy is not None
    assert row.next_policy is not None
    assert row.policy.profile == VENEZIA
    assert row.next_policy.profile == replace(
        VENEZIA, art5_mid_coup="one_more", chips=(1000, 5000, 10000), tie_to_one=9
    )
    page = office.page("/office/tables/T3/rules/")
    assert page.count("point-changes") == 3
    assert page.count("from the next taglia</span>") == 3
    assert "Egalité pays 8:1" in page
    assert "Egalité pays 9:1" in page
    table.check()


def test_only_what_was_changed_is_recorded() -> None:
    new_table()
    Office().does("/office/tables/T3/rules/", "change_rules", **typed(VENEZIA, over_max='"refuse_only"'))
    entry = Entry.objects.filter(register="T3").latest("number")
    assert entry.arguments == '{"changes":{"over_max":"refuse_only"}}'


def test_a_press_that_arrives_twice_makes_one_version() -> None:
    new_table()
    office = Office()
    form = office.form("/office/tables/T3/rules/", "change_rules") | typed(VENEZIA, tie_to_one="9")
    first, second = (office.client.post("/office/tables/T3/rules/", form) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert Policy.objects.filter(table__code="T3").count() == 2


def test_a_form_of_before_another_version_records_none_that_it_did_not_name_and_takes_nothing_back() -> None:
    new_table()
    office, path = Office(), "/office/tables/T3/rules/"
    form = office.form(path, "change_rules") | typed(VENEZIA, tie_to_one="9")
    assert "Record as version 2" in office.page(path)
    office.does(path, "change_rules", **typed(VENEZIA, over_max='"refuse_only"'))
    answer = office.client.post(path, form)
    assert (answer.status_code, Policy.objects.count()) == (409, 2)
    page = answer.content.decode()
    assert "Record as version 3" in page
    assert re.search('name="rule.tie_to_one" value="9"', page)
    assert re.search('name="rule.over_max" value="&#34;refuse_only&#34;" +checked', page)


def test_a_form_in_which_nothing_was_changed_makes_no_version() -> None:
    new_table()
    page = Office().is_refused("/office/tables/T3/rules/", "change_rules", **typed(VENEZIA))
    assert "Nothing was changed" in page
    assert Policy.objects.count() == 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"chips": "10; 25"}, "cannot be the “chips” of a house"),
        ({"chips": "ten"}, "“ten” cannot be read as an amount"),
        ({"reader": '"none"'}, "the Button orders the reading"),
        ({"decks": "7"}, "is no value that the key “decks” of a house can have; there are: 6, 8."),
        ({"decks": "{broken"}, "is no value that the key “decks” of a house can have; there are: 6, 8."),
        pytest.param({"decks": "[" * 3000}, "larger or longer than anything that is kept here", id="nested too deep"),
        pytest.param({"decks": "[" * 600 + "]" * 600}, "larger or longer than anything", id="nested deep"),
        ({"min_last_coup_cards": "many"}, "is no value that the key “min_last_coup_cards” of a house can have"),
        pytest.param(
            {"min_last_coup_cards": "1" * 4400},
            "larger or longer than anything that is kept here",
            id="more digits than Python reads",
        ),
        ({"tie_to_one": ""}, "is no value that the key “tie_to_one” of a house can have"),
        ({"currency": "euro"}, "cannot be the “currency” of a house"),
        ({"rounding.mode": "down", "rounding.unit": "nothing"}, "“nothing” cannot be read as an amount"),
        ({"chips": "1; 5"}, "Key “smallest_payment”: the smallest chip 1.00 wins 0.95"),
        ({"smallest_payment": "0.50"}, "Key “smallest_payment”: the smallest chip 5.00 wins 4.75"),
        ({"smallest_payment": "0"}, "cannot be the “smallest_payment” of a house"),
        ({"chips": "10; 50"}, "Key “chips”: the limits for Egalité, 5"),
        ({"limits_decided_by": '"dealer"'}, "cannot be the “limits_decided_by” of a house"),
        ({"side_bets": ["roulette"]}, "is no value that the key “side_bets” of a house can have"),
    ],
)
def test_rules_that_contradict_themselves_are_refused_and_nothing_typed_is_lost(
    changed: dict[str, str], sentence: str
) -> None:
    new_table()
    form = typed(VENEZIA, **changed) | {"rule.title": "What I typed"}
    page = Office().is_refused("/office/tables/T3/rules/", "change_rules", **form)
    assert sentence in page.replace("&#34;", '"')
    assert 'value="What I typed"' in page
    assert Policy.objects.count() == 1


def test_rules_older_than_the_smallest_payment_stay_in_force_and_the_page_says_what_they_pay_in() -> None:
    table = new_table()
    assert table.row.policy is not None
    older = as_values(derive(VENEZIA, key="own", chips=(100, 500))) | {"smallest_payment": None}
    Policy.objects.update(values=older)
    table_cache.clear()  # as a process that has begun since finds it
    page = Office().page("/office/tables/T3/rules/")
    assert "The smallest payment is €0.05: these rules are older than the key" in page
    form = typed(table.row.policy.profile, tie_to_one="9")
    assert "Key “smallest_payment”" in Office().is_refused("/office/tables/T3/rules/", "change_rules", **form)
    Office().does("/office/tables/T3/rules/", "change_rules", **form | {"rule.smallest_payment": "0.05"})
    policy = Policy.objects.get(version=2)
    assert (policy.profile.smallest_payment, policy.profile.tie_to_one) == (5, 9)


def test_positions_change_only_at_a_closed_table_without_a_shoe() -> None:
    ready_table()
    form = typed(VENEZIA, positions="1; 2; 3")
    page = Office().is_refused("/office/tables/T3/rules/", "change_rules", **form)
    assert "can be changed only while the table is closed and no shoe is on it." in page
    assert "default of Sabot" in page
    assert 'value="1; 2; 3"' in page


def test_a_house_of_ones_own_is_made_key_by_key() -> None:
    new_table(ADMIRAL, code="A1")
    form = typed(ADMIRAL, **{"positions": "1; 2; 12 bis", "rounding.mode": "down", "rounding.unit": "0.50"})
    form["rule.side_bets"] = ["player_pair", "grande"]
    Office().does("/office/tables/A1/rules/", "change_rules", **form)
    row = Table.real.get(code="A1")
    assert row.policy is not None
    profile = row.policy.profile
    assert profile.positions == ("1", "2", "12 bis")
    assert profile.rounding == Rounding(50, "down")
    assert {str(box) for box in profile.side_bets} == {"player_pair", "grande"}


# --- the book of rules


def test_every_policy_key_is_in_the_book_or_fixed_at_a_real_table() -> None:
    fixed = {"derived_from", "reshuffle_every_hand", "limit_levels", "malfunction_voids"}
    listed = [it.key for chapter in Book(VENEZIA, None, {}, Numbers("en")).chapters() for it in chapter.points]
    assert (*listed,) == IN_FORM
    assert set(listed) | fixed == {field.name for field in fields(Profile)}
    assert not set(listed) & fixed


@pytest.mark.one_in(3)
@pytest.mark.parametrize("profile", REAL, ids=lambda profile: profile.key)
def test_a_form_that_nobody_touched_changes_nothing(profile: Profile) -> None:
    book = Book(profile, None, {}, Numbers("it"))
    with translation.override("it"):
        form = {f"rule.{it.key}": it.value for part in book.chapters() for it in part.points}
    assert changes(profile, form) == {}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", REAL, ids=lambda profile: profile.key)
def test_every_choice_is_a_sentence_and_no_code(profile: Profile, language: str) -> None:
    with translation.override(language):
        parts = list(Book(profile, None, {}, Numbers(language)).chapters())
    choices = [choice for part in parts for point in part.points for choice in point.choices]
    assert len(choices) > 40
    assert [it for it in choices if len(it.words.split()) < 3 or "_" in it.words] == []


def test_what_may_be_chosen_is_what_a_house_can_be() -> None:
    """Every choice of the book is a house that some real house could become by it."""
    for key in IN_FORM:
        for value in choices(key):
            assert any(_becomes(profile, key, value) for profile in REAL), (key, value)


def _becomes(profile: Profile, key: str, value: Any) -> bool:
    changes: dict[str, Any] = {key: value}
    try:
        replace(profile, **changes)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(
    ("text", "cents"), [("1000", 100_000), ("2,50", 250), ("2.5", 250), (" 10 ", 1000), ("0,05", 5), ("7.00", 700)]
)
def test_an_amount_is_read_with_point_or_comma(text: str, cents: int) -> None:
    assert cents_of(text) == cents


@pytest.mark.parametrize("text", ["", "ten", "1.000", "1,000.50", "-5", "2.505", "1e3", "٥", "5 €"])
def test_what_could_be_misread_is_no_amount(text: str) -> None:
    with pytest.raises(Refused):
        cents_of(text)


@pytest.mark.parametrize(("language", "text"), [("it", "2,50"), ("de", "2,50"), ("de-ch", "2,50"), ("en", "2.50")])
def test_an_amount_is_written_as_it_is_read(language: str, text: str) -> None:
    with translation.override(language):
        assert numbers_here().typed(250) == text
        assert cents_of(numbers_here().typed(250)) == 250
        assert [numbers_here().typed(it) for it in (-250, -5, -300)] == [f"-{text}", f"-0{text[1]}05", "-3"]
    assert numbers_here().typed(1_000_000) == "10000"


# --- limits


def standings(table: AtTable) -> dict[str, dict[str, tuple[int, int]]]:
    """The limits of a table by when they hold."""
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for it in LimitRange.objects.filter(table__code=table.code):
        found.setdefault(it.standing, {})[it.kind] = (it.minimum, it.maximum)
    return found


LIMITS = {"main.minimum": "20", "main.maximum": "2000", "egalite.minimum": "10", "egalite.maximum": "200"}


def test_in_malta_the_direzione_decides_and_the_capo_tavolo_announces() -> None:
    table = ready_table(MALTA, code="M1")
    before = standings(table)["now"]
    direzione, capo = Office(), Office(Role.CAPO_TAVOLO)
    assert "wait to be announced" in direzione.does("/office/tables/M1/limits/", "set_limits", **LIMITS)
    assert standings(table)["now"] == before
    assert standings(table)["unannounced"]["main"] == (2000, 200_000)
    assert "once they are announced by the Capo Tavolo" in direzione.page("/office/tables/M1/limits/")
    page = capo.page("/office/tables/M1/limits/")
    assert "limits are decided by the Direzione" in page
    assert 'value="set_limits"' not in page
    assert "<dd>€20.00 – €2,000.00</dd>" in page, "what is to be said aloud stands beside the button"
    assert "without what its page showed" in capo.is_refused("/office/tables/M1/limits/", "confirm_limits", seen="")
    assert "from the next coup" in capo.does("/office/tables/M1/limits/", "confirm_limits")
    assert standings(table)["next"]["main"] == (2000, 200_000)
    assert last("M1") == ("confirm_limits", "tea")
    table.check()


def test_in_venezia_the_ispettore_decides_and_nobody_announces() -> None:
    table = ready_table()
    assert "limits are decided by the Ispettore di Gioco" in Office().page("/office/tables/T3/limits/")
    ispettore = Office(Role.ISPETTORE_GIOCO)
    assert "from the next coup" in ispettore.does("/office/tables/T3/limits/", "set_limits", **LIMITS)
    assert standings(table)["next"] == {"main": (2000, 200_000), "egalite": (1000, 20_000)}
    assert "To be announced" not in ispettore.page("/office/tables/T3/limits/")


def test_at_a_closed_table_new_limits_and_new_rules_hold_at_once_and_the_office_says_so() -> None:
    """It said that they hold from the next coup, or taglia, above a page on which they held already."""
    new_table(MALTA, code="M1")
    table = new_table()
    direzione, ispettore = Office(), Office(Role.ISPETTORE_GIOCO)
    at_once = "the table is closed, and they hold at once."
    said = ispettore.does("/office/tables/T3/limits/", "set_limits", **LIMITS)
    assert said == f"The new limits are recorded; {at_once}"
    assert standings(table)["now"]["main"] == (2000, 200_000)
    assert "wait to be announced" in direzione.does("/office/tables/M1/limits/", "set_limits", **LIMITS)
    said = Office(Role.CAPO_TAVOLO).does("/office/tables/M1/limits/", "confirm_limits")
    assert said == f"The new limits are announced; {at_once}"
    path = "/office/tables/T3/rules/"
    said = direzione.does(path, "change_rules", **typed(VENEZIA, tie_to_one="9"))
    assert said == "Table “T3” plays by version 2."
    assert "Version 2 is played." in direzione.page(path)


@pytest.mark.parametrize(
    ("typed_limit", "sentence"),
    [
        ({"main.maximum": "2.000,00"}, "“2.000,00” cannot be read as an amount"),
        ({"main.maximum": ""}, "cannot be read as an amount"),
        ({"main.maximum": "2001"}, "cannot be laid in chips of this table"),
        ({"main.minimum": "3000"}, "minimum"),
    ],
)
def test_limits_that_cannot_be_are_refused_and_stay_in_the_form(typed_limit: dict[str, str], sentence: str) -> None:
    table = new_table()
    before = standings(table)
    form = LIMITS | typed_limit
    page = Office(Role.ISPETTORE_GIOCO).is_refused("/office/tables/T3/limits/", "set_limits", **form)
    assert sentence in page
    for value in form.values():
        assert f'value="{value}"' in page
    assert standings(table) == before


def test_a_form_that_somebody_made_up_does_not_pass_the_door() -> None:
    table = ready_table()
    before = standings(table)
    form = LIMITS | {"act": "set_limits", "nonce": "n", "seen": str(table.number)}
    answer = Office().client.post("/office/tables/T3/limits/", form)
    assert answer.status_code == 422
    assert standings(table) == before
    assert Office().client.post("/office/tables/T3/limits/", {"act": "close_table"}).status_code == 422


def test_a_table_without_rules_has_no_limits_yet() -> None:
    office = Office()
    office.does("/office/tables/", "add_table", code="T7")
    assert office.client.get("/office/tables/T7/limits/")["Location"] == "/office/tables/"


# --- displays


def test_a_display_is_paired_by_the_code_that_leads_here_and_revoked() -> None:
    new_table()
    office = Office(Role.OPERATOR)
    page = office.page("/office/displays/?code=ABCDEFGHIJ")
    assert 'value="ABCDEFGHIJ"' in page
    office.does("/office/displays/", "pair_display", code="abcdefghij", place="T3|seat|4", language="de")
    display = Display.objects.get()
    assert (display.code, display.table.code, display.position, display.language) == ("ABCDEFGHIJ", "T3", "4", "de")
    assert last() == ("pair_display", "otto")
    assert "ABCDEFGHIJ" in office.page("/office/displays/")
    office.does("/office/displays/", "revoke_display", code="ABCDEFGHIJ")
    assert Display.objects.get().revoked
    assert "No display is paired." in office.page("/office/displays/")


def test_a_sign_belongs_to_the_whole_table() -> None:
    new_table()
    Office().does("/office/displays/", "pair_display", code="SIGN1", place="T3|sign|", language="it")
    assert (Display.objects.get().kind, Display.objects.get().position) == ("sign", "")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("place", "code", "sentence"),
    [
        ("", "NEW1", "Choose where the display stands."),
        ("T3|seat|4", "NEW1", "This position has a display already"),
        ("T3|seat|44", "NEW1", "44"),
        ("T9|sign|", "NEW1", "There is no table “T9”."),
        ("T3|seat|5", "OLD1", "“OLD1” exists already."),
        ("T3|seat|5", "no code!", "is no key"),
        ("T3|wall|", "NEW1", "cannot be understood"),
    ],
)
def test_a_display_that_cannot_be_paired_stays_in_the_form(place: str, code: str, sentence: str) -> None:
    new_table()
    office = Office(Role.OPERATOR)
    office.does("/office/displays/", "pair_display", code="OLD1", place="T3|seat|4", language="it")
    page = office.is_refused("/office/displays/", "pair_display", code=code, place=place, language="de")
    assert sentence in page
    assert f'value="{code}"' in page
    assert '<option value="de" selected>' in page
    assert Display.objects.count() == 1


def test_lists_are_narrowed_by_their_address_and_what_cannot_be_asked_narrows_nothing() -> None:
    new_table()
    new_table(code="T4")
    office = Office()
    for code, place in (("SIGN3", "T3|sign|"), ("SEAT4", "T4|seat|4")):
        office.does("/office/displays/", "pair_display", code=code, place=place, language="it")
    shown = {
        "?table=T4": {"SEAT4"},
        "?state=never": {"SIGN3", "SEAT4"},
        "?state=here": set(),
        "?table=T9&state=%3Cb%3E": {"SIGN3", "SEAT4"},
    }
    for query, found in shown.items():
        page = office.page(f"/office/displays/{query}")
        assert {code for code in ("SIGN3", "SEAT4") if code in page} == found, query
    assert "delia" in rows(office.page("/office/people/?role=direzione"))
    assert "dario" not in rows(office.page("/office/people/?role=direzione&state=active"))
    assert "T3" not in rows(office.page("/office/tables/?state=suspended"))
    assert "T3" in rows(office.page("/office/tables/"))


def rows(page: str) -> str:
    """What stands in the list of a page of the office."""
    return "".join(re.findall(r'<ul class="rows">.*?</ul>', page, re.DOTALL))


def test_a_press_that_arrives_twice_pairs_one_display() -> None:
    new_table()
    office = Office(Role.OPERATOR)
    form = office.form("/office/displays/", "pair_display") | {"code": "A1", "place": "T3|seat|4", "language": "it"}
    assert [office.client.post("/office/displays/", form).status_code for _ in range(2)] == [302, 302]
    assert Display.objects.count() == 1


# --- who does what here


@pytest.mark.parametrize(
    ("role", "rooms"),
    [
        (Role.DIREZIONE, {"people", "comunali", "tables", "rules", "displays", "erasing", "outside"}),
        (Role.OPERATOR, {"displays"}),
        (Role.ISPETTORE_GIOCO, {"tables", "displays"}),
        (Role.CAPO_TAVOLO, {"tables"}),
    ],
)
def test_everybody_finds_the_rooms_that_are_open_to_them(role: Role, rooms: set[str]) -> None:
    office = Office(role)
    assert set(re.findall(r'href="/office/(\w+)/"', office.page("/office/"))) == rooms
    for room in ("people", "tables", "displays", "erasing"):
        assert office.client.get(f"/office/{room}/").status_code == (200 if room in rooms else 403)


def test_only_the_direzione_adds_tables() -> None:
    page = Office(Role.ISPETTORE_GIOCO).page("/office/tables/")
    assert "add_table" not in page
    client = signed_in(Role.ISPETTORE_GIOCO)
    answer = client.post("/office/tables/", {"act": "add_table", "code": "T9", "nonce": "n"})
    assert answer.status_code == 422
    assert not Table.real.filter(code="T9").exists()


# --- out of the house


OUTSIDE = "/office/outside/"


def test_an_external_reader_is_let_in_by_the_token_that_was_shown_until_they_are_revoked() -> None:
    ready_table()
    office = Office()
    answer = office.send(OUTSIDE, "admit_reader", key="signage-1", tables="T3")
    found = re.search(r"<code>(signage-1\.[\w-]{43})</code>", answer.content.decode())
    assert found
    assert "no-store" in answer["Cache-Control"]
    headers = {"Authorization": f"Bearer {found[1]}"}
    assert Client().get("/api/v1/tables", headers=headers).status_code == 200
    assert found[1] not in office.page(OUTSIDE)
    assert office.does(OUTSIDE, "revoke_reader", key="signage-1") == "“signage-1” is revoked."
    assert Client().get("/api/v1/tables", headers=headers).status_code == 401
    assert last() == ("revoke_reader", "delia")


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The addresses to which names lead; any other name is not found."""
    known = {"example.org": "93.184.216.34"}

    def found(host: str, port: int, **_given: Any) -> list[Any]:
        if host not in known and not host[-1].isdigit():
            raise socket.gaierror(-2, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (known.get(host, host), port))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    return known


ADMITTED = {"webhook-key": "cage", "url": "https://example.org/sabot", "webhook-tables": ""}


def shown_secret(answer: Any) -> str:
    """The secret of a webhook that this page shows."""
    found = re.search(r"<code>(whsec_[A-Za-z0-9+/]{86}==)</code>", answer.content.decode())
    assert found
    return found[1]


@pytest.mark.usefixtures("names")
def test_a_webhook_is_admitted_with_a_secret_that_is_shown_and_lists_what_does_not_answer() -> None:
    ready_table()
    office = Office()
    secret = shown_secret(office.send(OUTSIDE, "admit_webhook", **ADMITTED))
    Outlet.objects.update(failures=7)
    Told.objects.update(failures=2)
    page = office.page(OUTSIDE)
    assert secret not in page
    assert "https://example.org/sabot" in page
    assert "every table" in page
    assert "tried 7 times" in page
    assert "refuses what is sent of T3" in page
    office.does(OUTSIDE, "revoke_webhook", key="cage")
    assert "No webhook is admitted." in office.page(OUTSIDE)


@pytest.mark.usefixtures("names")
def test_a_secret_is_renewed_and_the_page_says_until_when_two_sign() -> None:
    office = Office()
    first = shown_secret(office.send(OUTSIDE, "admit_webhook", **ADMITTED))
    with travel(timezone.now(), tick=False):
        page = office.send(OUTSIDE, "renew_webhook", key="cage")
        assert shown_secret(page) != first
        until = moment(localtime(timezone.now() + timedelta(hours=24)))
        assert f"The secret before signs as well until {until}" in page.content.decode()
        assert f"two secrets sign until {until}" in office.page(OUTSIDE)
    assert "No webhook has the key “till”." in office.is_refused(OUTSIDE, "renew_webhook", key="till")
    with travel(timezone.now() + timedelta(hours=24, minutes=1), tick=False):
        assert "two secrets" not in Office().page(OUTSIDE)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://10.1.2.3/", "“10.1.2.3” leads to 10.1.2.3, which is no address of the public internet"),
        ("https://sabot.lan/", "“sabot.lan” leads to 192.168.1.9, which is no address of the public internet"),
        ("http://127.0.0.1/", "“127.0.0.1” leads to 127.0.0.1, which is no address of the public internet"),
        ("https://nowhere.example/", "The name “nowhere.example” is not found from this machine"),
    ],
)
def test_an_address_that_would_never_be_called_is_not_admitted_in_the_office(
    names: dict[str, str], settings: Any, url: str, said: str
) -> None:
    names["sabot.lan"] = "192.168.1.9"
    settings.WEBHOOK_NETWORKS = []
    office = Office()
    page = office.is_refused(OUTSIDE, "admit_webhook", **ADMITTED | {"url": url})
    assert said in page
    assert f'value="{url}"' in page
    assert ("WEBHOOK_NETWORKS names its network" in page) is ("leads to" in said)
    settings.WEBHOOK_NETWORKS = ["10.0.0.0/8", "192.168.0.0/16", "127.0.0.0/8"]
    names["nowhere.example"] = "10.9.9.9"
    shown_secret(office.send(OUTSIDE, "admit_webhook", **ADMITTED | {"url": url}))


def test_what_cannot_be_admitted_stays_in_the_form() -> None:
    office = Office()
    page = office.is_refused(OUTSIDE, "admit_webhook", **{"webhook-key": "cage", "url": "http://example.org/"})
    assert "A webhook is an address such as" in page
    assert 'value="http://example.org/"' in page
    assert "There is no table “T9”" in office.is_refused(OUTSIDE, "admit_reader", key="signage-1", tables="T9")


def test_an_electronic_shoe_is_paired_with_a_token_that_is_shown_once_until_it_is_revoked() -> None:
    ready_table()
    office = Office()
    answer = office.send(OUTSIDE, "pair_shoe", **{"shoe-key": "sabot-5", "shoe-table": "T3"})
    found = re.search(r"<code>(sabot-5\.[\w-]{43})</code>", answer.content.decode())
    assert found
    assert tokens.shoe_with(found[1]) is not None
    page = office.page(OUTSIDE)
    assert found[1] not in page
    assert "Table T3 · not connected" in page
    second = {"shoe-key": "sabot-4", "shoe-table": "T3"}
    assert "revoke that one first" in office.is_refused(OUTSIDE, "pair_shoe", **second)
    assert office.does(OUTSIDE, "revoke_shoe", key="sabot-5") == "“sabot-5” is revoked."
    assert tokens.shoe_with(found[1]) is None
    assert last() == ("revoke_shoe", "delia")
    assert "No electronic shoe is paired." in office.page(OUTSIDE)
