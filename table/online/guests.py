"""Guests of the online game: whoever tries it without an account, for some hours, for play money of their own.

A guest is a player without a name and without a password. They are few at a time, end with their session, and are
deleted with all their games: when they leave, by the nightly `manage.py prune`, or when the house is full.
"""

import secrets
from datetime import timedelta

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from table.models import OnlineGame, OnlinePlayer
from table.models.register import CLOCKS_DIFFER
from table.online import dealing
from table.online.accounts import START
from table.rules.refusal import Code, require

MARK = "guest/"
"""Beginning of the key of a guest; no name can have it."""
MOST = 200
"""Guests at a time; those that come at the same moment may be a few more."""
LASTS = timedelta(hours=6)
"""Time after which a guest is over."""
IDLE = timedelta(minutes=10)
"""Time after which a guest who has not played a hand gives way where the house is full."""


def let_in() -> OnlinePlayer:
    """Create a guest with the starting balance and a first sealed shoe.

    Refuses (E_RATE) while MOST are here. Where that is so, guests that are over, or have played no hand within IDLE of
    coming, are deleted before.
    """
    if _everybody().count() >= MOST:
        forget_outlived(IDLE)
    require(
        _everybody().count() < MOST,
        Code.RATE,
        "Very many are trying the game at the moment. Try again later, or open an account.",
    )
    key, now = MARK + secrets.token_hex(12), timezone.now()
    with transaction.atomic():
        guest = OnlinePlayer.objects.create(key=key, name="", hashed=make_password(None), balance=START, since=now)
        dealing.first_game(guest)
    return guest


def is_guest(player: OnlinePlayer) -> bool:
    """Whether an online player is a guest, by the MARK before their key; False for one whose account was deleted."""
    return player.key.startswith(MARK)


def outlived(idle: timedelta = LASTS) -> "QuerySet[OnlinePlayer]":
    """Query guests who came more than LASTS ago, or more than `idle` ago and have only the game prepared for them.

    Of the latter also those who came more than CLOCKS_DIFFER in the future, before a clock was set back. Players with
    an account are none of them.
    """
    now = timezone.now()
    came_lately = Q(since__range=(now - idle, now + CLOCKS_DIFFER))
    return _everybody().filter(Q(since__lt=now - LASTS) | Q(~came_lately, games__lte=1))


def forget_outlived(idle: timedelta = LASTS) -> int:
    """Delete the guests of :func:`outlived` with all their games, and return how many were deleted.

    Those whose hand is being dealt stay. ``idle`` is for guests who have not played a hand.
    """
    return sum(forget(it) for it in outlived(idle))


def forget(guest: OnlinePlayer) -> bool:
    """Delete a guest with sessions and games, and return whether that was done.

    False if they are gone already, or a hand of theirs is being dealt.
    """
    with dealing.TURN, transaction.atomic():
        row = _everybody().select_for_update().filter(pk=guest.pk).first()
        if row is None or OnlineGame.objects.filter(player=row, state=OnlineGame.State.BEGUN).exists():
            return False
        row.delete()
    return True


def _everybody() -> "QuerySet[OnlinePlayer]":
    """Query all guests, by the MARK before their key, whether or not their time is over; not deleted accounts."""
    return OnlinePlayer.objects.filter(key__startswith=MARK)
