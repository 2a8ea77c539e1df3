"""What a verb is: its title, its sentence in the register, who may use it, when, and on which ground it stands.

Door, screens, register and tests read the same declaration.
"""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
from django.utils.functional import Promise

from table.models import House, Table
from table.play.act import Act
from table.play.effects import Sentences
from table.rules.phase import Phase
from table.rules.profile import Role, offices_of
from table.rules.refusal import Code, Listed, Refused, require
from table.rules.topics.authority import TOPICS
from table.verbs import texts

Ground = Literal["coup", "seats", "limits", "shoe", "staff"]

Text = NewType("Text", str)
"""A name or free text: the door keeps it as a note, and the verb gets its digest."""

Device = NewType("Device", str)
"""Whose device it is, by the badge of who is signed in there: the house finds it out, and no screen says it itself."""

FoundOut = NewType("FoundOut", str)
"""What else only the house can find out itself, such as that the PIN of who attests was given anew."""

Amount = Annotated[int, msgspec.Meta(gt=0, le=10**12)]
"""Cents."""

Count = Annotated[int, msgspec.Meta(ge=-32_767, le=32_767)]
"""What is counted at a table, such as cards and points: every other whole number, as far as its column holds it."""

Word = Annotated[str, msgspec.Meta(max_length=80)]
"""Keys and codes: every other text, as none of them is longer."""

MOST_NUMBER, MOST_LETTERS, MOST_PARTS, MOST_DEPTH = 10**12, 2_000, 1_000, 8
"""Of what comes to the door no number is larger, no text longer, nothing has more parts or lies deeper in others."""

Faces = list[str]
"""Cards as they are written, such as ``7S`` and ``10H``."""

Shows = Callable[[Act, Mapping[str, Any]], Sequence[int] | None]
"""The cards whose faces an act takes with these arguments, by their numbers; None where it takes none."""

IDLE = None
"""Between coups."""


@dataclass(frozen=True)
class Verb:
    """A verb and its law. ``phases`` are those of a coup, None among them standing for between coups.

    ``source`` is the topic on whose word it is done, see :mod:`table.rules.topics.authority`.

    ``title`` is what those who do it call it. ``said`` is what a colleague reads of it in the register: of several
    sentences the first is taken whose facts, which are arguments of the verb, are all there.
    ``stakes`` marks those that lay or change stakes: after «Rien ne va plus» it is too late for them. ``by_pin`` marks
    what takes badge and PIN at this very press, which are looked at before the door; no screen does it by itself.
    ``decided_by`` is the policy key by which a house names the one office of these that decides it; the Direzione
    stands above it, but for the limits. ``shows`` tells which cards it turns up, for a virtual shoe to say what they
    are.
    """

    name: str
    title: Promise
    said: Sentences
    perform: Callable[..., None]
    arguments: type[msgspec.Struct]
    owner: type[Table | House]
    roles: frozenset[Role]
    tables: frozenset[str]
    phases: frozenset[Phase | None] | None
    ground: frozenset[str]
    moves: frozenset[str]
    while_held: bool
    stakes: bool
    by_pin: bool
    source: str
    decided_by: str
    texts: frozenset[str]
    shows: "Shows | None" = None

    @cached_property
    def found_out(self) -> frozenset[str]:
        """The arguments that no screen may say, as the house finds them out itself."""
        hints = get_type_hints(self.arguments)
        return _marked(hints, Device) | _marked(hints, FoundOut)

    @property
    def attests(self) -> bool:
        """Whether somebody gives his word by it: what is to be known of his PIN stands beside it."""
        return self.found_out >= PIN_FACTS

    @property
    def plain(self) -> bool:
        """Whether its arguments may be kept outside the register: no text, and no card that may still lie covered.

        What has no form of its own could hold either.
        """
        hints = get_type_hints(self.arguments)
        return not self.texts and not {"card", "cards"} & set(hints) and dict[str, Any] not in hints.values()


PIN_FACTS = frozenset({"pin_by", "pin_on", "pin_from"})
"""What stands beside somebody’s word whose PIN was given anew: by whom, when, and from where it was first used."""

VERBS: dict[str, Verb] = {}

NOTICERS: list[Callable[[Act], None]] = []
"""What looks at every act of a table once it is done, in its own transaction, for whoever has signed up here."""

OPEN, CLOSED, SUSPENDED = Table.Status.OPEN, Table.Status.CLOSED, Table.Status.SUSPENDED
ANYTIME = (OPEN, CLOSED, SUSPENDED)
IN_PLAY = (OPEN,)


def verb(
    *,
    title: Promise,
    said: Sentences,
    roles: Collection[Role],
    owner: type[Table | House] = Table,
    tables: Collection[str] = IN_PLAY,
    phases: Collection[Phase | None] | None = None,
    ground: Collection[Ground] = (),
    moves: Collection[Ground] = (),
    while_held: bool = False,
    stakes: bool = False,
    by_pin: bool = False,
    source: str = "acts",
    decided_by: str = "",
    shows: Shows | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Declare a verb. ``phases`` None means in every phase; ``while_held`` that an open incident does not stop it."""
    besides: dict[str, Any] = {"title": title, "said": said, "source": source, "owner": owner, "decided_by": decided_by}
    besides |= {"while_held": while_held, "stakes": stakes, "by_pin": by_pin, "shows": shows}

    def declare(perform: Callable[..., None]) -> Callable[..., None]:
        name = perform.__name__.rstrip("_")
        _check_new(name, title, said, source)
        hints = get_type_hints(perform, include_extras=True)
        VERBS[name] = Verb(
            name=name,
            perform=perform,
            arguments=_arguments(name, perform, hints),
            roles=frozenset(roles),
            tables=frozenset(tables),
            phases=None if phases is None else frozenset(phases),
            ground=frozenset(ground),
            moves=frozenset(moves),
            texts=_marked(hints, Text),
            **besides,
        )
        return perform

    return declare


def _check_new(name: str, title: Promise, said: Sentences, source: str) -> None:
    """A verb is declared once, cites a topic, and is named and told in words that can be translated."""
    assert source in TOPICS, f"{name} cites {source}, which is no topic"
    assert name not in VERBS, name
    assert isinstance(title, Promise), f"{name} has no title"
    assert said, f"{name} has no sentence in the register"
    assert all(isinstance(it, Promise) for it in said), f"{name} says what nobody can translate"


def _marked(hints: dict[str, Any], mark: object) -> frozenset[str]:
    """The arguments of this type, such as names and free texts."""
    return frozenset(key for key, hint in hints.items() if mark in (hint, *getattr(hint, "__args__", ())))


def _arguments(name: str, perform: Callable[..., None], hints: dict[str, Any]) -> type[msgspec.Struct]:
    """The form of a verb's arguments; whatever else arrives is refused."""
    fields: list[Any] = []
    for key, parameter in list(inspect.signature(perform).parameters.items())[1:]:
        assert parameter.kind is parameter.KEYWORD_ONLY, f"{name}.{key}"
        required = parameter.default is parameter.empty
        hint = _bounded(hints[key])
        fields.append((key, hint) if required else (key, hint, parameter.default))
    return msgspec.defstruct(name, fields, kw_only=True, frozen=True, forbid_unknown_fields=True)


def _bounded(hint: Any) -> Any:
    """The same type, where nothing is said of how much it holds with the bounds of what is counted and named here."""
    if hint in (int, str):
        return Count if hint is int else Word
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return Union[tuple(map(_bounded, parts))]  # noqa: UP007 - made of what is found
    return origin[tuple(map(_bounded, parts))] if origin in (list, dict) else hint


def of(name: str) -> Verb:
    """The verb with this name."""
    require(name in VERBS, Code.VERB, "There is no act “%(verb)s”.", verb=name[:40])
    return VERBS[name]


def arguments_of(declared: Verb, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments as the verb wants them, defaults filled in; refused with E_ARGUMENTS if they have another form.

    Texts that cannot be written down, such as half a sign, have no form at all.
    """
    for key in declared.texts & given.keys():
        _check_length(given[key])
    try:
        _check_size(given)
        form = msgspec.convert(given, declared.arguments, strict=True)
        msgspec.json.encode(form)
    except (msgspec.ValidationError, TypeError, UnicodeEncodeError, OverflowError) as error:
        raise Refused(
            Code.ARGUMENTS,
            "“%(verb)s” cannot be understood: %(why)s.",
            verb=declared.name,
            why=str(error)[:200],
        ) from None
    return {key: getattr(form, key) for key in declared.arguments.__struct_fields__}


def _check_length(text: object) -> None:
    require(
        not isinstance(text, str) or len(text) <= MOST_LETTERS,
        Code.ARGUMENTS,
        "A text has at most %(most)s letters; this one has %(count)s.",
        most=MOST_LETTERS,
        count=len(text) if isinstance(text, str) else 0,
    )


def _check_size(value: object, depth: int = 0) -> None:
    """Whatever form it has: a number that no column holds, or a text without end, is none of ours. OverflowError."""
    match value:
        case bool() | None:
            return
        case int():
            fits = abs(value) <= MOST_NUMBER
        case str():
            fits = len(value) <= MOST_LETTERS
        case dict() | list() | tuple():
            fits = len(value) <= MOST_PARTS and depth < MOST_DEPTH
            for part in (*value, *value.values()) if fits and isinstance(value, dict) else value if fits else ():
                _check_size(part, depth + 1)
        case _:
            raise TypeError(f"{type(value).__name__} is no form of an argument")
    if not fits:
        raise OverflowError("larger or longer than anything that is kept here")


def check_legible(declared: Verb, given: Mapping[str, Any]) -> None:
    """Refused with E_ARGUMENTS where an argument holds what cannot be written; free texts may have lines."""
    for key, value in given.items():
        texts.check_legible(key, value, lines=key in declared.texts)


def check_of_screen(name: str, given: Mapping[str, Any]) -> None:
    """Refused if a screen says what only the house can find out, such as whose device it is, or who showed his PIN."""
    require(
        name not in VERBS or not VERBS[name].by_pin,
        Code.ROLE,
        "“%(verb)s” takes badge and PIN: open the page for it.",
        verb=name,
    )
    said = VERBS[name].found_out & given.keys() if name in VERBS else frozenset[str]()
    require(
        not said,
        Code.ARGUMENTS,
        "“%(verb)s” cannot be understood: %(why)s.",
        verb=name,
        why=", ".join(sorted(said)),
    )


def check(declared: Verb, act: Act) -> None:
    """Refused unless this role may do this now."""
    _check_role(declared, act)
    if isinstance(act.owner, Table):
        _check_table(declared, act)
        _check_phase(declared, act)


@lru_cache(maxsize=1024)
def allowed(role: Role, status: str, phase: Phase | None, *, held: bool) -> frozenset[str]:
    """What the declarations let this role do at a table in this state: screens show those acts and no others."""
    return frozenset(
        name
        for name, it in VERBS.items()
        if role in it.roles
        and it.owner is Table
        and status in it.tables
        and (it.phases is None or (phase in it.phases and (it.while_held or not held)))
    )


def _check_role(declared: Verb, act: Act) -> None:
    if act.role not in declared.roles:
        raise Refused(
            Code.ROLE,
            "“%(verb)s” is not for the role “%(role)s”; it is for %(roles)s.",
            source=act.cite(declared.source),
            verb=declared.name,
            role=act.role,
            roles=Listed(sorted(_who_may(declared, act))),
        )


def _who_may(declared: Verb, act: Act) -> frozenset[Role]:
    """Of the offices that are admitted everywhere those that this house has, and names for it."""
    if not isinstance(act.owner, Table) or act.table.policy_id is None:
        return declared.roles
    profile = act.state.profile
    may = declared.roles & offices_of(profile)
    if declared.decided_by:
        above = frozenset[Role]() if declared.decided_by == "limits_decided_by" else frozenset({Role.DIREZIONE})
        may &= above | {getattr(profile, declared.decided_by)}
    return may or declared.roles


def _check_table(declared: Verb, act: Act) -> None:
    if act.table.status not in declared.tables:
        raise Refused(
            Code.TABLE_NOT_OPEN,
            "“%(verb)s” is not possible while the table is %(status)s.",
            source=act.cite(declared.source),
            verb=declared.name,
            status=act.table.status,
        )


def _check_phase(declared: Verb, act: Act) -> None:
    if declared.phases is None:
        return
    state = act.state
    if state.phase not in declared.phases:
        raise _too_late_to_stake(act) if declared.stakes and state.coup else _out_of_turn(declared, act)
    require(
        declared.while_held or state.coup is None or not state.coup.held,
        Code.INCIDENT_OPEN,
        "An incident holds this coup; it has to be settled before “%(verb)s”.",
        verb=declared.name,
    )


def _too_late_to_stake(act: Act) -> Refused:
    coup = act.state.coup
    if coup is not None and coup.kind == coup.Kind.BLANK:
        return Refused(
            Code.BLANK_NO_BETS,
            "This is a Colpo in Bianco, played without stakes.",
            source=act.cite("remedies.seen"),
        )
    return Refused(
        Code.CLOSED,
        "The betting is closed; a late stake goes back to its owner.",
        source=act.cite("stakes.late"),
    )


def _out_of_turn(declared: Verb, act: Act) -> Refused:
    source, phase = act.cite(declared.source), act.state.phase
    if phase is None:
        return Refused(
            Code.PHASE, "“%(verb)s” needs a coup, and none is being played.", source=source, verb=declared.name
        )
    return Refused(
        Code.PHASE,
        "It is not the turn of “%(verb)s”: the coup stands at “%(phase)s”.",
        source=source,
        verb=declared.name,
        phase=phase,
    )
