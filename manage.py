#!/usr/bin/env python
"""The way in for every administrative command: `python manage.py help` lists them."""

import os
import sys

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError, ProgrammingError

from config import environment
from table.management import terminal


def main() -> None:
    environment.of_a_command = True
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        # Importing the server takes a fifth of the time in which a command begins.
        if "runserver" not in sys.argv[1:2]:
            settings.INSTALLED_APPS = [it for it in settings.INSTALLED_APPS if it != "daphne"]
        django.setup()
        terminal.speak()
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except (OperationalError, ProgrammingError) as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(environment.no_database(error))


if __name__ == "__main__":
    main()
