"""What one command is shown of this machine, as mounts of its container, and the copies this takes.

Things that may only be read are copied first where the engine could not find them or the command's
user could not read them. What stays must lie where the engine finds it.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from pathlib import Path

from verdigris.sandbox.base import View
from verdigris.sandbox.container_paths import Sharing
from verdigris.sandbox.engines import Facts
from verdigris.sandbox.seccomp import build_profile

NOBODY = "65534:65534"
"""Who runs the commands of root."""


class Desk:
    """What one command is shown, and the files this may take."""

    def __init__(self, sharing: Sharing, user: str) -> None:
        self._sharing = sharing
        self._nobody = user == NOBODY
        self._copies: Path | None = None

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        for folder in self.folders:
            shutil.rmtree(folder, ignore_errors=True)

    @property
    def folders(self) -> tuple[str, ...]:
        return (str(self._copies),) if self._copies else ()

    def mounts(self, view: View) -> tuple[str, ...]:
        words: list[str] = []
        for path in view.readable:
            if path.exists():
                words += ["--mount", _bind(self._readable(path), path, "readonly")]
        for path in view.kept:
            if self._nobody:
                _give(path)
            words += ["--mount", _bind(str(self._sharing.require(path.resolve())), path)]
        return tuple(words)

    def filter(self, facts: Facts) -> tuple[str, ...]:
        """Return the options for our filter of system calls, in place of the engine's own."""
        profile = build_profile(facts.filters)
        if profile is None:
            return ()
        file = self._new()
        file.write_bytes(profile)
        place = self._sharing.require(file) if facts.remote else file
        return ("--security-opt", f"seccomp={place}")

    def _new(self) -> Path:
        """Return a path for something that goes with the command."""
        if self._copies is None:
            self._copies = Path(tempfile.mkdtemp(prefix="verdigris-shown-"))
        return self._copies / secrets.token_hex(4)

    def _readable(self, path: Path) -> str:
        """Return where the engine finds something, a copy of it where it could not or may not."""
        outside = self._sharing.translate(path.resolve())
        if outside is not None and (not self._nobody or path.stat().st_mode & 0o004):
            return str(outside)
        copy = self._new()
        if path.is_dir():
            shutil.copytree(path, copy, symlinks=True)
        else:
            shutil.copyfile(path, copy)
        for one in (copy, *copy.rglob("*")):
            if not one.is_symlink():
                one.chmod(one.stat().st_mode | (0o555 if one.is_dir() else 0o444))
        return str(self._sharing.require(copy))


def _bind(source: str, at: Path, *more: str) -> str:
    fields = ["type=bind", f"src={source}", f"dst={at}", *more]
    return ",".join(
        '"' + field.replace('"', '""') + '"' if {",", '"'} & set(field) else field
        for field in fields
    )


def _give(path: Path) -> None:
    """Let the command write what stays; root, who is asking, can read it anyway."""
    owner = int(NOBODY.partition(":")[0])
    os.chown(path, owner, -1, follow_symlinks=False)
    for one in path.rglob("*") if path.is_dir() else ():
        os.chown(one, owner, -1, follow_symlinks=False)
