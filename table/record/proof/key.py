"""The key of the house that seals its registers: a file that only its owner reads, never in the database.

Its public half stands on the record from the first entry of the house on. What another key would sign is not signed.
"""

import json
import os
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from table.models import House
from table.play.act import Act
from table.verbs.house import keeping
from table.verifier.keyring import Keyring, Named, message

BEFORE, TO_COME = ".before-", ".new"
"""How the files are called beside the key: of one that was replaced, and of one that is to take its place."""


class NotOnRecord(OSError):
    """The key that lies here is not the one by which the house seals, as its register has it; nothing was signed."""


# --- on record


def on_record() -> list[Named]:
    """The keys that the register names, the last one that of today; none in a house that no act has named one in.

    In plain SQL: also a database that an earlier version has made is asked, and it knows of none.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM table_house ORDER BY id LIMIT 1")
        row = cursor.fetchone() or ()
        found = {column[0]: value for column, value in zip(cursor.description, row, strict=False)}.get("seal_keys")
    told = json.loads(found) if isinstance(found, str) else found
    return [Named(**it) for it in told or ()]


def keyring(named: Sequence[Named] = ()) -> Keyring:
    """The keys of this house; where none is on record the one that lies here."""
    return Keyring(named or on_record() or [Named(public_key(), 0, "")])


def name_first(act: Act) -> None:
    """The first entry of a house says by which key it seals, and so does the first one of a house of before."""
    if isinstance(act.owner, House) and not act.owner.seal_keys:
        # Where none can be made, as the disk is full, the next act names it.
        with suppress(OSError):
            keeping.name(act, _public(_made()))


def public_key() -> str:
    """The public half of the key of today, 64 hexadecimal digits: with it anybody can check a seal."""
    named = on_record()
    return named[-1].key if named else _public(_made())


def trusted(keys: Collection[str]) -> Keyring:
    """The keys of this house as far as somebody trusts them who names these; all of them where he names none."""
    own = keyring()
    if not keys:
        return own
    known = {it.key: it for it in own.named}
    return Keyring([known.get(key, Named(key, 0, "")) for key in keys])


def alarm() -> str:
    """What is wrong with the key that lies here, in a sentence; empty where it is the one on record, or none is."""
    named, here = on_record(), _here()
    if not named or (here is not None and _public(here) == named[-1].key):
        return ""
    if here is None:
        return _("The key of the seals is gone: %(file)s. Bring it back, or declare it lost by “manage.py seal”.") % {
            "file": settings.SEAL_KEY_FILE
        }
    return _(
        "The key of the seals that lies here, %(key)s, is not the one on record: it was changed, and no entry says so."
    ) % {"key": _public(here)}


# --- it signs


def sign(message: bytes) -> str:
    """The house's signature over these bytes, in hexadecimal; raises :class:`NotOnRecord`."""
    if why := alarm():
        raise NotOnRecord(why)
    return _made().sign(message).hex()


# --- its file


def _here() -> Ed25519PrivateKey | None:
    """The key that lies here; what cannot be read as one is none."""
    path = Path(settings.SEAL_KEY_FILE)
    with suppress(ValueError):
        return read(path) if path.is_file() else None
    return None


def read(path: Path) -> Ed25519PrivateKey:
    """The key in a file: 32 bytes in hexadecimal."""
    return of(path.read_bytes())


def of(text: bytes) -> Ed25519PrivateKey:
    """The key that is written so."""
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(text.decode("ascii").strip()))


def _public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def public_of(text: bytes) -> str:
    """The public half of the key that is written so, 64 hexadecimal digits."""
    return _public(of(text))


def signed_to(private: bytes, before: str, new: str) -> str:
    """The signature by which the key that is written so names the one that follows it."""
    return of(private).sign(message(before, new)).hex()


def _made() -> Ed25519PrivateKey:
    """The key of the house, made where there never was one."""
    path = Path(settings.SEAL_KEY_FILE)
    if not path.exists():
        _make(path)
    return read(path)


def _make(path: Path) -> None:
    """A new key, there as a whole or not at all: of two processes that need the first one, both use the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as file, suppress(FileExistsError):
        file.write(Ed25519PrivateKey.generate().private_bytes_raw().hex())
        file.flush()
        os.fsync(file.fileno())
        os.link(file.name, path)


# --- another one takes its place


def to_come() -> tuple[str, str]:
    """The key that is to take the place of this one, and what this one signs to say so; empty where it is gone.

    It lies beside until an entry names it: a change that was broken off is gone on with.
    """
    path = _beside(TO_COME)
    if not path.exists():
        _make(path)
    new, here, before = _public(read(path)), _here(), public_key()
    signs = here is not None and _public(here) == before
    return new, here.sign(message(before, new)).hex() if here is not None and signs else ""


def put(now: str) -> bool:
    """Put the key that an entry has named in its place, and the one before beside it; whether there was one to put."""
    path, new = Path(settings.SEAL_KEY_FILE), _beside(TO_COME)
    if not new.exists() or _public(read(new)) != public_key():
        return False
    if path.exists():
        path.rename(_beside(f"{BEFORE}{now}"))
    new.rename(path)
    return True


def keep_beside(private: bytes, now: str) -> None:
    """A key that was the house's before, among those that lie beside."""
    path = _beside(f"{BEFORE}{now}")
    if public_of(private) not in map(public_of, earlier()):
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(private)


def earlier() -> list[bytes]:
    """The keys that lie beside the one of today, and were the house's before."""
    path = Path(settings.SEAL_KEY_FILE)
    return [it.read_bytes() for it in sorted(path.parent.glob(f"{path.name}{BEFORE}*")) if it.is_file()]


def _beside(ending: str) -> Path:
    path = Path(settings.SEAL_KEY_FILE)
    return path.with_name(f"{path.name}{ending}")
