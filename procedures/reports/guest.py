"""Copy of a report for one guest: other players are A, B, C with sums alone, and entries stand there without words.

What somebody typed is left as it is, but that keys of other players in it are replaced. The Button stays where it was:
everybody at the table saw it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, NamedTuple
from unicodedata import normalize

from django.utils.translation import gettext as _
from msgspec.structs import replace

from procedures.models import AT_POSITION
from procedures.reports.incident import IncidentReport, Kept, OfBettor, Phrase
from table.screens.read.lines import title_of

OF_A_PLAYER = frozenset({"guest", "owner", "position", "amount", "box"})
"""Answers that tell of one player."""
IN_A_WORD, DOT_ABOVE = "[\\w\u0300-\u036f]", "\u0307"
"""Pattern of what goes on a word, combining marks too; and the mark that “İ” leaves of itself in small letters."""


class Bettor(NamedTuple):
    """Player for whom a copy can be made: their position, and the key by which the report names them."""

    position: str
    key: str


def bettors_of(report: IncidentReport) -> list[Bettor]:
    """List the players for whom a copy can be made: those whose money or chips in custody are in the report.

    Each is listed once by key, with the position of their money, or else of their first chips: first those with money,
    in its order. Chips of no known owner are no player's.
    """
    found = {it.bettor: it.position for it in report.money}
    for chips in report.kept:
        found.setdefault(chips.owner, chips.position)
    return [Bettor(position, key) for key, position in found.items() if key]


def for_guest(report: IncidentReport, bettor: Bettor) -> IncidentReport:
    """Return the report as one player gets it; the active language has to be that of the report.

    Other players become letters with sums alone, their chips in custody are left out, their keys in typed texts
    replaced; another one who declared, or who caused the incident, is only “another player”. Entries have only their
    acts, a proof no rows. Unless the case is the player's own or nobody's (`Hide.is_own_case`), its facts are only the
    letter of its guest, "" for none, and answers on its player, the words of a dispute and the amount claimed are left
    out.
    """
    hide = Hide(report, bettor)
    own = hide.is_own_case
    cause = hide.is_other(report.caused_by.removeprefix(AT_POSITION)) and report.caused_by.startswith(AT_POSITION)
    return replace(
        report,
        guest=bettor.position,
        facts=report.facts if own else {"guest": hide.name(str(report.facts.get("guest") or "")), "position": ""},
        told=tuple(it for it in report.told if own or it.name not in OF_A_PLAYER),
        text=hide.text(report.text) if own or not report.disputed else "",
        claimed=report.claimed if own else None,
        referred=tuple(replace(it, text=hide.text(it.text)) for it in report.referred),
        caused_by="" if cause else report.caused_by,
        cause_words=_("another player") if cause else report.cause_words,
        decision=replace(report.decision, text=hide.text(report.decision.text)) if report.decision else None,
        phrases=tuple(map(hide.phrase, report.phrases)),
        money=tuple(map(hide.money, report.money)),
        kept=tuple(hide.slips(report.kept)),
        # The words of an entry, and its effects, may name other players.
        entries=tuple(replace(it, act=title_of(it.verb), effects=()) for it in report.entries),
        proof=replace(report.proof, rows=(), words=hide.text(report.proof.words)) if report.proof else None,
    )


class Hide:
    """Names of the other players in a copy: a letter for each, in the order of the table."""

    def __init__(self, report: IncidentReport, bettor: Bettor) -> None:
        """Give a letter to each other player in the money of the report, then to those whom the facts of the case name.

        Other players who only have chips in custody get none. Sets `is_own_case`: the case is this player's, or
        nobody's; and `declared`, the entries with a declaration.
        """
        self.own = bettor
        others = [it.bettor for it in report.money if it.bettor != bettor.key]
        named = [*others, *(str(report.facts.get(name) or "") for name in ("guest", "owner"))]
        self.letters: Mapping[str, str] = {
            key: _letter(at) for at, key in enumerate(it for it in dict.fromkeys(named) if it not in ("", bettor.key))
        }
        self.is_own_case = not self._is_anothers(report.facts)
        self.declared = {it.number for it in report.entries if it.verb == "declare"}

    def _is_anothers(self, facts: Mapping[str, Any]) -> bool:
        """Whether the facts of a case name another player: by key, else by another position; False for neither."""
        guest = facts.get("guest") or facts.get("owner")
        return guest != self.own.key if guest else self.is_other(str(facts.get("position") or self.own.position))

    def is_other(self, position: str) -> bool:
        """Whether this is not the position of the player who gets the copy; True for ""."""
        return position != self.own.position

    def name(self, key: str) -> str:
        """Return the letter that another player was given at the beginning; the key itself where it was given none."""
        return self.letters.get(key, key)

    def text(self, typed: str) -> str:
        """Replace the keys of other players in a typed text by their letters, as whole words, however they are written.

        That is as :func:`_folded` has them; the text comes back composed (NFC). Of two keys that fit at a place it is
        the longer, and of two that are folded the same the one as typed, which may be the own one of the copy's player:
        that stays.
        """
        if not self.letters:
            return typed
        as_typed = {normalize("NFC", key): it for key, it in {**self.letters, self.own.key: self.own.key}.items()}
        forms = {_folded(normalize("NFC", key)): letter for key, letter in self.letters.items()}
        keys = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
        composed = normalize("NFC", typed)
        folded = [_folded(it) for it in composed]
        ends, copy, done = [*accumulate(map(len, folded), initial=0)], "", 0
        for word in re.finditer(rf"(?<!{IN_A_WORD})(?:{keys})(?!{IN_A_WORD})", "".join(folded)):
            since, until = (bisect_right(ends, at) - 1 for at in word.span())
            copy += composed[done:since] + (as_typed.get(composed[since:until]) or forms[word[0]])
            done = until
        return copy + composed[done:]

    def phrase(self, it: Phrase) -> Phrase:
        """Return a phrase as it is, unless it is of an entry that declares, and its speaker another player.

        Then “another player” is its speaker. It is one if not the player's own position; an empty speaker stays. Other
        phrases keep the badge of who called them.
        """
        position = _("position %(position)s") % {"position": self.own.position}
        other = it.entry in self.declared and it.by not in ("", position)
        return replace(it, by=_("another player")) if other else it

    def money(self, it: OfBettor) -> OfBettor:
        """Return money as it is if of the copy's player, else the sums alone, under a letter, at no position."""
        if it.bettor == self.own.key:
            return it
        return replace(it, position="", bettor=self.letters[it.bettor], on="", lines=())

    def slips(self, chips: tuple[Kept, ...]) -> Iterator[Kept]:
        """Yield the chips in custody that are this player's, or of no known owner at their position.

        Keys of other players in the words by which a slip was closed are replaced by letters.
        """
        for it in chips:
            if it.owner == self.own.key or (not it.owner and not self.is_other(it.position)):
                yield replace(it, closed_words=self.text(it.closed_words))


def _folded(composed: str) -> str:
    """Return a composed text as keys are compared: in no capitals, “ß” as “ss”, and every “i” with or without its dot.

    The folded form of a text is that of its characters, one after the other.
    """
    return composed.casefold().replace(DOT_ABOVE, "").replace("ı", "i")


def _letter(at: int) -> str:
    """Return A for 0, B for 1, and after Z A1, B1 and so on."""
    number, letter = divmod(at, 26)
    return f"{chr(ord('A') + letter)}{number or ''}"
