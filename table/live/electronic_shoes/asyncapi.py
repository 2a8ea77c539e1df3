"""AsyncAPI 3.0 document of the protocol for electronic shoes, generated from the frames and their docstrings."""

from collections.abc import Iterable
from typing import Any

import msgspec

from table.live.electronic_shoes import frames
from table.live.electronic_shoes.frames import Alive, Card, CutCard, NotTaken, Ready, Taken

SENT = {"card": Card, "cutCard": CutCard, "alive": Alive}
ANSWERS = (
    "The house begins with “ready”, or refuses the line that another shoe holds; then it answers each frame until it "
    "closes the line."
)
ANSWERED = {"ready": Ready, "taken": Taken, "notTaken": NotTaken, "alive": Alive}


def document() -> dict[str, Any]:
    """Build the AsyncAPI document of the protocol for electronic shoes as plain values for JSON."""
    types = SENT | ANSWERED
    _refs, schemas = msgspec.json.schema_components(types.values(), ref_template="#/components/schemas/{name}")
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Sabot: electronic shoes",
            "version": "1",
            "description": "What a shoe that reads its own cards tells its table; docs/feed.md says how it is meant.",
            "license": {"name": "MIT"},
        },
        "servers": {
            "house": {"host": "house.example", "protocol": "wss", "security": [_ref("securitySchemes", "token")]}
        },
        "channels": {
            "shoe": {
                "address": "/live/shoe/{table}/",
                "parameters": {"table": {"description": "The code of the table with which the shoe is paired."}},
                "messages": {name: _ref("messages", name) for name in types},
            }
        },
        "operations": {
            "tell": _operation("receive", "The shoe tells a fact, or that it is there still.", SENT),
            "answer": _operation("send", ANSWERS, ANSWERED),
        },
        "components": {
            "messages": {
                name: {"name": name, "contentType": "application/json", "payload": _ref("schemas", it.__name__)}
                for name, it in types.items()
            },
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _ref(room: str, name: str) -> dict[str, str]:
    """Return a JSON reference to a component of the document; ``room`` is its kind, such as ``schemas``."""
    return {"$ref": f"#/components/{room}/{name}"}


def _operation(action: str, summary: str, messages: Iterable[str]) -> dict[str, Any]:
    """Return an operation of the document; `action` is what the house does, "receive" or "send", `messages` are names.

    The summary of "receive" also names the limit of a frame in bytes.
    """
    return {
        "action": action,
        "summary": f"{summary} A frame has at most {frames.MOST_BYTES} bytes." if action == "receive" else summary,
        "channel": {"$ref": "#/channels/shoe"},
        "messages": [{"$ref": f"#/channels/shoe/messages/{name}"} for name in messages],
    }
