"""What an act costs a server with a hundred tables: ``make bench-floor``.

Every load is played at every server by the same client, one process on the same machine: tables with twelve different
screens each (dealer, inspector, nine seats, sign), real sockets, real acts of coups that stand at different places, a
server started anew for each row. An act is done when the last screen of its table has been shown its number.
"""

import argparse
import asyncio
import os
import resource
import sys
import sysconfig
import tempfile
from contextlib import ExitStack
from pathlib import Path
from platform import python_version

import django

from tests.rig.choosing import some_of, within
from tests.settings import ENVIRONMENT

SECONDS = 60.0
DESCRIPTORS = 16_384
FEWEST_TABLES = 10
"""Tables that are prepared in any case, so that each process has more than one."""


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, DESCRIPTORS), hard))
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    django.setup()
    from tests.bench.door import no_log

    options = read_options()
    options.folder.mkdir(exist_ok=True)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-", dir=options.folder))
        stack.enter_context(no_log())
        compare(options, Path(folder).resolve(), stack)


def read_options() -> argparse.Namespace:
    """Which loads at which servers, and for how long."""
    from tests.bench.floor.loads import LOADS
    from tests.bench.floor.servers import TITLES

    parser = argparse.ArgumentParser(prog="make bench-floor", description="What an act costs with a hundred tables.")
    parser.add_argument("--loads", type=some_of(LOADS), default=[*LOADS], help="of: " + ", ".join(LOADS))
    parser.add_argument("--servers", type=some_of(TITLES), default=[*TITLES], help="of: " + ", ".join(TITLES))
    words = "how long each load is played (%(default)g)"
    parser.add_argument("--seconds", type=within(0.1, 86400), default=SECONDS, help=words)
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("var"),
        help="where SQLite's databases lie: by default on the disk of the house's own; one in memory, such as /dev/shm,"
        " tells what of a wait is the disk's",
    )
    return parser.parse_args()


def built() -> str:
    """How this Python was built, which makes a seventh of all figures: with what, as far as it says so itself.

    The program of Debian is not linked with the library that its ``sysconfig`` describes.
    """
    shared = sysconfig.get_config_var("Py_ENABLE_SHARED")
    if shared and "/libpython" not in Path("/proc/self/maps").read_text():
        return "built by itself, as Debian builds it: with PGO and LTO"
    said = sysconfig.get_config_var("CONFIG_ARGS") or ""
    used = [name for option, name in (("--enable-optimizations", "PGO"), ("--with-lto", "LTO")) if option in said]
    return f"built with {' and '.join(used)}" if used else "built without PGO and LTO"


def compare(options: argparse.Namespace, folder: Path, stack: ExitStack) -> None:
    """Every load at every server, a line each."""
    from tests.bench.floor import crowd, rows
    from tests.bench.floor.javascript import installed
    from tests.bench.floor.loads import LOADS, carry_out
    from tests.bench.floor.servers import NEED_NODE, PACKAGES, TITLES, Servers

    names, missing = options.servers, ""
    if {*names} & {*NEED_NODE} and (missing := installed(PACKAGES)):
        names = [name for name in names if name not in NEED_NODE]
    loads = [LOADS[name] for name in options.loads]
    servers = Servers(folder, max(FEWEST_TABLES, *(load.tables for load in loads)), stack)
    print(f"A floor of tables, on {os.cpu_count()} cores ({sys.platform}); Python {python_version()}, {built()}")
    print(f"{options.seconds:g} s a row; cards and stakes by the tables' codes, pauses by seed {crowd.SEED}\n")
    if missing:
        print(f"{missing}\n")
    print(rows.COLUMNS, flush=True)
    for load in loads:
        print(f"\n{load.name}: {load.title}", flush=True)
        for name in names:
            try:
                with servers.serving(name, load) as served:
                    measured = asyncio.run(carry_out(load, served.casino, served.meter, seconds=options.seconds))
            except TimeoutError:
                print(f"{TITLES[name]:<24}  [not every screen was let in]", flush=True)
            else:
                print(rows.row(TITLES[name], load, measured), flush=True)


if __name__ == "__main__":
    main()
