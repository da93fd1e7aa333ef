"""A container per command, by docker or podman: a system of its own, nothing of this machine.

The working folder goes in as a stream and lies in memory there: the kernel keeps the limit of what
is written, no path of ours has to be known to the engine for it, and nothing a command does to it
reaches this machine. Only `view` is mounted. The keeper removes the container however it ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from verdigris.core.value import Value
from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Completed, Limits, View
from verdigris.sandbox.container_launch import OVERHEAD, Counted, launch, loader, read_counted
from verdigris.sandbox.container_mounts import NOBODY, Desk
from verdigris.sandbox.container_names import new_name, sweep
from verdigris.sandbox.container_paths import Sharing, find_sharing
from verdigris.sandbox.engines import Engine, EngineName, Facts
from verdigris.sandbox.keeping import Kept, Order, keep
from verdigris.sandbox.outcome import completed

_SHARED_MEMORY_MB = 64
# The launch lines and then the tree go in; complaints come back on their own descriptor. Shells
# know descriptors of one digit only.
_FEED = '{ cat /dev/fd/10; tar -C "$1" -cf - .; } 2>/dev/null | { shift; exec "$@" 2>&9; }'
_START_SECONDS = 60.0
"""How long an engine may take to start a container, beside the time the command has."""


class _Ready(Value):
    """What is found out about an engine and an image once."""

    facts: Facts
    sharing: Sharing
    user: str
    variables: tuple[str, ...]
    """Names of the variables that the image sets."""
    volumes: tuple[str, ...]
    """Folders the image declares as volumes; left alone they would be writable without limit."""


class ContainerSandbox:
    isolates = True
    python = "python3"

    def __init__(
        self,
        engine: EngineName,
        image: str,
        variables: Mapping[str, str],
        *,
        cpus: float | None = None,
        network: bool = False,
    ) -> None:
        """Use `image` on the engine that its client finds by `variables`, such as DOCKER_HOST."""
        self.name = engine
        self.image = image
        self._engine = Engine(engine, variables)
        self._cpus = cpus
        self._network = network
        self._ready: _Ready | None = None
        self._covered: frozenset[str] = frozenset()
        """Folders of the image that its user may not enter and below which something lies."""

    async def ready(self) -> str:
        """Return what is used, in words. Raises SandboxUnavailable when it does not work here."""
        ready = await self._prepare()
        rootless = ", rootless" if ready.facts.rootless else ""
        beside = ", siblings of this container" if ready.sharing.container else ""
        return f"{self.name} {ready.facts.version}{rootless}, image {self.image}{beside}"

    async def run(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        limits: Limits,
        view: View = View(),
    ) -> Completed:
        ready = await self._prepare()
        while True:
            covered = self._covered
            parents = _parents(cwd, view)
            kept, counted = await self._attempt(
                ready, command, cwd, env, limits, view, parents=parents, covered=covered
            )
            closed = _outermost(parents[i] for i in counted.closed)
            if closed <= covered:
                return completed(self._understood(kept, counted), limits)
            self._covered |= closed

    async def _attempt(
        self,
        ready: _Ready,
        command: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        limits: Limits,
        view: View,
        *,
        parents: Sequence[str],
        covered: frozenset[str],
    ) -> tuple[Kept, Counted]:
        """Start a container. It does nothing where a folder on the way to something is closed."""
        tree_mb = await asyncio.to_thread(_size_mb, cwd)
        token, mark = secrets.token_hex(8), f"#{secrets.token_hex(8)}"
        name = new_name(ready.sharing.container)
        with Desk(ready.sharing, ready.user) as desk:
            mounts = await asyncio.to_thread(desk.mounts, view)
            options = (
                *self._limits(limits, tree_mb), *self._walls(ready, name),
                *desk.filter(ready.facts), *mounts,
                *self._folders(ready, covered, cwd, limits.disk_mb, tree_mb),
            )  # fmt: skip
            order = Order(
                argv=(
                    "/bin/sh", "-c", _FEED, "sh", str(cwd),
                    *self._engine.argv("run", *options, self.image, "-c", loader(mark)),
                ),
                env=self._engine.variables,
                wall_seconds=limits.wall_seconds + _START_SECONDS,
                watched=tuple(str(path) for path in view.kept if path.is_dir()),
                watched_mb=limits.disk_mb,
                descriptors=(
                    launch(command, cwd=cwd, env=env, limits=limits, parents=parents,
                           unset=ready.variables, token=token, mark=mark),
                ),
                status=True,
                # Podman tidies up in a process of its own after the client has ended.
                grace_seconds=5.0 if self.name == "podman" else 0.0,
                inspect=self._engine.argv("inspect", "--format", "{{.State.OOMKilled}}", name),
                finally_=(self._engine.argv(*self._engine.remove(name)),),
                remove=desk.folders,
            )  # fmt: skip
            kept = await keep(order, output_kb=limits.output_kb)
        return kept, read_counted(kept.report.said, token)

    def _understood(self, kept: Kept, counted: Counted) -> Kept:
        """Put what was counted inside in the place of what the client's process used."""
        report = kept.report
        if not counted.started and not kept.overflow:
            raise self._engine.trouble(report.said or kept.output)
        if counted.closed:
            raise SandboxUnavailable(
                "The container's user may not enter a folder that leads to the working folder.",
                hint=f"Make the folder enterable for all in the image {self.image}.",
            )
        if not counted.unpacked:
            raise SandboxUnavailable(
                f"The working folder cannot be copied into the container: {report.said.strip()}",
                hint=f"The image {self.image} must have a shell, tar, df and env.",
            )
        # The engine's word, for where the shell inside sees no control group.
        killed = 1 if report.inspected.strip() == "true" else None
        told = report.model_copy(
            update={
                "stop": "wall" if counted.wall else report.stop,
                "cpu_seconds": counted.cpu_seconds or 0.0,
                "memory_mb": counted.memory_mb,
                "disk_mb": counted.written_kb / 1024 + (report.disk_mb or 0.0),
                "oom_kills": counted.oom_kills or killed or counted.oom_kills,
                "fork_failures": counted.fork_failures,
                "disk_full": counted.disk_full,
            }
        )
        return kept.model_copy(update={"report": told})

    def _limits(self, limits: Limits, tree_mb: int) -> tuple[str, ...]:
        # The tree lies in the container's memory and is not the command's doing; what the command
        # writes is, and counts as memory as well.
        memory = f"{limits.memory_mb + tree_mb}m"
        cpus = ("--cpus", f"{self._cpus:g}") if self._cpus else ()
        return (
            "--memory", memory, "--memory-swap", memory, *cpus,
            "--pids-limit", str(limits.processes + OVERHEAD),
            "--shm-size", f"{min(limits.disk_mb, _SHARED_MEMORY_MB)}m",
            *self._engine.limits(limits.open_files),
        )  # fmt: skip

    def _walls(self, ready: _Ready, name: str) -> tuple[str, ...]:
        network = () if self._network else ("--network", "none")
        # A remapped user could not read what is mounted; this one has no rights to lose.
        mapping = ("--userns", "host") if ready.facts.remapped else ()
        label = ("--security-opt", "label=disable") if ready.facts.selinux else ()
        return (
            "--name", name, "--label", "verdigris", "--pull", "never", "-i",
            "--read-only", *network, *mapping, *label, "--ipc", "private",
            "--user", ready.user, "--cap-drop", "ALL", "--security-opt", "no-new-privileges",
            "--hostname", "sandbox", "--workdir", "/", "--log-driver", "none",
            "--no-healthcheck", "--entrypoint", "/bin/sh",
        )  # fmt: skip

    def _folders(
        self, ready: _Ready, covered: frozenset[str], cwd: Path, disk_mb: int, tree_mb: int
    ) -> tuple[str, ...]:
        at = str(cwd)
        for place in (at, *covered):
            if any(sign in place for sign in ":,\"'\\\n"):
                raise SandboxUnavailable(
                    f"A container cannot have a folder called {place!r}.",
                    hint="Set TMPDIR to a folder whose name has no colon, comma, quote or "
                    "backslash.",
                )
        # An empty folder that may be entered hides nothing: what it covers could not be reached.
        # Engines mount the outer before the inner.
        passages = ((place, 1, False) for place in sorted(covered))
        empty = ((place, 1, True) for place in ready.volumes)
        own = ((at, tree_mb + disk_mb, True), ("/tmp", disk_mb, True))
        return tuple(
            word
            for place, size, writable in (*passages, *own, *empty)
            for word in self._engine.memory_folder(place, size, ready.user, writable=writable)
        )

    async def _prepare(self) -> _Ready:
        if self._ready is None:
            self._ready = await self._find_out()
        return self._ready

    async def _find_out(self) -> _Ready:
        facts = await self._engine.facts()
        missing = [what for what in facts.lacking if what != "CPUs" or self._cpus]
        if missing:
            raise SandboxUnavailable(
                f"{self.name} cannot limit {' and '.join(missing)} on this machine.",
                hint="A rootless engine needs control groups of version 2 with these controllers "
                "handed to the user; or choose --sandbox bubblewrap.",
            )
        self._engine = self._engine.told(facts.options)
        ask = ("image", "inspect", "--format", "{{json .Config}}", self.image)
        about = await self._engine.answers(*ask)
        if about is None:
            raise SandboxUnavailable(
                f"{self.name} does not have the image {self.image}.",
                hint=self._engine.image_cure(self.image),
            )
        config = json.loads(about) or {}
        sharing = await find_sharing(self._engine)
        await sweep(self._engine, sharing.container)
        given = [entry.partition("=")[0] for entry in config.get("Env") or ()]
        return _Ready(
            facts=facts,
            sharing=sharing,
            user=_user(facts),
            variables=("HOSTNAME", "TERM", "container", *given),
            volumes=tuple(config.get("Volumes") or ()),
        )


def _user(facts: Facts) -> str:
    """Return who the command is: never somebody with more rights than the caller has."""
    if facts.rootless:
        return "0:0"  # outside it is the caller, and it has no capabilities
    return f"{os.geteuid()}:{os.getegid()}" if os.geteuid() else NOBODY


def _parents(cwd: Path, view: View) -> tuple[str, ...]:
    """Return the folders that lead to what a command sees, outer before inner."""
    shown = (path for path in view.readable if path.exists())
    found = {parent for path in (cwd, *shown, *view.kept) for parent in path.parents}
    return tuple(map(str, sorted(found)))


def _outermost(folders: Iterable[str]) -> frozenset[str]:
    places = {Path(folder) for folder in folders}
    return frozenset(str(place) for place in places if not places.intersection(place.parents))


def _size_mb(folder: Path) -> int:
    """Return how much memory a folder takes, in whole pages, rounded up with a little room."""
    if not folder.is_dir():
        raise SandboxUnavailable(f"The working folder {folder} does not exist.")
    pages = 0
    for parent, folders, files in os.walk(folder):
        pages += len(folders)
        for name in files:
            pages += 1 + Path(parent, name).lstat().st_size // 4096
    return pages // 256 + 2
