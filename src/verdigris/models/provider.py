"""Every remote provider, over Pydantic AI. Imported only when a model is first asked.

One question in, one answer out, streamed where somebody listens. Building the client is in
`clients`, what its errors mean in `faults`; nothing is tried again here.
"""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any

import httpx

from verdigris.core.budget import Use
from verdigris.core.text import tidy
from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.base import Hear, Reply, Request, spread
from verdigris.models.clients import base_url, client_of, key_of, let_go, without_user
from verdigris.models.faults import broke_off, translate, unreadable
from verdigris.models.listing import context_told, first_model
from verdigris.models.prices import context_window, cost, is_free
from verdigris.settings import Settings

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelRequest, ModelResponse
    from pydantic_ai.models import Model as ClientModel
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

_FINISH = {"length": "length", "content_filter": "refused"}
_UNKNOWN_CONTEXT = 128_000
_LOCAL_CONTEXT = 32_768
_WORTH_KEEPING = 3000
"""Characters from which on a provider is asked to keep what questions have in common."""
_LONGEST = 4_000_000
"""Characters. An answer that goes on beyond this is no answer."""


_LIBRARIES = r"(?:pydantic_ai|openai|anthropic|verdigris\.models\.provider)(?:\.|\Z)"
_STUMBLES = (ValueError, TypeError, AttributeError, LookupError, AssertionError)
"""What libraries raise on bytes that are not of the protocol they expect."""


class ProviderModel:
    """A model of a provider. The client is built at the first question, since that is slow."""

    def __init__(self, provider: str, model: str, settings: Settings, url: str = "") -> None:
        place = without_user(url)
        self.name = f"{provider}:{place}#{model}".rstrip("#") if url else f"{provider}:{model}"
        self.at_once = 1
        """Answers side by side are bought one by one; whoever wants them all asks for `sample`."""
        self._provider = provider
        self._model = model
        self._url = url
        self._settings = settings
        self._client: ClientModel | None = None
        self._told: int | None = None
        self._has_asked = False

    @property
    def context_tokens(self) -> int:
        if self._told is not None:
            return self._told
        if is_free(self.name):
            return _LOCAL_CONTEXT
        return context_window(self.name) or _UNKNOWN_CONTEXT

    async def learn(self) -> None:
        if self._provider in ("openai-compatible", "litellm") and not self._has_asked:
            self._has_asked = True
            url = base_url(self._provider, self._settings, self._url)
            key = key_of(self._provider, self._settings)
            self._told = await context_told(url, self._model, key)

    async def complete(self, request: Request) -> Reply:
        return await self._ask(request, None)

    async def stream(self, request: Request, hear: Hear) -> Reply:
        return await self._ask(request, hear)

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        """Ask side by side. Leaving early takes back the questions that are still out."""
        tasks = [asyncio.ensure_future(self._ask(each, None)) for each in spread(request, count)]
        try:
            for done in asyncio.as_completed(tasks):
                yield await done
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await let_go(client, self._provider)

    async def _ask(self, request: Request, hear: Hear | None) -> Reply:
        if self._provider == "openai-compatible" and not self._model:
            self._model = await first_model(self._url, self._settings.keys.compatible)
        if self._client is None:
            self._client = client_of(self._provider, self._model, self._settings, self._url)
        seconds = self._settings.models.timeout_seconds
        return await ask(self._client, request, self.name, seconds, hear)


async def ask(
    client: ClientModel, request: Request, name: str, seconds: float, hear: Hear | None = None
) -> Reply:
    """Send one request through a Pydantic AI model and translate what comes back."""
    from pydantic_ai.exceptions import AgentRunError

    message, shape = _message(request), _shape(client, request)
    sampling = _sampling(request, seconds)
    _hush()
    try:
        if hear is None:
            response = await _whole(client, message, sampling, shape)
        else:
            response = await _streamed(client, message, sampling, shape, hear)
    except AgentRunError as error:
        if type(error).__name__ == "ContentFilterError":
            return _refused(name)
        raise translate(error, name) from None
    except _TooMuch:
        raise _endless(name) from None
    except (httpx.HTTPError, OSError) as error:
        raise translate(error, name) from None
    except _STUMBLES:
        raise unreadable(name) from None
    if hear is not None and not _has_ended(client, response):
        raise broke_off(name)
    text = tidy(response.text or "")
    if len(text) > _LONGEST:
        raise _endless(name)
    use = _use(response, name, request, text)
    finish = _FINISH.get(response.finish_reason or "", "stop")
    return _refused(name, use) if finish == "refused" else Reply(text=text, use=use, finish=finish)


def _hush() -> None:
    """Ignore what the client libraries warn of, such as a provider that has no seed.

    A filter that stays, since one around an await would be left behind, or taken away, by another
    question under way; set anew each time, which changes nothing where it is there.
    """
    warnings.filterwarnings("ignore", module=_LIBRARIES)


class _TooMuch(Exception):
    pass


def _endless(name: str) -> ModelUnavailable:
    return ModelUnavailable(
        f"{name} did not stop talking: its answer is longer than {_LONGEST:,} characters.",
        hint="Is it a model for chat? Name another one.",
    )


async def _whole(
    client: ClientModel, message: ModelRequest, sampling: ModelSettings, shape: Any
) -> ModelResponse:
    from pydantic_ai.direct import model_request

    return await model_request(
        client, [message], model_settings=sampling, model_request_parameters=shape
    )


async def _streamed(
    client: ClientModel, message: ModelRequest, sampling: ModelSettings, shape: Any, hear: Hear
) -> ModelResponse:
    from pydantic_ai.direct import model_request_stream
    from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

    heard = 0
    opened = model_request_stream(
        client, [message], model_settings=sampling, model_request_parameters=shape
    )
    async with opened as stream:
        async for event in stream:
            words = ""
            if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
                words = event.part.content
            elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
                words = event.delta.content_delta
            if words:
                heard += len(words)
                if heard > _LONGEST:
                    raise _TooMuch
                hear(words)
        return stream.get()


def _has_ended(client: ClientModel, response: ModelResponse) -> bool:
    """Tell whether a stream said that it had come to its end; a cut one may look complete."""
    from pydantic_ai.models.openai import OpenAIChatModel

    if (response.provider_details or {}).get("finish_reason"):
        return True
    # For this client a missing reason reads as a good one.
    return response.finish_reason is not None and not isinstance(client, OpenAIChatModel)


def _message(request: Request) -> ModelRequest:
    from pydantic_ai.messages import CachePoint, ModelRequest, SystemPromptPart, UserPromptPart

    question: Any = request.prompt
    if _WORTH_KEEPING <= request.shared < len(request.prompt):
        begin, rest = request.prompt[: request.shared], request.prompt[request.shared :]
        question = [begin, CachePoint(), rest]  # left out where a provider has no such thing
    return ModelRequest(parts=[SystemPromptPart(request.system), UserPromptPart(question)])


def _sampling(request: Request, seconds: float) -> ModelSettings:
    from pydantic_ai.settings import ModelSettings

    sampling = ModelSettings(
        max_tokens=request.max_tokens,
        temperature=request.temperature,
        timeout=seconds,
        request_timeout=seconds,  # for all of it: bytes that trickle in would outwait the other
        max_retries=0,  # trying again is our own wrapper's business, and counted there
    )
    if request.seed is not None:
        sampling["seed"] = request.seed
    return sampling


def _shape(client: ClientModel, request: Request) -> ModelRequestParameters | None:
    """Hold the model to the schema where it says that it can be held to one."""
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition

    if request.json_schema is None or not client.profile.get("supports_json_schema_output"):
        return None
    wanted = OutputObjectDefinition(json_schema=request.json_schema, name="answer")
    return ModelRequestParameters(output_mode="native", output_object=wanted)


def _refused(name: str, use: Use | None = None) -> Reply:
    note = f"{name} refused to answer; say the goal in other words, or name another model."
    return Reply(text="", use=use or Use(calls=1), finish="refused", note=note)


def _use(response: ModelResponse, name: str, request: Request, text: str) -> Use:
    counted = response.usage
    use = Use(
        calls=1,
        tokens_in=counted.input_tokens or (len(request.system) + len(request.prompt)) // 4,
        tokens_out=counted.output_tokens or len(text) // 4,
        cached_tokens=counted.cache_read_tokens,
    )
    if is_free(name):
        return use
    try:
        price: float | None = float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        price = cost(name, use)
    if price is None:
        return use.model_copy(update={"unpriced_calls": 1})
    return use.model_copy(update={"cost": price})


def require_model_name(provider: str, model: str) -> None:
    if not model and provider != "openai-compatible":
        raise UserError(f"'{provider}:' needs the name of a model after the colon.")
