"""Effects of acts where something has gone wrong, each declared once: its sentence, its alert, what is redrawn."""

from django.utils.translation import pgettext_lazy

from procedures.models import Attestation, Incident
from table.models import Alert, Coup, DrawnCard, Severity, Shoe, Table
from table.play.effects import STILL, Effect, rows

EFFECTS: dict[str, Effect] = {
    "incident_noticed": Effect(
        said=(pgettext_lazy("record", "noticed: %(kind)s"),),
        redraw=rows(Incident, Alert),
        of_case=True,
        public="article kind holds",
    ),
    "incident_reported": Effect(
        said=(pgettext_lazy("record", "%(kind)s"),),
        alert=pgettext_lazy("alert", "An incident was reported."),
        redraw=rows(Incident, Alert),
        of_case=True,
        public="article kind holds",
    ),
    "incident_evidence": Effect(
        said=(pgettext_lazy("record", "evidence: %(source)s"),),
        redraw=rows(Incident),
        public="incident source",
    ),
    "cause_named": Effect(
        said=(),
        redraw=rows(Incident),
        public="incident",
    ),
    "incident_attested": Effect(
        said=(
            pgettext_lazy(
                "record",
                "at %(pressed_at)s; PIN given anew by %(pin_by)s on %(pin_on)s, first used from %(pin_from)s",
            ),
            pgettext_lazy("record", "at %(pressed_at)s"),
        ),
        redraw=rows(Attestation),
        public="incident role pressed_at",
    ),
    "decision_awaited": Effect(
        said=(),
        redraw=rows(Table),
        public="role",
    ),
    "coup_held": Effect(
        said=(),
        redraw=rows(Coup),
    ),
    "coup_freed": Effect(
        said=(),
        redraw=rows(Coup),
    ),
    "cards_lie": Effect(
        said=(),
        redraw=rows(DrawnCard),
    ),
    "card_told_apart": Effect(
        said=(pgettext_lazy("record", "it is card %(card)s, as somebody knows"),),
        redraw=rows(DrawnCard),
        public="card",
    ),
    "not_told_apart": Effect(
        said=(pgettext_lazy("record", "at %(side)s a card lies open: of the others there nothing was said"),),
        redraw=STILL,
        public="side",
    ),
    "said_of_backs_aside": Effect(
        said=(pgettext_lazy("record", "nobody knows which was turned: statement %(statements)s says less now"),),
        redraw=rows(Incident),
        public="incident statements",
    ),
    "said_stands": Effect(
        said=(pgettext_lazy("record", "statement %(statements)s stands"),),
        redraw=rows(Incident),
        public="incident statements",
    ),
    "announcement_void": Effect(
        said=(pgettext_lazy("record", "the points called before are void"),),
        redraw=rows(Coup),
    ),
    "incident_referred": Effect(
        said=(pgettext_lazy("record", "incident %(incident)s waits for the Direzione"),),
        alert=pgettext_lazy("alert", "A case was referred to the Direzione."),
        severity=Severity.HOLDS,
        redraw=rows(Incident, Alert),
        of_case=True,
        public="incident",
    ),
    "case_closed_by_keys": Effect(
        said=(pgettext_lazy("record", "incident %(incident)s is closed: what was keyed no longer shows it"),),
        alert=pgettext_lazy("alert", "What the table had noticed was keyed anew, and its case is closed."),
        redraw=rows(Incident, Alert),
        of_case=True,
        public="incident kind",
    ),
    "dispute_raised": Effect(
        said=(pgettext_lazy("record", "coup %(coup)s, position %(position)s, %(guest)s: %(about)s"),),
        redraw=rows(Incident),
        public="coup position guest about",
    ),
    "dispute_asked": Effect(
        said=(pgettext_lazy("record", "to be agreed to by somebody of another office: %(lines)s"),),
        alert=pgettext_lazy("alert", "The decision on a dispute waits for a second person."),
        severity=Severity.PERSON,
        redraw=rows(Incident, Alert),
        of_case=True,
        public="incident lines",
    ),
    "incident_decided": Effect(
        said=(pgettext_lazy("record", "incident %(incident)s: %(status)s"),),
        redraw=rows(Incident, Alert),
        of_case=True,
        public="incident article status",
    ),
    "reconstruction": Effect(
        said=(pgettext_lazy("record", "%(verdict)s, orders considered: %(orders)s"),),
        redraw=STILL,
        public="verdict orders",
    ),
    "cards_laid_anew": Effect(
        said=(pgettext_lazy("record", "the cards lie as the Regola has them"),),
        redraw=rows(DrawnCard),
    ),
    "waiting_card_seen": Effect(
        said=(pgettext_lazy("record", "card %(card)s was seen, and waits beside the sabot"),),
        redraw=rows(DrawnCard),
        public="card",
    ),
    "card_not_out": Effect(
        said=(pgettext_lazy("record", "card %(card)s is not out"),),
        redraw=rows(DrawnCard, Shoe),
        public="card",
    ),
    "declaration_void": Effect(
        said=(pgettext_lazy("record", "«%(claim)s» is void"),),
        redraw=rows(Coup),
        public="claim",
    ),
    "ruling_issued": Effect(
        said=(),
        redraw=rows(Shoe),
        public="incident ruled",
    ),
    "card_replaced": Effect(
        said=(),
        redraw=STILL,
        public="serial",
    ),
}
