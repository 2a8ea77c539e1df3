"""Decisions of an Ispettore di Gioco that one article alone admits: an empty sabot, a worn card, uncollected chips.

Super Punto Banco, Art. 4, 5 and 15.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

from procedures.articles import ARTICLES
from procedures.articles.article import Remedy
from procedures.articles.article_15_what_nobody_collects import Left, check_is_not_in_custody_since, keep, sits_there
from procedures.case import presence
from procedures.case.cases import currency_then, decide, of_number, refresh_open_cases
from procedures.models import Incident
from table.models import DrawnCard
from table.play.act import Act
from table.play.declaration import ANYTIME, IDLE, GamePart, Number, verb
from table.play.shoe import check_serial, end_taglia, is_in_use, take_as_empty
from table.rules.cards import parse
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require


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
    """Settle the report of an empty sabot: cards that the record expects in it still become MISSING ("cards_missing").

    The taglia is over after this coup, between two coups at once ("taglia_ended"); if that taglia is no longer in use
    nothing becomes of it. Refuses (E_ARGUMENTS) an unknown and (E_FINAL) a decided incident, (E_PHASE) one of another
    article, (E_INCIDENT_OPEN) one that is with the Direzione, (E_PRESENCE) while somebody is absent who has to be
    there, or for who has not attested it, and (E_SHOE) a virtual shoe. Records ``incident_decided``, and who is awaited
    now.
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
    presence.check(act, [case], "cut_card.empty")
    shoe = act.state.shoe
    in_use = is_in_use(shoe) and (shoe.loaded_at or 0) < case.number  # another one may have been loaded since
    if in_use:
        take_as_empty(act)
    decide(act, [case], Incident.Status.SETTLED_BY_LAW)
    refresh_open_cases(act)
    if in_use and act.state.coup is None:
        end_taglia(act)


@verb(
    title=pgettext_lazy("act", "replace a worn card"),
    said=(pgettext_lazy("record", "%(card)s is replaced by one of decks “%(serial)s”"),),
    roles=[Role.ISPETTORE_GIOCO],
    tables=ANYTIME,
    phases=[IDLE, Phase.BETTING],
    ground=["coup", "shoe"],
    source="worn.same",
    part=GamePart.REPLACES,
    public="incident serial",
)
def authorise_replacement(act: Act, *, incident: Number, card: str, serial: str) -> None:
    """Replace a worn card by one of the same rank and suit from the spare decks of this serial.

    ``card`` is the face of the new one, such as “7D”. Refuses (E_ARGUMENTS) an unknown case, (E_FINAL) a decided one,
    (E_PHASE) one of another article, (E_CARD_COVERED) a card that lies covered, (E_CARD) one that is not out any more,
    one of another rank or suit, or a text that is no card, and (E_ARGUMENTS) a malformed serial. Records
    ``card_replaced`` and ``incident_decided``; no card of the shoe is changed.
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
    """Return the face of the worn card: the one that was reported, else that of its row now; "" while it lies covered.

    Refuses (E_CARD) a card without a reported face that is not out any more, as one fewer was found.
    """
    if reported := case.facts.get("card"):
        return str(parse(reported))
    number = case.facts["number"]
    of_taglia = DrawnCard.objects.filter(shoe__table=act.table, shoe__taglia=case.facts["taglia"])
    if (worn := of_taglia.filter(number=number).first()) is None:
        raise Refused(
            Code.CARD, "Card %(number)s is not out any more: withdraw this report, and report it anew.", number=number
        )
    return worn.face


def check_currency(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_MONEY) to keep chips that were reported while the table had another currency: a slip names cents alone.

    What is given to its owner passes. Refuses as :func:`of_number`. Checked at the press alone, as earlier entries have
    kept some.
    """
    case = of_number(act, given["incident"])
    then = currency_then(act, case)
    require(
        given.get("given") or then == act.state.profile.currency,
        Code.MONEY,
        "This was reported in %(currency)s, in which nothing is kept here any more: the cage keeps it, and the case is "
        "withdrawn.",
        source=act.cite("custody"),
        currency=then,
    )


@verb(
    title=pgettext_lazy("act", "confirm what nobody collects"),
    said=(pgettext_lazy("record", "confirms what was reported as incident %(incident)s"),),
    roles=[Role.ISPETTORE_GIOCO],
    tables=ANYTIME,
    while_held=True,
    source="custody",
    public="incident given",
    at_press=check_currency,
)
def confirm_uncollected(act: Act, *, incident: Number, given: bool = False) -> None:
    """Take what was reported into custody for its owner, or record that it was ``given`` to the owner, who sits there.

    Refuses (E_ARGUMENTS) an unknown incident and what was taken into custody since, (E_FINAL) a decided incident,
    (E_PHASE) one of another article, and (E_NOT_FREE) giving where the owner is not named or does not sit there.
    Records ``given_to_owner`` or ``kept_for_owner``, and ``incident_decided``.
    """
    case = of_number(act, incident)
    require(
        Remedy.KEEP in ARTICLES[case.article].remedies,
        Code.PHASE,
        "Nothing that nobody collects was reported there.",
        source=act.cite("cases.remedy"),
    )
    facts = Left(**{name: value for name, value in case.facts.items() if name in Left.__struct_fields__})
    check_is_not_in_custody_since(act, case, facts)
    if given:
        require(
            sits_there(act.state, facts.position, facts.owner),
            Code.NOT_FREE,
            "Nobody who is named sits at position %(position)s: it is kept for its owner.",
            source=act.cite("seats.known"),
            position=facts.position,
        )
        act.effect("given_to_owner", position=facts.position, amount=facts.amount, guest=facts.owner)
    else:
        keep(act, facts, case.coup)
    decide(act, [case], Incident.Status.DECIDED)
