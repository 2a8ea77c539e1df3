"""`manage.py changepassword`: refused, as a PIN is set by its owner or given on the record."""

from django.utils.translation import gettext_lazy as _

from config.management.past_the_door import Refusing


class Command(Refusing):
    """Name the pages and commands by which PINs are set."""

    remedy = _(
        "Everybody sets their own PIN on the page “Your own PIN”. Who has lost it is given a new one in the house "
        "office, an Ispettore Comunale by “manage.py comunale”."
    )
