"""Verbs on devices: displays, paired by the code they show; card readers; electronic shoes, paired by a token."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from django.db.models import F
from django.utils.translation import pgettext_lazy

from table.models import CardReader, Display, ElectronicShoe, Person, Table
from table.play.act import Act
from table.play.declaration import of_the_house
from table.play.state import TABLE, TableState
from table.play.texts import check_new
from table.rules.cards import DECK, parse, show
from table.rules.profile import Role
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused, require
from table.verbs.house.outside import Digest

KEEPERS = (Role.OPERATOR, Role.DIREZIONE, Role.ISPETTORE_GIOCO)
TECHNICIANS = (Role.OPERATOR, Role.DIREZIONE)
MOST_SIGNS, MOST_CODE_SIGNS, FEWEST_SCANNED = 8, 20, 2
MOST_CODES = 500
PACE = 60
"""Longest pause between two keys of a scan, unless set otherwise, in milliseconds: a hand hardly ever is as fast."""
SHORTEST_PACE, LONGEST_PACE = 20, 200
PLAIN_CODES = {str(card): str(card) for card in DECK} | {f"10{suit}": f"T{suit}" for suit in "SHDC"}
"""Card by each code that a reader types which was not set up."""
Signs = Annotated[str, msgspec.Meta(max_length=200)]


@of_the_house(
    title=pgettext_lazy("act", "pair a display"),
    said=(
        pgettext_lazy("record", "display %(code)s belongs to table %(table)s, position %(position)s"),
        pgettext_lazy("record", "display %(code)s is the sign of table %(table)s"),
    ),
    roles=KEEPERS,
)
def pair_display(
    act: Act,
    *,
    code: str,
    kind: Literal["seat", "sign"],
    table: str,
    position: str = "",
    language: Literal["it", "en", "de"] = "it",
) -> None:
    """Pair the display that shows this code with a table: before a position, or as the sign of the table.

    It shows its texts in ``language``. A revoked one may be paired again. Only its row is stored; whether any display
    shows the code is not checked. Refused for a code that is malformed, reserved or paired (E_ARGUMENTS), an unknown
    table (E_TABLE), an unknown position or a sign with one (E_POSITION), a seat at a table without rules (E_PROFILE),
    and a position that has a display (E_NOT_FREE); a table may have several signs.
    """
    check_new(code, taken=Display.objects.filter(code=code, revoked=False).exists())
    at = _table(table)
    if kind == "seat":
        check_position(TableState(at).profile, position)
    else:
        require(not position, Code.POSITION, "The sign belongs to the whole table and to no position.")
    paired = {"kind": kind, "table": at, "position": position, "language": language, "revoked": False}
    Display.objects.update_or_create(code=code, defaults=paired)


def _table(code: str) -> Table:
    """Return a table, also one for training. Refuses (E_TABLE) an unknown code."""
    table = TABLE.first(code=code)
    if table is None:
        raise Refused(Code.TABLE, "There is no table “%(table)s”.", table=code[:20])
    return table


@of_the_house(
    title=pgettext_lazy("act", "revoke a display"),
    said=(pgettext_lazy("record", "display %(code)s is revoked"),),
    roles=KEEPERS,
)
def revoke_display(act: Act, *, code: str) -> None:
    """Revoke the display paired by this code, which is lost, broken or moved: it shows nothing of the table any more.

    Its row stays, marked ``revoked``. What was proposed or called at it is dropped, and the screens of its table are
    drawn again. Refused (E_ARGUMENTS) where none is paired by this code.
    """
    paired = Display.objects.filter(code=code, revoked=False)
    # The row of the table before that of its display, as whoever proposes there locks them.
    Table.objects.filter(displays__in=paired).update(inbox=F("inbox") + 1)
    revoked = paired.update(revoked=True, proposal="", proposed_for="", proposed_at=None, called=None, coming="")
    require(revoked, Code.ARGUMENTS, "No display is paired by the code “%(display)s”.", display=code[:20])


# --- the reader of the cards


@of_the_house(
    title=pgettext_lazy("act", "set up a card reader"),
    said=(pgettext_lazy("record", "the card reader of table %(table)s types as the office has set it"),),
    roles=TECHNICIANS,
)
def set_card_reader(
    act: Act,
    *,
    table: str,
    codes: dict[str, str],
    prefix: Signs = "",
    suffix: Signs = "",
    ends: Literal["", "enter", "tab"] = "enter",
    pace: int = PACE,
) -> None:
    """Set what the reader of a table types, in place of earlier settings: ``codes`` maps each code to its card.

    ``prefix``, ``suffix`` and a key (``ends``) come around a code; ``pace`` is the longest pause between two signs, 20
    to 200 milliseconds. Each of the 52 cards needs at least one code, the cut card (``cut``) may have some. Refuses an
    unknown table (E_TABLE), what is no card (E_CARD, E_CARD_COVERED), more than 500 codes (E_COUNT), and (E_ARGUMENTS)
    a card without a code, another pace, a code, prefix or suffix that is too long, or has a space or what does not
    print, and a code that is empty, holds the end of a scan, is a single key, or with prefix and suffix is somebody's
    badge. The screens of the table are drawn again.
    """
    at = _table(table)
    _check_signs(prefix, suffix)
    require(
        SHORTEST_PACE <= pace <= LONGEST_PACE,
        Code.ARGUMENTS,
        "The longest pause between two signs is %(least)s to %(most)s milliseconds: a hand is slower, a reader faster.",
        least=SHORTEST_PACE,
        most=LONGEST_PACE,
    )
    cards = {code: _named(code, card) for code, card in codes.items()}
    _check_codes(cards, prefix, suffix + CardReader.END_KEYS[ends])
    reader = CardReader(pk=at.card_reader_id, prefix=prefix, suffix=suffix, ends=ends, pace=pace, codes=cards)
    reader.save()
    _show_anew(at, card_reader=reader)


@of_the_house(
    title=pgettext_lazy("act", "take the settings of a card reader away"),
    said=(pgettext_lazy("record", "the card reader of table %(table)s types plain cards"),),
    roles=TECHNICIANS,
)
def remove_card_reader(act: Act, *, table: str) -> None:
    """Delete the settings of a table's reader: the console then takes plain codes, such as 7S. Screens are drawn again.

    Refused (E_TABLE) for an unknown table, and (E_ARGUMENTS) where there are none.
    """
    at = _table(table)
    if at.card_reader_id is None:
        raise Refused(Code.ARGUMENTS, "No card reader is set up at table “%(table)s”.", table=table[:20])
    _show_anew(at, card_reader=None)
    CardReader.objects.filter(pk=at.card_reader_id).delete()


def _check_signs(*signs: str) -> None:
    """Refuse (E_ARGUMENTS) a prefix or suffix of codes over 8 characters, or with a space or what does not print.

    "" passes.
    """
    for each in signs:
        require(
            _is_typed(each) and len(each) <= MOST_SIGNS,
            Code.ARGUMENTS,
            "“%(signs)s” cannot stand before or after a code: up to %(most)s signs of a keyboard, and no space.",
            signs=each[:20],
            most=MOST_SIGNS,
        )


def _is_typed(text: str) -> bool:
    """Whether a keyboard can type it: printable characters of any script, no space. True of an empty text."""
    return text.isprintable() and not any(sign.isspace() for sign in text)


def _named(code: str, card: str) -> str:
    """Return the card for which a reader types ``code``, as it is stored: two letters such as ``TH``, or ``cut``.

    Refuses a code that is empty, too long, or has a space or what does not print (E_ARGUMENTS), and what is no card
    (E_CARD), or a covered one (E_CARD_COVERED).
    """
    require(
        0 < len(code) <= MOST_CODE_SIGNS and _is_typed(code),
        Code.ARGUMENTS,
        "“%(typed)s” is no code: 1 to %(most)s signs of a keyboard, and no space.",
        typed=code[: MOST_CODE_SIGNS + 1],
        most=MOST_CODE_SIGNS,
    )
    if card == CardReader.CUT:
        return card
    face = parse(card)
    require(face in DECK, Code.CARD_COVERED, "A code stands for a card that can be read; a covered one has none.")
    return str(face)


def _check_codes(cards: Mapping[str, str], prefix: str, ending: str) -> None:
    """Refuse codes by which some card cannot be scanned, or a scan could be taken for another one, a key, or a badge.

    More than 500 are refused with E_COUNT; with E_ARGUMENTS a card that no code stands for, a code in or at the end of
    which ``ending`` would be found too early, one that is a single key with ``prefix`` and ``ending``, and one that
    with these, but for the key at the end, is exactly the badge of a person. "" for ``ending`` is found nowhere.
    """
    require(len(cards) <= MOST_CODES, Code.COUNT, "A reader has at most %(most)s codes.", most=MOST_CODES)
    missing = [card for card in DECK if str(card) not in cards.values()]
    require(not missing, Code.ARGUMENTS, "No code stands for: %(cards)s.", cards=show(missing))
    for code in cards:
        require(
            not ending or (code + ending).index(ending) == len(code),
            Code.ARGUMENTS,
            "Code “%(typed)s” holds the end of a scan: it would be cut short. Choose another suffix.",
            typed=code,
        )
        require(
            len(prefix + code + ending) >= FEWEST_SCANNED,
            Code.ARGUMENTS,
            "Code “%(typed)s” alone is one key, which a hand may press: set a prefix or a suffix.",
            typed=code,
        )
    _check_no_badge(cards, prefix, ending.rstrip("\n\t"))


def _check_no_badge(cards: Mapping[str, str], prefix: str, suffix: str) -> None:
    """Refuse (E_ARGUMENTS) ``cards``, by code, if some code with its prefix and suffix is exactly somebody's badge."""
    badges = set(Person.objects.values_list("badge", flat=True)) & {prefix + code + suffix for code in cards}
    require(
        not badges,
        Code.ARGUMENTS,
        "“%(badge)s” is somebody’s badge and would be taken for a card: set a prefix.",
        badge=min(badges, default=""),
    )


# --- electronic shoes


def check_no_badge(_act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_ARGUMENTS) a key that is malformed, or somebody's badge: an electronic shoe acts under its key.

    Checked at the press alone, as shoes of before may have such a key.
    """
    check_new(given["key"], taken=Person.objects.filter(badge=given["key"]).exists())


@of_the_house(
    title=pgettext_lazy("act", "pair an electronic shoe"),
    said=(pgettext_lazy("record", "electronic shoe %(key)s belongs to table %(table)s"),),
    at_press=check_no_badge,
)
def pair_shoe(act: Act, *, key: str, table: str, digest: Digest) -> None:
    """Pair an electronic shoe with a table, whose cards it reports from now on; a revoked one may be paired again.

    ``digest`` is the sha256 of its token; it stands in the entry, the token in no register. Its reports are numbered
    from the start again, and the screens of the table drawn again. Refused for a key that is malformed, paired or
    somebody's badge (E_ARGUMENTS), an unknown table (E_TABLE), and a table that has one (E_NOT_FREE).
    """
    check_new(key, taken=ElectronicShoe.objects.filter(key=key, revoked=False).exists())
    at = _table(table)
    given = {"digest": digest, "table": at, "paired": act.number, "revoked": False, "taken": 0, "told_at": at.number}
    ElectronicShoe.objects.update_or_create(key=key, defaults=given | NOBODY_TELLS)
    _show_anew(at)


@of_the_house(
    title=pgettext_lazy("act", "revoke an electronic shoe"),
    said=(pgettext_lazy("record", "electronic shoe %(key)s is revoked"),),
)
def revoke_shoe(act: Act, *, key: str) -> None:
    """Revoke an electronic shoe: its reports are no longer accepted; what it has read stays on record, or sealed.

    It counts as not connected and without trouble, and the screens of the table are drawn again. Refused (E_ARGUMENTS)
    where none that is paired has this key.
    """
    shoe = ElectronicShoe.objects.select_related("table").filter(key=key, revoked=False).first()
    if shoe is None:
        raise Refused(Code.ARGUMENTS, "No electronic shoe has the key “%(key)s”.", key=key[:20])
    # The row of the table before that of its shoe, as the act of a fact locks them.
    _show_anew(shoe.table)
    ElectronicShoe.objects.filter(pk=shoe.pk).update(revoked=True, **NOBODY_TELLS)


NOBODY_TELLS: dict[str, Any] = {"holder": "", "trouble": ""}
"""Fields of an electronic shoe that is not connected."""


def _show_anew(table: Table, **changes: Any) -> None:
    """Store these changes of a table, if any, and count up its ``inbox``, so that its screens are drawn again."""
    Table.objects.filter(pk=table.pk).update(inbox=F("inbox") + 1, **changes)
