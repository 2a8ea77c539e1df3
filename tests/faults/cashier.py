"""Cashier in a process of their own, to whose table fills come as asked for: ``DATABASE CODE BADGE ROUNDS``."""

import os
import sys

import django


def main(url: str, code: str, badge: str, rounds: int) -> None:
    """Ask for fills and issue them, every other one made void; the numbers of the movements are printed."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from table.models import Person
    from tests.rig.cast import Cast, Somebody
    from tests.rig.engines import at_home_in

    with at_home_in(url):
        cast = Cast.at(code)
        cassa = Somebody(Person.objects.get(badge=badge), code)
        for place in range(rounds):
            answer = cast.capo_isola.does("request_fill", pieces={"10000": 1})
            number = next(
                facts["movement"] for name, facts in answer.outcomes[0]["effects"] if name == "movement_requested"
            )
            cassa.does("issue", movement=number, pieces={"10000": 1})
            if place % 2:
                cassa.does("void_movement", movement=number, reason="not needed")
                cast.direzione.does("attest_movement", movement=number)
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
