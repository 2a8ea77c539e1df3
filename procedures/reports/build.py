"""Report of a case, built as one value from its record."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from msgspec.structs import asdict, replace

from procedures.articles.article import Remedy
from procedures.articles.article_16_not_foreseen import ARTICLE as UNFORESEEN
from procedures.case.presence import required, whose_word
from procedures.case.verdicts import lacks_card
from procedures.models import Attestation, Incident
from procedures.rebuild.items import Item, items_of, lost_in
from procedures.reports.incident import (
    Answer,
    Attested,
    Decision,
    GivenAnew,
    HandedOut,
    House,
    IncidentReport,
    Kept,
    Line,
    OfCoup,
    Person,
    Phrase,
    Referral,
    Rule,
    Seal,
    Statement,
    Verdict,
)
from procedures.reports.layouts import as_they_ought
from procedures.reports.money import money_of
from procedures.reports.record import Record, offices
from procedures.screens.wording import (
    DEVICES,
    EXPLAINED,
    SOURCES,
    STATUSES,
    VERDICTS,
    WHY_NOT_YET,
    answers_in_words,
    cause_in_words,
)
from table.models import Coup
from table.play.state import TableState
from table.record import chain
from table.record.proof.sealed import sealed
from table.rules.authority import DEFAULT, cite
from table.rules.phase import Phase
from table.rules.profile import Role, Ruling
from table.rules.regola import Claim, Outcome
from table.rules.topics.sources import SUPER_PUNTO_BANCO
from table.screens.read.lines import lines
from table.screens.read.sentences import AT_DEVICE, BY_WHOM, ERASED, OUTCOMES
from table.screens.read.snapshot import ReadEntry
from table.screens.rules.page import every_line
from table.words.offices import called_by
from table.words.terms import CALLS, PHASES, ROLES, RULINGS, UNCOLLECTED, in_words
from table.words.voices import called, voiced_here

REBUILT = ("remedies.unclear", "remedies.clear", "remedies.elsewhere", "presence", "attest_from")
"""Rules of a house page on which every reconstruction stands; for :data:`OF_THE_PREMISE` see :func:`_rules`."""
OF_THE_PREMISE = "presence.premise"
"""Rule by which both inspectors are present under the premise, in a house that has one of its own for that."""


def report_of(record: Record, *, copy: int | None = None, handed_out: HandedOut | None = None) -> IncidentReport:
    """Return everything that the record says of this case, in the active language, still without its proof.

    ``copy`` is the number of the copy that it is for, ``handed_out`` how that left the house: a seal that was made
    later is not named by it. Both are None on a screen. Raises :class:`NoPast` where the coup cannot be replayed now,
    unless the record was given its layouts (:meth:`Record.with_given`).
    """
    seal = _seal(record, handed_out.at if handed_out is not None else None)
    return replace(unsealed(record), copy=copy, handed_out=handed_out, seal=seal)


def unsealed(record: Record) -> IncidentReport:
    """Return the report of a record without copy, hand-out, seal and proof, in the active language.

    Boxes, calls and offices are called as in the house that it is about. Raises :class:`NoPast` as :func:`report_of`.
    """
    with translation.override(voiced_here(called_by(record.profile))):
        parts: dict[str, Any] = {**_case(record), **_people(record), **_cards(record), **_rest(record)}
    return IncidentReport(**parts, copy=None, handed_out=None, seal=None)


def _case(record: Record) -> dict[str, Any]:
    """Map fields of the report to values: which case of which house it is, coup, answers, text, referrals, decision."""
    case, profile = record.case, record.profile
    house = House(
        key=profile.key,
        title=profile.title,
        document=profile.source,
        words=called_by(profile),
        version=record.policy.version,
    )
    return {
        "of": record.of,
        "language": record.language,
        "table": record.table.code,
        "number": case.number,
        "slip": record.slip,
        "house": house,
        "article": case.article,
        "source": _filed_under(record),
        "article_title": str(record.article.title),
        "kind": case.kind,
        "title": str(record.kind.title),
        "status": case.status,
        "status_words": _status(record),
        "phase": case.phase,
        "phase_words": str(PHASES[Phase(case.phase)]) if case.phase in set(Phase) else _("between two coups"),
        "held": case.blocking and not _is_settled_at_once(case),
        "disputed": record.kind.after_burning,
        "coup": _coup(record),
        "opened": record.opened_by.entry.at,
        "noticed": case.noticed,
        "facts": case.facts,
        "told": tuple(_answers(record)),
        "text": "\n".join(filter(None, (_words_of(record, it) for it in record.reports))),
        "claimed": case.facts.get("amount") if record.kind.after_burning else None,
        "referred": tuple(_referred(record)),
        "together_with": tuple(it.number for it in record.together),
        "decision": _decision(record),
    }


def _people(record: Record) -> dict[str, Any]:
    """Return the fields of the report on people: who reported, caused, was at work, had to be there, and attested.

    ``absent`` are required offices without an attestation that counts, less that of whoever decided; the cause is as
    stored (a badge, “@” with a position, “?” if unknown, "" if nobody was named) and in words.
    """
    case = record.case
    return {
        "reported_by": _person(record, case.reported_by),
        "caused_by": case.caused_by,
        "cause_words": cause_in_words(case.caused_by),
        "on_duty": _on_duty(record),
        "required": _in_words(_required(record)),
        "absent": _in_words(_required(record) - _stood(record)),
        "attested": tuple(_attested(record, it) for it in record.attestations),
    }


def _cards(record: Record) -> dict[str, Any]:
    """Return the fields of the report on how the cards lay, what was said of them, and the verdict of the Regola.

    ``before`` is None for a dispute, ``ought`` (the proposed layout) unless the case blocks the coup, and each where
    there is none. Neither ``ought`` nor ``verdict`` is there while a card of the coup is not found, by this case or
    another of it: they would follow from a face that nobody can look at again. ``phrases`` are what was called,
    ``evidence`` the statements about the order of the cards, ``lost`` the sets of cards (numbers) that nobody can tell
    apart. Raises :class:`NoPast` as :func:`report_of`.
    """
    case, over = record.case, record.kind.after_burning
    whole = not lacks_card(record.of_its_coup)
    return {
        "before": None if over else record.followed.before,
        "ought": as_they_ought(case.answer, record.followed.before) if case.blocking and whole else None,
        "after": record.followed.after,
        "phrases": tuple(_phrases(record)),
        "verdict": _verdict(case) if whole else None,
        "lost": tuple(tuple(cards) for cards in lost_in(case)),
        "evidence": tuple(_statement(it) for it in items_of(case)),
    }


def _rest(record: Record) -> dict[str, Any]:
    """Return the fields on the money, the chips in custody, the rules on which the case rests, and the entries.

    With them go the currency, what the money “before” is by (``paid_before``, see :func:`money_of`), whether entries
    and typed texts all fit their digests (``whole``), and the times of the first entry and of the latest, by time.
    """
    (paid_before, money), entries = money_of(record), _lines(record)
    return {
        "currency": record.profile.currency,
        "paid_before": paid_before,
        "money": money,
        "kept": tuple(_slips(record)),
        "rules": tuple(_rules(record)),
        "entries": entries,
        "whole": _is_whole(entries) and record.notes_fit,
        "filmed_from": entries[0].at,
        "filmed_to": max(it.at for it in entries),
    }


def _filed_under(record: Record) -> str:
    """Return the citation of the case's article, where the document of the house is the Super Punto Banco.

    Else, in words, the first authority that its rules cite for a topic of the kind, then of the article, and that is no
    default; the words for a default where there is none.
    """
    if record.profile.source == SUPER_PUNTO_BANCO:
        return record.article.source
    cited = (cite(record.profile, topic) for topic in (*record.kind.topics, *record.article.topics))
    return in_words(next((it for it in cited if it != DEFAULT), DEFAULT))


def _is_settled_at_once(case: Incident) -> bool:
    """Whether the entry that opened a case decided it, too: then it never held its coup, nor play."""
    return case.decided == case.number


def _status(record: Record) -> str:
    """Return the status in words; of an undecided case that it waits for the Direzione, or is not decided yet."""
    if not record.case.stands:
        return str(STATUSES[record.case.status])
    referred = record.case.status == Incident.Status.REFERRED
    return _("it waits for the Direzione") if referred else _("it is not decided yet")


def _coup(record: Record) -> OfCoup | None:
    """Return the coup as the report has it; None without one.

    It has key, taglia, number, whether it is a Colpo in Bianco, its outcome as a code, and whether it is over. It has a
    result after a settlement, and before its end while it is paid on the hands that lie there, else "". ``ended`` says
    in words how it ended: as a Colpo in Bianco, annulled, null or not played; else, as settled, it is "".
    """
    coup = record.coup
    if coup is None:
        return None
    counts = coup.outcome in ("", Outcome.SETTLED)
    # Once the hands are others, and it is not paid anew on them, it has no result.
    settled = counts and (coup.ended or TableState(record.table).phase is Phase.SETTLED)
    return OfCoup(
        key=coup.key,
        taglia=coup.shoe.taglia,
        number=coup.number,
        blank=coup.kind == Coup.Kind.BLANK,
        outcome=coup.outcome,
        ended=str(OUTCOMES.get(coup.outcome, "")) if coup.ended else "",
        result=coup.result if settled else "",
        over=coup.ended,
    )


def _answers(record: Record) -> Iterator[Answer]:
    """Yield the answers to the questions of the case's report, without where the cards lay if a picture shows that.

    No picture shows that where the opening entry settled the case. After these answers comes one of the report itself
    if an entry comes out otherwise when replayed today, so that nothing is drawn from there on, and one if an entry of
    an earlier taglia does, or is refused, so that this one begins with a table of today's law. Raises :class:`NoPast`
    as :func:`report_of`.
    """
    drawn = record.followed.before is not None and not _is_settled_at_once(record.case)
    for name, question, answer in answers_in_words(record.case, record.kind, record.answered):
        if not (name == "laid" and drawn):
            yield Answer(name=name, question=question, answer=answer)
    drawn_until = _(
        "Performed again today, entry %(number)s comes out otherwise than it did; from there on nothing is drawn. "
        "The record stands."
    )
    began_by_law = _(
        "Performed again today, entry %(number)s of an earlier taglia comes out otherwise than it did, or is "
        "refused: what is on record was adopted, and this taglia begins with what today’s law makes of the table. "
        "The record stands."
    )
    for name, question, number, answer in (
        ("laid", _("How the cards lay"), record.followed.otherwise, drawn_until),
        ("taglia", _("How the taglia began"), record.followed.adopted, began_by_law),
    ):
        if number is not None:
            yield Answer(name=name, question=question, answer=answer % {"number": number})


# --- people


def _person(record: Record, badge: str, role: str = "") -> Person | None:
    """Return a person by badge, with the office in which they acted; None for an empty badge.

    ``role`` is that office; if empty, that of their last act in the report, else of their work at the table, else "".
    The badge is not looked up: any text gives a person.
    """
    if not badge:
        return None
    role = role or offices(record.entries, record.presences).get(badge, "")
    office = str(ROLES[Role(role)]) if role in set(Role) else ""
    return Person(badge=badge, role=role, office=office)


def _on_duty(record: Record) -> tuple[Person, ...]:
    """List who was at work as the case was opened, each once in a role, the dealer first, then by arrival."""
    there = [it for it in record.presences if it.since <= record.case.number]
    there.sort(key=lambda it: (it.role != Role.DEALER, it.since, it.pk))
    found = dict.fromkeys((it.person.badge, it.role) for it in there)
    return tuple(it for badge, role in found if (it := _person(record, badge, role)) is not None)


def _required(record: Record) -> frozenset[Role]:
    """Return the offices that had to be present for the case and those decided with it, never the Direzione.

    Empty for a case that was settled by law, withdrawn or ruled on, and for a dispute.
    """
    nobody = (Incident.Status.SETTLED_BY_LAW, Incident.Status.WITHDRAWN, Incident.Status.RULED)
    if record.case.status in nobody or record.kind.after_burning:
        return frozenset()
    return required(record.profile, [record.case, *record.together]) - {Role.DIREZIONE}


def _stood(record: Record) -> frozenset[Role]:
    """Return the offices of those whose attestation counts for this case and all that are decided together with it.

    Left out are whoever is the cause of one of these, and whoever left the table before the decision. The office of
    whoever decided is always among them, also without an attestation.
    """
    decided = record.entry(record.case.decided) if record.case.decided is not None else None
    by_deciding = {Role(decided.entry.role)} if decided is not None else set[Role]()
    return frozenset(by_deciding.union(Role(it.role) for it in record.attested_together if _counts(record, it)))


def _in_words(roles: frozenset[Role]) -> tuple[str, ...]:
    """Name these offices in the active language, in descending alphabetical order of their codes; () for none."""
    return tuple(str(ROLES[role]) for role in sorted(roles, reverse=True))


def _attested(record: Record, said: Attestation) -> Attested:
    """Return an attestation with its time, device, PIN, and whether it counted.

    ``pin`` is who had replaced the PIN, when, and where it was used first (:func:`_given_anew`), None unless somebody
    else had. It does not count if given by the cause of the case or of one decided together with it, or by somebody who
    left the table before the decision.
    """
    done = record.entry(said.number)
    assert done is not None, "an attestation is named by its entry"
    facts = next((facts for name, facts in done.effects if name == "incident_attested"), {})
    at = str(facts.get("pressed_at", ""))
    person = _person(record, said.badge, said.role)
    assert person is not None
    return Attested(
        person=person,
        entry=said.number,
        at=done.entry.at,
        pressed_at=at,
        device=str(DEVICES.get(at, "")),
        pin=_given_anew(facts),
        counted=_counts(record, said),
    )


def _given_anew(facts: Mapping[str, Any]) -> GivenAnew | None:
    """Return by whom and when a PIN was given anew, and from where it was first used, as an attestation's entry has it.

    By whom is a badge, or in words for the machine of the house; from where is as stored, or likewise in words. None
    where the entry says nothing of it: then nobody else had replaced the PIN in the thirty days before. The first PIN
    of somebody replaces none.
    """
    if "pin_by" not in facts:
        return None
    by, used_from = str(facts["pin_by"]), str(facts["pin_from"])
    at = datetime.fromisoformat(facts["pin_on"])
    return GivenAnew(by=str(BY_WHOM.get(by, by)), at=at, used_from=str(AT_DEVICE.get(used_from, used_from)))


def _counts(record: Record, said: Attestation) -> bool:
    """Whether an attestation counts: of whoever caused none of the cases that are decided together, and stayed.

    That is at work at this table, without a break, to the decision, or to now while the case is undecided.
    """
    until = record.case.decided
    stays = [it for it in record.presences if it.person.badge == said.badge and it.since <= said.number]
    stayed = any(it.until is None or (until is not None and it.until > until) for it in stays)
    return stayed and said.badge not in {it.caused_by for it in (record.case, *record.together)}


# --- what was said, and what was made of it


def _phrases(record: Record) -> Iterator[Phrase]:
    """Yield what was said, entry by entry, with its entry, time and speaker (see :func:`_spoken`)."""
    for done in record.entries:
        for words, by in _spoken(record, done):
            yield Phrase(entry=done.entry.number, at=done.entry.at, words=words, by=by)


def _spoken(record: Record, done: ReadEntry) -> Iterator[tuple[str, str]]:
    """Yield each text that an entry has somebody say, with who said it: declaration, announcement, then phrases.

    A declaration is of the reader's position ("" without a reader), all else of the badge that acted.
    """
    given = done.arguments
    if done.entry.verb == "declare":
        reader = record.coup.reader if record.coup is not None else ""
        yield CALLS[Claim(given["claim"])], _("position %(position)s") % {"position": reader} if reader else ""
    if done.entry.verb == "announce":
        yield called(f"Banco {given['banco']}, Punto {given['punto']}"), done.entry.actor
    yield from ((called(str(facts["words"])), done.entry.actor) for name, facts in done.effects if name == "phrase")


def _verdict(case: Incident) -> Verdict | None:
    """Return the verdict stored in a case; None if there is neither a verdict nor a reason why there is none yet.

    It has a code, its words and their explanation, the number of orders considered (0 if unknown), and that reason in
    words, or "". With a reason alone ``code`` and explanation are "", and the words are “Not yet known”.
    """
    code, why = str(case.answer.get("verdict", "")), str(case.answer.get("why", ""))
    if not code and not why:
        return None
    return Verdict(
        code=code,
        words=str(VERDICTS[code]) if code else _("Not yet known"),
        explained=str(EXPLAINED[code]) if code else "",
        orders=int(case.answer.get("orders", 0)),
        why_not=str(WHY_NOT_YET.get(why, "")),
    )


def _statement(item: Item) -> Statement:
    """Return a statement for the report: entry, badge of the speaker, source as code and in words, places, pairs.

    ``places`` maps the number of a card, as a text, to the places that were said of it, ascending; ``aside`` is the
    entry that set the statement aside, 0 for none.
    """
    places = {str(card): tuple(sorted(said)) for card, said in item.places.items()}
    return Statement(
        entry=item.number,
        by=item.by,
        source=item.source,
        words=str(SOURCES.get(item.source, item.source)),
        places=places,
        before=tuple(item.before),
        aside=item.aside,
    )


def _referred(record: Record) -> Iterator[Referral]:
    """Yield each entry by which the case went to the Direzione, with who did it, when and in which words.

    An entry of the report that sent it there at once is one of them.
    """
    for done in record.own:
        for name, facts in done.effects:
            if name == "incident_referred" and facts["incident"] == record.case.number:
                person = _person(record, done.entry.actor, done.entry.role)
                text = _words_of(record, done)
                yield Referral(entry=done.entry.number, at=done.entry.at, by=person, text=text)


def _decision(record: Record) -> Decision | None:
    """Return the decision: who, when, in which words, what was ordered, who agreed; None while there is none.

    ``entry`` is the one that closed the case. Where two decided, the words are those of the first, and ``agreed`` is
    the second. Where the law settled it, ``by`` is None.
    """
    done, case = record.decided_by, record.case
    if done is None or case.decided is None:
        return None
    last = record.entry(case.decided)
    assert last is not None, "a decided case names its entry"
    by_law = case.status == Incident.Status.SETTLED_BY_LAW
    orders = [facts["ruled"] for name, facts in done.effects if name == "ruling_issued"]
    ordered = [str(RULINGS[Ruling(it)]) for ruled in orders for it in ruled]
    return Decision(
        entry=case.decided,
        at=last.entry.at,
        status=case.status,
        words=_status(record),
        by=None if by_law else _person(record, case.decided_by, done.entry.role),
        text=_words_of(record, done),
        ordered=tuple(ordered),
        agreed=_person(record, last.entry.actor, last.entry.role) if last is not done else None,
    )


def _words_of(record: Record, done: ReadEntry) -> str:
    """Return the text that an entry names by digest, as typed; "" for none, “(erased)” if that is not stored."""
    digest = next((str(done.arguments[name]) for name in ("text", "reason") if done.arguments.get(name)), "")
    return record.notes.get(digest, _(ERASED)) if digest else ""


# --- what it stands on


def _slips(record: Record) -> Iterator[Kept]:
    """Yield the chips in custody under each slip of the case, amounts in cents.

    Each has slip, entry, position, owner, kind as a code and in words, and the entry that closed the slip, by whom and
    in which words: None, None and "" while it is open.
    """
    for it in record.uncollected:
        closing = record.entry(it.closed) if it.closed is not None else None
        yield Kept(
            slip=it.slip,
            entry=it.number,
            position=it.position,
            owner=it.owner,
            kind=it.kind,
            words=str(UNCOLLECTED[it.kind]),
            amount=it.amount,
            closed=it.closed,
            closed_by=_person(record, it.closed_by, closing.entry.role if closing is not None else ""),
            closed_words=_words_of(record, closing) if closing is not None else "",
        )


def _rules(record: Record) -> Iterator[Rule]:
    """Yield the rules of the house that the case rests on: topic, sentence, and mark and citation as on the house page.

    They are those of its article and kind, of rebuilding where it can be rebuilt, and of what no rule foresees where it
    was referred or ruled, by an article that admits referral. Rules that the page does not have are left out. The one
    on who is present is that which :func:`whose_word` names; under the premise it is the usual one if the page has none
    of its own for that.
    """
    known = every_line(record.profile, record.numbers)
    referred = Remedy.REFER in record.article.remedies and record.case.status in ("ruled", "referred")
    present = whose_word(record.profile, [record.case], "presence")
    if present == OF_THE_PREMISE and present not in known:
        present = "presence"
    rebuilt = [present if it == "presence" else it for it in REBUILT if record.kind.rebuilds]
    topics = [*record.article.topics, *record.kind.topics, *rebuilt, *(UNFORESEEN.topics if referred else ())]
    for topic in dict.fromkeys(topics):
        if line := known.get(topic):
            yield Rule(
                topic=topic,
                sentence=line.sentence,
                said=line.citation.said.value,
                mark=str(line.citation.label),
                words=line.citation.words,
            )


def _lines(record: Record) -> tuple[Line, ...]:
    """List the entries of the report in words, each with its digest and whether that fits its content.

    With it are time, actor, role, verb, act, effects, and the digest of the entry before. ``own`` marks those that
    speak of the case, not only of its coup.
    """
    own = {it.entry.number for it in record.own}
    sentences = lines(record.entries, record.numbers, record.notes)
    return tuple(
        Line(
            number=line.number,
            at=done.entry.at,
            actor=line.actor,
            role=line.role,
            act=line.act,
            effects=line.effects,
            verb=done.entry.verb,
            digest=done.entry.digest,
            previous=done.entry.previous,
            fits=chain.fits(done.entry),
            own=line.number in own,
        )
        for done, line in zip(record.entries, sentences, strict=True)
    )


def _seal(record: Record, printed: datetime | None) -> Seal | None:
    """Return the first seal (signature over the register) that covers all entries of the report; None if there is none.

    None, too, where that one was made after ``printed``, unless that is None. One that does not hold is returned with
    ``holds`` False.
    """
    first, last = record.entries[0].entry, record.entries[-1].entry
    found = sealed(record.table.code, first.number, last.number, made=last.at, by=printed)
    if found is None:
        return None
    signed = {name: value for name, value in asdict(found.seal).items() if name != "register"}
    return Seal(**signed, public_key=found.public_key, holds=found.holds, walked=found.walked)


def _is_whole(entries: Sequence[Line]) -> bool:
    """Whether every digest fits its entry, and every entry names the digest of the one numbered before it.

    The second is not checked where that one is not in the report. True for no entries.
    """
    digests: dict[int, str] = {it.number: it.digest for it in entries}
    linked = all(digests.get(it.number - 1, it.previous) == it.previous for it in entries)
    return linked and all(it.fits for it in entries)
