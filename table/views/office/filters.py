"""What a list of the office is narrowed to: asked in the address of the page, so that it can be kept as a bookmark."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import Promise

Choices = Iterable[tuple[str, str | Promise]]


@dataclass(frozen=True)
class Filter:
    """One choice beside a list: its name in the address, its label, what can be chosen, and what is. Empty is all."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    chosen: str

    def lets(self, value: str) -> bool:
        """Whether a row with this value is shown."""
        return self.chosen in ("", value)


def asked(request: HttpRequest, name: str, label: str, choices: Choices) -> Filter:
    """What is chosen in the address; what cannot be chosen there is as if nothing were."""
    offered = tuple((value, str(words)) for value, words in choices)
    wanted = request.GET.get(name, "")
    return Filter(name, label, offered, wanted if wanted in dict(offered) else "")
