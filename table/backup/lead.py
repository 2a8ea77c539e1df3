"""Chain of signed seal keys from the one that made a backup to the one in use today, and the keyring of both."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from table.backup.pack import Failed, Manifest
from table.models import schema
from table.record import key, seals
from table.record.seals import Seal
from table.verifier.keyring import Keyring, Named


class Lead(NamedTuple):
    """Keys that the register of the current house names, keys trusted by the operator, and today's if it differs.

    `today` is empty where the restored house goes on sealing with the key of its backup.
    """

    here: Sequence[Named]
    brought: Sequence[str]
    today: str = ""

    def links(self, manifest: Manifest, private: bytes) -> Sequence[Named]:
        """List the keys from the one after the backup's own to today's, each signed by the one before.

        The restored register is to name them. They are those of `here`; if these do not lead from the backup's key to
        today's, or one is not signed, it is today's alone, signed directly with `private`, the backup's. Empty without
        `today`.
        """
        if not self.today:
            return []
        known = [it.key for it in self.here]
        between = self.here[known.index(manifest.public) + 1 :] if manifest.public in known else []
        if between and between[-1].key == self.today and all(it.is_signed for it in between):
            return between
        signature = key.signed_to(private, manifest.public, self.today)
        return [Named(self.today, 0, "", manifest.public, signature)]

    def keyring(self, manifest: Manifest) -> Keyring:
        """Return all keys of the house, those on record in the restored database first, then those on record here.

        At the end come `brought` and `today`; none comes twice. Where the restored database has none on record, the
        backup's stands for them. Call it once the restored database is the default one.
        """
        restored = key.on_record() or [Named(manifest.public, 0, "")]
        later = [*self.here, *(Named(it, 0, "") for it in (*self.brought, self.today) if it)]
        found = {it.key: it for it in (*later, *restored)}
        order = dict.fromkeys([*(it.key for it in restored), *(it.key for it in later)])
        return Keyring([found[it] for it in order])


def lead(manifest: Manifest, brought: Sequence[str]) -> Lead:
    """Find out how the seal key of a backup is related to the one in use here; `brought` are public keys (hex).

    The result has no `today` if the keys are the same, if the file of the seal key here holds none, or if there is
    neither a house nor a seal. Raises Failed if they differ, and neither the keys on record, the files of earlier keys
    here nor `brought` hold that of the backup; Unreadable for a malformed one of `brought`.
    """
    for it in brought:
        seals.public(it)
    there = schema.holds_a_house(connection)
    here = key.on_record() if there else []
    own, path = seals.own(), Path(settings.SEAL_KEY_FILE)
    text = path.read_bytes() if path.is_file() else b""
    today = key.public_of(text) if key.is_key(text) and (there or own.seals) else ""
    if not today or today == manifest.public:
        return Lead(here, brought)
    known = {*(it.key for it in here), *brought, *map(key.public_of, key.earlier())}
    if manifest.public not in known:
        facts = {"made": manifest.public, "today": today}
        raise Failed(
            _(
                "This backup was made with the key %(made)s, and this house seals by %(today)s: nothing here leads "
                "from the one to the other. If you know from elsewhere that it was a key of this house, say so: "
                "--key %(made)s"
            )
            % facts
        )
    return Lead(here, brought, today)


def unknown(known: Iterable[Seal], keys: Keyring) -> list[str]:
    """Describe, in English and in their order, each seal that none of `keys` made.

    As ``T1 340: the seal of <its time> was not signed …``: register, entry and time of the seal.
    """
    return [
        f"{it.register} {it.number}: the seal of {it.at} was not signed with a key of this house"
        for it in known
        if not it.of_keys(keys)[0]
    ]
