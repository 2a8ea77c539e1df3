"""Nothing that comes to the house is without bounds: no number that no column holds, and no text without an end."""

import re
from enum import Enum
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
import pytest
from django.test import Client
from django.utils import translation

from table.live import frames
from table.play import declaration
from table.play.declaration import MOST_LETTERS, VERBS
from table.record.refusals import say
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from tests.croupier.coups import close
from tests.house.reader import LANGUAGES
from tests.rig.rows import every_row
from tests.rig.staff import signed_in
from tests.rig.tables import ready_table

ENDLESS = "a" * 100_000
HOSTILE: list[Any] = [10**30, -(10**30), 2**63, ENDLESS, [10**30], {"a": ENDLESS}, {"a": {"b": [2**63]}}, 1e308]
SENTENCE = f"A text has at most {MOST_LETTERS} letters"


def plain(hint: Any) -> Any:
    """Something small that an argument of this type may be."""
    hint = getattr(hint, "__supertype__", hint)
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        patterns = [it.pattern for it in hint.__metadata__ if isinstance(it, msgspec.Meta) and it.pattern]
        if patterns:
            return "" if patterns[0].endswith(")?$") else "0" * 64
        return plain(parts[0])
    if origin is Literal:
        return parts[0]
    if origin is not None and origin not in (list, tuple, dict):
        return plain(next(part for part in parts if part is not type(None)))
    kind = origin or hint
    if issubclass(kind, Enum):
        return next(iter(kind)).value
    return {int: 1, str: "x", bool: False, list: [], tuple: [], dict: {}}[kind]


@every_row("name", sorted(VERBS))
def test_every_argument_of_every_act_is_bounded(name: str) -> None:
    verb = VERBS[name]
    fields = {it.name: it.type for it in msgspec.structs.fields(verb.arguments)}
    good = {key: plain(hint) for key, hint in fields.items()}
    declaration.arguments_of(verb, dict(good))
    for key in fields:
        for value in HOSTILE:
            with pytest.raises(Refused) as refused:
                declaration.arguments_of(verb, good | {key: value})
            assert refused.value.code is Code.ARGUMENTS
            if key in verb.texts and value is ENDLESS:
                assert SENTENCE in str(refused.value)


@pytest.mark.django_db
def test_at_the_door_it_is_refused_and_the_table_plays_on() -> None:
    table = ready_table()
    for value in HOSTILE:
        table.refuses(Code.ARGUMENTS, "tip", amount=value)
        table.refuses(Code.ARGUMENTS, "cut_card_out", hand_cards=value)
        table.refuses(Code.ARGUMENTS, "annotate", text=value)
        table.refuses(Code.ARGUMENTS, "report_incident", kind="wrong_number", facts={"laid": value})
        for act, given in (("set_limits", {"limits": {"main": [value, value]}}), ("reserve", {"guest": value})):
            table.cast.ispettore.is_refused(Code.ARGUMENTS, act, **given)
        table.cast.direzione.is_refused(Code.ARGUMENTS, "change_rules", changes={"chips": [value]})
    table.cast.direzione.is_refused(Code.PROFILE, "change_rules", changes={"title": "a" * 81})
    table.cast.direzione.is_refused(Code.PROFILE, "change_rules", changes={"source": "a" * 81})
    table.does("open_bets")
    table.check()


UNFIT: dict[str, tuple[str, dict[str, Any], str]] = {
    "left out": ("call_last_coup", {}, "said"),
    "unknown": ("tip", {"amount": 1, "to": "dario"}, "to"),
    "another kind": ("tip", {"amount": "500"}, "amount"),
    "within": ("set_limits", {"limits": {"main": [100, "all"]}}, "limits[...][1]"),
    "a correction": ("correct_entry", {"what": "stake", "new": {"box": 1}, "reason": "misread"}, "box"),
    "a report": ("report_incident", {"kind": "fallen_card", "facts": {"places": ["1"]}}, "places[0]"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_not_fit_is_refused_by_its_place_in_the_words_of_the_house_and_of_no_library(language: str) -> None:
    table = ready_table()
    close(table, "P100@1")
    for verb, given, place in UNFIT.values():
        who = table.cast.ispettore if verb == "set_limits" else table.cast.dealer
        refused = who.is_refused(Code.ARGUMENTS, verb, **given)
        with translation.override(language):
            sentence = say(refused)
        assert sentence.endswith(f": {place}."), sentence
        assert not re.search("Expected|Object|got|field", sentence), sentence
    for frame in ("{", "[]", '{"kind":"pres"}', '{"kind":"again"}', '{"kind":"again","table":3}'):
        with pytest.raises(Refused) as unread, translation.override(language):
            frames.read(frame)
        assert re.search(": (JSON|kind|table)[.]$", say(unread.value)), say(unread.value)


@pytest.mark.parametrize("seen", ["1e30", str(10**30), str(2**63), "-1"])
def test_a_frame_has_seen_no_number_that_no_register_reaches(seen: str) -> None:
    with pytest.raises(Refused) as refused:
        frames.read(f'{{"kind":"press","table":"T3","nonce":"n","seen":{seen},"steps":[{{"verb":"open_bets"}}]}}')
    assert refused.value.code is Code.FRAME


@pytest.mark.django_db
def test_an_address_with_a_number_or_a_day_out_of_all_bounds_leads_nowhere_and_breaks_nothing() -> None:
    ready_table()
    client = signed_in(Role.DIREZIONE)
    huge = str(10**30)
    found = {
        path: client.get(path).status_code
        for path in (
            f"/tables/T3/coups/{huge}.{huge}/",
            f"/tables/T3/incidents/{huge}/",
            f"/tables/T3/uncollected/{huge}/",
            f"/tables/T3/taglie/{huge}/",
            f"/tables/T3/evenings/{huge}/",
            f"/tables/T3/register/?taglia={huge}",
            f"/tables/T3/register/?before={huge}",
            "/tables/T3/register/?until=9999-12-31",
            "/tables/T3/figures/?since=0001-01-01",
            "/tables/T3/figures/?until=9999-12-31",
            f"/tables/T3/figures/?taglia={huge}",
            f"/tables/T3/coups/?page={huge}",
            f"/office/displays/?code={ENDLESS[:4000]}",
            f"/houses/baccarat-classico/?decks={huge}",
        )
    }
    assert {path: status for path, status in found.items() if status >= 500} == {}


@pytest.mark.django_db
def test_a_form_with_what_no_column_holds_is_refused_in_a_sentence() -> None:
    client = signed_in(Role.DIREZIONE)
    form = {"act": "take_on", "nonce": "n", "badge": "x" * 5000, "role": "dealer", "language": "x" * 5000}
    assert client.post("/office/people/", form).status_code == 422
    assert client.post("/office/people/", form | {"nonce": "n" * 5000, "badge": "nino"}).status_code == 422
    assert Client().post("/sign-in/", {"badge": "x" * 5000, "pin": "1" * 5000}).status_code == 403
