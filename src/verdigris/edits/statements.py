"""What a statement of a LibCST tree is: an import, a docstring, an assignment, an elision."""

from __future__ import annotations

import libcst as cst

Definition = cst.FunctionDef | cst.ClassDef


def small(node: cst.CSTNode) -> cst.BaseSmallStatement | None:
    if isinstance(node, cst.SimpleStatementLine) and len(node.body) == 1:
        return node.body[0]
    return None


def assigned(node: cst.CSTNode) -> str:
    said = small(node)
    if isinstance(said, cst.Assign) and len(said.targets) == 1:
        target = said.targets[0].target
    elif isinstance(said, cst.AnnAssign):
        target = said.target
    else:
        return ""
    return target.value if isinstance(target, cst.Name) else ""


def is_import(node: cst.CSTNode) -> bool:
    return isinstance(small(node), cst.Import | cst.ImportFrom)


def is_relative_or_future(node: cst.CSTNode) -> bool:
    said = small(node)
    if not isinstance(said, cst.ImportFrom):
        return False
    future = isinstance(said.module, cst.Name) and said.module.value == "__future__"
    return bool(said.relative) or future


def is_docstring(node: cst.CSTNode) -> bool:
    said = small(node)
    return isinstance(said, cst.Expr) and isinstance(
        said.value, cst.SimpleString | cst.ConcatenatedString
    )


def is_ellipsis(node: cst.CSTNode) -> bool:
    said = small(node)
    return isinstance(said, cst.Pass) or (
        isinstance(said, cst.Expr) and isinstance(said.value, cst.Ellipsis)
    )


def elided(node: Definition) -> bool:
    """Tell whether a definition says only that it is left out."""
    body = node.body.body if isinstance(node.body, cst.IndentedBlock) else ()
    real = [item for item in body if not is_docstring(item)]
    return bool(body) and all(is_ellipsis(item) for item in real)


def accessor(node: cst.CSTNode) -> str:
    """Return `setter` for a function under `@its_own_name.setter`, and so on; else nothing."""
    for decorator in node.decorators if isinstance(node, cst.FunctionDef) else ():
        said = decorator.decorator
        if isinstance(said, cst.Attribute) and isinstance(said.value, cst.Name):
            assert isinstance(node, cst.FunctionDef)
            if said.value.value == node.name.value:
                return said.attr.value
    return ""


def has_ellipsis(node: Definition) -> bool:
    """Tell whether `...` stands among real statements, in place of others."""
    body = node.body.body if isinstance(node.body, cst.IndentedBlock) else ()
    return any(is_ellipsis(item) and not isinstance(small(item), cst.Pass) for item in body)
