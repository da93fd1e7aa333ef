"""Which models a run asks, and what is put around each: secrets masked, answers kept.

With a recording to replay, it takes the place of every model and of their settings.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import get_args

from verdigris.errors import ModelUnavailable
from verdigris.models.base import Model, Seat, close, learn
from verdigris.models.fallback import Breakers
from verdigris.models.recording import Answers, Keeping, Recorded
from verdigris.models.resolve import model_name, resolve, role_names
from verdigris.models.wrappers import Masking, NoModel
from verdigris.settings import Settings

_SEATS: tuple[Seat, ...] = get_args(Seat)


def models(settings: Settings) -> dict[Seat, Model]:
    """Return the model of each tier, and of each role that has its own; none when switched off.

    Where none is configured a stand-in takes its place, which complains when it is asked: memory
    may know the fix without one. Raises UserError for a name or a recording that cannot be read.
    """
    if not settings.asks_models:
        return {}
    if settings.models.replay is not None:
        return _recorded(settings.models.replay)
    try:
        names: dict[Seat, str] = {
            "fast": model_name("fast", settings),
            "strong": model_name("strong", settings),
            **role_names(settings),
        }
    except ModelUnavailable as reason:
        nobody = NoModel(reason)
        return {"fast": nobody, "strong": nobody}
    breakers = Breakers()
    # The same name is the same model: what it has learned about itself, it has learned once.
    built = {name: resolve(name, settings, breakers) for name in dict.fromkeys(names.values())}
    return {seat: built[name] for seat, name in names.items()}


@asynccontextmanager
async def in_touch(
    settings: Settings, given: Mapping[Seat, Model] | None = None
) -> AsyncIterator[Mapping[Seat, Model]]:
    """Give the models of a sitting, and give their connections back when it is over.

    Those that were handed in belong to whoever did. Raises what `models` raises.
    """
    if given is not None:
        yield given
        return
    found = models(settings)
    each = {id(model): model for model in found.values()}.values()
    try:
        if (
            settings.models.record is not None
        ):  # what they are is written down before they are asked
            await asyncio.gather(*(learn(model) for model in each))
        yield found
    finally:
        await asyncio.gather(*(close(model) for model in each))


def guarded(
    models: Mapping[Seat, Model], settings: Settings, folder: Path, secrets: tuple[str, ...]
) -> dict[Seat, Model]:
    """Put around every model what no run goes without: secrets masked, answers kept.

    Raises UserError when a recording is asked for and cannot be written.
    """
    beside = Answers(folder / "answers.jsonl")
    record = Answers(settings.models.record) if settings.models.record and models else None
    if record is not None:
        record.introduce(models)
    done: dict[int, Model] = {}
    for model in models.values():
        kept = Keeping(model, record, recorded=True) if record else model
        done.setdefault(id(model), Masking(Keeping(kept, beside), secrets))
    return {seat: done[id(model)] for seat, model in models.items()}


def _recorded(path: Path) -> dict[Seat, Model]:
    answers = Answers(path)
    told = answers.introduced()
    # Models that were one are one again: a tier that is like the other is not asked twice.
    built: dict[str, Model] = {}
    found: dict[Seat, Model] = {}
    for seat in _SEATS:
        if seat in told:
            model = Recorded(answers, told[seat])
            found[seat] = built.setdefault(model.name, model)
    if "fast" not in found or "strong" not in found:
        raise answers.damaged()
    return found
