"""Card readers: how the one of each table types, with a trial of what is understood before it is set."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from table.models import HOUSE, CardReader, Table
from table.rules.cards import RANKS, SUITS
from table.rules.refusal import Code, Refused, require
from table.screens.read.lines import face_text
from table.verbs.house.devices import PACE, PLAIN_CODES, TECHNICIANS
from table.views.doors.entrance import form_page, staff_only
from table.views.office.counter import Sent, done, press, serve, show

CODE = "code-"
ENDS = {
    "enter": gettext_lazy("the Enter key"),
    "tab": gettext_lazy("the Tab key"),
    "": pgettext_lazy("end of a scan", "no key"),
}
SUIT_NAMES = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
}


class Suit(NamedTuple):
    """Fields of the cards of one suit: of each the face, how people read it, and its codes."""

    name: str
    fields: tuple[tuple[str, str, str], ...]


class Settings(NamedTuple):
    """Texts in the fields of a card reader; `codes` are those of each card, separated by spaces."""

    prefix: str
    suffix: str
    ends: str
    pace: str
    codes: Mapping[str, str]


@require_safe
@staff_only(*TECHNICIANS)
def card_readers(request: HttpRequest) -> HttpResponse:
    """List the tables in order, without those for training, and whether settings of their card readers are stored."""
    tables = Table.real.select_related("card_reader").order_by(*Table.IN_ORDER)
    return show(request, "card_readers", tables=[(it.code, it.card_reader is not None) for it in tables])


@form_page
@staff_only(*TECHNICIANS)
def card_reader(request: HttpRequest, code: str) -> HttpResponse:
    """Show the settings of a table's card reader; a POST sets or removes them.

    ``?like=CODE`` fills the form in with those of another table. Raises Http404 for an unknown table and for one
    for training.
    """
    table = get_object_or_404(Table.real.select_related("card_reader"), code=code)
    acts = {"set_card_reader": lambda: _set(request, code), "remove_card_reader": lambda: _remove(request, code)}
    return serve(request, acts, lambda sent: _page(request, table, sent))


def _page(request: HttpRequest, table: Table, sent: Sent) -> HttpResponse:
    """Render the form of a card reader.

    It is filled in as typed after a refusal, else like the other table named by ``?like`` if settings are stored for
    it, else as stored.
    """
    others = Table.real.exclude(card_reader=None).exclude(pk=table.pk).order_by(*Table.IN_ORDER)
    typed = sent.to("set_card_reader").typed
    like = others.filter(code=request.GET.get("like", "")).select_related("card_reader").first()
    filled = _typed(typed) if typed else _of(like.card_reader if like else table.card_reader)
    return show(
        request,
        "card_reader",
        sent=sent,
        table=table,
        own=table.card_reader,
        like=like.code if like else "",
        others=list(others.values_list("code", flat=True)),
        filled=filled,
        ends=ENDS,
        suits=[*_suits(filled.codes)],
        cut=filled.codes.get(CardReader.CUT, ""),
    )


def _of(reader: CardReader | None) -> Settings:
    """Return the stored settings of a card reader as texts for the form.

    Those of plain typing (such as 7S) for None.
    """
    if reader is None:
        return Settings("", "", "enter", str(PACE), _by_card(PLAIN_CODES))
    return Settings(reader.prefix, reader.suffix, reader.ends, str(reader.pace), _by_card(reader.codes))


def _by_card(codes: Mapping[str, str]) -> dict[str, str]:
    """Return by card the codes that stand for it, separated by spaces."""
    found: dict[str, list[str]] = {}
    for code, card in codes.items():
        found.setdefault(card, []).append(code)
    return {card: " ".join(its) for card, its in found.items()}


def _typed(typed: Mapping[str, str]) -> Settings:
    """Return the settings of a form as they were typed, from its fields by name; missing fields are empty."""
    codes = {name.removeprefix(CODE): value for name, value in typed.items() if name.startswith(CODE)}
    prefix, suffix, ends, pace = (typed.get(name, "") for name in ("prefix", "suffix", "ends", "pace"))
    return Settings(prefix, suffix, ends, pace, codes)


def _suits(codes: Mapping[str, str]) -> Iterator[Suit]:
    """Yield the suits with the fields of their cards, filled in with these codes by card."""
    for suit in SUITS:
        faces = [f"{rank}{suit}" for rank in RANKS]
        yield Suit(str(SUIT_NAMES[suit]), tuple((it, face_text(it), codes.get(it, "")) for it in faces))


def _set(request: HttpRequest, code: str) -> HttpResponse:
    """Press `set_card_reader` with what was typed, and redirect to the form with a sentence.

    Refuses (E_ARGUMENTS) a pause that is no number of at most four digits, and a code that stands for two cards.
    """
    pace = request.POST.get("pace", "")
    require(
        pace.isascii() and pace.isdigit() and len(pace) <= 4,
        Code.ARGUMENTS,
        "The longest pause between two signs is a number of milliseconds.",
    )
    given = {name: request.POST.get(name, "") for name in ("prefix", "suffix", "ends")}
    press(request, HOUSE, ("set_card_reader", given | {"table": code, "pace": int(pace), "codes": _codes(request)}))
    sentence = gettext("The card reader of table %(table)s is set up; an open console takes it over at once.")
    return done(request, sentence % {"table": code}, "office_card_reader", code)


def _codes(request: HttpRequest) -> dict[str, str]:
    """Map each code that was typed to its card; a card may have several, with spaces between them.

    Refuses (E_ARGUMENTS) a code that stands for two cards.
    """
    codes: dict[str, str] = {}
    for name, value in request.POST.items():
        for code in str(value).split() if name.startswith(CODE) else ():
            card = name.removeprefix(CODE)
            if codes.setdefault(code, card) != card:
                raise Refused(
                    Code.ARGUMENTS,
                    "Code “%(typed)s” stands for two cards, %(one)s and %(other)s.",
                    typed=code[:20],
                    one=codes[code],
                    other=card[:3],
                )
    return codes


def _remove(request: HttpRequest, code: str) -> HttpResponse:
    """Press `remove_card_reader`, and redirect to the form with a sentence. Raises Refused."""
    press(request, HOUSE, ("remove_card_reader", {"table": code}))
    sentence = gettext("Table %(table)s takes plain cards again, such as 7S.") % {"table": code}
    return done(request, sentence, "office_card_reader", code)
