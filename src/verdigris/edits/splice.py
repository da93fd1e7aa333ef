"""Whole functions and classes into a file, by the syntax tree of its language.

Everything around them keeps its bytes: comments, formatting, order, line ends. What an answer
leaves out is kept, not deleted: small models elide. A text in no language we know is replaced
whole, and a file that defines nothing yet is filled.
"""

from __future__ import annotations

from verdigris.core.syntax import dialect, is_python
from verdigris.edits.lines import refuse_elisions, split, usual_end, with_ends_of
from verdigris.edits.names import defined


def splice(before: str, code: str, path: str = "answer.py") -> str:
    """Return `before` with the definitions of `code` in place of its own.

    Raises ModelMistake when `code` does not parse, leaves code out, or shares no definition with
    `before`.
    """
    kind = dialect(path)
    if not is_python(path) and kind is None:
        return _replaced(before, code, path)
    if not defined(path, before) and defined(path, code):
        return _filled(before, code)
    end = usual_end(split(before))
    code = code.replace("\r\n", "\n").replace("\n", end)
    if kind is not None:
        from verdigris.edits.splice_js import splice_script

        return splice_script(before, code, path, kind)
    from verdigris.edits.splice_py import splice_python

    return splice_python(before, code)


def _replaced(before: str, code: str, path: str) -> str:
    refuse_elisions(code, before, path)
    text = with_ends_of(code, before)
    unended = bool(before) and not before.endswith("\n")
    mark = "\ufeff" if before.startswith("\ufeff") else ""
    text = mark + text.removeprefix("\ufeff")
    return text.rstrip("\r\n") if unended else text


def _filled(before: str, code: str) -> str:
    """Put code into a file that defines nothing: behind what it has, unless the answer has that."""
    refuse_elisions(code, before, "code")
    there = [line.strip() for line in before.split("\n") if line.strip()]
    given = {line.strip() for line in code.split("\n")}
    if all(line in given for line in there):
        return with_ends_of(code, before) if there else code
    end = usual_end(split(before))
    return before.rstrip() + end * 3 + code.replace("\n", end)
