"""Undecided incidents of a table as its screens show them: what happened, who was there, what is awaited."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from django.db.models import OuterRef, Q, Subquery
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from procedures.articles import ARTICLES, KINDS, kind_of
from procedures.articles.article import Article, Kind, Remedy
from procedures.articles.article_10_end_of_the_coup import who_decides
from procedures.case.presence import by_their_word, required
from procedures.case.verdicts import awaits_placement, result_stands
from procedures.models import UNDECIDED, Attestation, Incident
from procedures.screens.wording import answered, answers_in_words, completes
from table.memory.parts import read_from
from table.models import Coup, Entry, Note, StaffPresence
from table.play.declaration import PARTS, GamePart
from table.record import chain
from table.rules.profile import Role
from table.screens.read.alerts import AlertWords
from table.screens.read.carry_over import of_the_inbox
from table.screens.read.sentences import AT_DEVICE, BY_WHOM, ERASED
from table.screens.read.snapshot import Snapshot
from table.words.numbers import numbers_here
from table.words.terms import ROLES
from table.words.voices import within

MOST_SHOWN = 12
"""Maximum number of cases shown, blocking ones before others; nobody could decide on more at once."""

WHO_DEALT = (
    StaffPresence.objects.filter(table=OuterRef("table"), role=Role.DEALER, since__lte=OuterRef("number"))
    .filter(Q(until=None) | Q(until__gt=OuterRef("number")))
    .values("person__badge")[:1]
)
"""Badge of the dealer who was signed on when a case was opened, as a subquery; later changes do not matter."""

WHAT_WAS_SAID = Entry.objects.filter(register=OuterRef("table__code"), number=OuterRef("number")).values("arguments")[
    :1
]
"""Arguments of the entry that opened a case, as a subquery: the answers that somebody gave."""


class RequiredPresence(NamedTuple):
    """Somebody who has to be present, or is: the office, and their badge; empty while nobody has attested.

    ``pin`` says, if so, that their PIN was given anew in the month before: whoever gave it could have used it in their
    name.
    """

    role: Role
    badge: str
    needed: bool
    pin: str = ""

    @property
    def office(self) -> Promise:
        """Name of the office."""
        return ROLES[self.role]


class OpenCase(NamedTuple):
    """Undecided incident, with what its screens show.

    ``group`` are all that hold the same coup, and are decided together, else the case alone. ``answers`` are its
    questions and answers as :func:`~procedures.screens.wording.answers_in_words` has them, and what the report said in
    words. ``awaits`` says what is still missing.
    """

    incident: Incident
    article: Article
    kind: Kind
    group: Sequence[Incident]
    presence: Sequence[RequiredPresence]
    answers: Sequence[tuple[str, str, str]]
    awaits: str

    @property
    def number(self) -> int:
        """Entry that opened it, by which it is named."""
        return self.incident.number

    @property
    def verdict(self) -> str:
        """Code of how clearly the coup can be rebuilt, a `Verdict`, as "not_clear"; "" while that cannot be said."""
        return str(self.incident.answer.get("verdict", ""))

    @property
    def why(self) -> str:
        """Code of what has to be known before the coup can be rebuilt, such as E_COUNT; empty where nothing has to.

        It is empty, too, for a case without an answer, such as one that is not rebuilt.
        """
        return str(self.incident.answer.get("why", ""))

    @property
    def replaced(self) -> bool:
        """Whether the article of the case has the worn card replaced by another one, done or not."""
        return Remedy.REPLACE in self.article.remedies

    @property
    def complete(self) -> bool:
        """Whether everybody who has to be present has attested it so that it counts; True where nobody has to."""
        return all(it.badge for it in self.presence if it.needed)

    @property
    def clear(self) -> bool:
        """Whether there is a proposal of where the cards ought to lie."""
        return bool(self.incident.answer.get("proposal"))


def open_cases(snapshot: Snapshot) -> list[OpenCase]:
    """List the undecided cases of this table in the order in which they were opened, at most :data:`MOST_SHOWN`.

    Where there are more, blocking ones are chosen first, then the oldest of the others.
    """
    found = waiting_cases.of(snapshot)
    for it in found:
        _know_coup(snapshot, it)
    return [_case(snapshot, it, _together(it, found)) for it in found]


def case_words(snapshot: Snapshot) -> dict[int, AlertWords]:
    """Map the number of each case shown to the words for what has happened, and what is awaited from whom.

    The cases are those of :func:`open_cases`, at most MOST_SHOWN.
    """
    return {it.number: AlertWords(_called(it), it.awaits) for it in snapshot.part(open_cases)}


def _called(case: OpenCase) -> str:
    """Name a case as an alert does: article, colon, title of its kind; “Dispute about coup 3.4” if it is a dispute."""
    if case.kind.after_burning:
        return _("Dispute about coup %(coup)s") % {"coup": case.incident.facts["coup"]}
    return f"{case.article.name}: {case.kind.title}"


@Snapshot.register
@read_from(Incident, Attestation)
def waiting_cases(snapshot: Snapshot) -> list[Incident]:
    """List the undecided cases of this table in the order of the entries that opened them, at most :data:`MOST_SHOWN`.

    Each has ``on_duty`` set (badge of the dealer at that entry, or None), ``answered`` (names of the questions
    answered, or None) and ``notes`` (digests of the words of its report, and of those that completed it). Of more,
    blocking ones are chosen first, and of each sort the oldest.
    """
    waiting = Incident.objects.filter(table=snapshot.table, status__in=UNDECIDED)
    found = (
        waiting.annotate(dealt=Subquery(WHO_DEALT), said=Subquery(WHAT_WAS_SAID))
        .select_related("coup")
        .prefetch_related("attestations")
    )
    cases = sorted(found.order_by("-blocking", "number")[:MOST_SHOWN], key=attrgetter("number"))
    for case in cases:
        case.on_duty, case.answered = case.dealt, answered(case.said)
        reports = filter(None, [case.said, *_completing(snapshot, case)])
        case.notes = [digest for it in reports if (digest := str(chain.read(it).get("text") or ""))]
    return list[Incident](cases)


def _completing(snapshot: Snapshot, case: Incident) -> list[str]:
    """List the arguments (JSON) of the reports that completed a case which the table noticed, in their order.

    Only a kind that waits for a report of the layout has any, once that was made.
    """
    if not (case.noticed and kind_of(case).placement_awaited) or awaits_placement(case):
        return []
    since = Entry.objects.filter(register=snapshot.code, verb=PARTS[GamePart.REPORTS], number__gt=case.number)
    rows = since.order_by("number").values_list("arguments", "outcome")
    return [arguments for arguments, outcome in rows if completes(chain.effects(outcome), case.number)]


@Snapshot.register
@read_from(Incident, Attestation)
def stands_by_ruling(snapshot: Snapshot) -> bool:
    """Whether the Direzione has let the result of the coup stand that a case holds; False where none holds it."""
    return any(it.blocking for it in waiting_cases.of(snapshot)) and result_stands(snapshot.state)


@of_the_inbox
@read_from(Incident, Note)
def words_of_reports(snapshot: Snapshot) -> dict[str, Note]:
    """Map digest to note for the words of the reports of :func:`waiting_cases`; a note that is missing is left out.

    Whoever erases one counts up the ``inbox`` of the table.
    """
    named = [digest for case in waiting_cases.of(snapshot) for digest in case.notes]
    return {it.digest: it for it in Note.objects.filter(digest__in=named)} if named else {}


@Snapshot.register
@read_from(Incident, Attestation)
def pins_given_anew(snapshot: Snapshot) -> dict[str, Mapping[str, str]]:
    """Map badge to the facts of the latest attestation that says that somebody else has reset this person's PIN lately.

    Only attestations of the undecided cases that are shown are looked at; whoever has none of these is missing.
    """
    said = {it.number: it.badge for case in waiting_cases.of(snapshot) for it in case.attestations.all()}
    entries = Entry.objects.filter(register=snapshot.code, number__in=said).order_by("number") if said else ()
    attested = ((said[it.number], dict(chain.read(it.outcome)["effects"])["incident_attested"]) for it in entries)
    return {badge: facts for badge, facts in attested if "pin_by" in facts}


def _pin_of(snapshot: Snapshot, badge: str) -> str:
    """Return a sentence on who has reset somebody's PIN, when, and where it was first used.

    Empty where no attestation of an undecided case says so.
    """
    facts = pins_given_anew.of(snapshot).get(badge)
    if facts is None:
        return ""
    said = _("PIN given anew by %(pin_by)s on %(pin_on)s, first used from %(pin_from)s")
    at, by, used_from = datetime.fromisoformat(facts["pin_on"]), facts["pin_by"], facts["pin_from"]
    words = {"pin_by": BY_WHOM.get(by, by), "pin_from": AT_DEVICE.get(used_from, used_from)}
    return said % {**words, "pin_on": numbers_here().moment(at)}


def _know_coup(snapshot: Snapshot, incident: Incident) -> None:
    """Set the incident's coup to its row as it is now, for the coup being played without a query.

    Any other that had not ended when it was read is read again; one that had ended then is left as it is.
    """
    playing = snapshot.state.coup
    if playing is not None and incident.coup_id == playing.pk:
        incident.coup = playing
    elif incident.coup is not None and not incident.coup.ended:
        incident.coup = Coup.objects.get(pk=incident.coup.pk)


def _together(incident: Incident, found: Sequence[Incident]) -> list[Incident]:
    """List the undecided cases that are decided with this one: the blocking ones of ``found`` on the same coup.

    Itself is among them; it is alone if it has no coup, or does not block its coup.
    """
    if incident.coup_id is None or not incident.blocking:
        return [incident]
    return [it for it in found if it.coup_id == incident.coup_id and it.blocking]


def _case(snapshot: Snapshot, incident: Incident, group: list[Incident]) -> OpenCase:
    """Return a case as the screens show it: who is present, the answers and words of its report, and what it awaits.

    ``group`` are the cases that are decided together with it, itself among them.
    """
    article, kind = KINDS[incident.kind]
    presence = list(_presence(snapshot, group))
    return OpenCase(
        incident,
        ARTICLES.get(incident.article, article),
        kind,
        group,
        presence,
        answers=[*answers_in_words(incident, kind, incident.answered), *_in_words(snapshot, incident)],
        awaits=_dispute_awaits(snapshot, incident)
        if kind.after_burning
        else _awaits(incident, group, presence, stands=stands_by_ruling.of(snapshot)),
    )


def _in_words(snapshot: Snapshot, incident: Incident) -> Iterator[tuple[str, str, str]]:
    """Yield one answer for the words of all reports: ``text``, its heading, the words, a line for each report.

    Nothing where none has words. An erased text is “(erased)” in the active language.
    """
    found = words_of_reports.of(snapshot)
    notes = [found[digest] for digest in incident.notes if digest in found]
    if notes:
        yield "text", _("In words"), "\n".join(_(ERASED) if it.erased else it.text for it in notes)


def _dispute_awaits(snapshot: Snapshot, incident: Incident) -> str:
    """Return the sentence on what a dispute awaits: somebody's agreement, where a decision waits for it.

    Else the decision of the Direzione, if the house has it decide disputes or this one is referred, or that of the
    Ispettore di Gioco.
    """
    if incident.waiting_decision is not None:
        return _("Awaited: somebody of another office agrees to the decision.")
    if who_decides(snapshot.state.profile, incident) == Role.DIREZIONE:
        return _("Awaited: the decision of the Direzione.")
    return _("Awaited: the decision of the Ispettore di Gioco.")


def _presence(snapshot: Snapshot, group: list[Incident]) -> Iterator[RequiredPresence]:
    """Yield those who have to be present, the Ispettore di Gioco first, then those of other offices who attested.

    Only attestations that count are looked at, each for all cases of ``group``: of whoever is at work since, and is
    named as the cause of none of them. An office without one has the badge "". The Direzione is never among those who
    have to be. Nobody has to once one of the cases is referred to it, nor for a worn card: who replaces it is there.
    Each has a sentence on their PIN if an attestation says that somebody else reset it lately, else "".
    """
    said = by_their_word(group, (it for case in group for it in case.attestations.all()), snapshot.staff)
    freed = any(
        it.status == Incident.Status.REFERRED or Remedy.REPLACE in ARTICLES[it.article].remedies for it in group
    )
    needed = frozenset[Role]() if freed else required(snapshot.state.profile, group) - {Role.DIREZIONE}
    for role in sorted(needed, reverse=True):
        there = [badge for badge, office in said.items() if office == role]
        yield from (RequiredPresence(role, badge, needed=True, pin=_pin_of(snapshot, badge)) for badge in there or [""])
    others = ((badge, role) for badge, role in said.items() if role not in needed)
    yield from (RequiredPresence(role, badge, needed=False, pin=_pin_of(snapshot, badge)) for badge, role in others)


def _awaits(incident: Incident, group: list[Incident], presence: Sequence[RequiredPresence], *, stands: bool) -> str:
    """Return a sentence, never empty, on what is missing and from whom; of several things the first in this order.

    The Direzione's decision, what its kind awaits, a report of the layout, a referral where nothing can be rebuilt,
    somebody's presence, faces, and then ratification of a clear coup, else annulment. If ``group`` has a case of a kind
    that is not rebuilt, its kind counts in place of one that is. ``stands``: the coup has its result by a ruling.
    """
    if any(it.status == Incident.Status.REFERRED for it in group):
        return _("Awaited: the decision of the Direzione.")
    kind = kind_of(incident)
    if kind.rebuilds:
        kind = next((other for it in group if not (other := kind_of(it)).rebuilds), kind)
    if kind.awaited:
        return str(kind.awaited)
    if any(map(awaits_placement, group)):
        return _("Awaited: the dealer reports where each card lies.")
    coup = incident.coup
    if stands or not kind.rebuilds or coup is None or coup.ended or not coup.closed:
        return _("Awaited: the Ispettore di Gioco, who refers it to the Direzione.")
    missing = [within(str(it.office)) for it in presence if it.needed and not it.badge]
    if missing:
        return _("Awaited: the presence of %(roles)s.") % {"roles": ", ".join(missing)}
    if incident.answer.get("why") == "E_CARD_COVERED":
        return _("Awaited: the cards have to be turned first.")
    if incident.answer.get("proposal"):
        return _("Awaited: the Ispettore di Gioco ratifies.")
    return _("Awaited: the Ispettore di Gioco annuls, or refers it to the Direzione.")
