"""What a manual calls things: every button, alert, article and rule by the words that stand on the screens.

A text names them and never writes them out. So a button that is renamed is renamed in the manuals, and the figures and
offices are those of the house whose manual is read. What has been named is kept, and is what tests look at.
"""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from markupsafe import Markup, escape

from procedures.articles import ARTICLES, KINDS
from table.play.effects import EFFECTS
from table.rules.profile import Profile, Role
from table.screens.read.numbers import Numbers
from table.screens.rules.page import RuleLine, every_line
from table.terms import ROLES, SEVERITIES
from table.verbs.declaration import VERBS

ANCHOR = "m-"
"""What every place of a manual is called with, lest it be taken for one of the screen over which it is laid."""


ALWAYS_KEPT: dict[int, Promise] = {
    11: _("One stake at a position"),
    12: _("Chips of the house, one’s own stake"),
    13: _("Seats and reservations"),
    14: _("Limits and suspension"),
}
"""The articles that need no sheet, as nothing can be done at these screens against them."""


def titled(number: int) -> tuple[str, str]:
    """An article by the name that the table has for it, and its title."""
    if number in ALWAYS_KEPT:
        return f"Art. {number}", str(ALWAYS_KEPT[number])
    return ARTICLES[number].name, str(ARTICLES[number].title)


NAMED = ("acts", "alerts", "kinds", "articles", "rules", "buttons")
"""What a text names, by what it is."""


class Section(NamedTuple):
    """A place of a manual that its list of contents leads to."""

    anchor: str
    title: str


class Words:
    """The words of one manual in one house, in the language of the moment.

    ``named`` has, by what they are (:data:`NAMED`), the names that the text has used.
    The first time that something is named is the place to which a “?” of a screen leads.
    """

    def __init__(self, profile: Profile, numbers: Numbers) -> None:
        self.house = profile
        self.named: dict[str, list[str]] = {what: [] for what in NAMED}
        self.sections: list[Section] = []
        self._rules: dict[str, RuleLine] = every_line(profile, numbers)

    def section(self, key: str, title: str) -> Markup:
        """A heading that stands in the list of contents."""
        self.sections.append(Section(ANCHOR + key, title))
        return Markup('<h2 id="{}">{}</h2>').format(ANCHOR + key, title)

    def article(self, number: int) -> Markup:
        """The heading of an article."""
        self.named["articles"].append(str(number))
        name, title = titled(number)
        self.sections.append(Section(f"{ANCHOR}article-{number}", f"{name} · {title}"))
        return Markup('<h3 id="{}article-{}"><small>{}</small> {}</h3>').format(ANCHOR, number, name, title)

    def act(self, verb: str) -> Markup:
        """What can be pressed, as its button calls it."""
        return self._named("acts", "act", verb, VERBS[verb].title)

    def alert(self, code: str) -> Markup:
        """What inspectors are told, as it stands on their screens."""
        title = EFFECTS[code].alert
        assert title is not None, f"{code} is no alert"
        return self._named("alerts", "alert", code, title)

    def kind(self, name: str) -> Markup:
        """What has gone wrong, as the list of incidents has it; what only the table notices, as its sheet has it."""
        offer = KINDS[name][1].offer
        return self._named("kinds", "kind", name, offer.words if offer else KINDS[name][1].title)

    def button(self, text: str, context: str = "") -> Markup:
        """Other words of a screen: a button that opens something, the title of a sheet."""
        self.named["buttons"].append(f"{context}\x04{text}" if context else text)
        return Markup('<b class="key">{}</b>').format(pgettext(context, text) if context else gettext(text))

    def rules(self, *topics: str) -> Markup:
        """What holds in this house on these points, as its page of rules says it; what does not arise is left out."""
        self.named["rules"].extend(topics)
        held = [self._rules[topic].sentence for topic in topics if topic in self._rules]
        lines = Markup("").join(Markup("<li>{}</li>").format(it) for it in held)
        head = gettext("In this house")
        return Markup('<aside class="here"><b>{}</b><ul>{}</ul></aside>').format(head, lines) if held else Markup("")

    def office(self, key: str) -> Markup:
        """The office that this policy key names, such as the one that decides the limits."""
        return escape(ROLES[Role(getattr(self.house, key))])

    def role(self, name: str) -> Markup:
        """An office of the house."""
        return escape(ROLES[Role(name)])

    def severity(self, name: str) -> Markup:
        """What an alert asks for."""
        return Markup('<b class="key">{}</b>').format(SEVERITIES[name])

    def say(self, words: str) -> Markup:
        """What is said aloud, in its own wording."""
        return Markup('<q class="say" lang="it">{}</q>').format(words)

    def typed(self, *keys: str) -> Markup:
        """Keys of a keyboard."""
        return Markup(" ").join(Markup("<kbd>{}</kbd>").format(key) for key in keys)

    def _named(self, what: str, prefix: str, name: str, title: Promise | str) -> Markup:
        first = name not in self.named[what]
        self.named[what].append(name)
        place = Markup(' id="{}{}-{}"').format(ANCHOR, prefix, name) if first else Markup("")
        return Markup('<b class="key"{}>{}</b>').format(place, title)
