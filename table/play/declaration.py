"""Declarations of verbs: title, sentence in the register, who may use each and when, and what it depends on.

The door, the screens, the register and the tests read the same declaration.
"""

import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache, partial
from types import UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
from django.utils.functional import Promise

from table.models import House, Table
from table.play import texts
from table.play.act import Act
from table.play.effects import Sentences
from table.rules.authority import TOPICS
from table.rules.phase import Phase
from table.rules.profile import Role, offices_of
from table.rules.refusal import Code, Listed, Refused, require

Ground = Literal["coup", "seats", "limits", "shoe", "staff"]

Text = NewType("Text", str)
"""A name or free text: the door stores it as a note, without spaces around it, and the verb gets its digest."""

Device = NewType("Device", str)
"""Badge of whoever is signed in at the device that an act comes from; supplied by the house, refused from a screen."""

FoundOut = NewType("FoundOut", str)
"""Another fact that only the house can supply, such as that the PIN of whoever attests was given anew."""

FACES = ("card", "cards")
"""Arguments that hold faces, of an act or of a mapping among its arguments; a shoe that knows its cards gives them."""

FoundFacts = NewType("FoundFacts", dict[str, Any])
"""Facts by name that only the house can supply; an entry has no such argument where it supplies none."""

Amount = Annotated[int, msgspec.Meta(gt=0, le=10**12, title="cents")]
"""Cents, more than 0; the title tells it from a :data:`Number`, whose bounds are the same."""

Number = Annotated[int, msgspec.Meta(gt=0, le=10**12)]
"""Number of an entry of a register."""

Count = Annotated[int, msgspec.Meta(ge=-32_767, le=32_767)]
"""Number of cards, points and the like: any ``int`` argument without bounds of its own gets these, of its column."""

Word = Annotated[str, msgspec.Meta(max_length=80)]
"""Key or code: any ``str`` argument without bounds of its own gets this one, as no key is longer."""

MOST_NUMBER, MOST_LETTERS, MOST_PARTS, MOST_DEPTH = 10**12, 2_000, 1_000, 8
"""Bounds of every argument: absolute value, characters of a text, items of a collection, depth of nesting."""

_OF_NOTHING = re.compile(r"Expected `int` >= 1 - at `\$\.(amount|limits)\b")

Faces = list[str]
"""Cards as they are written, such as ``7S`` and ``10H``."""

Shows = Callable[[Act, Mapping[str, Any]], Sequence[int] | None]
"""Function giving the numbers of the cards whose faces an act with these arguments takes; None where it takes none."""

AtPress = Callable[[Act, Mapping[str, Any]], None]
"""Check of an act with its arguments when it is pressed; raises Refused."""

IDLE = None
"""Phase of a table between two coups."""

NOBODY: tuple[Role, ...] = ()
INSPECTORS = (Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.DIREZIONE)
"""Deciders of verbs that dealers have as well, and that decide something where an inspector does them."""


class GamePart(StrEnum):
    """Part in the game that the table leaves to the one verb that declares it, and knows by no name."""

    REPORTS = "opens an incident"
    TURNS_ONE = "turns a single covered card of a coup that is held"
    REPLACES = "puts another card, of a deck with this serial, in the place of a worn one"
    ORDERS = "orders acts of the table, named in its arguments, which may close it"


@dataclass(frozen=True)
class Verb:
    """A verb, and when it is allowed.

    ``phases`` are the phases of a coup in which it may be done, None among them standing for between two coups; None
    instead of a set means always. ``title`` is what those who use it call it. ``said`` are its sentences in the
    register, whose places are arguments of the verb: the first whose arguments are all given is taken. ``source`` is
    the topic that is cited for it, see :mod:`table.rules.authority`.

    ``ground`` are the parts of a table that the act depends on: it is stale if one of them changed since its screen was
    drawn. ``moves`` are those that it changes. ``while_held``: an open incident does not stop it. ``stakes`` marks
    verbs that lay or change stakes: after «Rien ne va plus» it is too late for them. ``by_pin`` marks verbs that take
    badge and PIN with the very press; they are checked before the door, and no screen does such an act by itself.
    ``decided_by`` is the policy key by which a house names the one role that decides; the Direzione stands above it,
    except for limits. ``texts`` are the arguments of type :data:`Text`. ``shows`` gives the cards that the act turns
    up, so that a virtual shoe can supply their faces. ``deciders`` are the roles that give their word by it, or decide;
    None stands for all of its roles, unless the dealer or a shoe has it as well. ``part`` is its part in the game.
    ``at_press`` refuses what lacks something that a press has to bring and that entries of before may lack: it is
    called when an act is pressed, with its arguments, and never in a replay.

    ``public`` names the arguments that may leave the house, separated by spaces; none of the house's own register does.
    No argument with a card in it is named: what is keyed for a card may be keyed before it lies open. Nor is any
    badge of the staff, anything of a guest's identity papers, or a text.
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
    public: str
    shows: "Shows | None" = None
    deciders: frozenset[Role] | None = None
    part: GamePart | None = None
    at_press: "AtPress | None" = None

    @cached_property
    def found_out(self) -> frozenset[str]:
        """Names of the arguments that the house supplies and no screen may: of type Device, FoundOut or FoundFacts."""
        hints = get_type_hints(self.arguments)
        return _marked(hints, Device) | _marked(hints, FoundOut) | self.omitted

    @cached_property
    def amounts(self) -> frozenset[str]:
        """Names of the arguments of type :data:`Amount`, in cents."""
        return _marked(get_type_hints(self.arguments, include_extras=True), Amount)

    @cached_property
    def omitted(self) -> frozenset[str]:
        """Names of the arguments of type :data:`FoundFacts`, left out of an entry where the house supplies no value.

        They are among :attr:`found_out`.
        """
        return _marked(get_type_hints(self.arguments), FoundFacts)

    @property
    def attests(self) -> bool:
        """Whether an act of this verb is an attestation: it takes all of :data:`PIN_FACTS`, about a PIN given anew."""
        return self.found_out >= PIN_FACTS

    @property
    def plain(self) -> bool:
        """Whether the arguments of the verb may be stored outside the register.

        They may unless one is a :data:`Text`, is named ``card`` or ``cards``, or is of type ``dict[str, Any]``, which
        could hold either.
        """
        hints = get_type_hints(self.arguments)
        return not self.texts and not hints.keys() & FACES and dict[str, Any] not in hints.values()


PIN_FACTS = frozenset({"pin_by", "pin_on", "pin_from"})
"""Arguments about a PIN that was given anew: by whom, when, and from where its owner first used it."""

VERBS: dict[str, Verb] = {}

PARTS: dict[GamePart, str] = {}
"""Verb of each part; a part that no verb takes is missing."""

NOTICERS: list[Callable[[Act], None]] = []
"""Functions called with every act at a table once it is performed, in its transaction and when it is replayed."""

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
    public: str = "",
    deciders: Collection[Role] | None = None,
    part: GamePart | None = None,
    at_press: AtPress | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that checks (`_check_new`) and enters a function in VERBS by its name, less a last ``_``."""
    besides: dict[str, Any] = {"title": title, "said": said, "source": source, "owner": owner, "decided_by": decided_by}
    besides |= {"while_held": while_held, "stakes": stakes, "by_pin": by_pin, "shows": shows}
    besides |= {"part": part, "public": public, "at_press": at_press}
    sets = {"roles": roles, "tables": tables, "phases": phases, "ground": ground, "moves": moves, "deciders": deciders}
    besides |= {key: None if it is None else frozenset(it) for key, it in sets.items()}

    def declare(perform: Callable[..., None]) -> Callable[..., None]:
        """Enter the :class:`Verb` made of a function in VERBS, and its ``part`` in PARTS; return it unchanged."""
        name = perform.__name__.rstrip("_")
        _check_new(name, title, said, source, part)
        hints = get_type_hints(perform, include_extras=True)
        own: dict[str, Any] = {"arguments": _arguments(name, perform, hints), "texts": _marked(hints, Text)}
        VERBS[name] = Verb(name=name, perform=perform, **own, **besides)
        PARTS.update({} if part is None else {part: name})
        return perform

    return declare


of_the_coup = partial(verb, roles=(Role.DEALER,), ground=["coup"], moves=["coup"])
"""Declare a verb that depends on the coup and changes it: the dealer’s, unless it names other roles."""
of_the_house = partial(verb, owner=House, roles=(Role.DIREZIONE,))
"""Declare a verb of the house's own register: the Direzione’s, unless it names other roles."""


def _check_new(name: str, title: Promise, said: Sentences, source: str, part: GamePart | None) -> None:
    """Assert that a verb's name and ``part`` are new and its ``source`` is a declared topic.

    Also that its title is a lazy translation, and that ``said`` holds at least one sentence, each a lazy translation. A
    part of None is always new.
    """
    assert part not in PARTS, f"{name} is not the only verb that {part}"
    assert source in TOPICS, f"{name} cites {source}, which is no topic"
    assert name not in VERBS, name
    assert isinstance(title, Promise), f"{name} has no title"
    assert said, f"{name} has no sentence in the register"
    assert all(isinstance(it, Promise) for it in said), f"{name} says what nobody can translate"


def _marked(hints: dict[str, Any], mark: object) -> frozenset[str]:
    """Names of the arguments whose type is ``mark``, or has it as a direct parameter, as in ``mark | None``."""
    return frozenset(key for key, hint in hints.items() if mark in (hint, *getattr(hint, "__args__", ())))


def _arguments(name: str, perform: Callable[..., None], hints: dict[str, Any]) -> type[msgspec.Struct]:
    """Build the struct of the arguments after ``act``, with bounds for int and str; it forbids other fields.

    Raises AssertionError for one that is not keyword-only.
    """
    fields: list[Any] = []
    for key, parameter in list(inspect.signature(perform).parameters.items())[1:]:
        assert parameter.kind is parameter.KEYWORD_ONLY, f"{name}.{key}"
        required = parameter.default is parameter.empty
        hint = _bounded(hints[key])
        fields.append((key, hint) if required else (key, hint, parameter.default))
    return msgspec.defstruct(name, fields, kw_only=True, frozen=True, forbid_unknown_fields=True)


def _bounded(hint: Any) -> Any:
    """Replace a bare ``int`` by :data:`Count` and ``str`` by :data:`Word`, also inside lists, dicts and unions.

    Any other type, such as an annotated or a new one, is returned as it is.
    """
    if hint in (int, str):
        return Count if hint is int else Word
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return Union[tuple(map(_bounded, parts))]  # noqa: UP007 - made of what is found
    return origin[tuple(map(_bounded, parts))] if origin in (list, dict) else hint


def defaults(declared: Verb) -> dict[str, Any]:
    """Return the defaults of a verb's arguments, by name; those without a default are left out."""
    every = msgspec.structs.fields(declared.arguments)
    return {it.name: it.default for it in every if it.default is not msgspec.NODEFAULT}


def of(name: str) -> Verb:
    """Return the verb with this name. Refused (E_VERB) where there is none."""
    require(name in VERBS, Code.VERB, "There is no act “%(verb)s”.", verb=name[:40])
    return VERBS[name]


def attests(name: str) -> bool:
    """Whether the verb of this name is there and an act of it is an attestation (:attr:`Verb.attests`)."""
    return name in VERBS and VERBS[name].attests


def arguments_of(declared: Verb, given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a verb with defaults filled in, without :data:`FoundFacts` that the house did not supply.

    Refuses (E_ARGUMENTS) what does not fit its struct, texts that cannot be encoded, such as half a surrogate pair,
    floats, and whatever exceeds MOST_NUMBER, MOST_LETTERS, MOST_PARTS or MOST_DEPTH.
    """
    for key in declared.texts & given.keys():
        _check_length(given[key])
    try:
        _check_size(given)
        form = msgspec.convert(given, declared.arguments, strict=True)
        msgspec.json.encode(form)
    except msgspec.ValidationError as error:
        check_of_nothing(error)
        why = texts.misfit(error)
        raise Refused(
            Code.ARGUMENTS, "“%(verb)s” cannot be understood: %(why)s.", verb=declared.name, why=why
        ) from None
    except (TypeError, UnicodeEncodeError, OverflowError):
        raise Refused(
            Code.ARGUMENTS,
            "“%(verb)s” cannot be understood: something in it is larger or longer than anything that is kept here, or "
            "of another kind.",
            verb=declared.name,
        ) from None
    every = {key: getattr(form, key) for key in declared.arguments.__struct_fields__}
    return {key: value for key, value in every.items() if value is not None or key not in declared.omitted}


def check_of_nothing(error: Exception) -> None:
    """Refuse (E_ARGUMENTS) if the error is that of an ``amount``, or of one in ``limits``, below 1; else do nothing.

    The sentence of the refusal says that an amount is more than 0.
    """
    require(not _OF_NOTHING.match(str(error)), Code.ARGUMENTS, "An amount is more than 0.")


def _check_length(text: object) -> None:
    """Refuse (E_ARGUMENTS) a text longer than MOST_LETTERS; anything that is no text passes."""
    require(
        not isinstance(text, str) or len(text) <= MOST_LETTERS,
        Code.ARGUMENTS,
        "A text has at most %(most)s letters; this one has %(count)s.",
        most=MOST_LETTERS,
        count=len(text) if isinstance(text, str) else 0,
    )


def _check_size(value: object, depth: int = 0) -> None:
    """Check MOST_NUMBER, MOST_LETTERS, MOST_PARTS and MOST_DEPTH in a value, its items and its keys, at any depth.

    Raises OverflowError beyond them, TypeError for a float or any other type. None and booleans pass. ``depth`` is that
    of the value itself.
    """
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
            raise TypeError
    if not fits:
        raise OverflowError


def check_legible(declared: Verb, given: Mapping[str, Any]) -> None:
    """Refuse (E_ARGUMENTS) an argument with control characters in any of its texts or keys, at any depth.

    Line ends and tabs count as such, except in the texts of an argument of type :data:`Text`.
    """
    for key, value in given.items():
        texts.check_legible(key, value, lines=key in declared.texts)


def check_of_screen(name: str, given: Mapping[str, Any]) -> None:
    """Refuse from a screen a verb that takes badge and PIN (E_ROLE), and an argument that only the house supplies.

    The latter are those in :attr:`Verb.found_out` (E_ARGUMENTS, with their names), even if their value is None. An
    unknown verb passes: the door refuses it.
    """
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
    """Refuse unless the role of the act may do this, with the table and its coup as they are.

    The codes are E_ROLE, E_TABLE_NOT_OPEN, E_PHASE (for a late stake E_CLOSED or E_BLANK_NO_BETS), and
    E_INCIDENT_OPEN while the coup is held, unless the act may be done then or always. Of an act of the house only
    the role is checked. Which role the rules let decide (``decided_by``) is not checked here.
    """
    if act.role not in declared.roles:
        raise Refused(
            Code.ROLE,
            "“%(verb)s” is not for the role “%(role)s”; it is for %(roles)s.",
            source=act.cite(declared.source),
            verb=declared.name,
            role=act.role,
            roles=Listed(sorted(_who_may(declared, act))),
        )
    if not isinstance(act.owner, Table):
        return
    if act.owner.status not in declared.tables:
        raise Refused(
            Code.TABLE_NOT_OPEN,
            "“%(verb)s” is not possible while the table is %(status)s.",
            source=act.cite(declared.source),
            verb=declared.name,
            status=act.owner.status,
        )
    _check_phase(declared, act)


@lru_cache(maxsize=1024)
def allowed(role: Role, status: str, phase: Phase | None, *, held: bool) -> frozenset[str]:
    """Names of the verbs of a table that the declarations allow a role in this state; screens offer no others.

    ``phase`` is None between coups. ``held``: an incident holds the coup, which stops all verbs but those declared as
    ``while_held`` and those without phases. Verbs of the house are never among them.
    """
    return frozenset(
        name
        for name, it in VERBS.items()
        if role in it.roles
        and it.owner is Table
        and status in it.tables
        and (it.phases is None or (phase in it.phases and (it.while_held or not held)))
    )


def _who_may(declared: Verb, act: Act) -> frozenset[Role]:
    """Roles to name in a refusal: the declared ones that this house has and lets decide.

    With ``decided_by`` that is the one role that the rules name and, except for limits, the Direzione. All declared
    ones where none is left, for acts of the house, and before the table has rules.
    """
    if not isinstance(act.owner, Table) or act.table.policy_id is None:
        return declared.roles
    profile = act.state.profile
    may = declared.roles & offices_of(profile)
    if declared.decided_by:
        above = frozenset[Role]() if declared.decided_by == "limits_decided_by" else frozenset({Role.DIREZIONE})
        may &= above | {getattr(profile, declared.decided_by)}
    return may or declared.roles


def _check_phase(declared: Verb, act: Act) -> None:
    """Refuse (E_PHASE) an act outside its declared phases, then (E_INCIDENT_OPEN) one in a coup that is held.

    A late stake is refused with E_CLOSED or E_BLANK_NO_BETS instead of E_PHASE. An act that is declared as
    ``while_held`` passes in a held coup, if the phase is one of its own; one without declared phases always passes.
    """
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
    """Return the refusal of a stake after the betting (E_CLOSED), or in a Colpo in Bianco (E_BLANK_NO_BETS)."""
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
    """Return the refusal (E_PHASE) of a verb outside its phases, with the coup's phase, or that there is no coup."""
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
