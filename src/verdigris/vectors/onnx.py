"""Writes an ONNX file: as much of its format as one graph needs, and nothing to read it with.

The format is Protocol Buffers. Some fifty lines of it save a package that is five times as large
as the model, and that only the making of the file would need.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

FLOAT, INT8, INT64 = 1, 3, 7
"""Kinds of numbers, as the format counts them."""
_OPSET, _IR = 17, 8
_INT, _INTS, _REAL = 2, 7, 1


@dataclass
class Graph:
    """A graph as it grows. Values are known by their names."""

    name: str
    nodes: list[bytes] = field(default_factory=list)
    tensors: list[bytes] = field(default_factory=list)

    def tensor(self, name: str, kind: int, shape: Sequence[int], data: bytes) -> str:
        """Add a constant. Its bytes are little-endian."""
        sizes = b"".join(_number(1, size) for size in shape)
        self.tensors.append(sizes + _number(2, kind) + _text(8, name) + _bytes(9, data))
        return name

    def ints(self, *values: int) -> str:
        """Add a constant list of whole numbers."""
        data = struct.pack(f"<{len(values)}q", *values)
        return self.tensor(f"c{len(self.tensors)}", INT64, [len(values)], data)

    def node(
        self, op: str, *inputs: str, outputs: int = 1, **attributes: int | float | Sequence[int]
    ) -> list[str]:
        """Add an operation and return the names of what comes out of it."""
        names = [f"v{len(self.nodes)}_{number}" for number in range(outputs)]
        said = b"".join(_text(1, name) for name in inputs)
        said += b"".join(_text(2, name) for name in names) + _text(4, op)
        said += b"".join(_bytes(5, _attribute(*each)) for each in attributes.items())
        self.nodes.append(said)
        return names

    def op(self, op: str, *inputs: str, **attributes: int | float | Sequence[int]) -> str:
        return self.node(op, *inputs, outputs=1, **attributes)[0]

    def file(
        self, given: tuple[str, int, Sequence[int | str]], made: tuple[str, int, Sequence[int]]
    ) -> bytes:
        """Return the whole file: name, kind and shape of what goes in and of what comes out."""
        last = _text(1, made[0]) + _text(2, "out") + _text(4, "Identity")
        graph = b"".join(_bytes(1, node) for node in [*self.nodes, last]) + _text(2, self.name)
        graph += b"".join(_bytes(5, tensor) for tensor in self.tensors)
        graph += _bytes(11, _value(*given)) + _bytes(12, _value("out", *made[1:]))
        opset = _text(1, "") + _number(2, _OPSET)
        return _number(1, _IR) + _text(2, "verdigris") + _bytes(7, graph) + _bytes(8, opset)


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1  # negative numbers are written as if they were large ones
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


def _number(place: int, value: int) -> bytes:
    return _varint(place << 3) + _varint(value)


def _bytes(place: int, data: bytes) -> bytes:
    return _varint(place << 3 | 2) + _varint(len(data)) + data


def _text(place: int, text: str) -> bytes:
    return _bytes(place, text.encode())


def _attribute(name: str, value: int | float | Sequence[int]) -> bytes:
    said = _text(1, name)
    if isinstance(value, float):
        return said + _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, _REAL)
    if isinstance(value, int):
        return said + _number(3, value) + _number(20, _INT)
    return said + b"".join(_number(8, one) for one in value) + _number(20, _INTS)


def _value(name: str, kind: int, shape: Sequence[int | str]) -> bytes:
    sizes = b"".join(
        _bytes(1, _number(1, size) if isinstance(size, int) else _text(2, size)) for size in shape
    )
    return _text(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, sizes)))
