"""The verb that hands out a report: it records every copy that leaves the house."""

from django.utils.translation import pgettext_lazy

from table.models import Export, House
from table.play.act import Act
from table.play.declaration import NOBODY, verb
from table.rules.profile import Role
from table.rules.readers import READERS, Form, Report
from table.rules.refusal import Code, require

MOST_LETTERS = 200


@verb(
    title=pgettext_lazy("act", "hand out a report"),
    said=(pgettext_lazy("record", "report “%(report)s” of %(of)s to be handed out as %(form)s"),),
    roles=frozenset[Role]().union(*READERS.values()),
    owner=House,
    deciders=NOBODY,
)
def export(act: Act, *, report: Report, of: str, form: Form, language: str) -> None:
    """Record that a report is to leave the house ("exported", with the number of the copy), before its file is made.

    Refused (E_ROLE) to roles that may not read it. ``of`` names what it is about, such as a table and a number, or
    the filters of a page, in 1 to 200 printable ASCII characters, ``language`` its language in at most five (else
    E_ARGUMENTS). Copies of one report of one thing are counted from 1, in whatever form and language.
    """
    require(
        act.role in READERS[report],
        Code.ROLE,
        "The report “%(report)s” is not for the role “%(role)s”.",
        report=report.value,
        role=act.role,
    )
    plain = of.isascii() and of.isprintable() and 0 < len(of) <= MOST_LETTERS
    require(plain, Code.ARGUMENTS, "What a report is of is told in up to 200 plain signs.")
    require(len(language) <= 5 and language.isascii(), Code.ARGUMENTS, "A language is told by its code, such as it.")
    columns = {"report": report.value, "of": of}
    before = Export.objects.filter(**columns).order_by("-copy").values_list("copy", flat=True).first() or 0
    Export.objects.create(number=act.number, copy=before + 1, form=form.value, language=language, **columns)
    act.effect("exported", copy=before + 1)
