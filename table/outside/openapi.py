"""OpenAPI 3.1 document of the API and the webhooks, generated from the types of the answers and their docstrings."""

from typing import Any

import msgspec

from table.outside import signing
from table.outside.coups import Coup, Table
from table.outside.events import Event
from table.outside.news import VERSION, Delivery

MOST_EVENTS, USUAL_EVENTS = 500, 100
MOST_COUPS, USUAL_COUPS = 100, 20


class VersionedAnswer(msgspec.Struct, frozen=True):
    """Answer: the version of its schema, and the epoch of the house's database.

    "epoch" is another one after a backup has replaced the database: keys and numbers that a reader knows may then stand
    for other coups and events.
    """

    version: str
    epoch: str


class Tables(VersionedAnswer, frozen=True):
    """Tables that this reader may read; "version" and "epoch" as in every answer."""

    tables: list[Table]


class Coups(VersionedAnswer, frozen=True):
    """Coups in the order in which they were played. "more" tells whether there are more.

    "next" is the value of "after" for the next request: the last of these coups that is over, or "after" unchanged.
    """

    coups: list[Coup]
    next: str
    more: bool


class Events(VersionedAnswer, frozen=True):
    """Events in order. "next" is the value of "after" for the next request; "more" tells whether there are more."""

    events: list[Event]
    next: int
    more: bool


class Problem(msgspec.Struct, frozen=True):
    """Error in a request. "code" is for programs, "message" for their developers."""

    status: int
    code: str
    message: str


REFUSED = {
    "400": "A parameter is wrong; the message names it.",
    "401": "No token, a wrong one, or one that was revoked.",
    "404": "No such table for this reader, or no such address.",
    "429": "Asked too often; Retry-After tells after how many seconds to ask again.",
}


def document() -> dict[str, Any]:
    """Return the OpenAPI document as dicts and lists: paths of the API, the webhook, schemas, and the bearer token."""
    answers = (Tables, Coups, Events, Delivery, Problem)
    refs, schemas = msgspec.json.schema_components(answers, ref_template="#/components/schemas/{name}")
    shown = dict(zip(answers, refs, strict=True))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sabot",
            "version": VERSION,
            "summary": "What happens at the tables, for programs outside the house.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "security": [{"token": []}],
        "paths": _paths(shown),
        "webhooks": {"delivery": {"post": _delivery(shown[Delivery])}},
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _paths(shown: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    """Return the four path items of the API by path, each a GET: tables, a table's coups, its events, this document.

    All but the last need a token. `shown` are references to the schemas by type.
    """

    def operation(answer: type, summary: str, *parameters: dict[str, Any]) -> dict[str, Any]:
        """Return the path item of a GET with these parameters.

        Its answers are 200 with the schema of `answer`, 304 for an ETag that is up to date, and the refusals of every
        path.
        """
        good = {"200": _answer("The answer.", shown[answer]), "304": {"description": "Nothing new for this ETag."}}
        refused = {status: _answer(why, shown[Problem]) for status, why in REFUSED.items()}
        refused["429"]["headers"] = {"Retry-After": RETRY_AFTER}
        return {"get": {"summary": summary, "parameters": [*parameters], "responses": good | refused}}

    coups_after = _parameter("after", "The key of a coup, such as 3.17: only those behind it.", {"type": "string"})
    events_after = _parameter("after", "The number of an event: only those behind it.", _number(0))
    document = {"200": {"description": "This document.", "content": {"application/json": {}}}}
    return {
        "/api/v1/tables": operation(Tables, "The tables"),
        "/api/v1/tables/{table}/coups": operation(
            Coups, "The coups of a table", TABLE, coups_after, _limit(MOST_COUPS, USUAL_COUPS)
        ),
        "/api/v1/tables/{table}/events": operation(
            Events, "The events of a table", TABLE, events_after, _limit(MOST_EVENTS, USUAL_EVENTS)
        ),
        "/api/v1/openapi.json": {"get": {"summary": "This document", "security": [], "responses": document}},
    }


RETRY_AFTER = {
    "description": "Seconds after which the next questions are answered.",
    "required": True,
    "schema": {"type": "integer", "minimum": 1},
}


def _parameter(name: str, says: str, schema: dict[str, Any], *, where: str = "query") -> dict[str, Any]:
    """Return a parameter of an operation in its query, path or headers (``where``); required unless in the query."""
    return {"name": name, "in": where, "required": where != "query", "description": says, "schema": schema}


def _number(least: int, most: int | None = None) -> dict[str, Any]:
    """Return the schema of a whole number from ``least`` to ``most``, without a maximum if that is None."""
    return {"type": "integer", "minimum": least} | ({"maximum": most} if most else {})


def _limit(most: int, usual: int) -> dict[str, Any]:
    """Return the query parameter ``limit``: a whole number from 1 to ``most``, ``usual`` if it is left out."""
    return _parameter("limit", f"How many at most: up to {most}.", _number(1, most) | {"default": usual})


TABLE = _parameter("table", "The code of a table.", {"type": "string"}, where="path")


def _answer(says: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return a response with a JSON body of this schema."""
    return {"description": says, "content": {"application/json": {"schema": schema}}}


def _delivery(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the operation by which a webhook of the house receives a delivery.

    It declares the signed headers, the body (`schema`), and what the statuses 2XX, 410 and 429 mean.
    """
    return {
        "summary": "What happened at a table, sent to a webhook of the house as Standard Webhooks has it.",
        "security": [],
        "parameters": [_parameter(it, says, {"type": "string"}, where="header") for it, says in SIGNED.items()],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {
            "2XX": {"description": "Taken in. Whatever else is answered, it is sent again later."},
            "410": {"description": "No more is wanted: nothing is sent for an hour, and people are alerted."},
            "429": {"description": "Too much at once: nothing is sent for as long as Retry-After says, up to an hour."},
        },
    }


SIGNED = {
    signing.ID: "Name of the delivery: the same each time it is sent.",
    signing.TIMESTAMP: "Time of sending in seconds since 1970.",
    signing.SIGNATURE: "“v1,” and the base64 of HMAC-SHA256 over id, time and body with full stops between; two with a "
    "blank between for a day after the secret was renewed.",
}
