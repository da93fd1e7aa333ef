"""From a model's answer to a file of JavaScript or TypeScript, or to words that say what is wrong.

What has one meaning is put right: an `export` left out, the older module system, a program that
starts itself. What runs when imported or leaves code out is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from verdigris.core.building import Part
from verdigris.core.syntax import Dialect, walk
from verdigris.edits.blocks import Code, Diff, Replacement, find_pieces, without_thoughts
from verdigris.edits.lines import refuse_elisions
from verdigris.edits.script_items import class_body, members_of, text_of
from verdigris.errors import ModelMistake
from verdigris.languages.script.modules import as_module, guarded, with_paths, with_type_imports
from verdigris.languages.script.names import BUILTINS, free_names
from verdigris.languages.script.starting import kept_quiet
from verdigris.languages.script.stub import is_commonjs, stubs_in
from verdigris.languages.script.text import (
    Put,
    declaration,
    declared,
    exported,
    first_error,
    is_word,
    rewritten,
    root_of,
)  # fmt: skip

if TYPE_CHECKING:
    from tree_sitter import Node

_OURS = ("", "javascript", "js", "mjs", "cjs", "jsx", "node", "typescript", "ts", "mts", "nodejs")
_TESTS = re.compile(
    r"""^\s*(?:import|const|var|let)\b.*['"](?:node:test|vitest|@jest/globals)""", re.M
)
_NOT_ERASED = {
    "enum_declaration": "`enum`: use a `const` object and a union type",
    "internal_module": "`namespace`: use plain exports",
    "decorator": "decorators: call the function yourself",
}


def read_part(answer: str, part: Part, kind: Dialect) -> str:
    code = _chosen(answer, part, kind)
    refuse_elisions(code, "", "file")
    text = code.strip("\n").replace("\r\n", "\n") + "\n"
    if is_commonjs(part):
        return _older(text, part, kind)
    text = as_module(text, kind, part)
    if kind == "typescript":
        _refuse_lasting_types(root_of(text, kind))
        text = with_type_imports(text)
    text = guarded(with_paths(text, kind, part, part.needs), kind)
    text = _with_builtins(text, kind)
    text = _with_exports(text, part, kind)
    text = kept_quiet(text, part, kind)
    _require_names(text, part, kind)
    root = root_of(text, kind)
    if root.has_error:
        raise ModelMistake(f"Your code does not parse: it breaks at line {first_error(root)}.")
    _refuse_stubs(text, part, kind)
    return text


def _refuse_stubs(text: str, part: Part, kind: Dialect) -> None:
    wanted = {one.name.partition(".")[0] for one in part.functions}
    empty = [name for name in stubs_in(text, kind) if name.partition(".")[0] in wanted]
    # Where a name is wanted that does nothing, an empty function may be meant; several are not.
    if empty and any(word in text for word in ("implemented", "TODO", "throw")):
        names = ", ".join(f"`{name}`" for name in empty[:5])
        raise ModelMistake(f"{names} is only declared. Write its code.")


def _with_builtins(text: str, kind: Dialect) -> str:
    """Return a text that imports the modules of Node which it mentions and forgot to import."""
    names = sorted(free_names(root_of(text, kind)) & BUILTINS)
    lines = "".join(f'import {name} from "node:{name}";\n' for name in names)
    first = re.match(r"#!.*\n", text)
    at = first.end() if first else 0
    return text[:at] + lines + text[at:]


def code_in(answer: str, kind: Dialect) -> Iterator[Code]:
    """Yield the blocks of an answer that may be our language; the whole answer if it is code."""
    said = without_thoughts(answer)
    pieces = [piece for piece in find_pieces(said) if isinstance(piece, Code)]
    found = [piece for piece in pieces if piece.language in _OURS and piece.text.strip()]
    if not found and not pieces and said.strip():
        root = root_of(said, kind)
        if not root.has_error and any(_says_something(node) for node in root.named_children):
            found = [Code(said)]
    yield from found


def _says_something(node: Node) -> bool:
    """Tell code from words: `Sorry` alone is an expression too."""
    return node.type not in ("comment", "expression_statement", "labeled_statement") or any(
        one.type in ("call_expression", "assignment_expression") for one in walk(node)
    )


def _chosen(answer: str, part: Part, kind: Dialect) -> str:
    blocks = list(code_in(answer, kind))
    if not blocks:
        pieces = find_pieces(without_thoughts(answer))
        if any(isinstance(piece, Diff | Replacement) for piece in pieces):
            raise ModelMistake(f"Answer with the whole file {part.path}, not with a change to it.")
        raise ModelMistake(
            f"Your answer holds no code. Answer with the whole file {part.path} in one code block."
        )
    named = [one for one in blocks if one.path and one.path.endswith(part.path.rpartition("/")[2])]
    plain = [one for one in named or blocks if not _TESTS.search(one.text)] or named or blocks
    whole = [one.text for one in plain if not root_of(one.text, kind).has_error]
    if not whole:
        raise ModelMistake(
            "Your code does not parse: it breaks at line "
            f"{first_error(root_of(plain[0].text, kind))}."
        )
    best = max(whole, key=lambda text: (_held(text, part, kind), len(text)))
    joined = "\n".join(dict.fromkeys(whole))
    if _held(joined, part, kind) > _held(best, part, kind) and not _twice(joined, kind):
        return joined
    return best


def _held(text: str, part: Part, kind: Dialect) -> int:
    root = root_of(text, kind)
    names = {name for statement in root.named_children for name in declared(statement)}
    names |= set(exported(root))
    return sum(one.name.partition(".")[0] in names for one in part.functions)


def _twice(text: str, kind: Dialect) -> bool:
    root = root_of(text, kind)
    names = [name for statement in root.named_children for name in declared(statement)]
    return len(names) != len(set(names))


def _older(text: str, part: Part, kind: Dialect) -> str:
    if re.search(r"^\s*(?:import\s+[\w{*'\"]|export\s)", text, re.M):
        raise ModelMistake(
            f"{part.path} is a CommonJS file: use require(), and end with module.exports = {{…}}."
        )
    _require_names(text, part, kind)
    return text


def _refuse_lasting_types(root: Node) -> None:
    for node in walk(root):
        what = _NOT_ERASED.get(node.type, "")
        if node.type == "required_parameter" and any(
            child.type in ("accessibility_modifier", "readonly") for child in node.children
        ):
            what = (
                "`private`, `public` or `readonly` in a constructor's parameters: assign the field"
            )
        if what and not (node.type == "enum_declaration" and _is_ambient(node)):
            raise ModelMistake(
                f"Node runs TypeScript by leaving the types out, so it has no {what}."
            )


def _is_ambient(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "ambient_declaration"


def _with_exports(text: str, part: Part, kind: Dialect) -> str:
    """Return a text that exports by name what it declares and the part must offer."""
    text = _default_named(text, part, kind)
    root = root_of(text, kind)
    wanted = dict.fromkeys(one.name.partition(".")[0] for one in part.functions)
    offered = exported(root)
    puts: list[Put] = []
    listed: list[str] = []
    for statement in root.named_children:
        for name in declared(statement):
            if name not in wanted or name in offered or statement.type == "import_statement":
                continue
            if statement.type == "export_statement":  # export default function name
                listed.append(name)
            else:
                puts.append(Put(statement.start_byte, statement.start_byte, "export "))
    text = rewritten(text, puts)
    return f"{text}\nexport {{ {', '.join(dict.fromkeys(listed))} }};\n" if listed else text


def _default_named(text: str, part: Part, kind: Dialect) -> str:
    """Return a text whose default export carries the only name that the part must offer."""
    wanted = [one.name for one in part.functions if is_word(one.name)]
    root = root_of(text, kind)
    offered = exported(root)
    known = {name for statement in root.named_children for name in declared(statement)}
    statement = offered.get("default")
    if statement is None or len(wanted) != 1 or wanted[0] in known | set(offered):
        return text
    value = declaration(statement)
    if statement.type != "export_statement" or value is statement:
        return text
    if value.type == "object":  # export default { add, remove }
        return text
    return rewritten(text, [Put.over(statement, f"export const {wanted[0]} = {text_of(value)};")])


def _require_names(text: str, part: Part, kind: Dialect) -> None:
    root = root_of(text, kind)
    offered = set(exported(root))
    missing = [
        one.name
        for one in part.functions
        if one.name.partition(".")[0] not in offered and not _is_type(one.signature)
    ]
    for one in part.functions:
        owner, dot, method = one.name.partition(".")
        if dot and owner in offered and not _has_method(root, owner, method):
            missing.append(one.name)
    if missing:
        names = ", ".join(f"`{name}`" for name in missing)
        raise ModelMistake(
            f"{part.path} must define and export {names}, and your code does not. "
            "Answer with the whole file."
        )


def _is_type(signature: str) -> bool:
    return bool(re.match(r"\s*(?:export\s+)?(?:interface|type)\b", signature))


def _has_method(root: Node, owner: str, method: str) -> bool:
    for statement in root.named_children:
        node = declaration(statement)
        if owner in declared(statement) and (body := class_body(node)) is not None:
            names = {name.rpartition(" ")[2] for name, _ in members_of(body)}
            return method in names or "extends" in text_of(node).partition("{")[0]
    return True  # made in some other way; the tests will tell
