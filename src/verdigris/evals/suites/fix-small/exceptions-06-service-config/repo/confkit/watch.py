"""Settings that follow their files while the service runs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from confkit.errors import ConfigError
from confkit.files import in_folder, stamp
from confkit.loading import Loaded, load
from confkit.schema import Schema

Listener = Callable[[set[str]], None]


class Watched:
    """The settings of a folder. The first load has to be good; a later one that is not is told."""

    def __init__(self, folder: Path, schema: Schema) -> None:
        self._folder = folder
        self._schema = schema
        self._listeners: list[Listener] = []
        self.problems: list[ConfigError] = []
        self._stamp = stamp(in_folder(folder))
        self._current = load(in_folder(folder), schema)
        if not self._current.good:
            raise self._current.problems[0]

    def __getitem__(self, name: str) -> Any:
        return self._current[name]

    def on_change(self, listener: Listener) -> None:
        """Be told the names of the settings that changed."""
        self._listeners.append(listener)

    def poll(self) -> bool:
        """Look whether files changed, and take them over if they are good."""
        now = stamp(in_folder(self._folder))
        if now == self._stamp:
            return False
        self._stamp = now
        return self.reload()

    def reload(self) -> bool:
        """Load again. Where something is wrong the old settings stay and `problems` says what."""
        fresh = load(in_folder(self._folder), self._schema)
        self.problems = fresh.problems
        changed = _changed(self._current, fresh)
        self._current = fresh
        if not fresh.good:
            return False
        if changed:
            for listener in self._listeners:
                listener(changed)
        return True


def _changed(old: Loaded, new: Loaded) -> set[str]:
    return {name for name in new.values if old.values.get(name) != new.values[name]}
