"""Builds the client of a provider from our settings, never from the environment.

Pydantic AI speaks the protocols. Redirects are not followed, because a key must not go where the
user did not send it; and no proxy of the surrounding shell gets between us and our own loopback.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import SecretStr

from verdigris.errors import MissingError, ModelUnavailable, UserError
from verdigris.settings import KEY_VARIABLES, Settings
from verdigris.settings.hosts import is_loopback as is_loopback

if TYPE_CHECKING:
    from pydantic_ai.models import Model as ClientModel

OPENAI_URL = "https://api.openai.com/v1"
ANTHROPIC_URL = "https://api.anthropic.com"
OPENROUTER_URL = "https://openrouter.ai/api/v1"
OTHERS = (
    "groq", "mistral", "google", "deepseek", "xai", "cohere", "together", "fireworks", "cerebras",
    "moonshotai", "huggingface", "bedrock",
)  # fmt: skip
"""Providers that Pydantic AI knows by these names and that need nothing but a key."""


def client_of(provider: str, model: str, settings: Settings, url: str) -> ClientModel:
    """Return a client.

    Raises ModelUnavailable when there is no key, MissingError when the provider's package is not
    installed, UserError for what the provider's library refuses to build.
    """
    from pydantic_ai.exceptions import UserError as NotBuilt

    if address := base_url(provider, settings, url):
        where = "providers." + provider + "_url" if not url else "The URL of the model"
        require_url(address, where)
    try:
        if provider in OTHERS:
            return _other(provider, model, settings)
        return _BUILDERS[provider](model, settings, url)
    except ImportError:
        known = "anthropic" if provider == "anthropic" else ""
        package = f"verdigris[{known}]" if known else f"pydantic-ai-slim[{provider}]"
        raise MissingError(
            f"The package for {provider} models is not installed.",
            hint=f"Run: pip install '{package}'",
        ) from None
    except NotBuilt as error:
        raise UserError(
            f"{provider}:{model} cannot be used: {str(error).splitlines()[0]}"
        ) from None


async def let_go(client: ClientModel, provider: str) -> None:
    """Close the connections of a client that was built here."""
    async with client:  # leaving it closes what its library opened by itself
        pass
    if provider in _BUILDERS:
        await client.client.close()  # type: ignore[attr-defined]


def base_url(provider: str, settings: Settings, url: str = "") -> str:
    """Return the address that a provider is asked at; empty where its library knows it."""
    places = settings.providers
    return {
        "openai": places.openai_url or OPENAI_URL,
        "anthropic": places.anthropic_url or ANTHROPIC_URL,
        "openrouter": places.openrouter_url or OPENROUTER_URL,
        "ollama": places.ollama_url,
        "litellm": places.litellm_url,
        "openai-compatible": url,
    }.get(provider, "")


def key_of(provider: str, settings: Settings) -> SecretStr | None:
    name = "compatible" if provider == "openai-compatible" else provider
    return getattr(settings.keys, name, None)


def require_url(url: str, where: str) -> None:
    """Raise UserError for what is no address of a server; `where` says who gave it."""
    try:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return
    except ValueError:  # brackets that do not close, a port that is no number
        pass
    shown = re.sub(r"(?<=://)\S*@", "", url)  # wherever it ends: it cannot be read
    raise UserError(
        f"{where} is no address of a server: {shown!r}.",
        hint="Write it like http://127.0.0.1:8080/v1 or https://example.org/v1",
    )


def without_user(url: str) -> str:
    """Return an address without the name and the password in it, to be shown and kept."""
    return re.sub(r"(?<=://)[^/?#]*@", "", url)


def _required_key(provider: str, settings: Settings) -> str:
    if (secret := key_of(provider, settings)) is not None:
        return secret.get_secret_value()
    variable = next(name for name, key in KEY_VARIABLES.items() if key == f"keys.{provider}")
    raise ModelUnavailable(
        f"There is no key for {provider}.",
        hint=f"Set {variable}, or run with a local model: verdigris model pull",
        lasting=True,
    )


def _openai_like(model: str, url: str, key: str) -> ClientModel:
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    http = DefaultAsyncHttpxClient(follow_redirects=False, trust_env=not is_loopback(url))
    client = AsyncOpenAI(base_url=url, api_key=key, http_client=http, max_retries=0)
    return OpenAIChatModel(model, provider=OpenAIProvider(openai_client=client))


def _anthropic(model: str, settings: Settings, url: str) -> ClientModel:
    from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    address = base_url("anthropic", settings)
    # This client reads the shell's proxies whatever `trust_env` says; a mount of ours goes first.
    direct = {"http://": None, "https://": None, "all://": None} if is_loopback(address) else None
    http = DefaultAsyncHttpxClient(follow_redirects=False, mounts=direct or {})
    client = AsyncAnthropic(
        api_key=_required_key("anthropic", settings),
        base_url=address,
        http_client=http,
        max_retries=0,
    )
    return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=client))


def _openai(model: str, settings: Settings, url: str) -> ClientModel:
    key = _required_key("openai", settings)
    return _openai_like(model, base_url("openai", settings), key)


def _openrouter(model: str, settings: Settings, url: str) -> ClientModel:
    key = _required_key("openrouter", settings)
    return _openai_like(model, base_url("openrouter", settings), key)


def _ollama(model: str, settings: Settings, url: str) -> ClientModel:
    return _openai_like(model, base_url("ollama", settings), "ollama")


def _litellm(model: str, settings: Settings, url: str) -> ClientModel:
    secret = settings.keys.litellm
    key = secret.get_secret_value() if secret else "none"
    return _openai_like(model, base_url("litellm", settings), key)


def _compatible(model: str, settings: Settings, url: str) -> ClientModel:
    secret = settings.keys.compatible
    return _openai_like(model, url, secret.get_secret_value() if secret else "none")


def _other(provider: str, model: str, settings: Settings) -> ClientModel:
    from pydantic_ai.models import infer_model
    from pydantic_ai.providers import infer_provider_class

    def build(name: str) -> Any:
        if provider == "bedrock" and settings.keys.bedrock is None:
            return infer_provider_class(name)()  # its library has its own ways to credentials
        return infer_provider_class(name)(api_key=_required_key(provider, settings))  # type: ignore[call-arg]

    return infer_model(f"{provider}:{model}", build)


_BUILDERS: dict[str, Callable[[str, Settings, str], ClientModel]] = {
    "anthropic": _anthropic,
    "openai": _openai,
    "openrouter": _openrouter,
    "ollama": _ollama,
    "litellm": _litellm,
    "openai-compatible": _compatible,
}
KNOWN = (*_BUILDERS, *OTHERS)
