"""Erasing of personal data: it is looked up, what goes and what stays is said, and then it is done."""

import re
from functools import partial
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from table.access import attempts, pins
from table.models import HOUSE, Guest, Note, Person
from table.rules.refusal import Code, require
from table.views.doors.entrance import form_page, staff_only
from table.views.office.counter import DIREZIONE, Sent, done, press, serve, show

MOST = 50
"""Most guests, most people and most texts that are shown at once."""
FEWEST_LETTERS = 2


class Whom(NamedTuple):
    """Whose name is to go: the act, the key of a guest or the badge of somebody who left, and the name.

    Key and name are empty where only texts are to go, and so is ``field``, the argument of the act that takes the key.
    """

    act: str = "erase_notes"
    field: str = ""
    key: str = ""
    name: str = ""

    @property
    def words(self) -> str:
        """Say in a few words of what kind the chosen name is, of a guest or of somebody who left, without naming it.

        If none is chosen, say for whom the page is: whoever asks to be forgotten.
        """
        if self.act == "erase_guest":
            return gettext("A guest")
        if self.act == "erase_person":
            return gettext("Somebody who left")
        return gettext("For whoever asks to be forgotten: a guest, somebody who left, or words in a note.")

    @property
    def stays(self) -> str:
        """Sentence that says what stays in the registers."""
        sentence = {
            "erase_guest": gettext(
                "The key “%(key)s”, with which the registers know the guest; the entries, the cards and the money."
            ),
            "erase_person": gettext(
                "The badge “%(badge)s”, with which the registers know who acted, and every entry; nobody else gets "
                "this badge."
            ),
            "erase_notes": gettext("The entries: that something was written, by whom and when."),
        }[self.act]
        return sentence % {"key": self.key, "badge": self.key}


class ErasableText(NamedTuple):
    """A text that may have to go: its digest, the words, and where and on which day they were written."""

    digest: str
    words: str
    where: str
    day: str


@form_page
@staff_only(*DIREZIONE)
def erasing(request: HttpRequest) -> HttpResponse:
    """Look up guests, people who left, and free texts by ``?find``.

    A POST erases the name chosen by ``?guest`` or ``?badge``, of a person the wrong PINs and known devices as well, and
    the texts that were ticked, and records that. It is refused (E_ARGUMENTS) unless it is ticked, too, that this is
    wanted, and where no name is chosen and no text ticked; (E_PRESENCE) for a person who is active or a guest at a
    table; and (E_STALE) for texts erased already. Raises Http404 for an unknown guest or badge.
    """
    whom = _whom(request)
    return serve(request, {whom.act: partial(_erase, request, whom)}, partial(_page, request, whom))


def _whom(request: HttpRequest) -> Whom:
    """Return whose data is to be erased: the guest ``?guest``, or else the person ``?badge``; without both nobody's.

    For nobody the page erases texts alone. Raises Http404 for an unknown key or badge; whether the person has left is
    not checked here.
    """
    if key := request.GET.get("guest", ""):
        guest = get_object_or_404(Guest, key=key)
        return Whom("erase_guest", "guest", guest.key, guest.name)
    if badge := request.GET.get("badge", ""):
        person = get_object_or_404(Person, badge=badge)
        return Whom("erase_person", "badge", person.badge, person.name)
    return Whom()


def _page(request: HttpRequest, whom: Whom, sent: Sent) -> HttpResponse:
    """Render what was found for ?find, or else for the chosen name: texts, and guests and people if nobody is chosen.

    Of whoever is chosen and has no name it is the key or badge. Nothing is looked up with less than FEWEST_LETTERS
    letters.
    """
    find = request.GET.get("find", "").strip() or whom.name or whom.key
    long_enough = len(find) >= FEWEST_LETTERS
    texts = _texts(find) if long_enough else []
    given = {"guests": [], "people": []} if whom.key or not long_enough else _somebody(find)
    ticked = request.POST.getlist("note")
    context = {"whom": whom, "find": find, "long_enough": long_enough, "texts": texts[:MOST], "more": len(texts) > MOST}
    return show(request, "erasing", sent=sent, ticked=ticked, most=MOST, **context, **given)


def _somebody(find: str) -> dict[str, list[Guest] | list[Person]]:
    """Find guests, and people who left, by a part of their name, key or badge in any case of letters.

    At most `MOST` of each, sorted by key or badge. An empty `find` finds all.
    """
    part = _pattern(find)
    guests = Guest.objects.filter(name__iregex=part) | Guest.objects.filter(key__iregex=part)
    people = Person.objects.filter(name__iregex=part) | Person.objects.filter(badge__iregex=part)
    return {
        "guests": list(guests.order_by("key")[:MOST]),
        "people": list(people.filter(is_active=False).order_by("badge")[:MOST]),
    }


def _pattern(find: str) -> str:
    """Return a regular expression that finds this text in any case, of letters with accents too.

    Each letter is named in both cases: to SQLite's LIKE, and to a PostgreSQL without a locale, “É” and “é” are two.
    One of which a case is several letters, such as “ß”, is not found as these.
    """
    cases = ((one, one.lower(), one.upper()) for one in find)
    return "".join(re.escape(one) if low == up or len(low + up) > 2 else f"[{low}{up}]" for one, low, up in cases)


def _texts(find: str) -> list[ErasableText]:
    """Find the latest free texts not yet erased that contain `find` in any case of letters, latest first.

    At most `MOST` + 1, by which the page sees that there are more. An empty `find` finds all.
    """
    notes = Note.objects.filter(erased=False, text__iregex=_pattern(find)).order_by("-pk")[: MOST + 1]
    return [
        ErasableText(
            note.digest,
            note.text,
            _where(note),
            date_format(localtime(note.at), "DATE_FORMAT") if note.at else "",
        )
        for note in notes
    ]


def _where(note: Note) -> str:
    """Say by which entry a text was written, of a table or of the house; "" where its note does not know its entry."""
    if not note.register:
        return ""
    if note.register == HOUSE:
        return gettext("the house, number %(number)s") % {"number": note.number}
    return gettext("table %(table)s, number %(number)s") % {"table": note.register, "number": note.number}


def _erase(request: HttpRequest, whom: Whom) -> HttpResponse:
    """Press the act of `whom` with the texts that were ticked, and redirect to the page, empty, with a sentence.

    Of a person the wrong PINs, and the devices where they signed in, are deleted too. Refuses (E_ARGUMENTS) unless it
    is ticked that this is wanted.
    """
    require(
        request.POST.get("sure") == "yes",
        Code.ARGUMENTS,
        "What is erased cannot be brought back: tick that it is to be erased.",
    )
    given = {whom.field: whom.key} if whom.field else {}
    erases = partial(press, request, HOUSE, (whom.act, given | {"notes": request.POST.getlist("note")}))
    forgets = partial(attempts.forget, whom.key) if whom.act == "erase_person" else lambda: None
    pins.in_one_transaction(erases, forgets)
    sentence = gettext("“%(key)s” is erased; key and entries stay.") % {"key": whom.key}
    return done(request, sentence if whom.field else gettext("The texts are erased."), "office_erasing")
