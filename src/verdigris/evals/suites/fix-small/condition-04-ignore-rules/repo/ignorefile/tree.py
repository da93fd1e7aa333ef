"""What is left of a tree of files. Below a folder that is left out, nothing is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ignorefile.rules import Rule, ignored

Tree = Mapping[str, "Tree | None"]
"""Names to folders, or to None for a file."""


def kept(tree: Tree, rules: Sequence[Rule], below: str = "") -> Iterator[str]:
    """Paths of the files that are backed up, in order."""
    for name, content in sorted(tree.items()):
        path = f"{below}{name}"
        if ignored(path, rules, is_folder=content is not None):
            continue
        if content is None:
            yield path
        else:
            yield from kept(content, rules, f"{path}/")


def summary(tree: Tree, rules: Sequence[Rule]) -> str:
    everything = sum(1 for _ in kept(tree, []))
    left = sum(1 for _ in kept(tree, rules))
    return f"{left} of {everything} files"
