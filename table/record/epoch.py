"""The epoch of the database: a random word by which screens notice that it is another one than they were shown.

Numbers alone do not tell: a backup that is restored has lower ones, or in a while the same for something else. The word
is drawn when the house's row is made, goes out with every whole table and every heartbeat, and is drawn anew when a
backup has been put in the place of what was there.
"""

from table.models import House
from table.models.house import fresh_epoch


def epoch() -> str:
    """The word of this database; empty before the first entry of its house."""
    return House.objects.filter(pk=1).values_list("epoch", flat=True).first() or ""


def renew_epoch() -> str:
    """Draw another word, and give it: every screen that is open then, or opens again, loads all that it shows anew.

    For whoever has put another database in the place of this one, while no act is done. It is no act itself: nothing of
    the game moves, and a register that was restored says where it stands by itself.
    """
    word = fresh_epoch()
    if not House.objects.filter(pk=1).update(epoch=word):
        House.objects.create(pk=1, epoch=word)
    return word
