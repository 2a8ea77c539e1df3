"""Keys of a house, which are never in its database: exported to a file encrypted by a passphrase, and put back.

They are the key that signs cookies and makes the secrets of webhooks, the one that seals registers, and the pepper of
the PINs. The passphrase is stretched by scrypt (RFC 7914), and the keys are encrypted by AES-256-GCM.
"""

import getpass
import hmac
import os
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.conf import settings
from django.utils.translation import gettext as _

from table.backup.pack import Failed, Manifest, failing_with
from table.record.chain import read
from table.record.key import earlier, is_key, public_of
from table.record.machine import owner
from table.record.machine.files import drop_rests, name_twice, replace_atomically

FORM = "sabot-keys-1"
COST, MOST_COST = 2**17, 2**20
"""Work factor of scrypt (N): the one used, 128 MiB and a third of a second a guess; the highest accepted in a file."""
FEWEST_SIGNS = 12
SECRET, SEAL, PEPPER = "secret_key", "seal_key", "pin_pepper"
PIN_PEPPER, SEAL_KEY_FILE = "PIN_PEPPER", "SEAL_KEY_FILE"
Keys = Mapping[str, bytes]


class LockedKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """File of encrypted keys: scrypt's work factor, then salt, nonce and ciphertext in base64."""

    form: str
    cost: int
    salt: str
    nonce: str
    locked: str


# --- the keys of this machine


def files() -> dict[str, Path]:
    """Paths of the key files, by name (secret_key, seal_key, pin_pepper), whether or not they exist."""
    places = {SECRET: settings.SECRET_KEY_FILE, SEAL: settings.SEAL_KEY_FILE, PEPPER: settings.PIN_PEPPER_FILE}
    return {name: Path(place) for name, place in places.items()}


def keys_in_use() -> Keys:
    """Return the keys in use on this machine: their bytes by the names of :func:`files`.

    The secret key is that of the settings, always there; any other that is not made yet is missing.
    """
    found = {name: path.read_bytes() for name, path in files().items() if name != SECRET and path.is_file()}
    return {SECRET: settings.SECRET_KEY.encode(), **found}


def keys_for_backup(manifest: Manifest) -> Keys:
    """Keys of this machine for a backup: as `keys_in_use`, but with the seal key that signed it, if an earlier one did.

    The seal key in use stays where that key is not on this machine.
    """
    in_use = keys_in_use()
    sealed = [it for it in (in_use.get(SEAL, b""), *earlier()) if is_key(it) and public_of(it) == manifest.public]
    return {**in_use, SEAL: sealed[0]} if sealed else in_use


def marks(keys: Keys) -> dict[str, str]:
    """HMACs of the keys under the seal key, by name: they identify keys, and reveal nothing without the seal key.

    Each is HMAC-SHA-256 over name, a zero byte and key, in hexadecimal; that of the seal key is among them. KeyError
    if there is no seal key among the keys.
    """
    return {name: hmac.digest(keys[SEAL], name.encode() + b"\0" + key, "sha256").hex() for name, key in keys.items()}


def fit(keys: Keys, manifest: Manifest) -> bool:
    """Whether `keys` hold every key that a manifest names, unchanged, and their seal key is the one that signed it."""
    wanted = manifest.keys
    with suppress(ValueError):
        own = public_of(keys.get(SEAL, b"")) == manifest.public
        return own and marks({name: keys[name] for name in wanted if name in keys} | {SEAL: keys[SEAL]}) == wanted
    return False


# --- the file of keys


def lock(keys: Keys, passphrase: str) -> bytes:
    """Return the content of a key file, as JSON: the keys encrypted by AES-GCM under `passphrase` stretched by scrypt.

    Raises Failed if the passphrase has fewer than 12 characters.
    """
    if len(passphrase) < FEWEST_SIGNS:
        raise Failed(_("A passphrase has %(count)s signs at least.") % {"count": FEWEST_SIGNS})
    salt, nonce = os.urandom(16), os.urandom(12)
    plain = msgspec.json.encode({name: b64encode(key).decode() for name, key in keys.items()})
    closed = AESGCM(_stretched(passphrase, salt, COST)).encrypt(nonce, plain, FORM.encode())
    texts = (b64encode(it).decode() for it in (salt, nonce, closed))
    return msgspec.json.encode(LockedKeys(FORM, COST, *texts)) + b"\n"


def unlock(path: Path, passphrase: str) -> Keys:
    """Decrypt a key file and return its keys by name.

    Raises Failed without telling a wrong passphrase from a damaged file, OSError if it cannot be read.
    """
    try:
        found = read(path.read_bytes(), LockedKeys)
        salt, nonce, closed = (b64decode(it, validate=True) for it in (found.salt, found.nonce, found.locked))
        plain = AESGCM(_stretched(passphrase, salt, min(found.cost, MOST_COST))).decrypt(
            nonce, closed, found.form.encode()
        )
        return {name: b64decode(key) for name, key in read(plain, dict[str, str]).items()}
    except (InvalidTag, ValueError, OverflowError):
        raise Failed(_("The passphrase is wrong, or this file of keys is damaged: %(file)s") % {"file": path}) from None


def _stretched(passphrase: str, salt: bytes, cost: int) -> bytes:
    """Derive a key of 32 bytes from a passphrase by scrypt, with `cost` as its N, a power of two above 1 (r is 8, p 1).

    Raises ValueError for any other `cost`.
    """
    return Scrypt(salt=salt, length=32, n=cost, r=8, p=1).derive(passphrase.encode())


# --- putting keys in their places


class WrittenKey(NamedTuple):
    """Path of a key file that was replaced, and the second name of the one before; None if there was none."""

    place: Path
    aside: Path | None


def put(keys: Keys, written: list[WrittenKey], *, now: str) -> None:
    """Write the keys to their files, each of which is added to `written` before it is touched.

    A file with another key is kept as `<name>.before-<now>`, and the new one has its owner, its group and the
    group's right to read; a key that this machine uses already is not written. What a restore that was killed has left
    of a key beside these files is deleted first. Raises OSError.
    """
    places, at_work = files(), keys_in_use()
    for place in places.values():
        drop_rests(place)
    for name, key in keys.items():
        if at_work.get(name, b"").strip() != key.strip():
            aside = _aside(places[name], now)
            written.append(WrittenKey(places[name], aside))
            with replace_atomically(places[name]) as file:
                owner.give(file.fileno(), aside or places[name].parent)
                file.write(key)


def put_back(written: Sequence[WrittenKey]) -> None:
    """Restore the key files that were there before :func:`put`, and delete those that were not. Raises OSError."""
    for place, aside in written:
        if aside is None:
            place.unlink(missing_ok=True)
        else:
            aside.rename(place)
            # The two names are of one file still where the other key could not be written.
            aside.unlink(missing_ok=True)


@contextmanager
def at_work(keys: Keys) -> Iterator[None]:
    """Use the pepper and the seal key among `keys`, instead of this machine's, while the block runs.

    Changes the settings of the whole process. The seal key must be among them; without a pepper the machine's stays.
    """
    own = {name: getattr(settings, name, b"") for name in (PIN_PEPPER, SEAL_KEY_FILE)}
    with TemporaryDirectory() as folder:
        setattr(settings, PIN_PEPPER, keys.get(PEPPER, own[PIN_PEPPER]).strip())
        setattr(settings, SEAL_KEY_FILE, Path(folder) / SEAL)
        settings.SEAL_KEY_FILE.write_bytes(keys[SEAL])
        try:
            yield
        finally:
            for name, before in own.items():
                setattr(settings, name, before)


def is_overruled(keys: Keys) -> bool:
    """Whether the environment sets a different SECRET_KEY, which takes precedence over the key's file."""
    return os.environ.get("SECRET_KEY", "").encode() not in (b"", keys[SECRET])


def _aside(place: Path, now: str) -> Path | None:
    """Give a file a second name, `<name>.before-<now>`, and return that path; None where there is none.

    Makes the folder of `place` if it is missing. Raises OSError, as where that name is taken.
    """
    owner.folder(place.parent)
    if not place.exists():
        return None
    aside = place.with_name(f"{place.name}.before-{now}")
    # Without its own name it would be missed by whoever starts anew after a kill, before the other one is in its place.
    name_twice(place, aside)
    return aside


# --- the passphrase


def read_passphrase(file: Path | None, *, twice: bool = False) -> str:
    """Return the first line of `file`, or without one (None) a passphrase asked for at the terminal.

    It is asked for twice if `twice`, and may be empty. Raises Failed if the file cannot be read, is no text in
    UTF-8 or is open to everybody, if there is neither file nor terminal, or if the two differ.
    """
    if file is not None:
        with failing_with(_("The passphrase cannot be read: %(why)s")):
            if file.stat().st_mode & 0o007:
                raise Failed(_("Everybody on this machine can read the passphrase in %(file)s.") % {"file": file})
            return file.read_text(encoding="utf-8").partition("\n")[0]
    if not sys.stdin.isatty():
        raise Failed(
            _("A passphrase is needed: it is asked for on a terminal, else “--passphrase-file” names its file.")
        )
    given = getpass.getpass(_("Passphrase of the keys: "))
    if twice and getpass.getpass(_("Once more: ")) != given:
        raise Failed(_("The two passphrases differ; nothing was done."))
    return given
