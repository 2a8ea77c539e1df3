"""Errors of the reader and of the dealer, and stakes after «Rien ne va plus». Super Punto Banco, Premessa.

Where the Regola was not followed the report says where the cards lie and what nobody can tell of their order. Both
inspectors have to be there. Cards that were given to the wrong side move, a card that is due to nobody is left over,
one that is lacking is drawn. A declaration that was wrong and had no effect is only noted, and play goes on.

A stake that is pushed in late is no stake that was keyed wrong: whoever corrected the record by it would pay it. It is
reported by the dealer or the Ispettore di Gioco, recorded with its amount, and goes back; play goes on.
"""

from typing import Annotated

import msgspec
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import BOTH, Answers, Article, Kind, Remedy, Sign, by_law
from procedures.articles.layout_answers import placement_kind, take_in
from procedures.articles.offer import (
    Offer,
    chip,
    hand_is_read,
    line,
    reader_has_read,
    stakes_are_closed,
    third,
    upright,
)
from procedures.models import Incident
from table.play.act import Act
from table.play.cards import claim_misled
from table.play.declaration import Amount
from table.rules.phase import Phase
from table.rules.profile import Box, Role
from table.rules.reading import check_position
from table.rules.refusal import Code, require


class LateStake(Answers, frozen=True):
    """Answers about a stake that was laid after «Rien ne va plus»: where, and its amount in cents."""

    position: Annotated[str, msgspec.Meta(max_length=8)]
    box: Box
    amount: Amount


def take_in_late_stake(act: Act, case: Incident, facts: LateStake) -> None:
    """Settle the report of a stake that came after «Rien ne va plus»: it goes back, as it was never laid.

    No stake is changed. Records ``bet_returned`` with position, box and cents. A dispute over it falls under Art. 10.
    Asserts a coup; refuses (E_PHASE) one before «Rien ne va plus», and a position (E_POSITION) or box (E_BOX) that its
    rules do not have.
    """
    coup, profile = act.coup, act.state.profile
    require(
        coup.closed,
        Code.PHASE,
        "The betting is open: no stake is late before «Rien ne va plus».",
        source=act.cite("closing"),
    )
    check_position(profile, facts.position)
    require(
        facts.box in profile.boxes,
        Code.BOX,
        "This table has no box “%(box)s”.",
        source=act.cite("boxes"),
        box=facts.box,
    )
    act.effect("bet_returned", position=facts.position, box=facts.box.value, amount=facts.amount)
    by_law(act, case)


ARTICLE = Article(
    number=0,
    title=_("Errors of the reader and of the dealer"),
    first=_("call the inspector; a late stake goes back"),
    kinds=(
        placement_kind(
            "declaration",
            _("The reader did not follow the Regola"),
            take_in,
            offer=Offer(
                place=8,
                words=pgettext_lazy("incident", "the reader did not follow the Regola"),
                drawing=(upright(8, 10), upright(29, 10), line("M46 3H68V17H58L52 22V17H46Z")),
                likely=(Phase.DECLARED, Phase.BANCO_UP, Phase.DRAWING, Phase.PUNTO_UP),
                when=reader_has_read,
                of_readers=True,
                roles=(Role.ISPETTORE_GIOCO,),
                more_cards=1,
            ),
            signs=(Sign("claim_differs"),),
            by_the_cards=True,
            prevails=claim_misled,
            topics=("reader.claims",),
            left_over_is_undue=True,
        ),
        Kind(
            "declaration_without_effect",
            _("A wrong declaration that had no effect"),
            by_law,
            signs=(Sign("declaration_without_effect"),),
            topics=("reader.no_effect",),
        ),
        placement_kind(
            "third_not_drawn",
            _("A third card that was due was not drawn"),
            take_in,
            offer=Offer(
                place=7,
                words=pgettext_lazy("incident", "a due third card not drawn"),
                drawing=(upright(4, 7), upright(25, 7), third(absent=True)),
                likely=(Phase.PUNTO_UP, Phase.ANNOUNCED),
                when=hand_is_read,
                more_cards=1,
            ),
            topics=("regola", "regola.table"),
            left_over_is_undue=True,
        ),
        Kind(
            "late_stake",
            _("A stake came after «Rien ne va plus»"),
            take_in_late_stake,
            topics=("stakes.late",),
            asks=LateStake,
            words={
                "position": _("At which position?"),
                "box": _("On which box?"),
                "amount": _("How much?"),
            },
            offer=Offer(
                place=13,
                words=pgettext_lazy("incident", "a stake pushed in late"),
                drawing=(upright(8, 7), upright(29, 7), chip(58, 22), line("M58 17V22L62 24")),
                group="money",
                likely=(Phase.CLOSED, Phase.DEALING, Phase.ANNOUNCED),
                when=stakes_are_closed,
            ),
        ),
    ),
    present=BOTH,
    remedies=(Remedy.PLAY_ON, Remedy.LAY_ANEW, Remedy.ANNUL, Remedy.REFER),
)
