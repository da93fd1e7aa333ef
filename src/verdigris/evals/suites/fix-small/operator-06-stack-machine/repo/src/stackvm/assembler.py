"""From source to code, in two passes: where the labels are, then the words."""

from __future__ import annotations

from stackvm.errors import AssemblyError
from stackvm.instructions import WITH_OPERAND, Op
from stackvm.source import Statement, number, statements
from stackvm.words import LARGEST, SMALLEST


def assemble(source: str) -> list[int]:
    """The code of a program. Raises AssemblyError with the line."""
    lines = list(statements(source))
    labels = _labels(lines)
    code: list[int] = []
    for line in lines:
        if not line.words:
            continue
        op = _op(line)
        code.append(op)
        if op in WITH_OPERAND:
            code.append(_operand(line, labels))
    return code


def _labels(lines: list[Statement]) -> dict[str, int]:
    labels: dict[str, int] = {}
    address = 0
    for line in lines:
        for label in line.labels:
            if label in labels:
                raise AssemblyError(f"label {label} is there twice", line.line)
            labels[label] = address
        if line.words:
            address += 2 if _op(line) in WITH_OPERAND else 1
    return labels


def _op(line: Statement) -> Op:
    name = line.words[0].upper()
    if name not in Op.__members__:
        raise AssemblyError(f"unknown instruction {line.words[0]}", line.line)
    op = Op[name]
    if (op in WITH_OPERAND) != (len(line.words) == 2):
        what = "needs a value" if op in WITH_OPERAND else "takes no value"
        raise AssemblyError(f"{name} {what}", line.line)
    return op


def _operand(line: Statement, labels: dict[str, int]) -> int:
    text = line.words[1]
    if text in labels:
        return labels[text]
    value = number(text)
    if value is None:
        raise AssemblyError(f"unknown label {text}", line.line)
    if not SMALLEST <= value <= LARGEST:
        raise AssemblyError(f"{text} does not fit into a word", line.line)
    return value
