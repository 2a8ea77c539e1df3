"""Course of a case in plain sentences, for somebody who was not there and does not know the table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_datetime
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from procedures.reports.incident import (
    FullPaper,
    House,
    IncidentReport,
    Kept,
    LaidCard,
    OfBettor,
    OfCoup,
    Person,
    Referral,
    Statement,
    Verdict,
)
from procedures.screens.wording import not_out
from table.reports.fields import fields_of
from table.rules.regola import Outcome, Result
from table.screens.read.lines import face_text
from table.words.numbers import Numbers
from table.words.voices import GERMAN


def placed(card: LaidCard) -> str:
    """Name a card by its place in the order of extraction (0 if unknown) and its face: ``3. K♥``, ``3. covered``."""
    return f"{card.place}. {face_of(card)}"


def face_of(card: LaidCard) -> str:
    """Name the face of a card, or say that it is covered."""
    return pgettext("report", "covered") if card.face == "??" else face_text(card.face)


def quoted(text: str) -> str:
    """Return a text without a full stop at its end, to be put within a sentence; “..” and “…” stay."""
    return text[:-1] if text.endswith(".") and not text.endswith("..") else text


@dataclass(frozen=True)
class Teller:
    """Sentences on one report, in the language that is active when they are called for.

    ``dated`` has :meth:`hours` write every time of a column with its day.
    """

    report: IncidentReport
    numbers: Numbers
    dated: bool = False

    # --- times, people, amounts

    def when(self, at: datetime) -> str:
        """Write a time in the zone of the house and the language of its numbers: ``22 November 2026, 21:14:05``."""
        return f"{self._day(at)}, {self.hour(at)}"

    def _day(self, at: datetime, month: str = "MMMM") -> str:
        """Write the local day in the language of the numbers, year last: ``22 November 2026``, in German ``22. …``.

        ``month`` is Babel's pattern of the month: MMMM in full, MMM short.
        """
        dot = "." if self.numbers.locale.language == GERMAN else ""
        return str(format_datetime(localtime(at), f"d{dot} {month} y", locale=self.numbers.locale))

    def hour(self, at: datetime) -> str:
        """Write the time of day in the zone of the house, with seconds: ``21:14:05``."""
        return f"{localtime(at):%H:%M:%S}"

    def hours(self, times: Iterable[datetime]) -> Iterator[str]:
        """Write the times of a column in the zone of the house, each with its day if that of the row before differs.

        The first is compared with the day on which the case was opened. If the teller is ``dated`` every row is like
        ``2026-11-22 21:14:05``.
        """
        day = localtime(self.report.opened).date()
        for at in times:
            before, day = day, localtime(at).date()
            if self.dated:
                yield f"{localtime(at):%Y-%m-%d %H:%M:%S}"
            else:
                yield self.hour(at) if day == before else f"{self._day(at, 'MMM')}, {self.hour(at)}"

    def utc(self, at: datetime) -> str:
        """Write date and time in UTC: ``2026-11-22 20:14:05``."""
        return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"

    def text(self, value: object) -> str:
        """Write a value by its type: yes or no, a person by badge and office if any, a card by its number and its face.

        A time is written as :meth:`when` does, with its day. The items of a tuple have commas between them, None is "",
        and anything else is its own text.
        """
        match value:
            case bool():
                return _("yes") if value else _("no")
            case datetime():
                return self.when(value)
            case Person():
                return f"{value.badge} ({value.office})" if value.office else value.badge
            case LaidCard():
                return _("card %(number)s: %(face)s") % {"number": value.number, "face": face_of(value)}
            case tuple():
                return ", ".join(map(self.text, value))
        return "" if value is None else str(value)

    def column(self, rows: Sequence[Struct], name: str) -> Iterable[str]:
        """Write field ``name`` of these rows, at least one and of one type; times as :meth:`hours` does."""
        field = fields_of(type(rows[0]))[name]
        if isinstance(getattr(rows[0], name), datetime):
            return self.hours(getattr(it, name) for it in rows)
        return (field.text(self, it, name) for it in rows)

    def money(self, cents: int | None) -> str:
        """Write an amount of money, given in cents; None is ""."""
        return "" if cents is None else self.numbers.money(cents, self.report.currency)

    def signed(self, cents: int | None) -> str:
        """Write with its sign what somebody won or lost, in cents; 0 without a sign, None as a dash."""
        if cents is None:
            return "–"
        sign = "+" if cents > 0 else "−" if cents < 0 else ""
        return f"{sign}{self.numbers.money(abs(cents), self.report.currency)}"

    def again(self, at: datetime) -> str:
        """Write a time of the report: with its day unless that is the day on which the case was opened."""
        same = localtime(at).date() == localtime(self.report.opened).date()
        return self.hour(at) if same else _("%(hour)s on %(day)s") % {"hour": self.hour(at), "day": self._day(at)}

    # --- fields

    def rules(self, house: House) -> str:
        """Name the house with the version of its rules, as in ``Super Punto Banco, version 3``."""
        return _("%(house)s, version %(version)s") % {"house": house.title, "version": house.version}

    def document(self, house: House) -> str:
        """Name the document of the house; empty where the house is named after it."""
        return house.document if house.document != house.title else ""

    def entry(self, number: int) -> str:
        """Return the words “entry 123” for an entry's number, in the language of the report."""
        return _("entry %(number)s") % {"number": number}

    def orders(self, count: int) -> str:
        """Return the number of orders considered in digits alone; "" for 0."""
        return str(count or "")

    def quoted(self, words: str) -> str:
        """Put words that were called into angle quotation marks: ``«…»``."""
        return f"«{words}»"

    def referred(self, it: Referral) -> str:
        """Write who referred the case, a comma, and when: with the day only if it is not that of the opening."""
        return f"{self.text(it.by)}, {self.again(it.at)}"

    def verdict(self, it: Verdict) -> str:
        """Write the words of the verdict and, behind a colon, its explanation, if it has one."""
        return ": ".join(filter(None, (it.words, it.explained)))

    def coup(self, coup: OfCoup) -> str:
        """Name the coup with its taglia, and that it is a Colpo in Bianco if it is."""
        text = _("coup %(coup)s (taglia %(taglia)s)") % {"coup": coup.key, "taglia": coup.taglia}
        return f"{text}, {pgettext('coup', 'Colpo in Bianco')}" if coup.blank else text

    def not_present(self) -> str:
        """Return the title of the field with the absent offices: not yet present, or after a decision, not present."""
        return _("Not yet present") if self.report.decision is None else _("Was not present")

    def before_decision(self) -> str:
        """Return the title of the money before the decision: as posted, by the cards as they lay, or not known."""
        if self.report.paid_before == "posted":
            return _("Before the decision")
        by_the_cards = self.report.paid_before == "by_the_cards"
        return _("By the cards as they lay") if by_the_cards else pgettext("report", "Before")

    def staked(self, it: OfBettor) -> str:
        """Write on which boxes a bettor laid how much; a dash for nothing laid.

        Of any other bettor in a player's copy it is the sum alone.
        """
        return it.on or (self.money(it.staked) if it.staked else "–")

    def disposed(self, it: Kept) -> str:
        """Write in which entry and by whom (badge, office) chips in custody were disposed of; a dash while they lie."""
        given = {"entry": it.closed, "by": self.text(it.closed_by)}
        return _("entry %(entry)s, by %(by)s") % given if it.closed else "–"

    def counts(self, aside: int) -> str:
        """Write whether a statement counts: yes, or no and the entry ``aside`` that set it aside (0 for none)."""
        return _("no: set aside in entry %(entry)s") % {"entry": aside} if aside else _("yes")

    def order_of_cards(self, it: Statement) -> str:
        """Write a statement: possible places of cards, and pairs in order, parted by semicolons; "" for none."""
        or_ = pgettext("report", " or ")
        said = [
            _("%(card)s came out at place %(places)s")
            % {"card": self.card(int(card)), "places": or_.join(map(str, places))}
            for card, places in it.places.items()
        ]
        said += [
            _("%(first)s before %(then)s") % {"first": self.card(first), "then": self.card(then)}
            for first, then in it.before
        ]
        return "; ".join(said)

    def card(self, number: int) -> str:
        """Name a card by its place in the order of extraction and its face: ``3. K♥``; ``card 7`` if in no picture.

        ``number`` is its number in the taglia, negative for one that by a report is not out, which the name then says
        (:func:`not_out`). The picture of the end of the coup counts before that of the time before the decision.
        """
        if number < 0:
            return not_out(-number)
        felts = [felt for felt in (self.report.after, self.report.before) if felt is not None]
        found = next((it for felt in felts for hand in felt.hands for it in hand.cards if it.number == number), None)
        return placed(found) if found is not None else _("card %(number)s") % {"number": number}

    def seal(self, report: IncidentReport) -> str:
        """Name the seal that covers the entries by its entry, register and time (local and UTC), or say why none does.

        Of a copy that was handed out: that there was none then; else that there is none yet.
        """
        if (seal := report.seal) is not None:
            at = datetime.fromisoformat(seal.at)
            given = {"number": seal.number, "table": report.table, "when": self.when(at), "utc": self.utc(at)}
            return _("on entry %(number)s of register %(table)s, %(when)s (%(utc)s UTC)") % given
        if report.handed_out is not None:
            return _("none when this copy was handed out; the page of this case names it once there is one")
        return _("none yet: the register is sealed after so many entries, and whenever its table closes")

    def full_paper(self, full: FullPaper) -> str:
        """Name, in a player's copy, the papers that carry the proof: digest and seal of their slice of the register."""
        text = _("SHA-256 of its entries: %(sha256)s; sealed on entry %(number)s with digest %(digest)s")
        return text % {"sha256": full.sha256, "number": full.number, "digest": full.digest}

    # --- the paragraph

    def sentences(self) -> Iterator[str]:
        """Yield the sentences of the case: how it was opened, what happened and was decided, money, proof, seal.

        After the opening come words or claim, whether the coup was held, what followed at once, chips in custody,
        presence, verdict, referrals, decision and end of the coup (that first in a dispute).
        """
        yield self._opened()
        yield from self._in_words()
        if self.report.held:
            yield self._stood_still()
        yield from self._followed_at_once()
        yield from self._uncollected()
        yield from self._present()
        yield from self._absent()
        yield from self._found()
        yield from self._referred()
        disputed = self.report.disputed
        yield from self._ended() if disputed else ()
        yield from self._decided()
        yield from self._ended() if not disputed else ()
        yield from self._moved()
        yield self._proven()
        if self.report.proof is not None and self.report.proof.proven:
            yield self.report.proof.words
        yield self._sealed()

    def _stood_still(self) -> str:
        """Say that the coup was or is held, or that play stood still, between coups or with a cancelled one."""
        decided = self.report.decision is not None
        if self.report.coup is None or self.report.coup.outcome == Outcome.CANCELLED:
            return _("Play stood still until it was decided.") if decided else _("Play stands still.")
        return _("The coup was held until it was decided.") if decided else _("The coup is held.")

    def _opened(self) -> str:
        """Say when, at which table and coup the case was opened, by whom, and with which title.

        By whom: noticed by the table itself, or reported by a person; neither is said of one noticed between two coups.
        A dispute has no title, but the player whose it is, with their position if that is known.
        """
        report = self.report
        given = {
            "when": self.when(report.opened),
            "table": report.table,
            "coup": report.coup.key if report.coup is not None else "",
            "who": self.text(report.reported_by),
            "title": report.title,
        }
        if report.disputed:
            given |= {name: str(report.facts.get(name) or "") for name in ("position", "guest")}
            text = _(
                "On %(when)s %(who)s recorded at table %(table)s that %(guest)s, at position %(position)s, "
                "disputes coup %(coup)s, which was over."
            )
            if not given["position"]:
                text = _(
                    "On %(when)s %(who)s recorded at table %(table)s that %(guest)s disputes coup %(coup)s, which was "
                    "over."
                )
        elif report.noticed and report.coup is not None:
            text = _("On %(when)s, in coup %(coup)s of table %(table)s, the table noticed by itself: “%(title)s”.")
        elif report.noticed:
            text = _("On %(when)s, at table %(table)s: “%(title)s”.")
        elif report.coup is None:
            text = _("On %(when)s, between two coups of table %(table)s, %(who)s reported: “%(title)s”.")
        else:
            text = _("On %(when)s, in coup %(coup)s of table %(table)s, %(who)s reported: “%(title)s”.")
        return text % given

    def _in_words(self) -> Iterator[str]:
        """Yield a sentence that quotes the words of the report or claim, if any, and one with an amount claimed."""
        report = self.report
        if report.text:
            happened = _("What happened, in the words of the report: “%(text)s”.")
            text = _("What the guest claims, as it was written down: “%(text)s”.") if report.disputed else happened
            yield text % {"text": quoted(report.text)}
        if report.claimed is not None:
            yield _("Amount that the guest claims: %(amount)s.") % {"amount": self.money(report.claimed)}

    def _referred(self) -> Iterator[str]:
        """Yield a sentence for each referral to the Direzione: by whom and when, and its words if it has its own.

        One in the opening entry is said to come with the report, and one without words with a report that gives none.
        """
        for it in self.report.referred:
            given = {"when": self.again(it.at), "who": self.text(it.by), "text": quoted(it.text)}
            if not it.text:
                yield (
                    _("At %(when)s it went to the Direzione with the report of %(who)s, which gives no words.") % given
                )
            elif it.entry == self.report.number:
                yield _("With this report, at %(when)s by %(who)s, it went to the Direzione.") % given
            else:
                yield _("At %(when)s %(who)s referred it to the Direzione, in these words: “%(text)s”.") % given

    def _followed_at_once(self) -> Iterator[str]:
        """Yield a sentence with the effects of the opening entry, for a case that was settled by law.

        Nothing where chips were put into custody by it, or where there is no effect but the case itself.
        """
        report = self.report
        if report.status == "settled_by_law" and not report.kept:
            opening = next(it for it in report.entries if it.number == report.number)
            followed = [it for it in opening.effects if report.title not in it]
            if followed:
                yield _("What followed at once: %(effects)s.") % {"effects": "; ".join(followed)}

    def _uncollected(self) -> Iterator[str]:
        """Yield for each slip how much is in custody under it, of which kind, whose, and from which position.

        Without a known owner it says so. For a closed one a second sentence says in which entry, by whom and in which
        words it was closed.
        """
        for chips in self.report.kept:
            given: dict[str, object] = {"amount": self.money(chips.amount), "what": chips.words, "slip": chips.slip}
            given |= {"whose": chips.owner or _("nobody knows whose"), "position": chips.position}
            text = _(
                "%(amount)s (%(what)s, %(whose)s, position %(position)s) are kept for their owner under slip %(slip)s."
            )
            yield text % given
            if chips.closed is not None:
                given |= {"entry": chips.closed, "who": self.text(chips.closed_by)}
                given["text"] = quoted(chips.closed_words)
                yield _("In entry %(entry)s %(who)s disposed of them, in these words: “%(text)s”.") % given

    def _present(self) -> Iterator[str]:
        """Yield a sentence that names, by badge and office, those whose attestation counted; nothing without any."""
        there = [self.text(it.person) for it in self.report.attested if it.counted]
        if there:
            yield _("Present, each by their own badge and PIN: %(who)s.") % {"who": ", ".join(there)}

    def _absent(self) -> Iterator[str]:
        """Yield a sentence on required offices without an attestation that counts, if there are any.

        Before the decision it says that they have not attested yet, after it that they were not present then.
        """
        if not self.report.absent:
            return
        given = {"who": ", ".join(self.report.absent)}
        if self.report.decision is None:
            yield _("Had to be present, and has not attested it yet: %(who)s.") % given
        else:
            yield _("Had to be present, and was not when it was decided: %(who)s.") % given

    def _found(self) -> Iterator[str]:
        """Yield a sentence on the verdict of the Regola, or why there is none yet; nothing if neither is stored."""
        verdict = self.report.verdict
        if verdict is None:
            return
        if not verdict.code:
            yield verdict.why_not or _("Nobody could tell yet how the cards ought to lie.")
            return
        given = {"verdict": verdict.words, "explained": verdict.explained, "orders": verdict.orders}
        yield _("Rebuilt by the Regola: %(verdict)s, %(explained)s (orders considered: %(orders)s).") % given

    def _decided(self) -> Iterator[str]:
        """Yield the decision: who, when and in which words, then what was ordered, then who agreed, if any.

        While there is none the status, and for a case that the rules settled only that nobody had to decide.
        """
        report, decision = self.report, self.report.decision
        if decision is None:
            yield f"{report.status_words[:1].upper()}{report.status_words[1:]}."
            return
        if report.status == "settled_by_law":
            yield _("The rules say what follows: nobody had to decide.")
            return
        given = {
            "when": self.again(decision.at),
            "who": self.text(decision.by),
            "text": quoted(decision.text),
            "words": decision.words,
        }
        yield self._words_of_decision(given)
        if decision.ordered:
            yield _("Ordered: %(ordered)s.") % {"ordered": "; ".join(decision.ordered)}
        if decision.agreed is not None:
            yield _("%(who)s agreed to it.") % {"who": self.text(decision.agreed)}

    def _words_of_decision(self, given: dict[str, str]) -> str:
        """Say when, by whom and how it was decided, by the status of the case, with the words quoted.

        The words of a ratified case are left out; another one that is neither annulled nor ruled has none if ``text``
        is "". ``given`` has ``when``, ``who``, ``text`` and ``words`` (of the status).
        """
        match self.report.status:
            case "ratified":
                text = _(
                    "At %(when)s %(who)s ratified the reconstruction: the cards were laid as the Regola has them, "
                    "and the coup went on."
                )
                return text % given
            case "annulled" if self.report.coup is not None and self.report.coup.blank:
                text = _("At %(when)s %(who)s annulled the coup, in these words: “%(text)s”. Its cards are burned.")
                return text % given
            case "annulled":
                text = _(
                    "At %(when)s %(who)s annulled the coup, in these words: “%(text)s”. All stakes went back, and "
                    "its cards are burned."
                )
                return text % given
            case "ruled":
                return _("At %(when)s %(who)s decided without appeal, in these words: “%(text)s”.") % given
            case _ if given["text"]:
                return _("At %(when)s %(who)s decided, in these words: “%(text)s”.") % given
        return _("At %(when)s %(who)s closed the case: %(words)s.") % given

    def _ended(self) -> Iterator[str]:
        """Yield how a coup ended if not by a settlement, then who won with how many points; nothing without a coup.

        Of one that was cancelled it is that it was given up. How it ended is left out if the case was decided by
        annulling it. Who won needs a result, and the points of both hands as they lie at the end.
        """
        report = self.report
        if report.coup is None:
            return
        if report.coup.outcome == Outcome.CANCELLED:
            yield _("The coup was not played: it was given up before its first card, and all stakes went back.")
        elif report.coup.ended and report.status != "annulled":
            yield _("How the coup ended: %(outcome)s.") % {"outcome": report.coup.ended}
        points = {it.side: it.points for it in report.after.hands} if report.after is not None else {}
        given = {"punto": points.get("punto"), "banco": points.get("banco")}
        if report.coup.result and None not in given.values():
            yield self._result(report.coup.result) % given

    def _result(self, result: str) -> str:
        """Return the sentence on who won, or on a tie, with places for ``punto`` and ``banco``, the points of both."""
        match result:
            case Result.PUNTO:
                return _("Punto won with %(punto)s points against %(banco)s.")
            case Result.BANCO:
                return _("Banco won with %(banco)s points against %(punto)s.")
        return _("Punto and Banco had %(punto)s points each: a tie.")

    def _moved(self) -> Iterator[str]:
        """Yield what the case made of the money: a sentence for each bettor with a difference, or that none has one.

        If no results from before the decision are known, one sentence with everybody's result instead. In a
        guest's copy other players have no sentence of their own, and are letters in that one. Nothing where no
        result is known yet, where the coup goes on and is not paid on the hands that lie there, or all was annulled.
        """
        report = self.report
        known = [it for it in report.money if it.after is not None]
        goes_on = report.coup is not None and not (report.coup.over or report.coup.outcome or report.coup.result)
        if not known or report.status == "annulled" or goes_on:
            return
        if report.paid_before == "nothing":
            paid = ", ".join(f"{it.bettor} {self.signed(it.after)}" for it in known)
            yield _("Result of the coup by bettor: %(paid)s.") % {"paid": paid}
            return
        moved = [it for it in known if it.difference]
        yield from (self._difference(it) for it in moved if it.position)
        if not moved:
            yield _("Nobody won or lost more or less by the decision.")

    def _difference(self, it: OfBettor) -> str:
        """Say what a bettor has by now, what they had before the decision, and the difference, each by :meth:`signed`.

        What they had is what the coup had paid them or, if it had not been paid, what its cards would have
        brought.
        """
        given = {"bettor": it.bettor, "position": it.position, "difference": self.signed(it.difference)}
        given |= {"after": self.signed(it.after), "before": self.signed(it.before)}
        if self.report.paid_before == "posted":
            text = _(
                "%(bettor)s at position %(position)s had got %(before)s, and has %(after)s by now: a difference of "
                "%(difference)s."
            )
            return text % given
        text = _(
            "%(bettor)s at position %(position)s has %(after)s; by the cards as they lay it would have been "
            "%(before)s: a difference of %(difference)s."
        )
        return text % given

    def _sealed(self) -> str:
        """Say by time and entry which seal, that of the report, covers the entries, and whether the register fits it.

        It is as it was sealed, or NOT PROVEN; where not every entry up to the seal was computed anew this is said of
        the sealed entry alone. Without a seal it says that none covers them yet or, of a copy that was handed out, that
        none did then.
        """
        seal, handed_out = self.report.seal, self.report.handed_out
        if seal is None:
            text = _("When this copy was handed out, on %(when)s, no seal covered them yet.")
            return text % {"when": self.when(handed_out.at)} if handed_out else _("No seal covers them yet.")
        given = {"number": seal.number, "when": self.when(datetime.fromisoformat(seal.at))}
        if not seal.holds:
            text = _(
                "NOT PROVEN: the seal of %(when)s on entry %(number)s does not fit what stands in the register "
                "now; somebody has changed the one or the other."
            )
            return text % given
        if not seal.walked:
            return _("A seal of %(when)s on entry %(number)s covers them; that entry is as it was sealed.") % given
        text = _(
            "A seal of %(when)s on entry %(number)s covers them: every entry up to it was computed anew, and is as "
            "it was sealed."
        )
        return text % given

    def _proven(self) -> str:
        """Say which entries prove the report, by number and count, or that it is NOT PROVEN.

        That is so where an entry does not have the digest of what it says, does not name that of the one before, or
        where a text is not the one that an entry names.
        """
        first, last = self.report.entries[0].number, self.report.entries[-1].number
        given = {"first": first, "last": last, "count": len(self.report.entries)}
        if self.report.whole:
            text = _(
                "Proof: the entries below (%(count)s of them, numbers %(first)s to %(last)s of the register) each "
                "have the digest of what they say, and name the digest of the one before."
            )
            return text % given
        text = _(
            "NOT PROVEN: of the %(count)s entries below, numbers %(first)s to %(last)s, not every digest fits; "
            "somebody has changed the record."
        )
        return text % given
