"""German as a house writes it: with ß, or with ss where its tables play in Swiss francs.

Whoever reads chooses a language. Which spelling of it a table’s screens and pages have is decided here alone: the
translations are written with ß, and ``manage.py catalogues`` makes a second catalogue of them for the other spelling.
"""

GERMAN = "de"
SWISS_GERMAN = "de-ch"
FRANCS = "CHF"


def spelt(language: str, currency: str) -> str:
    """The language in the spelling of a house with this money."""
    return SWISS_GERMAN if (language, currency) == (GERMAN, FRANCS) else language


def spoken(language: str) -> str:
    """The language without its spelling: numbers and amounts are written alike in both."""
    return language.partition("-")[0]


def swiss(text: str) -> str:
    """A German text without ß; the other way round only a dictionary could tell."""
    return text.replace("ß", "ss")
