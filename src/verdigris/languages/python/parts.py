"""From a model's answer to the text of one Python module: which code is meant, and what of it.

Tests, examples of use and prints that a model adds behind the code are left out; what else runs
on import is refused, or, in the file that users start, put under `if __name__ == "__main__"`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from verdigris.core.building import Part
from verdigris.core.text import listed, tidy
from verdigris.edits.answer import read_answer
from verdigris.edits.blocks import Code, find_pieces, without_thoughts
from verdigris.edits.lines import refuse_elisions
from verdigris.edits.loose import unfenced
from verdigris.errors import ModelMistake
from verdigris.languages.python.cleaning import cleaned
from verdigris.languages.python.stubs import signatures, stub, stubs_in
from verdigris.languages.python.text import (
    NOT_PYTHON,
    compile_error,
    compiled,
    free,
    is_name,
    parse,
    top_level,
)

_MAX_ANSWER = 400_000
_FOREIGN = (
    "json", "toml", "yaml", "yml", "html", "css", "js", "javascript", "ts", "typescript", "ini",
    "pycon", "diff", "csv", "sql", "xml", "rst",
)  # fmt: skip


def read_part(answer: str, part: Part) -> str:
    """Return the text of the module that an answer means. Raises ModelMistake."""
    if not answer.strip():
        raise ModelMistake("Your answer was empty. Answer with the code of the whole file.")
    if tidy(answer) != answer or "\0" in answer:
        raise ModelMistake("Your answer holds characters that cannot be written.")
    said = without_thoughts(answer[:_MAX_ANSWER].replace("\r\n", "\n").replace("\r", "\n"))
    text = _chosen(said, part)
    refuse_elisions(text, "", part.path)
    text = cleaned(text, part)
    _require_sound(text, part)
    return text


def wanted(part: Part) -> tuple[str, ...]:
    """Return the top-level names a part must offer."""
    names = (function.name.partition(".")[0] for function in part.functions)
    return tuple(dict.fromkeys(name for name in names if is_name(name)))


def _chosen(said: str, part: Part) -> str:
    blocks = [
        piece
        for piece in find_pieces(said) or unfenced(said)
        if isinstance(piece, Code) and piece.language not in _FOREIGN
    ]
    code = [block.text for block in blocks if not _is_tests(block)]
    if not code:
        return _edited(said, part)
    sound = [plain for text in code if (plain := _without_prose(text))]
    names = set(wanted(part))
    # Who writes the whole twice has corrected it the second time.
    whole = [text for text in sound if names <= offered(text)]
    if whole and names:
        return _with_helpers(whole[-1], sound)
    together = _joined(sound)
    if len(sound) > 1 and names and names <= offered(together) and not compile_error(together):
        return together
    if not sound:
        raise ModelMistake(f"Your code does not parse: {compile_error(max(code, key=len))}.")
    return max(sound, key=lambda text: (len(names & offered(text)), len(text)))


def _with_helpers(text: str, blocks: Sequence[str]) -> str:
    """Return a block with the other blocks in front that define what it uses and lacks."""
    tree = parse(text)
    lacking = free(tree.body) if tree else set()
    helping = [
        block
        for block in dict.fromkeys(blocks)
        if block != text and offered(block) & lacking and not offered(block) & offered(text)
    ]
    together = _joined([*helping, text])
    return together if helping and not compile_error(together) else text


_LIKE_CODE = re.compile(r"\s*(?:def|class|return|if|for|while|import|from|async|@|\w+ ?[=(\[])")


def _without_prose(text: str) -> str:
    """Return code without the words behind it; nothing where it does not parse even so."""
    lines = text.split("\n")
    for _ in range(5):
        try:
            compiled("\n".join(lines))
        except SyntaxError as error:
            at = (error.lineno or 1) - 1
            if at < 1 or any(map(_LIKE_CODE.match, lines[at:])):
                return ""
            lines = lines[:at]
        except NOT_PYTHON:
            return ""
        else:
            return "\n".join(lines).rstrip() + "\n"
    return ""


def _joined(texts: Sequence[str]) -> str:
    """Return blocks as one text, what must stand first standing first."""
    lines = [line for text in texts for line in [*text.rstrip().split("\n"), "", ""]]
    first = [line for line in lines if line.startswith("from __future__ import")]
    rest = [line for line in lines if not line.startswith("from __future__ import")]
    return "\n".join([*dict.fromkeys(first), *rest]).rstrip() + "\n"


def _is_tests(block: Code) -> bool:
    name = block.path.rpartition("/")[2]
    if name.startswith("test_") or name.endswith("_test.py"):
        return True
    tree = parse(block.text)
    defined = [function.name for function in signatures(block.text)]
    if tree is None or not tree.body:
        return tree is not None
    if defined:
        return all(name.startswith(("test_", "Test")) for name in defined)
    # Nothing but calls and asserts: how to use it, not what it is.
    return all(isinstance(node, ast.Expr | ast.Assert | ast.Import | ast.ImportFrom)
               for node in tree.body)  # fmt: skip


def _edited(said: str, part: Part) -> str:
    """Read an answer that edits the stub instead of writing the file: a diff, search blocks."""
    before = stub(part)
    try:
        texts = read_answer(said, {part.path: before}, [part.path]).texts
    except ModelMistake as mistake:
        raise ModelMistake(
            f"There is no code for {part.path} in your answer ({mistake}) "
            "Answer with one fenced block that holds the whole file."
        ) from None
    text = texts.get(part.path)
    if not text:
        raise ModelMistake(f"There is no code for {part.path} in your answer. Write the file.")
    return text


def offered(text: str) -> set[str]:
    """Return every name that a module binds at its top level."""
    tree = parse(text)
    found: set[str] = set()
    for node in top_level(tree) if tree else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.update(t.id for t in targets if isinstance(t, ast.Name))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    return found


def _require_sound(text: str, part: Part) -> None:
    if error := compile_error(text):
        raise ModelMistake(f"Your code does not parse: {error}.")
    there = offered(text)
    missing = [name for name in wanted(part) if name not in there]
    if missing:
        raise ModelMistake(_lacks(missing, there, part))
    empty = [name for name in stubs_in(text) if name.partition(".")[0] in wanted(part)]
    if empty:
        raise ModelMistake(
            f"`{empty[0]}` is declared but not written. Write the body of {listed(empty)} in full."
        )
    if not wanted(part) and not there and not part.is_main:
        raise ModelMistake(f"{part.path} defines nothing. Write the whole file.")


def _lacks(missing: Sequence[str], there: set[str], part: Part) -> str:
    alike = {_folded(name): name for name in sorted(there)}
    if near := alike.get(_folded(missing[0])):
        return (
            f"{part.path} must offer `{missing[0]}`, spelt exactly so; your code calls it "
            f"`{near}`. Rename it."
        )
    own = [name for name in sorted(there) if not name.startswith("_")]
    instead = f" It defines {listed(own)} instead." if own else ""
    return f"Your code lacks `{'`, `'.join(missing[:3])}`, which {part.path} must offer.{instead}"


def _folded(name: str) -> str:
    return name.replace("_", "").casefold()
