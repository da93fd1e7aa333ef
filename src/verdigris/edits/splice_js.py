"""Whole functions, classes, methods and constants into a JavaScript or TypeScript file.

As `splice` does for Python: what an answer leaves out is kept, everything around what it replaces
keeps its bytes, and loose statements are not taken over. Works on byte ranges of the syntax tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from verdigris.core.syntax import Dialect, script_tree, walk
from verdigris.edits.lines import elisions, refuse_elisions
from verdigris.edits.script_items import Item, class_body, items_of, members_of, parsed, text_of
from verdigris.errors import ModelMistake

if TYPE_CHECKING:
    from tree_sitter import Node


@dataclass(frozen=True)
class _Put:
    start: int
    end: int
    text: bytes


def splice_script(before: str, code: str, path: str, kind: Dialect) -> str:
    """Return `before` with the definitions of `code` in place of its own."""
    data = before.encode("utf-8", "surrogatepass")
    root = script_tree(before, kind).root_node
    answer, bare_members = _read(code, kind)
    if root.has_error:
        return _whole(before, code, path, kind)
    there = {item.name: item for item in items_of(root)}
    puts: list[_Put] = []
    fresh: list[bytes] = []
    taken = False
    for item in items_of(answer):
        old = there.get(item.name)
        if old is None:
            fresh += [item.whole.text or b""] if item.is_code and not _is_test(item) else []
            continue
        taken = True
        puts += _replaced(old, item)
    for name, member in bare_members:
        taken = True
        puts.append(_put_member(name, member, there.values()))
    if not taken:
        raise ModelMistake(
            "Your code defines none of the functions you were shown. "
            "Answer with the complete corrected function, with its name unchanged."
        )
    if fresh:
        spot = _first_spot(there.values())
        puts.append(_Put(spot, spot, b"".join(text + b"\n\n" for text in fresh)))
    puts += _imports(root, answer)
    return _written(data, puts)


def _read(code: str, kind: Dialect) -> tuple[Node, list[tuple[str, Node]]]:
    """Return an answer's tree and the members it holds without their class."""
    root, members = parsed(code, kind)
    if root.has_error:
        spot = next((n for n in walk(root) if n.is_error or n.is_missing), root)
        raise ModelMistake(
            f"Your code does not parse: it breaks at line {spot.start_point[0] + 1}."
        )
    return root, members


def _whole(before: str, code: str, path: str, kind: Dialect) -> str:
    pattern = re.compile(r"\b(?:function\*?|class)\s+(\w+)")
    missing = set(pattern.findall(before)) - set(pattern.findall(code))
    if missing or elisions(code, before) or script_tree(code, kind).root_node.has_error:
        raise ModelMistake(
            f"{path} has a syntax error, so answer with the whole corrected file"
            + (f"; missing: {', '.join(sorted(missing))}." if missing else ".")
        )
    return code


def _replaced(old: Item, new: Item) -> Iterator[_Put]:
    """Yield what changes: a class member by member, anything else as a whole."""
    mine, its = class_body(new.node), class_body(old.node)
    if mine is None or its is None:
        _refuse_elisions(new.node, old.node, old.name)
        yield _Put(old.node.start_byte, old.node.end_byte, _indented(new.node, old.node))
        return
    there = dict(members_of(its))
    fresh: list[bytes] = []
    for name, member in members_of(mine):
        if (known := there.get(name)) is None:
            fresh.append(_indented(member, next(iter(there.values()), member)))
            continue
        _refuse_elisions(member, known, name)
        yield _Put(known.start_byte, known.end_byte, _indented(member, known))
    head = (new.text[: mine.start_byte - new.node.start_byte]).split()
    kept = (old.text[: its.start_byte - old.node.start_byte]).split()
    if len(head) >= len(kept) and head != kept:
        yield _Put(old.node.start_byte, its.start_byte, b" ".join(head) + b" ")
    if fresh:
        last = list(there.values())[-1] if there else None
        indent = _lead(last) if last else b"  "
        spot = last.end_byte if last else its.start_byte + 1
        # Behind a field's semicolon, which is not part of the field.
        body = its.text or b""
        if last and body[spot - its.start_byte : spot - its.start_byte + 1] == b";":
            spot += 1
        yield _Put(spot, spot, b"".join(b"\n\n" + indent + text for text in fresh))


def _put_member(name: str, member: Node, items: Iterable[Item]) -> _Put:
    """Put a method that came without its class into the only class that has one of that name."""
    owners = [
        dict(members_of(body))[name]
        for item in items
        if (body := class_body(item.node)) is not None and name in dict(members_of(body))
    ]
    if len(owners) > 1:
        raise ModelMistake(f"Several classes have a method '{name}'. Write the class around it.")
    if not owners:
        raise ModelMistake(
            "Your code defines none of the functions you were shown. "
            "Answer with the complete corrected function, with its name unchanged."
        )
    _refuse_elisions(member, owners[0], name)
    return _Put(owners[0].start_byte, owners[0].end_byte, _indented(member, owners[0]))


def _refuse_elisions(new: Node, old: Node, name: str) -> None:
    refuse_elisions(text_of(new), text_of(old), f"`{name}`")


def _indented(new: Node, old: Node) -> bytes:
    """Return a node's text, its later lines indented as the file has it and not as the answer."""
    text = new.text or b""
    mine, its = _lead(new), _lead(old)
    if mine == its or b"`" in text:  # white space in a template is part of it
        return text
    first, *rest = text.split(b"\n")
    moved = [
        its + line[len(mine) :] if line.startswith(mine) and line.strip() else line for line in rest
    ]
    return b"\n".join([first, *moved])


def _lead(node: Node) -> bytes:
    """Return the white space that the line of a node begins with."""
    top = node
    while top.parent is not None:
        top = top.parent
    row = (top.text or b"").split(b"\n")[node.start_point[0]]
    return row[: len(row) - len(row.lstrip(b" \t"))]


def _first_spot(items: Iterable[Item]) -> int:
    """Return where the first function or class begins, the comment above it included."""
    first = min((i.whole for i in items if i.is_code), key=lambda n: n.start_byte, default=None)
    if first is None:
        return 0
    above = first.prev_sibling
    while above is not None and above.type == "comment":
        if above.end_point[0] + 1 < first.start_point[0]:
            break
        first, above = above, above.prev_sibling
    return first.start_byte


def _imports(root: Node, answer: Node) -> Iterator[_Put]:
    there = [n for n in root.named_children if n.type == "import_statement"]
    known = {_squeezed(n) for n in there}
    wanted = [
        n.text or b""
        for n in answer.named_children
        if n.type == "import_statement" and _squeezed(n) not in known
    ]
    if wanted:
        spot = there[-1].end_byte if there else 0
        text = b"".join(b"\n" + one for one in wanted) if there else b"\n".join(wanted) + b"\n"
        yield _Put(spot, spot, text)


def _squeezed(node: Node) -> str:
    return re.sub(r"[\s;'\"]", "", text_of(node))


def _is_test(item: Item) -> bool:
    return item.name.startswith("test")


def _written(data: bytes, puts: Sequence[_Put]) -> str:
    for put in sorted(puts, key=lambda put: (put.start, put.end), reverse=True):
        data = data[: put.start] + put.text + data[put.end :]
    return data.decode("utf-8", "surrogatepass")
