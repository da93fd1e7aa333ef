"""What the name of a path says: is it a test, does it configure tests or CI? No disk is touched."""

from __future__ import annotations

import re

_PROTECTED_NAMES = {
    "conftest.py", "pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "tox.ini",
    "noxfile.py", "setup.cfg",
    "pyproject.toml", "makefile", "verdigris.toml", ".coveragerc", "sitecustomize.py",
    "usercustomize.py", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "npm-shrinkwrap.json",
    "go.sum", ".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "jenkinsfile",
    "bitbucket-pipelines.yml", ".nycrc", ".mocharc.json", ".mocharc.js", ".mocharc.yml",
    "karma.conf.js", "package.json", ".coveragerc.toml", "nose.cfg", "hypothesis.ini",
}  # fmt: skip
_PROTECTED_PARTS = {
    "test", "tests", "testing", "__tests__", "__snapshots__", ".github", ".gitlab", ".circleci",
    ".ci", ".husky", ".buildkite",
}  # fmt: skip
_TEST_NAME = re.compile(
    r"^test_.*\.pyi?$|_test\.py$|^tests?\.py$|^conftest\.py$"
    r"|\.(?:test|spec)\.[cm]?[jt]sx?$|^test\.[cm]?[jt]sx?$|_test\.[cm]?[jt]sx?$",
    re.IGNORECASE,
)
_CONFIG_NAME = re.compile(r"^(?:jest|vitest|playwright|cypress)\.config\.\w+$", re.IGNORECASE)
_INSTALLED = re.compile(r"\.(?:dist-info|egg-info|egg-link|egg)$", re.IGNORECASE)
"""What installers write. Wherever Python looks for modules, its entry points bring in plugins."""
_LOCK_NAME = re.compile(r"\.lock$|\.pth$|-lock\.json$", re.IGNORECASE)


def is_test_file(path: str) -> bool:
    """Tell whether a path holds test code, by the names that are usual."""
    *folders, name = path.casefold().split("/")
    return bool(_TEST_NAME.search(name)) or bool({"test", "tests", "__tests__"} & set(folders))


def is_protected(path: str) -> bool:
    """Tell whether a path holds tests, what configures or locks them, or what CI runs."""
    *folders, name = path.casefold().split("/")
    return (
        is_test_file(path)
        or name in _PROTECTED_NAMES
        or bool(_LOCK_NAME.search(name))
        or bool(_CONFIG_NAME.search(name))
        or bool(_PROTECTED_PARTS & set(folders))
        or any(_INSTALLED.search(part) for part in (*folders, name))
    )
