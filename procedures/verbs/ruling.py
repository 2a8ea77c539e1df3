"""The Direzione decides what the regulations do not foresee, without appeal. Super Punto Banco, Art. 16."""

from typing import Literal

from django.utils.translation import pgettext_lazy

from procedures.articles import ARTICLES, kind_of
from procedures.articles.article import Remedy
from procedures.cases import decide, follow, of_number
from procedures.models import Incident
from procedures.rebuild import placement
from procedures.verbs.reporting import Number
from table.models import Coup, Shoe
from table.play.act import Act
from table.play.coup import end_coup, end_game
from table.play.money import annul_coup
from table.play.shoe import bring_new_decks, end_taglia
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.rules.shoe import LAST_COUP
from table.rules.sources import art
from table.statements import update
from table.verbs.declaration import ANYTIME, Text, verb

Ruled = Literal["continue", "validate", "annul", "end_taglia", "replace_decks", "close_table"]
OF_THE_COUP = ("continue", "validate", "annul")
RULED_IN_ORDER: tuple[Ruled, ...] = ("continue", "validate", "annul", "end_taglia", "replace_decks", "close_table")
"""The order in which the parts of a ruling are carried out, however they were said."""


@verb(
    title=pgettext_lazy("act", "rule"),
    said=(pgettext_lazy("record", "rules on incident %(incident)s: %(text)s"),),
    roles=[Role.DIREZIONE],
    tables=ANYTIME,
    ground=["coup"],
    moves=["coup", "shoe", "limits", "seats"],
    while_held=True,
    source=art(16),
)
def rule(act: Act, *, incident: Number, text: Text, effects: list[Ruled], serial: str | None = None) -> None:
    """The decision of the Direzione, in its words and with its effects: carried out as one act, and final.

    ``serial`` is that of the new decks, where they are replaced.
    """
    case = of_number(act, incident)
    require(
        not kind_of(case).after_burning,
        Code.FINAL,
        "A coup that is over is not ruled on: the Direzione decides the dispute in words and money.",
        source=act.cite(art(10)),
    )
    ordered = [it for it in RULED_IN_ORDER if it in effects]
    _check_ruling(act, ordered, text, serial)
    _check_coup(act, case, ordered)
    require(
        Remedy.REFER in ARTICLES[case.article].remedies,
        Code.PHASE,
        "That is no case for the Direzione.",
        source=act.cite(ARTICLES[case.article].source),
    )
    others = placement.open_cases(act.state) if "annul" in ordered else []
    decide(act, [case, *(it for it in others if it.pk != case.pk)], Incident.Status.RULED)
    act.effect("ruling_issued", incident=case.number, ruled=ordered, text=text)
    follow(act)
    for effect in ordered:
        _carry_out(act, case, effect, ordered, text=text, serial=serial or "")


def _check_ruling(act: Act, effects: list[Ruled], text: str, serial: str | None) -> None:
    require(text and effects, Code.ARGUMENTS, "A ruling has a text and at least one effect.", source=act.cite(art(16)))
    require(
        sum(it in OF_THE_COUP for it in effects) <= 1,
        Code.ARGUMENTS,
        "A coup goes on, stands as it lies, or is annulled: only one of these.",
        source=act.cite(art(16)),
    )
    require(
        ("replace_decks" in effects) == (serial is not None),
        Code.ARGUMENTS,
        "New decks are named by their serial, and only where they are replaced.",
    )


def _check_coup(act: Act, case: Incident, effects: list[Ruled]) -> None:
    """A coup that the case holds cannot simply be left: its cards lie as nobody could play them."""
    coup = act.state.coup
    require(
        not case.blocking or coup is None or case.coup_id != coup.pk or any(it in OF_THE_COUP for it in effects),
        Code.ARGUMENTS,
        "The case holds a coup: the ruling says whether it goes on, stands as it lies, or is annulled.",
        source=act.cite(art(16)),
    )


def _carry_out(act: Act, case: Incident, effect: Ruled, ruled: list[Ruled], *, text: str, serial: str) -> None:
    """One part of it: the coup goes on as the record had it, stands as it lies, is annulled; the taglia ends."""
    coup = act.state.coup
    match effect:
        case "continue":
            placement.restore_recorded(act, case)
        case "validate":
            _validate(act, coup)
        case "annul":
            _annul(act, coup, text, ends=ruled[-1] != "annul")
        case "end_taglia":
            _end_taglia(act, coup)
        case "replace_decks":
            bring_new_decks(act, serial)
        case "close_table":
            require(coup is None, Code.COUP_OPEN, "A coup is being played; finish it first.")
            end_game(act)


def _validate(act: Act, coup: Coup | None) -> None:
    """The result stands as the cards lie, whatever their order was."""
    require(
        coup is not None and act.state.facts.both_turned and (coup.paid_hands or act.state.due is None),
        Code.PHASE,
        "No complete hands lie on the table whose result could stand.",
        source=act.cite(art(16)),
    )


def _annul(act: Act, coup: Coup | None, text: str, *, ends: bool) -> None:
    """The coup counts for nothing; where more follows from the ruling its cards are burned at once."""
    require(
        coup is not None and not coup.outcome,
        Code.PHASE,
        "There is no coup that could be annulled.",
        source=act.cite(art(16)),
    )
    assert coup is not None
    annul_coup(act, text)
    if ends:
        end_coup(act, coup)


def _end_taglia(act: Act, coup: Coup | None) -> None:
    """At once between two coups; else the coup that is being played is the last."""
    shoe = act.state.shoe
    if coup is None:
        if shoe is not None:
            end_taglia(act)
        return
    assert shoe is not None
    shoe.last_by_ruling, shoe.coups_left = True, 1
    shoe.status, shoe.call_due = Shoe.Status.LAST_COUP, LAST_COUP
    update(shoe)
