"""Dealer in a process of their own, who changes banknotes of guests that are named there: ``DATABASE CODE BADGE``."""

import os
import sys

import django

AMOUNT = 40_000


def main(url: str, code: str, badge: str) -> None:
    """Change 400.00 for each guest of a line of the standard input; "done" or the code of the refusal is printed."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from table.models import Person
    from table.rules.refusal import Refused
    from tests.rig.cast import Somebody
    from tests.rig.engines import at_home_in

    with at_home_in(url):
        dealer = Somebody(Person.objects.get(badge=badge), code)
        say("ready")
        for line in sys.stdin:
            try:
                dealer.does("change_notes", amount=AMOUNT, guest=line.strip())
            except Refused as refused:
                say(refused.code.value)
            else:
                say("done")


def say(word: str) -> None:
    """Write a line that is read at once."""
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
