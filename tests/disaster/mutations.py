"""The ways in which a backup is changed, by somebody who has nothing but the file, or by who has the key as well."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from table.backup import pack
from table.backup.pack import Manifest
from table.backup.take import keys_of
from table.record import seals
from tests.backup.houses import Home
from tests.disaster.houses import Houses

Sign = Callable[[bytes], str]
Members = Mapping[str, bytes]
NAMES = (
    "../outside",
    "../../outside",
    "/tmp/sabot-outside",
    "database/../../outside",
    "..\\outside",
    "C:\\outside",
    "further",
    "./database",
    "DATABASE",
    "database/",
    "seals/outside",
    "~/outside",
    "\x00outside",
    "outside\n",
    "databаse",
)
FIELDS = (
    "version",
    "taken",
    "engine",
    "epoch",
    "form",
    "public",
    "signature",
    "registers",
    "parts",
    "keys",
    "sizes",
    "migrations",
)


class Mutation(NamedTuple):
    """A way to change a backup that lies there, and whether it takes the key of the house."""

    name: str
    change: Callable[[Random, Home, Houses], None]
    has_the_key: bool = False


# --- the bytes of the file


def flipped(rng: Random, data: bytes, places: Iterable[int]) -> bytes:
    """The same with one bit turned at each of these places."""
    changed = bytearray(data)
    for place in places:
        changed[place] ^= 1 << rng.randrange(8)
    return bytes(changed)


def bits(rng: Random, at: Home, _of: Houses) -> None:
    """One to three bits are turned, anywhere."""
    data = at.backup.read_bytes()
    at.backup.write_bytes(flipped(rng, data, rng.sample(range(len(data)), rng.randint(1, 3))))


def bits_of_the_zip(rng: Random, at: Home, _of: Houses) -> None:
    """One to six bits are turned in what belongs to the archive and not to a member."""
    data = at.backup.read_bytes()
    with ZipFile(at.backup) as packed:
        heads = [range(it.header_offset, it.header_offset + 30 + len(it.filename)) for it in packed.infolist()]
        places = [*range(packed.start_dir, len(data)), *(place for it in heads for place in it)]
    at.backup.write_bytes(flipped(rng, data, rng.sample(places, rng.randint(1, 6))))


def cut(rng: Random, at: Home, _of: Houses) -> None:
    """It breaks off, or its beginning is gone, or a piece in its midst."""
    data = at.backup.read_bytes()
    first, last = sorted(rng.sample(range(len(data)), 2))
    at.backup.write_bytes(rng.choice([data[:first], data[last:], data[:first] + data[last:]]))


def grown(rng: Random, at: Home, of: Houses) -> None:
    """Something lies before it, behind it, or in its midst."""
    data, more = at.backup.read_bytes(), rng.choice([rng.randbytes(rng.randint(1, 400)), of.another.file])
    place = rng.choice([0, len(data), rng.randrange(len(data))])
    at.backup.write_bytes(data[:place] + more + data[place:])


def dressed(rng: Random, at: Home, of: Houses) -> None:
    """The same members in another order, at another time, packed otherwise: nothing of it was changed."""
    names = rng.sample(sorted(of.own.members), len(of.own.members))
    with ZipFile(at.backup, "w") as packed:
        packed.comment = rng.randbytes(rng.randint(0, 60))
        for name in names:
            info = ZipInfo(name, (rng.randint(1980, 2100), rng.randint(1, 12), 1, 0, 0, 0))
            info.external_attr, info.comment = rng.getrandbits(32), rng.randbytes(rng.randint(0, 20))
            packed.writestr(info, of.own.members[name], rng.choice([ZIP_STORED, ZIP_DEFLATED]), rng.randint(0, 9))


# --- its members


def zipped(members: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive of these."""
    into = BytesIO()
    with ZipFile(into, "w", ZIP_DEFLATED) as packed:
        for name, data in members:
            info = ZipInfo(name.replace("\x00", "?"))
            info.filename = name
            packed.writestr(info, data, ZIP_DEFLATED)
    return into.getvalue()


def members_of_other_names(rng: Random, at: Home, of: Houses) -> None:
    """One more of any name, one under another name, one less, or one in the place of another."""
    own = dict(of.own.members)
    names, strange = sorted(own), rng.choice(NAMES)
    match rng.randrange(4):
        case 0:
            own[strange] = rng.choice([b"anything", own[pack.DATABASE]])
        case 1:
            own[strange] = own.pop(rng.choice(names))
        case 2:
            del own[rng.choice(names)]
        case _:
            one, other = rng.sample(names, 2)
            own[one], own[other] = own[other], own[one]
    at.backup.write_bytes(zipped(own.items()))


def members_twice(rng: Random, at: Home, of: Houses) -> None:
    """One comes once more, with what another backup has there or the same."""
    name, own = rng.choice(sorted(of.own.members)), [*of.own.members.items()]
    again = rng.choice([of.own, of.older, of.rewritten, of.another]).members[name]
    own.insert(rng.randint(0, len(own)), (name, again))
    without_warning(at.backup, own)


def without_warning(path: Path, members: Iterable[tuple[str, bytes]]) -> None:
    """Write an archive in which a name comes twice, of which the library would warn."""
    into = BytesIO()
    with ZipFile(into, "w", ZIP_DEFLATED) as packed:
        for name, data in members:
            there = packed.NameToInfo.pop(name, None)
            packed.writestr(name, data)
            packed.NameToInfo.setdefault(name, there or packed.infolist()[-1])
    path.write_bytes(into.getvalue())


# --- its manifest


def manifest_of(members: Members) -> dict[str, Any]:
    """What a backup says of itself."""
    manifest: dict[str, Any] = msgspec.json.decode(members[pack.MANIFEST])
    return manifest


def strange(rng: Random, value: Any) -> Any:
    """Another value in the place of this one."""
    if isinstance(value, dict) and value and rng.random() < 0.6:
        key = rng.choice(sorted(value))
        return {**value, key: strange(rng, value[key])}
    if isinstance(value, str) and value and rng.random() < 0.6:
        place = rng.randrange(len(value))
        return value[:place] + rng.choice("0aZ\x1b\u202e") + value[place + 1 :]
    return rng.choice(["", 0, -1, 2**70, None, [], {}, "../outside", {"database": "0" * 64}, [[[]]], True, 1.5])


def manifest_changed(rng: Random, at: Home, of: Houses) -> None:
    """A field of it says otherwise, is gone, or comes beside; or its text is none."""
    manifest = manifest_of(of.own.members)
    name = rng.choice(FIELDS)
    match rng.randrange(8):
        case 0:
            del manifest[name]
        case 1:
            manifest[rng.choice(["further", "\x1b[2J", ""])] = manifest[name]
        case _:
            manifest[name] = strange(rng, manifest[name])
    text = msgspec.json.encode(manifest)
    if rng.random() < 0.2:
        text = flipped(rng, text, rng.sample(range(len(text)), 2)) if rng.random() < 0.5 else b"[" * 100_000
    at.backup.write_bytes(zipped({**of.own.members, pack.MANIFEST: text}.items()))


def signed_anew(members: Members, sign: Sign | None, **changed: object) -> bytes:
    """A backup of these parts, every digest and size right; signed so, or with the signature that was there."""
    parts = {name: data for name, data in members.items() if name != pack.MANIFEST}
    manifest = msgspec.json.decode(members[pack.MANIFEST], type=Manifest)
    digests = {name: sha256(data).hexdigest() for name, data in parts.items()}
    facts = {"parts": digests, "sizes": {name: len(data) for name, data in parts.items()}, **changed}
    manifest = msgspec.structs.replace(manifest, **facts)
    if sign is not None:
        manifest = msgspec.structs.replace(manifest, signature=sign(manifest.signed()))
    return zipped({pack.MANIFEST: msgspec.json.encode(manifest), **parts}.items())


def by_a_stranger(rng: Random, at: Home, members: Members, **changed: object) -> None:
    """With the signature that was there, or that of a key of the stranger's own, which they name or do not."""
    key = Ed25519PrivateKey.from_private_bytes(rng.randbytes(32))
    own = {"public": key.public_key().public_bytes_raw().hex()} if rng.random() < 0.6 else {}
    sign = (lambda data: key.sign(data).hex()) if rng.random() < 0.8 else None
    at.backup.write_bytes(signed_anew(members, sign, **own, **changed))


def register_rewritten(rng: Random, at: Home, of: Houses) -> None:
    """The register is another one, every digest in it fits, and the manifest tells of it."""
    ends = msgspec.json.decode(of.rewritten.members[pack.MANIFEST], type=Manifest).registers
    parts = {**of.own.members, pack.DATABASE: of.rewritten.members[pack.DATABASE]}
    if rng.random() < 0.5:
        parts[pack.SEALS] = of.rewritten.members[pack.SEALS]
    by_a_stranger(rng, at, parts, registers=ends)


def database_damaged(rng: Random, at: Home, of: Houses) -> None:
    """Bits of the database are turned, or it is that of another backup; the manifest tells of it."""
    data = of.own.members[pack.DATABASE]
    data = flipped(rng, data, rng.sample(range(len(data)), rng.randint(1, 9)))
    other = rng.choice([of.older, of.another]).members[pack.DATABASE]
    by_a_stranger(rng, at, {**of.own.members, pack.DATABASE: rng.choice([data, other, b"", data[: len(data) // 2]])})


def seals_dropped(rng: Random, at: Home, of: Houses) -> None:
    """Older seals are gone, or all of them, or one says otherwise; the manifest tells of it."""
    by_a_stranger(rng, at, _fewer_seals(rng, of.own.members))


def _fewer_seals(rng: Random, members: Members) -> Members:
    lines = members[pack.SEALS].splitlines(keepends=True)
    some = rng.sample(lines, rng.randrange(len(lines)))
    changed = [flipped(rng, lines[0], [rng.randrange(len(lines[0]))]), *lines[1:]]
    if rng.random() < 0.2:
        return {name: data for name, data in members.items() if name != pack.SEALS}
    return {**members, pack.SEALS: b"".join(some if rng.random() < 0.7 else changed)}


# --- other files


def of_another_house(rng: Random, at: Home, of: Houses) -> None:
    """The backup, the keys, the manifest or a part is of another house, which has the same passphrase."""
    match rng.randrange(4):
        case 0:
            of.another.lay(at.backup)
        case 1:
            keys_of(at.backup).write_bytes(of.another.keys)
        case 2:
            at.backup.write_bytes(of.another.file)
        case _:
            name = rng.choice(sorted(of.own.members))
            at.backup.write_bytes(zipped({**of.own.members, name: of.another.members[name]}.items()))


def keys_damaged(rng: Random, at: Home, _of: Houses) -> None:
    """Of the file of the keys a bit is turned, or a piece is gone, or all of it, or a field says otherwise."""
    path = keys_of(at.backup)
    data = path.read_bytes()
    stored_keys = msgspec.json.decode(data)
    name = rng.choice(sorted(stored_keys))
    other = msgspec.json.encode({**stored_keys, name: strange(rng, stored_keys[name])})
    damaged = [
        flipped(rng, data.rstrip(), [rng.randrange(len(data.rstrip()))]),
        data[: rng.randrange(len(data) - 2)],
        other,
    ]
    path.write_bytes(rng.choice([*damaged, b"", b"{}", rng.randbytes(300)]))


# --- by who has the key


def older_put_back(_rng: Random, at: Home, of: Houses) -> None:
    """An older backup under the name of the last one."""
    of.older.lay(at.backup)


def rewritten_by_the_house(_rng: Random, at: Home, of: Houses) -> None:
    """The register was written anew in the database, and the house itself has backed it up, without its seals."""
    of.rewritten.lay(at.backup)


def names_by_the_house(rng: Random, at: Home, of: Houses) -> None:
    """A member of any name, and the manifest knows it."""
    at.backup.write_bytes(signed_anew({**of.own.members, rng.choice(NAMES): b"anything"}, seals.sign))


def seals_dropped_by_the_house(rng: Random, at: Home, of: Houses) -> None:
    """Older seals are gone, and the manifest says so: this machine has them."""
    members = of.own.members
    lines = members[pack.SEALS].splitlines(keepends=True)
    fewer = b"".join(rng.sample(lines, rng.randrange(len(lines))))
    at.backup.write_bytes(signed_anew({**members, pack.SEALS: fewer}, seals.sign))


MUTATIONS = (
    Mutation("bits turned anywhere", bits),
    Mutation("bits of the archive turned", bits_of_the_zip),
    Mutation("cut short, or a piece taken out", cut),
    Mutation("bytes put before, behind or into it", grown),
    Mutation("packed otherwise, nothing changed", dressed),
    Mutation("members of other names, `../`, absolute", members_of_other_names),
    Mutation("a member twice", members_twice),
    Mutation("manifest changed", manifest_changed),
    Mutation("register written anew, digests and manifest fit", register_rewritten),
    Mutation("database damaged or exchanged, manifest fits", database_damaged),
    Mutation("seals dropped or changed, manifest fits", seals_dropped),
    Mutation("of another house", of_another_house),
    Mutation("file of the keys damaged", keys_damaged),
    Mutation("an older backup put back", older_put_back),
    Mutation("register written anew and backed up", rewritten_by_the_house, has_the_key=True),
    Mutation("members of other names, signed", names_by_the_house, has_the_key=True),
    Mutation("older seals dropped, signed", seals_dropped_by_the_house, has_the_key=True),
)
