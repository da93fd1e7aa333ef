"""Print every setting as a Markdown table, read off `verdigris.settings`.

The page docs/settings.md holds the output between two markers; a test fails when it is stale.
Nothing of this machine enters it, so the table is the same wherever it is made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic.fields import FieldInfo

from verdigris.settings import KEY_VARIABLES, OPEN, TRUSTED_ONLY, Settings

# Where the standard places of the platform are on Linux; on macOS they are in ~/Library.
_PLACES = {"paths.data": "~/.local/share/verdigris", "paths.cache": "~/.cache/verdigris"}
_VARIABLES = {name: variable for variable, name in KEY_VARIABLES.items()}


def table() -> str:
    """Return one table a section, each under its heading."""
    parts = []
    for section, field in Settings.model_fields.items():
        rows = "\n".join(_rows(section, field))
        head = "| setting | default | meaning |\n|---|---|---|"
        parts.append(f"### {section}\n\n{head}\n{rows}")
    return "\n\n".join(parts) + "\n"


def _rows(section: str, field: FieldInfo) -> Iterator[str]:
    model: Any = field.annotation
    for key, own in model.model_fields.items():
        name = f"{section}.{key}"
        meaning = " ".join([_meaning(name, own), *_range(own), *_trust(name)])
        yield f"| `{name}` | {_default(name, own)} | {meaning} |"


def _meaning(name: str, own: FieldInfo) -> str:
    if own.description:
        return " ".join(own.description.split())
    if name in _VARIABLES:
        return f"The key of that provider; `{_VARIABLES[name]}` is read as well."
    return "The address of that provider's API."


def _default(name: str, own: FieldInfo) -> str:
    if name in _PLACES:
        return f"`{_PLACES[name]}`"
    value = own.get_default(call_default_factory=True)
    if value is None:
        return "-"
    if isinstance(value, tuple):
        return ", ".join(f"`{item}`" for item in value)
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _range(own: FieldInfo) -> Iterator[str]:
    if get_origin(own.annotation) is Literal:
        yield f"One of {', '.join(f'`{choice}`' for choice in get_args(own.annotation))}."
    said = []
    for rule in own.metadata:
        if isinstance(rule, Ge):
            said.append(f"at least {rule.ge}")
        elif isinstance(rule, Gt):
            said.append(f"above {rule.gt}")
        elif isinstance(rule, Le):
            said.append(f"at most {rule.le}")
    if said:
        yield f"({', '.join(said)})"


def _trust(name: str) -> Iterator[str]:
    # Keys have a rule of their own, told on the page.
    if name not in OPEN and any(
        name == ban or name.startswith(f"{ban}.") for ban in TRUSTED_ONLY if ban != "keys"
    ):
        yield "*Not from a project.*"


if __name__ == "__main__":
    sys.stdout.write(table())
