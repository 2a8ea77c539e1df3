"""`manage.py createsuperuser`: nobody is above the house; its first person is taken on by another command."""

from django.utils.translation import gettext_lazy as _

from config.management.past_the_door import Refusing


class Command(Refusing):
    """The Direzione is the highest office, and its first person has a command."""

    remedy = _("The first person of a house is taken on by “manage.py direzione”, who takes on everybody else.")
