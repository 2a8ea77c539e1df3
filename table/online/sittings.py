"""Sittings: how long a player has played without a pause, what that has cost or brought, and the hourly check.

A sitting belongs to the player and not to a browser: two windows share it, and signing out does not end it.
"""

from datetime import datetime, timedelta

from django.utils import timezone

from table.models import OnlinePlayer
from table.models.register import CLOCKS_DIFFER

PAUSE = timedelta(minutes=30)
"""Absence after which a sitting is over."""
CHECKED_EVERY = timedelta(hours=1)
WRITTEN_EVERY = timedelta(minutes=1)
"""Time within which presence is not written again."""


def attend(player: OnlinePlayer) -> None:
    """Store that a player is at the table now, at most once a minute.

    At the first visit, or after PAUSE, a new sitting begins with net result and checks at 0. So it does where the last
    one began in the future, before a clock was set back.
    """
    now = timezone.now()
    if not _seen_within(PAUSE, player):
        _write(player, sitting_since=now, sitting_seen=now, sitting_net=0, sitting_checks=0)
    elif not _seen_within(WRITTEN_EVERY, player):
        _write(player, sitting_seen=now)


def seconds(player: OnlinePlayer) -> int:
    """Whole seconds since the sitting began; 0 before the first one, and after a pause that has ended it."""
    since = player.sitting_since if _seen_within(PAUSE, player) else None
    return max(0, int((timezone.now() - since).total_seconds())) if since else 0


def net(player: OnlinePlayer) -> int:
    """Return the stored net result of the sitting, in cents; 0 before the first one, and after more than PAUSE away."""
    return player.sitting_net if _seen_within(PAUSE, player) else 0


def due(player: OnlinePlayer) -> bool:
    """Whether a full hour of the sitting has passed for which the player has not yet said that they go on."""
    return _hours(player) > player.sitting_checks


def go_on(player: OnlinePlayer) -> None:
    """Store that the player goes on, so that the next check is due with the next full hour of the sitting."""
    _write(player, sitting_checks=_hours(player))


def _write(player: OnlinePlayer, **fields: datetime | int) -> None:
    """Set these fields of a player on the object, and in its row if that still exists (a guest may be deleted)."""
    for name, value in fields.items():
        setattr(player, name, value)
    OnlinePlayer.objects.filter(pk=player.pk).update(**fields)


def _seen_within(time: timedelta, player: OnlinePlayer) -> bool:
    """Whether a player was at the table not longer ago than ``time``; False if they have no sitting.

    False, too, if the sitting began more than CLOCKS_DIFFER in the future, before a clock was set back.
    """
    seen, since, now = player.sitting_seen, player.sitting_since, timezone.now()
    return seen is not None and since is not None and now - seen <= time and since <= now + CLOCKS_DIFFER


def _hours(player: OnlinePlayer) -> int:
    """Full hours since the sitting began; 0 without one, and after a pause that has ended it."""
    return seconds(player) // int(CHECKED_EVERY.total_seconds())
