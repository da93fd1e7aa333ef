"""What Python code offers, and code that offers the same and does nothing yet.

The signature of a class is one line: `class Stack(Base): def push(self, item); def pop(self)`.
Signatures come from models: what cannot be understood becomes `def name(*args, **kwargs)`.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence

from verdigris.core.building import Function, Part
from verdigris.core.text import one_line
from verdigris.languages.python.text import (
    FUNCTIONS,
    compile_error,
    is_docstring,
    is_name,
    module_of,
    parse,
    top_level,
)

_CLASS = re.compile(r"class\s+\w+\s*(?:\((?P<inside>[^()]*)\))?\s*:?(?P<rest>.*)", re.DOTALL)
_METHOD = re.compile(r"(?P<mark>@\w+\s+)?(?P<head>(?:async\s+)?def\s+)?(?P<name>\w+)\s*\(")
_MARKS = ("property", "classmethod", "staticmethod")
_TYPING = (
    "Any", "Callable", "ClassVar", "Dict", "Generator", "Iterable", "Iterator", "List", "Literal",
    "Mapping", "NamedTuple", "Optional", "Sequence", "Set", "Tuple", "Type", "Union",
)  # fmt: skip
_SIGNATURE = 2000
"""Characters of a signature that are read."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef


def stub(part: Part) -> str:
    """Return a module that offers every name of a part and fails when any of them is called."""
    pieces = [_piece(name, functions) for name, functions in _grouped(part.functions).items()]
    text = "\n\n\n".join(pieces)
    used = [name for name in _TYPING if re.search(rf"\b{name}\b", text)]
    head = f'"""{_words(part.purpose) or module_of(part.path)}"""\n\n'
    head += "from __future__ import annotations\n"
    if used:
        head += f"\nfrom typing import {', '.join(used)}\n"
    whole = head + (f"\n\n{text}\n" if text else "")
    return whole + _guard(part) if part.is_main else whole


def _guard(part: Part) -> str:
    offered = any(function.name == "main" for function in part.functions)
    does = "main()" if offered else "raise NotImplementedError"
    return f'\n\nif __name__ == "__main__":\n    {does}\n'


def _grouped(functions: Sequence[Function]) -> dict[str, list[Function]]:
    """Return the functions by their top-level name: `Stack.push` belongs to `Stack`."""
    found: dict[str, list[Function]] = {}
    for function in functions:
        names = function.name.split(".")
        if len(names) <= 2 and all(map(is_name, names)):
            found.setdefault(names[0], []).append(function)
    return found


def _piece(name: str, functions: Sequence[Function]) -> str:
    own = next((function for function in functions if function.name == name), None)
    methods = [function for function in functions if function.name != name]
    signature = own.signature.strip().strip("`")[:_SIGNATURE] if own else ""
    purpose = _words(own.purpose) if own else ""
    if methods or re.match(r"(?:@\w+\s+)*class\b", signature):
        text = _class(name, signature, purpose, methods)
        plain = f"class {name}:\n" + _method("def __init__(self, *args, **kwargs)")
    else:
        text = _function(name, signature, purpose)
        plain = f"def {name}(*args, **kwargs):\n    raise NotImplementedError"
    return plain if compile_error(text) else text


def _function(name: str, signature: str, purpose: str) -> str:
    node = definition(signature)
    if node is None:
        return _body(f"def {name}(*args, **kwargs):", purpose)
    node.name = name
    return _body(f"{head_of(node)}:", purpose)


def _body(head: str, purpose: str) -> str:
    said = f'    """{purpose}"""\n' if purpose else ""
    return f"{head}\n{said}    raise NotImplementedError"


def definition(signature: str) -> Definition | None:
    """Return what a signature declares, made harmless: no decorator, no default but a literal."""
    text = " ".join(signature.split()).rstrip(": ").removesuffix(" ...").rstrip(": ")
    if not re.match(r"(?:async\s+)?def\b", text):
        text = f"def {text}"
    tree = parse(f"{text}: ...")
    node = tree.body[0] if tree and len(tree.body) == 1 else None
    if not isinstance(node, FUNCTIONS):
        return None
    node.args.defaults = [_harmless(value) for value in node.args.defaults]
    node.args.kw_defaults = [value and _harmless(value) for value in node.args.kw_defaults]
    return node


def _harmless(value: ast.expr) -> ast.expr:
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return ast.Constant(None)
    return value


def _class(name: str, signature: str, purpose: str, methods: Sequence[Function]) -> str:
    match = _CLASS.search(signature)
    inside, rest = (match["inside"] or "", match["rest"]) if match else ("", "")
    heads = [*_method_heads(rest), *(method.signature for method in methods)]
    bases = [word.strip() for word in inside.split(",") if word.strip()]
    known = [base for base in bases if _is_class(base)]
    arguments = bases and all(re.match(r"[*a-z_]\w*\s*(?:[:=]|$)", word) for word in bases)
    if arguments and not known and not any("__init__" in head for head in heads):
        heads.insert(0, f"def __init__(self, {inside})")  # `class Store(path: str)`
    if not any("__init__" in head for head in heads):
        heads.insert(0, "def __init__(self, *args, **kwargs)")
    said = f'    """{purpose}"""\n\n' if purpose else ""
    head = f"class {name}({', '.join(known)}):" if known else f"class {name}:"
    return f"{head}\n{said}" + "\n\n".join(map(_method, dict.fromkeys(heads)))


def _is_class(base: str) -> bool:
    return is_name(base) and isinstance(getattr(builtins, base, None), type)


def _method_heads(text: str) -> Iterator[str]:
    """Yield the heads of methods in the rest of a class's signature, however they are divided."""
    at = 0
    while found := _METHOD.search(text, at):
        end = _closing(text, found.end())
        if end is None:
            return
        returns = re.match(r"\s*->\s*[\w.\[\], |\"']*[\w\]\"']", text[end:])
        head = text[found.start() : end + (returns.end() if returns else 0)]
        # In `push(item) -> list[str], def pop(self)` what is returned must not eat the next head.
        head = re.split(r",\s*(?=(?:async\s+)?def\b)", head)[0]
        yield head
        at = found.start() + len(head)


def _closing(text: str, start: int) -> int | None:
    depth = 1
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return at + 1
    return None


def _method(head: str) -> str:
    mark = re.match(r"\s*@(\w+)\s+", head)
    decorator = f"    @{mark[1]}\n" if mark and mark[1] in _MARKS else ""
    node = definition(head[mark.end() :] if mark else head)
    if node is None:
        name = next(iter(re.findall(r"(\w+)\s*\(", head)), "")
        said = f"def {name}(self, *args, **kwargs)" if is_name(name) else "_unknown = None"
        if name == "":
            return f"    {said}"
    else:
        arguments = [*node.args.posonlyargs, *node.args.args]
        first = arguments[0].arg if arguments else ""
        if "staticmethod" not in decorator and first not in ("self", "cls"):
            node.args.args.insert(0, ast.arg("self"))
        said = head_of(node)
    return f"{decorator}    {said}:\n        raise NotImplementedError"


def _words(text: str) -> str:
    """Return words that can stand in a docstring."""
    return one_line(text, 90).replace("\\", "/").replace('"', "'").strip()


def head_of(node: Definition) -> str:
    bare = type(node)(
        name=node.name, args=node.args, body=[ast.Pass()], decorator_list=[],
        returns=node.returns, type_comment=None, lineno=1, col_offset=0,
    )  # fmt: skip
    return ast.unparse(bare).removesuffix(":\n    pass")


def signatures(text: str) -> tuple[Function, ...]:
    """Return the public functions and classes of a module, each once, the last one counting."""
    tree = parse(text)
    found: dict[str, Function] = {}
    for node in top_level(tree) if tree else ():
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)) or node.name.startswith("_"):
            continue
        purpose = one_line(ast.get_docstring(node) or "")
        head = _class_head(node) if isinstance(node, ast.ClassDef) else head_of(node)
        found[node.name] = Function(name=node.name, signature=head, purpose=purpose)
    return tuple(found.values())


def _class_head(node: ast.ClassDef) -> str:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    heads = []
    for method in node.body:
        if not isinstance(method, FUNCTIONS):
            continue
        if method.name.startswith("_") and method.name != "__init__":
            continue
        marks = [f"@{mark}" for mark in map(ast.unparse, method.decorator_list) if mark in _MARKS]
        heads.append(" ".join([*marks, head_of(method)]))
    name = f"{node.name}({bases})" if bases else node.name
    return f"class {name}: {'; '.join(heads)}" if heads else f"class {name}"


def stubs_in(text: str) -> tuple[str, ...]:
    """Return the functions and methods that are declared and not written, in their order."""
    tree = parse(text)
    if tree is None:
        return ()
    lines = text.split("\n")
    classes = [node for node in top_level(tree) if isinstance(node, ast.ClassDef)]
    found = [
        node.name
        for node in top_level(tree)
        if isinstance(node, FUNCTIONS) and not _is_declared_only(node) and _is_stub(node, lines)
    ]
    for owner in classes:
        if any(ast.unparse(base).split("[")[0].endswith("Protocol") for base in owner.bases):
            continue
        found += [
            f"{owner.name}.{node.name}"
            for node in owner.body
            if isinstance(node, FUNCTIONS)
            and not _is_declared_only(node)
            and _is_stub(node, lines)
            and not _may_be_empty(node)
            and not _is_overridden(owner.name, node.name, classes)
        ]
    return tuple(dict.fromkeys(found))


def _is_declared_only(node: Definition) -> bool:
    marks = {ast.unparse(mark).rpartition(".")[2] for mark in node.decorator_list}
    return bool(marks & {"abstractmethod", "overload", "abstractproperty"})


def _may_be_empty(node: Definition) -> bool:
    """Tell whether a method may well do nothing: `def __init__(self): pass`."""
    does = [inner for inner in node.body if not is_docstring(inner)]
    raises = any(isinstance(inner, ast.Raise) for inner in does)
    return node.name.startswith("__") and not raises


def _is_overridden(owner: str, name: str, classes: Sequence[ast.ClassDef]) -> bool:
    return any(
        owner in map(ast.unparse, other.bases)
        and any(isinstance(node, FUNCTIONS) and node.name == name for node in other.body)
        for other in classes
    )


def _is_stub(node: Definition, lines: Sequence[str]) -> bool:
    body = [inner for inner in node.body if not is_docstring(inner)]
    if not body:
        return True
    if len(body) > 1:
        return False
    match body[0]:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Raise(exc=ast.expr() as raised):
            name = raised.func if isinstance(raised, ast.Call) else raised
            return isinstance(name, ast.Name) and name.id == "NotImplementedError"
        case ast.Return(value=None | ast.Constant(value=None)):
            text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            return bool(re.search(r"#.*\b(?:TODO|FIXME)\b|#.*\b(?:your|implement)\b", text, re.I))
        case _:
            return False
