"""The gate: only what a change adds counts. Ruff and Bandit are the real ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from verdigris.checks import tools
from verdigris.checks.gate import blocked, check_change, policy_findings
from verdigris.checks.rules import BY_ID, RULES
from verdigris.core.change import Change, make_change
from verdigris.errors import UserError
from verdigris.settings import Checks

OLD = "import os\n\n\ndef clean():\n    os.remove('a')\n\n\ndef add(a, b):\n    return a - b\n"
GOOD = OLD.replace("a - b", "a + b")
QUIET = Checks(ruff_cmd="true", bandit_cmd="true")


def change(after: str | None, before: str | None = OLD, path: str = "shop/sums.py") -> Change:
    made = make_change({path: before}, {path: after}, "fast")
    assert made is not None
    return made


HTTP = "import requests\n\n\ndef f(u):\n    return requests.get(u)\n"


@pytest.mark.parametrize(
    ("made", "rules"),
    [
        pytest.param(change(GOOD), [], id="what was there does not count"),
        pytest.param(change(OLD + "\neval('b')\n"), ["eval"], id="another kind does"),
        pytest.param(change(GOOD.replace("    os", "    if 1:\n        os")), [], id="moved"),
        pytest.param(change(OLD.replace("'a'", "path, dir_fd=3")), [], id="other arguments"),
        pytest.param(
            change(OLD.replace("import os", "import os as o").replace("os.re", "o.re")), [],
            id="another alias",
        ),
        pytest.param(change("x = eval('1')\n", None), ["eval"], id="a new file"),
        pytest.param(change(None), [], id="a deleted file"),
        pytest.param(change("x = 1\n"), [], id="taking it out"),
        pytest.param(change("def f(:\n"), ["syntax"], id="breaking the file"),
        pytest.param(change("def f(::\n", "def f(:\n"), [], id="as broken as before"),
        pytest.param(change("eval(1)", "", "notes.txt"), [], id="not code"),
        pytest.param(change("x = eval('1')\n", "", "a.pyi"), ["eval"], id="a stub"),
        pytest.param(change("eval('1')\n", "", "a.mjs"), ["eval"], id="JavaScript"),
        pytest.param(change("eval(x as any)\n", "", "a.ts"), ["eval"], id="TypeScript"),
        pytest.param(change("let = ;", "", "a.cts"), ["syntax"], id="broken TypeScript"),
        pytest.param(change("#!/usr/bin/env python3\neval(x)\n", None, "bin/go"), ["eval"],
                     id="a script without a suffix"),
    ],
)  # fmt: skip
def test_only_what_the_change_adds_counts(made: Change, rules: list[str]) -> None:
    found = policy_findings(made, Checks())
    assert [finding.rule for finding in found] == [f"policy/{rule}" for rule in rules]
    assert blocked(found) is bool(rules)


@pytest.mark.parametrize(
    ("before", "added"),
    [
        (OLD, "os.remove('b')\n"),
        (OLD, "os.remove('a')\n"),
        (OLD, "os.rmdir('a')\n"),
        (HTTP, "requests.post('http://a')\n"),
        ("import requests\n", "requests.get('http://a')\n"),
        ("const fs = require('fs'); fs.rmSync('a');\n", "fs.unlinkSync('b');\n"),
    ],
)
def test_one_more_of_what_the_file_did_before_is_a_warning(before: str, added: str) -> None:
    path = "a.js" if "const" in before else "a.py"
    made = change(before + added, before, path)
    [found] = policy_findings(made, Checks())
    assert (found.severity, found.message.endswith("as the file did before")) == ("warn", True)
    operation = BY_ID[found.rule].operation
    stricter = Checks.model_validate({"also_block": [operation]})
    assert blocked(policy_findings(made, stricter))


def test_looking_for_the_tests_is_blocked_however_often_the_file_did_so() -> None:
    old = "import sys\nif 'pytest' in sys.modules:\n    x = 1\n"
    made = change(old + "y = sys.modules.get('pytest')\n", old)
    assert blocked(policy_findings(made, Checks()))


def test_code_that_moves_from_one_file_to_another_is_not_new() -> None:
    made = make_change({"a.py": OLD}, {"a.py": "x = 1\n", "b.py": OLD}, "fast")
    assert made is not None
    assert policy_findings(made, Checks()) == []


def test_a_rule_can_be_switched_off_by_its_id() -> None:
    made = change("eval('1')\nexec('1')\n", None)
    found = policy_findings(made, Checks(allow_rules=("policy/eval",)))
    assert [finding.rule for finding in found] == ["policy/exec"]


def test_what_blocks_is_named_first() -> None:
    found = policy_findings(change(f"{HTTP}requests.put('a')\neval('1')\n", HTTP), Checks())
    assert [finding.severity for finding in found] == ["block", "warn"]


OPERATIONS = {
    "eval": "eval('1')\n",
    "exec": "exec('1')\n",
    "process": "import os\nos.system('a')\n",
    "network": "import socket\nsocket.socket()\n",
    "deletion": "import os\nos.remove('a')\n",
    "ctypes": "import ctypes\n",
    "unpickle": "import pickle\npickle.loads(b'')\n",
    "import-trick": "__import__('a')\n",
    "write-outside": "open('/etc/a', 'w')\n",
    "dynamic": "import os\ngetattr(os, name)\n",
    "introspection": "f.__globals__\n",
    "test-detection": "import sys\nx = 'pytest' in sys.modules\n",
    "monkeypatch": "import builtins\nbuiltins.len = f\n",
    "exit": "import os\nos._exit(0)\n",
}


@pytest.mark.parametrize(("operation", "text"), OPERATIONS.items())
def test_each_operation_can_be_allowed_by_itself(operation: str, text: str) -> None:
    others = tuple(name for name in OPERATIONS if name != operation)
    for allowed, severity in ((Checks(), "block"), (Checks(block_operations=others), "warn")):
        found = policy_findings(change(text, None), allowed)
        assert [finding.severity for finding in found] == [severity]
    all_blocked = policy_findings(change(text, None), Checks(block_operations=(operation,)))
    assert blocked(all_blocked)


def test_the_default_blocks_every_operation_there_is() -> None:
    assert set(Checks().block_operations) == {*OPERATIONS, "dependency"}
    assert {rule.operation for rule in RULES} - {""} == {*OPERATIONS, "dependency"}


def test_a_syntax_error_blocks_whatever_is_allowed() -> None:
    assert blocked(policy_findings(change("def f(:\n"), Checks(block_operations=())))


async def test_a_good_change_passes_both_tools() -> None:
    assert await check_change(change(GOOD), Checks()) == []


async def test_ruff_and_bandit_report_what_is_new_with_the_projects_path() -> None:
    old = "import hashlib\n\n\ndef f():\n    return missing + hashlib.md5(b'').digest()\n"
    new = old + "\n\ndef g():\n    return absent + hashlib.sha1(b'').digest()\n"
    found = await check_change(change(new, old), Checks())
    assert {(f.rule, f.path, f.line) for f in found} == {
        ("ruff/F821", "shop/sums.py", 9),
        ("bandit/B324", "shop/sums.py", 9),
    }
    assert not blocked(found)


async def test_the_projects_own_configuration_does_not_switch_the_tools_off() -> None:
    text = "# ruff: noqa-is-not-a-thing\nx = missing\n"
    files = {"a.py": text, "ruff.toml": "exclude = ['*']\n", ".bandit": "[bandit]\nexclude=/\n"}
    made = make_change({}, files, "fast")
    assert made is not None
    assert [f.rule for f in await check_change(made, Checks())] == ["ruff/F821"]


async def test_no_tool_is_asked_when_the_policy_blocks(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    checks = Checks(ruff_cmd=f"touch {asked}", bandit_cmd=f"touch {asked}")
    assert blocked(await check_change(change("x = eval('1')\n"), checks))
    assert not asked.exists()
    await check_change(change(GOOD), checks)
    assert asked.exists()


@pytest.mark.parametrize("tool", ["ruff", "bandit"])
@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("exit 0", None),
        ("grep -q + $1 || exit 0; echo seen $1; exit 1", "seen shop/sums.py"),
        ("grep -q + $1 || exit 0; echo seen $1 >&2; exit 3", "seen shop/sums.py"),
        ("grep -q + $1 || exit 0; exit 4", "exit status 4"),
        ("echo the same for both; exit 1", None),
    ],
)
async def test_a_command_of_the_users_own_takes_a_tools_place(
    tmp_path: Path, tool: str, script: str, message: str | None
) -> None:
    program = tmp_path / "my check.sh"
    program.write_text(f"{script}\n")
    checks = QUIET.model_copy(update={f"{tool}_cmd": f"sh '{program}'"})
    found = await check_change(change(GOOD), checks)
    assert [(f.rule, f.message) for f in found] == (
        [] if message is None else [(f"{tool}/command", message)]
    )


@pytest.mark.parametrize("command", ["no-such-program", "sh 'unclosed", "/dev/null"])
async def test_a_command_that_cannot_run_is_the_users_to_correct(command: str) -> None:
    with pytest.raises(UserError, match="--ruff-cmd"):
        await check_change(change(GOOD), QUIET.model_copy(update={"ruff_cmd": command}))


async def test_files_that_are_not_python_need_no_tool() -> None:
    checks = Checks(ruff_cmd="false", bandit_cmd="false")
    assert await check_change(change("new\n", "old\n", "notes.txt"), checks) == []


async def test_a_finding_whose_message_names_a_line_is_not_new_because_lines_moved() -> None:
    old = "x = 1\n\n\ndef f():\n    print(x)\n    x = 2\n"
    found = await check_change(change(f"# one line more\n{old}y = 1\n", old), Checks())
    assert found == []


async def test_a_path_with_spaces_is_a_path_for_the_tools() -> None:
    found = await check_change(change("x = missing\n", None, "my shop/two words.py"), Checks())
    assert [(f.rule, f.path) for f in found] == [("ruff/F821", "my shop/two words.py")]


async def test_a_tool_that_fails_is_a_remark_and_no_fault_of_the_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tools, "_RUFF", ("no-such-command",))
    found = await check_change(change("x = missing\n", None), Checks())
    assert [(f.rule, f.severity) for f in found] == [("ruff/unavailable", "info")]
