"""`python -m config.service.healthy [PORT]`: health check of the server on this machine, for a container or a timer.

Exits with 0 if `/readyz` answers 200, else with 1, and prints its answer.
"""

import sys
from http.client import HTTPConnection, HTTPException

PORT, SECONDS = 8000, 5.0


def readiness(port: int) -> tuple[bool, str]:
    """Ask `/readyz` at this port of 127.0.0.1; return whether it answered 200, and its text or the error as a text.

    An error is one of the connection, or no answer within SECONDS.
    """
    house = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        house.request("GET", "/readyz")
        answer = house.getresponse()
        return answer.status == 200, answer.read().decode("utf-8", "replace").strip()
    except (OSError, HTTPException) as error:
        return False, f"no answer: {error}"
    finally:
        house.close()


def main(port: str = str(PORT)) -> None:
    """Print what `/readyz` answers at this port, and exit: with 0 if it answers 200, else with 1, as for no port."""
    if not port.isdecimal() or not 0 < int(port) < 1 << 16:
        sys.exit(f"“{port}” is not a port.")
    well, said = readiness(int(port))
    sys.stdout.write(f"{said}\n")
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
