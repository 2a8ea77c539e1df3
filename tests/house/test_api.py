"""What programs outside may ask: with a token of their own, of their own tables, and what anybody may know."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.db import transaction
from django.test import Client

from table.access import tokens
from table.access.pace import TokenBuckets
from table.memory import table_cache
from table.models import HOUSE, Entry, Reader, Table
from table.outside import coups, openapi
from table.outside.coups import Card, Coup
from table.outside.events import Event
from table.outside.news import delivery
from table.play.declaration import VERBS, Verb
from table.play.effects import EFFECTS, Effect
from table.rules.cards import UNKNOWN, parse
from table.rules.houses import VENEZIA
from table.rules.profile import Role, as_values
from table.rules.refusal import Code, Refused
from table.screens.read.snapshot import ReadEntry, read_entry
from table.views import api
from tests.croupier.coups import play
from tests.croupier.dealer import Croupier
from tests.house import shift
from tests.house.long_record import lay_past
from tests.house.test_declared import named
from tests.house.worked import worked_table
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, Cast, new_table, prepare_shoe, ready_table, seat
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_request_was_made_yet() -> Iterator[None]:
    api.PACE.forget()
    yield
    api.PACE.forget()


class Outside:
    """A program outside the house, with the token of a reader."""

    def __init__(self, *tables: str, key: str = "museum") -> None:
        drawn = tokens.issue(key)
        Cast.at(HOUSE).direzione.does("admit_reader", key=key, digest=drawn.digest, tables=list(tables))
        self.token, self.client = drawn.token, Client()

    def asks(self, path: str, *, method: str = "GET", status: int = 200, bearer: str = "", etag: str = "") -> Any:
        """What it is answered, as values; nothing where there is no body."""
        headers = {"Authorization": bearer or f"Bearer {self.token}", "If-None-Match": etag}
        answer = self.client.generic(method, f"/api/v1/{path}", headers=headers)
        assert answer.status_code == status, answer.content
        assert answer["Cache-Control"] == "no-store"
        assert not answer.cookies
        self.answer = answer
        return json.loads(answer.content) if answer.content else None

    def events(self, code: str) -> list[dict[str, Any]]:
        """All events of a table, page after page, as a program reads them."""
        found, after, more = [], 0, True
        while more:
            page = self.asks(f"tables/{code}/events?after={after}&limit=150")
            found += page["events"]
            after, more = page["next"], page["more"]
        return found


@pytest.fixture
def played() -> AtTable:
    """The same, for whoever asks."""
    return worked_table()


# --- what is told


def test_only_facts_that_there_are_leave_the_house_and_no_text() -> None:
    for name, verb in VERBS.items():
        assert public(verb) <= set(verb.arguments.__struct_fields__) - verb.texts, name
        assert verb.owner is Table or not public(verb), name
    named_anywhere = named()
    for name, effect in EFFECTS.items():
        assert public(effect) <= named_anywhere[name], name


def test_no_argument_of_an_act_that_can_hold_a_card_is_told() -> None:
    holding = {"card", "cards", "face", "faces", "new", "old", "facts", "rules", "changes", "places", "laid", "before"}
    assert {name for name, verb in VERBS.items() if public(verb) & holding} == set()
    assert {name for name, effect in EFFECTS.items() if "face" in public(effect)} == {"card_turned"}


def public(declared: Verb | Effect) -> set[str]:
    """The facts that may leave the house."""
    return set(declared.public.split())


def is_face(fact: object) -> bool:
    """Whether this is a card as it is written."""
    try:
        return isinstance(fact, str) and not fact.isdecimal() and bool(parse(fact))
    except Refused:
        return False


def faces(fact: object) -> set[str]:
    """The cards somewhere in a value, positions and numbers left aside."""
    if isinstance(fact, dict):
        return set().union(*map(faces, fact.values()))
    if isinstance(fact, list | tuple):
        return set().union(*map(faces, fact))
    return {fact} if isinstance(fact, str) and is_face(fact) else set()


def test_no_event_of_a_shift_has_a_card_but_those_that_it_turns(played: AtTable) -> None:
    events, inside = Outside().events("T3"), set[str]()
    for entry, event in zip(Entry.objects.filter(register="T3").order_by("number"), events, strict=True):
        turned = {it["facts"]["face"] for it in event["effects"] if it["name"] == "card_turned"}
        inside |= faces([json.loads(entry.arguments), json.loads(entry.outcome)]) - turned
    assert len(inside - {str(UNKNOWN)}) >= 3, "there is something to leak"
    assert [it["number"] for it in events] == list(range(1, played.number + 1))
    for event in events:
        turned = {it["facts"]["face"] for it in event["effects"] if it["name"] == "card_turned"}
        assert faces(event) == turned, event


@pytest.mark.parametrize("one_in", [4, pytest.param(1, marks=pytest.mark.faults)])
def test_after_every_act_of_a_shift_a_card_has_the_face_that_it_has_shown_and_none_before(one_in: int) -> None:
    """Its coups are looked at after one act in so many, the delivery of each act always."""
    table, cards, hidden = new_table(shift.HOUSE_OF_THE_SHIFT), Shown(), set[str]()
    for at, (who, verb, given) in enumerate(shift.shift(table)):
        getattr(table.cast, who).does(verb, **given)
        entry, row = read_entry(Entry.objects.filter(register="T3").latest("number")), table.row
        turned = cards.after(entry, taglia=row.shoes.count())
        since = (row.coups.order_by("-pk").values_list("pk", flat=True).first() or 0) - 2
        for coup in coups.coups(row, reader="r", after=since, most=3) if at % one_in == 0 else ():
            for card in coup.cards:
                assert cards.is_shown(coup.taglia, card), (entry.entry.number, verb)
        sent = msgspec.json.encode(delivery("T3", reader="r", after=row.number - 1, upto=row.number))
        assert faces(json.loads(sent)) == turned, (entry.entry.number, verb)
        hidden |= faces([entry.arguments, entry.effects]) - turned - {str(UNKNOWN)}
    assert len(hidden) >= 3, "there was something to leak"


class Shown:
    """The faces that cards have shown by the register, by taglia and number."""

    def __init__(self) -> None:
        self._faces: dict[tuple[int, int], str] = {}

    def after(self, entry: ReadEntry, *, taglia: int) -> set[str]:
        """One act more; gives the faces that it turned."""
        for name, facts in entry.effects:
            if name == "entry_corrected" and facts["what"] == "card":
                self._faces[taglia, facts["new"]["number"]] = facts["new"]["card"]
        turned = {facts["card"]: facts["face"] for name, facts in entry.effects if name == "card_turned"}
        self._faces |= {(taglia, number): face for number, face in turned.items()}
        return set(turned.values())

    def is_shown(self, taglia: int, card: Card) -> bool:
        """Whether this card is told with the face it has shown; what was extracted at the end lies open at once."""
        return card.lies == "remaining" or (card.face or "") == self._faces.get((taglia, card.number), "")


def test_nobody_of_the_staff_and_no_text_leaves_the_house(played: AtTable) -> None:
    outside = Outside()
    outside.asks("tables/T3/events?limit=500")
    answer = outside.answer.content.decode()
    badges = {somebody.person.badge for somebody in vars(played.cast).values()} - {"sabot-3"}
    assert [badge for badge in badges if f'"{badge}"' in answer] == []
    for entry in Entry.objects.filter(register="T3", verb__in=["annotate", "annul", "suspend"]):
        for name in ("text", "reason"):
            assert (json.loads(entry.arguments).get(name) or "—") not in answer


def test_an_event_names_the_coup_that_is_played_or_comes_next(played: AtTable) -> None:
    events = Outside().events("T3")
    assert {it["coup"] for it in events if it["act"] == "place"} == {
        it["facts"]["coup"] for it in events if it["act"] == "place"
    }
    for event in events:
        if event["facts"].get("coup"):
            assert event["coup"] == event["facts"]["coup"], event
    one = Outside(key="one")
    for number in (1, played.number // 2, played.number - 1):
        page = one.asks(f"tables/T3/events?after={number}&limit=1")
        assert page["events"] == [events[number]]


def test_an_event_of_an_act_that_is_declared_no_more_has_its_name_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    ready_table().does("tip", amount=500)
    assert Outside().events("T3")[-1]["facts"] == {"amount": 500, "form": "chips"}
    monkeypatch.delitem(VERBS, "tip")
    last = Outside(key="cage").events("T3")[-1]
    assert (last["act"], last["facts"]) == ("tip", {})


# --- coups


def test_a_coup_is_told_as_it_lies_and_what_is_covered_has_no_face() -> None:
    table, outside = ready_table(), Outside("T3")
    table.does("open_bets")
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
    table.press(("close_bets", {"said": True}), ("deal", {}))
    (coup,) = outside.asks("tables/T3/coups")["coups"]
    assert [(it["number"], it["face"], it["lies"]) for it in coup["cards"]] == [
        (1, None, "punto"),
        (2, None, "banco"),
        (3, None, "punto"),
        (4, None, "banco"),
    ]
    assert (coup["key"], coup["over"], coup["reader"], coup["punto"]) == ("1.1", False, "1", None)
    assert coup["stakes"][0] | {"laid": 10_000, "in_action": 10_000} == coup["stakes"][0]
    assert re.fullmatch("[0-9a-f]{32}", coup["stakes"][0]["bettor"]), "no key of the house"
    table.does("turn_battuta", cards=["9S", "KH"])
    (coup,) = outside.asks("tables/T3/coups")["coups"]
    assert [it["face"] for it in coup["cards"]] == ["9S", None, "KH", None]
    assert outside.asks("tables")["tables"][0] | {"code": "T3", "coup": "1.1"} == outside.answer.json()["tables"][0]


def test_coups_are_paged_and_one_that_is_not_over_is_asked_for_again(played: AtTable) -> None:
    outside = Outside()
    all_of_them = outside.asks("tables/T3/coups?limit=100")
    keys = [it["key"] for it in all_of_them["coups"]]
    assert len(keys) > 3
    assert all_of_them["next"] == keys[-1]
    paged, after = [], ""
    while True:
        page = outside.asks(f"tables/T3/coups?limit=2&after={after}")
        paged += [it["key"] for it in page["coups"]]
        after = page["next"]
        if not page["more"]:
            break
    assert paged == keys
    paid = [it for it in all_of_them["coups"] if it["outcome"] == "settled"]
    assert paid
    assert all(it["punto"] and it["money"] for it in paid if it["stakes"])
    table = ready_table(code="T4")
    table.does("open_bets")
    assert outside.asks("tables/T4/coups") | {"next": "", "more": False} == outside.answer.json()


def test_a_coup_and_an_event_name_the_currency_in_which_the_table_played_then() -> None:
    """The table plays in another one by now."""
    table, outside = ready_table(), Outside("T3")
    play(table, "P100@1")
    table.cast.ispettore.does("close_table")
    table.cast.direzione.does("change_rules", changes={"currency": "CHF"})
    prepare_shoe(table, VENEZIA, serial="S-2")
    table.cast.ispettore.does("open_table")
    seat(table, "hugo", "1")
    play(table, "P100@1")
    assert [it["currency"] for it in outside.asks("tables/T3/coups")["coups"]] == ["EUR", "CHF"]
    assert outside.asks("tables")["tables"][0]["currency"] == "CHF"
    changed = Entry.objects.get(register="T3", verb="change_rules").number
    for after in (0, changed - 2, changed, changed + 1):
        events = outside.asks(f"tables/T3/events?after={after}&limit=500")["events"]
        assert all(it["currency"] == ("CHF" if it["number"] >= changed else "EUR") for it in events)
        assert events[-1]["number"] == table.number


def test_before_its_first_rules_a_table_has_no_currency_also_once_it_has_some() -> None:
    Cast.at(HOUSE).direzione.does("add_table", code="T9")
    cast, outside = Cast.at("T9"), Outside("T9")
    cast.dealer.does("sign_on")
    cast.direzione.does("set_up", rules=as_values(VENEZIA))
    for after, currencies in ((0, ["", "EUR"]), (1, ["EUR"])):
        assert [it["currency"] for it in outside.asks(f"tables/T9/events?after={after}")["events"]] == currencies


# --- who may ask


def test_who_has_no_token_is_told_nothing_and_a_revoked_one_opens_no_more() -> None:
    ready_table()
    outside = Outside()
    good = outside.token
    for header in (
        " ",
        "Bearer",
        f"Basic {good}",
        f"Bearer {good}x",
        "Bearer museum.x",
        "Bearer ž",
        f"Bearer {'x' * 500}",
    ):
        assert outside.asks("tables", status=401, bearer=header)["code"] == "token"
        assert outside.answer["WWW-Authenticate"].startswith("Bearer")
    assert outside.asks("tables", bearer=f"bearer {good}")["tables"]
    Cast.at(HOUSE).direzione.does("revoke_reader", key="museum")
    outside.asks("tables", status=401)
    Cast.at(HOUSE).direzione.does("admit_reader", key="museum", digest=tokens.issue("museum").digest)
    outside.asks("tables", status=401)


def test_of_a_table_of_others_it_is_not_said_whether_there_is_one() -> None:
    ready_table()
    ready_table(code="T4")
    outside = Outside("T3")
    assert [it["code"] for it in outside.asks("tables")["tables"]] == ["T3"]
    for path in ("tables/T4/events", "tables/T4/coups"):
        refused = outside.asks(path, status=404)
        assert refused == outside.asks(path.replace("T4", "T9"), status=404) | {
            "message": refused["message"],
        }
        assert refused["message"].replace("T4", "T9") == outside.answer.json()["message"]
    assert outside.asks("nothing/at/all", status=404)["code"] == "address"
    for path in ("tables/ž/coups", f"tables/{'T' * 500}/events"):
        assert Outside(key=f"k{len(path)}").asks(path, status=404)["code"] == "table"


def test_no_register_holds_a_token_and_no_row_either() -> None:
    outside = Outside()
    assert Reader.objects.get().digest == tokens.digest_of(outside.token)
    for entry in Entry.objects.filter(register=HOUSE):
        assert outside.token not in entry.arguments + entry.outcome
        assert outside.token.partition(".")[2] not in entry.arguments


def test_a_reader_that_asks_too_often_is_told_to_wait_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "PACE", TokenBuckets(burst=3, per_second=0.001))
    one, other = Outside(), Outside(key="cage")
    for _ in range(3):
        one.asks("tables")
    assert one.asks("tables", status=429)["code"] == "pace"
    assert one.answer["Retry-After"] == "1"
    other.asks("tables")


# --- how it is asked


WRONG = """
events?after=x events?after=-1 events?after=9999999999999999 events?after=١ events?after=1&after=2 events?afer=1
events?limit=0 events?limit=501 events?limit= coups?after=1 coups?after=9.9 coups?after=1.1;drop coups?limit=101
"""


@pytest.mark.one_in(4)
@pytest.mark.parametrize("question", WRONG.split())
def test_a_question_that_cannot_be_understood_is_refused_in_a_sentence(question: str) -> None:
    ready_table()
    refused = Outside().asks(f"tables/T3/{question}", status=400)
    assert refused["code"] == "parameter"
    assert refused["message"].endswith(".")


def test_it_answers_questions_only() -> None:
    outside = Outside()
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert outside.asks("tables", method=method, status=405)["code"] == "method"
        assert outside.answer["Allow"] == "GET, HEAD, OPTIONS"
    assert outside.asks("tables", method="OPTIONS", status=204) is None
    assert outside.asks("tables", method="HEAD") is None


def test_an_answer_that_has_not_changed_is_not_sent_again() -> None:
    table, outside = ready_table(), Outside()
    outside.asks("tables/T3/events")
    etag = outside.answer["ETag"]
    assert outside.asks("tables/T3/events", status=304, etag=etag) is None
    table.does("tip", amount=500)
    assert outside.asks("tables/T3/events", etag=etag)["events"][-1]["act"] == "tip"


def test_a_session_of_the_staff_opens_nothing_here() -> None:
    assert signed_in(Role.DIREZIONE).get("/api/v1/tables").status_code == 401


def test_what_it_costs_does_not_grow_with_the_record() -> None:
    first, later = costs(taglie=1), costs(taglie=20)
    for question, (statements, steps) in first.items():
        assert later[question][0] == statements <= 13, question
        assert later[question][1] <= 1.3 * steps + 500, question


def costs(*, taglie: int) -> dict[str, tuple[int, int]]:
    """Statements and steps of each question, put in the first coup after so many taglie."""
    mark = transaction.savepoint()
    table = new_table()
    lay_past(table.row, taglie=taglie)
    table.cast.ispettore.does("sign_on")
    table.does("sign_on")
    seat(table, "anna", "1")
    prepare_shoe(table, VENEZIA)
    table.cast.ispettore.does("open_table")
    for _ in range(2):
        table.does("open_bets")
        table.does("place", coup=table.coup, position="1", box="banco", amount=5000)
        Croupier(table, "9S 2S KH KD").advance("open_bets")
    outside, found = Outside(), {}
    starts = {"events": table.number - 6, "coups": f"{taglie + 1}.1"}
    for question in ("tables", *(f"tables/T3/{name}?after={after}&limit=20" for name, after in starts.items())):
        with Counting() as count:
            outside.asks(question)
        found[question.partition("?")[0]] = (count.statements, count.steps)
    transaction.savepoint_rollback(mark)
    table_cache.clear()
    return found


def test_a_reader_is_admitted_to_tables_that_there_are() -> None:
    refused = Cast.at(HOUSE).direzione.is_refused(
        Code.TABLE, "admit_reader", key="museum", digest="5" * 64, tables=["T9"]
    )
    assert "T9" in str(refused.facts)
    Cast.at(HOUSE).direzione.is_refused(Code.ARGUMENTS, "admit_reader", key="mu seum", digest="5" * 64)
    Cast.at(HOUSE).direzione.is_refused(Code.ARGUMENTS, "admit_reader", key="museum", digest="a token")
    Cast.at(HOUSE).direzione.is_refused(Code.ARGUMENTS, "revoke_reader", key="museum")


# --- the document


def test_the_document_has_every_address_and_every_answer_has_the_form_it_says(played: AtTable) -> None:
    outside = Outside()
    document = outside.asks("openapi.json", bearer=" ")
    assert document == json.loads(msgspec.json.encode(openapi.document()))
    assert document["openapi"] == "3.1.0"
    assert set(document["paths"]) == {
        "/api/v1/openapi.json",
        "/api/v1/tables",
        "/api/v1/tables/{table}/coups",
        "/api/v1/tables/{table}/events",
    }
    schemas = document["components"]["schemas"]
    assert {"Event", "Coup", "Delivery", "AlertNews", "Problem"} <= set(schemas)
    assert set(schemas["Event"]["required"]) == set(Event.__struct_fields__)
    for event in outside.events("T3"):
        msgspec.convert(event, Event)
    for coup in outside.asks("tables/T3/coups")["coups"]:
        msgspec.convert(coup, Coup)


def test_every_schema_that_is_named_is_there() -> None:
    document = openapi.document()
    referenced = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(document)))
    assert referenced
    assert referenced <= set(document["components"]["schemas"])
