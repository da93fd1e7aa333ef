"""The graph that is built from weights computes what the model does: against numpy, with weights
drawn at random. That the real weights give the published figures is a test of the Embedder.
"""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
onnxruntime = pytest.importorskip("onnxruntime")

from verdigris.vectors.minilm_graph import HEADS, LAYERS, WIDTH, build  # noqa: E402

WORDS = 50


def drawn() -> dict[str, Any]:
    draw = np.random.default_rng(3)

    def matrix(*shape: int) -> Any:
        return draw.normal(0, 0.06, shape).astype("f4")

    weights = {
        "embeddings.word_embeddings.weight": matrix(WORDS, WIDTH),
        "embeddings.position_embeddings.weight": matrix(64, WIDTH),
        "embeddings.token_type_embeddings.weight": matrix(2, WIDTH),
    }
    sizes = {
        "attention.self.query": (WIDTH, WIDTH),
        "attention.self.key": (WIDTH, WIDTH),
        "attention.self.value": (WIDTH, WIDTH),
        "attention.output.dense": (WIDTH, WIDTH),
        "intermediate.dense": (4 * WIDTH, WIDTH),
        "output.dense": (WIDTH, 4 * WIDTH),
    }
    norms = ["embeddings"]
    for layer in range(LAYERS):
        for name, (rows, columns) in sizes.items():
            weights[f"encoder.layer.{layer}.{name}.weight"] = matrix(rows, columns)
            weights[f"encoder.layer.{layer}.{name}.bias"] = matrix(rows)
        norms += [f"encoder.layer.{layer}.{name}output" for name in ("attention.", "")]
    for name in norms:
        weights[f"{name}.LayerNorm.weight"] = 1 + matrix(WIDTH)
        weights[f"{name}.LayerNorm.bias"] = matrix(WIDTH)
    return weights


def written(path: Path, weights: dict[str, Any]) -> Path:
    header, data = {}, b""
    for name, array in weights.items():
        raw = array.tobytes()
        header[name] = {
            "dtype": "F32",
            "shape": list(array.shape),
            "data_offsets": [len(data), len(data) + len(raw)],
        }
        data += raw
    said = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(said)) + said + data)
    return path


def expected(weights: dict[str, Any], ids: list[int]) -> Any:
    """The model as its paper has it, without any shortcut."""

    def normed(x: Any, name: str) -> Any:
        spread = np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        x = (x - x.mean(-1, keepdims=True)) / spread
        return x * weights[f"{name}.LayerNorm.weight"] + weights[f"{name}.LayerNorm.bias"]

    def linear(x: Any, name: str) -> Any:
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def heads(x: Any) -> Any:
        return x.reshape(len(ids), HEADS, -1).transpose(1, 0, 2)

    x = weights["embeddings.word_embeddings.weight"][ids]
    x = x + weights["embeddings.position_embeddings.weight"][: len(ids)]
    x = normed(x + weights["embeddings.token_type_embeddings.weight"][0], "embeddings")
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        query, key, value = (
            heads(linear(x, f"{layer}.attention.self.{name}")) for name in ("query", "key", "value")
        )
        scores = np.exp(query @ key.transpose(0, 2, 1) / math.sqrt(WIDTH // HEADS))
        seen = (scores / scores.sum(-1, keepdims=True)) @ value
        joined = seen.transpose(1, 0, 2).reshape(len(ids), WIDTH)
        dense = linear(joined, f"{layer}.attention.output.dense")
        x = normed(x + dense, f"{layer}.attention.output")
        wide = linear(x, f"{layer}.intermediate.dense")
        wide = wide * 0.5 * (1 + np.vectorize(math.erf)(wide / math.sqrt(2)))
        x = normed(x + linear(wide, f"{layer}.output.dense"), f"{layer}.output")
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


def test_the_graph_computes_the_model(tmp_path: Path) -> None:
    weights = drawn()
    data = build(written(tmp_path / "weights", weights))
    session = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])
    for ids in ([1, 7, 7, 3, 2], [1], list(range(40))):
        [found] = session.run(None, {"ids": np.array(ids, np.int64)})
        right = expected(weights, ids)
        assert np.linalg.norm(found) == pytest.approx(1.0, abs=1e-4)
        # Seven bits a weight and eight a value: nearly the same direction.
        assert float(found @ right) > 0.98


def test_weights_of_another_model_are_refused(tmp_path: Path) -> None:
    weights = drawn()
    del weights["encoder.layer.3.output.dense.bias"]
    with pytest.raises(ValueError, match="hold no encoder"):
        build(written(tmp_path / "weights", weights))
