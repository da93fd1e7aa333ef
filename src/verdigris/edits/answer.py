"""From a model's text to the files it means. Tolerant of form, never of meaning.

A block of code is matched to a file by the path it names or, failing that, by the functions and
classes it defines. Where that is not certain the model is asked again: a guess would be worse.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verdigris.core.text import tidy
from verdigris.edits.guard import clean_path
from verdigris.edits.splice import splice
from verdigris.errors import ModelMistake

_FENCE = re.compile(
    r"^[ \t]*(`{3,}|~{3,})[ \t]*([^\n`]*)\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.M | re.S
)
_PATH = r"[\w./\\~:-]*[\w-]+\.(?:py|pyi|txt|toml|cfg|ini|json|ya?ml|md|js|ts)"
_LANGUAGE = re.compile(r"^[A-Za-z]\w+:(?=[^/\\])")
"""The first half of `python:src/app.py`; a drive letter is not one, nor is `http:`."""
_HINT_IN_INFO = re.compile(rf"(?:^|[\s=:\"'])({_PATH})")
_HINT_IN_CODE = re.compile(
    rf"^\s*(?:#|//)\s*(?:file(?:name)?|path)?\s*:?\s*`?({_PATH})`?\s*$", re.I
)
_HINT_BEFORE = re.compile(rf"(?:`({_PATH})`|(?:file|path|in)\s*:?\s+\**({_PATH})\**)\W*$", re.I)
_MAX_ANSWER = 60_000
"""Characters of an answer that are read; what follows is a ramble."""


@dataclass(frozen=True)
class Block:
    code: str
    path: str = ""
    """As the model wrote it; not checked yet."""


def read_answer(text: str, files: Mapping[str, str], focus: Sequence[str]) -> dict[str, str]:
    """Return the new text of each file an answer changes.

    `files` are the texts the answer may refer to, `focus` the paths it was asked about, likeliest
    first. Raises ModelMistake, in words meant for the model, when nothing usable is in it.
    """
    if not text.strip():
        raise ModelMistake("Your answer was empty. Answer with the corrected code.")
    if tidy(text) != text:
        raise ModelMistake("Your answer holds characters that cannot be written.")
    blocks = find_blocks(text[:_MAX_ANSWER].replace("\r\n", "\n"))
    if not blocks:
        raise ModelMistake("There was no code in your answer. Answer with one fenced code block.")
    result: dict[str, str] = {}
    problems: list[str] = []
    for block in blocks:
        try:
            path = _target(block, files, focus)
            before = result.get(path, files.get(path))
            after = block.code if before is None else splice(before, block.code, path)
        except ModelMistake as mistake:
            problems.append(str(mistake))
            continue
        if after != before:
            result[path] = after
    if not result:
        raise ModelMistake(
            problems[0] if problems else "Your answer does not change the code. Change it."
        )
    return result


def find_blocks(text: str) -> list[Block]:
    """Find the code in an answer: its fences or, where there are none, the text itself."""
    found = []
    for match in _FENCE.finditer(text):
        info, code = match.group(2).strip(), match.group(3)
        path = _hint(info, code, text[: match.start()])
        if code.strip() and info.lower() not in ("diff", "bash", "sh", "shell", "text", "console"):
            found.append(Block(textwrap.dedent(code), path))
    if found:
        return found
    return _unfenced(text)


def _unfenced(text: str) -> list[Block]:
    """Find Python in a text without usable fences: from the first definition on, as it parses."""
    lines = [line for line in text.splitlines() if not line.strip().startswith(("```", "~~~"))]
    starts = re.compile(r"(?:async def|def|class|import|from)\s|@\w")
    # Prose may begin with "from" or "import" too: then the next line that looks like code is tried.
    found = [i for i, line in enumerate(lines) if starts.match(line)]
    return next((blocks for i in found[:20] if (blocks := _code_from(lines, i))), [])


def _code_from(lines: Sequence[str], start: int) -> list[Block]:
    end = len(lines)
    while end > start:
        code = "\n".join(lines[start:end]) + "\n"
        try:
            ast.parse(code)
        except SyntaxError as error:
            # Prose begins at the latest where the parser stumbled; always at least a line shorter.
            end = min(end - 1, start + (error.lineno or 1) - 1)
            continue
        except (ValueError, RecursionError, MemoryError):
            return []
        return [Block(code)] if _names(code) else []
    return []


def _hint(info: str, code: str, before: str) -> str:
    info = _LANGUAGE.sub("", info)
    words = info.split(maxsplit=1)
    rest = words[1] if len(words) > 1 else ""
    for text in (rest, info if "." in info else ""):
        if match := _HINT_IN_INFO.search(text):
            return match.group(1)
    first = code.lstrip("\n").partition("\n")[0]
    if match := _HINT_IN_CODE.match(first):
        return match.group(1)
    last = before.rstrip().rpartition("\n")[2]
    if match := _HINT_BEFORE.search(last):
        return match.group(1) or match.group(2)
    return ""


def _target(block: Block, files: Mapping[str, str], focus: Sequence[str]) -> str:
    names = _names(block.code)
    if block.path:
        path = clean_path(block.path)
        if path in files:
            return path
        ends = [
            known for known in files if known.endswith(f"/{path}") or path.endswith(f"/{known}")
        ]
        if len(ends) == 1:
            return ends[0]
    ranked = [*focus, *(path for path in files if path not in focus)]
    shared = {path: len(names & _names(files[path])) for path in ranked if path in files}
    best = max(shared.values(), default=0)
    if best:
        holders = [path for path, count in shared.items() if count == best]
        if len(holders) == 1 or holders[0] in focus:
            return holders[0]
        raise ModelMistake(
            f"Your code could belong to {', '.join(holders[:3])}. "
            "Write the file's path as a comment in the first line of the block."
        )
    if block.path and names:
        return clean_path(block.path)
    if not _parses(block.code):
        raise ModelMistake(f"Your code does not parse: {_syntax_error(block.code)}.")
    raise ModelMistake(
        "Your code defines none of the functions you were shown. "
        "Answer with the complete corrected function, with its name unchanged."
    )


def _names(code: str) -> set[str]:
    """Return the functions, classes, methods and constants a text defines, also a broken text."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set(re.findall(r"^\s*(?:async\s+def|def|class)\s+(\w+)", code, re.M))
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found.update(
                f.name for f in node.body if isinstance(f, ast.FunctionDef | ast.AsyncFunctionDef)
            )
        elif isinstance(node, ast.Assign):
            found.update(t.id for t in node.targets if isinstance(t, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


def _parses(code: str) -> bool:
    return not _syntax_error(code)


def _syntax_error(code: str) -> str:
    try:
        ast.parse(code)
    except SyntaxError as error:
        return f"{error.msg} at line {error.lineno}"
    except (ValueError, RecursionError, MemoryError) as error:
        return str(error) or type(error).__name__
    return ""
