"""List of the manuals, with their titles and readers."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from table.rules.profile import Role


@dataclass(frozen=True)
class Manual:
    """Manual; its text are its ``sections``, each in all languages: ``templates/manuals/<name>/<section>.html``.

    ``readers`` are the offices for which it is written: it has every act that one of them may press. Everybody who is
    signed in may read it.
    """

    name: str
    title: Promise
    about: Promise
    readers: frozenset[Role]
    sections: tuple[str, ...]


MANUALS: Mapping[str, Manual] = {
    it.name: it
    for it in (
        Manual(
            "dealer",
            _("The dealer’s manual"),
            _("an evening at the table, coup by coup, and each article with what is said, done and pressed"),
            frozenset({Role.DEALER}),
            (
                "screen",
                "opening",
                "stakes",
                "coup",
                "reading",
                "thirds",
                "paying",
                "burn",
                "cut-card",
                "blank",
                "seats",
                "tips",
                "take-back",
                "incidents",
                "change",
                "link",
                "keys",
                "training",
            ),
        ),
        Manual(
            "inspector",
            _("The inspectors’ manual"),
            _("pit, alerts, seats, limits, presence, and how a case is decided"),
            frozenset({Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.CAPO_TAVOLO}),
            (
                "pit",
                "alerts",
                "open-close",
                "seats",
                "waiting",
                "service",
                "odds",
                "deciding",
                "other-decisions",
                "incidents",
                "record",
            ),
        ),
        Manual(
            "direzione",
            _("The manual of the Direzione"),
            _("people, rules, limits, rulings, what nobody collects, and the record"),
            frozenset({Role.DIREZIONE, Role.AUDITOR, Role.INSTRUCTOR}),
            ("office", "people", "tables", "own-rules", "limits", "rulings", "custody", "record", "training"),
        ),
        Manual(
            "technician",
            _("The technician’s manual"),
            _("tablets, televisions, card readers, displays, and what keeps the house running"),
            frozenset({Role.OPERATOR}),
            ("what", "https", "pi", "android", "ipad", "tv", "pairing", "readers", "link", "keeping"),
        ),
    )
}
