"""Who stakes where, and the stakes as they lie: what the verbs of the betting look up and change."""

from table.models import Stake
from table.rules.profiles import Box
from table.rules.refusal import Code, Refused, require
from table.rules.stakes import Stake as Laid
from table.rules.stakes import slot
from table.verbs.declaration import Act
from table.verbs.house.seating import FREE, OCCUPIED, check_not_marked

ART_1, ART_11, ART_13 = "Super Punto Banco, Art. 1", "Super Punto Banco, Art. 11", "Super Punto Banco, Art. 13"


def check_coup(act: Act, coup: str) -> None:
    """A stake belongs to the coup its screen showed, and to no other."""
    current = act.floor.coup
    require(
        current is not None and current.key == coup,
        Code.STALE,
        "This was meant for another coup; look again and press again.",
    )


def check_no_blank_due(act: Act) -> None:
    """Nobody stakes on a card that is known."""
    require(
        not act.floor.blank_due,
        Code.BLANK_DUE,
        "A Colpo in Bianco is due: it is played before stakes are taken again.",
        source=act.cite(ART_1),
    )


def name_blank_due(act: Act, *, told: bool) -> None:
    """A Colpo in Bianco has become due; ``told`` says that it was due before this act."""
    if act.floor.blank_due and not told:
        act.effect("blank_due")


def return_stakes(act: Act) -> None:
    """All stakes of an open betting go back to their owners."""
    for stake in list(act.floor.stakes):
        give_back(act, stake)


def give_back(act: Act, stake: Stake) -> None:
    name_returned(act, stake)
    take_off(act, stake)


def name_returned(act: Act, stake: Stake) -> None:
    """What lies on the felt of a stake goes back; what of it was not in action did so at the closing."""
    amount = stake.laid - (stake.excess or 0)
    if amount:
        act.effect("bet_returned", position=stake.position, box=stake.box, amount=amount)


def name_ownerless(act: Act, stake: Stake, amount: int) -> None:
    """Chips whose owner is not there are in nobody's game; they are kept for him (Art. 15)."""
    act.effect("left_without_owner", position=stake.position, box=stake.box, amount=amount, bettor=stake.bettor)


def box_named(name: str) -> Box:
    """The box of this name."""
    require(name in set(Box), Code.BOX, "There is no box “%(box)s”.", box=name[:20])
    return Box(name)


def owner_present(act: Act, stake: Stake) -> bool:
    """Whether who laid a stake is there: on his seat, or standing where one may stand."""
    return owner_seated(act, stake) or stake.laid_by in _standing_at(act, stake.position)


def owner_seated(act: Act, stake: Stake) -> bool:
    """Whether who laid a stake sits at its position."""
    place = act.floor.positions[stake.position]
    return place.present and place.holder is not None and place.holder.key == stake.laid_by


def _standing_at(act: Act, position: str) -> list[str]:
    """Who may stake standing here: at a free position, or at any where several may stake."""
    floor = act.floor
    free = floor.positions[position].state == FREE or floor.house.stakes_per_position == "many"
    return [it.guest.key for it in floor.standing if it.position == position] if free else []


def who_stakes(act: Act, position: str, guest: str | None) -> tuple[str, bool]:
    """Who lays a stake at a position, and whether standing."""
    floor = act.floor
    require(
        position in floor.positions, Code.POSITION, "This table has no position “%(position)s”.", position=position[:8]
    )
    place = floor.positions[position]
    check_not_marked(act, place)
    seated = [place.holder.key] if place.state == OCCUPIED and place.holder else []
    who = [key for key in (*seated, *_standing_at(act, position)) if guest in (None, key)]
    if not who:
        raise _stranger(act, position)
    return who[0], who[0] not in seated


def _stranger(act: Act, position: str) -> Refused:
    """Somebody wants to stake where he neither sits nor stands."""
    floor = act.floor
    if floor.house.stakes_per_position == "one" and any(it.position == position for it in floor.stakes):
        return Refused(
            Code.ONE_STAKE,
            "At position %(position)s somebody else has a stake; one player stakes at one position.",
            source=act.cite(ART_11),
            position=position,
        )
    return Refused(
        Code.POSITION if floor.positions[position].state == FREE else Code.NOT_FREE,
        "Nobody who may stake is at position %(position)s: seat the player, or note who stands there.",
        source=act.cite(ART_13),
        position=position,
    )


def find_stake(act: Act, position: str, box: str, guest: str | None) -> Stake:
    many = act.floor.house.stakes_per_position == "many"
    found = [stake for stake in act.floor.stakes if (stake.position, stake.box) == (position, box_named(box))]
    if guest is not None and many:
        found = [stake for stake in found if guest in (stake.bettor, stake.laid_by)]
    if not found:
        raise Refused(
            Code.NO_STAKE, "There is no stake on %(box)s at position %(position)s.", box=box[:20], position=position[:8]
        )
    require(
        len(found) == 1,
        Code.INDIVIDUAL,
        "Several players have a stake on %(box)s at position %(position)s: say whose.",
        box=box,
        position=position,
    )
    return found[0]


def lay(act: Act, stake: Laid, *, standing: bool, laid_by: str, left_over: bool = False) -> None:
    assert act.floor.coup is not None
    row = Stake.objects.create(
        coup=act.floor.coup,
        position=stake.position,
        slot=slot(act.floor.house, stake),
        bettor=stake.bettor,
        laid_by=laid_by,
        standing=standing,
        box=stake.box.value,
        laid=stake.laid,
        cash=stake.cash,
        left_over=left_over,
        laid_at=act.number,
    )
    act.floor.stakes.append(row)


def take_off(act: Act, stake: Stake) -> None:
    act.floor.stakes.remove(stake)
    stake.delete()
