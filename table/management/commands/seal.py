"""`manage.py seal`: signs the last entry of registers, so that a later change of them is detected.

With `--new-key` it changes the key instead, on the record.
"""

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from table.management import new_key
from table.management.registers import add_registers, entries, registers
from table.record import chain, key, seals


class Command(BaseCommand):
    """Seal one register or all; each seal is appended to the file of seals and printed."""

    help = "Seals a register, or all: number, digest and time of its last entry, signed with the house's key."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare codes or ``--all``, ``--json``, ``--public``, ``--new-key``, ``--lost``, ``--by`` and ``--with``.

        Codes or ``--all`` are needed unless ``--public`` or ``--new-key`` is given. The last three are for
        ``--new-key``: the key before is lost, who changes it, and the second person.
        """
        add_registers(parser)
        parser.add_argument("--public", action="store_true", help="print the public key alone; with --json all of them")
        parser.add_argument("--new-key", action="store_true", help="make another key, which the one before signs")
        parser.add_argument(
            "--lost", action="store_true", help="the one before is lost: two people say so, by their PINs"
        )
        parser.add_argument(
            "--by", default="", metavar="BADGE", help="who changes the key, or of the Direzione says it is lost"
        )
        parser.add_argument(
            "--with", default="", dest="witness", metavar="BADGE", help="the Comunale or auditor beside them"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Seal the named registers, or ``--all``, and print each seal, unless ``--public`` or ``--new-key`` is given.

        ``--public`` prints the public key, as JSON all keys on record; ``--new-key`` changes the key, with ``--lost``,
        ignored without it, by two people. Raises CommandError unless codes or ``--all``, not both, are given, where one
        cannot be sealed or a lost key has no second person, and as :meth:`_new_key`; with ``--public`` OSError, if
        there is no key yet and none can be made.
        """
        if options["public"]:
            named = [it._asdict() for it in key.keyring().named]
            self.stdout.write(chain.canonical(named) if options["as_json"] else seals.public_key())
            return
        if options["new_key"]:
            if options["lost"] and not options["witness"]:
                raise CommandError(_("A lost key is replaced by two people: “--with” names the second one."))
            self._new_key(options["by"], options["witness"] if options["lost"] else "")
            return
        try:
            self._seal(options)
        except OSError as error:
            raise CommandError(_("The registers could not be sealed: %(why)s") % {"why": error}) from None

    def _new_key(self, by: str, witness: str) -> None:
        """Change the key by the badge `by`, or with a `witness` ("": none) replace a lost one; print its public half.

        All registers are sealed by it. PINs are typed only for a lost one, by both people. A change that was
        interrupted is completed. Raises CommandError for a refusal and for errors of files; it says so where the key is
        changed all the same.
        """
        try:
            new = new_key.replace_lost(by, witness) if witness else new_key.change(by)
        except OSError as error:
            words = _(
                "The change of the key was broken off: %(why)s. Put that right and give the command again, which goes "
                "on with it."
            )
            raise CommandError(words % {"why": error}) from None
        words = _(
            "From now on the house seals by %(key)s; hand it to whoever keeps seals. The key before lies beside it."
        )
        self.stdout.write(words % {"key": new})

    def _seal(self, options: dict[str, Any]) -> None:
        """Seal the registers named, or every one with ``--all``, and print each seal, as a sentence or as JSON.

        One without an entry, or whose row is gone, as that of a table that was deleted, gets none, and a line that says
        so; as JSON its ``seal`` is null. Raises CommandError for an unknown code, and unless exactly one of codes and
        ``--all`` is given; OSError at the first that cannot be sealed, those before it stay.
        """
        for code in registers(options["codes"], every=options["every"]):
            seal = seals.keep(code)
            if options["as_json"]:
                self.stdout.write(chain.canonical({"register": code, "seal": seal and msgspec.to_builtins(seal)}))
            elif seal is None:
                self.stdout.write(_without_seal(code))
            else:
                facts = {"register": code, "number": seal.number, "digest": seal.digest, "at": seal.at}
                self.stdout.write(_("%(register)s %(number)s sealed at %(at)s: %(digest)s") % facts)


def _without_seal(code: str) -> str:
    """Say why a register gets no seal: it has no entry, or entries without the row that says which is the last."""
    facts = {"register": code, "count": entries(code)}
    if not facts["count"]:
        return _("%(register)s: no entry yet, nothing to seal.") % facts
    words = _(
        "%(register)s: not sealed. It has entries (%(count)s), but the row that says which is the last is gone or "
        "altered; “manage.py verify” tells more."
    )
    return words % facts
