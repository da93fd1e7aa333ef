"""From files to checked values."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from confkit.errors import ConfigError
from confkit.files import read
from confkit.interpolation import resolved
from confkit.schema import Schema
from confkit.syntax import parse
from confkit.values import Sections, overlaid


@dataclass
class Loaded:
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[ConfigError] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not self.problems

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


def load(paths: list[Path], schema: Schema) -> Loaded:
    """Read files, the later over the earlier. A file that is wrong is told and left out."""
    sections: Sections = {}
    problems: list[ConfigError] = []
    for path in paths:
        try:
            sections = overlaid(sections, parse(read(path), path.name))
        except ConfigError as error:
            problems.append(error)
    try:
        sections = resolved(sections)
    except ConfigError as error:
        problems.append(error)
    checked = schema.check(sections)
    return Loaded(checked.values, problems + checked.problems)
