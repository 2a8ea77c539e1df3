"""The keys of a house, which never lie in its database: as one file that nothing opens but a passphrase.

They are the key that signs cookies and makes the secrets of webhooks, the one that seals registers, and the pepper of
the PINs. The passphrase is stretched by scrypt (RFC 7914), and what it opens is closed by AES-256-GCM.
"""

import hmac
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.conf import settings
from django.utils.translation import gettext as _

from table.backup.files import whole
from table.backup.pack import Failed, Manifest
from table.record.proof.key import earlier, public_of

FORM = "sabot-keys-1"
COST, MOST_COST = 2**17, 2**20
"""The cost of one guess at a passphrase: as scrypt counts it, 128 MiB and a third of a second; and what is bearable."""
FEWEST_SIGNS = 12
SECRET, SEAL, PEPPER = "secret_key", "seal_key", "pin_pepper"
PIN_PEPPER, SEAL_KEY_FILE = "PIN_PEPPER", "SEAL_KEY_FILE"
Keys = Mapping[str, bytes]


class Locked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of keys: how the passphrase is stretched, and what it opens (base64)."""

    form: str
    cost: int
    salt: str
    nonce: str
    locked: str


# --- the keys of this machine


def files() -> dict[str, Path]:
    """Where each key lies."""
    places = {SECRET: settings.SECRET_KEY_FILE, SEAL: settings.SEAL_KEY_FILE, PEPPER: settings.PIN_PEPPER_FILE}
    return {name: Path(place) for name, place in places.items()}


def here() -> Keys:
    """The keys with which this house works; one that it has not needed yet is not among them."""
    kept = {name: path.read_bytes() for name, path in files().items() if name != SECRET and path.is_file()}
    return {SECRET: settings.SECRET_KEY.encode(), **kept}


def here_at(manifest: Manifest) -> Keys:
    """The keys of this machine as they were when that backup was taken: the one that sealed then may lie beside."""
    kept = here()
    sealed = [it for it in (kept.get(SEAL), *earlier()) if it and public_of(it) == manifest.public]
    return {**kept, SEAL: sealed[0]} if sealed else kept


def marks(keys: Keys) -> dict[str, str]:
    """By what each key is known again; whoever has not the one that seals learns nothing from it."""
    return {name: hmac.digest(keys[SEAL], name.encode() + b"\0" + key, "sha256").hex() for name, key in keys.items()}


def fit(keys: Keys, manifest: Manifest) -> bool:
    """Whether these are the keys of the house whose backup names them so, and the one that seals has signed it."""
    wanted = manifest.keys
    with suppress(ValueError):
        own = public_of(keys.get(SEAL, b"")) == manifest.public
        return own and marks({name: keys[name] for name in wanted if name in keys} | {SEAL: keys[SEAL]}) == wanted
    return False


# --- the file of keys


def lock(keys: Keys, passphrase: str) -> bytes:
    """The keys as a file that this passphrase opens."""
    if len(passphrase) < FEWEST_SIGNS:
        raise Failed(_("A passphrase has %(count)s signs at least.") % {"count": FEWEST_SIGNS})
    salt, nonce = os.urandom(16), os.urandom(12)
    plain = msgspec.json.encode({name: b64encode(key).decode() for name, key in keys.items()})
    closed = AESGCM(_stretched(passphrase, salt, COST)).encrypt(nonce, plain, FORM.encode())
    texts = (b64encode(it).decode() for it in (salt, nonce, closed))
    return msgspec.json.encode(Locked(FORM, COST, *texts)) + b"\n"


def unlock(path: Path, passphrase: str) -> Keys:
    """The keys in a file; a wrong passphrase and a damaged file look alike."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Locked)
        salt, nonce, closed = (b64decode(it, validate=True) for it in (found.salt, found.nonce, found.locked))
        plain = AESGCM(_stretched(passphrase, salt, min(found.cost, MOST_COST))).decrypt(
            nonce, closed, found.form.encode()
        )
        return {name: b64decode(key) for name, key in msgspec.json.decode(plain, type=dict[str, str]).items()}
    except (InvalidTag, ValueError, msgspec.DecodeError):
        raise Failed(_("The passphrase is wrong, or this file of keys is damaged: %(file)s") % {"file": path}) from None


def _stretched(passphrase: str, salt: bytes, cost: int) -> bytes:
    return Scrypt(salt=salt, length=32, n=cost, r=8, p=1).derive(passphrase.encode())


# --- they are put in their places


@contextmanager
def put(keys: Keys, *, now: str) -> Iterator[None]:
    """The keys in their places, other ones that were there beside them; as before where what follows fails."""
    places, at_work = files(), here()
    moved: list[tuple[Path, Path | None]] = []
    try:
        for name, key in keys.items():
            if at_work.get(name, b"").strip() != key.strip():
                moved.append((places[name], _aside(places[name], now)))
                with whole(places[name]) as file:
                    file.write(key)
        yield
    except BaseException:
        for place, aside in moved:
            place.unlink(missing_ok=True)
            if aside is not None:
                aside.rename(place)
        raise


@contextmanager
def at_work(keys: Keys) -> Iterator[None]:
    """What is on record is compared by pepper and seal key of this house, not by those of the machine."""
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
    """Whether the environment names another key to sign with, which goes before the one in the file."""
    return os.environ.get("SECRET_KEY", "").encode() not in (b"", keys[SECRET])


def _aside(place: Path, now: str) -> Path | None:
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not place.exists():
        return None
    aside = place.with_name(f"{place.name}.before-{now}")
    place.rename(aside)
    return aside
