"""From code back to something readable."""

from __future__ import annotations

from collections.abc import Iterator

from stackvm.instructions import Instruction, decode


def instructions(code: list[int]) -> Iterator[tuple[int, Instruction]]:
    address = 0
    while address < len(code):
        instruction = decode(code, address)
        yield address, instruction
        address += instruction.size


def listing(code: list[int]) -> str:
    return "\n".join(f"{address:04d}  {found}" for address, found in instructions(code))
