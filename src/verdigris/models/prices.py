"""What answers cost, from the maintained table of `genai-prices`; nothing is asked for online.

A provider on this machine, or one whose bill we cannot know, is free as far as we can tell; any
other model that is not in the table has an unknown price, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from verdigris.core.budget import Use
from verdigris.core.value import Value
from verdigris.models.base import Request

if TYPE_CHECKING:
    from genai_prices.types import ModelInfo

FREE = ("ollama", "openai-compatible", "local", "scripted", "none")
"""Kinds of model whose calls cost no money we could know of."""
_TABLE = {"bedrock": "aws", "xai": "x-ai", "google-cloud": "google"}
"""Where the table calls a provider by another name than Pydantic AI does."""


class Price(Value):
    """US dollars for a million tokens."""

    tokens_in: float
    tokens_out: float


def is_free(name: str) -> bool:
    return name.partition(":")[0] in FREE or (
        name.startswith("openrouter:") and name.endswith(":free")
    )


def price(name: str) -> Price | None:
    """Return what a model costs by its list price; None where that is not known."""
    if is_free(name):
        return Price(tokens_in=0, tokens_out=0)
    # Asked for a few tokens: long prompts may have a higher price.
    one = (cost(name, Use(tokens_in=1000)), cost(name, Use(tokens_out=1000)))
    if one[0] is None or one[1] is None:
        return None
    return Price(tokens_in=one[0] * 1000, tokens_out=one[1] * 1000)


def cost(name: str, use: Use) -> float | None:
    """Return the price of some tokens in US dollars; None where it is not known."""
    if is_free(name):
        return 0.0
    from genai_prices import Usage, calc_price

    provider, model = _place(name)
    usage = Usage(
        input_tokens=use.tokens_in,
        output_tokens=use.tokens_out,
        cache_read_tokens=use.cached_tokens or None,
    )
    try:
        return float(calc_price(usage, model, provider_id=provider).total_price)
    except (LookupError, ValueError):
        return None


def context_window(name: str) -> int | None:
    """Return how much fits into a model, where the table knows it."""
    info = None if is_free(name) else _info(name)
    return info.context_window if info else None


def worst_case(names: Iterable[str], request: Request, count: int = 1) -> Use:
    """Return the most that a question can use, whichever of the models answers it."""
    use = Use(
        calls=count,
        tokens_in=count * estimate(request),
        tokens_out=count * request.max_tokens,
    )
    prices = [cost(name, use) for name in names]
    known = [each for each in prices if each is not None]
    unpriced = count if len(known) < len(prices) else 0
    return use.model_copy(update={"cost": max(known, default=0.0), "unpriced_calls": unpriced})


def estimate(request: Request) -> int:
    """Return how many tokens a question is at most; code takes about three bytes a token."""
    text = len(request.system.encode()) + len(request.prompt.encode())
    return text // 3 + 20


@cache
def _info(name: str) -> ModelInfo | None:
    from genai_prices.data_snapshot import get_snapshot

    provider, model = _place(name)
    try:
        found: Any = get_snapshot().find_provider_model(
            model, provider=None, provider_id=provider, provider_api_url=None
        )
    except LookupError:
        return None
    return found[1]  # type: ignore[no-any-return]


def _place(name: str) -> tuple[str | None, str]:
    provider, _, model = name.partition(":")
    if provider == "litellm":  # a proxy: whose model it is, its name may tell
        vendor, _, model = model.rpartition("/")
        return vendor or None, model
    return _TABLE.get(provider, provider), model
