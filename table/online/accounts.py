"""Accounts of the online game: a name, a password, play money, and sessions by cookie.

They are separate from the staff's badges: neither opens the other. Wrong passwords are limited by name and by address:
as at the sign-in of the staff, the rows of the last ten minutes are counted, across all processes, and a try counts as
wrong until it has succeeded. Tries from elsewhere do not lock out a player at the address of their last sign-in.
Passwords are hashed one at a time in each process, so that strangers cannot take up the processor.
"""

import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import BoundedSemaphore

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password, make_password
from django.db import IntegrityError, transaction
from django.utils import timezone

from table.access.hashing import digest, hold
from table.access.tokens import digest_of
from table.models import OnlineGame, OnlinePlayer, OnlineSession, WrongPassword
from table.models.register import CLOCKS_DIFFER
from table.online import dealing
from table.play.texts import check_legible
from table.rules.refusal import Code, Refused, require

START = 1_000_00
"""Play money of a new account, and the amount to which its player may reset it, in cents."""
FEWEST_OF_A_NAME, MOST_OF_A_NAME = 3, 20
FEWEST_OF_A_PASSWORD, MOST_OF_A_PASSWORD = 8, 128
SIGNED_IN = timedelta(hours=24)
ALSO_ALLOWED = " ._-"
"""Signs that may stand between letters and digits of a name."""
NO_NAME = "/"
"""Beginning of the key of a deleted account; no name can have it."""
WINDOW = timedelta(minutes=10)
WRONG_OF_A_NAME_HERE, WRONG_AT_AN_ADDRESS, WRONG_OF_A_NAME = 5, 20, 30
"""Wrong passwords allowed in the window: of a name at an address, of all names at one, of a name at all addresses."""
SLOTS = BoundedSemaphore(1)
"""Slot for hashing a password."""


def open_account(name: str, password: str, *, address: str) -> OnlinePlayer:
    """Create a player with this name and password, the starting balance and a first sealed shoe, and return them.

    The address is stored as that of the last sign-in; no session begins. Where the name is taken by a player of this
    address and password, the form has come twice, and they are returned as they are. Refuses (E_ARGUMENTS) a name or
    password that is not allowed, and a name that is taken by anybody else; (E_RATE) as :func:`prove` does.
    """
    name = _written(name)
    _check_name(name)
    _check_password(name, password)
    given = {"name": name, "balance": START, "address": address, "since": timezone.now()}
    with hold(SLOTS):
        hashed = make_password(password)
    try:
        with transaction.atomic():
            player = OnlinePlayer.objects.create(key=key_of(name), hashed=hashed, **given)
            dealing.first_game(player)
    except IntegrityError:
        return _opened_already(name, password, address=address)
    return player


def _opened_already(name: str, password: str, *, address: str) -> OnlinePlayer:
    """Return the player with this name if their last sign-in was at this address, and the password is theirs.

    Anybody else is refused (E_ARGUMENTS); a wrong password counts as one tried at the sign-in, and too many are refused
    (E_RATE), as by :func:`prove`.
    """
    taken = Refused(Code.ARGUMENTS, "Somebody else has this name already; choose another one.")
    if not OnlinePlayer.objects.filter(key=key_of(name), address=address).exists():
        raise taken
    try:
        return prove(name, password, address=address)
    except Refused as refused:
        raise taken if refused.code is Code.SIGNED_OUT else refused from None


def _check_name(name: str) -> None:
    """Refuse (E_ARGUMENTS) a name that is too short or too long, or has characters that are not allowed.

    Allowed are letters and digits, and ALSO_ALLOWED between them.
    """
    check_legible("name", name)
    require(
        FEWEST_OF_A_NAME <= len(name) <= MOST_OF_A_NAME
        and name == name.strip(ALSO_ALLOWED)
        and all(it.isalnum() or it in ALSO_ALLOWED for it in name),
        Code.ARGUMENTS,
        "A name has %(fewest)s to %(most)s signs: letters and digits, and between them spaces, dots, hyphens and "
        "underscores.",
        fewest=FEWEST_OF_A_NAME,
        most=MOST_OF_A_NAME,
    )


def _check_password(name: str, password: str) -> None:
    """Refuse (E_ARGUMENTS) a password that is too short or too long, or equals the name in any case of letters."""
    require(
        FEWEST_OF_A_PASSWORD <= len(password) <= MOST_OF_A_PASSWORD and password.casefold() != key_of(name),
        Code.ARGUMENTS,
        "A password has %(fewest)s to %(most)s signs, and is not the name.",
        fewest=FEWEST_OF_A_PASSWORD,
        most=MOST_OF_A_PASSWORD,
    )


def key_of(name: str) -> str:
    """Normalise a name for comparing: as :func:`_written`, then case-folded and cut to 40 characters."""
    return _written(name).casefold()[:40]


def _written(name: str) -> str:
    """Normalise a name for storing: NFKC, without spaces at its ends, and single spaces; other white space stays."""
    return " ".join(it for it in unicodedata.normalize("NFKC", name).split(" ") if it)


def prove(name: str, password: str, *, address: str) -> OnlinePlayer:
    """Return the player with this name and password, and store the address, in their row, as that of the last sign-in.

    Forgets the wrong tries of this name at this address then. Refuses a wrong name and a wrong password alike
    (E_SIGNED_OUT) and counts the try; refuses too many tries, or hashing that is busy (E_RATE). Begins no session.
    """
    rows = OnlinePlayer.objects.filter(key=key_of(name))
    player = rows.first()
    named = digest("player", key_of(name)).hex()[:32]
    here = player is not None and player.address == address
    with hold(SLOTS), _tried(named, address=address, known=here):
        # An unknown name takes as long as a known one, so that nobody learns who has an account here.
        fits = check_password(password[: MOST_OF_A_PASSWORD + 1], player.hashed if player else UNUSABLE_PASSWORD_PREFIX)
        # Another window may have deleted the account meanwhile.
        if not fits or player is None or not rows.filter(pk=player.pk).update(address=address):
            raise Refused(Code.SIGNED_OUT, "Name and password do not belong together. Check both and try again.")
    return player


@contextmanager
def _tried(named: str, *, address: str, known: bool) -> Iterator[None]:
    """Count a try as wrong when the block begins.

    If the block does not raise, delete the tries of this name at this address. `named` is a digest of the name; `known`
    says that its last sign-in was at this address: then tries from elsewhere do not count. Refuses (E_RATE) if a limit
    is reached.
    """
    with transaction.atomic():
        _check_wrong(named, address, known=known)
        WrongPassword.objects.create(digest=named, address=address, at=timezone.now())
    yield
    WrongPassword.objects.filter(digest=named, address=address).delete()


def _check_wrong(named: str, address: str, *, known: bool) -> None:
    """Refuse (E_RATE) if one of three limits on the wrong tries of the last ten minutes is reached.

    They are on tries of this name from this address, of any name from it, and of this name from anywhere; the last is
    left out if the address is `known` as the player's. Deletes older tries before, and those that are more than
    CLOCKS_DIFFER later than now, from before a clock was set back.
    """
    now = timezone.now()
    WrongPassword.objects.exclude(at__range=(now - WINDOW, now + CLOCKS_DIFFER)).delete()
    of_it = WrongPassword.objects.filter(digest=named)
    reached = (
        of_it.filter(address=address).count() >= WRONG_OF_A_NAME_HERE
        or WrongPassword.objects.filter(address=address).count() >= WRONG_AT_AN_ADDRESS
        or (not known and of_it.count() >= WRONG_OF_A_NAME)
    )
    require(not reached, Code.RATE, "Too many wrong passwords were tried. Try again in ten minutes.")


# --- sessions


def begin(player: OnlinePlayer, lasts: timedelta = SIGNED_IN) -> str:
    """Create a session for a player and return its token, of which only a digest is stored.

    ``lasts`` is the time until it expires. Deletes all expired sessions, of every player.
    """
    token, now = secrets.token_urlsafe(32), timezone.now()
    OnlineSession.objects.filter(until__lt=now).delete()
    OnlineSession.objects.create(digest=digest_of(token), player=player, until=now + lasts)
    return token


def whose(token: str) -> OnlinePlayer | None:
    """Return the player signed in with this token; None if there is no such session, or it has expired.

    The session is not prolonged.
    """
    found = OnlineSession.objects.select_related("player").filter(digest=digest_of(token)).first()
    return found.player if found and found.until > timezone.now() else None


def end(token: str) -> None:
    """Delete the session with this token, if there is one."""
    OnlineSession.objects.filter(digest=digest_of(token)).delete()


# --- the play money


def set_back(player: OnlinePlayer) -> None:
    """Reset the stored balance to that of a new account; what the player has staked so far, and so their level, stays.

    Voids their games that nobody will complete first; the prepared one stays. Refused while another process deals the
    player a hand (E_STALE). The object ``player`` keeps its balance.
    """
    with dealing.between_hands(player):
        OnlinePlayer.objects.filter(pk=player.pk).update(balance=START)


# --- deleting an account


def delete(player: OnlinePlayer, password: str, *, address: str) -> None:
    """Erase name, password, address, sessions, balance and prepared game of an account; its finished games stay.

    The times of its sitting go as well. Voids games that nobody will complete first. Refused like :func:`prove` for a
    wrong password, too many tries or busy hashing, and while another process deals the player a hand (E_STALE).
    """
    prove(player.name, password, address=address)
    with dealing.between_hands(player):
        OnlineSession.objects.filter(player=player).delete()
        OnlineGame.objects.filter(player=player, state=OnlineGame.State.PREPARED).delete()
        nameless = {"key": f"{NO_NAME}{player.pk}", "name": "", "hashed": make_password(None)}
        OnlinePlayer.objects.filter(pk=player.pk).update(
            balance=0, address="", sitting_since=None, sitting_seen=None, **nameless
        )
