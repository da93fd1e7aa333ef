"""JavaScript and TypeScript for Node: ES modules, node:test, no package needed.

The door only; each question is answered in a file of its own beside it. TypeScript is run as it is
written, by a Node that leaves its types out (`docs/typescript.md`).
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence

from verdigris.core.building import (
    Blueprint,
    Check,
    Example,
    Function,
    LanguageName,
    Part,
)  # fmt: skip
from verdigris.core.syntax import Dialect
from verdigris.languages.base import Mutant
from verdigris.languages.script import (
    checks,
    mutants,
    parts,
    probes,
    rules,
    running,
    stub,
)  # fmt: skip
from verdigris.languages.script.completing import completed
from verdigris.languages.script.files import test_file
from verdigris.languages.script.names import unbound
from verdigris.languages.script.running import main_part
from verdigris.languages.script.text import dialect_of, without_ending

_PACKAGE = re.compile(
    r"(?P<name>(?:@[a-z0-9][\w.-]*/)?[a-z0-9][\w.-]*)(?:@(?P<version>[\^~<>=v]{0,2}\w[\w.+*-]*))?"
)
_TYPED_TESTS = "test/**/*.test.{ts,mjs}"
_IGNORED = "node_modules/\ncoverage/\n*.log\n.env\n"
_CHECKED = {
    "target": "es2023", "module": "nodenext", "strict": True, "noEmit": True, "allowJs": True,
    "allowImportingTsExtensions": True, "erasableSyntaxOnly": True,
    "verbatimModuleSyntax": True, "skipLibCheck": True,
}  # fmt: skip


class Node:
    def __init__(self, *, typed: bool) -> None:
        self._typed = typed

    @property
    def name(self) -> LanguageName:
        return "typescript" if self._typed else "node"

    @property
    def fence(self) -> str:
        return "typescript" if self._typed else "javascript"

    @property
    def title(self) -> str:
        return "TypeScript for Node.js" if self._typed else "JavaScript for Node.js 20"

    @property
    def test_cmd(self) -> str:
        # A Node that cannot run TypeScript finds no such file and fails. Left to itself it would
        # find no test, and call that a success.
        return "node --test --test-force-exit" + (f' "{_TYPED_TESTS}"' if self._typed else "")

    def part_path(self, name: str, *, main: bool = False) -> str:
        pieces = [_dashed(piece) for piece in without_ending(name).split("/")]
        path = "/".join(filter(None, pieces)) or "main"
        return f"{path}{self._suffix}" if main else f"src/{path.removeprefix('src/')}{self._suffix}"

    def test_path(self, part: Part) -> str:
        """Return `test/store.test.mjs` for `src/store.mjs`; other folders are part of the name."""
        ending = posixpath.splitext(part.path)[1]
        return f"test/{_flat(part).replace('_', '-')}.test{_tests_in(ending, self._suffix)}"

    def scaffold(self, blueprint: Blueprint) -> dict[str, str]:
        main = main_part(blueprint)
        package: dict[str, object] = {
            "name": blueprint.name,
            "version": "0.1.0",
            "private": True,
            "description": blueprint.summary[:300],
            "type": "module",
            "engines": {"node": ">=22.18" if self._typed else ">=20.14"},
            "scripts": {"test": self.test_cmd},
        }
        if needs := dict(_needed(blueprint.dependencies)):
            package["dependencies"] = needs
        if main is not None and blueprint.profile in ("cli_tool", "script", "data_pipeline"):
            package["bin"] = {blueprint.name: f"./{main.path}"}
        if main is not None and blueprint.profile == "web_app":
            package["scripts"] = {"start": f"node {main.path}", "test": self.test_cmd}
        files = {"package.json": json.dumps(package, indent=2) + "\n", ".gitignore": _IGNORED}
        files |= running.helpers(blueprint)
        if self._typed:
            options = {"compilerOptions": _CHECKED, "include": ["**/*.ts"]}
            files["tsconfig.json"] = json.dumps(options, indent=2) + "\n"
        return files

    def usage(self, blueprint: Blueprint) -> str:
        main = main_part(blueprint)
        lines = [f"npm test    # {self.test_cmd}"]
        if main is not None:
            lines.insert(0, " ".join((*self.start(main), blueprint.first_words)).rstrip())
        if any(_needed(blueprint.dependencies)):
            lines.insert(0, "npm install --ignore-scripts")
        return "\n".join(lines)

    def ending(self, part: Part) -> str:
        return stub.ending(part)

    def start(self, part: Part) -> tuple[str, ...]:
        return ("node", part.path)

    def stub(self, part: Part) -> str:
        return stub.stub(part, self._kind(part.path))

    def signatures(self, text: str) -> tuple[Function, ...]:
        return stub.signatures(text, self._kind(""))

    def stubs_in(self, text: str) -> tuple[str, ...]:
        return stub.stubs_in(text, self._kind(""))

    def read_part(self, answer: str, part: Part) -> str:
        return parts.read_part(answer, part, self._kind(part.path))

    def completed(self, text: str, path: str, others: Mapping[str, str]) -> str:
        return completed(text, path, others, self._kind(path))

    def unbound(self, text: str, path: str) -> Mapping[str, str]:
        return dict.fromkeys(sorted(unbound(text, self._kind(path))), "")

    def read_checks(self, answer: str, part: Part, *, sample: int) -> list[Check]:
        kind = self._kind(self.test_path(part))
        return checks.read_checks(answer, part, kind, sample=sample, prefix=_flat(part))

    def example(self, example: Example, part: Part, number: int) -> Check | None:
        test = self.test_path(part)
        name = f"{_flat(part)}_example_{number}"
        return rules.example(example, part, self._kind(test), name=name)

    def properties(self, part: Part) -> list[Check]:
        return rules.properties(part, _flat(part))

    def smoke(self, blueprint: Blueprint) -> list[Check]:
        main = main_part(blueprint)
        return running.smoke(blueprint, _flat(main)) if main else []

    def probes(self, part: Part, checks: Sequence[Check], limit: int) -> list[Check]:
        kind = self._kind(self.test_path(part))
        return probes.probes(part, checks, kind, limit, prefix=_flat(part))

    def test_file(self, part: Part, checks: Sequence[Check]) -> str:
        path = self.test_path(part)
        return test_file(part, checks, path, self._kind(path))

    def test_id(self, part: Part, check: Check) -> str:
        return f"{self.test_path(part)}::{check.name}"

    def mutants(self, text: str, limit: int) -> list[Mutant]:
        return mutants.mutants(text, self._kind(""), limit)

    @property
    def _suffix(self) -> str:
        return ".ts" if self._typed else ".mjs"

    def _kind(self, path: str) -> Dialect:
        return dialect_of(path, typed=self._typed)


def _needed(dependencies: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield packages with their versions, of what `npm install` would understand by them."""
    for one in dependencies:
        if found := _PACKAGE.fullmatch(one):
            yield found["name"], found["version"] or "*"


def _dashed(name: str) -> str:
    """Return `todo-store` for `todoStore`; nothing where no letter and no digit is in it."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return re.sub(r"[^a-z0-9]+", "-", spaced.lower()).strip("-")


def _flat(part: Part) -> str:
    """Return a part's path as one word that is an identifier: `lib_store` for `lib/store.mjs`.

    A program `todo.mjs` may well have a part `src/todo.mjs`: it is `todo_program` beside `todo`.
    """
    whole = without_ending(part.path)
    word = re.sub(r"[^A-Za-z0-9]+", "_", whole.removeprefix("src/")).strip("_") or "part"
    word += "_program" if part.is_main and "/" not in whole else ""
    return f"_{word}" if word[0].isdigit() else word


def _tests_in(ending: str, usual: str) -> str:
    if ending in (".ts", ".mts", ".cts", ".tsx"):
        return ".ts"
    return ".mjs" if usual == ".ts" or ending else usual
