"""The filter of system calls: judged as the kernel and as the engines' library would."""

from __future__ import annotations

import errno
import json
import struct
from typing import Any

import pytest

from verdigris.sandbox.seccomp import build_filter, build_profile


def answer(program: bytes, arch: int, number: int, *arguments: int) -> int:
    """Judge one system call as the kernel would, and return what the filter returns."""
    given = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=iIQ6Q", number, arch, 0, *given)
    lines = list(struct.iter_unpack("=HBBI", program))
    loaded, i = 0, 0
    while True:
        code, yes, no, value = lines[i]
        i += 1
        if code == 0x06:
            return int(value)
        if code == 0x20:
            (loaded,) = struct.unpack_from("=I", data, value)
        else:
            met = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}[code]
            i += yes if met else no


ALLOW, REFUSE = 0x7FFF0000, 0x00050000
X86_64, ARM64, I386 = 0xC000003E, 0xC00000B7, 0x40000003


@pytest.mark.parametrize(
    ("machine", "arch", "clone", "socket_", "mount", "read"),
    [("x86_64", X86_64, 56, 41, 165, 0), ("aarch64", ARM64, 220, 198, 40, 63)],
)
def test_the_filter_judges_alike_on_every_processor(
    machine: str, arch: int, clone: int, socket_: int, mount: int, read: int
) -> None:
    program = build_filter(machine)
    assert program is not None
    assert answer(program, arch, read) == ALLOW
    assert answer(program, arch, mount) == REFUSE | errno.EPERM
    assert answer(program, arch, clone, 0x11) == ALLOW
    assert answer(program, arch, clone, 0x3D0F00) == ALLOW  # a thread, as glibc asks for it
    for flag in (0x20000, *(1 << bit for bit in range(25, 31))):
        assert answer(program, arch, clone, flag | 0x11) == REFUSE | errno.EPERM
    for family, protocol in ((1, 0), (2, 6), (10, 17), (16, 0)):
        assert answer(program, arch, socket_, family, 1, protocol) == ALLOW
    for family, protocol in ((40, 0), (38, 0), (16, 15), (17, 3), (31, 0)):
        refused = REFUSE | errno.EAFNOSUPPORT
        assert answer(program, arch, socket_, family, 1, protocol) == refused
    # The upper half of an argument is not seen by the kernel either.
    assert answer(program, arch, socket_, (1 << 32) | 40) == REFUSE | errno.EAFNOSUPPORT
    assert answer(program, I386, mount) == REFUSE | errno.ENOSYS


def test_the_second_set_of_numbers_on_x86_64_is_unknown() -> None:
    program = build_filter("x86_64")
    assert program is not None
    assert answer(program, X86_64, 0x40000000 | 165) == REFUSE | errno.ENOSYS
    assert build_filter("riscv64") is None


def profile_answer(profile: dict[str, Any], name: str, *arguments: int) -> int:
    """Judge one system call by a profile, as the filter made of it does."""
    given = [*arguments, *[0] * (6 - len(arguments))]

    def met(test: dict[str, Any]) -> bool:
        value, at = test["value"], given[test["index"]]
        return {
            "SCMP_CMP_EQ": at == value,
            "SCMP_CMP_NE": at != value,
            "SCMP_CMP_GT": at > value,
            "SCMP_CMP_MASKED_EQ": at & value == test["valueTwo"],
        }[test["op"]]

    for rule in profile["syscalls"]:
        if name in rule["names"] and all(map(met, rule["args"])):
            assert rule["action"] == "SCMP_ACT_ERRNO"
            return REFUSE | int(rule["errnoRet"])
    assert profile["defaultAction"] == "SCMP_ACT_ALLOW"
    return ALLOW


FAMILIES = [(family, protocol) for family in range(50) for protocol in (0, 1, 15)]
CALLS = [
    *[("clone", 1 << bit | 0x11) for bit in range(32)], ("clone", 0x3D0F00),
    *[("unshare", 1 << bit) for bit in range(32)],
    *[("ioctl", 0, request) for request in (0x5401, 0x5412, 0x541C, 1 << 32 | 0x5412)],
    *[(call, family, 1, more) for call in ("socket", "socketpair") for family, more in FAMILIES],
    ("socket", 1 << 32 | 40, 1, 0), ("socket", (1 << 64) - 1, 1, 0),
    ("read",), ("mount",), ("move_pages",), ("pidfd_getfd",), ("clone3",), ("io_uring_setup",),
]  # fmt: skip
NUMBERS = {
    "x86_64": (56, 272, 16, 41, 53, 0, 165, 279, 438, 435, 425),
    "aarch64": (220, 97, 29, 198, 199, 63, 40, 239, 438, 435, 425),
}


@pytest.mark.parametrize(("machine", "arch"), [("x86_64", X86_64), ("aarch64", ARM64)])
def test_engines_are_told_the_same_as_the_kernel(machine: str, arch: int) -> None:
    program, text = build_filter(machine), build_profile(machine)
    assert program is not None
    assert text is not None
    profile = json.loads(text)
    names = dict.fromkeys(str(name) for name, *_ in CALLS)
    numbers = dict(zip(names, NUMBERS[machine], strict=True))
    for name, *arguments in CALLS:
        told = profile_answer(profile, str(name), *map(int, arguments))
        assert told == answer(program, arch, numbers[str(name)], *map(int, arguments)), name
    # Numbers of 32 bits name other calls: only the processor's own are let through.
    assert len(profile["architectures"]) == 1
    assert build_profile("riscv64") is None
