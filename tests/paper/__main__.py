"""What of the documents is made from the code is brought up to date: ``make paper``."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.paper import parts  # noqa: E402 -- the tables know their words only once Django is set up

parts.renew()
