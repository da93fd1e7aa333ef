"""From the setting `memory.embedder` to an Embedder. The one place that knows all of them."""

from __future__ import annotations

from verdigris.settings import Machine, Settings
from verdigris.vectors.base import Embedder

AUTO, OFF, HASHED, MINILM = "auto", "off", "hashed", "minilm"


def chosen(settings: Settings) -> str:
    """Return what the setting means here: `auto` is minilm where that is pulled, else hashed."""
    from verdigris.vectors import minilm

    asked = settings.memory.embedder
    if asked != AUTO:
        return asked
    return MINILM if minilm.can_run() and minilm.is_pulled(settings) else HASHED


async def embedder(settings: Settings) -> Embedder | None:
    """Return the embedder that is set; None for `off`.

    Raises MissingError where something has to be pulled or installed, UserError for an address
    that is none, ModelUnavailable for a server that does not answer.
    """
    name = chosen(settings)
    if name == OFF:
        return None
    if name == HASHED:
        from verdigris.vectors.hashed import HashedEmbedder

        return HashedEmbedder()
    if name == MINILM:
        from verdigris.vectors.minilm import MiniLm

        return MiniLm(settings)
    return await _over_http(name, settings)


async def _over_http(name: str, settings: Settings) -> Embedder:
    from verdigris.models.clients import base_url, key_of
    from verdigris.vectors.providers import HttpEmbedder

    provider, _, model = name.partition(":")
    url = ""
    if provider == "openai-compatible":
        url, _, model = model.partition("#")
    key = key_of(provider, settings)
    address = base_url(provider, settings, url).rstrip("/")
    made = HttpEmbedder(
        # The address belongs to it: two servers may call different models the same.
        f"{provider}:{_plain(url)}#{model}" if url else f"{provider}:{model}",
        address.removesuffix("/v1") if provider == "ollama" else address,
        model,
        key=key.get_secret_value() if key else "",
        secrets=settings.secrets(Machine.current()),
        ollama=provider == "ollama",
    )
    return await made.open()


def _plain(url: str) -> str:
    from verdigris.models.clients import without_user

    return without_user(url)
