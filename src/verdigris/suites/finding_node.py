"""Which command runs a JavaScript project's tests, from package.json and its files' names."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import PurePosixPath

from verdigris.suites.project_files import ProjectFiles

_NODE_TEST = re.compile(r"^(?:test\.|test-)|[.\-_]test\.[cm]?[jt]s$", re.IGNORECASE)
TYPED = (".ts", ".mts", ".cts")
_LOCKS = (
    ("pnpm-lock.yaml", "pnpm"), ("yarn.lock", "yarn"), ("bun.lock", "bun"), ("bun.lockb", "bun"),
)  # fmt: skip


@dataclass(frozen=True)
class Script:
    command: str
    because: str


def find(files: ProjectFiles) -> Script | None:
    """Return the test script of package.json, else the runner it requires, else node's own."""
    if script := _script(files):
        return script
    needed = _needed(files)
    for package, command in (
        ("vitest", "vitest run"), ("jest", "jest"), ("mocha", "mocha --reporter tap"),
        ("ava", "ava --tap"),
    ):  # fmt: skip
        if package in needed:
            return Script(command, "package.json requires it")
    tests = [path for path in files.names if is_test(path)]
    typed = [path for path in tests if path.suffix in TYPED]
    plain = [path for path in tests if path not in typed]
    if typed and not plain and "tsx" in needed:
        words = ["node", "--import", "tsx", "--test", *map(str, typed[:200])]
        return Script(shlex.join(words), "package.json requires tsx")
    if plain and any("node:test" in files.text(str(path)) for path in plain[:100]):
        return Script("node --test", f"{plain[0]} is written for node:test")
    if any("node:test" in files.text(str(path)) for path in typed[:100]):
        return Script("node --test", f"{typed[0]} is written for node:test")
    return None


def manager(files: ProjectFiles) -> str:
    """Return the package manager that the lock file is of."""
    said = str(files.package.get("packageManager", "")).partition("@")[0]
    if said in ("npm", "pnpm", "yarn", "bun"):
        return said
    return next((name for lock, name in _LOCKS if files.has(lock)), "npm")


def _script(files: ProjectFiles) -> Script | None:
    scripts = files.package.get("scripts")
    if not isinstance(scripts, dict):
        return None
    test = scripts.get("test")
    if not isinstance(test, str) or not test.strip() or "no test specified" in test:
        return None
    # As the package managers do it.
    steps = [scripts.get(name) for name in ("pretest", "test", "posttest")]
    said = " && ".join(step for step in steps if isinstance(step, str) and step.strip())
    return Script(said, f"the test script of package.json ({manager(files)})")


def _needed(files: ProjectFiles) -> set[str]:
    found: set[str] = set()
    for key in ("dependencies", "devDependencies"):
        table = files.package.get(key)
        found |= set(table) if isinstance(table, dict) else set()
    return found


def is_test(path: PurePosixPath) -> bool:
    """Tell whether `node --test` takes a file for a test, by where it stands and its name."""
    script = path.suffix in (".js", ".mjs", ".cjs", *TYPED)
    return script and bool(_NODE_TEST.search(path.name) or "test" in path.parts[:-1])
