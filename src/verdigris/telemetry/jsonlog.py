"""The event stream as JSON lines beside the run, secrets masked. A full disk does not stop it.

A step that is done again after a kill writes its events again, with the same ids: readers keep the
last of each.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from verdigris.core.events import Event
from verdigris.core.secrets import MASK, Masker, looks_secret


class JsonLog:
    def __init__(self, path: Path, secrets: Sequence[str] = ()) -> None:
        self._path = path
        self._secrets = tuple(secrets)

    async def hear(self, event: Event) -> None:
        told = event.model_dump(mode="json")
        line = json.dumps(masked(told, self._secrets), ensure_ascii=False, separators=(",", ":"))
        # The log is a convenience; the database and the checkpoints are the record.
        with contextlib.suppress(OSError), self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def masked(told: Any, secrets: Sequence[str]) -> Any:
    """Return JSON data with every text of it masked."""
    return _masked(told, Masker(tuple(secrets), texts=list(_texts(told)), numbered=False))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def _masked(value: Any, masker: Masker, name: str = "") -> Any:
    """Mask every text for itself: masking the JSON would take quotes of it for those of a text."""
    if isinstance(value, str):
        return MASK if looks_secret(name, value) else masker.mask(value)
    if isinstance(value, dict):
        return {key: _masked(each, masker, str(key)) for key, each in value.items()}
    return [_masked(each, masker) for each in value] if isinstance(value, list) else value
