"""Confirmation by an inspector of what the dealer keyed as uncollected beyond the record. Super Punto Banco, Art. 15.

Nothing is kept before that. A guest who is named and sits there is simply given what is theirs.
"""

from django.utils.translation import pgettext_lazy

from procedures.articles import ARTICLES
from procedures.articles.article import Remedy
from procedures.articles.article_15_what_nobody_collects import Left, keep, sits_there
from procedures.case.cases import decide, of_number
from procedures.models import Incident
from procedures.verbs.reporting import Number
from table.acts.declaration import ANYTIME, verb
from table.play.act import Act
from table.rules.profile import Role
from table.rules.refusal import Code, require


@verb(
    title=pgettext_lazy("act", "confirm what nobody collects"),
    said=(pgettext_lazy("record", "confirms what was reported as incident %(incident)s"),),
    roles=[Role.ISPETTORE_GIOCO],
    tables=ANYTIME,
    while_held=True,
    source="uncollected",
    public="incident given",
)
def confirm_uncollected(act: Act, *, incident: Number, given: bool = False) -> None:
    """Take what was reported into custody for its owner, or record that it was ``given`` to the owner, who sits there.

    Refuses (E_PHASE) an incident of another article, and (E_NOT_FREE) giving it where the owner is not named or does
    not sit there. Records ``given_to_owner`` or ``kept_for_owner``.
    """
    case = of_number(act, incident)
    require(
        Remedy.KEEP in ARTICLES[case.article].remedies,
        Code.PHASE,
        "Nothing that nobody collects was reported there.",
        source=act.cite("cases.remedy"),
    )
    facts = Left(**{name: value for name, value in case.facts.items() if name in Left.__struct_fields__})
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
