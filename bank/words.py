"""Words for the codes in the sentences of the bank's acts."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

WORDS: Mapping[str, Mapping[Any, Any]] = {
    "what": {
        "opener": pgettext_lazy("bank", "Float at opening"),
        "midway": pgettext_lazy("bank", "Count in between"),
        "closer": pgettext_lazy("bank", "Float at closing"),
        "tips": pgettext_lazy("bank", "Tips"),
        "box": pgettext_lazy("bank", "Box"),
        "custody": pgettext_lazy("bank", "Custody"),
        "put_box": pgettext_lazy("bank", "a box is put in"),
        "take_box": pgettext_lazy("bank", "the box is taken"),
        "note_change": pgettext_lazy("bank", "a change that nobody keyed"),
        "reopen_closing": pgettext_lazy("bank", "the closing is reopened"),
    },
}
