"""The event stream as JSON lines beside the run, secrets masked. A full disk does not stop it.

A step that is done again after a kill writes its events again, with the same ids: readers keep the
last of each.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from verdigris.core.events import Event
from verdigris.core.text import mask


class JsonLog:
    def __init__(self, path: Path, secrets: Sequence[str] = ()) -> None:
        self._path = path
        self._secrets = tuple(secrets)

    async def hear(self, event: Event) -> None:
        line = mask(event.model_dump_json(), self._secrets)
        # The log is a convenience; the database and the checkpoints are the record.
        with contextlib.suppress(OSError), self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
