"""Read the beginning of a GGUF file: is it one, is it whole, and what does it hold.

The file is a stranger's. Nothing is believed without looking: every length is held against the
size of the file, and nothing larger than a few bytes is read into memory. llama.cpp itself ends
the whole process over a damaged file, which is why this is asked first.
"""

from __future__ import annotations

import math
import mmap
import struct
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from verdigris.errors import UserError

MAGIC = b"GGUF"
VERSIONS = (2, 3)
SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
"""Bytes of a value, by its type."""
NUMBERS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 10: "<Q", 11: "<q"}
STRING, ARRAY = 8, 9
MOST_ENTRIES = 1 << 20
MOST_STRING = 4096
"""Longer values are passed over: a template or a token list is not what we look for."""
MOST_DIMENSIONS = 4
LEAST_BITS_PER_WEIGHT = 1


class _Broken(Exception):
    """Says what is wrong, in words that finish the sentence 'the file …'."""


@dataclass(frozen=True)
class Header:
    """What a file says of itself."""

    kind: str
    """`model` or `adapter`."""
    architecture: str
    context_tokens: int
    """How much context the model was trained for; 0 where it is not told."""

    def fitting(self, wanted: int) -> int:
        """Return the wanted context, or what the model can do if that is less."""
        return min(wanted, self.context_tokens) if self.context_tokens else wanted


@dataclass
class _Reader:
    data: mmap.mmap
    position: int = 0
    found: dict[str, str | int] = field(default_factory=dict)

    def skip(self, count: int) -> int:
        """Move on and return where we were."""
        start, self.position = self.position, self.position + count
        if self.position > len(self.data):
            raise _Broken("is cut off")
        return start

    def number(self, form: str = "<Q") -> int:
        start = self.skip(struct.calcsize(form))
        return int(struct.unpack_from(form, self.data, start)[0])

    def text(self) -> str:
        length = self.number()
        start = self.skip(length)
        if length > MOST_STRING:
            return ""
        return self.data[start : self.position].decode("utf-8", errors="replace")

    def value(self, kind: int) -> str | int | None:
        if kind == STRING:
            return self.text()
        if kind in NUMBERS:
            return self.number(NUMBERS[kind])
        if kind in SIZES:
            self.skip(SIZES[kind])
            return None
        if kind != ARRAY:
            raise _Broken("is damaged")
        inner, count = self.number("<I"), self.number()
        if inner in SIZES:
            self.skip(SIZES[inner] * count)
        elif inner == STRING:
            self._skip_strings(count)
        else:
            raise _Broken("is damaged")
        return None

    def _skip_strings(self, count: int) -> None:
        # A tokeniser has hundreds of thousands of them: no call per string but the one.
        data, position, size = self.data, self.position, len(self.data)
        length = struct.Struct("<Q").unpack_from
        for _ in range(count):
            if position + 8 > size:
                break
            position += 8 + length(data, position)[0]
        self.position = position
        self.skip(0)
        if count and position + 8 > size:
            raise _Broken("is cut off")


@lru_cache(maxsize=32)
def _header(path: Path, size: int, changed: int) -> Header:
    # `changed` only makes another file under the same name another entry of the cache.
    if size < len(MAGIC):
        raise _Broken("is not a GGUF file")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[: len(MAGIC)] != MAGIC:
            raise _Broken("is not a GGUF file")
        reader = _Reader(data, len(MAGIC))
        if (version := reader.number("<I")) not in VERSIONS:
            raise _Broken(f"is of GGUF version {version}, which is not known")
        tensors, pairs = reader.number(), reader.number()
        if not 0 < tensors <= MOST_ENTRIES or pairs > MOST_ENTRIES:
            raise _Broken("is damaged")
        for _ in range(pairs):
            key = reader.text()
            found = reader.value(reader.number("<I"))
            if found is not None:
                reader.found[key] = found
        _require_tensors(reader, tensors)
    told = reader.found
    architecture = str(told.get("general.architecture", ""))
    if not architecture:
        raise _Broken("does not say what model it holds")
    context = told.get(f"{architecture}.context_length", 0)
    kind = "adapter" if told.get("general.type") == "adapter" else "model"
    return Header(kind, architecture, context if isinstance(context, int) else 0)


def _require_tensors(reader: _Reader, count: int) -> None:
    """Raise where the weights reach beyond the end of the file."""
    alignment = reader.found.get("general.alignment", 32)
    if not isinstance(alignment, int) or not 0 < alignment <= 1 << 16:
        raise _Broken("is damaged")
    last, weights = 0, 0
    for _ in range(count):
        reader.text()
        if not 0 < (dimensions := reader.number("<I")) <= MOST_DIMENSIONS:
            raise _Broken("is damaged")
        extent = math.prod(reader.number() for _ in range(dimensions))
        reader.skip(4)
        if (offset := reader.number()) >= last:
            last, weights = offset, extent
    start = -(-reader.position // alignment) * alignment
    # How many bits a weight takes depends on its kind; the least there is finds any real cut.
    if start + last + weights * LEAST_BITS_PER_WEIGHT // 8 > len(reader.data):
        raise _Broken("is cut off")


def read_header(path: Path, kind: str) -> Header:
    """Return what a file says of itself.

    Raises UserError when it is no GGUF file of this kind (`model`, `adapter`), or a damaged one.
    """
    try:
        stat = path.stat()
        header = _header(path, stat.st_size, stat.st_mtime_ns)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from None
    except (_Broken, struct.error, OverflowError) as error:
        reason = str(error) if isinstance(error, _Broken) else "is damaged"
        raise UserError(
            f"The file {path} {reason}.",
            hint="Fetch it again; a GGUF file begins with the letters GGUF. Models with a name "
            "are fetched by `verdigris model pull`.",
        ) from None
    if header.kind != kind:
        raise UserError(
            f"The file {path} holds a LoRA adapter and no model."
            if header.kind == "adapter"
            else f"The file {path} holds a model and no LoRA adapter.",
            hint="An adapter is attached to a model: local:NAME+lora=/path/to/adapter.gguf",
        )
    return header
