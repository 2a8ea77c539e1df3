"""`manage.py catalogues`: updates the translations from the sources, checks them, and compiles them."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from table.management.catalogues import Catalogues


class Command(BaseCommand):
    """Update every catalogue and compile it; options do only a part."""

    help = "Updates the translations from the sources and compiles them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what replaces updating and compiling the translations: check, only compile, or update and prune."""
        only = parser.add_mutually_exclusive_group()
        only.add_argument("--check", action="store_true", help="change nothing; fail when a translation is incomplete")
        only.add_argument("--compile", action="store_true", help="compile only, for running and testing")
        only.add_argument("--prune", action="store_true", help="update, and drop what the sources no longer say")

    def handle(self, *_: Any, **options: Any) -> None:
        """Update and compile the catalogues of every language but English; with ``--compile`` only compile.

        ``--prune`` also drops obsolete messages. With ``--check`` change nothing, and raise CommandError with
        the faults if one is incomplete or not as an update would write it.
        """
        # English needs no catalogue: the ids are English.
        languages = [code for code, _ in settings.LANGUAGES if code != "en"]
        catalogues = Catalogues(settings.BASE_DIR, languages)
        if options["check"]:
            if faults := catalogues.faults():
                raise CommandError(
                    "\n".join(["The translations are not complete; `make catalogues` updates them:", *faults])
                )
            return
        if not options["compile"]:
            catalogues.update(prune=options["prune"])
        catalogues.compile()
