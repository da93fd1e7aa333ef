"""From a name in settings to a model, and from a tier to a name.

Names: `anthropic:MODEL`, `openai:MODEL`, `openrouter:VENDOR/MODEL`, `ollama:MODEL`,
`litellm:MODEL`, `openai-compatible:URL[#MODEL]`, `local:NAME` or `local:/path/to/file.gguf`,
`scripted:FILE`.
"""

from __future__ import annotations

import difflib
from pathlib import Path

from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.base import Model, Tier
from verdigris.models.wrappers import Retrying
from verdigris.settings import Settings

PREFIXES = (
    "anthropic", "openai", "openrouter", "ollama", "litellm", "openai-compatible", "local",
    "scripted",
)  # fmt: skip


def model_name(tier: Tier, settings: Settings) -> str:
    """Return the name of the model for a tier.

    The tier's own, else the default, else the other tier's, else the local one if it is pulled.
    Raises ModelUnavailable, with the ways to get one, when there is none.
    """
    models = settings.models
    own, other = (models.fast, models.strong) if tier == "fast" else (models.strong, models.fast)
    if name := own or models.default or other:
        return name
    from verdigris.models.local.catalogue import model_path

    if model_path(settings, settings.local.model) is not None:
        return f"local:{settings.local.model}"
    raise ModelUnavailable(
        "No model is configured and the local one is not pulled yet.",
        hint=(
            "Run `verdigris model pull` (about 1.1 GB, no key needed), "
            "or name one: --model anthropic:claude-sonnet-4-5"
        ),
    )


def resolve(name: str, settings: Settings) -> Model:
    """Build the model a name stands for, with retrying around it.

    Nothing is contacted yet. Raises UserError for a name that cannot be read.
    """
    return Retrying(_bare(name, settings), settings.models.retries)


def _bare(name: str, settings: Settings) -> Model:
    prefix, colon, rest = name.partition(":")
    if not colon or prefix not in PREFIXES:
        near = difflib.get_close_matches(prefix.lower(), PREFIXES, n=1)
        raise UserError(
            f"'{name}' does not name a model." + (f" Did you mean '{near[0]}:…'?" if near else ""),
            hint=f"Known kinds: {', '.join(f'{p}:' for p in PREFIXES)}",
        )
    if prefix == "scripted":
        from verdigris.models.scripted import ScriptedModel

        return ScriptedModel.from_file(Path(rest))
    if prefix == "local":
        from verdigris.models.local.model import LocalModel

        return LocalModel(rest or settings.local.model, settings)
    from verdigris.models.provider import ProviderModel, require_model_name

    if prefix == "openai-compatible":
        url, _, model = rest.partition("#")
        if not url.startswith(("http://", "https://")):
            raise UserError(
                f"'{name}' needs a URL.",
                hint="For example: openai-compatible:http://127.0.0.1:8080/v1#my-model",
            )
        return ProviderModel(prefix, model, settings, url=url)
    require_model_name(prefix, rest)
    return ProviderModel(prefix, rest, settings)
