"""Report of an incident as it leaves the house: all that the record says of it, put together once and never changed.

Codes, numbers and times (UTC) are the same in every language; titles, sentences, answers are in that of ``language``.
Amounts are cents of ``currency``. A card is named by its number in the taglia and its place in the hand; ``face`` is
``??`` while nobody may know it: a face that was turned later does not stand in the picture of an earlier moment.
Page, PDF and CSV have the fields with a label, as :class:`procedures.reports.telling.Teller` writes them.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from table.reports.fields import Field

VERSION = 2
"""Version of the form of a report; that of files without a version was the first."""


class Plain(msgspec.Struct, frozen=True, kw_only=True):
    """Part of a report; it is a value, and has no way back to the rows."""


class Person(Plain, frozen=True, kw_only=True):
    """Somebody of the staff, by badge, in the office in which they acted; ``office`` is its name in this house."""

    badge: str
    role: str
    office: str


class Answer(Plain, frozen=True, kw_only=True):
    """Question asked when it was reported, or what the table saw, and the answer, in words; ``name`` is its key."""

    name: str
    question: str
    answer: str


class LaidCard(Plain, frozen=True, kw_only=True):
    """Card: its number in the taglia, its place in the hand, its face, and whether it had lain elsewhere before.

    ``place`` is 0 where it is not known.
    """

    number: int
    place: int
    face: str
    moved: bool = False


class Hand(Plain, frozen=True, kw_only=True):
    """Cards at a box in their order, ``side`` empty for those at neither; ``missing`` is how many are still to come."""

    side: str
    cards: tuple[LaidCard, ...]
    points: int | None = None
    missing: int = 0


class Felt(Plain, frozen=True, kw_only=True):
    """Cards as they lay at one moment: ``entry`` is the last act before it, 0 where it is no moment but a proposal.

    ``out`` is how many cards had left the shoe, ``waiting`` are those beside or under the sabot for the next hand.
    """

    entry: int
    hands: tuple[Hand, ...]
    button: Annotated[str, Field(_("Button"), empty="–")] = ""
    out: Annotated[int | None, Field(_("Cards out of the shoe"))] = None
    waiting: Annotated[tuple[LaidCard, ...], Field(_("Set aside"), empty=pgettext_lazy("cards", "none"))] = ()


class GivenAnew(Plain, frozen=True, kw_only=True):
    """PIN that was given anew in the month before its owner attested: by whom, when, and where it was first used."""

    by: str
    at: datetime
    used_from: str


class Attested(Plain, frozen=True, kw_only=True):
    """Attestation of presence, by somebody's own badge and PIN; ``device`` says from where.

    It ``counted`` if they had neither left before it was decided nor were named as the cause.
    """

    person: Annotated[Person, Field(pgettext_lazy("report", "Present"))]
    entry: Annotated[int, Field(pgettext_lazy("report", "entry"), after="device")]
    at: Annotated[datetime, Field(pgettext_lazy("report", "attested"))]
    pressed_at: str
    device: Annotated[str, Field(_("from which device"))]
    pin: GivenAnew | None = None
    counted: Annotated[bool, Field(pgettext_lazy("report", "counted"))]


class Statement(Plain, frozen=True, kw_only=True):
    """Statement about the order of the cards; ``aside`` is the entry from which it no longer counted, 0 for none.

    ``source`` is the code of how it is known, ``words`` the same in words; ``places`` and ``before`` name cards by
    number.
    """

    entry: Annotated[int, Field(pgettext_lazy("report", "entry"))]
    by: Annotated[str, Field(pgettext_lazy("report", "by"))]
    source: str
    words: Annotated[str, Field(_("how it is known"))]
    places: Annotated[dict[str, tuple[int, ...]], Field(_("what was said"), composed="order_of_cards")]
    before: tuple[tuple[int, ...], ...]
    aside: Annotated[int, Field(pgettext_lazy("report", "counts"), written="counts")]


class Verdict(Plain, frozen=True, kw_only=True):
    """Verdict of the Regola: whether the coup is clear, and how many orders of the cards were considered for that.

    ``code`` is empty while there is none; ``why_not`` then says why.
    """

    code: str
    words: Annotated[str, Field(_("Verdict"), "verdict", composed="verdict")]
    explained: str
    orders: Annotated[int, Field(_("Orders considered"), "verdict", "orders")]
    why_not: Annotated[str, Field(_("Why not yet"), "verdict")] = ""


class Phrase(Plain, frozen=True, kw_only=True):
    """Words that were called aloud, and who confirmed or said them."""

    entry: Annotated[int, Field(pgettext_lazy("report", "entry"), after="by")]
    at: Annotated[datetime, Field(pgettext_lazy("report", "at"))]
    words: Annotated[str, Field(pgettext_lazy("report", "words"), written="quoted")]
    by: Annotated[str, Field(pgettext_lazy("report", "by"))]


class Referral(Plain, frozen=True, kw_only=True):
    """Entry by which a case went to the Direzione: by whom, in which words; an article may refer it with its report."""

    entry: int
    at: datetime
    by: Annotated[Person | None, Field(_("Referred by"), "people", composed="referred")]
    text: str


class Decision(Plain, frozen=True, kw_only=True):
    """Decision: in which entry, by whom, in which words; ``agreed`` is the second person who agreed, if one did."""

    entry: int
    at: datetime
    status: str
    words: str
    by: Annotated[Person | None, Field(_("Decided by"), "people")]
    text: str
    ordered: tuple[str, ...] = ()
    agreed: Annotated[Person | None, Field(_("Agreed to by"), "people")] = None


class MoneyLine(Plain, frozen=True, kw_only=True):
    """One movement in cents, seen by the bettor; ``box`` is empty where a dispute moved it.

    ``position`` is where it was posted, one of several where the bettor has staked at others, too; in earlier files it
    is not named.
    """

    entry: int
    box: str
    kind: str
    amount: int
    position: str = ""


class OfBettor(Plain, frozen=True, kw_only=True):
    """Money of a bettor in cents: won or lost before the decision and by now, the difference, what was handed back.

    ``before``, ``after`` and ``difference`` are None where nobody could tell yet, or nothing has been paid yet.
    """

    position: Annotated[str, Field(_("Position"), empty="–")]
    bettor: Annotated[str, Field(_("Bettor"))]
    staked: Annotated[int, Field(_("Staked"), composed="staked")]
    on: str
    before: Annotated[int | None, Field(lambda tell: tell.before_decision(), written="signed")]
    after: Annotated[int | None, Field(_("By now"), written="signed")]
    difference: Annotated[int | None, Field(_("Difference"), written="signed")]
    handed_back: Annotated[int, Field(_("Handed back"), written="money")]
    lines: tuple[MoneyLine, ...]


class Kept(Plain, frozen=True, kw_only=True):
    """Chips that nobody collected, under their slip; ``closed`` is the entry that disposed of them, in these words."""

    slip: Annotated[int, Field(pgettext_lazy("report", "Slip"))]
    entry: int
    position: Annotated[str, Field(_("Position"))]
    owner: Annotated[str, Field(pgettext_lazy("report", "Owner"), empty="–")]
    kind: str
    words: Annotated[str, Field(pgettext_lazy("report", "What"))]
    amount: Annotated[int, Field(pgettext_lazy("report", "Amount"), written="money")]
    closed: Annotated[int | None, Field(_("Disposed of"), composed="disposed")]
    closed_by: Person | None
    closed_words: str


class Rule(Plain, frozen=True, kw_only=True):
    """Rule of the house on which the decision stands: stated by the document, a reading of it, or a default."""

    topic: str
    sentence: str
    said: str
    mark: str
    words: str


class Line(Plain, frozen=True, kw_only=True):
    """Entry of the register, in words and with its digest; ``fits`` if the digest is that of what the entry says.

    ``own`` tells that it speaks of the case itself.
    """

    number: Annotated[int, Field(pgettext_lazy("report", "No."))]
    at: Annotated[datetime, Field(_("House time"))]
    actor: Annotated[str, Field(pgettext_lazy("report", "Who"))]
    role: str
    act: Annotated[str, Field(_("What was done, and what came of it; digest (SHA-256)"))]
    effects: tuple[str, ...]
    verb: str
    digest: str
    previous: str
    fits: bool
    own: bool


class House(Plain, frozen=True, kw_only=True):
    """Rules of the table: the key and title of the house, its document, and their version.

    ``words`` is the document after which the report calls boxes, calls and offices; empty if as the Super Punto Banco.
    """

    key: str
    title: Annotated[str, Field(_("Rules"), "facts", composed="rules")]
    document: Annotated[str, Field(_("Document"), "facts", composed="document")]
    words: str
    version: int


class OfCoup(Plain, frozen=True, kw_only=True):
    """Coup that it is about; ``outcome`` and ``ended`` as they are by now."""

    key: Annotated[str, Field(_("Coup"), "facts", composed="coup")]
    taglia: int
    number: int
    blank: bool
    outcome: str
    ended: str
    result: str
    over: bool


class Seal(Plain, frozen=True, kw_only=True):
    """First seal that covers every entry of a report: on which ``number`` of the register, its digest, when (UTC).

    ``signature`` is over register, number, digest and time, by the private key that belongs to ``public_key``. It
    ``holds`` if it fits that key, and the register what it says; ``walked`` tells that every entry up to there was
    computed anew.
    """

    number: int
    digest: Annotated[str, Field(_("Sealed digest"), "proof")]
    at: str
    signature: str
    public_key: str
    holds: bool
    walked: bool


class HandedOut(Plain, frozen=True, kw_only=True):
    """Entry of the house's register by which a copy left the house, by whom, and when."""

    entry: int
    by: str
    at: datetime


class Proof(Plain, frozen=True, kw_only=True):
    """Result of making a report a second time from its replayed register, in ``words``; these are its first line.

    ``why`` it is not ``proven``: its ``rows`` differ, an earlier ``law`` makes them differ, under the law of its time
    an ``outcome`` differs, an act is ``refused`` today, or the past is ``unreachable`` now. ``fields`` are the paths of
    the fields of the report that differ, ``rows`` the rows that do, with their columns. ``otherwise`` are the entries
    whose outcome differs today, ``refused`` the first that is refused.
    """

    words: str
    proven: bool
    why: Literal["", "rows", "law", "outcome", "refused", "unreachable"] = ""
    fields: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    otherwise: tuple[int, ...] = ()
    refused: int | None = None


class FullPaper(Plain, frozen=True, kw_only=True):
    """Full papers of a case as a copy names them that carries no proof: SHA-256 of their slice, and its seal."""

    sha256: Annotated[str, Field(_("The full paper of this case"), "proof", composed="full_paper")]
    number: int
    digest: str
    at: str
    signature: str


class IncidentReport(Plain, frozen=True, kw_only=True):
    """Incident, dispute or ruling: one value from which every form of its report is made.

    ``number`` is the entry that opened it, ``slip`` that of what the table has kept by itself; ``disputed`` tells that
    it is about a coup that was over. ``paid_before`` says what ``before`` means in the money: posted lines, or what the
    cards would have brought as they lay. ``text`` is what the report said in words, of a dispute what the guest claims,
    ``claimed`` the amount that they name. ``absent`` are the offices that had to be present and are not among those
    whose attestation counted, on this case or on one that is decided together with it. ``whole`` tells that every
    digest fits, and every link that can be seen here. ``proof`` is None before the report was compared.

    ``of`` names it in the house's register. ``copy`` is the number of this copy among all that were entered to be
    handed out of it, in whatever form and language: a file that was refused after its entry keeps its number. It and
    ``handed_out`` are None on a screen. ``guest`` is the position for whose player a copy was made, empty for a whole
    report. ``seal`` is None where none covered the entries yet: by now, or when the copy was handed out. A seal that
    came later is no part of that copy: as long as nothing else is recorded of the case, and it is proven as it was, the
    same copy printed again has the bytes that were handed out.
    ``full`` is None but in a copy that names the full papers.
    """

    proof: Proof | None = None
    schema: Literal["incident"] = "incident"
    version: Annotated[int, msgspec.Meta(ge=1)] = VERSION
    of: str
    language: str
    copy: Annotated[int, msgspec.Meta(ge=1)] | None
    guest: str = ""
    table: Annotated[str, Field(_("Table"), "facts")]
    number: Annotated[int, Field(_("Register"), "facts", written="entry", after="phase_words")]
    slip: int | None
    house: House
    article: int
    source: str
    article_title: str
    kind: str
    title: str
    status: str
    status_words: Annotated[str, Field(_("How it stands"), "facts", after="number")]
    phase: str
    phase_words: Annotated[str, Field(pgettext_lazy("report", "Phase"), "facts", after="opened")]
    held: bool
    disputed: bool
    coup: OfCoup | None
    opened: Annotated[datetime, Field(_("When"), "facts")]
    noticed: bool
    reported_by: Annotated[
        Person | None, Field(_("Reported by"), "people", empty=_("the table noticed it by itself"), after="on_duty")
    ]
    caused_by: str
    cause_words: Annotated[
        str, Field(_("Named as the cause"), "people", empty=_("nobody was named"), after="reported_by")
    ]
    on_duty: Annotated[tuple[Person, ...], Field(_("On duty"), "people", empty="–")]
    required: Annotated[tuple[str, ...], Field(_("Had to be present"), "people")]
    absent: Annotated[tuple[str, ...], Field(lambda tell: tell.not_present(), "people")]
    attested: tuple[Attested, ...]
    together_with: Annotated[tuple[int, ...], Field(_("Decided together with"), "facts")]
    facts: dict[str, Any]
    told: tuple[Answer, ...]
    text: str
    claimed: int | None
    referred: tuple[Referral, ...]
    before: Felt | None
    ought: Felt | None
    after: Felt | None
    phrases: tuple[Phrase, ...]
    verdict: Verdict | None
    lost: tuple[tuple[int, ...], ...]
    evidence: tuple[Statement, ...]
    decision: Decision | None
    currency: str
    paid_before: Literal["posted", "by_the_cards", "nothing"]
    money: tuple[OfBettor, ...]
    kept: tuple[Kept, ...]
    rules: tuple[Rule, ...]
    entries: tuple[Line, ...]
    whole: bool
    handed_out: HandedOut | None
    seal: Annotated[Seal | None, Field(_("Seal"), "proof", composed="seal")]
    filmed_from: datetime
    filmed_to: datetime
    full: FullPaper | None = None


def as_json(report: IncidentReport) -> bytes:
    """Return the report as indented JSON in UTF-8 that ends with a line break; the same report gives the same bytes.

    Fields come in the order in which they are declared, not by name; only keys of dicts are sorted.
    """
    return msgspec.json.format(msgspec.json.encode(report, order="deterministic"), indent=2) + b"\n"
