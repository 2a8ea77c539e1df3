"""Verbs of the house office: tables are added, and get the rules they play by."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Sum
from django.utils.translation import pgettext_lazy

from table.models import TRAINING, LimitRange, Policy, Refusal, Table
from table.play.act import Act
from table.play.declaration import ANYTIME, CLOSED, of_the_house, verb
from table.play.in_force import bring_rules_into_force, lay_positions
from table.play.texts import check_new
from table.rules.houses import of_values
from table.rules.payout import check_payable, check_tax_payable
from table.rules.profile import DECIDERS, KEYS, Profile, Role, as_values, check_fits_decks
from table.rules.refusal import Cents, Code, Listed, require

MOST_LETTERS = 80
"""Characters, at most, of a house's key and title and of its document's, which stand on every page and refusal."""
DIREZIONE = (Role.DIREZIONE,)


@of_the_house(
    title=pgettext_lazy("act", "add a table"),
    said=(pgettext_lazy("record", "table %(code)s is new"),),
    moves=["staff"],
)
def add_table(act: Act, *, code: str) -> None:
    """Add a table, without rules: those are set in its own register. Refusals recorded under its code count on.

    Refused (E_ARGUMENTS) for a code that is taken, malformed or reserved, or begins, in capitals or not, like that of a
    training table.
    """
    require(
        not code.upper().startswith(TRAINING),
        Code.ARGUMENTS,
        "“%(key)s” would be taken for a training table: no other one is called so.",
        key=code[:20],
    )
    check_new(code, taken=Table.objects.filter(code=code).exists())
    Table.objects.create(code=code, refused=_refused_before(code))


@of_the_house(
    title=pgettext_lazy("act", "add a training table"),
    said=(pgettext_lazy("record", "table %(code)s is new, for training alone"),),
    roles=[Role.INSTRUCTOR],
    moves=["staff"],
)
def add_training_table(act: Act, *, code: str) -> None:
    """Add a table for training, which the figures of the house leave out. Refusals recorded under its code count on.

    Refused (E_ARGUMENTS) for a code that does not begin with ``TRAINING-``, is malformed, or is taken.
    """
    require(
        code.startswith(TRAINING),
        Code.ARGUMENTS,
        "The key of a training table begins with “%(begins)s”.",
        begins=TRAINING,
    )
    check_new(code, taken=Table.objects.filter(code=code).exists())
    Table.objects.create(code=code, training=True, refused=_refused_before(code))


def _refused_before(code: str) -> int:
    """Count the refusals stored for a code before it had a table: each once, and again for each repetition."""
    counted = Refusal.objects.filter(register=code).aggregate(rows=Count("pk"), repeated=Sum("repeated"))
    return int(counted["rows"] + (counted["repeated"] or 0))


def check_rules_set(_act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_PROFILE) unknown keys, wrong values, missing keys, and rules that :func:`check_new_rules` refuses.

    A key that stored rules once lacked may be missing. Checked at the press alone, as earlier entries may have rules
    that :func:`check_new_rules` refuses.
    """
    check_new_rules(of_values(given["rules"]))


@verb(
    title=pgettext_lazy("act", "set the rules"),
    said=(pgettext_lazy("record", "the table gets its rules"),),
    roles=DIREZIONE,
    tables=[CLOSED],
    moves=["limits", "seats", "shoe"],
    at_press=check_rules_set,
)
def set_up(act: Act, *, rules: dict[str, Any]) -> None:
    """Set the rules of a new table, every policy key with its value, and lay its positions.

    They are its version 1, in force at once; no effect is recorded. A key that stored rules once lacked may be missing:
    it gets what held before it. Refused where the table has rules already (E_ARGUMENTS), and for unknown keys, wrong
    values, or rules by which no dealer can play (E_PROFILE).
    """
    table, profile = act.table, playable(of_values(rules))
    require(table.policy is None, Code.ARGUMENTS, "This table has its rules; change them by a new version.")
    table.policy = Policy.objects.create(table=table, version=1, values=as_values(profile))
    lay_positions(table, profile)


def check_change(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse a change of rules that earlier entries may have all the same: checked at the press alone.

    Refuses (E_PHASE) keys that are ``closed_only``, changed or not, unless the table is closed and has no shoe, and
    another currency as long as something is in custody, whose slip names cents alone; (E_PROFILE) unknown keys, wrong
    values, and what :func:`check_new_rules` refuses.
    """
    unchanging = {key for key in given["changes"] if key in KEYS and KEYS[key].closed_only}
    require(
        not unchanging or (act.table.status == Table.Status.CLOSED and act.state.shoe is None),
        Code.PHASE,
        "%(keys)s can be changed only while the table is closed and no shoe is on it.",
        source=act.cite("amended.from"),
        keys=Listed(sorted(unchanging)),
    )
    changed = given["changes"].get("currency", act.state.profile.currency) != act.state.profile.currency
    slips = [it.slip for it in act.state.custody] if changed else []
    require(
        not slips,
        Code.PHASE,
        "Under slip %(slip)s money of the present currency is kept: it is disposed of before there is another one.",
        source=act.cite("custody"),
        slip=min(slips, default=0),
    )
    check_new_rules(of_values(as_values(_latest(act)) | given["changes"]))


@verb(
    title=pgettext_lazy("act", "change the rules"),
    said=(pgettext_lazy("record", "new rules from the next taglia on"),),
    roles=DIREZIONE,
    tables=ANYTIME,
    moves=["limits", "seats"],
    source="amended.from",
    at_press=check_change,
)
def change_rules(act: Act, *, changes: dict[str, Any]) -> None:
    """Decide a new version of a table's rules ("rules_changed"), in force from the next taglia on.

    At once while no shoe is on the table, with all that follows from it ("rules_in_force"). ``changes``, by policy key,
    come on top of a version that still waits; empty ones give a new version with the same rules. Refuses (E_PROFILE) a
    table without rules, unknown keys, rules that cannot be played, and chips in which the limits decided last cannot be
    laid; at the press as :func:`check_change` (E_PHASE, E_PROFILE), too.
    """
    table, state = act.table, act.state
    latest = _latest(act)
    profile = playable(of_values(as_values(latest) | changes))
    if profile.chips != latest.chips:
        _check_limits_laid(act, profile)
    version = table.policies.count() + 1
    table.next_policy = Policy.objects.create(table=table, version=version, values=as_values(profile))
    act.effect("rules_changed", version=version)
    if state.shoe is None:
        bring_rules_into_force(act)


def _latest(act: Act) -> Profile:
    """Return the rules of a table that were decided last: those that wait, else those in force.

    Refuses (E_PROFILE) where it has none.
    """
    return act.table.next_policy.profile if act.table.next_policy else act.state.profile


def _check_limits_laid(act: Act, profile: Profile) -> None:
    """Refuse (E_PROFILE) if a limit decided last is no multiple of the smallest chip of this profile.

    Of each kind of stake that is the unannounced range, else that of the next coup, else that in force.
    """
    latest = {it.kind: it for step in LimitRange.Standing for it in act.state.limit_ranges if it.standing == step}
    for kind, it in latest.items():
        require(
            it.minimum % profile.smallest_chip == 0 and it.maximum % profile.smallest_chip == 0,
            Code.PROFILE,
            "Key “chips”: the limits for %(kind)s, %(minimum)s to %(maximum)s, cannot be laid in chips of %(chip)s and "
            "more; other limits are decided first.",
            key="chips",
            kind=kind,
            minimum=Cents(it.minimum),
            maximum=Cents(it.maximum),
            chip=Cents(profile.smallest_chip),
        )


def check_new_rules(profile: Profile) -> None:
    """Refuse (E_PROFILE) what rules that were stored earlier may have all the same, and new ones may not.

    It is tax laid ready if that on the smallest chip is no multiple of the smallest payment, and a number of more cards
    than the decks have.
    """
    check_tax_payable(profile)
    check_fits_decks(profile)


def playable(profile: Profile) -> Profile:
    """Return the same profile. Refused (E_PROFILE) where no table with a dealer can play by it.

    That is one whose key, title or source is too long, that deals automatically, that names as decider an office that
    cannot decide, or whose prices cannot be paid.
    """
    for key in ("key", "title", "source"):
        require(
            len(getattr(profile, key)) <= MOST_LETTERS,
            Code.PROFILE,
            "Key “%(key)s”: at most %(most)s letters.",
            key=key,
            most=MOST_LETTERS,
        )
    require(
        profile.dealing != "automatic",
        Code.PROFILE,
        "A table of real cards cannot deal automatically.",
    )
    for key in (key for key, declared in KEYS.items() if declared.offered == DECIDERS):
        require(
            getattr(profile, key) in DECIDERS,
            Code.PROFILE,
            "“%(value)s” cannot be the “%(key)s” of a house.",
            key=key,
            value=getattr(profile, key),
        )
    check_payable(profile)
    return profile
