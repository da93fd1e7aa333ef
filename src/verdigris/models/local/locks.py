"""A lock between processes that dies with its holder, so a killed one never blocks the next.

Not for threads or tasks of one process: the lock belongs to the open file.
"""

from __future__ import annotations

import asyncio
import fcntl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO

POLL_SECONDS = 0.1


def try_lock(path: Path) -> IO[bytes] | None:
    """Take the lock and return the open file that holds it, or None when another has it.

    The file itself stays for ever: removing it would let two processes lock two files of one name.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = path.open("ab")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        handle.close()
        return None
    except BaseException:
        handle.close()
        raise
    return handle


@asynccontextmanager
async def locked(path: Path, on_wait: Callable[[], None] | None = None) -> AsyncIterator[None]:
    """Hold the lock for the block; `on_wait` is called once when it has to be waited for."""
    while (handle := try_lock(path)) is None:
        if on_wait is not None:
            on_wait()
            on_wait = None
        await asyncio.sleep(POLL_SECONDS)
    with handle:
        yield
