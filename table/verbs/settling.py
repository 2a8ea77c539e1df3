"""Announcement, payment and the burning of the cards. Super Punto Banco, Art. 9, 10 and 16."""

from typing import Literal

from table.models import Coup, DrawnCard, Money, Table, Tip
from table.play.state import in_action
from table.rules.cards import points
from table.rules.payout import Line, MoneyLine, differences, lines
from table.rules.phase import Phase
from table.rules.profiles import Role
from table.rules.reading import button_after
from table.rules.refusal import Code, require
from table.rules.regola import Outcome, Side
from table.rules.shoe import check_may_settle
from table.verbs.bettors import name_blank_due
from table.verbs.closing import set_aside
from table.verbs.declaration import ANYTIME, Act, Amount, Text, check_said, verb
from table.verbs.opening import open_betting
from table.verbs.shoe import BURNED, end_taglia, in_use

DEALER = (Role.DEALER,)
ART_9, ART_10, ART_16 = "Super Punto Banco, Art. 9", "Super Punto Banco, Art. 10", "Super Punto Banco, Art. 16"
CARDS_SPEAK = "Le carte parlano"
IN_HAND = (Phase.DEALING, Phase.READING, Phase.DECLARED, Phase.BANCO_UP, Phase.DRAWING)


@verb(roles=DEALER, phases=[Phase.PUNTO_UP], ground=["coup"], moves=["coup"], source=ART_9)
def announce(act: Act, *, banco: int, punto: int, cards_speak: bool = False) -> None:
    """The points are called, Banco's first. Wrong figures are kept and count for nothing: «Le carte parlano»."""
    floor, coup = act.floor, act.floor.coup
    assert coup is not None
    require({banco, punto} <= set(range(10)), Code.ANNOUNCEMENT, "Points go from 0 to 9.")
    true = points(floor.hand(Side.BANCO)), points(floor.hand(Side.PUNTO))
    if coup.announced_banco is not None:
        check_said(cards_speak, CARDS_SPEAK)
        act.effect("phrase", words=CARDS_SPEAK)
    coup.announced_banco, coup.announced_punto = banco, punto
    coup.save()
    if (banco, punto) != true:
        act.effect("wrong_announcement", banco=true[0], punto=true[1])


@verb(roles=DEALER, phases=[Phase.ANNOUNCED, Phase.COUNTING], ground=["coup"], moves=["coup"], source=ART_10)
def settle(act: Act) -> None:
    """Losing stakes are taken and winning ones paid, on what the cards say."""
    floor, coup = act.floor, act.floor.coup
    assert coup is not None
    require(
        coup.kind == Coup.Kind.NORMAL,
        Code.BLANK_NO_BETS,
        "In a Colpo in Bianco nothing is paid.",
        source=act.cite("Super Punto Banco, Art. 1"),
    )
    _check_called(act)
    remaining = floor.facts.remaining
    check_may_settle(floor.house, began_with_mask=coup.began_with_mask, blank=False, remaining=remaining)
    post(act, coup, Outcome.SETTLED)
    coup.result = floor.layout.result.value
    coup.paid_hands = [[str(card) for card in floor.hand(side)] for side in Side]
    coup.save()


def _check_called(act: Act) -> None:
    """The last coup of a taglia has been called as such."""
    words = in_use(act).call_due
    check_said(not words, words)


def post(act: Act, coup: Coup, outcome: Outcome) -> None:
    """The money lines of the coup; where only the reader's stake is kept no payment is computed.

    What was posted before stays: only the differences are added.
    """
    floor = act.floor
    if floor.house.stakes == "reader_only":
        act.effect("not_computed")
        return
    rows = dict(zip(floor.in_action, floor.stakes, strict=True))
    before = [MoneyLine(in_action(line.stake), Line(line.kind), line.amount) for line in _money(coup)]
    posted = differences(before, lines(floor.house, outcome, floor.layout, floor.in_action))
    Money.objects.bulk_create(
        Money(
            coup=coup, stake=rows[line.stake], kind=line.kind.value, amount=line.amount, number=act.number, place=place
        )
        for place, line in enumerate(posted)
    )
    name = "money_corrected" if before else "settled" if outcome is Outcome.SETTLED else "refunded"
    act.effect(name, lines=[[it.stake.stake.position, it.stake.stake.box, it.kind, it.amount] for it in posted])


def _money(coup: Coup) -> list[Money]:
    return list(coup.money.select_related("stake"))


@verb(roles=[Role.ISPETTORE_GIOCO], phases=IN_HAND, ground=["coup"], moves=["coup"], source=ART_16)
def annul(act: Act, *, reason: Text) -> None:
    """A hand that the empty shoe cannot complete counts for nothing: stakes go back, and the cards are burned.

    What cannot be rebuilt is annulled by its incident, and who has to be there for it is there.
    """
    require(
        act.floor.stuck,
        Code.PHASE,
        "The hand can be completed from the shoe. What was done wrong is reported, and annulled by its incident.",
        source=act.cite(ART_16),
    )
    annul_coup(act, reason)


def annul_coup(act: Act, reason: str) -> None:
    """The coup counts for nothing, for a reason that stands in the record."""
    coup = act.floor.coup
    assert coup is not None
    require(reason, Code.ARGUMENTS, "A coup is annulled for a reason that stands in the record.")
    coup.outcome, coup.held, coup.result = Outcome.ANNULLED.value, False, ""
    coup.save()
    post(act, coup, Outcome.ANNULLED)
    act.effect("coup_annulled", reason=reason)


# --- the end of the coup


@verb(
    roles=DEALER,
    phases=[Phase.SETTLED, Phase.ANNOUNCED],
    ground=["coup"],
    moves=["coup", "shoe", "limits"],
    source=ART_10,
)
def burn(act: Act, *, open_next: bool = False) -> None:
    """The cards go to the discard: the coup is exhausted, the Button passed on, the taglia over after its last coup."""
    coup = act.floor.coup
    assert coup is not None
    _check_finished(act, coup)
    _check_called(act)
    end_coup(act, coup, open_next=open_next)


def end_coup(act: Act, coup: Coup, *, open_next: bool = False) -> None:
    """The coup is over, and with the last one its taglia; what was to happen at its end happens now."""
    floor, table = act.floor, act.table
    told = floor.blank_told
    outcome = Outcome.BLANK if coup.kind == Coup.Kind.BLANK else Outcome(coup.outcome or Outcome.SETTLED)
    _clear_the_table(act, coup)
    coup.outcome, coup.ended = outcome.value, True
    coup.save()
    act.effect("coup_burned", outcome=outcome.value)
    _pass_button(act, outcome)
    for known in ("coup", "cards", "stakes", "held"):
        floor.__dict__.pop(known, None)
    _count_down(act)
    name_blank_due(act, told=told)
    if table.suspend_pending:
        table.suspend_pending, table.status = False, Table.Status.SUSPENDED
        act.effect("suspended")
    elif open_next and floor.shoe is not None and not floor.blank_due:
        open_betting(act)


def _check_finished(act: Act, coup: Coup) -> None:
    """Stakes are settled first; a Colpo in Bianco has none, and is burned once its points are called."""
    settled = act.floor.phase is Phase.SETTLED
    require(
        settled or coup.kind == Coup.Kind.BLANK,
        Code.PHASE,
        "Settle the stakes first: once the cards are burned the coup is exhausted.",
        source=act.cite(ART_10),
    )


def _clear_the_table(act: Act, coup: Coup) -> None:
    """Cards left over go beside the sabot and wait for the next hand; all others are burned.

    Of an annulled coup everything is burned, also what it had set aside (Art. 6, 7); so it is where extra cards are.
    """
    floor = act.floor
    if coup.outcome == Outcome.ANNULLED:
        extra = [card.number for card in floor.held]
        DrawnCard.objects.filter(shoe=coup.shoe, number__in=extra).update(location=BURNED)
        if extra:
            act.effect("cards_burned", cards=extra)
    elif floor.house.remedies == "blank_coup":
        over = (DrawnCard.Location.WAITING, DrawnCard.Location.EXCESS)
        set_aside(act, [card for card in floor.cards if card.location in over])
    DrawnCard.objects.filter(coup=coup).update(location=BURNED)


def _pass_button(act: Act, outcome: Outcome) -> None:
    table, floor = act.table, act.floor
    before = table.button
    table.button = button_after(floor.house, before, outcome, present=floor.present)
    if table.button != before:
        act.effect("button_moved", position=table.button)


def _count_down(act: Act) -> None:
    """After the last coup the taglia is over, and when the shoe is empty."""
    shoe = act.floor.shoe
    if shoe is None:
        return
    if shoe.coups_left is not None:
        shoe.coups_left -= 1
        shoe.save()
    if shoe.coups_left == 0 or shoe.out >= shoe.cards_total:
        end_taglia(act)


@verb(roles=DEALER, tables=ANYTIME, phases=None, while_held=True, source="Punto Banco, Casino Admiral")
def tip(act: Act, *, amount: Amount, form: Literal["chips", "cash"] = "chips") -> None:
    """A tip goes into the Tronc; it is no stake and in nobody's result."""
    Tip.objects.create(table=act.table, number=act.number, amount=amount, form=form)
