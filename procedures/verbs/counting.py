"""Empty sabot in which the record still expected cards. Super Punto Banco, Art. 5."""

from django.utils.translation import pgettext_lazy

from procedures.articles import ARTICLES
from procedures.articles.article import Remedy
from procedures.articles.offer import shoe_in_use
from procedures.case import presence
from procedures.case.cases import decide, follow, of_number
from procedures.models import Incident
from procedures.verbs.reporting import Number
from table.acts.declaration import ANYTIME, verb
from table.play.act import Act
from table.play.shoe import end_taglia, take_as_empty
from table.rules.profile import Role
from table.rules.refusal import Code, require


@verb(
    title=pgettext_lazy("act", "find the sabot empty"),
    said=(pgettext_lazy("record", "has looked into the sabot: it is empty"),),
    roles=[Role.ISPETTORE_GIOCO],
    tables=ANYTIME,
    ground=["coup", "shoe"],
    moves=["coup", "shoe"],
    while_held=True,
    source="cut_card.empty",
    public="incident",
)
def confirm_empty(act: Act, *, incident: Number) -> None:
    """Confirm that the sabot is empty: the cards still expected in it are recorded as missing, and the case is settled.

    A hand that lacks a card can be annulled then. The taglia is over after this coup, and between two coups at once.
    Where the taglia of the report is over already, nothing is missing from the shoe that came after it. Refuses
    (E_PHASE) an incident of another remedy, (E_INCIDENT_OPEN) one that is with the Direzione, and (E_PRESENCE) while
    somebody is absent who has to be there.
    """
    case = of_number(act, incident)
    require(
        Remedy.TAKE_AS_EMPTY in ARTICLES[case.article].remedies,
        Code.PHASE,
        "No empty sabot was reported there.",
        source=act.cite("cases.remedy"),
    )
    require(
        case.status == Incident.Status.OPEN,
        Code.INCIDENT_OPEN,
        "The case is with the Direzione; its decision comes first.",
        source=act.cite("unforeseen"),
    )
    presence.check(act, [case])
    in_use = _is_in_use(act, case)
    if in_use:
        take_as_empty(act)
    decide(act, [case], Incident.Status.SETTLED_BY_LAW)
    follow(act)
    if in_use and act.state.coup is None:
        end_taglia(act)


def _is_in_use(act: Act, case: Incident) -> bool:
    """Whether cards are still dealt from the sabot that was reported as empty."""
    shoe = act.state.shoe
    return shoe_in_use(act.state) and shoe is not None and (shoe.loaded_at or 0) < case.number
