"""Epoch of the database: a random word by which screens notice that the database was replaced by another one.

Entry numbers alone do not tell: a restored backup has lower ones, or after a while the same for something else. The
word is drawn when the house's row is made, goes out with every whole table and every heartbeat, and is drawn anew when
a backup has replaced the data.
"""

import secrets

from table.models import House


def epoch() -> str:
    """Random word by which screens notice that this database is another one; empty before the house has a row."""
    return House.objects.filter(pk=1).values_list("epoch", flat=True).first() or ""


def open_row() -> None:
    """Create the row of the house, with a random word as its ``epoch``, where there is none yet."""
    House.objects.get_or_create(pk=1, defaults={"epoch": secrets.token_hex(4)})


def renew_epoch() -> str:
    """Draw another epoch, store it in the row of the house, which is created if missing, and return it.

    Makes no entry and sends no ping: a screen reloads all that it shows once a heartbeat or a whole table brings it the
    other word. To be called by whatever has put another database in the place of this one, while no act is done.
    """
    house, _new = House.objects.update_or_create(pk=1, defaults={"epoch": secrets.token_hex(4)})
    return house.epoch
