"""Tries bubblewrap once for real, and says what is in the way where it does not work."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Limits
from verdigris.sandbox.bubblewrap import BubblewrapSandbox, Means

# A folder that is removed and made again is what an overlay without extended attributes cannot do.
_TRIAL = "rm -r given && mkdir given && echo fine > given/new && cat given/new"
_tried: dict[str, Means | SandboxUnavailable] = {}


async def try_bubblewrap(search_path: str) -> Means:
    """Return what bubblewrap can do here. Raises SandboxUnavailable when it does not work."""
    program = shutil.which("bwrap", path=search_path)
    if program is None:
        raise SandboxUnavailable(
            "bubblewrap is not installed.",
            hint="Install it: apt-get install bubblewrap (or your system's equivalent)."
            if sys.platform == "linux"
            else "It needs Linux; --sandbox docker works elsewhere.",
        )
    if program not in _tried:
        _tried[program] = await _try(program)
    found = _tried[program]
    if isinstance(found, SandboxUnavailable):
        raise found
    return found


async def _try(program: str) -> Means | SandboxUnavailable:
    complaint = ""
    for overlay in (True, False):
        for disable_userns in (True, False):
            means = Means(program, overlay, disable_userns)
            try:
                complaint = await _complaint(means)
            except SandboxUnavailable as error:
                complaint = str(error)
            if not complaint:
                return means
    return SandboxUnavailable(f"bubblewrap does not work here: {complaint}", hint=_cure())


async def _complaint(means: Means) -> str:
    with tempfile.TemporaryDirectory(prefix="verdigris-trial-") as folder:
        tree = Path(folder, "tree")
        (tree / "given" / "old").mkdir(parents=True)
        # Nothing of this home is asked for, so none has to be named.
        sandbox = BubblewrapSandbox(means, home=Path("/nonexistent"))
        done = await sandbox.run(
            ["/bin/sh", "-c", _TRIAL], cwd=tree, env={"PATH": "/usr/bin:/bin"}, limits=Limits()
        )
    return "" if (done.exit_code, done.output) == (0, "fine\n") else done.message or done.output


def _cure() -> str:
    """Say what stands in the way, by what the kernel tells about itself."""
    if _sysctl("kernel/unprivileged_userns_clone") == "0":
        return "Allow user namespaces: sudo sysctl kernel.unprivileged_userns_clone=1"
    if _sysctl("user/max_user_namespaces") == "0":
        return "Allow user namespaces: sudo sysctl user.max_user_namespaces=10000"
    if any(Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv")):
        return (
            "This is a container, which keeps namespaces from its programs. Use the engine outside "
            "(--sandbox docker), or --sandbox process if the container is isolation enough."
        )
    if _sysctl("kernel/apparmor_restrict_unprivileged_userns") == "1":
        return (
            "AppArmor keeps user namespaces from bubblewrap. Allow them to it: sudo apt-get "
            "install apparmor-profiles && sudo ln -s /usr/share/apparmor/extra-profiles/"
            "bwrap-userns-restrict /etc/apparmor.d/ && sudo systemctl reload apparmor"
        )
    return "Use --sandbox docker or podman, or --sandbox process, which does not isolate."


def _sysctl(name: str) -> str:
    try:
        return Path("/proc/sys", name).read_text().strip()
    except OSError:
        return ""
