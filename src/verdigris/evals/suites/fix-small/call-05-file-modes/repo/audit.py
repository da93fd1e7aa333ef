"""Audits a listing of files: one a line, the mode first."""

from collections.abc import Iterable

from modes import change, from_text, to_text
from rules import Finding, examine


def read(lines: Iterable[str]) -> dict[str, int]:
    """Return each path's mode; lines with a hash are comments."""
    found = {}
    for line in lines:
        if line.strip() and not line.startswith("#"):
            mode, _, path = line.strip().partition(" ")
            found[path.strip()] = from_text(mode)
    return found


def audit(lines: Iterable[str]) -> list[Finding]:
    return [finding for path, mode in read(lines).items() for finding in examine(path, mode)]


def cures(lines: Iterable[str]) -> dict[str, str]:
    """Return the mode that each file with a finding should have."""
    better = {}
    for path, mode in read(lines).items():
        wanted = mode
        for finding in examine(path, mode):
            if "anybody" in finding.problem:
                wanted = change(wanted, "o-w")
            elif "key" in finding.problem:
                wanted = change(wanted, "go-rwx")
            else:
                wanted = change(wanted, "u+x")
        if wanted != mode:
            better[path] = to_text(wanted)
    return better
