"""Verbs of the machine, which no screen offers: the house is restored, or another key seals its registers.

The key is on record from the first entry of the house on; it is changed there, or declared lost.
"""

from typing import Annotated

import msgspec
from django.utils.translation import pgettext_lazy

from table.models import HOUSE, Entry, House
from table.models.register import MOST_SIGNS
from table.play.act import Act
from table.play.declaration import of_the_house
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.verifier.keyring import OF_KEYS, Named, is_hex
from table.verifier.reading import stamp

Signature = Annotated[str, msgspec.Meta(max_length=128)]
KEEPERS = (Role.DIREZIONE, Role.OPERATOR)
WITNESSES = (Role.ISPETTORE_COMUNALE, Role.AUDITOR)
"""Roles that confirm, together with the Direzione, that a key is lost, as nobody can sign with it then."""
Plain = Annotated[str, msgspec.Meta(max_length=MOST_SIGNS)]


@of_the_house(
    title=pgettext_lazy("act", "restore the house from a backup"),
    said=(
        pgettext_lazy(
            "record",
            "the house is restored from a backup of %(taken)s, up to %(up_to)s; sealed before and no longer there: "
            "%(lost)s",
        ),
        pgettext_lazy("record", "the house is restored from a backup of %(taken)s, up to %(up_to)s"),
    ),
    roles=KEEPERS,
    moves=["staff"],
)
def restore(act: Act, *, taken: Plain, up_to: Plain, lost: Plain = "") -> None:
    """Record that the house was restored from a backup of a time (``taken``, UTC), with its registers up to ``up_to``.

    ``lost`` are entries that a seal covers and the backup lacks, as ``T1 341-350``. The entry itself says it: no effect
    is recorded, and no row changed. Refused (E_ARGUMENTS) for a text of these with anything but printable ASCII; an
    empty one passes.
    """
    for text in (taken, up_to, lost):
        require(
            text.isascii() and (text.isprintable() or not text),
            Code.ARGUMENTS,
            "What was restored is told in plain signs.",
        )


# --- the key of the seals


def _name_key(act: Act, key: str, *, before: str, signature: str = "") -> None:
    """Add this to the keys of the house: by it the house seals from this entry on. Records "seal_key_named" (the key).

    ``before`` is the key until now; ``signature`` is that key's over both, "" where it is lost.
    The house's row is changed in memory only, and saved with the entry.
    """
    assert isinstance(act.owner, House)
    named = Named(key, act.number, stamp(act.at), before, signature)
    act.owner.seal_keys = [*act.owner.seal_keys, named._asdict()]
    act.effect("seal_key_named", key=key)


@of_the_house(
    title=pgettext_lazy("act", "change the key of the seals"),
    said=(pgettext_lazy("record", "the key of the seals is changed: the one before has signed the new one"),),
    roles=KEEPERS,
)
def change_seal_key(act: Act, *, key: str, signature: Signature) -> None:
    """Change the key of the seals; ``signature`` is that of the key before over both keys, in hexadecimal.

    Records "seal_key_named". Refused (E_ARGUMENTS) for a ``key`` that is malformed or was in use before, in a house
    that has had none, and for any other signature.
    """
    new, before = _new_key(act, key), _key_before(act)
    require(
        is_hex(signature, 128) and Named(new, act.number, "", before, signature).is_signed,
        Code.ARGUMENTS,
        "The key that seals now has not signed the new one.",
    )
    _name_key(act, new, before=before, signature=signature)


@of_the_house(
    title=pgettext_lazy("act", "declare the key of the seals lost"),
    said=(
        pgettext_lazy("record", "the key of the seals is declared lost; a Comunale or an auditor has to say so too"),
    ),
)
def lose_seal_key(act: Act, *, key: str) -> None:
    """Declare the key of the seals lost, and ``key`` its successor; nothing changes before a witness confirms it.

    That takes the very next entry, see :func:`witness_lost_seal_key`. Refused (E_ARGUMENTS) unless ``key`` is well
    formed and was never in use, and in a house that has had none.
    """
    _new_key(act, key)


@of_the_house(
    title=pgettext_lazy("act", "witness that the key of the seals is lost"),
    said=(
        pgettext_lazy("record", "the key of the seals is lost, as the entry before says; another one is in its place"),
    ),
    roles=WITNESSES,
)
def witness_lost_seal_key(act: Act, *, key: str) -> None:
    """Confirm the entry right before this one, which declared the key of the seals lost: the new key seals now.

    Records "seal_key_named". Refused (E_ARGUMENTS) unless somebody else declared exactly that, with the same new
    key.
    """
    new = _new_key(act, key)
    said = Entry.objects.filter(register=HOUSE, number=act.number - 1, verb="lose_seal_key").first()
    require(
        said is not None and f'"{key}"' in said.arguments and said.actor != act.actor,
        Code.ARGUMENTS,
        "The Direzione has not just declared the key of the seals lost, with this one in its place.",
    )
    _name_key(act, new, before=_key_before(act))


def _key_before(act: Act) -> str:
    """Return the key by which the house seals up to now, without prefix.

    Raises IndexError where none is on record, which :func:`_new_key` refuses first.
    """
    assert isinstance(act.owner, House)
    before: str = act.owner.seal_keys[-1]["key"]
    return before


def _new_key(act: Act, written: str) -> str:
    """Return the key without its prefix ``ed25519:``.

    Refused (E_ARGUMENTS) unless it has the prefix and 64 lower-case hexadecimal digits and was never in use, and
    where the house has no key on record yet.
    """
    assert isinstance(act.owner, House)
    known, key = [it["key"] for it in act.owner.seal_keys], written.removeprefix(OF_KEYS)
    fits = written.startswith(OF_KEYS) and is_hex(key, 64) and bool(known) and key not in known
    require(fits, Code.ARGUMENTS, "This is no new key of the seals.")
    return key
