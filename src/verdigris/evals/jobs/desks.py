"""Folders in which the jobs of an eval work. Short-lived; what a killed eval left is removed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

_NAME = "verdigris-eval-"


@contextlib.contextmanager
def desk() -> Iterator[Path]:
    """Make a folder that is held as long as we live, and removed afterwards."""
    # Not below the data folder, and with a short name: paths of sockets in it must stay short.
    folder = Path(tempfile.mkdtemp(prefix=_NAME)).resolve()
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def sweep_desks() -> None:
    """Remove the folders of evals that were killed. One that is alive holds its lock."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_NAME}*"):
        with contextlib.suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.getuid():
                continue
            with (folder / "lock").open() as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
