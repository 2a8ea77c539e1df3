#!/usr/bin/env python
"""The way in for every administrative command: `python manage.py help` lists them."""

import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from config import environment
from table.management import terminal


def main() -> None:
    environment.of_a_command = True
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        django.setup()
        terminal.speak()
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
