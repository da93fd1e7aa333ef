"""Paths as the engine's machine knows them.

An engine mounts folders of the machine its daemon runs on. When Verdigris itself runs in a
container that was given the engine's socket, the containers it starts are siblings, not children,
and its own paths mean nothing to the engine. Then our own container is looked up and every path is
translated by its mounts. A path that lies on no mount cannot be shared with a sibling.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from verdigris.core.value import Value
from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.engines import Engine

_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""Files by which docker and podman mark the inside of a container."""
# The engine mounts /etc/hostname and its like from a folder named after the container.
_ID_IN_MOUNT = re.compile(r"/(?:containers|overlay-containers)/([0-9a-f]{64})/")
_ID_IN_GROUP = re.compile(r"(?:/|docker-|libpod-)([0-9a-f]{64})(?:\.scope)?$", re.MULTILINE)


class Shared(Value):
    """A folder of the engine's machine that our own container shows."""

    inside: PurePosixPath
    outside: PurePosixPath
    writable: bool = True


class Sharing(Value):
    """How our paths become the engine's."""

    container: str = ""
    """The id of the container we run in; empty when we run on the engine's machine itself."""
    mounts: tuple[Shared, ...] = ()

    def translate(self, path: Path) -> PurePosixPath | None:
        """Return where the engine finds a path; None when it cannot."""
        here = PurePosixPath(path)
        if not self.container:
            return here
        on = [mount for mount in self.mounts if here.is_relative_to(mount.inside)]
        if not on:
            return None
        nearest = max(on, key=lambda mount: len(mount.inside.parts))
        return nearest.outside / here.relative_to(nearest.inside)

    def require(self, path: Path) -> PurePosixPath:
        """Return where the engine finds a path. Raises SandboxUnavailable when it cannot."""
        if (found := self.translate(path)) is not None:
            return found
        raise SandboxUnavailable(
            f"{path} is inside this container only; a sibling container cannot see it.",
            hint=f"Start this container with a volume for the temporary folder, for example "
            f"`-v verdigris-tmp:{path.parent}`, or set TMPDIR to a folder on a volume it has.",
        )


async def find_sharing(engine: Engine, root: Path = Path("/")) -> Sharing:
    """Find out whether we run in a container of this engine, and what it shares with us."""
    if not any((root / mark.relative_to("/")).exists() for mark in _MARKS):
        return Sharing()
    for name in own_names(root):
        answer = await engine.answers("inspect", "--type", "container", name)
        if answer and (found := _read(answer, name)):
            return found
    # The engine does not know us: its daemon runs in here with us, or we were given a remote one.
    return Sharing()


def own_names(root: Path = Path("/")) -> Iterable[str]:
    """Return what our own container may be called, the surest first."""
    seen: dict[str, None] = {}
    for file, form in (("mountinfo", _ID_IN_MOUNT), ("cgroup", _ID_IN_GROUP)):
        try:
            text = (root / "proc/self" / file).read_text("utf-8", "replace")
        except OSError:
            continue
        seen.update(dict.fromkeys(form.findall(text)))
    seen[socket.gethostname()] = None
    return seen


def _read(answer: str, name: str) -> Sharing | None:
    about = json.loads(answer)[0]
    # A host name is only a guess: a stranger's container may bear it as its name.
    if not about["Id"].startswith(name) and about["Config"].get("Hostname") != name:
        return None
    mounts = [
        Shared(
            inside=PurePosixPath(mount["Destination"]),
            outside=PurePosixPath(mount["Source"]),
            writable=mount.get("RW", True),
        )
        for mount in about.get("Mounts") or ()
        if mount.get("Source") and mount.get("Type") != "tmpfs"
    ]
    return Sharing(container=about["Id"], mounts=tuple(mounts))
