"""Asks the house on this machine whether it can serve, as a container or a timer does, without any other program.

`python -m config.service.healthy [PORT]` ends with 0 where it can, and with 1 and what is missing where it cannot.
"""

import sys
from http.client import HTTPConnection, HTTPException

from config.environment import env

PORT, SECONDS = 8000, 5.0


def asked(port: int) -> tuple[bool, str]:
    """Whether the house at this port can serve, and what it says. It knows itself only by the names it answers to."""
    name = (env.list("ALLOWED_HOSTS", default=[]) or ["127.0.0.1"])[0].lstrip(".").replace("*", "127.0.0.1")
    house = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        house.request("GET", "/readyz", headers={"Host": name})
        answer = house.getresponse()
        return answer.status == 200, answer.read().decode("utf-8", "replace").strip()
    except (OSError, HTTPException) as error:
        return False, f"no answer: {error}"
    finally:
        house.close()


def main(port: str = str(PORT)) -> None:
    """Say it, and end as a health check does."""
    well, said = asked(int(port))
    sys.stdout.write(f"{said}\n")
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
