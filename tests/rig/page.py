"""A page as a program keeps it: the texts of its regions, which take what is new as a browser does."""

import re
from collections.abc import Mapping

STILL = re.compile(r'<[\w-]+ data-still="([^"]*)"></[\w-]+>')


def element(text: str, key: str) -> tuple[int, int]:
    """From where to where the one element with this key stands in a text."""
    (found,) = re.finditer(rf'<([\w-]+)(?: [^<>]*)? data-key="{re.escape(key)}"', text)
    depth = 0
    for tag in re.finditer(rf"<(/?){found[1]}(?![\w-])[^<>]*?(/?)>", text[found.start() :]):
        depth += 0 if tag[2] else -1 if tag[1] else 1
        if depth == 0:
            return found.start(), found.start() + tag.end()
    raise AssertionError(f"{key} is not closed")


def changed(text: str, news: str | Mapping[str, str]) -> str:
    """A region with what is new: all of it, or pieces by their keys. What is only named stays as it is."""

    def stays(named: re.Match[str]) -> str:
        places = [element(text, key) for key in named[1].split("\n")]
        return "".join(text[start:end] for start, end in places)

    if isinstance(news, str):
        return STILL.sub(stays, news)
    now = text
    for key, new in news.items():
        start, end = element(now, key)
        now = now[:start] + STILL.sub(stays, new) + now[end:]
    return now
