"""Uses that are more than a name: computed attributes, frames, test detection, patched modules.

Each function yields pairs of a rule's id and what was used. They look at one node and what its
parts stand for.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from verdigris.checks.python.folding import UNKNOWN
from verdigris.checks.python.names import Names, spread
from verdigris.checks.python.values import Getter, Local, Partial
from verdigris.checks.python.writes import written_outside
from verdigris.checks.rules import WHOLE_MODULES

Shape = tuple[str, str]
_FRAMES = {
    "__globals__", "func_globals", "f_back", "f_globals", "f_locals", "f_builtins", "gi_frame",
    "cr_frame", "ag_frame", "__subclasses__", "__code__",
}  # fmt: skip
_UPWARDS = {"__base__", "__bases__", "__mro__", "mro"}
_LOOKS_ONLY = {
    "getattr", "hasattr", "setattr", "delattr", "vars", "dir", "isinstance", "id", "repr", "print",
    "type", "bool", "object", "getmodule", "getsource", "getmembers", "spec", "reload", "patch",
    "setitem", "delitem", "spy", "find_spec", "ismodule", "getfile", "getsourcefile", "help",
    "getdoc", "cleandoc", "str", "import_module", "cast",
}  # fmt: skip
_TEST_VARIABLES = re.compile(
    r"^(?:PYTEST_(?:CURRENT_TEST|XDIST_WORKER|VERSION|ADDOPTS)|TOX_ENV_NAME)$"
)
_TEST_TOOL = re.compile(r"^_?(?:pytest|py\.test|unittest|nose2?)(?:$|[./_-])|pytest", re.IGNORECASE)
_ABOUT_THE_RUN = ("sys.modules", "sys.argv", "os.environ", "sys.orig_argv", "os.getenv")
_PATCHED = ("builtins", "os", "os.path")
_TEST_TOOLS = ("pytest", "_pytest", "unittest", "pluggy")
_IMPORTING = (
    "sys.path", "sys.modules", "sys.meta_path", "sys.path_hooks", "sys.path_importer_cache",
)  # fmt: skip
_SAFE_YAML = re.compile(r"(?:C?SafeLoader|C?BaseLoader)$")


def shapes(node: ast.AST, names: Names) -> Iterator[Shape]:
    """Yield what one node does that a rule about shapes names."""
    match node:
        case ast.Call():
            yield from _dynamic(node, names)
            yield from _unsafe_arguments(node, names)
            yield from _asked_about_tests(node, names)
            yield from _patched_by_call(node, names)
            if name := written_outside(node, names):
                yield "policy/write-outside", name
        case ast.Attribute(attr=attr):
            yield from _frames(attr, node.value, names, isinstance(node.ctx, ast.Store))
        case ast.Subscript(ctx=ast.Load()):
            yield from _subscript(node, names)
        case ast.Compare():
            yield from _compared(node, names)
        case ast.Constant(value=str(text)) if _TEST_VARIABLES.match(text):
            yield "policy/test-detection", text
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            for target in targets:
                yield from _patched(target, names)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            yield from _patched(target, names)


def _dynamic(node: ast.Call, names: Names) -> Iterator[Shape]:
    called, args = names.names(node.func), spread(node.args)
    if called & {"builtins.getattr", "builtins.object.__getattribute__"} and args:
        if isinstance(args[0], ast.Starred):
            yield "policy/dynamic-attribute", "getattr"  # of what, nobody can tell
        elif len(args) > 1:
            yield from _gotten(args, names)
    for function in names.values(node.func):
        if isinstance(function, Getter) and not function.attributes and node.args:
            yield from _of_whole_module(names.names(node.args[0]))
    for name in called:
        owner, _, method = name.rpartition(".")
        if method in ("get", "__getitem__", "__getattribute__", "pop") and node.args:
            namespace = owner.removesuffix(".__dict__")
            seen = (
                owner.endswith(".__dict__") or owner == "builtins" or method.startswith("__getattr")
            )
            if seen and names.constant(node.args[0]) is UNKNOWN:
                yield from _of_whole_module({namespace})
    yield from _handed_on(node, names)


def _gotten(args: tuple[ast.expr, ...], names: Names) -> Iterator[Shape]:
    text = names.constant(args[1])
    if isinstance(text, str):
        yield from _frames(text, args[0], names, store=False)
    else:
        yield from _of_whole_module(names.names(args[0]))


def _handed_on(node: ast.Call, names: Names) -> Iterator[Shape]:
    """Yield modules that are given to a function that cannot be followed: it may do anything."""
    function = node.func
    word = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if word in _LOOKS_ONLY:
        return
    if any(isinstance(value, Local | Getter | Partial) for value in names.values(function)):
        return  # followed into
    given = [*spread(node.args), *(each.value for each in node.keywords)]
    inside = [e for g in given if isinstance(g, ast.List | ast.Tuple | ast.Set) for e in g.elts]
    for argument in (*given, *inside):
        if isinstance(argument, ast.Name | ast.Attribute | ast.Call):
            for module in names.names(argument) & (WHOLE_MODULES - {"sys", "pickle", "shutil"}):
                yield "policy/dynamic-attribute", module


def _of_whole_module(modules: set[str]) -> Iterator[Shape]:
    for module in modules & WHOLE_MODULES:
        yield "policy/dynamic-attribute", module


def _subscript(node: ast.Subscript, names: Names) -> Iterator[Shape]:
    key = names.constant(node.slice)
    for name in names.names(node.value):
        if key is UNKNOWN and (name.endswith(".__dict__") or name == "builtins"):
            yield from _of_whole_module({name.removesuffix(".__dict__")})
        if isinstance(key, str) and name == "sys.modules" and _TEST_TOOL.search(key):
            yield "policy/test-detection", name


def _frames(attr: str, owner: ast.expr, names: Names, store: bool) -> Iterator[Shape]:
    if attr not in _FRAMES:
        return
    if attr == "__code__":
        if store:  # reading it is ordinary, replacing it is not
            yield "policy/introspection", attr
    elif attr != "__subclasses__" or _climbs(owner, names):
        yield "policy/introspection", attr


def _climbs(owner: ast.expr, names: Names) -> bool:
    """Tell whether `__subclasses__` is asked of `object` rather than of a class one knows."""
    if "builtins.object" in names.names(owner):
        return True
    node: ast.AST = owner
    for _ in range(50):
        if isinstance(node, ast.Attribute) and node.attr in _UPWARDS:
            return True
        if isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Name):
            scope = names.scopes.of.get(id(node))
            home = scope.find(node.id) if scope else None
            made = [b.expr for b in home.bindings[node.id] if b.expr is not None] if home else []
            if not made or made[0] is node:
                return False
            node = made[0]
        else:
            return False
    return True


def _unsafe_arguments(node: ast.Call, names: Names) -> Iterator[Shape]:
    called = names.names(node.func)
    words = {each.arg: each.value for each in node.keywords}
    for name in called & {"yaml.load", "yaml.load_all"}:
        loader = words.get("Loader") or (node.args[1] if len(node.args) > 1 else None)
        if not any(_SAFE_YAML.search(each) for each in names.names(loader)):
            yield "policy/unpickle", name
    for name in called & {"numpy.load", "numpy.lib.npyio.load"}:
        allowed = words.get("allow_pickle") or (node.args[2] if len(node.args) > 2 else None)
        if allowed is not None and names.constant(allowed) is not False:
            yield "policy/unpickle", name
    if "torch.load" in called and names.constant(words.get("weights_only")) is not True:
        yield "policy/unpickle", "torch.load"
    for name in called & {"timeit.timeit", "timeit.repeat", "timeit.Timer"}:
        given = [*node.args[:2], *(words[k] for k in ("stmt", "setup") if k in words)]
        if any(_is_text(each, names) for each in given):
            yield "policy/exec", name


def _is_text(node: ast.expr, names: Names) -> bool:
    made = isinstance(node, ast.JoinedStr | ast.BinOp)
    text = names.constant(node)
    return made or (isinstance(text, str) and text != "pass")


def _asked_about_tests(node: ast.Call, names: Names) -> Iterator[Shape]:
    texts = [text for text in map(names.constant, node.args) if isinstance(text, str)]
    receiver = node.func.value if isinstance(node.func, ast.Attribute) else None
    about = names.names(node.func) | names.names(receiver)
    if any(name.startswith(_ABOUT_THE_RUN) for name in about):
        for text in texts:
            if _TEST_VARIABLES.match(text) or _TEST_TOOL.search(text):
                yield "policy/test-detection", text
    if texts[:1] == ["_called_from_test"] or "_called_from_test" in texts[1:2]:
        yield "policy/test-detection", "_called_from_test"


def _compared(node: ast.Compare, names: Names) -> Iterator[Shape]:
    sides = [node.left, *node.comparators]
    texts = [text for side in sides for text in _texts(names.constant(side))]
    if not any(_TEST_TOOL.search(text) or _TEST_VARIABLES.match(text) for text in texts):
        return
    for side in sides:
        for part in ast.walk(side):
            if isinstance(part, ast.expr):
                for name in names.names(part):
                    if name.startswith(_ABOUT_THE_RUN):
                        yield "policy/test-detection", name.partition("[")[0].partition("(")[0]
                        return


def _texts(value: object) -> list[str]:
    parts = value if isinstance(value, list) else [value]
    return [part for part in parts if isinstance(part, str)]


def _patched(target: ast.expr, names: Names) -> Iterator[Shape]:
    if isinstance(target, ast.Tuple | ast.List):
        for each in target.elts:
            yield from _patched(each, names)
    if not isinstance(target, ast.Attribute | ast.Subscript):
        return
    owners = names.names(target.value)
    whole = (
        {f"{each}.{target.attr}" for each in owners}
        if isinstance(target, ast.Attribute)
        else owners
    )
    if any(name in _IMPORTING for name in whole):
        yield "policy/import-trick", next(name for name in sorted(whole) if name in _IMPORTING)
    yield from _of_patched(owners, isinstance(target, ast.Subscript))


def _of_patched(owners: set[str], item: bool) -> Iterator[Shape]:
    for owner in sorted(owners):
        module = owner.removesuffix(".__dict__")
        if item and module == owner and module != "builtins":
            continue  # `os.environ[…] = …` is an entry of a mapping, not a patch
        tool = module.partition(".")[0] in _TEST_TOOLS and "(" not in module
        if tool or module in _PATCHED:
            yield "policy/monkeypatch", module


def _patched_by_call(node: ast.Call, names: Names) -> Iterator[Shape]:
    called = names.names(node.func)
    if called & {"builtins.setattr", "builtins.delattr"} and node.args:
        yield from _of_patched(names.names(node.args[0]), item=False)
    for name in called:
        owner, _, method = name.rpartition(".")
        if method in ("update", "__setitem__", "setdefault", "pop", "clear") and (
            owner.endswith(".__dict__") or owner == "builtins"
        ):
            yield from _of_patched({owner}, item=True)
