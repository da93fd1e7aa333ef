"""What the name of a path says: is it a test, does it configure tests or CI? No disk is touched."""

from __future__ import annotations

import re

_PROTECTED_NAMES = {
    "conftest.py", "pytest.ini", ".pytest.ini", "tox.ini", "noxfile.py", "setup.cfg",
    "pyproject.toml", "makefile", "verdigris.toml", ".coveragerc", "sitecustomize.py",
    "usercustomize.py",
}  # fmt: skip
_PROTECTED_PARTS = {"test", "tests", "testing", ".github", ".gitlab", ".circleci", ".ci"}
_TEST_NAME = re.compile(r"^test_.*\.py$|_test\.py$|^tests?\.py$|^conftest\.py$", re.IGNORECASE)
_LOCK_NAME = re.compile(r"\.lock$|\.pth$|-lock\.json$", re.IGNORECASE)


def is_test_file(path: str) -> bool:
    """Tell whether a path holds test code, by the names that are usual."""
    *folders, name = path.casefold().split("/")
    return bool(_TEST_NAME.search(name)) or bool({"test", "tests"} & set(folders))


def is_protected(path: str) -> bool:
    """Tell whether a path holds tests, what configures or locks them, or what CI runs."""
    *folders, name = path.casefold().split("/")
    return (
        is_test_file(path)
        or name in _PROTECTED_NAMES
        or bool(_LOCK_NAME.search(name))
        or bool(_PROTECTED_PARTS & set(folders))
    )
