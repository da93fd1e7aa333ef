"""All operators, family by family. The order decides between ideas of the same weight."""

from __future__ import annotations

from verdigris.repair.operators import (
    arithmetic,
    boolean,
    branches,
    calls,
    comparison,
    constants,
    definitions,
    exceptions,
    guards,
    indexing,
    loops,
    methods,
    missing,
    names,
    returns,
    sorting,
    statements,
    texts,
    updates,
    wrapping,
)
from verdigris.repair.operators.base import Operator

OPERATORS: tuple[Operator, ...] = (
    *comparison.OPERATORS,
    *boolean.OPERATORS,
    *arithmetic.OPERATORS,
    *constants.OPERATORS,
    *names.OPERATORS,
    *calls.OPERATORS,
    *methods.OPERATORS,
    *indexing.OPERATORS,
    *wrapping.OPERATORS,
    *loops.OPERATORS,
    *returns.OPERATORS,
    *statements.OPERATORS,
    *updates.OPERATORS,
    *texts.OPERATORS,
    *sorting.OPERATORS,
    *missing.OPERATORS,
    *guards.OPERATORS,
    *exceptions.OPERATORS,
    *definitions.OPERATORS,
    *branches.OPERATORS,
)
