"""Which models are configured, whether they can be reached, what fits into them and what they cost.

Servers are asked which models they have, side by side and with a short time-out. No model is asked
anything, so looking costs nothing.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx

from verdigris.core.text import listed, one_line
from verdigris.core.value import Value
from verdigris.errors import VerdigrisError
from verdigris.models.base import Seat, close, context_of
from verdigris.models.clients import base_url, is_loopback, key_of, without_user
from verdigris.models.faults import refuses_key
from verdigris.models.prices import Price, is_free, price
from verdigris.models.resolve import bare, model_name, role_names
from verdigris.settings import Settings, split_names

SECONDS = 4.0
"""How long a server may take to say which models it has."""
_ASKED = ("openai", "anthropic", "openrouter", "litellm", "openai-compatible", "ollama")


class Seen(Value):
    """One model in one seat."""

    seat: str
    model: str
    reachable: bool | None
    """None where that could be found out only by asking the model itself."""
    detail: str = ""
    context_tokens: int | None = None
    price: Price | None = None
    """None where it is not known."""
    free: bool = False


async def look(settings: Settings) -> list[Seen]:
    """Return what is configured, in order of tiers and roles.

    Raises ModelUnavailable when no model is configured, UserError for a name that cannot be read.
    """
    seats: dict[Seat, str] = {
        "fast": model_name("fast", settings),
        "strong": model_name("strong", settings),
        **role_names(settings),
    }
    named = [(seat, name) for seat, names in seats.items() for name in split_names(names)]
    single = list(dict.fromkeys(name for _, name in named))
    found = await asyncio.gather(*(_look_at(name, settings) for name in single))
    seen = dict(zip(single, found, strict=True))
    return [seen[name].model_copy(update={"seat": seat}) for seat, name in named]


async def reach(name: str, settings: Settings) -> tuple[bool | None, str]:
    """Tell whether a model can be reached, and what is known or wrong, in words."""
    provider, _, rest = name.partition(":")
    url, _, model = rest.partition("#") if provider == "openai-compatible" else ("", "", rest)
    if provider == "local":
        return _local(rest, settings)
    if provider == "scripted":
        there = Path(rest).is_file()
        return there, "" if there else "there is no such file"
    if provider not in _ASKED:
        known = key_of(provider, settings) is not None
        return (None, "a key is set") if known else (False, "there is no key")
    if provider in ("openai", "anthropic", "openrouter") and key_of(provider, settings) is None:
        return False, "there is no key"
    try:
        async with asyncio.timeout(SECONDS):
            return await _listed(provider, base_url(provider, settings, url), model, settings)
    except TimeoutError:
        return False, f"no answer within {SECONDS:g} s"
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        said = one_line(without_user(str(error)), 60) or type(error).__name__
        return False, f"cannot be reached ({said})"


async def _listed(
    provider: str, url: str, model: str, settings: Settings
) -> tuple[bool | None, str]:
    """Ask a server which models it has."""
    key = key_of(provider, settings)
    headers = {}
    if key is not None and provider == "anthropic":
        headers = {"x-api-key": key.get_secret_value(), "anthropic-version": "2023-06-01"}
        url = f"{url.rstrip('/')}/v1"
    elif key is not None:
        headers = {"Authorization": f"Bearer {key.get_secret_value()}"}
    # Redirects are not followed: a key stays with the server it was meant for.
    async with httpx.AsyncClient(trust_env=not is_loopback(url), timeout=SECONDS) as http:
        answer = await http.get(f"{url.rstrip('/')}/models", headers=headers)
    if answer.status_code in (401, 403) or (answer.is_error and refuses_key(answer.text)):
        return False, "refused the key"
    if not answer.is_success:
        return False, f"answered with status {answer.status_code}"
    names = _names(answer)
    if names is None:
        return False, "did not answer with a list of models"
    if model and names and not any(_is_same(model, name) for name in names):
        return False, f"has no such model; it has {listed(names)}"
    return True, "" if model else f"takes {names[0]}" if names else "has no models"


def _names(answer: httpx.Response) -> list[str] | None:
    try:
        data: Any = answer.json()["data"]
        return [str(each["id"]) for each in data]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _is_same(asked: str, offered: str) -> bool:
    """Tell whether a name means what a server offers: aliases lack the date or the tag."""
    return offered == asked or offered.startswith((f"{asked}:", f"{asked}-"))


def _local(name: str, settings: Settings) -> tuple[bool | None, str]:
    from verdigris.models.local.catalogue import model_path
    from verdigris.models.local.client import engine_status

    try:
        path = model_path(settings, name or settings.local.model)
    except VerdigrisError as error:
        return False, str(error)
    if path is None:
        return False, "not pulled yet: verdigris model pull"
    running = any(state.model == str(path) for state in engine_status(settings))
    return True, "its engine is running" if running else "its engine starts when needed"


async def _look_at(name: str, settings: Settings) -> Seen:
    reachable, detail = await reach(name, settings)
    room = None
    if reachable is not False:
        model = bare(name, settings)
        room = await context_of(model)
        await close(model)
    return Seen(
        seat="",
        model=without_user(name),
        reachable=reachable,
        detail=detail,
        context_tokens=room,
        price=price(name),
        free=is_free(name),
    )
