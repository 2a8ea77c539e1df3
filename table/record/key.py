"""Key with which the house seals its registers: a file that is made for its owner alone, never in the database.

Its public half is on record from the first act of the house on, if one could be made by then. Once it is, no other key
signs.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from glob import escape
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from table.models import House, schema
from table.play.act import Act
from table.play.texts import decode
from table.record.machine import owner
from table.record.machine.files import write_once
from table.verifier.keyring import Keyring, Named, message
from table.verifier.reading import stamp

BEFORE, TO_COME = ".before-", ".new"
"""Endings of the files beside the key: of a key that was replaced, and of the one that is to replace it."""


class NotOnRecord(OSError):
    """Raised where the key in its file is gone or not the one on record; nothing was signed."""


class NoKey(OSError):
    """Raised for a file in which there is no key."""


# --- on record


def on_record() -> list[Named]:
    """List the public keys that the house's row names, each with the entry that named it, the present one last.

    Empty while no act of the house has named one, and in a database of an earlier version, whose row has no column
    for them.
    """
    stored = schema.house_row().get("seal_keys")
    return readable(decode(stored) if isinstance(stored, str) else stored)


def readable(stored: object) -> list[Named]:
    """List the keys in what the house's row has stored of them, decoded from JSON.

    Items that are no key, as somebody may have written them there, are left out; empty for anything but a list.
    """
    listed = stored if isinstance(stored, list) else []
    return [key for it in listed if isinstance(it, dict) and (key := Named.of({"before": "", "signature": "", **it}))]


def keyring(named: Sequence[Named] = ()) -> Keyring:
    """Return the keyring of ``named``; if that is empty, of all keys on record; if there are none, of that in the file.

    The file is made if it is missing. Raises OSError where its key is needed and cannot be read.
    """
    return Keyring(named or on_record() or [Named(public_key(), 0, "")])


def name_first(house: House, act: Act) -> None:
    """Name the seal key of a house that has named none yet, with this act of the house.

    Makes the key file if there is none; where no key can be made or read, nothing is recorded or logged, and the next
    act tries again. Records "seal_key_named"; the row of the house is saved with the act, not here.
    """
    # Where none can be made, as the disk is full, or what lies there is none, the next act names it.
    with suppress(OSError):
        key = _public(_made())
        house.seal_keys = [Named(key, act.number, stamp(act.at))._asdict()]
        act.effect("seal_key_named", key=key)


def public_key() -> str:
    """Public half of today's key, 64 hexadecimal digits, by which anybody can check a seal.

    Where none is on record it is that of the key in its file, made if there is none; then raises OSError if that
    cannot be read or made.
    """
    named = on_record()
    return named[-1].key if named else _public(_made())


def since() -> str:
    """Time (UTC, as the register writes it) from which today's key signs; "" for the first one, and for none."""
    named = on_record()
    return named[-1].at if named and named[-1].before else ""


def trusted(keys: Collection[str]) -> Keyring:
    """Keyring of these keys, each with what this house knows of it, or if ``keys`` is empty, of all keys of this house.

    Whether ``keys`` have the form of keys is not checked. Where the house has named no key its file is read, and made
    if there is none, also if ``keys`` are given; raises OSError if that fails.
    """
    own = keyring()
    if not keys:
        return own
    known = {it.key: it for it in own.named}
    return Keyring([known.get(key, Named(key, 0, "")) for key in keys])


def alarm() -> str:
    """Return what is wrong with the key file, in the active language; "" where nothing is, or no key was ever recorded.

    Wrong is a file that cannot be read, is gone or holds no key, and one with another key than the last on record: an
    earlier one, or one that no entry names.
    """
    named = on_record()
    try:
        here = _here()
    except OSError as why:
        return _("The key of the seals cannot be read: %(why)s") % {"why": why} if named else ""
    if not named or (here is not None and _public(here) == named[-1].key):
        return ""
    if here is None:
        return _("The key of the seals is gone: %(file)s. Bring it back, or declare it lost by “manage.py seal”.") % {
            "file": settings.SEAL_KEY_FILE
        }
    followed_by = {it.before: it.number for it in named}
    if number := followed_by.get(_public(here)):
        return _(
            "The key of the seals that lies here, %(key)s, was replaced in entry %(number)s of the house: bring back "
            "the one that came last. Where its change was broken off, “manage.py seal --new-key” goes on with it."
        ) % {"key": _public(here), "number": number}
    return _(
        "The key of the seals that lies here, %(key)s, is not the one on record: it was changed, and no entry says so."
    ) % {"key": _public(here)}


# --- signing


def sign(message: bytes) -> str:
    """Sign these bytes with the house's key, and return the signature in hexadecimal.

    Raises NotOnRecord where the key on record is gone, cannot be read, or is another one than that in the file. Where
    none is on record the file's key signs, made if there is no file; raises OSError if it cannot be read or made then.
    """
    if why := alarm():
        raise NotOnRecord(why)
    return _made().sign(message).hex()


def signer(public: str) -> Callable[[bytes], str]:
    """Return a function that signs bytes by the house's present key, whose public half must be ``public``.

    It returns the signature in hexadecimal, and goes on signing by that key once the key is replaced. Raises at once,
    not as the function is called: NotOnRecord where another key than ``public`` signs by now, or the key on record is
    gone or cannot be read; OSError where none is on record and the file cannot be read or made.
    """
    if why := alarm():
        raise NotOnRecord(why)
    own = _made()
    if _public(own) != public:
        raise NotOnRecord(_("The key of the seals was changed while this was written: hand it out once more."))
    return lambda message: own.sign(message).hex()


# --- the file


def _here() -> Ed25519PrivateKey | None:
    """Key in its file; None where there is no file, or it holds no key. Raises OSError where it cannot be read."""
    path = Path(settings.SEAL_KEY_FILE)
    with suppress(NoKey):
        return read(path) if path.is_file() else None
    return None


def read(path: Path) -> Ed25519PrivateKey:
    """Read the key in a file: 32 bytes in hexadecimal. Raises OSError: NoKey, with a sentence, where it holds none."""
    try:
        return of(path.read_bytes())
    except ValueError:
        words = _("%(file)s holds no key of the seals: bring it back, or take that file away.")
        raise NoKey(words % {"file": path}) from None


def of(text: bytes) -> Ed25519PrivateKey:
    """Decode a private key from 64 hexadecimal digits in ASCII, whitespace around them ignored; raises ValueError."""
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(text.decode("ascii").strip()))


def _public(key: Ed25519PrivateKey) -> str:
    """Return the public half of a key as 64 hexadecimal digits."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def public_of(text: bytes) -> str:
    """Public half, 64 hexadecimal digits, of a private key, decoded as :func:`of` does; raises ValueError."""
    return _public(of(text))


def is_key(text: bytes) -> bool:
    """Whether these bytes are a private key, as :func:`of` decodes it."""
    with suppress(ValueError):
        return bool(of(text))
    return False


def signed_to(private: bytes, before: str, new: str) -> str:
    """Sign with a private key (hexadecimal) that ``new`` follows ``before``, the public key until now.

    Both are in hexadecimal, as is the signature that comes back. Whether the private key is that of ``before`` is not
    checked. Raises ValueError where it is none.
    """
    return of(private).sign(message(before, new)).hex()


def _made() -> Ed25519PrivateKey:
    """Read the key of the house, after making one where there is no file.

    Raises OSError where either fails, as NoKey where the file holds none.
    """
    path = Path(settings.SEAL_KEY_FILE)
    if not path.exists():
        _make(path)
    return read(path)


def _make(path: Path) -> None:
    """Write a new key, unless there is one by then: two processes that need one use the same."""
    with suppress(FileExistsError):
        _write(path, Ed25519PrivateKey.generate().private_bytes_raw().hex().encode())


def _write(path: Path, text: bytes) -> None:
    """Write a key to a new file, all of it or none; the file's folder is made if it is missing.

    The file is given to the owner of the key in use or, where there is none, of the folder for that. Raises
    FileExistsError if there is a file of that name.
    """
    owner.folder(path.parent)
    key = Path(settings.SEAL_KEY_FILE)
    with write_once(path, like=key if key.exists() else key.parent) as file:
        file.write(text)


# --- replacing


def to_come() -> tuple[str, str]:
    """Return the public key that is to follow, and today's key's signature that says so, both in hexadecimal.

    Makes a new key if none lies beside today's, where it stays until :func:`put` installs it, so that a change that was
    broken off can be continued; and today's, if none is on record and there is no file. The signature is empty where
    today's key is gone, or another one lies in its place. Raises OSError where one of the files cannot be read or
    written.
    """
    path = _sibling(TO_COME)
    if not path.exists():
        _make(path)
    # In a house without a key this makes the first one.
    before = public_key()
    new, here = _public(read(path)), _here()
    signs = here is not None and _public(here) == before
    return new, here.sign(message(before, new)).hex() if here is not None and signs else ""


def put() -> bool:
    """Install the key that waits beside the key file (``.new``), if it is the one named last on record.

    The key file before, if there is one, is renamed to ``.before-`` and the time, to tell such files apart. Returns
    whether it was done; else nothing has changed. Raises OSError where a file cannot be read or renamed.
    """
    path, new = Path(settings.SEAL_KEY_FILE), _sibling(TO_COME)
    if not new.exists() or _public(read(new)) != public_key():
        return False
    if path.exists():
        path.rename(_sibling(f"{BEFORE}{timezone.now():%Y%m%dT%H%M%S%fZ}"))
    new.rename(path)
    return True


def keep_earlier(private: bytes, now: str) -> None:
    """Write an earlier private key (in hexadecimal) to ``.before-<now>`` beside the key, unless such a file has it.

    ``now`` is a time as text, to tell these files apart. Raises FileExistsError if there is a file of that name that
    does not hold this key, another OSError where one cannot be read or written, and ValueError for no private key.
    """
    path = _sibling(f"{BEFORE}{now}")
    if public_of(private) not in map(public_of, earlier()):
        _write(path, private)


def earlier() -> list[bytes]:
    """Earlier private keys of the house, in hexadecimal, from the files ``.before-…`` beside the key, by file name.

    Files that hold no key are left out. Raises OSError for one that cannot be read.
    """
    path = Path(settings.SEAL_KEY_FILE)
    found = (it.read_bytes() for it in sorted(path.parent.glob(f"{escape(path.name)}{BEFORE}*")) if it.is_file())
    return [it for it in found if is_key(it)]


def _sibling(ending: str) -> Path:
    """Return the path of the key file with this ending added, such as ``.new``, whether or not it exists."""
    path = Path(settings.SEAL_KEY_FILE)
    return path.with_name(f"{path.name}{ending}")
