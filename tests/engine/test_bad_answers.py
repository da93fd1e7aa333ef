"""Whatever a model says, the run goes on or ends cleanly, and what was won before stands."""

from itertools import cycle
from pathlib import Path

import pytest

from verdigris import Agent, Task
from verdigris.models.base import Request
from verdigris.settings import load
from verdigris.testing import ScriptedModel

CODE = (
    "def total(values):\n    return -sum(values)\n\n\n"
    "def mean(values):\n    return total(values) / (len(values) + 1)\n"
)
TESTS = (
    "from stats import mean, total\n\n\n"
    "def test_total():\n    assert total([1, 2, 3]) == 6\n\n\n"
    "def test_mean():\n    assert mean([2, 4]) == 3\n"
)
MENDS_TOTAL = "```python\ndef total(values):\n    return sum(values)\n```"
UNCHANGED = "```python\ndef mean(values):\n    return total(values) / (len(values) + 1)\n```"
WRONG = "def mean(values):\n    return 7"
UNREADABLE = {
    "garbage": "\x00\x01 lorem ] ipsum ``` {{{",
    "empty": "",
    "blank": "  \n\n ",
    "refusal": "I'm sorry, but I can't help with that.",
    "ramble": "Let me think about it once more. def or class, who knows? " * 2000,
    "fence never closed": f"```python\n{WRONG}",
    "fence never opened": f"{WRONG}\n```",
    "fence in fence": f"```\n```python\n{WRONG}\n```\n```",
}
UNUSABLE = {
    "unchanged": UNCHANGED,
    "syntax error": "```python\ndef mean(values:\n    return 1\n```",
    "other function": "```python\ndef unrelated():\n    return 1\n```",
    "path outside": "```python\n# ../../etc/cron.d/evil.py\ndef mean(values):\n    return 3\n```",
    "absolute path": "```python\n# /tmp/evil.py\ndef unrelated():\n    return 3\n```",
    "git hook": "```python .git/hooks/post.py\ndef unrelated():\n    return 1\n```",
    "the test itself": "```python\n# test_stats.py\ndef test_mean():\n    assert True\n```",
}
HARMFUL = {
    "blocked operation": "```python\ndef mean(values):\n    eval('1')\n    return 3\n```",
    "endless loop": "```python\ndef mean(values):\n    while True:\n        pass\n```",
    "leaves the process": "```python\ndef mean(values):\n    import sys\n    sys.exit(0)\n```",
    "lone surrogate": "```python\ndef mean(values):\n    return '\ud800'\n```",
    "breaks another": "```python\ndef total(values):\n    return 3\n```",
}


@pytest.mark.parametrize(
    "answers", [UNREADABLE, UNUSABLE, HARMFUL], ids=["unreadable", "unusable", "harmful"]
)
def test_the_last_working_version_stands(answers: dict[str, str], tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "stats.py").write_text(CODE)
    (project / "test_stats.py").write_text(TESTS)
    flags = {
        "paths.data": str(tmp_path / "data"),
        "cascade.tiers": ("recall", "fast", "strong"),
        "suite.observe_seconds": 0,
        # Every other question is about a function that is already mended.
        "limits.max_iters": 2 * len(answers) + 1,
        "limits.until_green": True,
        "models.samples": 1,
        "suite.test_seconds": 3,  # one of the answers never ends
        "checks.ruff_cmd": "true",
        "checks.bandit_cmd": "true",
    }
    first, said, given = next(iter(answers.values())), cycle(answers.values()), []

    def answer(_: Request) -> str:
        given.append(next(said))
        return given[-1]

    model = ScriptedModel(
        when={
            "The bug is in `total`": MENDS_TOTAL,
            "which function should change": first,
            "three short lines": first,
        },
        last=answer,
    )
    agent = Agent(load(flags=flags, environ={}).settings, model=model)
    command = "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 python -m pytest -q"
    result = agent.run(Task(root=str(project), test_cmd=command))
    assert result.status == "not_green"
    assert set(given) == set(answers.values())
    assert [edit.path for edit in result.change.edits] == ["stats.py"]
    assert result.change.edits[0].after == CODE.replace("-sum", "sum")
    assert {path.name for path in project.iterdir()} == {"stats.py", "test_stats.py"}
    assert (project / "stats.py").read_text() == CODE
    assert (project / "test_stats.py").read_text() == TESTS
