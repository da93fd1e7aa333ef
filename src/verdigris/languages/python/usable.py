"""Whether a claim can be used as a test, and its text when it can.

It must say something about the part, need nothing that is not there, and reach nothing outside:
no network, no other programs, no files but those below the test's own folder.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from verdigris.core.building import Part
from verdigris.languages.python.claims import is_claim
from verdigris.languages.python.fixtures import FIXTURES
from verdigris.languages.python.text import bound, free, loaded, module_of

_REACHING = {
    "socket", "ssl", "urllib", "http", "ftplib", "smtplib", "poplib", "imaplib", "telnetlib",
    "requests", "httpx", "aiohttp", "xmlrpc", "socketserver", "webbrowser", "ctypes",
    "multiprocessing", "signal", "pty", "resource", "importlib", "pip", "site", "runpy", "code",
    "codeop", "gc", "inspect", "posix",
}  # fmt: skip
_PYTEST = ("raises", "approx", "warns", "fail", "param")
_GUARDED = ("os", "sys", "shutil", "builtins", "pytest")
"""Modules of which only some is used: they go by their own names, so that it can be seen."""
_FORBIDDEN = {
    "eval", "exec", "compile", "__import__", "input", "breakpoint", "globals", "exit", "quit",
}  # fmt: skip
_OS = {
    "system", "popen", "remove", "unlink", "rmdir", "removedirs", "rename", "replace", "kill",
    "killpg", "fork", "forkpty", "execv", "execve", "execvp", "spawnl", "spawnv", "chmod",
    "chown", "link", "symlink", "setuid", "setgid", "putenv", "startfile", "_exit", "abort",
}  # fmt: skip
_ABSOLUTE = re.compile(r"(?:/(?!/)|[A-Za-z]:[\\/]|~)")
_FILES = ("open", "Path", "PurePath", "mkdir", "makedirs", "rmtree", "copy", "move", "chdir")
_LONGEST = 4000
_TOO_BROAD = ("Exception", "BaseException", "RuntimeError", "NotImplementedError")
_STUB_CAUGHT = "assert caught.type is not NotImplementedError"


def usable(statements: Sequence[ast.stmt], part: Part, names: frozenset[str]) -> str | None:
    """Return the text of a claim that can be used as a test of a part; None for any other."""
    steps = [_started_by_fixture(node, part) for node in statements]
    steps = [node for step in steps for node in _named(step)]
    tree = ast.fix_missing_locations(ast.Module(list(steps), []))
    asserting = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    expecting = any(isinstance(node, ast.With) and is_claim(node) for node in steps)
    if not expecting and all(_says_nothing(node.test) for node in asserting):
        return None
    needs = free(steps)
    if needs - names - FIXTURES - {"pytest"}:
        return None
    about = names | {"program", "server"}
    if not needs & about and not _imports_part(steps, part):
        return None
    kept = list(_without_spare_imports(steps))
    inside = [inner for node in kept for inner in ast.walk(node)]
    if bound(tree) & (names | FIXTURES) or any(_reaches(node, names) for node in inside):
        return None
    text = "\n".join(map(ast.unparse, kept))
    return text if len(text) <= _LONGEST else None


def _without_spare_imports(steps: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    used = loaded(ast.Module(list(steps), []))
    for node in steps:
        if isinstance(node, ast.Import | ast.ImportFrom):
            kept = [a for a in node.names if (a.asname or a.name).partition(".")[0] in used]
            if kept and isinstance(node, ast.Import):
                yield ast.Import(kept)
            elif kept and isinstance(node, ast.ImportFrom):
                yield ast.ImportFrom(node.module, kept, node.level)
        elif not isinstance(node, ast.Pass):
            yield node


def _imports_part(steps: Sequence[ast.stmt], part: Part) -> bool:
    own = module_of(part.path)
    return any(isinstance(node, ast.ImportFrom) and node.module == own for node in steps)


def _says_nothing(test: ast.expr) -> bool:
    match test:
        case ast.Constant() | ast.Tuple() | ast.Lambda():
            return True
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is() | ast.LtE() | ast.GtE()],
                         comparators=[right]):  # fmt: skip
            return ast.dump(left) == ast.dump(right)
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(map(_says_nothing, values))
        case ast.BoolOp(op=ast.And(), values=values):
            return all(map(_says_nothing, values))
        case ast.Call(func=ast.Name(id="callable" | "hasattr")):
            return True
        case _:
            return not loaded(test)


def _reaches(node: ast.AST, names: frozenset[str]) -> bool:
    """Tell whether a node reaches out of its test."""
    match node:
        case ast.Import() | ast.ImportFrom():
            return _fetches(node)
        case ast.Name(id=name):
            return name in _FORBIDDEN and name not in names
        case ast.Attribute(attr=attr) if attr.startswith("__") and attr.endswith("__"):
            return attr not in ("__name__", "__doc__", "__class__", "__len__", "__dict__")
        case ast.Attribute(value=ast.Name(id="os"), attr=attr):
            return attr in _OS
        case ast.Attribute(value=ast.Name(id="shutil"), attr=attr):
            return attr in ("rmtree", "move", "chown")
        case ast.Attribute(value=ast.Name(id="sys"), attr=attr):
            return attr in ("modules", "path", "settrace", "setprofile", "exit", "_getframe")
        case ast.Attribute(value=ast.Name(id="time"), attr="sleep"):
            return True
        case ast.Attribute(value=ast.Name(id="pytest"), attr=attr):
            return attr not in _PYTEST
        case ast.Call(func=ast.Name(id="getattr"), args=[ast.Name(id=name), *_]):
            return name in _GUARDED
        case ast.Call(func=func, args=arguments):
            called = ast.unparse(func).rpartition(".")[2]
            return called in _FILES and any(map(_is_absolute, arguments))
        case _:
            return False


def _fetches(node: ast.Import | ast.ImportFrom) -> bool:
    """Tell whether something is imported that a test has no business with."""
    if isinstance(node, ast.Import):
        hidden = any(alias.asname and alias.name in _GUARDED for alias in node.names)
        return hidden or any(_is_reaching(alias.name) for alias in node.names)
    told = {alias.name for alias in node.names}
    if node.module == "pytest":
        return bool(told - {*_PYTEST})
    return _is_reaching(node.module or "") or (node.module == "os" and bool(told & _OS))


def _is_reaching(module: str) -> bool:
    return module.partition(".")[0] in _REACHING or module.partition(".")[0] == "subprocess"


def _is_absolute(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=str(text)):
            return bool(_ABSOLUTE.match(text))
        case _:
            return False


def _named(node: ast.stmt) -> Iterator[ast.stmt]:
    """Yield a statement; one that expects an error so broad that a stub raises it, made exact."""
    match node:
        case ast.With(items=[ast.withitem(context_expr=ast.Call(args=[error, *_]) as call,
                                          optional_vars=bound_to)], body=body):  # fmt: skip
            kinds = error.elts if isinstance(error, ast.Tuple) else [error]
            broad = any(isinstance(kind, ast.Name) and kind.id in _TOO_BROAD for kind in kinds)
            if ast.unparse(call.func) not in ("pytest.raises", "raises") or not broad:
                yield node
                return
            name = bound_to if isinstance(bound_to, ast.Name) else ast.Name("caught", ast.Store())
            yield ast.With([ast.withitem(call, name)], list(body), lineno=1)
            yield ast.parse(_STUB_CAUGHT.replace("caught", name.id)).body[0]
        case _:
            yield node


def _started_by_fixture(node: ast.stmt, part: Part) -> ast.stmt:
    """Return a statement in which the program is run by `program`, not by a process of its own."""
    if not part.is_main:
        return node
    found = _Starting(part).visit(node)
    assert isinstance(found, ast.stmt)
    return found


class _Starting(ast.NodeTransformer):
    def __init__(self, part: Part) -> None:
        self._files = {part.path, f"./{part.path}"}
        self._module = module_of(part.path)

    def visit_Import(self, node: ast.Import) -> ast.stmt:
        kept = [alias for alias in node.names if alias.name not in ("subprocess",)]
        return ast.Import(kept) if kept else ast.Pass()

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        called = ast.unparse(node.func)
        if called not in ("subprocess.run", "subprocess.check_output") or not node.args:
            return node
        words = self._words(node.args[0])
        given = {word.arg: word.value for word in node.keywords}
        if words is None or not {"text", "universal_newlines", "encoding"} & {*given}:
            return node
        stdin = [ast.keyword("stdin", given["input"])] if "input" in given else []
        made: ast.expr = ast.Call(ast.Name("program", ast.Load()), words, stdin)
        if called == "subprocess.check_output":
            made = ast.Attribute(made, "stdout", ast.Load())
        return ast.copy_location(made, node)

    def _words(self, command: ast.expr) -> list[ast.expr] | None:
        """Return the words behind the program's name in the command that starts it."""
        if not isinstance(command, ast.List) or len(command.elts) < 2:
            return None
        first, second, *rest = command.elts
        if ast.unparse(first) not in ("sys.executable", "'python'", "'python3'"):
            return None
        if isinstance(second, ast.Constant) and second.value in self._files:
            return rest
        if isinstance(second, ast.Constant) and second.value == "-m" and rest:
            named = rest[0]
            return rest[1:] if getattr(named, "value", "") == self._module else None
        return None
