"""From files, variables and flags to settings, each value with where it came from."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import SecretStr, ValidationError

from verdigris.core.secrets import mask
from verdigris.errors import SettingsError
from verdigris.settings.tree import Settings
from verdigris.settings.trust import (
    NAMED_BY_FLAGS,
    OPEN,
    OWN_KEYS,
    Layer,
    require_modest,
    require_trusted,
    without_models,
)

PREFIX = "VERDIGRIS_"
PROJECT_FILE = "verdigris.toml"
LISTS = (
    "checks.block_operations", "checks.also_block", "checks.allow_rules", "checks.allow_imports",
    "cascade.tiers", "build.packages",
)  # fmt: skip
"""Settings that an environment variable gives as words with commas between them."""
# Variables that other tools made usual. They are read as if they were written `keys.NAME`.
KEY_VARIABLES = {
    "ANTHROPIC_API_KEY": "keys.anthropic",
    "OPENAI_API_KEY": "keys.openai",
    "OPENROUTER_API_KEY": "keys.openrouter",
    "LITELLM_API_KEY": "keys.litellm",
    "GROQ_API_KEY": "keys.groq",
    "MISTRAL_API_KEY": "keys.mistral",
    "GOOGLE_API_KEY": "keys.google",
    "GEMINI_API_KEY": "keys.google",
    "DEEPSEEK_API_KEY": "keys.deepseek",
    "XAI_API_KEY": "keys.xai",
    "CO_API_KEY": "keys.cohere",
    "TOGETHER_API_KEY": "keys.together",
    "FIREWORKS_API_KEY": "keys.fireworks",
    "CEREBRAS_API_KEY": "keys.cerebras",
    "MOONSHOTAI_API_KEY": "keys.moonshotai",
    "HF_TOKEN": "keys.huggingface",
    "AWS_BEARER_TOKEN_BEDROCK": "keys.bedrock",
    "NEO4J_PASSWORD": "keys.neo4j",
    "CHROMA_API_KEY": "keys.chroma",
    "MEM0_API_KEY": "keys.mem0",
}


@dataclass(frozen=True)
class Loaded:
    """Settings together with the origin of every value that is not a default."""

    settings: Settings
    origins: Mapping[str, str] = field(default_factory=dict)

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Yield (dotted name, shown value, origin) for every setting; secrets are masked."""
        for name, value in _flatten(self.settings.model_dump()):
            shown = "********" if isinstance(value, SecretStr) else mask(_show(value))
            yield name, shown, self.origins.get(name, "default")


def user_file() -> Path:
    return platformdirs.user_config_path("verdigris") / "config.toml"


@cache
def known_names() -> tuple[str, ...]:
    return tuple(name for name, _ in _flatten(Settings().model_dump()))


def load(
    project: Path | None = None,
    flags: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Loaded:
    """Read every source in order and validate the result once.

    Raises SettingsError for an unknown key (naming the nearest one), a wrong value, a file that
    cannot be read, or a project that sets what only its user may set.
    """
    environ = os.environ if environ is None else environ
    given = {k: v for k, v in (flags or {}).items() if v is not None}
    layers = [*_files(project, environ), Layer("environment", _variables(environ))]
    if not NAMED_BY_FLAGS.isdisjoint(given):
        layers = [without_models(layer) for layer in layers]
    layers.append(Layer("flag", given))

    merged: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for layer in layers:
        for name, value in layer.values.items():
            _require_known(name, layer.origin)
            if name in OPEN and isinstance(value, list | tuple):
                value = [*merged.get(name, ()), *value]  # each may add, none may take away
            merged[name] = value
            origins[name] = layer.origin
    try:
        settings = Settings.model_validate(_nest(merged))
        require_modest(settings, layers, origins, instead=str(user_file()))
        return Loaded(settings, origins)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"][:2])
        raise SettingsError(
            f"The setting '{name}' from {origins.get(name, 'a default')} is not usable: "
            f"{first['msg']}.",
            hint="Correct or remove it there; docs/settings.md explains every setting.",
        ) from None


def _files(project: Path | None, environ: Mapping[str, str]) -> Iterator[Layer]:
    """Yield what the user's file and then the project's say."""
    mine = Path(environ.get("VERDIGRIS_CONFIG") or user_file())
    if mine.is_file():
        yield Layer(str(mine), _toml(mine))
    if project is None or not project.is_dir():
        return
    for name, read in ((PROJECT_FILE, _toml), (".env", _dotenv)):
        if (path := project / name).is_file():
            yield require_trusted(
                Layer(str(path), read(path), stranger=True),
                keys_allowed=name == ".env",
                instead=str(user_file()),
            )


def _toml(path: Path) -> dict[str, Any]:
    try:
        return dict(_flatten(tomllib.loads(path.read_text("utf-8-sig"))))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.") from None


def _dotenv(path: Path) -> dict[str, Any]:
    from dotenv import dotenv_values

    # Other programs keep their variables in the same file; only ours are taken. Nothing is filled
    # in from our own environment: `${ANTHROPIC_API_KEY}` in a stranger's file stays what it is.
    try:
        values = dotenv_values(path, interpolate=False, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.") from None
    return _variables(
        {k: v for k, v in values.items() if v is not None and KEY_VARIABLES.get(k) not in OWN_KEYS}
    )


def _variables(environ: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for variable, value in environ.items():
        if name := KEY_VARIABLES.get(variable):
            if value:
                found[name] = value
        elif variable.startswith(PREFIX) and variable != "VERDIGRIS_CONFIG":
            name = variable.removeprefix(PREFIX).lower().replace("__", ".")
            found[name] = _words(value) if name in LISTS else value
    return found


def _words(value: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in value.split(",") if word.strip())


def _require_known(name: str, origin: str) -> None:
    if name in known_names():
        return
    near = difflib.get_close_matches(name, known_names(), n=1, cutoff=0.5)
    raise SettingsError(
        f"Unknown setting '{name}' in {origin}." + (f" Did you mean '{near[0]}'?" if near else ""),
        hint="docs/settings.md lists every setting.",
    )


def _flatten(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _nest(flat: Mapping[str, Any]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for name, value in flat.items():
        section, _, key = name.partition(".")
        tree.setdefault(section, {})[key] = value
    return tree


def _show(value: object) -> str:
    if value is None:
        return "-"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
