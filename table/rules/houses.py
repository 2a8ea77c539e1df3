"""Houses, each declared in one place: its values, and the authority for each of them.

A profile has every point on which the five documents differ or one leaves a choice; what is not written out here is the
default of :class:`table.rules.profile.Profile`. The marks of the house follow, by topic. A topic is a policy key, or a
rule that holds whatever the keys say, which has a name of its own, mostly after the key and a dot. A mark says

- that the document states the rule expressly (``says``): its article is the rule's authority;
- that the rule is a reading of ours (``reads``): the document speaks of it and can be read otherwise, too. ``other`` is
  the value that the key has in that other reading; where there is none, the house rules have a sentence for it;
- that the document is silent (``SILENT``): the rule is a default of ours.

Keys and their topics are declared in the profile; where a house does not mark one, its document is silent. A new house
is derived from another one, ``derive(VENEZIA, key="my-house", decks=8)``, and entered in ``DECLARED`` with the marks of
its own document. What the other house's document says of the unchanged values is cited for it as well.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from table.rules.profile import (
    KEYS,
    NEVER_LACKING,
    SIDE_BETS,
    Profile,
    Role,
    Rounding,
    Ruling,
    derive,
    plain,
)
from table.rules.refusal import Code, Refused, require
from table.rules.topics.policy_key import UNKNOWN
from table.rules.topics.sources import (
    BACCARAT_ONLINE,
    CASINO_ADMIRAL,
    PUNTO_Y_BANCO,
    REGOLE_DEL_BACCARAT,
    SILENT,
    SUPER_PUNTO_BANCO,
    Mark,
    Said,
    reads,
    says,
)

Marks = Mapping[str, Mark]
"""Marks of a house by topic."""


def silent(*topics: str) -> Marks:
    """Return a mapping of each of these topics to SILENT.

    The document says nothing on them, and the house follows a default of Sabot.
    """
    return dict.fromkeys(topics, SILENT)


UNSTATED: Marks = {
    **silent(*KEYS.keys() - {"key", "title", "source", "derived_from"}),
    **silent(*(f"{key}.{word}" for key, declared in KEYS.items() for word in declared.topics.split())),
    **silent("general", "worn", "worn.same", "worn.decks", "closing", "closing.called", "announced"),
    **silent("regola", "regola.same", "regola.table", "regola.points", "regola.punto_stood"),
    **silent("limits", "limits.binding", "limits.of_bettor", "tips", "uncollected", "uncollected.out"),
    **silent("seats", "seats.marked", "seats.marked_free", "seats.mark_lasts", "seats.lost", "seats.standing"),
    **silent("corrections.by_two", "unforeseen", "amended", "amended.from", "announced_wrongly"),
}
"""Marks of a house whose document is silent, by topic; a house overrides those of which its document speaks.

A topic that only some documents raise is not among them: elsewhere there is no such rule.
"""

VENEZIA = Profile(
    key="super-punto-banco-venezia",
    title="Super Punto Banco",
    source=SUPER_PUNTO_BANCO,
    dealing="face_down",
    reader="highest_punto",
    button=True,
    announce_order="banco_first",
    min_last_coup_cards=7,
    remedies="blank_coup",
    presence="lex_specialis",
    rulings=frozenset(Ruling),
    bank_presence="with_comunale",
)

VENEZIA_MARKS: Marks = {
    **UNSTATED,
    # The shoe
    "decks": says("Art. 4"),
    "cut_card": says("Art. 5"),
    "cut_card.complete": reads("Art. 5"),
    "cut_card.waiting": reads("Art. 5"),
    "cut_card.call_waits": reads("Art. 5"),
    "art5_mid_coup": reads("Art. 5", other="one_more"),
    "art5_cut_in_blank": reads("Art. 5", other="one_more"),
    "min_last_coup_cards": says("Art. 5"),
    "min_last_coup_cards.announced": reads("Art. 5"),
    "min_last_coup_cards.counted": reads("Art. 5"),
    "worn": says("Art. 4"),
    "worn.same": reads("Art. 4"),
    "worn.decks": says("Art. 4"),
    # The cards in hand
    "closing": says("Premessa"),
    "closing.called": says("Premessa"),
    "dealing": says("Premessa"),
    "dealing.order": says("Premessa"),
    "dealing.third_open": reads("Premessa"),
    "reader": says("Premessa"),
    "reader.cloth": says("Premessa"),
    "reader.in_action": reads("Premessa"),
    "reader.nobody": says("Premessa"),
    "reader.standing": says("Art. 13"),
    "reader.claims": says("Premessa"),
    "reader.gestures": says("Premessa"),
    "reader.battuta": says("Premessa"),
    "reader.order": says("Premessa"),
    "reader.banco_first": reads("Premessa"),
    "reader.no_effect": reads("Premessa"),
    "standing_top_bet": reads("Art. 13", other="dealer_completes"),
    "button": says("Premessa"),
    "button.order": reads("Premessa"),
    "button.begins": reads("Premessa"),
    "button_rotation": reads("Premessa", other="next_occupied"),
    "button_on_annulled": reads("Premessa", other="stay"),
    "announced": says("Premessa"),
    "announce_order": says("Premessa"),
    # The Regola
    "regola": says("Premessa"),
    "regola.same": reads("Premessa"),
    "regola.table": says("Tabella della Regola"),
    "regola.points": says("Premessa"),
    "regola.figures": reads("Tabella della Regola"),
    "regola.punto_stood": reads("Tabella della Regola", other="5"),
    # Stakes
    "stakes_per_position": says("Art. 11"),
    "stakes_per_position.raised": reads("Art. 11"),
    "stakes.individual": says("Art. 12"),
    "both_sides": says("Art. 11"),
    "tie_requires_main": reads("Art. 11", other=True),
    "limits.binding": says("Art. 14"),
    "chips.laid": says("Art. 12"),
    "seats": says("Art. 13"),
    "seats.marked": says("Art. 13"),
    "seats.marked_free": reads("Art. 13"),
    "seats.lost": says("Art. 13"),
    "seats.standing": says("Art. 13"),
    "uncollected": says("Art. 15"),
    "uncollected.out": reads("Art. 15"),
    # Payment
    "tie_to_one.null": says("Premessa"),
    "tie_to_one.called_null": says("Premessa"),
    # Who decides
    "limits_decided_by": says("Art. 14"),
    "limits_decided_by.from": reads("Art. 14"),
    "suspended_by": says("Art. 14"),
    "suspended_by.direzione": reads("Art. 16"),
    "suspended_by.reason": says("Art. 14"),
    "disputes_decided_by": says("Art. 10"),
    "disputes_decided_by.over": says("Art. 10"),
    "presence": reads("Art. 6, 7, 8", other="always_both"),
    "presence.premise": says("Premessa"),
    "unforeseen": says("Art. 16"),
    "rulings.money": reads("Art. 16"),
    "amended": says("Art. 16"),
    # When cards go wrong
    "remedies": says("Art. 1"),
    "remedies.first": reads("Art. 1"),
    "remedies.early": reads("Art. 1"),
    "remedies.seen": says("Art. 1"),
    "remedies.seen_by": reads("Art. 1"),
    "remedies.called": says("Art. 1"),
    "remedies.visible": says("Art. 1"),
    "remedies.came_out_open": reads("Art. 1"),
    "remedies.known": reads("Art. 1"),
    "remedies.turned": says("Art. 1"),
    "remedies.stuck": says("Art. 2"),
    "remedies.burned": reads("Art. 2"),
    "remedies.inverted": says("Art. 6"),
    "remedies.number": says("Art. 7"),
    "remedies.undue": says("Art. 8"),
    "remedies.unclear": says("Art. 6, 7"),
    "remedies.clear": reads("Art. 6, 7"),
    "remedies.clear_stays": reads("Art. 6, 7"),
    "remedies.elsewhere": reads("Premessa, Art. 8"),
    "art3_first_card_window": reads("Art. 3", other="any_time"),
    "art8_unseen_excess": reads("Art. 8", other="under_sabot"),
    "announced_wrongly": says("Art. 9"),
}

MALTA = Profile(
    key="punto-y-banco-malta",
    title="Punto y Banco",
    source=PUNTO_Y_BANCO,
    positions=("1", "2", "3", "4", "5", "6", "7"),
    chips=(250, 500, 2500, 10000, 50000),
    egalite="shared",
    banco_payout="half_on_six",
    tie_requires_main=True,
    limits_decided_by=Role.DIREZIONE,
    announce_limits_by=Role.CAPO_TAVOLO,
    suspended_by=Role.DIREZIONE,
    disputes_decided_by=Role.DIREZIONE,
)

MALTA_MARKS: Marks = {
    **UNSTATED,
    "dealing.order": says(),
    "regola": reads(),
    "regola.same": reads(),
    "regola.table": says(),
    "tie_requires_main": says(),
    "over_max": says(),
    "over_max.whatever": reads(),
    "limits": says(),
    "limits.binding": says(),
    "limits.of_bettor": says(),
    "banco_payout": reads(),
    "tie_to_one": says(),
    "tie_to_one.null": says(),
    "tie_to_one.called_null": says(),
    "limits_decided_by": says(),
    "announce_limits_by": says(),
    "announce_limits_by.until": reads(),
    "suspended_by": says(),
    "disputes_decided_by": says(),
}

CLASSICO = Profile(
    key="baccarat-classico",
    title="Baccarat classico",
    source=REGOLE_DEL_BACCARAT,
    positions=("1", "2", "3", "4", "5", "6", "7"),
    egalite="shared",
    printed_odds="net",
    bank_close="inventory",
)

CLASSICO_MARKS: Marks = {
    **UNSTATED,
    "decks": reads(other=8),
    "closing": says(),
    "dealing.order": says(),
    "regola": says(),
    "regola.same": reads(),
    "regola.table": says(),
    "regola.points": reads(),
    "regola.three_after_nine": SILENT,
    "egalite": says(),
    "limits.binding": says(),
    "banco_payout": says(),
    "printed_odds": says(),
    "tie_to_one": says(),
    "tie_to_one.null": says(),
}

CLASSICO_COPERTO = derive(
    CLASSICO,
    key="baccarat-classico-coperto",
    title="Baccarat classico, carte coperte",
    dealing="face_down",
    reader="highest_punto",
)

CLASSICO_COPERTO_MARKS: Marks = {
    "dealing": says(),
    "reader": says(),
    "reader.cloth": reads(),
    "reader.claims": says(),
}

ADMIRAL = Profile(
    key="punto-banco-admiral",
    title="Punto Banco",
    source=CASINO_ADMIRAL,
    positions=("1", "2", "3", "4", "5", "6", "7"),
    currency="CHF",
    identity_check=True,
    tax="laid_ready",
    stakes_per_position="many",
    suspended_by=Role.DIREZIONE,
    disputes_decided_by=Role.DIREZIONE,
    bank_close="inventory",
)

ADMIRAL_MARKS: Marks = {
    **UNSTATED,
    "decks": says(),
    "positions": says(),
    "dealing": says(),
    "dealing.order": says(),
    "announced": says(),
    "regola": says(),
    "regola.same": reads(),
    "regola.table": says(),
    "regola.points": says(),
    "regola.punto_stood": reads(other="4, 5"),
    "egalite": says(),
    "stakes_per_position": reads(other="one"),
    "both_sides": reads(other=True),
    "tie_requires_main": says(),
    "limits": says(),
    "limits.binding": says(),
    "seats.standing": says(),
    "tips": says(),
    "chips.laid": says(),
    "chips.from_hand": says(),
    "currency.changed": says(),
    "identity_check": reads(other=False),
    "banco_payout": says(),
    "tax": says(),
    "printed_odds": says(),
    "tie_to_one": says(),
    "tie_to_one.null": says(),
    "tie_to_one.left": says(),
    "disputes_decided_by": says(),
    "unforeseen": reads(),
}

ONLINE = Profile(
    key="baccarat-online-side-bets",
    title="Baccarat online",
    source=BACCARAT_ONLINE,
    positions=("1",),
    printed_odds="for_one",
    chips=(100, 500, 1000, 2500, 10000),
    smallest_payment=1,
    dealing="automatic",
    reshuffle_every_hand=True,
    cut_card=False,
    mask_tolerance=None,
    virtual_shoe=True,
    both_sides=True,
    side_bets=frozenset(SIDE_BETS),
    over_max="refuse_only",
    limit_levels=True,
    limits_decided_by=Role.DIREZIONE,
    suspended_by=Role.DIREZIONE,
    disputes_decided_by=Role.DIREZIONE,
    rulings=NEVER_LACKING,
    malfunction_voids=True,
)

ONLINE_MARKS: Marks = {
    **UNSTATED,
    "decks": says(),
    "reshuffle_every_hand": says(),
    "dealing": says(),
    "regola": says(),
    "regola.table": says(),
    "regola.points": says(),
    "regola.punto_stood": says(),
    "banco_payout": says(),
    "printed_odds": reads(other="gross"),
    "tie_to_one": reads(other=9),
    "tie_to_one.null": says(),
    "tie_requires_main": says(),
    "both_sides": says(),
    "side_bets": says(),
    "limit_levels": says(),
    "limits.binding": says(),
    "malfunction_voids": says(),
    "malfunction_voids.link": says(),
}

DECLARED: tuple[tuple[Profile, Marks], ...] = (
    (VENEZIA, VENEZIA_MARKS),
    (MALTA, MALTA_MARKS),
    (CLASSICO, CLASSICO_MARKS),
    (CLASSICO_COPERTO, CLASSICO_COPERTO_MARKS),
    (ADMIRAL, ADMIRAL_MARKS),
    (ONLINE, ONLINE_MARKS),
)
"""Houses with the marks of their own documents, in the order in which they are offered."""

HOUSES: Mapping[str, Profile] = {profile.key: profile for profile, _ in DECLARED}

MARKS: Mapping[str, Marks] = {profile.key: marks for profile, marks in DECLARED}


def profile_named(key: str, houses: Mapping[str, Profile] = HOUSES) -> Profile:
    """Return the house with this key; refuse an unknown one and list the known keys (E_PROFILE)."""
    if key not in houses:
        known = ", ".join(houses)
        raise Refused(Code.PROFILE, "There is no house “%(house)s”; the houses are: %(known)s.", house=key, known=known)
    return houses[key]


class Marked(NamedTuple):
    """Authority of a house for a rule: the mark, and the document to which it refers.

    ``inherited`` if the document is that of a house from which this one derives; ``own`` if the rule is only this
    house's word: it differs from its document, or no declared house has a mark for it.
    """

    mark: Mark
    document: str
    inherited: bool = False
    own: bool = False


def marked(profile: Profile, topic: str) -> Marked:
    """Return the mark of a topic in this house, its support in a document, with the title of that document.

    It is the first mark that supports this house's value of the key, among those of its own document and of the houses
    from which it derives, nearest first. A reading supports both of its values. If there is none, also for an
    unknown topic, the rule is the house's own (``own``), and its mark ``SILENT``.
    """
    for house in _declared(profile):
        mark = MARKS[house.key].get(topic)
        if mark is not None and (here := _as_here(mark, profile, house, topic)) is not None:
            return Marked(here, house.source, inherited=house.source != profile.source)
    return Marked(SILENT, profile.source, own=True)


def _as_here(mark: Mark, profile: Profile, house: Profile, topic: str) -> Mark | None:
    """Return a mark of `house` as it holds for `profile`; None if it does not support the profile's value of the key.

    A mark supports the value that `house` has. A reading also supports its ``other`` value, and is then returned with
    the value of `house` as the other one. A topic that is no key always holds.
    """
    here, there = getattr(profile, topic, None), getattr(house, topic, None)
    if here == there:
        return mark
    return mark._replace(other=there) if mark.said == Said.READING and here == mark.other else None


def _declared(profile: Profile) -> Iterator[Profile]:
    """Yield the declared houses (those in `HOUSES`) that this one is or derives from, nearest first; maybe none."""
    if profile.key in HOUSES:
        yield HOUSES[profile.key]
    if profile.derived_from in HOUSES and profile.derived_from != profile.key:
        yield from _declared(HOUSES[profile.derived_from])


# --- a house as plain values, and back

OF_ANY_HOUSE: Mapping[str, Any] = {
    key: plain(declared.older) for key, declared in KEYS.items() if declared.older is not UNKNOWN
}

OF_A_DOCUMENT: Mapping[str, Mapping[str, Any]] = {
    SUPER_PUNTO_BANCO: {
        "derived_from": "super-punto-banco-venezia",
        "rulings": sorted(Ruling),
        "bank_presence": "with_comunale",
    },
    PUNTO_Y_BANCO: {"derived_from": "punto-y-banco-malta", "egalite": "shared"},
    REGOLE_DEL_BACCARAT: {
        "derived_from": "baccarat-classico",
        "egalite": "shared",
        "printed_odds": "net",
        "bank_close": "inventory",
    },
    CASINO_ADMIRAL: {"derived_from": "punto-banco-admiral", "tax": "laid_ready", "bank_close": "inventory"},
    BACCARAT_ONLINE: {"derived_from": "baccarat-online-side-bets", "rulings": sorted(NEVER_LACKING)},
}

OF_A_GAME_WITHOUT_A_TABLE: Mapping[str, Any] = {
    "mask_tolerance": None,
    "virtual_shoe": True,
    "printed_odds": "for_one",
}


def completed(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the plain values of a house, as they were stored once, with the keys added that came later.

    Stored values stay. The added ones are what held before the key existed, which depends on the document (``source``)
    and on automatic dealing; a smallest payment is added as None, which means that :func:`~table.rules.payout.pays_in`
    computes it. Keys that have always been there are not added.
    """
    added = {**OF_ANY_HOUSE, **OF_A_DOCUMENT.get(str(values.get("source")), {})}
    if values.get("dealing") == "automatic":
        added |= OF_A_GAME_WITHOUT_A_TABLE
    return {**added, **values}


def of_values(values: Mapping[str, Any]) -> Profile:
    """Return the house that these plain values (as from JSON) describe.

    Keys that came later than the values were stored are added (:func:`completed`), with what was the rule before.
    Refuses (E_PROFILE) an unknown key, one that is missing even then, and a value that no house can have.
    """
    given = completed(values)
    for name in given:
        require(name in KEYS, Code.PROFILE, "A house has no key “%(key)s”.", key=name)
    missing = KEYS.keys() - given
    require(not missing, Code.PROFILE, "The house lacks the key “%(key)s”.", key=", ".join(sorted(missing)))
    return Profile(**{name: _typed(_KINDS[name], value) for name, value in given.items()})


_KINDS = get_type_hints(Profile)
"""Types by key, without their declarations."""


def _typed(kind: Any, value: Any) -> Any:
    """Convert a plain value to the type of its key; what does not fit is returned unchanged, for the profile to refuse.

    A list becomes a tuple or a frozenset, by the key; the text of a key of roles a role; a dict a rounding.
    """
    try:
        if isinstance(value, list):
            return tuple(value) if get_origin(kind) is tuple else frozenset(map(get_args(kind)[0], value))
        if Role in (kind, *get_args(kind)) and value is not None:
            return Role(value)
        if isinstance(value, dict):
            return Rounding(**value)
    except (IndexError, TypeError, ValueError):
        pass
    return value


# --- rules outside the policy keys, which the table carries out by the letter of the document

CALLED_NULL = "tie_to_one.called_null"
"""Topic of a document that calls a coup with equal points null."""
FROM_HAND = "chips.from_hand"
"""Topic of a document by which the dealer takes no money from a hand."""


def announcement(profile: Profile, banco: int, punto: int) -> str:
    """Return the dealer's call for these points, in Italian: ``Banco 6, Punto 5: vince Banco``.

    A tie ends as the house calls it, ``Egalité`` or ``colpo nullo``. The points are not checked.
    """
    if banco == punto:
        ending = "colpo nullo" if calls_a_tie_null(profile) else "Egalité"
    else:
        ending = "vince Banco" if banco > punto else "vince Punto"
    return f"Banco {banco}, Punto {punto}: {ending}"


def calls_a_tie_null(profile: Profile) -> bool:
    """Whether the document of this house, or of one it derives from, calls a coup with equal points null."""
    return marked(profile, CALLED_NULL).mark.said is Said.STATED


def money_is_laid_first(profile: Profile) -> bool:
    """Whether the document of this house, or of one it derives from, has banknotes laid down and never handed over."""
    return marked(profile, FROM_HAND).mark.said is Said.STATED
