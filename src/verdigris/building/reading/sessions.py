"""Examples that a goal shows as sessions at a prompt: `>>> f(1)`, `$ todo add milk`, input, output.

What depends on what was typed before it is no example: a test of it would begin from nothing.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from verdigris.building.reading.doubts import is_doubted
from verdigris.building.reading.literals import UNTELLING, given, literal, session
from verdigris.core.building import Example, LanguageName

_LONGEST = 40
"""Lines typed in one session."""
_FENCE = re.compile(r"^\s*(```|~~~)")
_PROMPT = re.compile(r"^\s*(?:>>>|>(?=\s+[\w.]+\())\s?(?P<code>.+?)\s*$")
_GOES_ON = re.compile(r"^\s*\.\.\.(?:\s|$)")
_COMMAND = re.compile(r"^\s*(?:\$|%|PS>|C:\\>)\s+(?P<line>\S.*?)\s*$")
_ERROR = re.compile(
    r"^(?:Uncaught\s+)?(?P<error>[A-Z]\w*(?:Error|Exception|Exit|Iteration))(?::|$)"
)
_STATEFUL = re.compile(
    r"\b(?:stor(?:e[sd]?|age|ing)|sav(?:e[sd]?|ing)|persist\w*|remember\w*|database|sqlite|history|"
    r"keep(?:s|ing)?|track(?:s|ing)?|manag(?:e[sd]?|ing)|add(?:s|ing)?|delete[sd]?|remove[sd]?|"
    r"append\w*|files?|updat(?:e[sd]?|ing)|director(?:y|ies)|folders?)\b",
    re.I,
)
_SYSTEM = frozenset((
    "apt", "apt-get", "brew", "cat", "cd", "chmod", "cp", "curl", "docker", "echo", "export", "git",
    "grep", "head", "http", "ls", "make", "mkdir", "mv", "npm", "npx", "pip", "pip3", "pnpm", "pwd",
    "pytest", "rm", "sh", "source", "sudo", "tail", "touch", "uv", "wget", "yarn",
))  # fmt: skip
_SHELL = re.compile(r"[|<>;&`$*?~(){}\[\]#!\\]")
_FED = re.compile(
    r"""(?P<by>echo|printf)\s+(?P<said>"[^"$`]*"|'[^']*'|[\w ,.-]+?)\s*\|\s*(?P<line>.*)$"""
)
_STARTER = re.compile(r"^(?:python[\d.]*|node|tsx|ts-node|deno|bun)$")
_PROSE = re.compile(
    r"^[A-Z][\w,' -]{0,200}(?: [\w,'()-]{1,60}){2,20}[.:!?]$|"
    r"^[a-z]+(?: [a-z,']{1,60}){2,20}[.:!?]?$"
)
_COMPLAINT = re.compile(
    r"\s*(?:[\w.-]+:\s+)?(?:error|usage|fatal|warning|invalid|unknown|no\s+such|cannot|missing)\b",
    re.I,
)
"""A terminal does not tell standard output from standard error, where such lines belong."""
_DATA = re.compile(r".*\.(?:csv|tsv|txt|jsonl?|md|log|xml|ya?ml|ini|toml|html?)")
_HOLE = re.compile(r"\.\.\.|…|<[a-z][\w -]*>")


class _Block(NamedTuple):
    lines: list[str]
    fenced: bool
    before: str = ""
    """The line above it that is not part of it, and below: they may take it back."""
    after: str = ""


def typed(goal: str, language: LanguageName, modules: Collection[str]) -> Iterator[Example]:
    """Yield the calls of sessions at an interpreter's prompt."""
    for block in _blocks(goal):
        earlier: list[str] = []
        names: set[str] = set()
        alone = True
        if is_doubted(block.before, block.after):
            continue
        for code, answer, quoted in islice(_asked(block.lines, _PROMPT), _LONGEST):
            if re.match(r"(?:from|import)\b|const\s*\{[^}]*\}\s*=\s*(?:require|await)\b", code):
                continue
            called = set(re.findall(r"[A-Za-z_$][\w$]*(?=\()", code))
            # What answers nothing made or changed something, and so may another function: the
            # rest builds on it.
            alone = alone and called == (names or called)
            names |= called
            told = _told(code if alone else "\n".join([*earlier, code]), language, modules)
            expected = _expected(answer, language)
            if told and expected and not is_doubted(code, ""):
                yield Example(kind="call", given=told, expected=expected, quoted=quoted)
            if not _failed(answer):
                earlier.append(code)
            alone = alone and bool(answer)


def _failed(answer: Sequence[str]) -> bool:
    """Tell whether what was typed ended in an error, so that nothing can be built on it."""
    return bool(answer) and (answer[0].startswith("Traceback") or bool(_ERROR.match(answer[0])))


def _told(code: str, language: LanguageName, modules: Collection[str]) -> str:
    if found := given(code, language, modules):
        return found.text
    several = "\n" in code and language == "python"
    return code if several and session(code) else ""


def _expected(answer: Sequence[str], language: LanguageName) -> str | None:
    text = "\n".join(answer).strip()
    if answer and answer[0].startswith("Traceback (most"):
        text = answer[-1].strip()
    if match := _ERROR.match(text):
        name = match["error"]
        return None if name in UNTELLING else f"raises {name}"
    return literal(text, language) if text else None


def commands(goal: str) -> Iterator[Example]:
    """Yield the commands of sessions in a shell, with what they print.

    Where the program keeps something or has several commands, one is told together with those
    before it. Whether a second session goes on from the first is not known: it shows nothing.
    """
    stateful = bool(_STATEFUL.search(goal))
    program = ""
    for block in _blocks(goal):
        earlier: list[str] = []
        if is_doubted(block.before, block.after) or (stateful and program):
            continue
        for line, answer, quoted in islice(_asked(block.lines, _COMMAND), _LONGEST):
            found = _words(line)
            if found is None or (program and found[0] != program):
                break  # what it left behind for the rest is not known
            program, words, stdin = found
            fed = bool(stdin and earlier)
            others = {_subcommand(one) for one in earlier} - {"", _subcommand(words)}
            several = [*earlier, words] if stateful or others else [words]
            earlier.append(words)
            if fed or not _is_output(answer, block) or _reads_a_file(words):
                continue
            yield Example(
                kind="command",
                given="\n".join(several),
                expected="\n".join(answer) + "\n",
                quoted=quoted,
                stdin=stdin,
            )


def _subcommand(words: str) -> str:
    """Return the word that says what to do: `add` in `add milk`; nothing in `Ann` or `--all`."""
    first = words.partition(" ")[0]
    return first if re.fullmatch(r"[a-z][a-z-]+", first) else ""


def _reads_a_file(words: str) -> bool:
    """Tell whether a command is handed a file, which is not there when a test runs it."""
    said = shlex.split(words)
    return any(
        _DATA.fullmatch(word) and not before.startswith("-")
        for before, word in zip(["", *said], said, strict=False)
    )


def program_in(goal: str) -> str:
    """Return the name of the program that a session starts; nothing where there is none."""
    for block in _blocks(goal):
        for line, _, _ in _asked(block.lines, _COMMAND):
            if found := _words(line):
                return found[0]
    return ""


def _is_output(answer: Sequence[str], block: _Block) -> bool:
    if not answer or any(_HOLE.search(line) for line in answer):
        return False
    if _COMPLAINT.match(answer[0]):
        return False
    return block.fenced or not any(_PROSE.match(line.strip()) for line in answer)


def _unescaped(text: str) -> str | None:
    """Return what printf writes; None where it would write more than the text."""
    if "%" in text or re.search(r"\\(?![nt\\])", text):
        return None
    letters = {"n": "\n", "t": "\t", "\\": "\\"}
    return re.sub(r"\\([nt\\])", lambda match: letters[match.group(1)], text)


def _words(line: str) -> tuple[str, str, str] | None:
    """Return a command's program, the words behind it, and what it is fed."""
    stdin = ""
    if fed := _FED.match(line):
        plain = fed["said"].strip("\"'")
        said = _unescaped(plain) if fed["by"] == "printf" else f"{plain}\n"
        if said is None:
            return None
        stdin, line = said, fed["line"]
    try:
        words = shlex.split(line)
    except ValueError:
        return None
    if words and _STARTER.match(words[0]):
        words = words[2:] if words[1:2] == ["-m"] else words[1:]
    if not words or words[0] in _SYSTEM or words[0].startswith("-"):
        return None
    name = re.sub(r"\.\w+$", "", words[0].rpartition("/")[2])
    # A word that the shell would read otherwise, unless it stood in quotes.
    bare = re.sub(r"\"[^\"]*\"|'[^']*'", "", line)
    if _SHELL.search(bare) or not re.fullmatch(r"[A-Za-z][\w-]*", name):
        return None
    return name, shlex.join(words[1:]), stdin


def _blocks(goal: str) -> Iterator[_Block]:
    """Yield fenced blocks, and paragraphs outside them, with the lines around each."""
    found = list(_pieces(goal))
    for at, block in enumerate(found):
        above = found[at - 1].lines[-1] if at and not found[at - 1].fenced else ""
        own = [
            line for line in block.lines[:1] if not (_PROMPT.match(line) or _COMMAND.match(line))
        ]
        later = found[at + 1 :][:1]
        below = later[0].lines[0] if later and not later[0].fenced else ""
        yield block._replace(before="\n".join([above, *own]), after=below)


def _pieces(goal: str) -> Iterator[_Block]:
    lines: list[str] = []
    fenced = False
    for line in goal.splitlines():
        if _FENCE.match(line):
            if lines:
                yield _Block(lines, fenced)
            lines, fenced = [], not fenced
        elif not fenced and not line.strip():
            if lines:
                yield _Block(lines, fenced)
            lines = []
        else:
            lines.append(line)
    if lines:
        yield _Block(lines, fenced)


def _asked(lines: list[str], prompt: re.Pattern[str]) -> Iterator[tuple[str, list[str], str]]:
    """Yield what was typed, the lines that answered it, and both as they stand in the goal."""
    at = 0
    while at < len(lines):
        match = prompt.match(lines[at])
        at += 1
        if not match:
            continue
        begun, typed_in = at - 1, match.group(match.lastgroup or 0)
        if at < len(lines) and _GOES_ON.match(lines[at]) and prompt is _PROMPT:
            typed_in += "\n…"  # goes on over several lines: a statement, no call
        answer: list[str] = []
        indent = len(lines[begun]) - len(lines[begun].lstrip())
        while at < len(lines) and not prompt.match(lines[at]):
            answer.append(lines[at][indent:] if not lines[at][:indent].strip() else lines[at])
            at += 1
        while answer and not answer[-1].strip():
            answer.pop()
        yield typed_in, [line.rstrip() for line in answer], "\n".join(lines[begun:at]).strip()
