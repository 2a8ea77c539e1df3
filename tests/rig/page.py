"""A page as a program keeps it: the texts of its regions, which take what is new as a browser does."""

import html
import re
from collections.abc import Mapping

NAME = re.compile(r"[\w-]+")
DRAWN, THERE = re.compile(r'(?:<use[^>]* href="|url\()#([\w-]+)'), re.compile(r' id="([\w-]+)"')
STILL = re.compile(r'<[\w-]+ data-still="([^"]*)"></[\w-]+>')


def element(text: str, key: str) -> tuple[int, int]:
    """From where to where the one element with this key stands in a text."""
    mark = f' data-key="{key}"'
    start, found = text.rindex("<", 0, text.index(mark)), text.count(mark)
    assert found == 1, f"{key} is there {found} times"
    name = NAME.match(text, start + 1)
    assert name, f"{key} is no element's"
    depth = 0
    for tag in re.compile(rf"<(/?){name[0]}(?![\w-])[^<>]*?(/?)>").finditer(text, start):
        depth += 0 if tag[2] else -1 if tag[1] else 1
        if depth == 0:
            return start, tag.end()
    raise AssertionError(f"{key} is not closed")


def words(text: str) -> str:
    """What can be read of it."""
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", text)).split())


def undrawn(text: str) -> set[str]:
    """The names of what a whole page has drawn elsewhere on it, and has not: a browser shows nothing in its place."""
    return {it[1] for it in DRAWN.finditer(text)} - {it[1] for it in THERE.finditer(text)}


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
