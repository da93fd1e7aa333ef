"""An Embedder without a model: pieces of words, hashed. The same on every machine.

Each piece stands for a direction that its hash gives, and a text for the sum of its pieces. It sees
that texts share words, parts of words and neighbours, not what they mean. Used until a model is
pulled, and the fake for tests.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import operator
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from verdigris.vectors.base import Vector

DIMENSION = 384
_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+|[^\s\w]")
_WORD, _PAIR, _GRAM = 1.0, 0.7, 0.35
"""What a word counts, two words side by side, and three letters of a word."""
_LONGEST, _MOST = 4_000, 1_500
"""Characters of a text, and different pieces of it, that are looked at."""


class HashedEmbedder:
    name = "hashed-1"
    dimension = DIMENSION

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [hashed(text) for text in texts]


def hashed(text: str) -> list[float]:
    sums = [0.0] * DIMENSION
    counted = Counter(_features(text[:_LONGEST]))
    for feature, count in itertools.islice(counted.items(), _MOST):
        kind = _WORD if feature[0] == "w" else _PAIR if feature[0] == "p" else _GRAM
        weight = kind * (1.0 + math.log(count))
        sums = list(map(operator.add, sums, [weight * sign for sign in _direction(feature)]))
    length = math.sqrt(sum(value * value for value in sums))
    if length == 0.0:
        return [1.0] + [0.0] * (DIMENSION - 1)
    return [value / length for value in sums]


_SIGNS = tuple(tuple(1.0 if byte >> bit & 1 else -1.0 for bit in range(8)) for byte in range(256))


@lru_cache(maxsize=4096)
def _direction(feature: str) -> tuple[float, ...]:
    told = hashlib.shake_128(feature.encode("utf-8", "replace")).digest(DIMENSION // 8)
    return tuple(itertools.chain.from_iterable(_SIGNS[byte] for byte in told))


def _features(text: str) -> Iterator[str]:
    pieces = [piece.lower() for piece in _PIECES.findall(text)]
    for piece in pieces:
        yield f"w{piece}"
        if len(piece) > 4:
            yield from (f"g{piece[at : at + 3]}" for at in range(len(piece) - 2))
    for one, other in itertools.pairwise(pieces):
        yield f"p{one} {other}"
