"""Small GGUF files, made here: models that hold nothing, and adapters that really apply."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

ALIGNMENT = 32
FLOAT = 0
"""The type of a tensor of 32-bit floats."""


@dataclass
class Gguf:
    values: dict[str, str | int | float | list[str]] = field(
        default_factory=lambda: {"general.architecture": "llama", "llama.context_length": 2048}
    )
    tensors: Mapping[str, tuple[tuple[int, ...], bytes]] = field(
        default_factory=lambda: {"token_embd.weight": ((8, 4), bytes(128))}
    )
    magic: bytes = b"GGUF"
    version: int = 3

    def write(self, path: Path) -> Path:
        path.write_bytes(self.data())
        return path

    def data(self) -> bytes:
        head = self.magic + struct.pack("<IQQ", self.version, len(self.tensors), len(self.values))
        for key, value in self.values.items():
            head += text(key) + tagged(value)
        body = b""
        for name, (shape, weights) in self.tensors.items():
            head += text(name) + struct.pack("<I", len(shape))
            head += struct.pack(f"<{len(shape)}Q", *shape) + struct.pack("<IQ", FLOAT, len(body))
            body += weights + bytes(-len(weights) % ALIGNMENT)
        return head + bytes(-len(head) % ALIGNMENT) + body


def text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def tagged(value: str | int | float | list[str]) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + text(value)
    if isinstance(value, list):
        return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(text(item) for item in value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    return struct.pack("<II", 4, value)


def adapter(width: int, strength: float) -> Gguf:
    """Make a LoRA adapter of rank 1 for the first query matrix of a llama model."""
    down = struct.pack(f"<{width}f", *([1.0] * width))
    up = struct.pack(f"<{width}f", *(strength * (-1) ** number for number in range(width)))
    return Gguf(
        values={
            "general.architecture": "llama",
            "general.type": "adapter",
            "adapter.type": "lora",
            "adapter.lora.alpha": 1.0,
        },
        tensors={
            "blk.0.attn_q.weight.lora_a": ((width, 1), down),
            "blk.0.attn_q.weight.lora_b": ((1, width), up),
        },
    )
