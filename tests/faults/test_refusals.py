"""A refused act leaves one row beside the register, capped, and nothing else."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps

from table.models import HOUSE, Entry, Refusal
from table.record import chain, door, refusals
from table.record.door import Step
from table.record.proof import audit
from table.rules.houses import VENEZIA
from table.rules.profile import as_values
from table.rules.refusal import Code, Refused
from tests.faults.coups import played_to
from tests.rig.tables import AtTable, Cast, Somebody, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
EVENING = datetime(2026, 5, 1, 21, 0, tzinfo=UTC)
WITHDRAWN = {"coup": "1.1", "position": "2", "box": "punto"}


def bet(**other: Any) -> dict[str, Any]:
    return {"coup": "1.1", "position": "1", "box": "punto", "amount": 10_000} | other


REFUSED: list[tuple[Code, list[tuple[str, Mapping[str, Any]]]]] = [
    (Code.PHASE, [("settle", {})]),
    (Code.ONE_STAKE, [("place", bet())]),
    (Code.ROLE, [("annotate", {"text": "kept nowhere"}), ("assign", {"guest": "gina", "position": "7"})]),
    (Code.NO_RESERVATION, [("reserve", {"guest": "newcomer"}), ("reserve", {"guest": "newcomer"})]),
    (Code.PHASE, [("place", bet(position="2")), ("withdraw", WITHDRAWN), ("settle", {})]),
    (Code.ARGUMENTS, [("close_bets", {"said": True}), ("deal", {}), ("turn_battuta", {"cards": "9S"})]),
    (Code.COUNT, [("close_bets", {"said": True}), ("deal", {}), ("turn_battuta", {"cards": []})]),
    (Code.CARD, [("close_bets", {"said": True}), ("deal", {}), ("turn_battuta", {"cards": ["9S", "1S"]})]),
    (Code.VERB, [("tip", {"amount": 500}), ("cheat", {})]),
    (Code.VERB, [("tip", {"amount": 500}), ("take_on", {"badge": "mallory", "role": "direzione"})]),
]


def everything() -> dict[str, list[Mapping[str, Any]]]:
    """All rows of the house but the refusals, and the count of them for the next entry."""
    models = [model for model in apps.get_app_config("table").get_models() if model is not Refusal]
    rows = {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}
    return {name: [{key: it for key, it in row.items() if key != "refused"} for row in of] for name, of in rows.items()}


def test_a_refusal_leaves_nothing_but_its_row_and_its_count() -> None:
    table = ready_table(seats=2)
    played_to(table, "close_bets")
    before = everything()

    for code, steps in REFUSED:
        with pytest.raises(Refused) as caught:
            table.press(*steps)
        assert caught.value.code is code, steps
        assert everything() == before, steps

    rows = Refusal.objects.order_by("pk").values_list("register", "number", "actor", "verb", "code")
    number = table.number
    assert list(rows) == [("T3", number, "dario", steps[0][0], code.value) for code, steps in REFUSED]
    table.check()


def test_a_refusal_names_its_article() -> None:
    table = ready_table(seats=1)
    table.does("reserve", guest="bruno")

    table.cast.capo_isola.is_refused(Code.NOT_FREE, "assign", guest="bruno", position="1")

    assert Refusal.objects.get().source == "Super Punto Banco, Art. 13"


def test_a_late_stake_is_on_record_with_its_amount() -> None:
    table = ready_table(seats=2)
    played_to(table, "close_bets")
    table.does("close_bets", said=True)

    table.refuses(Code.CLOSED, "place", **bet(position="2"))

    arguments = chain.read(Refusal.objects.get().arguments)
    assert {key: arguments[key] for key in ("position", "box", "amount")} == {
        "position": "2",
        "box": "punto",
        "amount": 10_000,
    }


UNKEPT: list[tuple[str, dict[str, Any]]] = [
    ("annotate", {"text": "a text"}),
    ("turn_banco", {"cards": ["2S", "3S"]}),
    ("turn_third", {"card": "2S"}),
    ("deal", {"cards": ["2S", "3S", "4S", "5S"]}),
    ("correct_entry", {"what": "card", "new": {"number": 1, "card": "3D"}, "reason": "misread"}),
    ("change_rules", {"changes": {"key": "a text"}}),
    ("place", {"amount": "a text"}),
    ("reserve", {"guest": "long" * 125}),
    ("reserve", {"guest": "Annamaria Bentivoglio"}),
    ("change_notes", {"amount": 1000, "guest": "Annamaria Bentivoglio"}),
    ("cheat", {"with": "marked cards"}),
]


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("verb", "given"), UNKEPT, ids=[verb for verb, _ in UNKEPT])
def test_a_refusal_keeps_no_text_no_card_and_nothing_without_a_form(verb: str, given: dict[str, Any]) -> None:
    table = ready_table(seats=1)
    with pytest.raises(Refused):
        table.cast.auditor.does(verb, **given)
    assert Refusal.objects.values_list("verb", "arguments").get() == (verb, "")


def test_refusals_are_kept_so_many_an_actor_and_minute_and_the_rest_are_counted() -> None:
    table = ready_table(seats=1)
    most = refusals.MOST_A_MINUTE
    for second in range(2 * most):
        refuse(table.cast.dealer, "T3" if second % 2 else "no such table", at=EVENING + timedelta(milliseconds=second))
    refuse(table.cast.relief, "T3", at=EVENING)

    assert Refusal.objects.filter(actor="dario").count() == most
    assert sum(1 + refusal.repeated for refusal in Refusal.objects.filter(actor="dario")) == 2 * most
    assert Refusal.objects.filter(actor="dora").count() == 1

    refuse(table.cast.dealer, "T3", at=EVENING + timedelta(minutes=2))
    assert Refusal.objects.filter(actor="dario").count() == most + 1


def test_a_refusal_tells_the_number_at_which_its_register_stood() -> None:
    table = ready_table(seats=1)
    for owner in (table.code, HOUSE, "no such table"):
        refuse(table.cast.dealer, owner, at=EVENING)

    assert list(Refusal.objects.order_by("pk").values_list("register", "number")) == [
        ("T3", table.number),
        ("house", 1),
        ("no such table", 0),
    ]


def refuse(somebody: Somebody, owner: str, *, at: datetime) -> None:
    """Somebody presses what nobody may."""
    with pytest.raises(Refused):
        door.press(owner, [Step("cheat", {})], by=somebody.person, nonce="cheat", seen=0, at=at)


def test_a_name_of_a_press_is_short_and_plain() -> None:
    table: AtTable = ready_table(seats=1)
    for nonce in ("a/1", "a\n", "\x00", "n" * 61):
        table.refuses(Code.ARGUMENTS, "tip", amount=500, nonce=nonce)
    table.does("tip", amount=500, nonce="n" * 60)
    table.press(*[("tip", {"amount": 500})] * 12, nonce="m" * 60)
    table.check()


def counted(table: AtTable) -> list[int]:
    """What each entry counts, where it counts any."""
    outcomes = Entry.objects.filter(register=table.code).order_by("number").values_list("outcome", flat=True)
    return [count for count in map(chain.refused_before, outcomes) if count]


def test_the_entry_that_follows_counts_what_was_refused_before_it() -> None:
    table = ready_table(seats=1)
    for second in range(3):
        refuse(table.cast.dealer, "T3", at=EVENING + timedelta(seconds=second))
    first = table.number + 1
    table.press(("tip", {"amount": 500}), ("tip", {"amount": 600}))
    refuse(table.cast.dealer, "T3", at=EVENING)
    table.does("tip", amount=700)

    assert counted(table) == [3, 1]
    entry = Entry.objects.get(register="T3", number=first)
    assert chain.read(entry.outcome) == {"effects": [], "refused": 3}
    assert table.row.refused == 0
    table.check()


def test_what_is_only_counted_counts_too_and_on_the_entry_that_follows_it() -> None:
    table = ready_table(seats=1)
    most = refusals.MOST_A_MINUTE
    for _ in range(2):
        for second in range(most):
            refuse(table.cast.dealer, "T3", at=EVENING + timedelta(milliseconds=second))
        table.does("tip", amount=500)

    assert counted(table) == [most, most]
    assert Refusal.objects.count() == most + 1, "a refusal that another entry counts has a row of its own"
    table.check()


def test_the_first_entry_of_a_table_counts_what_was_refused_before_there_was_one() -> None:
    house = Cast.at(HOUSE)
    refuse(house.dealer, "T9", at=EVENING)
    house.direzione.does("add_table", code="T9")
    Cast.at("T9").direzione.does("set_up", rules=as_values(VENEZIA))
    assert audit.faults("T9") == []
    assert counted(AtTable("T9", Cast.at("T9"))) == [1]


def test_tables_that_nobody_has_are_not_kept_without_end() -> None:
    table = ready_table(seats=1)
    for number in range(2 * refusals.MOST_A_MINUTE):
        refuse(table.cast.dealer, f"X{number}", at=EVENING)
    assert Refusal.objects.count() == refusals.MOST_A_MINUTE
