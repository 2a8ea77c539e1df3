"""What the register says of incidents: the sentences for their acts and effects, told to the table's own screens."""

from django.utils.translation import pgettext_lazy

from procedures.articles import KINDS
from procedures.screens.wording import SOURCES, STATUSES, VERDICTS
from table.screens.register import lines, sentences
from table.screens.register.sentences import Sentences

ACTED: dict[str, Sentences] = {
    "report_incident": (pgettext_lazy("record", "%(kind)s"),),
    "add_evidence": (pgettext_lazy("record", "says more of incident %(incident)s"),),
    "withdraw_incident": (pgettext_lazy("record", "withdraws incident %(incident)s"),),
    "attest": (pgettext_lazy("record", "is present at incident %(incident)s"),),
    "ratify": (pgettext_lazy("record", "ratifies incident %(incident)s: the cards are laid anew"),),
    "annul_incident": (pgettext_lazy("record", "annuls the coup for incident %(incident)s: %(reason)s"),),
    "refer": (pgettext_lazy("record", "refers incident %(incident)s to the Direzione: %(reason)s"),),
    "rule": (pgettext_lazy("record", "rules on incident %(incident)s: %(text)s"),),
    "authorise_replacement": (pgettext_lazy("record", "%(card)s is replaced by one of decks “%(serial)s”"),),
}
EFFECTED: dict[str, Sentences] = {
    "incident_noticed": (pgettext_lazy("record", "noticed: %(kind)s"),),
    "incident_reported": (pgettext_lazy("record", "%(kind)s"),),
    "incident_evidence": (pgettext_lazy("record", "evidence: %(source)s"),),
    "incident_attested": (),
    "decision_awaited": (),
    "coup_held": (),
    "coup_freed": (),
    "cards_lie": (),
    "announcement_void": (pgettext_lazy("record", "the points called before are void"),),
    "incident_referred": (pgettext_lazy("record", "incident %(incident)s waits for the Direzione"),),
    "incident_decided": (pgettext_lazy("record", "incident %(incident)s: %(status)s"),),
    "reconstruction": (pgettext_lazy("record", "%(verdict)s, orders considered: %(orders)s"),),
    "cards_laid_anew": (pgettext_lazy("record", "the cards lie as the Regola has them"),),
    "waiting_card_seen": (pgettext_lazy("record", "card %(card)s was seen, and waits beside the sabot"),),
    "card_not_out": (pgettext_lazy("record", "card %(card)s is not out"),),
    "declaration_void": (pgettext_lazy("record", "«%(claim)s» is void"),),
    "ruling_issued": (),
    "card_replaced": (),
}
"""What the act itself has said is said by an empty tuple."""


def sign_up() -> None:
    """The table's register tells of incidents too."""
    sentences.ACTED.update(ACTED)
    sentences.EFFECTED.update(EFFECTED)
    lines.WORDS["kind"] = {name: kind.title for name, (_article, kind) in KINDS.items()}
    lines.WORDS["status"] = STATUSES
    lines.WORDS["verdict"] = VERDICTS
    lines.WORDS["source"] = SOURCES
