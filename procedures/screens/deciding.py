"""Incidents as those see them who decide: the report, the layout of the cards, what follows, and what may be done."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from procedures.articles import kind_of
from procedures.articles.article import DECISIONS, Remedy
from procedures.articles.article_15_what_nobody_collects import sits_there
from procedures.case.presence import by_their_word
from procedures.case.verdicts import awaits_placement, can_be_completed, lacks_card
from procedures.models import Incident
from procedures.screens.choices import Forms, forms
from procedures.screens.consequences import Consequence, if_annulled, if_ratified
from procedures.screens.disputed import Disputed, acts_on, disputed
from procedures.screens.offers import FACES, Option, OrderQuestions, evidence, options
from procedures.screens.open_cases import OpenCase, RequiredPresence, stands_by_ruling
from procedures.screens.pictures import Comparison, StakeDifference, comparison, differences
from procedures.screens.said import LastCard, fell_away, last_card
from procedures.screens.wording import EXPLAINED, SOURCES, VERDICTS, WHY_NOT_YET, cause_in_words
from table.models import Alert, Coup, Severity
from table.rules.payout import HANDED_BACK
from table.rules.phase import Phase
from table.rules.profile import Role
from table.screens.read.snapshot import Snapshot
from table.words.numbers import numbers_here
from table.words.terms import PHASES, RULINGS

NO_VERDICT = ("E_CARD_COVERED", "E_COUNT")
"""Codes of why there is no verdict: faces are still needed, or nobody has said how many cards lie there."""


class Held(NamedTuple):
    """Progress of a coup that is held towards the decision of its case.

    ``since`` when an inspector is called, the badge of whoever is ``going`` or has noted it, "" while nobody is, and
    the office that ``decides``.
    """

    since: datetime
    going: str
    decides: Role


class Buttons(NamedTuple):
    """Buttons of an incident in one line.

    It ``opens`` the dialog to decide, ``tells`` how the cards lie, has a ``presence`` attested, ``withdraws`` what was
    reported, or ``refers``.
    """

    opens: bool = False
    tells: bool = False
    presence: bool = False
    withdraws: bool = False
    refers: bool = False


class Band(NamedTuple):
    """Undecided incident in one line: its article, what it is, what is awaited, and which buttons it has.

    ``by`` is the badge of its reporter, who may withdraw it, ``going`` which inspector is on the way. ``held`` is None
    unless it holds play and a dealer looks.
    """

    number: int
    table: str
    article: str
    title: str
    awaits: str
    holds: bool
    kind: str
    by: str
    going: str
    buttons: Buttons
    held: Held | None


class Matter(NamedTuple):
    """Facts of an incident. ``others`` are decided together with it; ``why`` says why there is no verdict.

    ``not_for`` are the badges of those who may not attest it, or have done so. ``say_again``: nothing is clear, and
    something that was said of the order no longer counts, as its cards were turned.
    """

    number: int
    table: str
    title: str
    source: str
    when: str
    coup: int | None
    reported_by: str
    on_duty: str
    caused_by: str
    answers: tuple[tuple[str, str, str], ...]
    others: tuple[int, ...]
    presence: tuple[RequiredPresence, ...]
    not_for: tuple[str, ...]
    awaits: str
    verdict: str
    in_words: str
    explained: str
    why: str
    orders: int
    clear: bool
    complete: bool
    say_again: bool


class CorrectableStake(NamedTuple):
    """Stake on which the Direzione may correct what was paid, in cents; ``net`` is what it won or lost so far."""

    position: str
    box: str
    bettor: str
    laid: int
    net: int

    @property
    def named(self) -> str:
        """Stake by position, box and player (key ``guest``), as JSON for the script of the dialog of a ruling."""
        return json.dumps({"position": self.position, "box": self.box, "guest": self.bettor})


class DecisionDialog(NamedTuple):
    """Incident with all that is needed to decide on it: pictures, consequences, money, what may be done by this role.

    ``rulings`` is what the Direzione may order in this house, and ``corrected`` on which stakes. ``forms`` are for the
    acts that the role ``may`` do. ``sits`` is the guest whose chips it is, where they sit before them. While it asks
    which card came ``last`` nobody annuls here. ``blank``: in a Colpo in Bianco, where no stakes go back.
    """

    case: Matter
    comparison: Comparison | None
    follows: tuple[Consequence, ...]
    differences: tuple[StakeDifference, ...]
    evidence: OrderQuestions | None
    disputed: Disputed | None
    positions: tuple[str, ...]
    rulings: tuple[Option, ...]
    corrected: tuple[CorrectableStake, ...]
    may: frozenset[str]
    forms: Forms
    last: LastCard | None = None
    sits: str = ""
    blank: bool = False

    @property
    def attests(self) -> bool:
        """Whether this role may attest the case here, also where no office is missing; False for a dispute."""
        return "attest" in self.may

    @property
    def sets_aside(self) -> bool:
        """Whether this role may set statements about the cards aside here, even if there are none yet."""
        return "set_evidence_aside" in self.may

    @property
    def decides_dispute(self) -> bool:
        """Whether this role may decide the dispute, also while a decision on it waits; False for any other case."""
        return "decide_dispute" in self.may

    @property
    def confirms_dispute(self) -> bool:
        """Whether a decision on the dispute waits that this role may agree to: not that of who made it."""
        return "confirm_dispute" in self.may

    @property
    def refers(self) -> bool:
        """Whether this role may refer the case to the Direzione now."""
        return "refer" in self.may

    @property
    def withdraws(self) -> bool:
        """Whether this role may withdraw the case now."""
        return "withdraw_incident" in self.may

    @property
    def sources(self) -> tuple[Option, ...]:
        """Options for the ways in which something can be known of the cards."""
        return options(SOURCES)

    @property
    def asks_serial(self) -> bool:
        """Whether a ruling in this house may replace the decks, so that the dialog asks for the serial of new ones."""
        return any(it.value == "replace_decks" for it in self.rulings)

    @property
    def faces(self) -> tuple[tuple[str, str], ...]:
        """Cards that may replace a worn one: code and sign of all 52, as ``("TH", "10♥")``, untranslated."""
        return FACES


def band_of(snapshot: Snapshot, role: Role, case: OpenCase, *, refers: bool) -> Band:
    """Return an undecided incident in one line, as somebody in this role sees it.

    ``going`` is the badge of whoever is on the way to its alert. ``refers``: a dealer may refer it now. Anybody but a
    dealer has the button ``opens`` alone, and never ``held``, which says how far the alert of a case that holds play
    is.
    """
    it, dealer = case.incident, role is Role.DEALER
    alert = next((alert for alert in snapshot.alerts if alert.incident == it.number), None)
    return Band(
        number=case.number,
        table=snapshot.code,
        article=case.article.name,
        title=str(case.kind.title),
        awaits=case.awaits,
        holds=it.blocking,
        kind=it.kind,
        by=it.reported_by,
        going=alert.going if alert else "",
        buttons=_of_the_dealer(snapshot, case, refers=refers) if dealer else Buttons(opens=True),
        held=_held(snapshot, alert) if dealer and alert and alert.severity == Severity.HOLDS else None,
    )


def _held(snapshot: Snapshot, alert: Alert) -> Held:
    """Return how far the held coup of this alert is: since when, which inspector, and who decides.

    ``going`` is the badge of who is on the way, else of who has noted the alert, else "". The Direzione decides
    where the table awaits it, for this case or another, else the Ispettore di Gioco.
    """
    decides = Role.DIREZIONE if snapshot.table.awaits == Role.DIREZIONE else Role.ISPETTORE_GIOCO
    return Held(localtime(alert.since), alert.going or alert.acknowledged_by, decides)


def _of_the_dealer(snapshot: Snapshot, case: OpenCase, *, refers: bool) -> Buttons:
    """Return the buttons that the dealer has: all but ``opens``.

    ``tells`` where the case awaits a report of where the cards lie, and they may report, ``presence`` where a required
    office has not attested, ``withdraws`` if they may, of an open case that somebody reported and nobody attested;
    ``refers`` where ``refers`` and :func:`refers_themselves`.
    """
    it, may = case.incident, snapshot.allowed(Role.DEALER)
    still_open = it.status == Incident.Status.OPEN
    reported = bool(it.reported_by) and still_open and not it.attestations.all()
    return Buttons(
        tells=awaits_placement(case.incident) and "report_incident" in may,
        presence=any(one.needed and not one.badge for one in case.presence),
        withdraws=reported and "withdraw_incident" in may,
        refers=refers and refers_themselves(case),
    )


def refers_themselves(case: OpenCase) -> bool:
    """Whether a dealer may refer a case while no Ispettore di Gioco is at the table.

    They may if it is open and referring is a remedy of its article, but not a dispute of a coup that is over. That
    nobody is at the table is not checked here.
    """
    still_open = case.incident.status == Incident.Status.OPEN
    return still_open and Remedy.REFER in case.article.remedies and not case.kind.after_burning


def decision_dialog(snapshot: Snapshot, role: Role, case: OpenCase) -> DecisionDialog:
    """Return everything that the dialog of an incident shows to somebody in this role.

    What they may not do is left out of ``may``, ``forms``, ``evidence`` and ``corrected``. Comparison, consequences,
    differences and evidence are there only for a case that holds up the coup being played, of a kind that is rebuilt,
    with all its cards on the table. While the dialog asks which card came last, consequences and ``annul_incident`` are
    left out.
    """
    over = case.kind.after_burning
    answer, here = case.incident.answer, case.incident.coup_id is not None and case.incident.coup == snapshot.state.coup
    rebuilt = here and case.kind.rebuilds and case.incident.blocking and not lacks_card(case.group)
    wanted = acts_on(snapshot, role, case.incident) if over else _decisions(snapshot, case)
    may = frozenset(verb for verb in wanted if snapshot.may(role, verb))
    last = last_card(snapshot, case) if rebuilt and "add_evidence" in may else None
    may = may - {"annul_incident"} if last is not None else may
    matter = _matter(snapshot, case)
    return DecisionDialog(
        matter,
        comparison=comparison(snapshot, answer, case.group) if rebuilt else None,
        follows=tuple(_follows(snapshot, case)) if rebuilt and last is None else (),
        differences=tuple(differences(snapshot, answer)) if rebuilt else (),
        evidence=evidence(snapshot, case.incident, case.group) if rebuilt and "add_evidence" in may else None,
        disputed=disputed(snapshot, case.incident, numbers_here()) if over else None,
        positions=snapshot.state.profile.positions,
        rulings=options({it: words for it, words in RULINGS.items() if it in snapshot.state.profile.rulings}),
        corrected=tuple(_corrected(snapshot)) if "rule" in may else (),
        may=may,
        forms=forms(case, may, say_again=matter.say_again, asks_last=last is not None),
        last=last,
        sits=_sits(snapshot, case.incident),
        blank=snapshot.blank,
    )


def _sits(snapshot: Snapshot, case: Incident) -> str:
    """Return the key of the owner of uncollected chips if they hold the position of these chips and are present at it.

    Else "", as for any other kind of case.
    """
    owner, position = case.facts.get("owner"), case.facts.get("position", "")
    there = case.kind == "uncollected" and sits_there(snapshot.state, position, owner)
    return str(owner) if there else ""


def _corrected(snapshot: Snapshot) -> Iterator[CorrectableStake]:
    """Yield the stakes of the coup that is being played, which a ruling may correct, with what each won or lost so far.

    In cents, lines that hand a stake back counting 0; none between coups.
    """
    net = Counter[int]()
    for line in snapshot.state.money:
        net[line.stake_id] += 0 if line.kind in HANDED_BACK else line.amount
    for it in snapshot.state.stakes:
        yield CorrectableStake(it.position, it.box, it.bettor, it.laid, net[it.pk])


def _matter(snapshot: Snapshot, case: OpenCase) -> Matter:
    """Return the facts of a case with their words: report, answers, presences, verdict, and what is awaited.

    With them: where in the coup it happened, who dealt, the cause, and who may not attest it (its cause, and those
    whose attestation counts). Something can be said again if nothing is clear and a statement of a case decided with it
    fell away. Without a verdict its words are "", and ``why`` says why there is none, if that is known.
    """
    it = case.incident
    return Matter(
        number=case.number,
        table=snapshot.code,
        title=str(case.kind.title),
        source=f"{case.article.source_at(snapshot.state.profile)} · {case.article.title}",
        when=str(PHASES[Phase(it.phase)]) if it.phase in set(Phase) else _("between two coups"),
        coup=it.coup.number if it.coup is not None else None,
        reported_by=it.reported_by,
        on_duty=it.on_duty or "",
        caused_by=cause_in_words(it.caused_by),
        answers=tuple((name, str(question), str(answer)) for name, question, answer in case.answers),
        others=tuple(one.number for one in case.group if one.number != case.number),
        presence=tuple(case.presence),
        not_for=(it.caused_by, *by_their_word([it], it.attestations.all(), snapshot.staff)),
        awaits=case.awaits,
        verdict=case.verdict,
        in_words=str(VERDICTS[case.verdict]) if case.verdict else "",
        explained=str(EXPLAINED[case.verdict]) if case.verdict else "",
        why=str(WHY_NOT_YET.get(case.why, "")),
        orders=it.answer.get("orders", 0),
        clear=case.clear,
        complete=case.complete,
        say_again=bool(case.verdict) and not case.clear and any(map(fell_away, case.group)),
    )


def _follows(snapshot: Snapshot, case: OpenCase) -> Iterable[Consequence]:
    """Return the consequences of ratifying a clear coup, or of annulling one with any other verdict.

    Empty without a verdict, for a case that does not hold play, while one of the cases decided together is referred,
    and where one of them is of a kind that is not rebuilt.
    """
    if any(it.status == Incident.Status.REFERRED for it in case.group) or not _can_be_rebuilt(snapshot, case):
        return ()
    if case.clear:
        return if_ratified(snapshot, case)
    return if_annulled(snapshot) if case.verdict else ()


def _decisions(snapshot: Snapshot, case: OpenCase) -> set[str]:
    """Return the verbs that this incident admits now, whoever may do them: attesting, naming the cause.

    Also ruling, whether it is referred or not, if its article knows referral to the Direzione. Unless it, or a case
    decided together with it, is referred, also the decisions of its article that are not :func:`_not_yet`, withdrawing
    (but not of what the table noticed by the cards), and adding evidence or setting it aside for a case that holds up
    play and is rebuilt.
    """
    found = {"attest", "name_cause"} | ({"rule"} if Remedy.REFER in case.article.remedies else set())
    if any(it.status == Incident.Status.REFERRED for it in case.group):
        return found
    found |= {verb for remedy, verb in DECISIONS.items() if remedy in case.article.remedies}
    if not (case.incident.noticed and case.kind.by_the_cards):
        found.add("withdraw_incident")
    if case.kind.rebuilds and case.incident.blocking:
        found |= {"add_evidence", "set_evidence_aside"}
    return found - _not_yet(snapshot, case)


def _not_yet(snapshot: Snapshot, case: OpenCase) -> set[str]:
    """Return which of `ratify` and `annul_incident` cannot be decided now.

    Both between coups and while stakes are open, of a case that does not hold play or is decided together with one of a
    kind not rebuilt, and while faces or places are missing. Else `ratify` if the coup is not clear, and
    `annul_incident` if it is and the shoe can complete it; none if it is clear and cannot be completed.
    """
    closed = isinstance(snapshot.state.coup, Coup) and snapshot.state.coup.closed
    if not closed or not _can_be_rebuilt(snapshot, case) or case.why in NO_VERDICT:
        return {"ratify", "annul_incident"}
    if not case.clear:
        return {"ratify"}
    lacking = case.incident.answer["proposal"]["missing"]
    return {"annul_incident"} if can_be_completed(snapshot.state, lacking) else set()


def _can_be_rebuilt(snapshot: Snapshot, case: OpenCase) -> bool:
    """Whether a case holds play, and it and all cases decided together with it are of kinds that are rebuilt.

    Never once the Direzione has let the result of the coup stand.
    """
    rebuilt = case.incident.blocking and all(kind_of(it).rebuilds for it in case.group)
    return rebuilt and not stands_by_ruling.of(snapshot)
