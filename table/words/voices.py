"""Voices: languages in which every sentence has the words of a house, and the spelling of German there.

Readers choose a language; which spelling of it a table's screens and pages have (ß, or ss where it plays in Swiss
francs) is decided here alone. Translations are written with ß, and ``manage.py catalogues`` makes a second catalogue of
them for the other spelling.

A house's words are put into sentences where these are translated, before anything is filled in: what somebody typed is
never searched for them. Only the texts of manuals and the quick card are replaced as a whole
(`procedures/views/manuals`), as nobody types in them but the title of a house, which the card has put in afterwards.
"""

from functools import lru_cache
from gettext import NullTranslations

from django.conf import settings
from django.utils.translation import get_language, trans_real

from table.rules.profile import Profile
from table.words.offices import CODES, called_by, lettered, named, small

WORDED = "-x-"
"""Separator of a language and what it is called with the words of a document, as BCP 47 has it for private use."""
DOCUMENTS = {code: title for title, code in CODES.items()}
CONTEXT = "\x04"
"""Mark between the context of a message and its text, as gettext has it."""
GERMAN = "de"
SWISS_GERMAN = "de-ch"
FRANCS = "CHF"


class Voice(NullTranslations):
    """Translations of a language, with the words of a document in each; every one is made once."""

    def __init__(self, language: str, document: str) -> None:
        """Hold language and title of the document; the catalogue is read when the first message is translated."""
        super().__init__()
        self._language, self._document = language, document
        self._sentences: dict[str, str] = {}

    def to_language(self) -> str:
        """Return the code of this voice, which Django's ``get_language`` gives while it is active."""
        return worded(self._language, self._document)

    def gettext(self, message: str) -> str:
        """Translate a message, with or without a context before it, and put the document's words in."""
        sentence = self._sentences.get(message)
        if sentence is None:
            sentence = trans_real.translation(self._language).gettext(message).rpartition(CONTEXT)[2]
            self._sentences[message] = sentence = named(sentence, self._document, spoken(self._language))
        return sentence

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Translate a message in the plural of this number, and put the document's words in."""
        sentence = trans_real.translation(self._language).ngettext(msgid1, msgid2, n)
        return named(sentence, self._document, spoken(self._language))


def sign_up() -> None:
    """Register with Django a language for the words of each document in each language of the house and Swiss German.

    Django forgets them with a change of settings; :func:`voiced` registers one again.
    """
    for language in (*dict(settings.LANGUAGES), SWISS_GERMAN):
        for document in CODES:
            voiced(language, document)


def voiced(language: str, document: str) -> str:
    """Return the code of :func:`worded`, and register it with Django, so that it can be activated like any language.

    With "" or an unknown document nothing is registered: the code is that of the language alone.
    """
    code = worded(language, document)
    if document not in CODES:
        return code
    # Django knows no other way to add one that has no catalogue.
    known: dict[str, NullTranslations] = trans_real._translations  # type: ignore[attr-defined] # noqa: SLF001
    if code not in known:
        known[code] = Voice(bare(language), document)
    return code


def voiced_by(profile: Profile | None) -> str:
    """Return the active language in the spelling and the words of a house with this profile, and register it.

    It is the active one as it is for None.
    """
    here = get_language() or settings.LANGUAGE_CODE
    return voiced_for(spelt(spoken(here), profile.currency), profile) if profile is not None else here


def voiced_for(language: str, profile: Profile) -> str:
    """Return the code of a language in the words of the house with this profile, and register it with Django.

    As :func:`voiced` does: it is the language alone, and nothing is registered, for a house with the usual words.
    """
    return voiced(language, called_by(profile))


def language_here() -> str:
    """Return the code of the active language with its spelling (``de-ch``), without the words of a house."""
    return bare(get_language() or settings.LANGUAGE_CODE)


def voiced_here(document: str) -> str:
    """Return the active language in the words of a document, such as ``it-x-malta``, and register it with Django.

    It is the language alone for "".
    """
    return voiced(language_here(), document)


@lru_cache
def worded(language: str, document: str) -> str:
    """Return the code of a language in the words of this document, such as ``de-ch-x-admiral``.

    Words that the language had are dropped; for "" and a document without words it is the language alone.
    """
    return f"{bare(language)}{WORDED}{CODES[document]}" if document in CODES else bare(language)


def bare(language: str) -> str:
    """Return the code of a language without the words of a house: ``de-ch`` of ``de-ch-x-admiral``."""
    return language.partition(WORDED)[0]


def called(words: str) -> str:
    """Return a call, which is spoken and not translated, in the words of the house that the active language has.

    Unchanged where that has the words of no house, such as ``de``, and where no language is active.
    """
    return _called(words, trans_real.get_language())


@lru_cache(maxsize=4096)
def _called(words: str, voice: str | None) -> str:
    """Put the words of this voice into a call, as :func:`named` does, without any catalogue of translations; cached.

    Unchanged for None and a language without words of a house.
    """
    return named(words, _document(voice or ""), spoken(voice or ""))


def within(label: str) -> str:
    """Return the label of an office as it stands within a sentence in the words of the house of the active language.

    The label has those words already: at most its first letter is made small, as :func:`small` does. Unchanged where
    the language has the words of no house.
    """
    voice = trans_real.get_language() or ""
    return small(label, _document(voice), spoken(voice))


def letter(usual: str) -> str:
    """Return the letter of a box in the words of the house that the active language has, see :func:`lettered`.

    ``usual`` is the first letter of its usual name; it is returned where the language has the words of no house.
    """
    return _letter(usual, trans_real.get_language())


@lru_cache
def _letter(usual: str, voice: str | None) -> str:
    """Return the letter of a box in this voice, as :func:`lettered` does; cached.

    ``voice`` is the code of a language, with the words of a house or without (``usual`` then, as for None).
    """
    return lettered(usual, _document(voice or ""), spoken(voice or ""))


def _document(voice: str) -> str:
    """Return the title of the document whose words this voice has; "" for none."""
    return DOCUMENTS.get(voice.partition(WORDED)[2], "")


# --- the spelling of German


def spelt(language: str, currency: str) -> str:
    """Return the code of a language as a house with this currency spells it: ``de-ch`` for German and francs.

    Any other is returned as it is.
    """
    return SWISS_GERMAN if (language, currency) == (GERMAN, FRANCS) else language


def spoken(language: str) -> str:
    """Return the language without spelling and words: ``de`` of ``de-ch`` and of ``de-x-admiral``."""
    return language.partition("-")[0]


def as_spelt(text: str, language: str) -> str:
    """Return a text with ss for ß if the language is just ``de-ch``.

    Any other leaves it as it is, even a voice of that language, such as ``de-ch-x-admiral``.
    """
    return swiss(text) if language == SWISS_GERMAN else text


def swiss(text: str) -> str:
    """Replace ß by ss in a German text; only a dictionary could do the opposite."""
    return text.replace("ß", "ss")


def unbroken(words: str) -> str:
    """Replace the space before each ellipsis by a no-break space, so that a button never wraps there."""
    return words.replace(" …", "\N{NO-BREAK SPACE}…")
