"""Every remote provider, over Pydantic AI. Imported only when a model is first asked.

Pydantic AI speaks the protocols; this file only builds the right client from our settings (never
from the environment) and turns each fault into one sentence with its cure.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

import httpx
from pydantic import SecretStr

from verdigris.core.budget import Use
from verdigris.core.text import tidy
from verdigris.errors import MissingError, ModelUnavailable, UserError
from verdigris.models.base import Reply, Request
from verdigris.settings import Settings

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import Model as ClientModel

FREE = ("ollama", "openai-compatible", "local")
"""Providers whose calls cost no money we could know of."""

_FINISH = {"length": "length", "content_filter": "refused"}


class ProviderModel:
    """A model of a provider. The client is built at the first question, since that is slow."""

    def __init__(self, provider: str, model: str, settings: Settings, url: str = "") -> None:
        self.name = f"{provider}:{url}#{model}".rstrip("#") if url else f"{provider}:{model}"
        self.context_tokens = 32_768 if provider in FREE else 128_000
        self._provider = provider
        self._model = model
        self._url = url
        self._settings = settings
        self._client: ClientModel | None = None

    async def complete(self, request: Request) -> Reply:
        if self._client is None:
            if self._provider == "openai-compatible" and not self._model:
                self._model = await first_model(self._url, self._settings.keys.compatible)
            self._client = _client(self._provider, self._model, self._settings, self._url)
        return await ask(
            self._client, request, self.name, self._settings.models.timeout_seconds,
            priced=self._provider not in FREE,
        )  # fmt: skip


async def ask(
    client: ClientModel, request: Request, name: str, seconds: float, *, priced: bool
) -> Reply:
    """Send one request through a Pydantic AI model and translate what comes back."""
    from pydantic_ai.direct import model_request
    from pydantic_ai.exceptions import AgentRunError
    from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart
    from pydantic_ai.settings import ModelSettings

    sampling = ModelSettings(
        max_tokens=request.max_tokens,
        temperature=request.temperature,
        timeout=seconds,
        max_retries=0,  # trying again is our own wrapper's business, and counted there
    )
    if request.seed is not None:
        sampling["seed"] = request.seed
    question = ModelRequest(
        parts=[SystemPromptPart(request.system), UserPromptPart(request.prompt)]
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # e.g. a provider that has no seed
            response = await model_request(client, [question], model_settings=sampling)
    except AgentRunError as error:
        if type(error).__name__ == "ContentFilterError":
            return Reply(text="", use=Use(calls=1), finish="refused")
        raise translate(error, name) from None
    return Reply(
        text=tidy(response.text or ""),
        use=_use(response, priced=priced),
        finish=_FINISH.get(response.finish_reason or "", "stop"),
    )


def _use(response: ModelResponse, *, priced: bool) -> Use:
    cost, unpriced = 0.0, 0
    if priced:
        try:
            cost = float(response.cost().total_price)
        except (LookupError, ValueError, AssertionError):
            unpriced = 1
    return Use(
        calls=1,
        tokens_in=response.usage.input_tokens,
        tokens_out=response.usage.output_tokens,
        cost=cost,
        unpriced_calls=unpriced,
    )


def translate(error: Exception, name: str) -> ModelUnavailable:
    """Turn a client's exception into one sentence with the cure."""
    kind = type(error).__name__
    status = getattr(error, "status_code", None)
    retry_after = getattr(error, "retry_after", None)
    detail = str(getattr(error, "message", "") or error).strip().splitlines()
    said = detail[0][:200] if detail else kind

    def unavailable(sentence: str, hint: str, transient: bool = False) -> ModelUnavailable:
        return ModelUnavailable(sentence, hint=hint, transient=transient, retry_after=retry_after)

    if kind == "ModelAuthenticationError" or status in (401, 403):
        return unavailable(
            f"{name} refused the key.",
            "Check the key with `verdigris config show`, then try again.",
        )
    if kind == "ModelQuotaExceededError" or status == 402:
        return unavailable(
            f"{name} is out of credit.", "Add credit, or name another model with --model."
        )
    if kind == "ModelNotFoundError" or status == 404:
        return unavailable(
            f"{name} is not known to its provider.",
            "Check the spelling of the model; `verdigris model list` shows what is configured.",
        )
    if kind == "ModelContextWindowExceededError" or status == 413:
        return unavailable(
            f"The question is too long for {name}.", "Name a model with a larger context."
        )
    if kind == "ModelRateLimitError" or status == 429:
        return unavailable(
            f"{name} limits the rate of requests.", "Wait a little, then resume the run.", True
        )
    if kind in ("ModelTimeoutError", "ModelRequestTimeout"):
        return unavailable(
            f"{name} did not answer in time.", "Raise models.timeout_seconds, or try later.", True
        )
    if kind == "ModelConnectionError":
        return unavailable(
            f"{name} cannot be reached.", "Is the server running, and is there a network?", True
        )
    if status is not None and int(status) < 500:
        return unavailable(f"{name} rejected the request: {said}.", "See the provider's message.")
    return unavailable(f"{name} failed: {said}.", "Try again later, or name another model.", True)


async def first_model(url: str, key: SecretStr | None = None) -> str:
    """Ask an OpenAI-compatible server which models it has and take the first."""
    headers = {"Authorization": f"Bearer {key.get_secret_value()}"} if key else {}
    try:
        async with httpx.AsyncClient(timeout=10) as http:
            answer = await http.get(f"{url.rstrip('/')}/models", headers=headers)
            answer.raise_for_status()
            return str(answer.json()["data"][0]["id"])
    except (httpx.HTTPError, ValueError, KeyError, IndexError, TypeError):
        raise ModelUnavailable(
            f"The server at {url} did not list a model.",
            hint="Is it running, does the URL end in /v1? Or name one: openai-compatible:URL#MODEL",
        ) from None


def _client(provider: str, model: str, settings: Settings, url: str) -> ClientModel:
    try:
        return _BUILDERS[provider](model, settings, url)
    except ImportError:
        raise MissingError(
            f"The package for {provider} models is not installed.",
            hint=f"Run: pip install 'verdigris[{provider}]'",
        ) from None


def _key(secret: SecretStr | None, provider: str, variable: str) -> str:
    if secret is None:
        raise ModelUnavailable(
            f"There is no key for {provider}.",
            hint=f"Set {variable}, or run with a local model: verdigris model pull",
        )
    return secret.get_secret_value()


def _openai_like(model: str, url: str | None, key: str) -> ClientModel:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    return OpenAIChatModel(model, provider=OpenAIProvider(base_url=url, api_key=key))


def _anthropic(model: str, settings: Settings, url: str) -> ClientModel:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    key = _key(settings.keys.anthropic, "Anthropic", "ANTHROPIC_API_KEY")
    # A fixed address, here and below: without one the client would look in the environment.
    address = settings.providers.anthropic_url or "https://api.anthropic.com"
    provider = AnthropicProvider(api_key=key, base_url=address)
    return AnthropicModel(model, provider=provider)


def _openai(model: str, settings: Settings, url: str) -> ClientModel:
    key = _key(settings.keys.openai, "OpenAI", "OPENAI_API_KEY")
    return _openai_like(model, settings.providers.openai_url or "https://api.openai.com/v1", key)


def _openrouter(model: str, settings: Settings, url: str) -> ClientModel:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openrouter import OpenRouterProvider

    key = _key(settings.keys.openrouter, "OpenRouter", "OPENROUTER_API_KEY")
    return OpenAIChatModel(model, provider=OpenRouterProvider(api_key=key))


def _ollama(model: str, settings: Settings, url: str) -> ClientModel:
    return _openai_like(model, settings.providers.ollama_url, "ollama")


def _litellm(model: str, settings: Settings, url: str) -> ClientModel:
    secret = settings.keys.litellm
    key = secret.get_secret_value() if secret else "none"
    return _openai_like(model, settings.providers.litellm_url, key)


def _compatible(model: str, settings: Settings, url: str) -> ClientModel:
    secret = settings.keys.compatible
    return _openai_like(model, url, secret.get_secret_value() if secret else "none")


_BUILDERS: dict[str, Callable[[str, Settings, str], ClientModel]] = {
    "anthropic": _anthropic,
    "openai": _openai,
    "openrouter": _openrouter,
    "ollama": _ollama,
    "litellm": _litellm,
    "openai-compatible": _compatible,
}
KNOWN = tuple(_BUILDERS)


def require_model_name(provider: str, model: str) -> None:
    if not model and provider != "openai-compatible":
        raise UserError(f"'{provider}:' needs the name of a model after the colon.")
