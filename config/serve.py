"""Starts Daphne for `make run`: takes the port, so that a busy one is a clear sentence, says where to look, hands over.

`python -m config.serve HOST PORT`
"""

import errno
import os
import socket
import subprocess
import sys
from ipaddress import ip_address

from config.environment import env

# The limit holds for what screens are sent as well; what they may send is far less (table/frames.py).
# -v 0 silences Daphne's own access lines: the house writes its own, in the form of every other line.
DAPHNE = "-v 0 --ping-interval 5 --ping-timeout 10 --websocket-max-message-size 1048576 --no-server-name"
LOOPBACK = ["localhost", "127.0.0.1"]
DECIDED = {"DEMO", "DATABASE_URL", "ALLOWED_HOSTS", "REDIS_URL"}
"""Who decides one of these sets up a house of his own; anybody else is shown the demo house."""


def main(host: str, port: str) -> None:
    try:
        taken = listen(host, int(port))
    except (OSError, ValueError, OverflowError) as error:
        sys.exit(refusal(host, port, error))
    names, port_taken = addresses(host), taken.getsockname()[1]
    if demo(names):
        invite(f"http://{names[-1]}:{port_taken}")
    announce(names, port_taken)
    taken.set_inheritable(True)
    command = [sys.executable, "-m", "daphne", "--fd", str(taken.fileno()), *DAPHNE.split(), "config.asgi:application"]
    os.execv(sys.executable, command)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there: the port is ours from here on, and browsers wait until Daphne answers."""
    *_, address = socket.getaddrinfo(host, port, family=socket.AF_INET, type=socket.SOCK_STREAM)[0]
    return socket.create_server((str(address[0]), port), backlog=512)


def refusal(host: str, port: str, error: Exception) -> str:
    """Why nothing can listen there, and what to do about it."""
    match error:
        case socket.gaierror() | OSError(errno=errno.EADDRNOTAVAIL):
            return f"“{host}” is no IPv4 address or name of this machine. Choose one: make run HOST=127.0.0.1"
        case PermissionError():
            return f"Port {port} is kept for the administrator. Choose one above 1023: make run PORT=8000"
        case OSError(errno=errno.EADDRINUSE):
            return f"Port {port} on {host} is busy: stop what listens there, or choose another port: make run PORT=8001"
        case OSError():
            return f"Nothing can listen on {host}, port {port}: {error.strerror}."
    return f"“{port}” is not a port. Choose a number: make run PORT=8000"


def addresses(host: str) -> list[str]:
    """Every name under which a browser reaches `host`."""
    if host == "0.0.0.0":
        return [*LOOPBACK[1:], *outward()]
    return [host]


def outward() -> list[str]:
    """This machine's own address in its network, where it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Only asks which address would be used: a datagram socket sends nothing when it connects.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def demo(names: list[str]) -> bool:
    """Whether this is to be a demo house: by decision, or because nothing is decided and nobody else can come in."""
    return bool(env.bool("DEMO", default=not DECIDED & env.ENVIRON.keys() and all(map(loopback, names))))


def invite(address: str) -> None:
    """Make the demo house where there is none yet, and say how to come in; the terminal stays as quiet as that."""
    os.environ["DEMO"] = "on"
    os.environ["LOG_LEVEL"] = env.str("LOG_LEVEL", default="WARNING")
    made = subprocess.run([sys.executable, "manage.py", "demo", "--address", address], check=False)
    if made.returncode:
        sys.exit(made.returncode)


def announce(names: list[str], port: int) -> None:
    """Say where the house is open, and let it answer to these names where nothing else was decided."""
    for name in names:
        sys.stdout.write(f"Sabot is open at http://{name}:{port}/\n")
    if not all(loopback(name) for name in names) and "ALLOWED_HOSTS" not in env.ENVIRON:
        os.environ["ALLOWED_HOSTS"] = ",".join(dict.fromkeys([*LOOPBACK, *names]))
        os.environ.setdefault("HTTPS", "off")
        sys.stdout.write("Plain HTTP, to try it out in your own network; .env.example says how to open it for good.\n")
    sys.stdout.write("Press Ctrl+C to stop.\n")
    sys.stdout.flush()


def loopback(name: str) -> bool:
    """Whether only this machine itself can use `name`."""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name in LOOPBACK


if __name__ == "__main__":
    main(*sys.argv[1:])
