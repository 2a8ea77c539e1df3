"""Names in a manual: buttons, alerts, articles and rules by the words on the screens.

Texts call these functions instead of writing the words out, so that a manual follows the screens, and has the figures
and offices of the house. The names that were used are collected, for the tests.
"""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from markupsafe import Markup, escape

from procedures.articles import ARTICLES, KINDS
from procedures.articles.article import Article
from table.play.declaration import VERBS
from table.play.effects import EFFECTS
from table.rules.profile import Profile, Role
from table.screens.rules.page import RuleLine, every_line
from table.words.numbers import Numbers
from table.words.terms import ROLES, SEVERITIES

ANCHOR = "m-"
"""Prefix of every anchor in a manual, which may be shown on top of a screen with anchors of its own."""


ALWAYS_ENFORCED: dict[int, Article] = {
    it.number: it
    for it in (
        Article(
            11,
            _("One stake at a position"),
            first=lambda profile: (
                _("give the second stake back")
                if profile.stakes_per_position == "one"
                else _("one of each player; give a second one back")
            ),
        ),
        Article(
            12,
            _("Chips of the house, one’s own stake"),
            first=_("banknotes lie on the table, and are changed before closing"),
        ),
        Article(
            13,
            _("Seats and reservations"),
            first=lambda profile: (
                _("nobody plays at a marked place")
                if profile.reader == "none"
                else _("who stands never reads; nobody plays at a marked place")
            ),
        ),
        Article(
            14,
            _("Limits and suspension"),
            first=lambda profile: (
                _("new limits hold from the next coup")
                if profile.announce_limits_by is None
                else _("new limits hold once announced, from the next coup")
            ),
        ),
    )
}
"""Articles that are not in ARTICLES: the screens allow nothing against them."""
ALL_ARTICLES: dict[int, Article] = dict(sorted((ARTICLES | ALWAYS_ENFORCED).items()))
"""Articles of the manuals and of the quick card by their numbers, in order, the premise first."""


NAMED = ("acts", "alerts", "kinds", "articles", "rules", "buttons")
"""Kinds of names that are collected."""


class ContentsEntry(NamedTuple):
    """Entry of the list of contents: anchor and title."""

    anchor: str
    title: str


class ManualWords:
    """Functions for the templates of one manual in one house, in the active language.

    ``named`` collects the names that the text uses, by kind (:data:`NAMED`); the first use of an act, alert or kind is
    an anchor, to which a “?” of a screen leads. An unknown name raises KeyError, that of an office ValueError.
    """

    def __init__(self, profile: Profile, numbers: Numbers) -> None:
        """Begin a manual for a house: with all lines of its rules, and with nothing named or listed yet."""
        self.house = profile
        self.named: dict[str, list[str]] = {what: [] for what in NAMED}
        self.sections: list[ContentsEntry] = []
        self._rules: dict[str, RuleLine] = every_line(profile, numbers)

    def section(self, key: str, title: str) -> Markup:
        """Return an ``h2`` heading with the id ANCHOR + ``key``, and add it to the list of contents."""
        self.sections.append(ContentsEntry(ANCHOR + key, title))
        return Markup('<h2 id="{}">{}</h2>').format(ANCHOR + key, title)

    def article(self, number: int) -> Markup:
        """Return an ``h3`` heading for an article, and add it to the list of contents and to the articles in ``named``.

        Its id is ANCHOR + ``article-<number>``; 0 is the premise.
        """
        self.named["articles"].append(str(number))
        name, title = ALL_ARTICLES[number].name, ALL_ARTICLES[number].title
        self.sections.append(ContentsEntry(f"{ANCHOR}article-{number}", f"{name} · {title}"))
        return Markup('<h3 id="{}article-{}"><small>{}</small> {}</h3>').format(ANCHOR, number, name, title)

    def act(self, verb: str) -> Markup:
        """Return the title of a verb's button as ``<b class="key">``, with an anchor at its first mention."""
        return self._named("acts", "act", verb, VERBS[verb].title)

    def alert(self, code: str) -> Markup:
        """Return the title of an alert as ``<b class="key">``, with an anchor at its first mention in the manual.

        ``code`` is the name of the effect that raises it; an effect without an alert fails an assertion.
        """
        title = EFFECTS[code].alert
        assert title is not None, f"{code} is no alert"
        return self._named("alerts", "alert", code, title)

    def kind(self, name: str) -> Markup:
        """Return the words for a kind of incident in the list of incidents, else its title, as ``<b class="key">``.

        At its first mention in the manual it has an anchor.
        """
        offer = KINDS[name][1].offer
        return self._named("kinds", "kind", name, offer.words if offer else KINDS[name][1].title)

    def button(self, text: str, context: str = "") -> Markup:
        """Return another text of a screen, translated, as ``<b class="key">``: of no act, such as a dialog's title.

        ``text`` is its English id, ``context`` that of the catalogue. The id, not the translation, is added to the
        buttons in ``named``, behind its context and ``chr(4)`` if it has one.
        """
        self.named["buttons"].append(f"{context}\x04{text}" if context else text)
        return Markup('<b class="key">{}</b>').format(pgettext(context, text) if context else gettext(text))

    def rules(self, *topics: str) -> Markup:
        """Return the sentences of the house's rules on these topics as a box; empty if none of them applies.

        All topics are added to those in ``named``.
        """
        self.named["rules"].extend(topics)
        sentences = [self._rules[topic].sentence for topic in topics if topic in self._rules]
        lines = Markup("").join(Markup("<li>{}</li>").format(it) for it in sentences)
        head = gettext("In this house")
        return (
            Markup('<aside class="here"><b>{}</b><ul>{}</ul></aside>').format(head, lines) if sentences else Markup("")
        )

    def office(self, key: str) -> Markup:
        """Return the escaped name, without a tag, of the office to which this policy key is set.

        Raises ValueError where the house has set it to none.
        """
        return escape(ROLES[Role(getattr(self.house, key))])

    def role(self, name: str) -> Markup:
        """Return the escaped name, without a tag, of the office with this role; it is not added to ``named``.

        Raises ValueError for an unknown role.
        """
        return escape(ROLES[Role(name)])

    def severity(self, name: str) -> Markup:
        """Return the words for a severity of alerts, by its name, as ``<b class="key">``; not added to ``named``."""
        return Markup('<b class="key">{}</b>').format(SEVERITIES[name])

    def say(self, words: str) -> Markup:
        """Return words that are said aloud, in Italian, as a quotation."""
        return Markup('<q class="say" lang="it">{}</q>').format(words)

    def typed(self, *keys: str) -> Markup:
        """Return each key of a keyboard in a ``kbd`` element, with blanks between."""
        return Markup(" ").join(Markup("<kbd>{}</kbd>").format(key) for key in keys)

    def _named(self, what: str, prefix: str, name: str, title: Promise | str) -> Markup:
        """Return ``title`` as ``<b class="key">``, at the first mention of ``name`` with an id.

        That is ANCHOR + ``prefix-name``. The name is added to those collected for ``what`` (:data:`NAMED`).
        """
        first = name not in self.named[what]
        self.named[what].append(name)
        place = Markup(' id="{}{}-{}"').format(ANCHOR, prefix, name) if first else Markup("")
        return Markup('<b class="key"{}>{}</b>').format(place, title)
