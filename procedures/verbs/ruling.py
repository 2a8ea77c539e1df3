"""Rulings of the Direzione on what the regulations do not foresee, without appeal. Super Punto Banco, Art. 16."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec
from django.utils.translation import pgettext_lazy

from procedures.articles import ARTICLES, kind_of
from procedures.articles.article import Remedy
from procedures.case.cases import decide, of_number, refresh_open_cases
from procedures.case.verdicts import OF_THE_COUP
from procedures.models import Incident
from procedures.rebuild import placement, reported
from table.models import Coup, Shoe, Stake
from table.play.act import Act
from table.play.coup import end_coup, end_game
from table.play.declaration import ANYTIME, GamePart, Number, Text, verb
from table.play.money import annul_coup, correct, settle_on
from table.play.shoe import bring_new_decks, end_taglia
from table.play.stakes import check_notes_changed
from table.rules.payout import pays_in
from table.rules.profile import Box, Role, Ruling
from table.rules.refusal import Cents, Code, Listed, Refused, require
from table.rules.shoe import LAST_COUP, check_may_settle

ENDS_THE_COUP = frozenset({Ruling.REPLACE_DECKS, Ruling.CLOSE_TABLE})
"""Effects that are carried out only once no coup is played."""


class Correction(TypedDict):
    """Correction of what was paid on one stake, by an amount in cents: in favour of its owner, or, negative, against.

    ``guest`` says whose stake it is where several players have one there.
    """

    position: str
    box: Box
    amount: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
    guest: NotRequired[str | None]


def check_result_can_stand(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_FINAL) to let the result stand (VALIDATE) of a coup being played that is annulled or null, so has none.

    Its stakes went back. Refuses (E_CASH_PENDING), too, to end a coup on its result while banknotes are to be changed,
    as paying and burning do. Checked at the press alone, as earlier entries may have ordered it, and whatever coup the
    case is of. Without a coup it passes: :func:`rule` refuses it.
    """
    coup = act.state.coup
    require(
        Ruling.VALIDATE not in given["effects"] or coup is None or not coup.outcome,
        Code.FINAL,
        "This coup counts for nothing already, and its stakes went back: no result of it can stand. Let play go on, or "
        "correct what was paid.",
        source=act.cite("cases.remedy"),
    )
    if Ruling.VALIDATE in given["effects"] and not ENDS_THE_COUP.isdisjoint(given["effects"]):
        check_notes_changed(act, given)


@verb(
    title=pgettext_lazy("act", "rule"),
    said=(pgettext_lazy("record", "rules on incident %(incident)s: %(text)s"),),
    roles=[Role.DIREZIONE],
    tables=ANYTIME,
    ground=["coup"],
    moves=["coup", "shoe", "limits", "seats"],
    while_held=True,
    source="unforeseen",
    part=GamePart.ORDERS,
    public="incident effects serial",
    at_press=check_result_can_stand,
)
def rule(
    act: Act,
    *,
    incident: Number,
    text: Text,
    effects: list[Ruling],
    serial: str | None = None,
    money: list[Correction] | None = None,
) -> None:
    """Carry out a ruling of the Direzione: its effects, each once, in the order of :class:`Ruling`; it is final.

    ``serial`` is of new decks, ``money`` what is corrected. The case, referred or not, is closed as RULED, and so are
    others that hold the coup (:func:`_decides`). Refuses (E_ARGUMENTS) an unknown case, effects that contradict each
    other or lack particulars, (E_FINAL) a decided case and any dispute, (E_PROFILE) what the house does not admit,
    (E_PHASE) an article without referral, and as :func:`_carry_out`. Records ``ruling_issued`` and what the effects do.
    """
    case = of_number(act, incident)
    require(
        not kind_of(case).after_burning,
        Code.FINAL,
        "A coup that is over is not ruled on: the Direzione decides the dispute in words and money.",
        source=act.cite("disputes_decided_by.over"),
    )
    ordered = [it for it in Ruling if it in effects]
    _check_ruling(act, ordered, text)
    _check_said(ordered, serial, money)
    _check_coup(act, case, ordered)
    require(
        Remedy.REFER in ARTICLES[case.article].remedies,
        Code.PHASE,
        "That is no case for the Direzione.",
        source=act.cite("cases.remedy"),
    )
    others = [it for it in placement.open_cases(act.state) if it.pk != case.pk and _decides(ordered, it)]
    decide(act, [case, *others], Incident.Status.RULED)
    act.effect("ruling_issued", incident=case.number, ruled=[it.value for it in ordered], text=text)
    refresh_open_cases(act)
    about = act.state.coup
    for effect in ordered:
        _carry_out(act, case, about, effect, ordered, text=text, serial=serial or "", money=money or [])


def _decides(effects: Collection[Ruling], other: Incident) -> bool:
    """Whether a ruling with these effects decides another case of the coup, too.

    Each where the coup is annulled, or stands as it lies and ends at once; where it stands and goes on, each that
    questions how the hands lie.
    """
    if Ruling.VALIDATE in effects and ENDS_THE_COUP.isdisjoint(effects):
        return kind_of(other).rebuilds
    return Ruling.ANNUL in effects or Ruling.VALIDATE in effects


# --- what may be ordered


def _check_ruling(act: Act, effects: Sequence[Ruling], text: str) -> None:
    """Refuse (E_ARGUMENTS) a ruling without text or effects, or with two fates of the coup: on, valid, annulled.

    Refuse (E_PROFILE) effects that the house does not admit.
    """
    require(
        text and effects,
        Code.ARGUMENTS,
        "A ruling has a text and at least one effect.",
        source=act.cite("rulings.whole"),
    )
    require(
        sum(it in OF_THE_COUP for it in effects) <= 1,
        Code.ARGUMENTS,
        "A coup goes on, stands as it lies, or is annulled: only one of these.",
        source=act.cite("rulings.whole"),
    )
    profile = act.state.profile
    require(
        profile.rulings.issuperset(effects),
        Code.PROFILE,
        "In this house the Direzione may order only this: %(rulings)s.",
        source=act.cite("rulings"),
        rulings=Listed(it for it in Ruling if it in profile.rulings),
    )


def _check_said(effects: Collection[Ruling], serial: str | None, money: Sequence[Correction] | None) -> None:
    """Refuse (E_ARGUMENTS) serial or amounts without the effect that they belong to, and that effect without them.

    An empty list of amounts counts as none; an empty serial counts as one that was given.
    """
    require(
        (Ruling.REPLACE_DECKS in effects) == (serial is not None),
        Code.ARGUMENTS,
        "New decks are named by their serial, and only where they are replaced.",
    )
    require(
        (Ruling.CORRECT_MONEY in effects) == bool(money),
        Code.ARGUMENTS,
        "What is corrected is said with its amounts, and only where what was paid is corrected.",
    )


def _check_coup(act: Act, case: Incident, effects: Collection[Ruling]) -> None:
    """Refuse (E_ARGUMENTS) a ruling that leaves open what becomes of the coup that the case holds."""
    coup = act.state.coup
    require(
        not case.blocking or coup is None or case.coup_id != coup.pk or any(it in OF_THE_COUP for it in effects),
        Code.ARGUMENTS,
        "The case holds a coup: the ruling says whether it goes on, stands as it lies, or is annulled.",
        source=act.cite("rulings.whole"),
    )


# --- carried out


def _carry_out(
    act: Act,
    case: Incident,
    about: Coup | None,
    effect: Ruling,
    ruled: Sequence[Ruling],
    *,
    text: str,
    serial: str,
    money: Sequence[Correction],
) -> None:
    """Carry out one effect of the ruling, on the coup as it is now.

    CONTINUE takes back what the case reported of where cards lie. ``about`` is the coup that was played when
    the ruling began, for CORRECT_MONEY. ``ruled`` are all effects in their order: VALIDATE ends the coup with
    one of ENDS_THE_COUP among them, ANNUL if any effect follows it. ``text`` is the reason of ANNUL, ``serial``
    that of new decks. Refuses as :func:`_validate`, :func:`_annul`, :func:`_correct`, :func:`restore_recorded`
    and :func:`bring_new_decks` do, and (E_COUP_OPEN) CLOSE_TABLE during a coup.
    """
    coup = act.state.coup
    match effect:
        case Ruling.CONTINUE:
            reported.restore_recorded(act, case)
            if coup is not None and coup.held:
                refresh_open_cases(act)
        case Ruling.VALIDATE:
            _validate(act, coup, ends=bool(ENDS_THE_COUP.intersection(ruled)))
        case Ruling.ANNUL:
            _annul(act, coup, text, ends=ruled[-1] is not Ruling.ANNUL)
        case Ruling.CORRECT_MONEY:
            _correct(act, about, money)
        case Ruling.END_TAGLIA:
            _end_taglia(act, coup)
        case Ruling.REPLACE_DECKS:
            bring_new_decks(act, serial)
        case Ruling.CLOSE_TABLE:
            require(coup is None, Code.COUP_OPEN, "A coup is being played; finish it first.")
            end_game(act)


def _validate(act: Act, coup: Coup | None, *, ends: bool) -> None:
    """Check that a result can stand as the cards lie, in whatever order they came; with ``ends``, end the coup on it.

    Without ``ends`` nothing is changed: the dealer pays and burns. With ``ends`` a coup that is not yet paid is paid
    first, unless it is a Colpo in Bianco; records as :func:`settle_on` and :func:`end_coup` do. Refuses (E_PHASE) where
    no complete hands lie on the table, to pay as :func:`settle_on` does (E_MONEY, E_CARD_COVERED), and (E_SEVEN_FIRST)
    a coup that began with the cut card, in a house with a least number of cards for it (Art. 5), while the remaining
    cards have not been drawn and counted.
    """
    complete = coup is not None and act.state.facts.both_turned and (coup.paid_hands or act.state.due is None)
    if coup is None or not complete:
        raise Refused(
            Code.PHASE, "No complete hands lie on the table whose result could stand.", source=act.cite("cases.remedy")
        )
    if ends:
        if coup.kind == Coup.Kind.NORMAL and not coup.paid_hands:
            began, remaining = coup.began_with_cut_card, act.state.facts.remaining
            check_may_settle(act.state.profile, began_with_cut_card=began, blank=False, remaining=remaining)
            settle_on(act, coup)
        end_coup(act, coup)


def _annul(act: Act, coup: Coup | None, text: str, *, ends: bool) -> None:
    """Annul the coup, paid or not, unless it is null or annulled already; with ``ends``, burn its cards in any case.

    ``text`` is the reason. Records as :func:`annul_coup` and :func:`end_coup` do. Refuses (E_PHASE) where no coup is
    played.
    """
    if coup is None:
        raise Refused(Code.PHASE, "There is no coup that could be annulled.", source=act.cite("cases.remedy"))
    if not coup.outcome:
        annul_coup(act, text)
    if ends:
        end_coup(act, coup)


def _correct(act: Act, coup: Coup | None, money: Sequence[Correction]) -> None:
    """Correct what was paid on stakes of ``coup``, which was played when the ruling began and may be over by now.

    Records ``money_ordered``. Refuses (E_ARGUMENTS) without a coup and a stake named twice, (E_NO_STAKE) where no stake
    fits, (E_INDIVIDUAL) where several do, and (E_MONEY) an amount of 0, or one that cannot be paid.
    """
    if coup is None:
        raise Refused(
            Code.ARGUMENTS,
            "No coup is being played. What was paid for one that is over is disputed, and decided so.",
            source=act.cite("rulings.money"),
        )
    stakes = list(coup.stakes.filter(coup__kind=Coup.Kind.NORMAL)) if coup.ended else act.state.stakes
    ordered = [(_stake(stakes, it), it["amount"]) for it in money]
    _check_amounts(act, ordered)
    correct(act, coup, ordered)


def _stake(stakes: Sequence[Stake], said: Correction) -> Stake:
    """Return the stake that a correction names, by its position, its box and, if given, its guest.

    The guest is its bettor or whoever laid it. Refuses (E_NO_STAKE) where there is none, and (E_INDIVIDUAL) several.
    """
    position, box, guest = said["position"], said["box"], said.get("guest")
    found = [it for it in stakes if (it.position, it.box) == (position, box) and guest in (None, it.bettor, it.laid_by)]
    require(
        found,
        Code.NO_STAKE,
        "There is no stake on %(box)s at position %(position)s.",
        box=box,
        position=position[:8],
    )
    require(
        len(found) == 1,
        Code.INDIVIDUAL,
        "Several players have a stake on %(box)s at position %(position)s: say whose.",
        box=box,
        position=position,
    )
    return found[0]


def _check_amounts(act: Act, ordered: Sequence[tuple[Stake, int]]) -> None:
    """Refuse (E_ARGUMENTS) a stake named twice, and (E_MONEY) an amount of 0 or not of whole smallest payments.

    Amounts are cents, for the stake's bettor or, below 0, against them.
    """
    smallest = pays_in(act.state.profile)
    require(
        len({stake.pk for stake, _amount in ordered}) == len(ordered),
        Code.ARGUMENTS,
        "A stake is corrected once in a ruling, by the whole amount.",
        source=act.cite("rulings.whole"),
    )
    for stake, amount in ordered:
        require(
            amount and amount % smallest == 0,
            Code.MONEY,
            "Position %(position)s: a correction of %(amount)s cannot be paid in whole %(smallest)s.",
            source=act.cite("smallest_payment"),
            position=stake.position,
            amount=Cents(amount),
            smallest=Cents(smallest),
        )


def _end_taglia(act: Act, coup: Coup | None) -> None:
    """End the taglia at once between two coups, if there is a shoe; else make the coup being played the last.

    Between two coups records as :func:`end_taglia` does. Else the call of the last coup is due, unless it was the last
    already: what was called for it, or is due, stays. The taglia ends with that coup; the shoe is saved, and nothing
    recorded.
    """
    shoe = act.state.shoe
    if coup is None:
        if shoe is not None:
            end_taglia(act)
        return
    assert shoe is not None
    if shoe.coups_left != 1:
        shoe.status, shoe.call_due = Shoe.Status.LAST_COUP, LAST_COUP
    shoe.last_by_ruling, shoe.coups_left = True, 1
    act.update(shoe)
