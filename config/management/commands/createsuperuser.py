"""`manage.py createsuperuser`: refused, as the Direzione is the highest office."""

from django.utils.translation import gettext_lazy as _

from config.management.past_the_door import Refusing


class Command(Refusing):
    """Name the command that takes on the first person of the Direzione."""

    remedy = _("The first person of a house is taken on by “manage.py direzione”, who takes on everybody else.")
