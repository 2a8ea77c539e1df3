"""Sentences on whether a report is proven, in the active language: what was compared, what differs, and why.

*Performed again* is what a reader of the paper is told of a replay; the *law* is the version (LAW) of what this program
makes of the rules of the game.
"""

from collections.abc import Iterable, Iterator, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from procedures.reports.incident import IncidentReport, Proof

MOST_NAMED = 12
"""Maximum number of differences that a sentence names; the file in JSON has all of them."""
_cards, _people = gettext_lazy("The cards"), gettext_lazy("Who was there")
_money, _stands = gettext_lazy("What it made of the money"), gettext_lazy("How it stands")
_evidence, _entries = gettext_lazy("Verdict and evidence"), gettext_lazy("Entries of the register")
SECTIONS: Mapping[str, Promise] = {
    **dict.fromkeys(("before", "ought", "after"), _cards),
    **dict.fromkeys(("reported_by", "caused_by", "cause_words", "on_duty", "required", "absent", "attested"), _people),
    **dict.fromkeys(("verdict", "lost", "evidence"), _evidence),
    **dict.fromkeys(("currency", "paid_before", "money", "kept"), _money),
    **dict.fromkeys(("status", "status_words", "held", "decision", "together_with"), _stands),
    **dict.fromkeys(("entries", "whole", "filmed_from", "filmed_to"), _entries),
    **dict.fromkeys(("house", "rules"), gettext_lazy("On what it stands")),
    "phrases": gettext_lazy("What was said, and when"),
}
"""Section in which a field of the report stands, by its name; all others tell what happened."""
ROWS: Mapping[str, Promise] = {
    "Policy": pgettext_lazy("row", "version of the rules"),
    "Coup": pgettext_lazy("row", "coup"),
    "Stake": pgettext_lazy("row", "stake"),
    "Money": pgettext_lazy("row", "money line"),
    "Adjustment": pgettext_lazy("row", "money moved by a dispute"),
    "DrawnCard": pgettext_lazy("row", "card"),
    "Uncollected": pgettext_lazy("row", "chips under slip"),
    "Incident": pgettext_lazy("row", "case"),
    "Attestation": pgettext_lazy("row", "attestation"),
}
"""Kinds of row, by the name of their model."""
OUTCOMES: Mapping[str, Promise] = {
    "": gettext_lazy(
        "Proof: performed again, the register of table %(table)s makes every field of this report once more, and the "
        "same rows of its coup: rules, stakes, money, cards, chips in custody, cases and attestations. Not covered are "
        "free texts, which have digests of their own, the seal, and the number and time of this copy."
    ),
    "rows": gettext_lazy(
        "NOT PROVEN: the rows from which this report is made are not what the register of table %(table)s makes of "
        "them, performed again. They differ in: %(differ)s."
    ),
    "law": gettext_lazy(
        "NOT PROVEN, as the law has changed since: performed again today, these entries come out otherwise than they "
        "did, and the recorded outcomes stand: %(entries)s. From the rows of this report the register differs in: "
        "%(differ)s."
    ),
    "outcome": gettext_lazy(
        "NOT PROVEN: performed again by the law of their time, these entries come out otherwise than the register of "
        "table %(table)s has it: %(entries)s."
    ),
    "refused": gettext_lazy(
        "NOT PROVEN: today entry %(entry)s of table %(table)s is refused, so that its register cannot be performed "
        "again up to this case. The rows from which this report is made were compared with nothing."
    ),
    "unreachable": gettext_lazy(
        "NOT PROVEN: the register of table %(table)s could not be performed again now; look once more in a moment. The "
        "rows from which this report is made were compared with nothing, and there are no pictures of its cards."
    ),
}
"""Sentence on the outcome of a proof, by its ``why``; it needs ``table``, ``entries``, ``entry`` and ``differ``."""
EARLIER_LAW = gettext_lazy(
    "The law has changed since: performed again today, these entries come out otherwise than they did, and the "
    "recorded outcomes stand: %(entries)s."
)
"""Sentence for entries whose outcome differs by today's law, while the recorded ones stand."""


def words_of(report: IncidentReport, proof: Proof) -> str:
    """Return the sentence on a proof, and a second one where a report is proven though outcomes differ by today's law.

    They say that fields and rows came out the same when performed again, and what that does not cover; or why the
    report is not proven.
    """
    given = {"table": report.table, "entries": ", ".join(map(str, proof.otherwise)), "entry": proof.refused}
    given |= {"differ": "; ".join(_named(proof))}
    said = [OUTCOMES[proof.why], *([EARLIER_LAW] if proof.otherwise and not proof.why else [])]
    return " ".join(str(it) % given for it in said)


# --- what differs


def _named(proof: Proof) -> list[str]:
    """List what differs: sections with their fields, then rows in words; more than :data:`MOST_NAMED` end in "…"."""
    found = [*_sections(proof.fields), *map(_row, proof.rows)]
    return found if len(found) <= MOST_NAMED else [*found[:MOST_NAMED], "…"]


def _sections(fields: Iterable[str]) -> Iterator[str]:
    """Yield each section of the paper with the differing paths in it: ``The cards (before.hands, …)``.

    At most MOST_NAMED paths are named in one, then “…”. Sections come in the order of their first path, a field of none
    counts as “What happened”.
    """
    by_section = dict[str, list[str]]()
    for path in fields:
        title = SECTIONS.get(path.partition(".")[0], gettext_lazy("What happened"))
        by_section.setdefault(str(title), []).append(path)
    for words, paths in by_section.items():
        shown = paths if len(paths) <= MOST_NAMED else [*paths[:MOST_NAMED], "…"]
        yield f"{words} ({', '.join(shown)})"


def _row(text: str) -> str:
    """Write a row named as ``Money 34.0: amount`` with the word for its model; KeyError for one not in ROWS."""
    model, _space, rest = text.partition(" ")
    return f"{ROWS[model]} {rest}"
