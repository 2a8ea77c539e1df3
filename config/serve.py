"""`python -m config.serve HOST PORT`: takes the port, prepares database and demo house, and runs the server.

The port comes first, so that a busy one is reported at once in a clear sentence.
"""

import errno
import os
import socket
import sys
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import BaseCommand, CommandError, call_command
from django.db import OperationalError, connection, connections
from django.utils.module_loading import import_string

from config import private
from config.doors import alone, server
from config.environment import BASE_DIR, HOME, env, no_database

HOW = "make run HOST={host} PORT={port}" if HOME == BASE_DIR else "sabot serve {host} {port}"
"""Command line that starts the server: from the sources, or of an installed wheel."""
LOOPBACK = ["localhost", "127.0.0.1"]
PORTS, WAITING = range(1 << 16), 512
"""Valid ports, and the length of the queue of connections that wait to be accepted."""
DECIDED = {"DEMO", "DATABASE_URL", "ALLOWED_HOSTS", "REDIS_URL", "HTTPS"}
"""Settings that show that somebody sets up a house of their own; without any of them the demo house is opened."""
PARTS = ("", "-wal", "-shm", "-journal")
"""What SQLite appends to the name of a database for its own files."""
NOT_DELETED = "The demo house before, {name}, cannot be deleted by this user: {why}."


def run(*where: str, prepare: Callable[[], None] | None = None) -> None:
    """Serve as `main` does at ``where``, host and port; exit with a sentence for any other number of arguments.

    So it does for a setting that cannot be, and for a database that cannot be reached or locked (OperationalError).
    ``prepare`` leaves the database migrated (None: :func:`migrate`).
    """
    if len(where) != 2:
        sys.exit(f"A host and a port are needed, and nothing else: {HOW.format(host='127.0.0.1', port=8000)}")
    host, port = where
    try:
        main(host, port, prepare or migrate)
    except ImproperlyConfigured as unfit:
        sys.exit(str(unfit))
    except OperationalError as error:
        sys.exit(no_database(error))


def main(host: str, port: str, prepare: Callable[[], None]) -> None:
    """Take the port, set up Django, claim the lock, migrate, make the demo house where DEMO is on, and serve.

    `prepare` migrates the database, after port, settings and lock. New files are for this user alone from then on.
    ALLOWED_HOSTS and HTTPS are set as :func:`answer_to` says. A demo house in a SQLite file that has had its evenings
    is deleted before; one that is there already stays, and in any other house none is made. The port listens only when
    all is ready; the house's address is printed then. Blocks; exits with a sentence where the port, the limit of open
    files, another process, a migration or a danger prevents it. Raises ImproperlyConfigured, and errors of the
    database.
    """
    try:
        taken = take(host, int(port))
    except (OSError, ValueError) as error:
        sys.exit(refusal(host, port, error))
    private.from_now_on()
    server.raise_limit()
    names, port_taken = addresses(host), taken.getsockname()[1]
    shown, plain = demo(names), answer_to(names)
    set_up(demo=shown)
    refuse_danger("proxies")
    claimed = alone.claim()
    prepare()
    if shown and import_string("table.demo.house.is_worn")():
        begin_anew()
    refuse_danger("database")
    # A process that was killed may have committed what it had not told the screens of the others.
    import_string("table.record.cross_register.waiting.drawn_anew")()
    if shown:
        call_command("demo", address=f"http://{names[-1]}:{port_taken}")
    connections.close_all()
    let_in(taken, host)
    announce(names, port_taken, plain=plain)
    with claimed:
        server.run(taken.fileno())


def take(host: str, port: int) -> socket.socket:
    """Return a socket bound to an IPv4 address and port, which does not listen yet; port 0 takes any free one.

    Until it does, callers are refused at once and a proxy asks another process. Raises OSError if it cannot be bound or
    `host` is no such name, UnicodeError for what can be no name, and ValueError for a number outside PORTS.
    """
    if port not in PORTS:
        raise ValueError(port)
    *_, address = socket.getaddrinfo(host, port, family=socket.AF_INET, type=socket.SOCK_STREAM)[0]
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((str(address[0]), port))
    except OSError:
        taken.close()
        raise
    return taken


def let_in(taken: socket.socket, host: str) -> None:
    """Start to listen: callers wait from now on until they are answered. Exits where that fails.

    It does so with the sentence of :func:`refusal`, as where another process listens there; `host` is only for that.
    """
    try:
        taken.listen(WAITING)
    except OSError as error:
        sys.exit(refusal(host, str(taken.getsockname()[1]), error))


def refusal(host: str, port: str, error: Exception) -> str:
    """Return a sentence that says why nothing can listen at `host` and `port`, and what to do.

    `error` is that of taking the port. A UnicodeError is that of a host with an empty part, or one of more than 63
    characters; any other that is no OSError counts as a port that is no number or out of range.
    """
    match error:
        case socket.gaierror() | UnicodeError() | OSError(errno=errno.EADDRNOTAVAIL):
            one = HOW.format(host="127.0.0.1", port=port)
            return f"“{host}” is no IPv4 address or name of this machine. Choose one: {one}"
        case PermissionError():
            return (
                f"Port {port} is kept for the administrator. Choose one above 1023: {HOW.format(host=host, port=8000)}"
            )
        case OSError(errno=errno.EADDRINUSE):
            another = HOW.format(host=host, port=8001)
            return f"Port {port} on {host} is busy: stop what listens there, or choose another port: {another}"
        case OSError():
            return f"Nothing can listen on {host}, port {port}: {error.strerror}."
    return f"“{port}” is not a port. Choose a number: {HOW.format(host=host, port=8000)}"


def addresses(host: str) -> list[str]:
    """Return the addresses to print for a server that listens on `host`: for ``0.0.0.0`` those that stand for it.

    They are 127.0.0.1 and this machine's own address in its network, where it has one. Other names, ``localhost``
    among them, may lead there too.
    """
    if host == "0.0.0.0":
        return [*LOOPBACK[1:], *outward()]
    return [host]


def outward() -> list[str]:
    """Return this machine's own IPv4 address in its network, in a list that is empty where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Only finds out which address would be used: connecting a datagram socket sends nothing.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def demo(names: list[str]) -> bool:
    """Whether to open a demo house: by the setting DEMO if it is set, else only if all names are loopback.

    In that case none of the settings named in DECIDED may be set either.
    """
    return bool(env.bool("DEMO", default=not any(map(env.str, DECIDED)) and all(map(loopback, names))))


def answer_to(names: list[str]) -> bool:
    """Set ALLOWED_HOSTS to these names and those of LOOPBACK, and HTTPS to off where it is not set.

    Return whether HTTPS is off then. False, with nothing set, if all names are loopback or ALLOWED_HOSTS is set
    already.
    """
    if all(map(loopback, names)) or env.list("ALLOWED_HOSTS"):
        return False
    os.environ["ALLOWED_HOSTS"] = ",".join(dict.fromkeys([*LOOPBACK, *names]))
    os.environ["HTTPS"] = env.str("HTTPS", default="off")
    return not env.bool("HTTPS", default=False)


def set_up(*, demo: bool) -> None:
    """Set DJANGO_SETTINGS_MODULE unless it is set, and set up Django by the environment as it is now.

    With `demo`, DEMO is switched on before, and LOG_LEVEL becomes WARNING where it is not set.
    """
    if demo:
        os.environ["DEMO"] = "on"
        os.environ["LOG_LEVEL"] = env.str("LOG_LEVEL", default="WARNING")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()


def migrate() -> None:
    """Apply the migrations that are not applied yet, after a backup; where all are, run the database checks only.

    Of several processes one does it, and the others wait for it. Without a house in the database there is no backup.
    Exits with the message of a command that fails; after a failed backup, and where a restore was broken off, the
    database is left alone. Errors of the database are raised.
    """
    refuse_danger("restoring")
    try:
        # Imported here: the module needs the settings.
        with alone.one_by_one():
            if import_string("table.models.schema.is_migrated")(connection):
                BaseCommand().check(databases=[connection.alias])
            else:
                import_string("table.backup.take.take_before_migrating")()
                call_command("migrate", verbosity=0, skip_checks=False)
    except CommandError as error:
        sys.exit(str(error))


def begin_anew() -> None:
    """Delete the SQLite file of the demo house, which this process has claimed, and migrate a new, empty one.

    Its journals go as well; houses that a restore has put aside stay, and so does the lock. On PostgreSQL nothing is
    done. Exits with a sentence where the file cannot be deleted, and as `migrate` does.
    """
    refuse_danger("restoring")
    if connection.vendor == "sqlite":
        connections.close_all()
        database = Path(connection.settings_dict["NAME"])
        try:
            for part in PARTS:
                Path(f"{database}{part}").unlink(missing_ok=True)
        except OSError as error:
            sys.exit(NOT_DELETED.format(name=database, why=error.strerror))
        migrate()


def refuse_danger(*names: str) -> None:
    """Exit with fault and remedy of each of these checks of table.management.dangers that fails, if one does."""
    dangers = [import_string(f"table.management.dangers.{name}") for name in names]
    found = [fault for look in dangers for fault in look(databases=[connection.alias])]
    if found:
        sys.exit("\n".join(f"{it.msg} {it.hint}" for it in found))


def announce(names: list[str], port: int, *, plain: bool) -> None:
    """Print an address http://name:port/ for each name at which the house is open, and how to stop it.

    ``plain`` adds that they are not encrypted.
    """
    for name in names:
        sys.stdout.write(f"Sabot is open at http://{name}:{port}/\n")
    if plain:
        sys.stdout.write("Plain HTTP, to try it out in your own network; .env.example says how to open it for good.\n")
    sys.stdout.write("Press Ctrl+C to stop.\n")
    sys.stdout.flush()


def loopback(name: str) -> bool:
    """Whether `name` is ``localhost``, in lower case, or a loopback address, without brackets."""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name in LOOPBACK


if __name__ == "__main__":
    run(*sys.argv[1:])
