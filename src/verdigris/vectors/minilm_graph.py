"""From the weights of all-MiniLM-L6-v2 to a graph that onnxruntime runs, with 8-bit weights.

One text at a time: without a second one beside it nothing has to be padded or masked, and what a
text becomes does not depend on what it is embedded with. Mean of all tokens, length one: as the
model was trained. Needs numpy.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verdigris.vectors.onnx import FLOAT, INT8, INT64, Graph

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

WIDTH, HEADS, LAYERS = 384, 12, 6
_PER_HEAD = WIDTH // HEADS
_EPSILON = 1e-12
_STEPS = 63
"""Largest weight: with 7 bits no processor's 8-bit sums overflow, those without VNNI included."""


def build(weights: Path) -> bytes:
    """Return the ONNX file for a safetensors file. Raises ValueError for what is not the model."""
    return _Builder(_read(weights)).build()


def _read(path: Path) -> dict[str, Array]:
    import numpy as np

    found = {}
    with path.open("rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        start = 8 + length
        for name, about in header.items():
            if about.get("dtype") == "F32":
                begin, end = about["data_offsets"]
                file.seek(start + begin)
                flat = np.frombuffer(file.read(end - begin), "<f4")
                found[name] = flat.reshape(about["shape"])
    return found


class _Builder:
    def __init__(self, weights: dict[str, Array]) -> None:
        self._weights = weights
        self._graph = Graph("all-MiniLM-L6-v2")

    def build(self) -> bytes:
        graph = self._graph
        x = self._embedded("ids")
        for number in range(LAYERS):
            layer = f"encoder.layer.{number}"
            x = self._normed(graph.op("Add", x, self._attention(x, layer)),
                             f"{layer}.attention.output")  # fmt: skip
            wide = self._gelu(self._linear(x, *self._pair(f"{layer}.intermediate.dense")))
            narrow = self._linear(wide, *self._pair(f"{layer}.output.dense"))
            x = self._normed(graph.op("Add", x, narrow), f"{layer}.output")
        mean = graph.op("ReduceMean", x, axes=[0], keepdims=0)
        unit = graph.op("LpNormalization", mean, axis=0, p=2)
        return graph.file(("ids", INT64, ["tokens"]), (unit, FLOAT, [WIDTH]))

    def _weight(self, name: str) -> Array:
        try:
            return self._weights[name]
        except KeyError:
            raise ValueError(f"The weights hold no {name}.") from None

    def _pair(self, name: str) -> tuple[Array, Array]:
        return self._weight(f"{name}.weight").T, self._weight(f"{name}.bias")

    def _float(self, array: Array) -> str:
        name = f"w{len(self._graph.tensors)}"
        return self._graph.tensor(name, FLOAT, array.shape, array.astype("<f4").tobytes())

    def _embedded(self, ids: str) -> str:
        import numpy as np

        graph = self._graph
        words = self._weight("embeddings.word_embeddings.weight")
        scales = np.abs(words).max(axis=1, keepdims=True) / 127 + 1e-12
        small = np.rint(words / scales).astype(np.int8)
        table = graph.tensor("words", INT8, small.shape, small.tobytes())
        rows = graph.op("Cast", graph.op("Gather", table, ids), to=FLOAT)
        scale = graph.op("Gather", self._float(scales), ids)
        places = self._weight("embeddings.position_embeddings.weight")
        # Every token is of the first kind; the second is for pairs of texts.
        places = places + self._weight("embeddings.token_type_embeddings.weight")[0]
        length = graph.op("Shape", ids)
        place = graph.op("Slice", self._float(places), graph.ints(0), length, graph.ints(0))
        return self._normed(graph.op("Add", graph.op("Mul", rows, scale), place), "embeddings")

    def _normed(self, x: str, name: str) -> str:
        scale = self._float(self._weight(f"{name}.LayerNorm.weight"))
        bias = self._float(self._weight(f"{name}.LayerNorm.bias"))
        return self._graph.op("LayerNormalization", x, scale, bias, axis=-1, epsilon=_EPSILON)

    def _linear(self, x: str, weight: Array, bias: Array) -> str:
        import numpy as np

        graph = self._graph
        scales = np.abs(weight).max(axis=0) / _STEPS + 1e-12
        small = np.rint(weight / scales).astype(np.int8)
        matrix = graph.tensor(f"w{len(graph.tensors)}", INT8, small.shape, small.tobytes())
        quantised, scale, zero = graph.node("DynamicQuantizeLinear", x, outputs=3)
        whole = graph.op("MatMulInteger", quantised, matrix, zero)
        factor = graph.op("Mul", scale, self._float(scales))
        real = graph.op("Mul", graph.op("Cast", whole, to=FLOAT), factor)
        return graph.op("Add", real, self._float(bias))

    def _attention(self, x: str, layer: str) -> str:
        import numpy as np

        graph, own = self._graph, f"{layer}.attention.self"
        parts = [self._pair(f"{own}.{name}") for name in ("query", "key", "value")]
        shrink = np.repeat([_PER_HEAD**-0.5, 1.0, 1.0], WIDTH).astype(np.float32)
        weight = np.concatenate([weight for weight, _ in parts], axis=1) * shrink
        bias = np.concatenate([bias for _, bias in parts]) * shrink
        heads = graph.ints(-1, 3, HEADS, _PER_HEAD)
        apart = graph.op("Reshape", self._linear(x, weight, bias), heads)
        query, key, value = graph.node(
            "Split", graph.op("Transpose", apart, perm=[1, 2, 0, 3]), outputs=3, axis=0
        )
        scores = graph.op("MatMul", query, graph.op("Transpose", key, perm=[0, 1, 3, 2]))
        seen = graph.op("MatMul", graph.op("Softmax", scores, axis=-1), value)
        side = graph.op("Transpose", seen, perm=[0, 2, 1, 3])
        joined = graph.op("Reshape", side, graph.ints(-1, WIDTH))
        return self._linear(joined, *self._pair(f"{layer}.attention.output.dense"))

    def _gelu(self, x: str) -> str:
        import numpy as np

        graph = self._graph
        inner = graph.op("Erf", graph.op("Div", x, self._float(np.array([2**0.5]))))
        doubled = graph.op("Mul", x, graph.op("Add", inner, self._float(np.array([1.0]))))
        return graph.op("Mul", doubled, self._float(np.array([0.5])))
