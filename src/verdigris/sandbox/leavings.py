"""Reading what a command left behind. It is hostile: a link, a pipe or no end of bytes.

Everything a command could write to outside its own copy (`View.kept`) is read through here.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path


def read_left(path: Path, most: int) -> bytes:
    """Return the first bytes of an ordinary file. Raises OSError for anything else.

    A symbolic link is not followed, and a pipe is not waited for.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(f"{path.name} is not an ordinary file")
    with os.fdopen(descriptor, "rb") as file:
        return file.read(most)
