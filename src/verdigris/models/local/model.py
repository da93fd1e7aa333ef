"""The Model seam over the local engine: starts it when first asked, keeps it awake while in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verdigris.models.base import Reply, Request
from verdigris.settings import Settings

if TYPE_CHECKING:
    from pydantic_ai.models import Model as ClientModel


class LocalModel:
    def __init__(self, name: str, settings: Settings) -> None:
        self.name = f"local:{name}"
        self.context_tokens = settings.local.context_tokens
        self._model = name
        self._settings = settings
        self._client: tuple[str, ClientModel] | None = None

    async def complete(self, request: Request) -> Reply:
        from verdigris.models.local.client import ensure_engine, touch
        from verdigris.models.provider import ask

        # Asked every time: the engine may have stopped for idleness since the last question.
        engine = await ensure_engine(self._settings, self._model)
        if self._client is None or self._client[0] != engine.url:
            self._client = (engine.url, _client(engine.url, engine.model_name))
        touch(engine)
        try:
            timeout = self._settings.models.timeout_seconds
            return await ask(self._client[1], request, self.name, timeout, priced=False)
        finally:
            touch(engine)


def _client(url: str, model: str) -> ClientModel:
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    # A proxy of the surrounding shell has no business with our own loopback.
    direct = DefaultAsyncHttpxClient(trust_env=False)
    client = AsyncOpenAI(base_url=f"{url}/v1", api_key="local", http_client=direct)
    return OpenAIChatModel(model, provider=OpenAIProvider(openai_client=client))
