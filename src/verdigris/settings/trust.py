"""What a project may set. It is a stranger's: it may shape the work, and no more.

It may not choose where keys are sent, where data is kept, which programs run outside the sandbox,
what a change is allowed to do, nor take more than its user grants. Keys themselves may stand in its
`.env`, because that is where people keep them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verdigris.errors import SettingsError
from verdigris.settings.tree import Settings, joined, split_names

TRUSTED_ONLY = (
    "keys", "providers", "paths", "store", "memory", "graph", "sandbox", "local", "checks", "edits",
    "suite.python", "build.packages", "models.record", "models.replay", "limits.day_tokens",
    "limits.day_cost",
)  # fmt: skip
OWN_KEYS = ("keys.neo4j", "keys.chroma", "keys.mem0")
"""Keys to where a user's own memory is kept. A project that works with such a service has its own
in its `.env`, for its own data: they are passed over."""
OPEN = ("checks.also_block",)
"""What a project may set although its section is trusted: it can only make things stricter."""
MODEST = (
    "suite.memory_mb", "suite.disk_mb", "suite.file_mb", "suite.processes", "suite.open_files",
    "suite.output_kb", "limits.max_cost", "limits.max_tokens", "limits.max_seconds",
    "limits.fast_cost", "limits.fast_tokens", "limits.fast_seconds",
    "limits.strong_cost", "limits.strong_tokens", "limits.strong_seconds",
)  # fmt: skip
"""Limits that keep this machine usable and money where it is; a project may lower them and not
raise them."""
PATIENT = ("suite.wall_seconds", "suite.cpu_seconds", "suite.test_seconds")
"""How long tests may take, which only their project knows; what its user has set is the most."""
TRUSTED_MODELS = ("openai-compatible:", "scripted:", "local:/")
"""Models that name a server or a file of their own; a project may name any other."""
NAMED_BY_FLAGS = frozenset({"models.default", "models.fast", "models.strong"})
"""A flag that names a model takes the choice from the project: code goes where its user said."""


@dataclass(frozen=True)
class Layer:
    """What one source says, by dotted name."""

    origin: str
    values: Mapping[str, Any]
    stranger: bool = False
    """It is the project's own."""


def require_trusted(layer: Layer, *, keys_allowed: bool, instead: str) -> Layer:
    """Return a project's layer. Raises SettingsError where it sets what only its user may set."""
    for name, value in layer.values.items():
        allowed = keys_allowed and name.startswith("keys.") and name not in OWN_KEYS
        if name in OPEN or allowed:
            continue
        model = name.startswith(("models.", "roles.")) and _names_a_place(value)
        if model or any(name == ban or name.startswith(f"{ban}.") for ban in TRUSTED_ONLY):
            raise SettingsError(
                f"{layer.origin} may not set '{name}' to this: a project does not choose where "
                "keys and data go, what runs outside the sandbox, or what a change may do.",
                hint=f"Set it in {instead}, in the environment, or by a flag.",
            )
    return layer


def without_models(layer: Layer) -> Layer:
    """Return a layer; without the models it names if it is one of the project's."""
    if not layer.stranger:
        return layer
    kept = {
        name: value
        for name, value in layer.values.items()
        if name not in NAMED_BY_FLAGS and not name.startswith("roles.")
    }
    return Layer(layer.origin, kept, stranger=True)


def require_modest(
    settings: Settings, layers: Sequence[Layer], origins: Mapping[str, str], *, instead: str
) -> None:
    """Raise SettingsError where a project takes more than its user grants."""
    strangers = {layer.origin for layer in layers if layer.stranger}
    for name in (*MODEST, *PATIENT):
        if (origin := origins.get(name)) not in strangers:
            continue
        section, _, key = name.partition(".")
        # Whatever else sets it is the user's own file: what comes later would have overruled this.
        mine = [one.values[name] for one in layers if not one.stranger and name in one.values]
        if name in PATIENT and not mine:
            continue
        granted = Settings.model_validate({section: {key: mine[0]}} if mine else {})
        most = getattr(getattr(granted, section), key)
        asked = getattr(getattr(settings, section), key)
        # None is no limit: then the project may set one.
        if most is not None and (asked is None or asked > most):
            raise SettingsError(
                f"{origin} may not raise '{name}' to {asked}: you grant {most}.",
                hint=f"Grant more in {instead}, in the environment, or by a flag.",
            )


def _names_a_place(value: object) -> bool:
    """Tell whether one of the models in a setting names a server or a file of its own."""
    return any(
        name.startswith(TRUSTED_MODELS)
        or (name.startswith("local:") and re.search(r"[/\\+]|\.gguf", name))
        for name in split_names(str(joined(value)))
    )
