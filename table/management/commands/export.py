"""`manage.py export CODE… INTO --by BADGE`: writes registers out for proof, one file each, and records it.

With `--since-last` each file holds only the entries after the last export, in a folder of the day. Anybody can check
the files with `sabot-verify.pyz` (`make verifier`), without this house.
"""

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from itertools import chain as chain_of
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from table.management.registers import registers
from table.management.terminal import nonempty, path, quiet_door
from table.models import HOUSE, Person
from table.record import chain, door
from table.record.machine import owner
from table.record.machine.files import replace_atomically
from table.record.proof import export, gaps
from table.record.proof.handed_out import ENDING, copy_of, exports_in, goes_on, went_on
from table.record.refusals import raised_as
from table.rules.readers import Form, Report
from table.verifier.files import ExportPart
from table.verifier.head import NOTHING, End
from table.verifier.shown import in_one_line


class ExportTask(NamedTuple):
    """Register to be exported, the file for it, and the entry after which it begins."""

    code: str
    path: Path
    after: End = NOTHING

    @property
    def of(self) -> str:
        """Name of the register in the entry of the export: ``T3``, or ``T3 341-`` if it begins at entry 341."""
        return f"{self.code} {self.after.number + 1}-" if self.after.number else self.code


class Command(BaseCommand):
    """Export one register into a file, or several into a folder; the door refuses whoever may not take them."""

    help = "Writes registers out so that anybody can check them: JSON Lines, signed; every copy is an entry."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare codes, then a file or folder; ``--all``, ``--since-last``, ``--by`` (required) and ``--json``.

        With ``--since-last`` only codes are named: it may have the folder of earlier exports, by default EXPORTS;
        without the option it is None. That codes or badge exist is not checked here.
        """
        words = "the table's code, or house; at last a new file, or a folder where there are several"
        parser.add_argument("named", nargs="*", type=nonempty, metavar="CODE… INTO", help=words)
        parser.add_argument("--all", action="store_true", dest="every", help="every register there is")
        words = (
            "only what came since what was handed out last and lies in FOLDER (EXPORTS), into a folder of the day there"
        )
        parser.add_argument("--since-last", nargs="?", type=path, const=settings.EXPORTS, metavar="FOLDER", help=words)
        parser.add_argument("--by", required=True, metavar="BADGE", help="who takes them out of the house")
        parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON object a line for each file")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write each register to its file and print a line on it, as a sentence or as JSON.

        Each is recorded as an export by this badge before its file is written. Raises CommandError if nobody active has
        the badge, and at the first register that fails; files written before that stay. Where lines in the house's file
        of seals cannot be read, stderr says that seals may be missing.
        """
        by = Person.objects.filter(badge=options["by"], is_active=True).first()
        if by is None:
            raise CommandError(_("Nobody works here with the badge “%(badge)s”.") % {"badge": options["by"]})
        for task in self._tasks(options["named"], since_last=options["since_last"], every=options["every"]):
            copy, head = _hand_out(task, by=by), ExportPart.of(task.path).head
            facts = {"register": task.code, "file": str(task.path), "copy": copy, "entries": head.end.number}
            facts["since"] = head.after.number
            words = _("%(register)s: written to %(file)s, copy %(copy)s.")
            if task.after.number:
                words = _("%(register)s: what came after entry %(since)s, up to %(entries)s, written to %(file)s.")
            self.stdout.write(chain.canonical(facts) if options["as_json"] else words % facts)
            if head.seals_unreadable:
                said = _(
                    "%(register)s: seals may be missing; lines of the seals of this house that are none: %(count)s."
                )
                self.stderr.write(said % {"register": task.code, "count": head.seals_unreadable})

    def _tasks(self, named: list[str], *, since_last: Path | None, every: bool) -> Sequence[ExportTask]:
        """List the registers to export, each with its file and the entry after which it begins.

        Without ``since_last`` the last of ``named`` is the file or folder; raises CommandError if a file exists. With
        it, the folder of earlier exports, only registers that have grown since, each after the entry that
        :meth:`_after` finds; the house, if named, comes last if it or any other has grown, as each export is an entry
        of it. ``every``: all registers, and no code is named. Raises CommandError for wrong arguments.
        """
        if since_last is None:
            tasks = _whole(named, every=every)
            for it in tasks:
                if it.path.exists():
                    raise CommandError(_("There is a file already: %(file)s") % {"file": it.path})
            return tasks
        files = exports_in(since_last)
        codes = {*registers(named, every=every), *(files if every else ())}
        at_home = since_last == Path(settings.EXPORTS)
        after = {code: self._after(code, files, at_home=at_home) for code in sorted(codes)}
        news = [code for code, end in after.items() if export.reached(code).number > end.number]
        # Each export is an entry of the house: its own register then has a new one too, and goes last.
        news = [*(it for it in news if it != HOUSE), *([HOUSE] if news and HOUSE in codes else [])]
        day = _day(since_last, news)
        return [ExportTask(code, day / f"{code}{ENDING}", after[code]) for code in news]

    def _after(self, code: str, files: Mapping[str, Sequence[ExportPart]], *, at_home: bool) -> End:
        """Return the entry after which a register's next file begins: the last of its ``files`` that agree with it.

        ``files`` maps codes to earlier exports. Files that contradict the register are passed over. NOTHING if there is
        no other, or one is missing before the last. What contradicts or is missing is printed to stderr and stored as a
        ``Gap``; a lack of any file only ``at_home``, the house's own folder, if a part of the register was handed out.
        """
        after, said, found = goes_on(code, files.get(code, ()), others=at_home and went_on(code))
        for sentence in said:
            self.stderr.write(in_one_line(sentence))
        for kind in found:
            gaps.found(code, kind)
        return after


def _day(folder: Path, codes: Sequence[str]) -> Path:
    """Return the path of today's folder, without creating it.

    If one of these registers has a file there, the first numbered folder (``.2`` …) in which none has.
    """
    day = folder / f"{timezone.localdate():%Y-%m-%d}"
    days = chain_of([day], (day.with_name(f"{day.name}.{number}") for number in count(2)))
    return next(it for it in days if not any((it / f"{code}{ENDING}").exists() for code in codes))


def _whole(named: Sequence[str], *, every: bool) -> list[ExportTask]:
    """List the tasks for whole registers: the last of `named` is the folder for their files.

    For a single register it is the file itself, unless it is a folder that exists. ``every`` adds all registers of the
    house. Raises CommandError without a name, for an unknown code, and with both or neither of codes and ``every``.
    """
    if not named:
        raise CommandError(_("Say into which file or folder it goes."))
    *codes, last = named
    meant, into = registers(codes, every=every), Path(last)
    single = len(meant) == 1 and not into.is_dir()
    return [ExportTask(code, into if single else into / f"{code}{ENDING}") for code in meant]


def _hand_out(task: ExportTask, *, by: Person) -> int:
    """Record `export` in the house's register, write the file, and return the number of the copy.

    Makes missing folders. Raises CommandError for a refusal, or if the file cannot be written: then the entry stays,
    but no part of the file.
    """
    arguments: dict[str, Any] = {
        "report": Report.PROOF,
        "of": task.of,
        "form": Form.JSONL,
        "language": settings.LANGUAGE_CODE,
    }
    try:
        with raised_as(CommandError), quiet_door():
            answer = door.perform(HOUSE, "export", by=by, nonce=uuid4().hex, **arguments)
        owner.folder(task.path.parent)
        with replace_atomically(task.path) as file:
            if task.path.is_relative_to(settings.EXPORTS):
                owner.give(file.fileno(), task.path.parent)
            file.writelines(export.lines(task.code, after=task.after))
    except OSError as error:
        raise CommandError(_("It cannot be written: %(why)s") % {"why": error}) from None
    return copy_of(answer.outcomes[0])
