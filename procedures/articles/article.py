"""Shape of an article: its kinds of incident, and how each of them is noticed, reported and put right."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec
from django.utils.functional import Promise

from procedures.articles.offer import Offer
from procedures.models import Incident
from table.play.act import Act
from table.rules.authority import documents
from table.rules.profile import Profile, Role
from table.rules.topics.sources import SUPER_PUNTO_BANCO

ISPETTORE = frozenset({Role.ISPETTORE_GIOCO})
BOTH = frozenset({Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE})
NOBODY = frozenset[Role]()
RULES = f"{SUPER_PUNTO_BANCO}, "


class Remedy(StrEnum):
    """Remedy that an article admits for its incidents."""

    PLAY_ON = "play on"
    LAY_ANEW = "lay anew by the Regola"
    ANNUL = "annul and burn"
    BLANK = "Colpo in Bianco"
    HOLD_CARD = "set the card aside"
    BURN_STUCK = "burn the stuck cards"
    REPLACE = "replace the card"
    CARDS_SPEAK = "«Le carte parlano»"
    TAKE_AS_EMPTY = "look into the sabot and go by the cards that exist"
    DECIDE = "decide it in words and money"
    KEEP = "keep it for its owner"
    REFER = "refer to the Direzione"


DECISIONS: Mapping[Remedy, str] = {
    Remedy.LAY_ANEW: "ratify",
    Remedy.ANNUL: "annul_incident",
    Remedy.DECIDE: "decide_dispute",
    Remedy.REFER: "refer",
    Remedy.REPLACE: "authorise_replacement",
    Remedy.TAKE_AS_EMPTY: "confirm_empty",
    Remedy.KEEP: "confirm_uncollected",
}
"""Verb by which an incident is decided, for each remedy that somebody has to decide on."""


class Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Answers to the questions of a kind; its fields are named as in ``Kind.words``."""


class Nothing(Answers, frozen=True):
    """Answers of a kind that asks nothing."""


@dataclass(frozen=True)
class Sign:
    """Effect of an act by which the table notices a kind; ``fact`` is one that the effect has to carry, if any."""

    effect: str
    fact: str = ""

    def is_seen_in(self, effect: str, facts: Mapping[str, Any]) -> bool:
        """Whether an effect of this name, with these facts, is this sign: same name, and ``fact`` a key of the facts.

        A sign without ``fact`` asks for the name only.
        """
        return effect == self.effect and (not self.fact or self.fact in facts)


def never(_of: object) -> bool:
    """False, of any act and of any answers."""
    return False


@dataclass(frozen=True)
class Kind:
    """Kind of incident; all that other code knows of it is declared here.

    Taking it in: ``take_in`` is given the act, the incident before it is saved, and the answers; an incident that is
    decided afterwards was settled by the law. A ``blocking`` one holds the coup until it is decided, or without a coup
    keeps the next from beginning. One that happens ``between_coups`` needs no coup; one ``after_burning`` is about one
    that is over, and holds up nothing.

    Reporting it: ``asks`` is the type of the answers that a report gives, None for what nobody reports by
    ``report_incident``; ``words`` are the questions by its fields, ``answers`` the words for the answers of a field
    that admits only some. Where ``in_words`` holds of the answers, the report has to say in words what happened, which
    reports of before may lack; ``at_press`` refuses answers that reports of before may have. ``offer`` is how it is
    offered on a screen; a kind without an offer of its own stands ``in_dialog_of`` another one. One ``of_real_cards``
    is what a virtual shoe knows itself: there its report is refused, and not offered.

    Noticing it: ``signs`` are the effects by which the table notices it by itself. ``by_the_cards`` tells that turned
    cards show it: once they are put right it is withdrawn. Of several such kinds it is the one that ``prevails``. With
    ``placement_awaited`` it waits, once noticed, until the dealer has reported where the cards lie.

    Deciding it: ``rebuilds`` tells that its answer is a reconstruction; where ``lacks_card`` holds of the answers as
    they are stored, a card that the record has is not on the table, and no screen shows how the cards lie.
    ``left_over_is_undue`` tells that a served card which is left over had been served without a right to it.
    ``awaited`` are the words for what is awaited until it is decided, where that is no step of a reconstruction. Which
    decisions it admits follows from its article's remedies.

    Reading of it: ``topics`` are rules of the house page on which it stands, besides those of its article.
    """

    name: str
    title: Promise
    take_in: Callable[[Act, Incident, Any], None]
    asks: type[Answers] | None = None
    words: Mapping[str, Promise] = field(default_factory=dict)
    answers: Mapping[str, Mapping[str, Promise]] = field(default_factory=dict)
    in_words: Callable[[Any], bool] = never
    at_press: Callable[[Act, Any], None] | None = None
    offer: Offer | None = None
    in_dialog_of: str = ""
    of_real_cards: bool = False
    signs: tuple[Sign, ...] = ()
    by_the_cards: bool = False
    prevails: Callable[[Act], bool] = never
    placement_awaited: bool = False
    blocking: bool = False
    rebuilds: bool = False
    lacks_card: Callable[[Mapping[str, Any]], bool] = never
    left_over_is_undue: bool = False
    between_coups: bool = False
    after_burning: bool = False
    awaited: Promise | None = None
    topics: tuple[str, ...] = ()


@dataclass(frozen=True)
class Article:
    """Article of the regulations: its number (0 the premise), title and kinds, who has to be present, its remedies.

    ``first`` is what the dealer does first, as the quick card has it, where need be by the rules of the house.
    ``present`` is as Sabot has it at the Super Punto Banco, whose premise and Art. 6 to 8 say so; a house may ask for
    more, or have no Ispettore Comunale. ``topics`` are the rules of the house page on which it stands, besides those of
    every reconstruction: a report names them with their marks. ``phrase`` are the words that the dealer says by it.
    """

    number: int
    title: Promise
    first: Promise | Callable[[Profile], Promise]
    kinds: tuple[Kind, ...] = ()
    present: frozenset[Role] = NOBODY
    remedies: tuple[Remedy, ...] = ()
    topics: tuple[str, ...] = ()
    phrase: str = ""

    @property
    def name(self) -> str:
        """Short name, not translated: ``Art. 5``, or ``Premessa`` for number 0."""
        return f"Art. {self.number}" if self.number else "Premessa"

    def first_at(self, profile: Profile) -> Promise:
        """Return :attr:`first`, what the dealer does first, for a house with these rules where it depends on them."""
        return self.first(profile) if callable(self.first) else self.first

    @property
    def source(self) -> str:
        """Citation of the article, not translated: title of the regulations and name, ``Super Punto Banco, Art. 3``."""
        return RULES + self.name

    def source_at(self, profile: Profile) -> str:
        """Return :attr:`source` where :func:`has_articles`, else :attr:`name` alone, as ``Art. 3``.

        There is no such article there.
        """
        return self.source if has_articles(profile) else self.name


def has_articles(profile: Profile) -> bool:
    """Whether a house plays by the Super Punto Banco, whose articles these are, or derives from one that does."""
    return SUPER_PUNTO_BANCO in documents(profile)


def by_law(act: Act, case: Incident, facts: object = None) -> None:
    """Set the incident to settled by law, decided by the entry of this act and by nobody; the caller saves it.

    ``facts``, the answers, are not looked at: they are taken so that this can be the ``take_in`` of a kind.
    """
    del facts
    case.status, case.decided = Incident.Status.SETTLED_BY_LAW, act.number
