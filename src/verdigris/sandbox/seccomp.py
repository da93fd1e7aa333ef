"""The filter of system calls, for x86-64 and arm64: one table, told in two languages.

Bubblewrap loads a program assembled here by hand, container engines read a profile in JSON.
What is refused is what a test never needs and a kernel fault often needs: keys, BPF, tracing of the
whole system, mounting, namespaces, io_uring, rare socket families. ptrace stays: debuggers are
under test, too, and a process namespace of its own leaves it nobody else to trace.
"""

from __future__ import annotations

import json
import platform
import struct
from collections.abc import Iterable, Iterator
from typing import Any

# Struct seccomp_data: the number of the call, the architecture, the caller, six arguments.
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16
_LOAD, _JUMP_EQUAL, _JUMP_GREATER_EQUAL, _JUMP_SET, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
# As Linux numbers them: a client on another system may write the profile of its engine.
_EPERM, _ENOSYS, _EAFNOSUPPORT = 1, 38, 97

_NAMESPACES = 0x7E020000
"""The flags of clone and unshare that ask for a namespace."""
_TIME_NAMESPACE = 0x80
"""Of unshare alone; in clone's flags the same bit is part of a signal's number."""
_FLAGS = {"clone": _NAMESPACES, "unshare": _NAMESPACES | _TIME_NAMESPACE}
_TERMINAL = (0x5412, 0x541C)
"""The requests of ioctl that type into a terminal: TIOCSTI, TIOCLINUX."""
# AF_VSOCK and others are not kept apart by a network namespace; of netlink, only routing is, and
# listing one's own addresses needs it.
_UNIX, _INET, _INET6, _NETLINK, _ROUTE = 1, 2, 10, 16, 0
_SOCKETS = ("socket", "socketpair")
_X32 = 0x40000000

# The numbers since Linux 5 are the same everywhere.
_COMMON = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428,
    "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
    "clone3": 435, "pidfd_getfd": 438, "mount_setattr": 442, "quotactl_fd": 443,
    "set_mempolicy_home_node": 450, "open_tree_attr": 467,
}  # fmt: skip
_X86_64 = {
    **_COMMON,
    "ioctl": 16, "socket": 41, "socketpair": 53, "clone": 56, "syslog": 103, "uselib": 134,
    "vhangup": 153, "modify_ldt": 154, "pivot_root": 155, "chroot": 161, "acct": 163,
    "settimeofday": 164, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168,
    "reboot": 169, "iopl": 172, "ioperm": 173, "init_module": 175, "delete_module": 176,
    "quotactl": 179, "lookup_dcookie": 212, "clock_settime": 227, "mbind": 237,
    "set_mempolicy": 238, "kexec_load": 246, "add_key": 248, "request_key": 249, "keyctl": 250,
    "migrate_pages": 256, "unshare": 272, "move_pages": 279, "perf_event_open": 298,
    "fanotify_init": 300, "open_by_handle_at": 304, "setns": 308, "kcmp": 312, "finit_module": 313,
    "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323,
}  # fmt: skip
_ARM64 = {
    **_COMMON,
    "lookup_dcookie": 18, "ioctl": 29, "umount2": 39, "mount": 40, "pivot_root": 41, "chroot": 51,
    "vhangup": 58, "quotactl": 60, "acct": 89, "unshare": 97, "kexec_load": 104,
    "init_module": 105, "delete_module": 106, "clock_settime": 112, "syslog": 116, "reboot": 142,
    "settimeofday": 170, "socket": 198, "socketpair": 199, "add_key": 217, "request_key": 218,
    "keyctl": 219, "clone": 220, "swapon": 224, "swapoff": 225, "mbind": 235,
    "set_mempolicy": 237, "migrate_pages": 238, "move_pages": 239, "perf_event_open": 241,
    "fanotify_init": 262, "open_by_handle_at": 265, "setns": 268, "kcmp": 272,
    "finit_module": 273, "bpf": 280, "userfaultfd": 282, "kexec_file_load": 294,
}  # fmt: skip
_MACHINES = {
    "x86_64": (0xC000003E, "SCMP_ARCH_X86_64", _X86_64),
    "aarch64": (0xC00000B7, "SCMP_ARCH_AARCH64", _ARM64),
}

_BY_ARGUMENT = (*_FLAGS, "ioctl", *_SOCKETS)
# Programs have another way if these are unknown, and give up if they are forbidden.
_UNKNOWN = ("clone3", "io_uring_setup", "io_uring_enter", "io_uring_register")

Program = list[tuple[int, int, int, int]]


def build_filter(machine: str | None = None) -> bytes | None:
    """Return the filter as the kernel reads it; None for a processor it is not written for."""
    known = _MACHINES.get(machine or platform.machine())
    if known is None:
        return None
    arch, _, calls = known
    program: Program = [
        (_LOAD, 0, 0, _ARCH),
        # Another architecture (32 bits) has other numbers: none of its calls is known here.
        (_JUMP_EQUAL, 1, 0, arch),
        _refuse(_ENOSYS),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if calls is _X86_64:
        program += [(_JUMP_GREATER_EQUAL, 0, 1, _X32), _refuse(_ENOSYS)]
    for name, answer in _always(calls):
        program += _when(calls[name], [_refuse(answer)])
    for name, flags in _FLAGS.items():
        program += _when(calls[name], _refuse_flags(flags))
    program += _when(calls["ioctl"], _refuse_values(1, _TERMINAL))
    for name in _SOCKETS:
        program += _when(calls[name], _JUDGE_FAMILY)
    program.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *line) for line in program)


def build_profile(machine: str) -> bytes | None:
    """Return the same filter as docker and podman read it; None for a processor not known here.

    Calls of another architecture, of which the profile names none, are refused as well.
    """
    known = _MACHINES.get(machine)
    if known is None:
        return None
    _, arch, calls = known
    rules = [_rule((name,), answer) for name, answer in _always(calls)]
    for name, flags in _FLAGS.items():
        bits = [1 << position for position in range(32) if flags >> position & 1]
        rules += [_rule((name,), _EPERM, _masked(0, bit, bit)) for bit in bits]
    # The kernel takes 32 bits of these arguments, and a profile compares 64: a request with
    # something in its upper half must not be another one, nor may a family.
    rules += [_rule(("ioctl",), _EPERM, _masked(1, 0xFFFFFFFF, value)) for value in _TERMINAL]
    for family in range(_NETLINK):
        if family not in (_UNIX, _INET, _INET6):
            rules.append(_rule(_SOCKETS, _EAFNOSUPPORT, _compared(0, "EQ", family)))
    other = (_compared(0, "EQ", _NETLINK), _compared(2, "NE", _ROUTE))
    rules.append(_rule(_SOCKETS, _EAFNOSUPPORT, *other))
    rules.append(_rule(_SOCKETS, _EAFNOSUPPORT, _compared(0, "GT", _NETLINK)))
    profile = {"defaultAction": "SCMP_ACT_ALLOW", "architectures": [arch], "syscalls": rules}
    return json.dumps(profile).encode()


def _always(calls: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Return the calls that are refused whatever their arguments, and with which error."""
    for name in calls:
        if name not in _BY_ARGUMENT:
            yield name, _ENOSYS if name in _UNKNOWN else _EPERM


def _rule(names: Iterable[str], answer: int, *arguments: dict[str, Any]) -> dict[str, Any]:
    action = {"action": "SCMP_ACT_ERRNO", "errnoRet": answer}
    return {"names": list(names), **action, "args": list(arguments)}


def _compared(position: int, how: str, value: int, second: int = 0) -> dict[str, Any]:
    return {"index": position, "op": f"SCMP_CMP_{how}", "value": value, "valueTwo": second}


def _masked(position: int, mask: int, value: int) -> dict[str, Any]:
    return _compared(position, "MASKED_EQ", mask, value)


def _refuse(number: int) -> tuple[int, int, int, int]:
    return (_RETURN, 0, 0, _ERRNO | number)


def _argument(position: int) -> tuple[int, int, int, int]:
    # The lower half: the kernel takes these arguments as 32 bits, so the upper is without meaning.
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * position)


def _when(number: int, then: Program) -> Program:
    """Judge one call; every branch of `then` returns, so the number stays loaded for the next."""
    return [(_JUMP_EQUAL, 0, len(then), number), *then]


def _refuse_flags(flags: int) -> Program:
    return [
        _argument(0), (_JUMP_SET, 0, 1, flags), _refuse(_EPERM), (_RETURN, 0, 0, _ALLOW),
    ]  # fmt: skip


def _refuse_values(position: int, values: Iterable[int]) -> Program:
    lines: Program = [_argument(position)]
    for value in values:
        lines += [(_JUMP_EQUAL, 0, 1, value), _refuse(_EPERM)]
    return [*lines, (_RETURN, 0, 0, _ALLOW)]


_JUDGE_FAMILY: Program = [
    _argument(0),
    (_JUMP_EQUAL, 6, 0, _UNIX),
    (_JUMP_EQUAL, 5, 0, _INET),
    (_JUMP_EQUAL, 4, 0, _INET6),
    (_JUMP_EQUAL, 0, 2, _NETLINK),
    _argument(2),
    (_JUMP_EQUAL, 1, 0, _ROUTE),
    _refuse(_EAFNOSUPPORT),
    (_RETURN, 0, 0, _ALLOW),
]
