"""The quick door before the policy: it may ask too often, and never too seldom."""

from __future__ import annotations

import pytest

from policy.corpus import EVASIVE, PLAIN
from verdigris.checks.gate import policy_findings
from verdigris.checks.quick import may_be_blocked
from verdigris.core.change import Change, FileEdit
from verdigris.settings import Checks

FILE = '''"""Says os.remove and eval in its docstring only."""
import os
import json
import pickle


class Box:
    def exec(self, p):
        return json.loads(p)

    def system(self, environ):
        return environ.get("x") or self.items.append(1) or os.path.exists(environ)


def start(p):
    data = sorted(p)
    return data
'''


def change(new: str, old: str = "data = sorted(p)", text: str = FILE) -> Change:
    edit = FileEdit(path="box.py", before=text, after=text.replace(old, new))
    return Change(edits=(edit,), origin="search")


@pytest.mark.parametrize(
    "code",
    [
        "data = sorted(p, reverse=True)",
        "data = list(reversed(p))[1:]",
        "data = p.items or p.get('x', 0)",
        "data = os.path.exists(p)",
        "data = start(p) if p is not None else []",
        "data = Box().items.pop(0).strip().lower()",
        "data = environ.get('x')",
    ],
)
def test_what_is_made_of_the_file_s_own_names_passes(code: str) -> None:
    assert not may_be_blocked(change(code), Checks())


@pytest.mark.parametrize(
    "code",
    [
        "os.remove(p)", "os . remove(p)", "os.system(p)", "exec(p)", "eval(p)", "pickle.loads(p)",
        "'PYTEST_CURRENT_TEST' in os.environ", "getattr(os, 'system')(p)", "__import__('os')",
        "p.__class__.__bases__", "open(p, 'w')", "import subprocess", "from os import remove",
        "type(p)(p)", "globals()['x']", "os.path.os.remove(p)", "Box().unlink(p)",
        "(os\n        .remove(p))",
    ],
)  # fmt: skip
def test_what_could_be_blocked_is_looked_at_closely(code: str) -> None:
    made = change(code)
    assert may_be_blocked(made, Checks())


def test_a_file_that_is_no_python_and_a_stricter_project_are_always_looked_at() -> None:
    assert may_be_blocked(change("data = p"), Checks(also_block=("network",)))
    assert may_be_blocked(change("data = p", text=FILE + "def broken(:\n"), Checks())


def test_nothing_that_the_policy_blocks_passes() -> None:
    """Every snippet of the policy's own corpus, put at the end of the file above."""
    made = [
        Change(edits=(FileEdit(path="box.py", before=FILE, after=f"{FILE}\n{code}\n"),),
               origin="search")
        for _, code in [*PLAIN, *EVASIVE]
    ]  # fmt: skip
    blocked = [
        one for one in made if any(f.severity == "block" for f in policy_findings(one, Checks()))
    ]
    assert len(blocked) > 100
    assert [one.edits[0].after for one in blocked if not may_be_blocked(one, Checks())] == []
