"""Isolation by bubblewrap: own namespaces, the system read-only, no network, nothing of home.

The command works on an overlay of its folder in a file system in memory that the keeper makes, so
what it writes is limited by the kernel and gone afterwards. Where the kernel refuses that, the
folder itself is written to and watched.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verdigris.errors import SandboxUnavailable
from verdigris.sandbox import layout
from verdigris.sandbox.base import Completed, Limits, View
from verdigris.sandbox.boxes import new_box
from verdigris.sandbox.keeping import (
    FIRST_DESCRIPTOR,
    STATUS_DESCRIPTOR,
    Kept,
    Order,
    Stage,
    keep,
)
from verdigris.sandbox.outcome import completed
from verdigris.sandbox.process import (
    control_groups,
    require_folder,
    rlimits,
    summed_memory,
    whole_cpus,
)
from verdigris.sandbox.seccomp import build_filter

# RLIMIT_NPROC counts from here on, inside the namespace; a shell is what can say so there. One
# calls it -u, the other -p. PWD is bubblewrap's addition to the variables.
_LAUNCH = 'ulimit -u {n} 2>/dev/null || ulimit -p {n} 2>/dev/null; unset PWD OLDPWD; exec "$@"'
_ARGUMENTS, _FILTER, _FIRST_FILE = FIRST_DESCRIPTOR, FIRST_DESCRIPTOR + 1, FIRST_DESCRIPTOR + 2


@dataclass(frozen=True)
class Means:
    """What bubblewrap and the kernel can do here, as it was tried."""

    program: str
    overlay: bool = True
    disable_userns: bool = True
    """Since bubblewrap 0.8; the filter of system calls refuses namespaces anyway."""


class BubblewrapSandbox:
    name = "bubblewrap"
    isolates = True
    python = None

    def __init__(
        self,
        means: Means,
        *,
        home: Path,
        private: Sequence[Path] = (),
        network: bool = False,
        cpus: float | None = None,
    ) -> None:
        self.means = means
        self._home = home
        self._private = tuple(private)
        self._network = network
        self._cpus = cpus

    async def run(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        limits: Limits,
        view: View = View(),
    ) -> Completed:
        order = self._order(command, require_folder(cwd), env, limits, view)
        kept = await keep(order, output_kb=limits.output_kb)
        _require_begun(kept)
        return completed(kept, limits)

    def _order(
        self,
        command: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        limits: Limits,
        view: View,
    ) -> Order:
        layout.require_narrow((cwd, *view.readable, *view.kept), self._home, self._private)
        box = new_box()
        staged = self.means.overlay
        grouped = control_groups(limits, self._cpus, limits.disk_mb if staged else 0)
        made = layout.files(network=self._network)
        inside = {**env, "HOME": layout.HOME, "TMPDIR": "/tmp"}
        args = [
            *self._namespaces(),
            *_variables(inside),
            *layout.system(network=self._network),
            *_made_up(made),
            # Read-only: to root's uid, and the caller may be root, its switches are open otherwise.
            *("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"),
            *_places(box, cwd, view, staged=staged),
            *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(cwd)),
        ]
        filtered = build_filter()
        kept_folders = [str(path) for path in view.kept if path.is_dir()]
        folders = [str(box), *(() if staged else (str(box / name) for name in _BOX))]
        return Order(
            argv=(
                self.means.program, "--args", str(_ARGUMENTS),
                *(("--seccomp", str(_FILTER)) if filtered else ()),
                *("--json-status-fd", str(STATUS_DESCRIPTOR)),
                *("--", "/bin/sh", "-c", _LAUNCH.format(n=limits.processes), "sh", *command),
            ),
            wall_seconds=limits.wall_seconds,
            rlimits=rlimits(limits, in_group=bool(grouped)),
            cpus=whole_cpus(self._cpus),
            groups=grouped,
            memory_mb=summed_memory(limits, grouped),
            stage=_stage(box, cwd, limits) if staged else None,
            # What is kept lies on a disk, where no file system of ours counts it.
            watched=(*(() if staged else (str(cwd), str(box))), *kept_folders),
            watched_mb=limits.disk_mb,
            descriptors=(os.fsencode("\0".join(args) + "\0"), filtered or b"", *made.values()),
            status=True,
            make=tuple(folders),
            remove=(str(box),),
        )  # fmt: skip

    def _namespaces(self) -> Iterator[str]:
        yield from ("--unshare-user", "--unshare-all", "--hostname", "sandbox")
        if self._network:
            yield "--share-net"
        if self.means.disable_userns:
            yield "--disable-userns"
        yield from ("--die-with-parent", "--new-session", "--cap-drop", "ALL")
        yield from ("--uid", str(layout.UID), "--gid", str(layout.UID))


_BOX = ("tmp", "home", "shm")


def _stage(box: Path, cwd: Path, limits: Limits) -> Stage:
    return Stage(at=str(box), size_mb=limits.disk_mb, lower=str(cwd), folders=_BOX)


def _variables(env: Mapping[str, str]) -> Iterator[str]:
    yield "--clearenv"
    for name, value in env.items():
        yield from ("--setenv", name, value)


def _made_up(files: Mapping[str, bytes]) -> Iterator[str]:
    for i, path in enumerate(files):
        yield from ("--perms", "0444", "--file", str(_FIRST_FILE + i), path)


def _places(box: Path, cwd: Path, view: View, *, staged: bool) -> Iterator[str]:
    """Bind what is writable and what is shown, outer folders first, so that inner ones stay."""
    binds = {
        Path("/tmp"): ("--bind", box / "tmp"),
        Path("/var/tmp"): ("--bind", box / "tmp"),
        Path(layout.HOME): ("--bind", box / "home"),
        Path("/dev/shm"): ("--bind", box / "shm"),
    }
    for path in view.readable:
        if path.exists() and not layout.is_system(path):
            binds[path] = ("--ro-bind", path)
    binds[cwd] = ("--bind", box / "merged" if staged else cwd)
    for path in view.kept:
        binds[path] = ("--bind", path)
    for path, (how, source) in sorted(binds.items(), key=lambda item: len(item[0].parts)):
        yield from (how, str(source), str(path))


def _require_begun(kept: Kept) -> None:
    """Raise SandboxUnavailable where bubblewrap itself failed: that is not the command's output."""
    report = kept.report
    if report.exit is not None and not report.stop and "exit-code" not in report.said:
        raise SandboxUnavailable(
            f"bubblewrap cannot start the command: {kept.output.strip()[-500:]}."
        )
