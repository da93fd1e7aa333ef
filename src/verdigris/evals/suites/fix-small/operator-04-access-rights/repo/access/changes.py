"""Applying a list of changes such as `ann +rw` or `bob -d`, and telling what they changed."""

from __future__ import annotations

from collections.abc import Iterable

from access.folder import Folder
from access.rights import read, show


def apply(folder: Folder, changes: Iterable[str]) -> list[str]:
    """One line per change that had an effect."""
    report = []
    for change in changes:
        person, _, what = change.partition(" ")
        if what[:1] not in {"+", "-"}:
            raise ValueError(f"not a change: {change}")
        before = folder.granted(person)
        rights = read(what[1:])
        if what.startswith("+"):
            folder.grant(person, rights)
        else:
            folder.revoke(person, rights)
        after = folder.granted(person)
        if after != before:
            report.append(f"{person}: {show(before)} -> {show(after)}")
    return report
