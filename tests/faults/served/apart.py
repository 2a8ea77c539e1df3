"""A corner of the machine for the runs alone, where the kernel offers one: what is done there touches nobody else.

In namespaces of its own a run has processes, mounts and a loopback that end with it, however it ends. Without the right
to them (they are root's) it runs all the same, but for what needs a mount or a network that can be cut.
"""

import asyncio
import fcntl
import os
import shutil
import socket
import struct
import subprocess
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from pathlib import Path

WITH_US = ["setpriv", "--pdeathsig", "KILL", "--"]
"""What runs apart ends with whoever started it, also where that is killed."""
UNSHARE = ["unshare", "--fork", "--kill-child", "--pid", "--mount-proc", "--mount", "--net", "--"]
APART = "FAULTS_APART"
"""Set in the environment of what runs apart."""
NOTHING = 3
"""Status of a run that has nothing to do: none of its faults is one of its engine."""
GET_FLAGS, SET_FLAGS, UP = 0x8913, 0x8914, 0x1
FLAGS = struct.Struct("16sH22x")
MEGABYTE, PAGE = 1024 * 1024, 4096


@cache
def why_not() -> str:
    """Why nothing can run apart on this machine; nothing where it can."""
    if missing := [name for name in (UNSHARE[0], WITH_US[0]) if not shutil.which(name)]:
        return f"{missing[0]} (util-linux) is not there"
    tried = subprocess.run([*WITH_US, *UNSHARE, "true"], capture_output=True, text=True, check=False)
    return tried.stderr.strip() if tried.returncode else ""


def is_apart() -> bool:
    """Whether this process runs apart."""
    return APART in os.environ


def run(command: Sequence[str], *, folder: str) -> int:
    """Run a command apart, or where we are if nothing can; its status. Its own temporary files lie in ``folder``."""
    env = os.environ | {"TMPDIR": folder}
    if not why_not():
        command, env = [*WITH_US, *UNSHARE, *command], env | {APART: "1"}
    with subprocess.Popen(command, env=env) as it:
        try:
            return it.wait()
        finally:
            it.kill()  # what is apart ends with it


def link(*, up: bool) -> None:
    """Bring up the loopback of this corner, or take it down: then nothing reaches anybody, and nobody is told."""
    assert is_apart(), "the loopback of the machine is nobody's to cut"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = fcntl.ioctl(any_socket, GET_FLAGS, FLAGS.pack(b"lo", 0))
        _name, flags = FLAGS.unpack(request)
        fcntl.ioctl(any_socket, SET_FLAGS, FLAGS.pack(b"lo", flags | UP if up else flags & ~UP))


@asynccontextmanager
async def cut_off(seconds: float) -> AsyncIterator[None]:
    """The network is gone for so long; what is done within comes when it is back."""
    link(up=False)
    try:
        await asyncio.sleep(seconds)
    finally:
        link(up=True)
    yield


@contextmanager
def small_disk(folder: Path, *, megabytes: int) -> Iterator[Path]:
    """A disk of this size in a new folder, for this corner alone."""
    assert is_apart(), "a disk that is mounted for everybody outlives a run that is killed"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Nothing more can be written to this disk: megabytes as long as there is room for them, then pages."""
    ballast = disk / "ballast"
    try:
        with ballast.open("wb", buffering=0) as heavy:
            for size in (MEGABYTE, PAGE):
                with suppress(OSError):
                    while heavy.write(bytes(size)) == size:
                        pass
        yield
    finally:
        ballast.unlink()
