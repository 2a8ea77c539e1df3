"""The accounts of the online game: a name, a password, and play money; a cookie says whose browser it is.

Nobody of the house has one, and no badge opens one: an account is worth nothing but the play money in it.
"""

import hashlib
import secrets
import unicodedata
from datetime import timedelta

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password, make_password
from django.db import IntegrityError, transaction
from django.utils import timezone

from table.access.hashing import digest
from table.models import OnlineGame, OnlinePlayer, OnlineSession
from table.online import dealing, wrong_passwords
from table.rules.refusal import Code, Refused, require
from table.verbs.texts import check_legible

START = 1_000_00
"""The play money with which an account begins, and to which its player may set it back, in cents."""
FEWEST_OF_A_NAME, MOST_OF_A_NAME = 3, 20
FEWEST_OF_A_PASSWORD, MOST_OF_A_PASSWORD = 8, 128
SIGNED_IN = timedelta(hours=24)
BESIDE_LETTERS = frozenset(" ._-")
NO_NAME = "/"
"""The key of an account that was deleted begins with it, and no name has it."""


def open_account(name: str, password: str, *, address: str) -> OnlinePlayer:
    """A new player with the play money of the start; refused where the name is another one's, or none."""
    name = _written(name)
    _check_name(name)
    _check_password(name, password)
    given = {"name": name, "balance": START, "address": address, "since": timezone.now()}
    with wrong_passwords.turn():
        hashed = make_password(password)
    try:
        with transaction.atomic():
            player = OnlinePlayer.objects.create(key=key_of(name), hashed=hashed, **given)
            dealing.first_game(player)
    except IntegrityError:
        raise Refused(Code.ARGUMENTS, "Somebody else has this name already; choose another one.") from None
    return player


def _check_name(name: str) -> None:
    check_legible("name", name)
    require(
        FEWEST_OF_A_NAME <= len(name) <= MOST_OF_A_NAME and all(it.isalnum() or it in BESIDE_LETTERS for it in name),
        Code.ARGUMENTS,
        "A name has %(fewest)s to %(most)s letters and digits; spaces, dots and hyphens may stand between them.",
        fewest=FEWEST_OF_A_NAME,
        most=MOST_OF_A_NAME,
    )


def _check_password(name: str, password: str) -> None:
    require(
        FEWEST_OF_A_PASSWORD <= len(password) <= MOST_OF_A_PASSWORD and password.casefold() != key_of(name),
        Code.ARGUMENTS,
        "A password has %(fewest)s to %(most)s signs, and is not the name.",
        fewest=FEWEST_OF_A_PASSWORD,
        most=MOST_OF_A_PASSWORD,
    )


def key_of(name: str) -> str:
    """A name as names are compared: capital or small, composed or not, it is the same one."""
    return _written(name).casefold()[:40]


def _written(name: str) -> str:
    """A name as it is kept: its letters composed, one space between two words and none around them."""
    return " ".join(it for it in unicodedata.normalize("NFKC", name).split(" ") if it)


def prove(name: str, password: str, *, address: str) -> OnlinePlayer:
    """Whose name and password these are; refused in one sentence whatever is wrong, and where a limit is reached."""
    player = OnlinePlayer.objects.filter(key=key_of(name)).first()
    named = digest("player", key_of(name)).hex()[:32]
    here = player is not None and player.address == address
    with wrong_passwords.turn(), wrong_passwords.tried(named, address=address, known=here):
        # Where nobody has the name it takes as long: who has an account here is nobody else's business.
        if not check_password(
            password[: MOST_OF_A_PASSWORD + 1], player.hashed if player else UNUSABLE_PASSWORD_PREFIX
        ):
            raise Refused(Code.SIGNED_OUT, "Name and password do not belong together. Check both and try again.")
    assert player is not None, "nobody has a password"
    OnlinePlayer.objects.filter(pk=player.pk).update(address=address)
    return player


# --- who is signed in at a browser


def begin(player: OnlinePlayer) -> str:
    """What the cookie of this browser holds from now on; sessions that are over are forgotten."""
    token, now = secrets.token_urlsafe(32), timezone.now()
    OnlineSession.objects.filter(until__lt=now).delete()
    OnlineSession.objects.create(digest=digest_of(token), player=player, until=now + SIGNED_IN)
    return token


def whose(token: str) -> OnlinePlayer | None:
    """Who is signed in with this cookie."""
    found = OnlineSession.objects.select_related("player").filter(digest=digest_of(token)).first()
    return found.player if found and found.until > timezone.now() else None


def end(token: str) -> None:
    """Nobody is signed in with this cookie any more."""
    OnlineSession.objects.filter(digest=digest_of(token)).delete()


def digest_of(token: str) -> str:
    """What is kept of it: a copied database signs nobody in."""
    return hashlib.sha256(token.encode()).hexdigest()


# --- the play money


def set_back(player: OnlinePlayer) -> None:
    """The balance is that of the start again."""
    dealing.set_back(player, START)


# --- an account is deleted


def delete(player: OnlinePlayer, password: str, *, address: str) -> None:
    """The account is gone, with its name, its password and its play money; refused where that is not its password.

    What was dealt stays without a name: cards, stakes and payments of the games that are over. Where another process
    is dealing him a hand at this moment, that hand is completed as any other.
    """
    prove(player.name, password, address=address)
    with dealing.TURN, transaction.atomic():
        OnlineSession.objects.filter(player=player).delete()
        OnlineGame.objects.filter(player=player, state=OnlineGame.State.PREPARED).delete()
        nameless = {"key": f"{NO_NAME}{player.pk}", "name": "", "hashed": make_password(None)}
        OnlinePlayer.objects.filter(pk=player.pk).update(balance=0, address="", **nameless)
