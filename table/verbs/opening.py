"""A coup begins: its shoe, its limits, and what lies on the felt still. Super Punto Banco, Art. 5, 14 and 15."""

from table.models import Coup, LimitRange, Shoe
from table.play.state import laid
from table.rules.profiles import MAIN_BOXES, Role
from table.rules.refusal import Code, require
from table.rules.regola import Result
from table.rules.stakes import check_limits
from table.verbs.bettors import check_no_blank_due, lay, name_ownerless, owner_present, owner_seated
from table.verbs.declaration import IDLE, Act, verb
from table.verbs.shoe import burn_next, in_use

NOW, NEXT = LimitRange.Standing.NOW, LimitRange.Standing.NEXT
ART_5 = "Super Punto Banco, Art. 5"


@verb(roles=[Role.DEALER], phases=[IDLE], ground=["coup", "shoe"], moves=["coup", "limits"])
def open_bets(act: Act) -> None:
    """The betting of a new coup opens, with the limits and the Button as they are now."""
    open_betting(act)


def open_betting(act: Act) -> None:
    """A coup with stakes begins; after a tie those of the coup before lie there still."""
    check_no_blank_due(act)
    before = act.table.coups.order_by("id").last()
    coup = begin_coup(act, Coup.Kind.NORMAL)
    if coup.shoe.next_visible:
        burn_next(act, seen=True)
    coup.limits = _limits_into_force(act)
    check_limits(act.floor.house, act.floor.limits)
    coup.save()
    if before is not None and before.result == Result.TIE and before.shoe_id == coup.shoe_id:
        _leave_stakes(act, before)


def begin_coup(act: Act, kind: Coup.Kind) -> Coup:
    """A coup begins, from a shoe that is ready and not at its end."""
    floor, shoe = act.floor, _shoe_in_use(act)
    _check_nobody_awaited(act)
    number = shoe.coups.count() + 1
    if number == 1:
        act.effect("taglia_started", taglia=shoe.taglia)
    if shoe.status == Shoe.Status.READY:
        shoe.status = Shoe.Status.IN_PLAY
    assert act.table.policy is not None
    coup = Coup.objects.create(
        table=act.table,
        shoe=shoe,
        number=number,
        kind=kind,
        policy=act.table.policy,
        button=act.table.button,
        began_with_mask=shoe.mask_waits,
    )
    shoe.mask_waits = False
    shoe.save()
    floor.__dict__ |= {"coup": coup, "cards": [], "stakes": []}
    return coup


def _check_nobody_awaited(act: Act) -> None:
    """Between two coups too the game waits for who has to decide a case."""
    require(
        not act.table.awaits,
        Code.INCIDENT_OPEN,
        "A case waits for the decision of the role “%(role)s”; play stands still until then.",
        source=act.cite("Super Punto Banco, Art. 16"),
        role=act.table.awaits,
    )


def _shoe_in_use(act: Act) -> Shoe:
    require(
        act.floor.shoe is not None or not act.table.shoes.exists(),
        Code.TAGLIA_ENDED,
        "The taglia is over: a new shoe is loaded, shuffled and cut before the next coup.",
        source=act.cite(ART_5),
    )
    return in_use(act)


def _limits_into_force(act: Act) -> dict[str, list[int]]:
    """The limits of the coming coup: those decided meanwhile replace the old ones now, the last decision counting."""
    coming = {limit.kind: limit for limit in act.floor.limit_ranges if limit.standing == NEXT}
    if coming:
        act.table.limit_ranges.filter(standing=NOW).delete()
        act.table.limit_ranges.filter(standing=NEXT).update(standing=NOW)
        act.effect("limits_applied", limits={kind: [it.minimum, it.maximum] for kind, it in sorted(coming.items())})
        act.floor.__dict__.pop("limit_ranges")
    in_force = [limit for limit in act.floor.limit_ranges if limit.standing == NOW]
    return {limit.kind: [limit.minimum, limit.maximum] for limit in in_force}


def _leave_stakes(act: Act, before: Coup) -> None:
    """After a tie the stakes on Punto and Banco lie where they lay; those of an absent owner are not in the game."""
    for old in before.stakes.filter(box__in=MAIN_BOXES, in_action__gt=0):
        stake = laid(old)._replace(laid=old.in_action or 0)
        if owner_present(act, old):
            lay(act, stake, standing=not owner_seated(act, old), laid_by=old.laid_by, left_over=True)
        else:
            name_ownerless(act, old, stake.laid)
