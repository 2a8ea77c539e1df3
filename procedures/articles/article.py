"""The shape of a room: what an article says of cards that went wrong, what it asks, and who has to be there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec
from django.utils.functional import Promise

from procedures.models import Incident
from table.play.act import Act
from table.rules.profile import Role

ISPETTORE = frozenset({Role.ISPETTORE_GIOCO})
BOTH = frozenset({Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE})
NOBODY = frozenset[Role]()


class Remedy(StrEnum):
    """What an article lets people do about it."""

    PLAY_ON = "play on"
    LAY_ANEW = "lay anew by the Regola"
    ANNUL = "annul and burn"
    BLANK = "Colpo in Bianco"
    HOLD_CARD = "set the card aside"
    BURN_STUCK = "burn the stuck cards"
    REPLACE = "replace the card"
    CARDS_SPEAK = "«Le carte parlano»"
    REFER = "refer to the Direzione"


class Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The answers to the questions of a kind; its fields are named as in ``Kind.words``."""


class Nothing(Answers, frozen=True):
    """Nothing is asked."""


@dataclass(frozen=True)
class Kind:
    """One thing that goes wrong: what it is called, what is asked, and what its report brings about at once.

    ``asks`` is None for what only the table itself notices. ``take_in`` is given the act, the incident before it is
    kept, and the facts; an incident that does not stand afterwards was settled by the law. A ``blocking`` one holds the
    coup; ``rebuilds`` tells that its answer is a reconstruction; ``between_coups`` that it needs no coup.
    """

    name: str
    title: Promise
    take_in: Callable[[Act, Incident, Any], None]
    asks: type[Answers] | None = None
    words: Mapping[str, Promise] = field(default_factory=dict)
    blocking: bool = False
    rebuilds: bool = False
    between_coups: bool = False


@dataclass(frozen=True)
class Article:
    """An article of the regulations: its title, its kinds, who has to be there, and which remedies it admits.

    ``present`` is by the Super Punto Banco; a house may ask for more, or have no Ispettore Comunale. ``kept_in`` names
    the module where a law is kept that is always in force, ``phrase`` the words that go with it.
    """

    number: int
    title: Promise
    kinds: tuple[Kind, ...] = ()
    present: frozenset[Role] = NOBODY
    remedies: tuple[Remedy, ...] = ()
    phrase: str = ""
    kept_in: str = ""

    @property
    def source(self) -> str:
        """How it is cited."""
        return "Super Punto Banco, " + (f"Art. {self.number}" if self.number else "Premessa")
