"""Spelling of German: with ß, or with ss where a house's tables play in Swiss francs.

Readers choose a language; which spelling of it a table's screens and pages have is decided here alone. Translations are
written with ß, and ``manage.py catalogues`` makes a second catalogue of them for the other spelling.
"""

GERMAN = "de"
SWISS_GERMAN = "de-ch"
FRANCS = "CHF"


def spelt(language: str, currency: str) -> str:
    """Return the code of a language as a house with this currency spells it: ``de-ch`` for German and francs.

    Any other is returned as it is.
    """
    return SWISS_GERMAN if (language, currency) == (GERMAN, FRANCS) else language


def spoken(language: str) -> str:
    """Return the language without spelling and words: ``de`` of ``de-ch`` and of ``de-x-admiral``."""
    return language.partition("-")[0]


def as_spelt(text: str, language: str) -> str:
    """Return a text as this language is spelled: in Swiss German with ss for ß."""
    return swiss(text) if language == SWISS_GERMAN else text


def swiss(text: str) -> str:
    """Replace ß by ss in a German text; only a dictionary could do the opposite."""
    return text.replace("ß", "ss")
