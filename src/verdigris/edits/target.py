"""Which file an answer means: by the path it names, else by what it defines or by the lines it has.

A path is cleaned before anything else is done with it. Where more than one file could be meant the
model is told which: a guess would be worse.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from verdigris.core.syntax import dialect, is_python, syntax_error
from verdigris.edits.blocks import Code
from verdigris.edits.guard import clean_path
from verdigris.edits.names import defined
from verdigris.errors import ModelMistake


def known_path(named: str, files: Collection[str]) -> str | None:
    """Return the file a path means: itself, or the only one that ends like it; None for no one.

    Raises ModelMistake for a path that may not be touched, and where several files end like it.
    """
    path = clean_path(named)
    if path in files:
        return path
    ends = [known for known in files if known.endswith(f"/{path}") or path.endswith(f"/{known}")]
    if len(ends) > 1:
        raise several(named, ends)
    if not ends:
        folded = [known for known in files if known.casefold() == path.casefold()]
        return folded[0] if len(folded) == 1 else None
    return ends[0]


def several(named: str, candidates: Sequence[str]) -> ModelMistake:
    what = f"'{named}'" if named else "Your code"
    return ModelMistake(
        f"{what} could belong to {', '.join(sorted(candidates)[:4])}. Write the file's whole path."
    )


def target_of_code(block: Code, files: Mapping[str, str], focus: Sequence[str]) -> str:
    """Return the file a block of code belongs in; a path that is not there yet is a new file."""
    if block.path and (known := known_path(block.path, files)):
        return known
    ranked = [path for path in [*focus, *(p for p in files if p not in focus)] if path in files]
    shared = {p: len(defined(p, block.text) & defined(p, files[p])) for p in ranked}
    best = max(shared.values(), default=0)
    if best:
        holders = [path for path, count in shared.items() if count == best]
        if len(holders) == 1 or holders[0] in focus:
            return holders[0]
        raise ModelMistake(
            f"Your code could belong to {', '.join(holders[:3])}. "
            "Write the file's path as a comment in the first line of the block."
        )
    if block.path and _may_be_new(block):
        return clean_path(block.path)
    if not block.path and (blank := _blank(block, files, ranked)):
        return blank
    suffix = block.path if dialect(block.path) else "answer.py"
    if error := syntax_error(suffix, block.text):
        raise ModelMistake(f"Your code does not parse: {error}.")
    raise ModelMistake(
        "Your code defines none of the functions you were shown. "
        "Answer with the complete corrected function, with its name unchanged."
    )


def _may_be_new(block: Code) -> bool:
    """Tell whether code may become a new file: where it should define something, it must."""
    if is_python(block.path) or dialect(block.path):
        return bool(defined(block.path, block.text))
    return True


def _blank(block: Code, files: Mapping[str, str], ranked: Sequence[str]) -> str:
    """Return the file asked about first where it defines nothing yet, so that it can be filled."""
    if not ranked or defined(ranked[0], files[ranked[0]]):
        return ""
    path = ranked[0]
    if is_python(path) or dialect(path):
        return path if defined(path, block.text) else ""
    # A text that defines nothing, such as JSON: only where no other could be meant.
    return path if len(ranked) == 1 and not syntax_error(path, block.text) else ""
