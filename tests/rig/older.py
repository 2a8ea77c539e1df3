"""Style sheets as Chromium 87 reads them, handed out to a browser that says it is one.

An old browser passes over what it does not know: a rule whose selector it cannot read, a block whose condition it
cannot, a declaration whose property or value it cannot.
"""

import re
from functools import cache

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope

AGENT = "Mozilla/5.0 (Television) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.88 Safari/537.36"
BLOCK = re.compile(r"@(?:container|layer|scope|starting-style|view-transition)\b[^{;]*\{")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SELECTOR = re.compile(r":(?:has|is|where|popover-open|modal|state)\b|:not\([^()]*,|&")
PROPERTY = re.compile(
    r"(?:aspect-ratio|container(?:-\w+)?|translate|rotate|scale|text-wrap|accent-color|inset-area|anchor-\w+|zoom)$"
)
VALUE = re.compile(
    r"\d(?:d|s|l)v(?:h|w|min|max)\b|\dcq\w+\b|\b(?:color-mix|oklch|oklab|lab|lch|round|mod|sin|cos)\(|\bclip\b(?!-)"
)
OF_THE_WHOLE = (b"accept-encoding", b"if-none-match", b"if-modified-since", b"range")
"""Without these a file is handed out as it is, and all of it."""


def older_for_televisions(house: ASGI3Application) -> ASGI3Application:
    """The house; a television of 2020 gets of each style sheet what it knows."""

    async def answering(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["type"] != "http" or not scope["path"].endswith(".css"):
            await house(scope, receive, send)
            return
        headers = list(scope["headers"])
        if (b"user-agent", AGENT.encode()) not in headers:
            await house(scope, receive, send)
            return
        whole: Scope = {**scope, "headers": [it for it in headers if it[0] not in OF_THE_WHOLE]}
        body = b""

        async def aged(event: ASGISendEvent) -> None:
            nonlocal body
            if event["type"] == "http.response.start":
                remaining = [it for it in event["headers"] if it[0].lower() != b"content-length"]
                await send({**event, "headers": remaining})
            elif event["type"] == "http.response.body":
                body += event["body"]
                if not event["more_body"]:
                    await send({**event, "body": known(body.decode()).encode()})

        await house(whole, receive, aged)

    return answering


@cache
def known(css: str) -> str:
    """What an old browser makes of a style sheet."""
    css = _without_blocks(re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL))
    return RULE.sub(lambda rule: "" if SELECTOR.search(rule[1]) else f"{rule[1]}{{{_declared(rule[2])}}}", css)


def _declared(declarations: str) -> str:
    each = [one.partition(":") for one in declarations.split(";")]
    return ";".join(
        f"{name}:{value}"
        for name, _colon, value in each
        if not PROPERTY.match(name.strip()) and not VALUE.search(value)
    )


def _without_blocks(css: str) -> str:
    found = BLOCK.search(css)
    if found is None:
        return css
    depth, end = 1, found.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(css[end], 0)
        end += 1
    return css[: found.start()] + _without_blocks(css[end:])
