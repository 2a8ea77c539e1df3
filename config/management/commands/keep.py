"""`manage.py keep`: nightly work on the record: erases what is past its time, and seals every register."""

from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext as _

from procedures.models import UNDECIDED, Incident
from table.access import attempts
from table.access.sessions import ended
from table.management.registers import of_the_direzione, registers
from table.management.terminal import quiet_door
from table.models import HOUSE, Note, Person
from table.models.register import MOST_NOTES
from table.models.schema import check_made
from table.record import door, seals
from table.record.cross_register import evenings
from table.record.refusals import raised_as


class Command(BaseCommand):
    """Erase old texts, forget sign-ins and wrong PINs, and seal, in the name of a person of the Direzione.

    Entries are never changed; erasing records `erase_notes`. With `--dry-run` it only prints what would be done.
    """

    help = "Erases texts older than the house keeps them, forgets old sign-ins and wrong PINs, seals every register."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare ``--by BADGE``, which is required, and the switch ``--dry-run``."""
        parser.add_argument("--by", required=True, metavar="BADGE", help="who of the Direzione has it done")
        parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")

    def handle(self, *_args: Any, by: str, dry_run: bool, **_options: Any) -> None:
        """Erase old texts, forget sign-ins that are over and old wrong PINs, seal all registers, and print the counts.

        Texts are erased in the name of ``by``. Nothing is changed on a dry run. Raises CommandError for a badge that is
        not of the Direzione and for a database that is not migrated, before anything is done. Raises it, too, where
        `erase_notes` is refused, and where a seal cannot be written: what comes after is done all the same, and of
        several failures the last is raised.
        """
        check_made()
        person = of_the_direzione(by)
        self._say(_("Nothing is changed; this is what would be done:") if dry_run else _("Done for the night:"))
        with ExitStack() as night:
            # Called in the reverse order once the texts are done, each of them though one before it has failed.
            night.callback(self._seals, dry=dry_run)
            night.callback(self._wrong_pins, dry=dry_run)
            night.callback(self._sign_ins, dry=dry_run)
            night.enter_context(raised_as(CommandError))
            self._texts(person, dry=dry_run)

    def _say(self, sentence: str, **given: object) -> None:
        self.stdout.write(sentence % given)

    def _seals(self, *, dry: bool) -> None:
        """Seal every register with an entry, also one sealed up to its last already, and print the number of seals.

        Those of tables that are gone get none. ``dry`` only prints the number of all registers, these and empty ones
        too. Raises CommandError where a seal cannot be written.
        """
        codes = registers((), every=True)
        try:
            count = len(codes) if dry else sum(seals.keep(code) is not None for code in codes)
        except OSError as error:
            raise CommandError(_("The registers could not be sealed: %(why)s") % {"why": error}) from None
        self._say(_("registers sealed: %(count)s"), count=count)

    def _sign_ins(self, *, dry: bool) -> None:
        """Delete the sign-ins that have been over for longer than GRACE, and print how many; ``dry`` only counts."""
        over = ended()
        self._say(_("sign-ins that are over, forgotten: %(count)s"), count=over.count() if dry else over.delete()[0])

    def _wrong_pins(self, *, dry: bool) -> None:
        """Delete wrong PINs and attacks of more than RETAIN_WRONG_PINS_DAYS ago, and devices unused for KNOWN_FOR.

        Those that may lock somebody out now are left; ``dry`` only counts. Prints how many wrong PINs and how many
        devices.
        """
        days = settings.RETAIN_WRONG_PINS_DAYS
        tried, attacks, unused = attempts.old(timezone.now() - timedelta(days=days))
        count = tried.count() if dry else tried.delete()[0]
        if not dry:
            attacks.delete()
        self._say(_("wrong PINs of more than %(days)s days ago, forgotten: %(count)s"), days=days, count=count)
        given = {"days": attempts.KNOWN_FOR.days, "count": unused.count() if dry else unused.delete()[0]}
        self._say(_("devices where a badge was not used for %(days)s days, forgotten: %(count)s"), **given)

    def _texts(self, person: Person, *, dry: bool) -> None:
        """Erase texts older than RETAIN_NOTES_DAYS, and secrets of evenings begun before, and print how many texts.

        Texts from the first undecided case of a table on stay (:func:`_old_texts`). An evening is from an opening to
        the next; one that still goes on loses its secret, too. Where that setting is 0 nothing is erased, which is
        printed; ``dry`` only counts the texts. Refused as `erase_notes` is; then no secret is erased.
        """
        days = settings.RETAIN_NOTES_DAYS
        if not days:
            self._say(_("texts are kept for ever: RETAIN_NOTES_DAYS is not set"))
            return
        digests = _old_texts(days)
        if not dry:
            _erase(digests, person)
            evenings.forget_before(timezone.now() - timedelta(days=days))
        self._say(_("texts of more than %(days)s days ago, erased: %(count)s"), days=days, count=len(digests))


def _old_texts(days: int) -> list[str]:
    """List the digests of the texts to be erased: those older than ``days``, the oldest first.

    At a table with an undecided case none is listed from the entry on that opened the case.
    """
    old = Note.objects.filter(erased=False, at__lt=timezone.now() - timedelta(days=days)).order_by("at", "pk")
    undecided = (
        Incident.objects.filter(status__in=UNDECIDED).order_by().values("table__code").annotate(first=Min("number"))
    )
    for case in undecided:
        old = old.exclude(register=case["table__code"], number__gte=case["first"])
    return list(old.values_list("digest", flat=True))


def _erase(digests: Sequence[str], person: Person) -> None:
    """Record `erase_notes` in the name of this person, with the reason ``too_old``, for these texts in their order.

    It makes an entry for each MOST_NOTES of them, none without texts. Refused as the act is; entries before that stay.
    """
    with quiet_door():
        for at in range(0, len(digests), MOST_NOTES):
            some = list(digests[at : at + MOST_NOTES])
            door.perform(HOUSE, "erase_notes", by=person, nonce=uuid4().hex, notes=some, why="too_old")
