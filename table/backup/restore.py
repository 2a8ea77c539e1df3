"""Restores a backup: reads it, lays it beside the house, verifies it, records the restore and replaces the house."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from uuid import uuid4

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _

from table.backup import keys, pack, postgresql, sqlite, underway
from table.backup.facts import asking, facts
from table.backup.keys import Keys
from table.backup.lead import Lead, lead, unknown
from table.backup.pack import Failed, Manifest, failing_with
from table.models import HOUSE, OnlineSession, Person, StaffSession, schema
from table.models.register import MOST_SIGNS
from table.record import door, key, seals
from table.record.epoch import renew_epoch
from table.record.losses import loss_of, losses
from table.record.machine import owner
from table.record.machine.files import name_twice, replace_atomically
from table.record.proof import audit
from table.record.refusals import raised_as
from table.record.seals import OwnSeals, Seal
from table.verifier.keyring import OF_KEYS
from table.verifier.shown import in_one_line

Place = sqlite.FilePlace | postgresql.SchemaPlace


class Restored(NamedTuple):
    """Result of a restore: manifest; sealed entries that it lacks, as ``T1 341-350``; place of the old house, or "".

    ``fault`` says in a sentence that the house is restored but its seals could not be written, and why; else "".
    """

    manifest: Manifest
    lost: str
    aside: str
    fault: str


class RestoreOptions(NamedTuple):
    """Options of a restore: badge of whoever restores, database to replace, whether to accept unsound registers.

    ``keys`` are public keys that the operator knows from elsewhere to have been this house's.
    """

    by: str
    replace: str = ""
    unsound: bool = False
    keys: tuple[str, ...] = ()


class RestoreTask(NamedTuple):
    """Backup accepted for restoring: manifest, keys, their chain to today's, target, and whether to keep its house.

    ``mark`` is laid while keys and database are being exchanged (:mod:`.underway`).
    """

    manifest: Manifest
    found: Keys
    lead: Lead
    place: Place
    keep: bool
    mark: underway.Mark

    @property
    def to_be_put(self) -> Keys:
        """Keys of the backup to write to this machine; without its seal key if this house seals with another one."""
        return {name: it for name, it in self.found.items() if name != keys.SEAL or not self.lead.today}


def restore(path: Path, at_hand: Callable[[Manifest], Keys], wanted: RestoreOptions) -> Restored:
    """Replace this house by the one in a backup; return its manifest, the entries lost, the old one's place, a fault.

    Lost are sealed entries that the backup lacks, "" if none; the place is "" if there was no house. `at_hand` returns
    the backup's keys. Blocks until done; needs the house unserved. The restored database is migrated, has no sessions
    and another epoch, and records the restore and each key that leads from the backup's to the one here; keys of the
    backup that differ are written here, its seal key as an earlier one if another is in use. Then seals of both are
    written, and all registers sealed; if that fails, it is the fault. Raises :class:`Failed`; then nothing is replaced.
    """
    with failing_with(_("Nothing was restored: %(why)s")):
        task = _accepted(path, at_hand, wanted)
        # What of it cannot be deleted is no reason to undo anything: `prune` drops it.
        with TemporaryDirectory(prefix=".restored.", dir=task.place.folder, ignore_cleanup_errors=True) as folder:
            parts = pack.unpack(path, task.manifest, Path(folder))
            known = _known(parts)
            lost, now = _restore(task, parts[pack.DATABASE], known=known, wanted=wanted)
    fault = _sealed(task, known.seals, now=now)
    return Restored(task.manifest, lost, str(task.place.aside) if task.keep else "", fault)


def _accepted(path: Path, at_hand: Callable[[Manifest], Keys], wanted: RestoreOptions) -> RestoreTask:
    """Return the task of restoring a backup, after checking that keys, engine, version and seal key fit.

    Raises Failed for a backup that cannot be read or does not fit, where a house is here that `wanted.replace` does not
    name, where no key leads from the backup's to the one here, and for a malformed one of `wanted.keys`. `at_hand` is
    called with the manifest and returns the keys.
    """
    manifest = pack.read(path)
    _check_fits(manifest)
    found = at_hand(manifest)
    _check_bound(manifest, found)
    place = sqlite.FilePlace() if connection.vendor == "sqlite" else postgresql.SchemaPlace()
    keep = _check_free(place, wanted.replace)
    try:
        leads = lead(manifest, wanted.keys)
    except seals.Unreadable as error:
        raise Failed(_("This is no public key: %(why)s") % {"why": error}) from None
    return RestoreTask(manifest, found, leads, place, keep, underway.Mark())


def keys_for(manifest: Manifest, *, file: Path | None, passphrase: Callable[[], str]) -> Keys:
    """Return the keys that the manifest of a backup names, from a key file or, if `file` is None, from this machine.

    Calls `passphrase` only with a file. Raises Failed if the file is missing or cannot be decrypted, or the keys are
    not those of the backup; OSError if it cannot be read.
    """
    if file is None:
        found = keys.keys_for_backup(manifest)
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
    _check_bound(manifest, found)
    return {name: found[name] for name in manifest.keys}


def _check_bound(manifest: Manifest, found: Keys) -> None:
    """Raise Failed unless these are all keys that the manifest names, unchanged, and the seal key that signed it."""
    if not keys.fit(found, manifest):
        raise Failed(_("These are not the keys of the house in this backup."))


# --- checks before restoring


def _check_fits(manifest: Manifest) -> None:
    """Raise Failed for a backup of another engine or of a version with migrations that this one does not have."""
    facts = {"engine": manifest.engine, "here": connection.vendor, "version": manifest.version}
    if manifest.engine != connection.vendor:
        raise Failed(
            _(
                "This is the backup of a house on %(engine)s, and this house is set to %(here)s. Restore it to "
                "%(engine)s; “manage.py move” moves a house from SQLite to PostgreSQL."
            )
            % facts
        )
    known = {f"{app}.{name}" for app, name in MigrationLoader(connection).disk_migrations}
    if set(manifest.migrations) - known:
        raise Failed(
            _("This backup was made by version %(version)s, which is newer than this one. Install that one first.")
            % facts
        )


def _check_free(place: Place, replace: str) -> bool:
    """Return whether there is a house to put aside.

    Raises Failed if there is one and `replace` is not the name of its database (of the file on SQLite).
    """
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


# --- restoring


def _restore(task: RestoreTask, database: Path, *, known: OwnSeals, wanted: RestoreOptions) -> tuple[str, str]:
    """Lay, migrate, verify and install the restored database; return the lost entries and the time.

    Where anything fails, all is undone and the error raised. Before it is installed it loses its sessions, records the
    restore and the keys that lead to today's, and gets another epoch; the exchange is marked (``task.mark``), and the
    keys are written to this machine. The mark stays where undoing is broken off as well. The house stays locked until
    the place is left or finished. The entries are a text as of :func:`_verified`; the time is the one in the names of
    files that were put aside, such as 20261127T173000123456Z.
    """
    # To the microsecond, so that two restores in a second do not give the same name.
    now, place, written = f"{timezone.now():%Y%m%dT%H%M%S%fZ}", task.place, list[keys.WrittenKey]()
    try:
        place.lay(database, aside=f"before-{now}")
        call_command("migrate", verbosity=0)
        # Backups of earlier versions hold those of the online game.
        for signed_in in (StaffSession, OnlineSession):
            signed_in.objects.all().delete()
        with keys.at_work(task.found):
            lost = _verified(task, known, unsound=wanted.unsound)
        task.mark.lay()
        keys.put(task.to_be_put, written, now=now)
        with keys.at_work(task.found):
            _enter(task.manifest, lost, by=wanted.by)
            # Each key that leads from the backup's to today's; none if the house goes on with the backup's.
            for it in task.lead.links(task.manifest, task.found[keys.SEAL]):
                _perform("change_seal_key", by=wanted.by, key=OF_KEYS + it.key, signature=it.signature)
            renew_epoch()
            place.put()
    except BaseException:
        try:
            keys.put_back(written)
        finally:
            place.leave()
        task.mark.undone()
        raise
    return lost, now


def _verified(task: RestoreTask, known: OwnSeals, *, unsound: bool) -> str:
    """Check the restored registers, and return the entries that seals prove but the backup lacks, as "T1 340-352".

    Seals of entries on record as lost already, and those by no key of the house, are left out; empty where none is
    lacking. Raises Failed if a register is not sound or does not fit its seals, if a seal is unreadable or by no key of
    the house, or if the house's register names another current key than the one that made the backup; with `unsound`
    such faults are passed over, and told nowhere.
    """
    ends, ring, lost_before = _ends(), task.lead.keyring(task.manifest), losses()
    faults = [*_of_another_key(task.manifest), *known.unreadable, *unknown(known.seals, ring)]
    sound = [it for it in known.seals if it.of_keys(ring)[0]]
    sound = [it for it in sound if loss_of(it.register, it.number, it.at, known=lost_before) is None]
    there = [it for it in sound if it.number <= ends.get(it.register, 0)]
    faults += [fault for code in sorted(ends) for fault in (*audit.faults(code), *seals.broken(code, there, ring))]
    if faults and not unsound:
        raise Failed(
            _("The registers in this backup are not sound; “--unsound” restores it all the same:\n%(faults)s")
            % {"faults": "\n".join(map(in_one_line, faults))}
        )
    newest: dict[str, int] = {}
    for seal in sound:
        newest[seal.register] = max(seal.number, newest.get(seal.register, 0))
    behind = {code: (ends.get(code, 0) + 1, number) for code, number in sorted(newest.items())}
    return ", ".join(f"{code} {since}-{number}" for code, (since, number) in behind.items() if since <= number)


def _of_another_key(manifest: Manifest) -> Iterator[str]:
    """Yield a fault if the restored register names another current seal key than the one that signed the manifest.

    None where it names no key at all.
    """
    named = key.on_record()
    if named and named[-1].key != manifest.public:
        yield f"house {named[-1].number}: it names {named[-1].key}, and the backup was made with {manifest.public}"


def _ends() -> dict[str, int]:
    """Number of the last entry of each register in the default database, by code."""
    return {code: end.number for code, end in facts(asking()).registers.items()}


def _enter(manifest: Manifest, lost: str, *, by: str) -> None:
    """Record the restore in the house's register by the verb "restore", in several entries if the texts are long.

    Raises Failed if nobody active has the badge `by`, and for a refusal.
    """
    came, gone = _in_pieces(manifest.up_to), _in_pieces(lost)
    for at in range(max(len(came), len(gone))):
        up_to, missing = came[min(at, len(came) - 1)], gone[at] if at < len(gone) else ""
        _perform("restore", by=by, taken=manifest.taken, up_to=up_to, lost=missing)


def _in_pieces(listed: str) -> list[str]:
    """Split a list such as ``T1 340, T2 20`` at its commas into pieces that an entry can hold, in their order.

    At least one piece comes back, "" of an empty list.
    """
    pieces = [""]
    for item in listed.split(", "):
        longer = f"{pieces[-1]}, {item}" if pieces[-1] else item
        pieces = [*pieces[:-1], longer] if len(longer) <= MOST_SIGNS else [*pieces, item]
    return pieces


def _perform(verb: str, *, by: str, **given: Any) -> None:
    """Record an act of the house by this badge. Raises Failed if nobody active has it, and for a refusal."""
    person = Person.objects.filter(badge=by, is_active=True).first()
    if person is None:
        raise Failed(_("Nobody works here with the badge “%(badge)s”.") % {"badge": by})
    with raised_as(Failed):
        door.perform(HOUSE, verb, by=person, nonce=uuid4().hex, **given)


# --- the seals


def _known(parts: Mapping[str, Path]) -> OwnSeals:
    """Return the seals in the backup together with those on this machine, which may be younger, by their time.

    Lines that are no seals are reported for this machine only.
    """
    backed_up = seals.in_lines(parts[pack.SEALS].read_bytes()) if pack.SEALS in parts else OwnSeals([], [])
    own = seals.own()
    unreadable = [_("%(line)s of the seals of this house is none.") % {"line": it} for it in own.unreadable]
    return OwnSeals(sorted({*backed_up.seals, *own.seals}, key=lambda seal: seal.at), unreadable)


def _sealed(task: RestoreTask, known: Sequence[Seal], *, now: str) -> str:
    """Write key and seals of a restored house, remove the mark, release the locks; return what failed of it, or "".

    A seal key of the backup that is not today's is kept as an earlier one; seals are written as of :func:`_seal`.
    """
    unsealed = _("The house is restored, but its seals could not be written; run “manage.py seal --all”: %(why)s")
    try:
        with underway.exchanged(), failing_with(unsealed):
            if task.lead.today:
                key.keep_earlier(task.found[keys.SEAL], now)
            _seal(known, now=now)
    except Failed as failed:
        return str(failed)
    finally:
        task.place.finish(keep=task.keep)
    return ""


def _seal(known: Sequence[Seal], *, now: str) -> None:
    """Write the known seals to this machine, unless they are those here, and seal every register anew. Raises OSError.

    A file of other seals is kept as ``<name>.before-<now>``; it stays in its place until the new one is written.
    """
    path = Path(settings.SEALS_FILE)
    if set(seals.own().seals) != set(known):
        owner.folder(path.parent)
        aside = path.with_name(f"{path.name}.before-{now}")
        if path.exists():
            name_twice(path, aside)
        with replace_atomically(path) as file:
            owner.give(file.fileno(), aside if aside.exists() else path.parent)
            file.writelines(f"{seals.written(seal)}\n".encode() for seal in known)
    for code in sorted(_ends()):
        seals.keep(code)
