"""Sentences on the Regola: what its table does not show, or what a document leaves open."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from table.rules.houses import marked
from table.rules.profile import Profile
from table.screens.rules.sentences import Rule, tableau
from table.words.numbers import Numbers


def sentences(profile: Profile, _numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on who draws, how points are counted, and what printed tables of the Regola leave open.

    Those on figures and on Banco's 3 after a 9 come only where a document of the house has a mark for them.
    """
    yield Rule(
        "regola",
        _("Nobody has a choice: the points decide who takes a third card."),
        other=_("A hand that has a right to a third card may do without it."),
    )
    yield Rule("regola.table", _("Who takes a third card after which is printed in the table."))
    yield Rule(
        "regola.same",
        _("They decide it in every house alike, as the rules of the game are the same."),
        other=_("Each house draws by the letter of its own document."),
    )
    yield Rule(
        "regola.points",
        _("A hand counts the last digit of its sum: aces one, tens and figures nothing."),
        other=_("Only a sum of more than ten is reduced; exactly ten stays ten."),
    )
    if not marked(profile, "regola.figures").own:
        yield Rule(
            "regola.figures",
            _("Figures, which the table calls ten, count nothing, as the premise has it."),
            other=_("They count ten, and the ten of the sum is dropped: it comes to the same."),
        )
    yield _punto_stood(profile)
    if not marked(profile, "regola.three_after_nine").own:
        yield Rule(
            "regola.three_after_nine",
            _(
                "Banco with 3 draws when Punto’s third card counts 9. The source lists the cards after which Banco "
                "draws and those after which it stands, and the 9 is in neither list; every other document has Banco "
                "draw."
            ),
        )


def _punto_stood(profile: Profile) -> Rule:
    """Return the rule on what Banco does where Punto stood, in the rows that printed tables leave open then.

    It names these rows and up to which points Banco draws; its other reading has Banco stand, as the table is printed.
    """
    topic, rows = "regola.punto_stood", tableau.banco()
    open_rows = [row.points for row in rows if len(set(row.after)) > 1]
    draws_to = max(row.points for row in rows if row.stood)
    text = _(
        "Where Punto’s third card decides (Banco %(first)s to %(last)s), printed tables leave open what Banco does "
        "when Punto stood. It then draws up to %(most)s, as Baccarat online says outright."
    )
    letter = _("Banco with %(points)s then stands, as the table is printed.")
    return Rule(
        topic,
        text % {"first": open_rows[0], "last": open_rows[-1], "most": draws_to},
        other=letter % {"points": marked(profile, topic).mark.other},
    )
