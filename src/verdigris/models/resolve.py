"""From a name in settings to a model, from a tier to names, and from a role to a tier.

Names: `anthropic:MODEL`, `openai:MODEL`, `openrouter:VENDOR/MODEL`, `ollama:MODEL`,
`litellm:MODEL`, `openai-compatible:URL[#MODEL]`, `local:NAME` or `local:/path/to/file.gguf`,
`scripted:FILE`, and other providers by the names Pydantic AI gave them, such as `groq:MODEL`.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import get_args

from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.base import Model, Role, Seat, Tier
from verdigris.models.clients import OTHERS, require_url, without_user
from verdigris.models.fallback import Breakers, Falling, Guarded
from verdigris.models.wrappers import Retrying
from verdigris.settings import Settings, split_names

OWN = (
    "anthropic", "openai", "openrouter", "ollama", "litellm", "openai-compatible", "local",
    "scripted",
)  # fmt: skip
PREFIXES = (*OWN, *OTHERS)
ROLES: tuple[Role, ...] = get_args(Role)
TIER_OF: dict[Role, Tier] = {
    "planner": "fast",
    "coder": "fast",
    "tester": "strong",
    "reviewer": "strong",
    "reflector": "strong",
    "auditor": "strong",
}
"""Who asks which tier, where settings say nothing else. The coder goes on to the strong one."""


def model_name(tier: Tier, settings: Settings) -> str:
    """Return the name of the model for a tier, or the names of several.

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


def role_names(settings: Settings) -> dict[Seat, str]:
    """Return the names of the models of those roles that do not go by their usual tier.

    Raises ModelUnavailable where a role is given to a tier that has no model.
    """
    found: dict[Seat, str] = {}
    for role in ROLES:
        said = getattr(settings.roles, role)
        if said in ("fast", "strong"):
            tier: Tier = said
            if tier != TIER_OF[role] or role == "coder":
                found[role] = model_name(tier, settings)
        elif said:
            found[role] = said
    return found


def resolve(name: str, settings: Settings, breakers: Breakers | None = None) -> Model:
    """Build the model a name stands for, or the models several stand for, with retrying around.

    Nothing is contacted yet. Raises UserError for a name that cannot be read.
    """
    breakers = breakers or Breakers()
    names = split_names(name)
    models = [
        Retrying(Guarded(bare(one, settings), breakers.of(one)), settings.models.retries)
        for one in names or (name,)
    ]
    return models[0] if len(models) == 1 else Falling(models)


def bare(name: str, settings: Settings) -> Model:
    """Build the model a single name stands for, with nothing around it."""
    prefix, colon, rest = name.partition(":")
    if not colon or prefix not in PREFIXES:
        near = difflib.get_close_matches(prefix.lower(), PREFIXES, n=1)
        raise UserError(
            f"'{name}' does not name a model." + (f" Did you mean '{near[0]}:…'?" if near else ""),
            hint=f"Known kinds: {', '.join(f'{p}:' for p in PREFIXES)}",
        )
    if prefix == "scripted":
        from verdigris.models.scripted import ScriptedModel

        if not rest:
            raise UserError(
                "'scripted:' names no file.", hint="For example: --model scripted:answers.json"
            )
        return ScriptedModel.from_file(Path(rest))
    if prefix == "local":
        from verdigris.models.local.catalogue import model_path
        from verdigris.models.local.model import LocalModel

        model_path(settings, rest or settings.local.model)  # a wrong name is told before any work
        return LocalModel(rest or settings.local.model, settings)
    return _remote(prefix, rest, name, settings)


def _remote(prefix: str, rest: str, name: str, settings: Settings) -> Model:
    from verdigris.models.provider import ProviderModel, require_model_name

    if prefix == "openai-compatible":
        url, _, model = rest.partition("#")
        if not url.startswith(("http://", "https://")):
            raise UserError(
                f"'{without_user(name)}' needs a URL.",
                hint="For example: openai-compatible:http://127.0.0.1:8080/v1#my-model",
            )
        require_url(url, "The URL of the model")
        return ProviderModel(prefix, model, settings, url=url)
    require_model_name(prefix, rest)
    if prefix == "ollama":
        from verdigris.models.ollama import OllamaModel

        return OllamaModel(rest, settings)
    return ProviderModel(prefix, rest, settings)
