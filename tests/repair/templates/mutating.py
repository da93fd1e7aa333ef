"""Small random edits of the syntax tree, as bugs and their fixes are: one at a time, seeded."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Callable

_COMPARE = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_BINARY = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


def mutated(text: str, seed: int) -> str | None:
    """Return the text with one edit, re-rendered; None when the edit found no place."""
    chance = random.Random(seed)
    tree = ast.parse(text)
    edit = chance.choice(EDITS)
    if not edit(tree, chance):
        return None
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _pick(tree: ast.AST, chance: random.Random, kind: type[ast.AST]) -> ast.AST | None:
    found = [node for node in ast.walk(tree) if isinstance(node, kind)]
    return chance.choice(found) if found else None


def _compare(tree: ast.AST, chance: random.Random) -> bool:
    node = _pick(tree, chance, ast.Compare)
    if not isinstance(node, ast.Compare):
        return False
    node.ops[0] = chance.choice([op for op in _COMPARE if op is not type(node.ops[0])])()
    return True


def _binary(tree: ast.AST, chance: random.Random) -> bool:
    node = _pick(tree, chance, ast.BinOp)
    if not isinstance(node, ast.BinOp):
        return False
    node.op = chance.choice([op for op in _BINARY if op is not type(node.op)])()
    return True


def _constant(tree: ast.AST, chance: random.Random) -> bool:
    node = _pick(tree, chance, ast.Constant)
    if not isinstance(node, ast.Constant) or not isinstance(node.value, int):
        return False
    node.value = int(node.value) + chance.choice([-1, 1, 2])
    return True


def _wrap(tree: ast.AST, chance: random.Random) -> bool:
    node = _pick(tree, chance, ast.Call)
    if not isinstance(node, ast.Call) or not node.args:
        return False
    inner = node.args[0]
    if isinstance(inner, ast.Starred | ast.GeneratorExp):
        return False
    wrapper = chance.choice(["abs", "list", "str", "len"])
    node.args[0] = ast.Call(ast.Name(wrapper, ast.Load()), [inner], [])
    return True


def _drop_argument(tree: ast.AST, chance: random.Random) -> bool:
    node = _pick(tree, chance, ast.Call)
    if not isinstance(node, ast.Call) or not node.args:
        return False
    del node.args[chance.randrange(len(node.args))]
    return True


def _negate(tree: ast.AST, chance: random.Random) -> bool:
    node = _pick(tree, chance, ast.If)
    if not isinstance(node, ast.If):
        return False
    node.test = ast.UnaryOp(ast.Not(), node.test)
    return True


def _blocks(tree: ast.AST) -> list[list[ast.stmt]]:
    return [
        node.body
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.For | ast.While | ast.If) and len(node.body) > 1
    ]


def _delete(tree: ast.AST, chance: random.Random) -> bool:
    blocks = _blocks(tree)
    if not blocks:
        return False
    block = chance.choice(blocks)
    del block[chance.randrange(len(block))]
    return True


def _exchange(tree: ast.AST, chance: random.Random) -> bool:
    blocks = _blocks(tree)
    if not blocks:
        return False
    block = chance.choice(blocks)
    at = chance.randrange(len(block) - 1)
    if ast.dump(block[at]) == ast.dump(block[at + 1]):
        return False
    block[at], block[at + 1] = block[at + 1], block[at]
    return True


def _guard(tree: ast.AST, chance: random.Random) -> bool:
    blocks = _blocks(tree)
    names = _pick(tree, chance, ast.Name)
    if not blocks or not isinstance(names, ast.Name):
        return False
    block = chance.choice(blocks)
    test = ast.UnaryOp(ast.Not(), ast.Name(names.id, ast.Load()))
    block.insert(chance.randrange(len(block)), ast.If(test, [ast.Return(None)], []))
    return True


def _duplicate(tree: ast.AST, chance: random.Random) -> bool:
    blocks = _blocks(tree)
    if not blocks:
        return False
    block = chance.choice(blocks)
    block.insert(chance.randrange(len(block)), copy.deepcopy(chance.choice(block)))
    return True


def _attribute(tree: ast.AST, chance: random.Random) -> bool:
    node = _pick(tree, chance, ast.Subscript)
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice):
        return False
    node.slice = ast.BinOp(node.slice, ast.Sub(), ast.Constant(1))
    return True


EDITS: tuple[Callable[[ast.AST, random.Random], bool], ...] = (
    _compare, _binary, _constant, _wrap, _drop_argument, _negate, _delete, _exchange, _guard,
    _duplicate, _attribute,
)  # fmt: skip
