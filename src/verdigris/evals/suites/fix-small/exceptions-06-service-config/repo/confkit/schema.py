"""What a configuration may contain, and what holds where it says nothing."""

from dataclasses import dataclass, field
from typing import Any

from confkit.converting import CONVERTERS
from confkit.errors import BadValue, ConfigError, Place
from confkit.values import Sections


@dataclass(frozen=True)
class Setting:
    name: str
    """`section.key`."""
    kind: str = "text"
    default: Any = None
    required: bool = False
    choices: tuple[Any, ...] = ()


@dataclass
class Checked:
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[ConfigError] = field(default_factory=list)


class Schema:
    def __init__(self, *settings: Setting) -> None:
        self._settings = {setting.name: setting for setting in settings}

    def check(self, sections: Sections) -> Checked:
        """Convert every value; collect whatever is wrong instead of stopping at it."""
        done = Checked({name: each.default for name, each in self._settings.items()})
        seen = set()
        for section, keys in sections.items():
            for key, written in keys.items():
                name = f"{section}.{key}"
                seen.add(name)
                setting = self._settings.get(name)
                if setting is None:
                    done.problems.append(BadValue(written.place, f"{name} is unknown"))
                    continue
                try:
                    done.values[name] = _convert(setting, written.text)
                except ValueError as error:
                    done.problems.append(BadValue(written.place, f"{name}: {error}"))
        for name, setting in self._settings.items():
            if setting.required and name not in seen:
                done.problems.append(BadValue(Place("settings"), f"{name} is missing"))
        return done


def _convert(setting: Setting, text: str) -> Any:
    value = CONVERTERS[setting.kind](text)
    if setting.choices and value not in setting.choices:
        raise ValueError(f"not one of {', '.join(map(str, setting.choices))}")
    return value
