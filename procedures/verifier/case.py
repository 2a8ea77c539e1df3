"""Case of a paper, derived from the entries that it carries and compared with its report.

What differs is added to the findings of the report (:class:`~procedures.verifier.said.ReportFields`); no check raises
for it.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from procedures.rebuild.reconstruction import FoundCard, OrderedPair, reconstruct
from procedures.verifier import sentences
from procedures.verifier.cards import BOXES, NO_CARDS, CardsSoFar, LaidCards, open_hands
from procedures.verifier.money import PostedMoney, check_custody
from procedures.verifier.pictures import check_felt, check_laid_anew, check_proposal, may_propose, spelled
from procedures.verifier.register import ShownEntry, Slice
from procedures.verifier.said import ReportFields
from procedures.verifier.statements import check_answers, check_evidence, check_phrases
from table.rules.cards import parse
from table.rules.houses import of_values
from table.rules.payout import hands
from table.rules.profile import Profile, as_values
from table.rules.refusal import Refused
from table.rules.regola import Layout, Side
from table.rules.topics.sources import LAW, SUPER_PUNTO_BANCO
from table.verifier.register import POSTS

OPENS = ("incident_reported", "incident_noticed")
OPENS_A_COUP = ("open_bets", "play_blank")
"""Verbs that open a coup; so does ``burn``, where it opens the next betting."""
ENDS = ("coup_burned", "coup_cancelled")
NEVER_REBUILT = (5, 16)
"""Articles of cases that hold a coup and that no reconstruction answers."""
UNREACHABLE = "unreachable"
"""Why a report is not proven that was made while nothing could be replayed: it has no pictures, and says so."""
BY_ENTRY = 3
"""First law under which each statement on the order of the cards is stored with the entry that made it."""
FORMS = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, Refused)
"""Errors that entries of a form raise that this verifier does not know."""


class Case:
    """Entries of a case, and its report, which collects the differences.

    ``first`` is the first entry that the report names; ``earlier`` are those before it, on which the case stands.
    ``decided`` is the entry that closed it, set by the check of the decision. ``law`` is the version of the law of its
    taglia, ``version`` that of the rules, 1 where no entry says it; ``rules`` is None if they are not here. ``paid``,
    ``not_paid`` and ``opened`` count payments computed anew, those that could not be, and opened seals of cards.
    ``holds`` says whether its opening held the coup, False for a case by its slip.
    """

    def __init__(self, slice_: Slice, report: ReportFields) -> None:
        """Split the entries of a slice at the first one that the report names, and take law and rules from them.

        The law is that of the taglia begun last, 1 where none began; the rules are those in force before that first
        entry.
        """
        self.slice, self.report = slice_, report
        numbers = [row["number"] for _path, row in report.rows("entries") if isinstance(row.get("number"), int)]
        self.first = min(numbers, default=0)
        self.earlier = [it for it in slice_.shown.values() if it.number < self.first]
        self.entries = [it for it in slice_.shown.values() if it.number >= self.first]
        self.decided: ShownEntry | None = None
        self.law = _last(self.earlier + self.entries, "taglia_started").get("law", 1)
        self.version, self.rules = _rules(self.earlier)
        self.paid = self.not_paid = self.opened = 0
        self.holds = False

    def compare(self) -> None:
        """Run all checks; a form unknown to one is a finding, and the others go on, but the first raises instead."""
        self._check_entries()
        for check in (
            self._check_case,
            self._check_people,
            self._check_said,
            self._check_decision,
            self._check_course,
            self._check_proof,
        ):
            try:
                check()
            except FORMS:
                self.report.alarm(sentences.UNKNOWN_FORM, field=check.__name__.removeprefix("_check_"))

    # --- entries

    def _check_entries(self) -> None:
        """Compare the entries of the report with the slice, and the times between which the video is looked at.

        Differences are findings, and so are an entry that the report leaves out, has twice or does not say to fit, and
        that it does not call them whole. To the case belong, from its own first on, all entries until the coup has
        ended, and of later ones that which opened the case, and those that name it or post no money.
        """
        report, said = self.report, set[int]()
        for path, row in report.rows("entries"):
            entry = self.slice.shown.get(row.get("number", 0))
            if entry is None:
                report.alarm(sentences.ENTRY_NOT_THERE, number=row.get("number"))
                continue
            if entry.number in said:
                report.alarm(sentences.ENTRY_TWICE, number=entry.number)
            said.add(entry.number)
            derived = {name: getattr(entry, name) for name in ("number", "at", "actor", "verb", "digest", "previous")}
            report.check_all(path, {**derived, "fits": True})
        ended = self._ended(self.first)
        own = [it for it in self.entries if ended is None or it.number <= ended or self._speaks_of_it(it)]
        left_out = sorted({it.number for it in own} - said)
        if left_out:
            report.alarm(sentences.ENTRY_LEFT_OUT, number=left_out[0])
        report.check("whole", True)
        report.check("filmed_from", own[0].at if own else None)
        report.check("filmed_to", max((it.at for it in own), default=None))

    def _speaks_of_it(self, entry: ShownEntry) -> bool:
        """Whether an entry opened the case, names it or posts no money."""
        if entry.number == self.slice.number or not _named(entry, *POSTS):
            return True
        return self._own(entry.given) or any(self._own(facts) for _name, facts in entry.effects)

    def _check_all_shown(self, opened: int) -> None:
        """Add a finding if an entry between ``opened``, the first of the coup, and the coup's end is not shown.

        A coup that has not ended is looked at up to the last sealed entry, without that one.
        """
        ended = self._ended(opened)
        last = ended if ended is not None else self.slice.sealed[-1].number
        within = [it for it in self.slice.shown if opened <= it < last]
        lacking = [before + 1 for before, after in pairwise([*within, last]) if after - before > 1]
        if lacking:
            self.report.alarm(sentences.HIDDEN_IN_COUP, number=lacking[0])

    def _check_front(self) -> None:
        """Add a finding unless the first entry of the report opens a coup, in which the case came up or is disputed.

        A case that came up in it was opened before the coup ended, or as it did. A Colpo in Bianco that gives stakes
        back opens none, as it began in a betting; that one without stakes had been open before is not seen.
        """
        first = self.slice.shown.get(self.first)
        opens = first is not None and (
            first.given.get("open_next") or (first.verb in OPENS_A_COUP and not _named(first, "bet_returned"))
        )
        ended = self._ended(self.first)
        over = self._names_its_coup() and ended is not None and ended < self.slice.number
        if not opens or over:
            self.report.alarm(sentences.COUP_NOT_OPENED, number=self.first)

    def _names_its_coup(self) -> str:
        """Return the key of the coup that the opening of the case names; "" where it names none, and for a slip."""
        openings = _named(self.opening, *OPENS) if self.slice.slip is None else []
        return next((str(facts["coup"]) for facts in openings if "coup" in facts), "")

    def _ended(self, opened: int) -> int | None:
        """Return the number of the first entry after ``opened`` that burned or cancelled a coup; None without one."""
        return next((it.number for it in self.entries if it.number > opened and _named(it, *ENDS)), None)

    # --- what it is about

    @property
    def opening(self) -> ShownEntry:
        """Entry that opened the case. Raises LookupError where it is not there."""
        return self.slice.shown[self.slice.number]

    def _check_case(self) -> None:
        """Compare table, number, slip, time of the opening, rules and currency, and the coup or its absence.

        By the rules of the Super Punto Banco, whose articles these are, also the source that the report cites.
        Where there is no slip also article, kind, whether it was noticed, and that it holds the coup, if it does: that
        sets ``holds``. Differences are findings, and so are rules that the slice does not hold.
        """
        report, opening = self.report, self.opening
        report.check("table", self.slice.register)
        report.check("number", self.slice.number)
        report.check("slip", self.slice.slip)
        report.check("opened", opening.at)
        if self.slice.slip is None:
            [(name, facts)] = [it for it in opening.effects if it[0] in OPENS and it[1]["kind"] == report["kind"]][:1]
            for field in ("article", "kind"):
                report.check(field, facts[field])
            self.holds = bool(facts["holds"])
            if self.holds:
                report.check("held", derived=True)
            report.check("noticed", name == "incident_noticed")
        if self.rules is not None:
            house = {"key": self.rules.key, "title": self.rules.title, "document": self.rules.source}
            report.check_all("house", {"version": self.version, **house})
            report.check("currency", self.rules.currency)
            if self.rules.source == SUPER_PUNTO_BANCO:
                name = f"Art. {report['article']}" if report["article"] else "Premessa"
                report.check("source", f"{SUPER_PUNTO_BANCO}, {name}")
        else:
            report.alarm(sentences.NO_RULES)
        if report["coup"]:
            self._check_coup()
        elif self._is_of_a_coup():
            report.alarm(sentences.NO_COUP)

    def _is_of_a_coup(self) -> bool:
        """Whether the report has a coup, or the entries say that its case was opened in one or disputes one.

        They do where the report names entries from before the opening, or the opening held a coup or names its coup or
        the disputed one.
        """
        of_the_opening = _named(self.opening, "coup_held", "dispute_raised") or self._names_its_coup()
        return bool(self.report["coup"] or self.first < self.slice.number or of_the_opening)

    def _check_coup(self) -> None:
        """Compare key, number, taglia and kind of the coup, and that all of its entries are shown, from the first on.

        Differences are findings. The key is that in the opening; where that names none it is compared only if the
        entries name exactly one. The number has to be that in the key. Raises one of FORMS where no entry began a
        taglia, and for a key of another form.
        """
        report = self.report
        ended = self._ended(self.first) or self.slice.number
        keys = {str(it.given["coup"]) for it in self.entries if it.number <= ended and it.given.get("coup")}
        keys |= {str(facts["coup"]) for facts in _named(self.opening, "dispute_raised")}
        keys = {named} if (named := self._names_its_coup()) else keys
        if len(keys) == 1:
            report.check("coup.key", next(iter(keys)))
        taglia = _last(self.earlier + self.entries, "taglia_started")["taglia"]
        report.check("coup.taglia", taglia)
        report.check("coup.number", int(report["coup.key"].removeprefix(f"{taglia}.")))
        over = self._ended(self.first)
        own = (it for it in self.entries if over is None or it.number <= over)
        report.check("coup.blank", any(_named(it, "blank_started") for it in own))
        self._check_front()
        self._check_all_shown(self.first)

    def _check_people(self) -> None:
        """Compare who reported the case, unless the table noticed it, who caused it, and each attestation.

        Of an attestation, in their order, these are entry, time, badge, role and device. The amount that a dispute
        claims is compared, too, if the report has one. Differences are findings; that the attestations are not those of
        the entries, or in another order, is one more. Raises LookupError where the entry that opened the case is
        missing.
        """
        report, opening = self.report, self.opening
        if report["reported_by"] or not report["noticed"]:
            report.check("reported_by.badge", opening.actor)
        if report["claimed"] is not None:
            report.check("claimed", opening.given["facts"].get("amount"))
        if (cause := self._cause()) is not None:
            report.check("caused_by", cause)
        attested = [it for it in self.entries if any(self._own(facts) for facts in _named(it, "incident_attested"))]
        if [row["entry"] for _path, row in report.rows("attested")] != [it.number for it in attested]:
            report.alarm(sentences.ATTESTED_DIFFERS)
        for (path, _row), entry in zip(report.rows("attested"), attested, strict=False):
            facts = _named(entry, "incident_attested")[0]
            report.check_all(path, {"entry": entry.number, "at": entry.at, "person.badge": entry.actor})
            report.check_all(path, {"pressed_at": facts["pressed_at"], "person.role": facts["role"]})

    def _check_said(self) -> None:
        """Compare answers, phrases and statements with the entries; the phrases are those of the report's entries.

        That no statement is left out is checked from the law BY_ENTRY on alone. Differences are findings. Raises
        LookupError where the entry that opened the case is not there.
        """
        report = self.report
        own = [it for it in self.entries if any(self._own(facts) for _name, facts in it.effects)]
        check_answers(report, self.opening, own)
        listed = {row["number"] for _path, row in report.rows("entries")}
        check_phrases(report, [it for it in self.entries if it.number in listed])
        more = (it for it in self.entries if any(self._is_reported(it, *effect) for effect in it.effects))
        check_evidence(report, self.slice.shown, [*more] if self.law >= BY_ENTRY else None)

    def _cause(self) -> str | None:
        """Return whom the shown entries name last as the cause; if nobody, "", or None where they do not tell.

        They do not where an act on causes is hidden, nor in entries of a form in which whoever dealt was the cause.
        """
        facts = next((facts for name, facts in self.opening.effects if name in OPENS), {})
        hidden = any(verb == "name_cause" for number, verb in self.slice.hidden.items() if number > self.first)
        found = None if hidden or (self.slice.slip is None and "on_duty" not in facts) else ""
        for entry in self.entries:
            for name, facts in entry.effects:
                if name == "cause_named" and self._own(facts):
                    found = facts["cause"]
                elif entry.verb == "report_incident" and self._is_reported(entry, name, facts):
                    found = entry.given.get("caused_by") or found
        return found

    def _is_reported(self, entry: ShownEntry, name: str, facts: Mapping[str, Any]) -> bool:
        """Whether by this effect of its entry the case was reported or completed, or evidence was given or set aside.

        Which of these it was, the verb of the entry tells, which is not checked here.
        """
        opens = name == "incident_reported" and entry.number == self.slice.number
        return opens or (name == "incident_evidence" and self._own(facts))

    def _own(self, facts: Mapping[str, Any]) -> bool:
        """Whether these facts or arguments name this case as their ``incident``."""
        return facts.get("incident") == self.slice.number

    # --- the decision

    def _check_decision(self) -> None:
        """Compare status and decision with the last entry that closed the case, and set ``decided`` to that.

        Where none has, it is the entry by which the law settled it in a Colpo in Bianco; without one, check that the
        report claims no decision of anybody. Its referrals are compared in either case.
        Differences are findings.
        """
        report = self.report
        self._check_referred()
        closing = [(it, facts) for it in self.entries for facts in _named(it, "incident_decided") if self._own(facts)]
        if not closing and (by_law := self._settled_in_bianco()) is not None:
            closing = [(by_law, {"status": "settled_by_law"})]
            report.check("decision.by", None, sentences.DECISION_DIFFERS)
        if not closing:
            self._check_undecided()
            return
        self.decided, facts = closing[-1]
        report.check("status", facts["status"], sentences.DECISION_DIFFERS)
        if report["decision"] is None:
            report.alarm(sentences.DECISION_DIFFERS, field="decision", said="-", derived=facts["status"])
            return
        derived = {"entry": self.decided.number, "at": self.decided.at, "status": facts["status"]}
        report.check_all("decision", derived, sentences.DECISION_DIFFERS)
        self._check_words(self._with_the_words())

    def _check_referred(self) -> None:
        """Compare entry, badge and time of each referral in the report with the entries, in their order.

        That the referrals are not those of the entries, or in another order, is one more finding.
        """
        referred = [it for it in self.entries for facts in _named(it, "incident_referred") if self._own(facts)]
        if [row["entry"] for _path, row in self.report.rows("referred")] != [it.number for it in referred]:
            self.report.alarm(sentences.REFERRED_DIFFERS)
        for (path, _row), entry in zip(self.report.rows("referred"), referred, strict=False):
            derived = {"entry": entry.number, "at": entry.at, "by.badge": entry.actor}
            self.report.check_all(path, derived, sentences.DECISION_DIFFERS)

    def _settled_in_bianco(self) -> ShownEntry | None:
        """Return the first entry after the opening that laid cards anew (``cards_laid_anew``) without being a `ratify`.

        None where there is none, where the case did not hold the coup, and for the articles NEVER_REBUILT.
        """
        if not self.holds or self.report["article"] in NEVER_REBUILT:
            return None
        later = (it for it in self.entries if it.number > self.slice.number and it.verb != "ratify")
        return next((it for it in later if _named(it, "cards_laid_anew")), None)

    def _check_undecided(self) -> None:
        """Check a case that no entry closed: the report has it as referred, if an entry says so, else open; undecided.

        But if it did not hold the coup, and the report calls it settled by law and not disputed, only a decision that
        the report has is checked: it must be of the opening entry, and by nobody. Differences are findings.
        """
        report = self.report
        referred = any(self._own(facts) for it in self.entries for facts in _named(it, "incident_referred"))
        stands = self.holds or report["disputed"] or report["status"] != "settled_by_law"
        if stands:
            report.check("status", "referred" if referred else "open", sentences.DECISION_DIFFERS)
            report.check("decision", None, sentences.DECISION_DIFFERS)
        elif report["decision"]:
            derived = {"entry": self.opening.number, "at": self.opening.at, "by": None}
            report.check_all("decision", derived, sentences.DECISION_DIFFERS)

    def _with_the_words(self) -> ShownEntry:
        """Return the entry with the words of the decision: the one that closed the case; AssertionError where none did.

        Where that confirms a dispute as a second person, it is the entry of who decided before, if the slice shows it.
        """
        assert self.decided is not None
        before = self.slice.shown.get(self.decided.given.get("decision", 0))
        return before if self.decided.verb == "confirm_dispute" and before is not None else self.decided

    def _check_words(self, entry: ShownEntry) -> None:
        """Compare who decided (badge, role), who agreed, if a second person did, and the words, with the entry.

        Not who decided where the report has the case settled by law and names nobody. Words that were erased, or that
        the slice does not hold, are not compared. Differences are findings.
        """
        report = self.report
        assert self.decided is not None
        if report["decision.by"] or report["status"] != "settled_by_law":
            report.check_all("decision.by", {"badge": entry.actor, "role": entry.role}, sentences.DECISION_DIFFERS)
        if self.decided.verb == "confirm_dispute":
            report.check("decision.agreed.badge", self.decided.actor, sentences.DECISION_DIFFERS)
        elif report["decision.agreed"]:
            report.check("decision.agreed", None, sentences.DECISION_DIFFERS)
        digest = next((entry.given[it] for it in ("text", "reason") if entry.given.get(it)), "")
        if text := self.slice.notes.get(digest, "" if not digest else None):
            report.check("decision.text", text, sentences.WORDS_DIFFER)
        elif not digest:
            report.check("decision.text", "", sentences.WORDS_DIFFER)

    # --- cards, result, verdict and money, entry by entry

    def _check_course(self) -> None:
        """Follow cards and money entry by entry, and compare pictures, payments, custody, outcome and verdict.

        Differences are findings, and so is a picture that the report of a coup lacks, unless another law held, or it
        says itself that nothing could be replayed as it was made: that before the decision, but not in a dispute or
        where the first entry decided it, and that at the end, in a dispute or once it is decided. Sets how many
        payments were computed anew or could not be, and how many seals were opened. Raises one of FORMS for entries in
        an unknown form.
        """
        cards, money = CardsSoFar(), PostedMoney(self.rules if self.law == LAW else None, self.report)
        for entry in self.earlier:
            cards.take(entry)
        cards.keep_held()
        after: dict[int, LaidCards] = {}
        result = None
        for entry in self.entries:
            layout = cards.layout()
            money.take(entry, layout)
            result = layout if layout is not None and not _named(entry, *ENDS) else result
            cards.take(entry)
            after[entry.number] = cards.laid()
        at_once = self.slice.number if self.report["status"] == "settled_by_law" else None
        decided = self.decided.number if self.decided is not None else at_once
        check_custody(self.report, self.entries, {self.slice.number, decided})
        money.compare(decided, open_hands(after.get(self.report["before.entry"] or 0, NO_CARDS).hands))
        self.paid, self.not_paid, self.opened = money.paid, money.not_paid, cards.opened
        for card, face in cards.unlike:
            self.report.alarm(sentences.SEALED_OTHERWISE, card=card, face=face)
        disputed = bool(_named(self.opening, "dispute_raised"))
        begun = decided is None or self.first < decided
        for felt, needed in (("before", begun and not disputed), ("after", disputed or decided is not None)):
            if self.report[felt]:
                check_felt(self.report, felt, after)
            elif needed and self._is_drawn():
                self.report.alarm(sentences.NO_PICTURE, field=felt)
        self._check_outcome(result)
        if self.decided is not None and self.decided is self._settled_in_bianco():
            check_laid_anew(self.report, _named(self.decided, "cards_laid_anew")[0]["after"])
        elif self.slice.question is not None and self.report["verdict"]:
            self._check_verdict(self.slice.question, after)

    def _is_drawn(self) -> bool:
        """Whether the report has to have pictures: of a coup under this law, and made while that could be replayed."""
        blind = self.report["proof.proven"] is False and self.report["proof.why"] == UNREACHABLE
        return self._is_of_a_coup() and self.law == LAW and not blind

    def _check_outcome(self, layout: Layout | None) -> None:
        """Compare how the coup ended, once it is burned, and if the report has a result, who won by ``layout``.

        Differences are findings. Not compared are an outcome where no entry of the case after the first burns the coup,
        and the winner where ``layout`` is None.
        """
        report = self.report
        burned = [facts["outcome"] for it in self.entries[1:] for facts in _named(it, "coup_burned")]
        if burned and report["coup"]:
            report.check("coup.outcome", burned[0], sentences.RESULT_DIFFERS)
            report.check("coup.over", True)
        if layout is not None and report["coup.result"]:
            report.check("coup.result", hands(layout).result.value, sentences.RESULT_DIFFERS)

    def _check_verdict(self, question: Mapping[str, Any], after: Mapping[int, LaidCards]) -> None:
        """Answer the stored question of the reconstruction anew, and compare the verdict with that of the report.

        Its cards must be those that lay at the boxes then; an entry that ratified must have the same verdict. The
        layout that the report proposes is compared, too; that it has none is a finding where the answer is clear, the
        case holds the coup, and the report has a picture from before the decision. Where the question is refused the
        report must have the verdict "", and no more is compared. Differences are findings.
        """
        report, cards = self.report, question["cards"]
        for side in BOXES:
            posed = sorted((it[0], it[1]) for it in cards if it[2] == side)
            there = after.get(question["after"], NO_CARDS).hands.get(side)
            if there != posed:
                report.alarm(sentences.QUESTION_DIFFERS, said=spelled(posed), derived=spelled(there or ()))
        found = [
            FoundCard(parse(it[1]), Side(it[2]) if it[2] else None, it[3], it[4], frozenset(it[5])) for it in cards
        ]
        try:
            made = reconstruct(found, [OrderedPair(*it) for it in question["before"]])
        except Refused:
            report.check("verdict.code", "", sentences.VERDICT_DIFFERS)
            return
        report.check("verdict.code", made.verdict.value, sentences.VERDICT_DIFFERS)
        report.check("verdict.orders", made.orders, sentences.VERDICT_DIFFERS)
        if made.proposal is not None and (report["ought"] or self.holds) and may_propose(report):
            check_proposal(report, [it[0] for it in cards], found, made.proposal)
        for facts in _named(self.decided, "reconstruction") if self.decided is not None else ():
            if (facts["verdict"], facts["orders"]) != (made.verdict.value, made.orders):
                report.alarm(
                    sentences.VERDICT_DIFFERS, field="reconstruction", said=facts["verdict"], derived=made.verdict.value
                )

    # --- what proves it

    def _check_proof(self) -> None:
        """Compare the report's seal with that of the slice which covers its entries, and its key with those there.

        Of several it is the one with the same signature, else the first. Differences are findings. Raises LookupError
        where no seal covers them.
        """
        report, last = self.report, max((row["number"] for _path, row in self.report.rows("entries")), default=0)
        covering = [it for it in self.slice.sealed if it.number >= last]
        seal = next((it for it in covering if it.signature == report["seal.signature"]), covering[0])
        listed = {it.key for it in self.slice.keys.named}
        key = report["seal.public_key"] if report["seal.public_key"] in listed else None
        derived = {name: getattr(seal, name) for name in ("number", "digest", "at", "signature")}
        report.check_all("seal", {**derived, "holds": True, "public_key": key})


def _named(entry: ShownEntry, *names: str) -> list[Mapping[str, Any]]:
    """List the facts of each effect of an entry that has one of these names, in order."""
    return [facts for name, facts in entry.effects if name in names]


def _last(entries: Sequence[ShownEntry], name: str) -> Mapping[str, Any]:
    """Return the facts of the last effect of this name in these entries, taken in their order; {} without any."""
    found = [facts for it in entries for facts in _named(it, name)]
    return found[-1] if found else {}


def _rules(earlier: Sequence[ShownEntry]) -> tuple[int, Profile | None]:
    """Return the version of the rules that was in force, 1 where no entry says it, and the rules.

    The rules are None where the entries do not tell those of that version. Refuses (E_PROFILE) rules that this program
    does not know.
    """
    versions: list[Profile] = []
    for entry in earlier:
        if entry.verb == "set_up":
            versions = [of_values(entry.given["rules"])]
        elif entry.verb == "change_rules" and versions:
            versions.append(of_values(as_values(versions[-1]) | entry.given["changes"]))
    version = _last(earlier, "rules_in_force").get("version", 1)
    return version, versions[version - 1] if 0 < version <= len(versions) else None
