"""Which paths a change may touch. Pure: looks at names only, never at the disk.

Blocked paths are refused always. Protected ones (tests, their configuration, CI, locks) are refused
unless the user allows them, because whoever may edit the tests can make anything green.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from verdigris.errors import ModelMistake

_BLOCKED_PARTS = {".git", ".hg", ".svn", ".ssh"}
_BLOCKED_NAMES = re.compile(r"^\.env(\..*)?$|^\.netrc$|^\.pypirc$|^id_(rsa|ed25519)", re.IGNORECASE)
_PROTECTED_NAMES = {
    "conftest.py", "pytest.ini", ".pytest.ini", "tox.ini", "noxfile.py", "setup.cfg",
    "pyproject.toml", "makefile", "verdigris.toml", ".coveragerc", "sitecustomize.py",
    "usercustomize.py",
}  # fmt: skip
_PROTECTED_PARTS = {"test", "tests", "testing", ".github", ".gitlab", ".circleci", ".ci"}
_TEST_NAME = re.compile(r"^test_.*\.py$|^.*_test\.py$|^tests?\.py$|\.lock$|\.pth$", re.IGNORECASE)


def clean_path(path: str) -> str:
    """Return a path in the one form used inside Verdigris, relative with forward slashes.

    Raises ModelMistake when it leads out of the workspace or into what is never edited.
    """
    text = path.strip().strip("`'\"")
    if "\\" in text or "\0" in text or re.match(r"^[A-Za-z]:", text):
        raise ModelMistake(f"The path {path!r} is not a plain relative path.")
    pure = PurePosixPath(text)
    parts = [part for part in pure.parts if part != "."]
    if pure.is_absolute() or ".." in parts or text.startswith("~") or not parts:
        raise ModelMistake(f"The path {path!r} leads out of the project.")
    folded = [part.casefold().rstrip(" .") for part in parts]
    if _BLOCKED_PARTS & set(folded) or _BLOCKED_NAMES.match(parts[-1]):
        raise ModelMistake(f"The path {path!r} may not be edited.")
    return "/".join(parts)


def is_test_path(path: str) -> bool:
    """Tell whether a path holds tests, what configures them, or what CI runs."""
    parts = path.casefold().split("/")
    name = parts[-1]
    return (
        name in _PROTECTED_NAMES
        or bool(_TEST_NAME.search(name))
        or bool(_PROTECTED_PARTS & set(parts[:-1]))
    )
