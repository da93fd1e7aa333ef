"""The command line of a container engine, docker or podman: asking it, and what its trouble means.

Only the client program is used; both engines understand the same words but for those kept here.
Running commands in containers is the business of `containers`.
"""

from __future__ import annotations

import asyncio
import json
import resource
import shutil
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from verdigris.core.text import cut
from verdigris.core.value import Value
from verdigris.errors import SandboxUnavailable

EngineName = Literal["docker", "podman"]
_SECONDS = 30.0
_TASKS = 16_384
_PROCESSORS = {"amd64": "x86_64", "arm64": "aarch64"}
"""Podman calls them as Go does."""
_INSTALL = {
    "docker": "Install Docker Engine, or choose another sandbox, for example --sandbox bubblewrap.",
    "podman": "Install podman, or choose another sandbox, for example --sandbox bubblewrap.",
}


class Facts(Value):
    """What has to be known about an engine before it is used."""

    version: str
    rootless: bool = False
    """The engine runs as the user; root in a container is that user outside."""
    remapped: bool = False
    """Users of containers are others outside (docker's userns-remap)."""
    selinux: bool = False
    filters: str = ""
    """The processor, as Linux calls it, whose system calls can be filtered; empty if none can."""
    remote: bool = False
    """Files whose names the client is told are read by the engine, not by the client."""
    lacking: tuple[str, ...] = ()
    """Limits that the engine would silently not keep."""
    options: tuple[str, ...] = ()
    """What the client has to be told here so that containers start."""


class Engine:
    def __init__(
        self, name: EngineName, variables: Mapping[str, str], options: Sequence[str] = ()
    ) -> None:
        self.name = name
        self.variables = dict(variables)
        """What the client sees: it acts in the user's name (DOCKER_HOST, HOME and the like)."""
        self._options = tuple(options)

    def told(self, options: Sequence[str]) -> Engine:
        """Return the same engine, its client always called with these options as well."""
        return Engine(self.name, self.variables, (*self._options, *options))

    def argv(self, *words: str) -> tuple[str, ...]:
        """Return a command line. Raises SandboxUnavailable when the client is not installed."""
        program = shutil.which(self.name, path=self.variables.get("PATH"))
        if program is None:
            raise SandboxUnavailable(f"{self.name} is not installed.", hint=_INSTALL[self.name])
        return (program, *self._options, *words)

    async def ask(self, *words: str) -> str:
        """Return what the client prints. Raises SandboxUnavailable when it complains."""
        code, output, complaint = await self._call(*words)
        if code != 0:
            raise self.trouble(complaint)
        return output

    async def answers(self, *words: str) -> str | None:
        """Return what the client prints, or None when it complains."""
        code, output, _ = await self._call(*words)
        return output if code == 0 else None

    async def facts(self) -> Facts:
        """Ask the engine about itself. Raises SandboxUnavailable when it cannot be used."""
        about = json.loads(await self.ask("info", "--format", "{{json .}}") or "{}")
        if errors := about.get("ServerErrors"):
            raise self.trouble(" ".join(errors))
        if self.name == "podman":
            return _podman(about, self.variables)
        if "host" in about:
            raise SandboxUnavailable(
                "The program called docker is podman's stand-in.", hint="Use --sandbox podman."
            )
        return _docker(about)

    def remove(self, container: str) -> tuple[str, ...]:
        """Return the client's words that end a container and remove it, at once."""
        # Podman would ask politely and wait ten seconds.
        at_once = ("-t", "0") if self.name == "podman" else ()
        return ("rm", "-f", "-v", *at_once, container)

    def limits(self, open_files: int) -> tuple[str, ...]:
        """Return the options for limits of a process that the engine sets itself."""
        words = ["--ulimit", f"nofile={open_files}:{open_files}", "--ulimit", "core=0:0"]
        if self.name == "podman":
            # Its own idea may be above what is allowed here, and then nothing starts. It counts all
            # tasks of the user, so it is ample; the container's own limit is --pids-limit.
            allowed = resource.getrlimit(resource.RLIMIT_NPROC)[1]
            most = min(allowed, _TASKS) if allowed > 0 else _TASKS
            words += ["--ulimit", f"nproc={most}:{most}", "--read-only-tmpfs=false"]
        return tuple(words)

    def memory_folder(
        self, at: str, size_mb: int, user: str, *, writable: bool = True
    ) -> tuple[str, ...]:
        """Return the options for an empty folder in memory that belongs to `user`.

        Where the image has a folder of that name, runc gives the new one its mode: only a folder
        that is the user's own can surely be entered.
        """
        access = "rw" if writable else "ro"
        if self.name == "podman":
            size = f"tmpfs-size={size_mb}m,tmpfs-mode=0755,U=true"
            return ("--mount", f"type=tmpfs,dst={at},{size},{access}")
        uid, gid = user.split(":")
        return (
            "--tmpfs",
            f"{at}:{access},exec,nosuid,nodev,size={size_mb}m,mode=0755,uid={uid},gid={gid}",
        )

    def trouble(self, complaint: str) -> SandboxUnavailable:
        """Say what a complaint of the client means, and the cure."""
        text = complaint.lower()
        start = f"sudo systemctl start {self.name}"
        known: tuple[tuple[tuple[str, ...], str, str], ...] = (
            (("permission denied", "sock"),
             f"This user may not use {self.name}'s socket.",
             f"Join the group {self.name} (sudo usermod -aG {self.name} $USER, then log in again), "
             "use a rootless engine, or choose --sandbox bubblewrap."),
            (("cannot connect",), f"{self.name}'s daemon does not answer.",
             f"Start it ({start}), or point DOCKER_HOST at one that runs."),
            (("connection refused",), f"{self.name}'s daemon does not answer.",
             f"Start it ({start}), or point DOCKER_HOST at one that runs."),
            (("no such image",), *self._no_image(complaint)),
            (("image not known",), *self._no_image(complaint)),
            (("unable to find image",), *self._no_image(complaint)),
            (("hybrid mode",), "crun cannot limit containers with this machine's control groups.",
             "Install runc; it is used when it is there."),
            (("newuidmap",), "podman cannot map users here.",
             "Install uidmap and give this user a range in /etc/subuid and /etc/subgid."),
            (("bind source path does not exist",),
             f"{self.name} does not see a folder that has to be shared with the container.",
             "Its daemon runs on another machine or in another container; share the temporary "
             "folder with it under the same path (TMPDIR names another one)."),
        )  # fmt: skip
        for words, sentence, hint in known:
            if all(word in text for word in words):
                return SandboxUnavailable(sentence, hint=hint)
        lines = [line for line in complaint.splitlines() if line.strip()]
        said = cut(" ".join(lines[-3:]), 400) or "it said nothing"
        return SandboxUnavailable(
            f"{self.name} failed: {said}", hint=f"Try it by hand: {self.name} info"
        )

    def _no_image(self, complaint: str) -> tuple[str, str]:
        image = complaint.strip().rpartition(" ")[2].strip("'\"")
        return f"{self.name} does not have the image {image}.", self.image_cure(image)

    def image_cure(self, image: str) -> str:
        return (
            f"Build it ({self.name} build -t {image} -f docker/sandbox.Dockerfile docker) or pull "
            f"it ({self.name} pull {image}). Verdigris pulls nothing by itself."
        )

    async def _call(self, *words: str) -> tuple[int, str, str]:
        argv = self.argv(*words)
        process = await asyncio.create_subprocess_exec(
            *argv, env=self.variables, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            output, complaint = await asyncio.wait_for(process.communicate(), _SECONDS)
        except TimeoutError:
            raise SandboxUnavailable(
                f"{self.name} does not answer within {_SECONDS:g} s.",
                hint=f"Look at `{self.name} info`; its daemon may have to be started again.",
            ) from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        code = process.returncode if process.returncode is not None else 1
        return code, output.decode("utf-8", "replace"), complaint.decode("utf-8", "replace")


def _docker(about: Mapping[str, Any]) -> Facts:
    security = " ".join(about.get("SecurityOptions") or ())
    wanted = {"memory": "MemoryLimit", "processes": "PidsLimit", "CPUs": "CpuCfsQuota"}
    return Facts(
        version=str(about.get("ServerVersion", "")),
        rootless="name=rootless" in security,
        remapped="name=userns" in security,
        selinux="name=selinux" in security,
        filters=str(about.get("Architecture", "")) if "name=seccomp" in security else "",
        lacking=tuple(what for what, name in wanted.items() if not about.get(name, False)),
    )


def _podman(about: Mapping[str, Any], variables: Mapping[str, str]) -> Facts:
    host = about.get("host", {})
    security = host.get("security", {})
    there = set(host.get("cgroupControllers") or ())
    wanted = {"memory": "memory", "processes": "pids", "CPUs": "cpu"}
    first_version = host.get("cgroupVersion") == "v1"
    rootless = bool(security.get("rootless"))
    if rootless and first_version:
        there = set()  # it may be told the limits, and warns that it ignores them
    runtime = host.get("ociRuntime", {}).get("name", "")
    # crun refuses the mixed layout of both versions of control groups; runc does not mind.
    other = first_version and runtime == "crun" and shutil.which("runc", path=variables.get("PATH"))
    return Facts(
        version=str(about.get("version", {}).get("Version", "")),
        rootless=rootless,
        selinux=bool(security.get("selinuxEnabled")),
        filters=_PROCESSORS.get(host.get("arch"), "") if security.get("seccompEnabled") else "",
        remote=bool(host.get("serviceIsRemote")),
        lacking=tuple(what for what, name in wanted.items() if name not in there),
        options=("--runtime", other) if other else (),
    )
