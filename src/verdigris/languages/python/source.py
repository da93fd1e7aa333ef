"""The tests in one block of Python, each with what it needs of the rest of the block.

Fixtures and `setUp` become statements, parametrised tests one test a case, `async` tests run in a
loop of their own. Nothing is judged here.
"""

from __future__ import annotations

import ast
import itertools
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verdigris.core.building import Part
from verdigris.languages.python.claims import bindings, claims, is_claim, needed, substituted
from verdigris.languages.python.running import binds
from verdigris.languages.python.text import FUNCTIONS, free, is_guard, module_of, parse
from verdigris.languages.python.unittests import plain

Definition = ast.FunctionDef | ast.AsyncFunctionDef
_MOST_CASES = 40
_MOST_STEPS = 200
"""Statements of one test that are read: who writes more repeats himself."""
_SETUP = ("setUp", "setup_method", "setup", "asyncSetUp")


@dataclass(frozen=True)
class Test:
    name: str
    says: str
    claims: list[list[ast.stmt]]


class Source:
    def __init__(self, tree: ast.Module, part: Part, names: frozenset[str]) -> None:
        self._names = names
        self._own = module_of(part.path)
        self._context: list[ast.stmt] = []
        self._fixtures: dict[str, Definition] = {}
        self._loose: list[ast.stmt] = []
        self._found: list[tuple[Definition, ast.ClassDef | None]] = []
        # The names of modules from which an answer thinks that it imports the part.
        self._aliases: set[str] = {self._own}
        self._sort(_opened(tree.body))

    def _sort(self, statements: Sequence[ast.stmt]) -> None:
        for node in statements:
            match node:
                case ast.Import() | ast.ImportFrom():
                    self._context += self._imported(node)
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self._function(node)
                case ast.ClassDef() if _is_test_class(node):
                    self._found += [
                        (one, node)
                        for one in node.body
                        if isinstance(one, FUNCTIONS) and one.name.startswith("test")
                    ]
                case ast.ClassDef() if node.name in self._names:
                    pass  # the model's own idea of the part; ours is imported
                case ast.ClassDef():
                    self._context.append(node)
                case _:
                    self._loose.append(node)

    def _function(self, node: Definition) -> None:
        if node.name in self._names:
            return
        if any("fixture" in ast.unparse(mark) for mark in node.decorator_list):
            self._fixtures[node.name] = node
        elif node.name.startswith("test"):
            self._found.append((node, None))
        else:
            self._context.append(node)

    def _imported(self, node: ast.Import | ast.ImportFrom) -> list[ast.stmt]:
        """Return an import as a test of the part may have it."""
        if isinstance(node, ast.Import):
            kept = []
            for alias in node.names:
                if _is_standard(alias.name):
                    kept.append(alias)
                elif alias.name != "pytest":
                    self._aliases.add(alias.asname or alias.name)
            return [ast.Import(kept)] if kept else []
        module = node.module or ""
        if not node.level and (_is_standard(module) or module == "pytest"):
            return [node]
        kept = [alias for alias in node.names if alias.name in self._names and alias.asname]
        self._aliases |= {
            alias.asname or alias.name
            for alias in node.names
            if alias.name == self._own.rpartition(".")[2]
        }
        return [ast.ImportFrom(self._own, kept, 0)] if kept else []

    def tests(self) -> Iterator[Test]:
        for node, owner in self._found:
            says = ast.get_docstring(node) or node.name.removeprefix("test").replace("_", " ")
            found: list[list[ast.stmt]] = []
            for body in self._bodies(node, owner):
                found += self._claims(body, isinstance(node, ast.AsyncFunctionDef))
            yield Test(node.name, says.strip(), found)
        yield Test("", "", self._claims(self._loose, False, loose=True))

    def _claims(
        self, body: Sequence[ast.stmt], is_async: bool, loose: bool = False
    ) -> list[list[ast.stmt]]:
        direct = [self._direct(node) for node in plain(body[:_MOST_STEPS])]
        if is_async:
            made = [_in_a_loop(direct)] if any(map(is_claim, direct)) else []
        else:
            made = [list(one) for one in claims(direct, self._names, loose=loose)]
        context = [*self._context, *([] if loose else self._loose)]
        return [[*self._around(context, one), *one] for one in made]

    def _around(self, context: Sequence[ast.stmt], body: list[ast.stmt]) -> list[ast.stmt]:
        """Return what else of the block a claim needs: imports, constants, helpers."""
        there = [node for node in context if binds(node) and not is_claim(node)]
        missing = free(body)
        if not any(binds(node) & missing for node in there):
            return []
        found = [self._direct(node) for node in needed(there, body, frozenset()) if node in there]
        return [node for node in found if not binds(node) & self._names]

    def _direct(self, node: ast.stmt) -> ast.stmt:
        """Return a statement that calls `slugify` where it called `slugs.slugify`."""
        aliases, names = self._aliases, self._names

        class Putting(ast.NodeTransformer):
            def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
                self.generic_visit(node)
                if node.attr in names and ast.unparse(node.value) in aliases:
                    return ast.copy_location(ast.Name(node.attr, node.ctx), node)
                return node

        found = Putting().visit(node)
        assert isinstance(found, ast.stmt)
        return found

    def _bodies(self, node: Definition, owner: ast.ClassDef | None) -> Iterator[list[ast.stmt]]:
        """Yield the statements of a test, once for each case of its tables."""
        setup = _setup_of(owner)
        for case in itertools.islice(_parametrised(node), _MOST_CASES):
            arguments = [argument.arg for argument in node.args.args if argument.arg != "self"]
            given = [step for name in arguments for step in self._fixture(name, 0)]
            body = [*setup, *given, *substituted(node.body, case)]
            yield _without_self(body) if owner is not None else body

    def _fixture(self, name: str, depth: int) -> list[ast.stmt]:
        """Return the statements that bind what a fixture gives; none for pytest's own."""
        node = self._fixtures.get(name)
        if node is None or depth > 5:
            return []
        steps = [
            step for argument in node.args.args for step in self._fixture(argument.arg, depth + 1)
        ]
        for step in node.body:
            match step:
                case (
                    ast.Return(value=ast.expr() as value)
                    | ast.Expr(value=ast.Yield(value=ast.expr() as value))
                ):
                    target = ast.Name(name, ast.Store())
                    return [
                        *steps,
                        ast.fix_missing_locations(ast.Assign([target], value, lineno=1)),
                    ]
                case _:
                    steps.append(step)
        return steps


def _opened(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return statements with those under `if __name__ == "__main__"` among them."""
    found: list[ast.stmt] = []
    for node in statements:
        found += node.body if isinstance(node, ast.If) and is_guard(node) else [node]
    return found


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def _is_test_class(node: ast.ClassDef) -> bool:
    return node.name.startswith("Test") or any("TestCase" in ast.unparse(b) for b in node.bases)


def _setup_of(owner: ast.ClassDef | None) -> list[ast.stmt]:
    for node in owner.body if owner else ():
        if isinstance(node, FUNCTIONS) and node.name in _SETUP:
            return list(node.body)
    return []


def _without_self(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return statements in which what `setUp` keeps on `self` is a plain name.

    Assertions of unittest keep their `self`: they are recognised by it later.
    """
    kept = {
        node.attr
        for step in body
        for node in ast.walk(step)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }

    class Putting(ast.NodeTransformer):
        def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
            self.generic_visit(node)
            own = isinstance(node.value, ast.Name) and node.value.id == "self"
            if own and node.attr in kept:
                return ast.copy_location(ast.Name(node.attr, node.ctx), node)
            return node

    return substituted([Putting().visit(step) for step in body], {})


def _parametrised(node: Definition) -> Iterator[dict[str, ast.expr]]:
    """Yield what the arguments of a test stand for, a dictionary a case."""
    tables = [table for mark in node.decorator_list if (table := _table(mark)) is not None]
    for chosen in itertools.product(*tables):
        case: dict[str, ast.expr] = {}
        for one in chosen:
            case |= one
        yield case


def _table(mark: ast.expr) -> list[dict[str, ast.expr]] | None:
    match mark:
        case ast.Call(func=func, args=[names, ast.List(elts=rows) | ast.Tuple(elts=rows), *_]):
            if not ast.unparse(func).endswith("parametrize"):
                return None
        case _:
            return None
    match names:
        case ast.Constant(value=str(said)):
            words = [word.strip() for word in said.split(",") if word.strip()]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            words = [str(item.value) for item in items if isinstance(item, ast.Constant)]
        case _:
            return None
    single = len(words) == 1
    target: ast.expr = (
        ast.Name(words[0], ast.Store())
        if single
        else ast.Tuple([ast.Name(word, ast.Store()) for word in words], ast.Store())
    )
    found = []
    for row in rows:
        if isinstance(row, ast.Call) and ast.unparse(row.func).endswith("param"):
            row = row.args[0] if single and row.args else ast.Tuple(row.args, ast.Load())
        if (case := bindings(target, row)) is not None:
            found.append(case)
    return found


def _in_a_loop(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    tree = parse("import asyncio\nasync def scenario():\n    pass\nasyncio.run(scenario())")
    assert tree is not None
    scenario = tree.body[1]
    assert isinstance(scenario, ast.AsyncFunctionDef)
    scenario.body = list(body)
    return tree.body
