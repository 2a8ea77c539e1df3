"""Replacement of a worn card. Super Punto Banco, Art. 4."""

from django.utils.translation import pgettext_lazy

from procedures.articles import ARTICLES
from procedures.articles.article import Remedy
from procedures.case.cases import decide, of_number
from procedures.models import Incident
from procedures.verbs.reporting import Number
from table.acts.declaration import ANYTIME, IDLE, verb
from table.models import DrawnCard
from table.play.act import Act
from table.play.shoe import check_serial
from table.rules.cards import parse
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.refusal import Code, require


@verb(
    title=pgettext_lazy("act", "replace a worn card"),
    said=(pgettext_lazy("record", "%(card)s is replaced by one of decks “%(serial)s”"),),
    roles=[Role.ISPETTORE_GIOCO],
    tables=ANYTIME,
    phases=[IDLE, Phase.BETTING],
    ground=["coup", "shoe"],
    source="worn.same",
    public="incident serial",
)
def authorise_replacement(act: Act, *, incident: Number, card: str, serial: str) -> None:
    """Replace a worn card by one of the same rank and suit from the spare decks of this serial.

    Refuses (E_PHASE) an incident of another article, (E_CARD_COVERED) a card that lies covered, and (E_CARD) one of
    another rank or suit. Records ``card_replaced``.
    """
    case = of_number(act, incident)
    replaces = Remedy.REPLACE in ARTICLES[case.article].remedies
    require(replaces, Code.PHASE, "No worn card was reported there.", source=act.cite("cases.remedy"))
    worn = _face(act, case)
    require(
        worn, Code.CARD_COVERED, "A card that lies covered is turned by the game first.", source=act.cite("worn.same")
    )
    require(
        str(parse(card)) == worn,
        Code.CARD,
        "A worn card is replaced by one of the same rank and suit: %(worn)s, not %(card)s.",
        source=act.cite("worn.same"),
        worn=worn,
        card=card,
    )
    act.effect("card_replaced", card=worn, serial=check_serial(serial))
    decide(act, [case], Incident.Status.REPLACED)


def _face(act: Act, case: Incident) -> str:
    """Face of the worn card, as it was reported or as it was turned since; empty while it lies covered."""
    if told := case.facts.get("card"):
        return str(parse(told))
    of_taglia = DrawnCard.objects.filter(shoe__table=act.table, shoe__taglia=case.facts["taglia"])
    return of_taglia.get(number=case.facts["number"]).face
