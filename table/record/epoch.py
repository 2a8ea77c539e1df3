"""The epoch of the database: a random word by which screens notice that it is another one than they were shown.

Numbers alone do not tell: a backup that is restored has lower ones, or in a while the same for something else. The word
is drawn when the house's row is made, goes out with every whole table and every heartbeat, and is drawn anew when a
backup has been put in the place of what was there.
"""

import secrets

from table.models import House


def epoch() -> str:
    """The word of this database; empty before the first entry of its house."""
    return House.objects.filter(pk=1).values_list("epoch", flat=True).first() or ""


def open_row() -> None:
    """Make the row of the house where there is none yet, with the word of this database."""
    House.objects.get_or_create(pk=1, defaults={"epoch": _fresh()})


def renew_epoch() -> str:
    """Draw another word, and give it: every screen that is open then, or opens again, loads all that it shows anew.

    For whoever has put another database in the place of this one, while no act is done. It is no act itself: nothing of
    the game moves, and a register that was restored says where it stands by itself.
    """
    word = _fresh()
    if not House.objects.filter(pk=1).update(epoch=word):
        House.objects.create(pk=1, epoch=word)
    return word


def _fresh() -> str:
    """A word that no database has had before."""
    return secrets.token_hex(4)
