"""A backup is restored: read, laid beside the house, verified there, entered in the register, and put in its place."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _

from table import schema
from table.backup import keys, pack, postgresql, sqlite
from table.backup.facts import facts
from table.backup.files import whole
from table.backup.keys import Keys
from table.backup.pack import Failed, Manifest, told
from table.models import HOUSE, Person
from table.record import door
from table.record.epoch import renew_epoch
from table.record.proof import audit, seals
from table.record.proof.losses import loss_of, losses
from table.record.proof.seals import Seal
from table.record.refusals import say
from table.rules.refusal import Refused
from table.verbs.house.keeping import MOST_SIGNS
from table.verifier.keyring import Keyring, Named

Place = sqlite.Place | postgresql.Place


class Restored(NamedTuple):
    """What was restored; the sealed entries that are not in it, such as ``T1 341-350``; where the other house lies."""

    manifest: Manifest
    lost: str
    aside: str


class Wanted(NamedTuple):
    """How a backup is to be restored: in whose name, in place of which house, and although it is not sound."""

    by: str
    replace: str = ""
    unsound: bool = False


def restore(path: Path, at_hand: Callable[[Manifest], Keys], wanted: Wanted) -> Restored:
    """Put the house of this backup in the place of this one; ``at_hand`` gives its keys. Raises :class:`Failed`."""
    with told(_("Nothing was restored: %(why)s")):
        manifest = pack.read(path)
        _check_fits(manifest)
        found = at_hand(manifest)
        place = sqlite.Place() if connection.vendor == "sqlite" else postgresql.Place()
        keep = _check_free(place, wanted.replace)
        with TemporaryDirectory(prefix=".restored.", dir=place.folder) as folder:
            parts = {name: Path(folder) / name for name in manifest.parts}
            for name, into in parts.items():
                pack.unpack(path, manifest, name, into)
            known = _known(manifest, parts)
            lost, now = _restore(
                manifest, parts[pack.DATABASE], place=place, found=found, known=known, wanted=wanted, keep=keep
            )
    with told(_("The house is restored, but its seals could not be written; run “manage.py seal --all”: %(why)s")):
        _seal(known, now=now)
    return Restored(manifest, lost, str(place.aside) if keep else "")


def keys_for(manifest: Manifest, *, file: Path | None, passphrase: Callable[[], str]) -> Keys:
    """The keys of the house in this backup, from their file or, without one, from this machine."""
    if file is None:
        found = keys.here()
    elif file.is_file():
        found = keys.unlock(file, passphrase())
    else:
        raise Failed(
            _(
                "The keys of the house are missing: there is no file %(file)s. “--keys” names another one, and "
                "“--keys-here” takes those of this machine."
            )
            % {"file": file}
        )
    if not keys.fit(found, manifest.keys):
        raise Failed(_("These are not the keys of the house in this backup."))
    return {name: found[name] for name in manifest.keys}


# --- may it be restored here?


def _check_fits(manifest: Manifest) -> None:
    """A backup is of the engine that the house is set to, and of no later version."""
    told = {"engine": manifest.engine, "here": connection.vendor, "version": manifest.version}
    if manifest.engine != connection.vendor:
        raise Failed(
            _(
                "This is the backup of a house on %(engine)s, and this house is set to %(here)s. Restore it to "
                "%(engine)s; “manage.py move” moves a house from SQLite to PostgreSQL."
            )
            % told
        )
    known = {f"{app}.{name}" for app, name in MigrationLoader(connection).disk_migrations}
    if set(manifest.migrations) - known:
        raise Failed(
            _("This backup was made by version %(version)s, which is newer than this one. Install that one first.")
            % told
        )


def _check_free(place: Place, replace: str) -> bool:
    """Whether there is a house in its place, which is put aside only where it is named."""
    there = schema.holds_a_house(connection)
    if there and replace != place.name:
        raise Failed(
            _(
                "There is a house in the database “%(name)s” already. “--replace %(name)s” puts it aside and the "
                "backup in its place."
            )
            % {"name": place.name}
        )
    return there


# --- it is restored


def _restore(
    manifest: Manifest,
    database: Path,
    *,
    place: Place,
    found: Keys,
    known: Sequence[Seal],
    wanted: Wanted,
    keep: bool,
) -> tuple[str, str]:
    """All of it or nothing; gives the sealed entries that it does not hold, and when it was done."""
    now = f"{timezone.now():%Y%m%dT%H%M%SZ}"
    try:
        # To the microsecond: whoever restores twice in a second has put two houses aside.
        place.lay(database, aside=f"before-{timezone.now():%Y%m%dT%H%M%S%fZ}")
        call_command("migrate", verbosity=0)
        with keys.at_work(found):
            lost = _verified(manifest, known, unsound=wanted.unsound)
        with keys.put(found, now=now):
            _enter(manifest, lost, by=wanted.by)
            renew_epoch()
            place.put(keep=keep)
    except BaseException:
        place.leave()
        raise
    return lost, now


def _verified(manifest: Manifest, known: Sequence[Seal], *, unsound: bool) -> str:
    """The sealed entries that are younger than the backup; Failed where it is not what was sealed, or not sound."""
    ends, lost_before = _ends(), losses()
    known = [it for it in known if loss_of(it.register, it.number, it.at, known=lost_before) is None]
    there = [it for it in known if it.number <= ends.get(it.register, 0)]
    faults = [
        fault
        for code in sorted(ends)
        for fault in (*audit.faults(code), *seals.broken(code, there, Keyring([Named(manifest.public, 0, "")])))
    ]
    if faults and not unsound:
        raise Failed(
            _("The registers in this backup are not sound; “--unsound” restores it all the same:\n%(faults)s")
            % {"faults": "\n".join(faults)}
        )
    newest: dict[str, int] = {}
    for seal in known:
        newest[seal.register] = max(seal.number, newest.get(seal.register, 0))
    behind = {code: (ends.get(code, 0) + 1, number) for code, number in sorted(newest.items())}
    return ", ".join(f"{code} {since}-{number}" for code, (since, number) in behind.items() if since <= number)


def _ends() -> dict[str, int]:
    """How far each register has come that is asked now."""
    with connection.cursor() as cursor:

        def ask(query: str) -> list[tuple[Any, ...]]:
            cursor.execute(query)
            return list(cursor.fetchall())

        return {code: end.number for code, end in facts(ask).registers.items()}


def _enter(manifest: Manifest, lost: str, *, by: str) -> None:
    """That the house was restored is an entry of its register, by somebody who may."""
    person = Person.objects.filter(badge=by, is_active=True).first()
    if person is None:
        raise Failed(_("Nobody works here with the badge “%(badge)s”.") % {"badge": by})
    given: dict[str, Any] = {"taken": manifest.taken, "up_to": manifest.up_to[:MOST_SIGNS], "lost": lost[:MOST_SIGNS]}
    try:
        door.perform(HOUSE, "restore", by=person, nonce=uuid4().hex, **given)
    except Refused as refused:
        raise Failed(say(refused)) from None


# --- the seals


def _known(manifest: Manifest, parts: Mapping[str, Path]) -> list[Seal]:
    """The seals of this house: those in the backup, and those that this machine has, which may be younger."""
    public = seals.public(manifest.public)
    files = [parts[pack.SEALS]] if pack.SEALS in parts else []
    found = {seal for path in (*files, Path(settings.SEALS_FILE)) for seal in _in(path) if seal.fits(public)}
    return sorted(found, key=lambda seal: seal.at)


def _in(path: Path) -> list[Seal]:
    """The seals in a file; a line that was just being written when it was copied is none."""
    found: list[Seal] = []
    with suppress(FileNotFoundError):
        for line in path.read_bytes().splitlines():
            with suppress(msgspec.DecodeError):
                found.append(msgspec.json.decode(line, type=Seal))
    return found


def _seal(known: Sequence[Seal], *, now: str) -> None:
    """Every seal of the house is on this machine, and every register is sealed as it stands."""
    path = Path(settings.SEALS_FILE)
    there = _in(path)
    if set(there) != set(known):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if there:
            path.rename(path.with_name(f"{path.name}.before-{now}"))
        with whole(path) as file:
            file.writelines(f"{seals.written(seal)}\n".encode() for seal in known)
    for code in sorted(_ends()):
        seals.keep(code)
