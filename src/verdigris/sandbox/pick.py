"""Which sandbox is used: the one asked for, or the strongest that works. Tried, never assumed.

`auto` is bubblewrap, else a container if `sandbox.image` names an image (it must hold the project's
packages, which nobody can guess), else a limited process, said aloud. One that is asked for by name
and does not work is an error with its cure: nothing falls back to less than was asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from verdigris.core.value import Value
from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Sandbox
from verdigris.sandbox.cgroups import find_site
from verdigris.sandbox.process import ProcessSandbox
from verdigris.sandbox.trial import try_bubblewrap
from verdigris.settings import Machine, Settings, user_file

Backend = Literal["bubblewrap", "docker", "podman", "process"]
BACKENDS: tuple[Backend, ...] = ("bubblewrap", "docker", "podman", "process")


class Lacking(Value):
    """A backend that was passed over, and why."""

    backend: Backend
    reason: str
    cure: str = ""


class Picked:
    """The sandbox, and what was passed over on the way to it."""

    def __init__(self, sandbox: Sandbox, passed_over: tuple[Lacking, ...] = ()) -> None:
        self.sandbox = sandbox
        self.passed_over = passed_over

    @property
    def caution(self) -> str:
        """What a user has to know before strangers' code runs; empty where it is isolated."""
        if self.sandbox.isolates:
            return ""
        why = "; ".join(one.reason.rstrip(".") for one in self.passed_over)
        because = f" ({why})" if why else ""
        return (
            f"Tests run as a limited process and are not isolated{because}: they can read your "
            "files and use the network. `verdigris doctor` says how to get isolation."
        )


async def pick(settings: Settings, machine: Machine) -> Picked:
    """Return the sandbox to use. Raises SandboxUnavailable when the one asked for does not work."""
    asked = settings.sandbox.backend
    if asked != "auto":
        return Picked(await open_backend(asked, settings, machine))
    passed_over: list[Lacking] = []
    for backend in _order(settings):
        try:
            return Picked(await open_backend(backend, settings, machine), tuple(passed_over))
        except SandboxUnavailable as error:
            passed_over.append(Lacking(backend=backend, reason=str(error), cure=error.hint))
    return Picked(ProcessSandbox(settings.sandbox.cpus), tuple(passed_over))


async def open_backend(backend: Backend, settings: Settings, machine: Machine) -> Sandbox:
    """Return one backend, tried out. Raises SandboxUnavailable with the cure."""
    own = settings.sandbox
    if backend == "process":
        return ProcessSandbox(own.cpus)
    if backend == "bubblewrap":
        from verdigris.sandbox.bubblewrap import BubblewrapSandbox

        return BubblewrapSandbox(
            await try_bubblewrap(machine.path),
            home=Path(machine.home),
            private=private_paths(settings),
            network=own.network,
            cpus=own.cpus,
        )
    from verdigris.sandbox.containers import ContainerSandbox

    if own.image is None:
        raise SandboxUnavailable(
            f"{backend} needs an image that holds the project's packages.",
            hint="Name it by --sandbox-image; docs/containers.md shows how to build one.",
        )
    container = ContainerSandbox(
        backend, own.image, machine.variables, cpus=own.cpus, network=own.network
    )
    await container.ready()
    return container


def describe(sandbox: Sandbox) -> str:
    """Say in words what a sandbox keeps apart and what keeps its limits."""
    if sandbox.python is not None:
        return "isolated; limits by the container engine"
    site = find_site()
    if site is None:
        how = (
            "memory per process and added up by the keeper, the number of processes by user "
            "(not for root)"
        )
    else:
        cpus = ", processors" if "cpu" in site.parents else ""
        how = f"memory, processes{cpus} by control groups (version {site.version})"
    means = getattr(sandbox, "means", None)
    disk = "by the kernel" if means is not None and means.overlay else "by watching the folders"
    kept = "isolated" if sandbox.isolates else "limited, NOT isolated"
    return f"{kept}; {how}; what is written {disk}"


def private_paths(settings: Settings) -> tuple[Path, ...]:
    """Return our own places, which no command may see: runs, keys, the database, settings."""
    return (settings.paths.data, settings.paths.cache, user_file().parent)


def _order(settings: Settings) -> tuple[Backend, ...]:
    return ("bubblewrap", "docker", "podman") if settings.sandbox.image else ("bubblewrap",)
