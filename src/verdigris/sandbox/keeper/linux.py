"""The Linux system calls that Python has no name for. Elsewhere they do nothing, or refuse."""

from __future__ import annotations

import os
import sys

LINUX = sys.platform == "linux"

CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_NOSUID, MS_NODEV, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 4096, 16384, 1 << 18
MNT_DETACH = 2
_PDEATHSIG, _SUBREAPER = 1, 36
_KCMP, _KCMP_VM = {"x86_64": 312, "aarch64": 272}, 1

if LINUX:
    import ctypes

    _libc = ctypes.CDLL(None, use_errno=True)

    def _checked(result: int, what: str) -> None:
        if result != 0:
            number = ctypes.get_errno()
            raise OSError(number, f"{what}: {os.strerror(number)}")


def become_subreaper() -> None:
    """Let every orphaned descendant become our child, wherever it forked and hid itself."""
    if LINUX:
        _checked(_libc.prctl(_SUBREAPER, 1, 0, 0, 0), "prctl")


def die_with_parent(signal_number: int) -> None:
    if LINUX:
        _checked(_libc.prctl(_PDEATHSIG, signal_number, 0, 0, 0), "prctl")


def unshare(flags: int) -> None:
    _checked(_libc.unshare(flags), "unshare")


def mount(source: str, target: str, kind: str, flags: int = 0, options: str = "") -> None:
    words = [os.fsencode(word) for word in (source, target, kind)]
    data = os.fsencode(options) or None
    _checked(_libc.mount(*words, ctypes.c_ulong(flags), data), f"mount {kind or 'bind'}")


def unmount(target: str) -> None:
    _checked(_libc.umount2(os.fsencode(target), MNT_DETACH), "umount")


def same_memory(one: int, other: int) -> bool:
    """Whether two processes share one memory, as parent and child do between vfork and exec."""
    number = _KCMP.get(os.uname().machine)
    return bool(number and _libc.syscall(number, one, other, _KCMP_VM, 0, 0) == 0)
