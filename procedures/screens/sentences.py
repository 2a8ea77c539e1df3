"""Words for the codes in what the register says of incidents."""

from collections.abc import Mapping
from typing import Any

from procedures.articles import KINDS
from procedures.articles.article_10_end_of_the_coup import ABOUT
from procedures.screens.wording import DEVICES, SOURCES, STATUSES, VERDICTS

WORDS: Mapping[str, Mapping[Any, Any]] = {
    "kind": {name: kind.title for name, (_article, kind) in KINDS.items()},
    "status": STATUSES,
    "verdict": VERDICTS,
    "source": SOURCES,
    "pressed_at": DEVICES,
    "about": ABOUT,
}
