"""Announcement, the seven cards, payment and the burning of the cards. Super Punto Banco, Art. 5, 9 and 10."""

from typing import Literal

from table.floor import in_action
from table.models import Coup, DrawnCard, Money, Shoe, Table, Tip
from table.rules.cards import UNKNOWN, parse, points
from table.rules.payout import Line, MoneyLine, differences, lines
from table.rules.phase import Phase
from table.rules.profiles import Role
from table.rules.reading import button_after
from table.rules.refusal import Code, require
from table.rules.regola import Outcome, Side
from table.rules.shoe import check_faces, check_may_settle, counts_seven, is_valid_last, predicted_count
from table.verbs.closing import set_aside
from table.verbs.declaration import ANYTIME, Act, Amount, Faces, Text, check_said, verb
from table.verbs.opening import open_betting
from table.verbs.shoe import BURNED, end_taglia, in_use

DEALER = (Role.DEALER,)
ART_5, ART_9, ART_10 = "Super Punto Banco, Art. 5", "Super Punto Banco, Art. 9", "Super Punto Banco, Art. 10"
ART_16 = "Super Punto Banco, Art. 16"
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


# --- the seven cards


@verb(roles=DEALER, phases=[*IN_HAND, Phase.ANNOUNCED], ground=["coup"], moves=["coup", "shoe"], source=ART_5)
def extract_remaining(act: Act, *, cards: Faces) -> None:
    """The last coup began with the cut card: the cards left in the sabot come out and are counted before paying.

    A hand that an empty shoe cannot complete is counted as it lies.
    """
    coup = _counted_coup(act)
    for face in _remaining_faces(act, cards):
        _extract(act, coup, face)
    coup.counted = True
    _judge_count(act, coup, len(cards))
    coup.save()


def _counted_coup(act: Act) -> Coup:
    floor, coup = act.floor, act.floor.coup
    assert coup is not None
    blank = coup.kind == Coup.Kind.BLANK
    require(
        counts_seven(floor.house, began_with_mask=coup.began_with_mask, blank=blank),
        Code.PHASE,
        "Only a coup that began with the cut card is counted.",
        source=act.cite(ART_5),
    )
    require(
        floor.phase is Phase.ANNOUNCED or floor.stuck,
        Code.PHASE,
        "The hand is finished and announced before the remaining cards are drawn.",
        source=act.cite(ART_5),
    )
    return coup


def _remaining_faces(act: Act, cards: Faces) -> list[str]:
    """The faces of the remaining cards, empty for one that was not looked at."""
    shoe, faces = in_use(act), [parse(card) for card in cards]
    require(
        shoe.out + len(faces) <= shoe.cards_total, Code.CARD_IMPOSSIBLE, "The shoe did not hold so many cards any more."
    )
    known = [parse(face) for face in shoe.cards.exclude(face="").values_list("face", flat=True)]
    check_faces([*known, *faces], act.floor.house.decks)
    return ["" if face is UNKNOWN else str(face) for face in faces]


def _extract(act: Act, coup: Coup, face: str) -> None:
    shoe, remaining = in_use(act), DrawnCard.Location.REMAINING
    shoe.out += 1
    shoe.save()
    card = DrawnCard.objects.create(shoe=shoe, number=shoe.out, coup=coup, face=face, location=remaining)
    act.floor.cards.append(card)


def _judge_count(act: Act, coup: Coup, remaining: int) -> None:
    """Fewer than seven cards on the table make the coup null; a count that nobody expected is told.

    Cards that this coup set aside count too; those burned as stuck together do not.
    """
    hand = len(act.floor.cards) - remaining + len(act.floor.held)
    count, expected = hand + remaining, _expected_count(act, in_use(act))
    act.effect("remaining_extracted", count=count, expected=expected)
    if count != expected:
        act.effect("count_differs", expected=expected, counted=count)
    if not is_valid_last(act.floor.house, coup_cards=hand, remaining=remaining):
        coup.outcome = Outcome.NULL_SEVEN.value
        post(act, coup, Outcome.NULL_SEVEN)
        act.effect("coup_null", count=count)


def _expected_count(act: Act, shoe: Shoe) -> int:
    """All cards behind the cut card end on the table, with those that had waited for this hand."""
    assert shoe.cut_card_at is not None
    burned = shoe.cards.filter(location=BURNED, number__gt=shoe.cut_card_at).count()
    held = sum(card.number <= shoe.cut_card_at for card in act.floor.cards)
    return predicted_count(max(shoe.behind or 0, burned), burned_behind=burned, held=held)


# --- payment


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


@verb(roles=[Role.ISPETTORE_GIOCO], phases=None, ground=["coup"], moves=["coup"], while_held=True, source=ART_16)
def annul(act: Act, *, reason: Text) -> None:
    """What cannot be finished or rebuilt counts for nothing: stakes go back, and the cards are burned."""
    coup = act.floor.coup
    require(
        coup is not None and bool(act.floor.cards) and not coup.outcome,
        Code.PHASE,
        "There is no coup that could be annulled.",
        source=act.cite(ART_16),
    )
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
    floor, coup, table = act.floor, act.floor.coup, act.table
    assert coup is not None
    _check_finished(act, coup)
    _check_called(act)
    outcome = Outcome.BLANK if coup.kind == Coup.Kind.BLANK else Outcome(coup.outcome or Outcome.SETTLED)
    _clear_the_table(act, coup)
    coup.outcome, coup.ended = outcome.value, True
    coup.save()
    act.effect("coup_burned", outcome=outcome.value)
    _pass_button(act, outcome)
    for known in ("coup", "cards", "stakes", "held"):
        floor.__dict__.pop(known, None)
    _count_down(act)
    if floor.blank_due:
        act.effect("blank_due")
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
