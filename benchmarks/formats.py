"""Which form of answer the local model is best at: read, applied and right, form by form.

Each bug is asked about once in each form, greedily, with the prompt a run would use. `applied` is
the share of answers that became a change, `green` the share whose change passes the bug's test.
Without the local model there is nothing to measure, and the line says so.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from verdigris.core.change import Change
from verdigris.core.plan import Place
from verdigris.core.report import TestResult
from verdigris.errors import VerdigrisError
from verdigris.models.base import Model, Reply, Request
from verdigris.models.resolve import resolve
from verdigris.proposers.base import Brief
from verdigris.proposers.formats import Form
from verdigris.proposers.model import ModelProposer
from verdigris.retrieval.outline import outline
from verdigris.settings import Settings, load

FORMS: tuple[Form, ...] = ("function", "file", "search_replace", "diff")
HELPERS = '''\
"""Small helpers for lists of numbers."""


def evens(values):
    return [value for value in values if value % 2 == 0]


def pairs(values):
    return list(zip(values, values[1:]))


'''
BUGS = {
    "clamp": (
        "def clamp(value, low, high):\n    if value < low:\n        return low\n"
        "    if value > high:\n        return low\n    return value\n",
        "assert clamp(9, 1, 5) == 5\n    assert clamp(0, 1, 5) == 1",
    ),
    "average": (
        "def average(values):\n    total = 0\n    for value in values:\n        total += value\n"
        "    return total / (len(values) - 1)\n",
        "assert average([2, 4, 6]) == 4\n    assert average([5]) == 5",
    ),
    "is_leap": (
        "def is_leap(year):\n    return year % 4 == 0 and year % 100 != 0\n",
        "assert is_leap(2000)\n    assert not is_leap(1900)\n    assert is_leap(2024)",
    ),
    "flatten": (
        "def flatten(values):\n    result = []\n    for value in values:\n"
        "        if isinstance(value, list):\n            result.append(flatten(value))\n"
        "        else:\n            result.append(value)\n    return result\n",
        "assert flatten([1, [2, [3]]]) == [1, 2, 3]\n    assert flatten([]) == []",
    ),
    "initials": (
        "def initials(name):\n    return '.'.join(part[0] for part in name.split()).lower()\n",
        "assert initials('ada lovelace') == 'A.L'\n    assert initials('Kurt') == 'K'",
    ),
    "rotate": (
        "def rotate(values, by):\n    by %= len(values)\n    return values[by:] + values[:by]\n",
        "assert rotate([1, 2, 3], 1) == [3, 1, 2]\n    assert rotate([], 4) == []",
    ),
}


def bugs() -> dict[str, tuple[str, str, str, str]]:
    """Return name, path, text, test of each bug: ours, and those of the example projects."""
    found = {
        name: ("numbers_.py", f"{HELPERS}{code}", name, f"def test_it():\n    {test}\n")
        for name, (code, test) in BUGS.items()
    }
    repos = Path(__file__).parents[1] / "examples" / "repos"
    for repo in ("one_line", "wrong_algorithm"):
        code = next(p for p in (repos / repo).glob("*.py") if p.name != "conftest.py")
        test = next((repos / repo / "tests").glob("test_*.py")).read_text()
        text = code.read_text()
        found[repo] = (code.name, text, outline(text)[-1].name, test)
    return found


def run_test(path: str, text: str, test: str) -> str:
    """Return why the test fails; nothing when it passes."""
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / path).write_text(text)
        head = "" if "import" in test else f"from {path.removesuffix('.py')} import *\n\n\n"
        (Path(place) / "test_it.py").write_text(head + test)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=line"],
            cwd=place, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if "Error" in line or "assert" in line]
    return "" if done.returncode == 0 else (lines or ["it fails"])[0]


async def one(model: Model, form: Form, bug: tuple[str, str, str, str]) -> tuple[str, int, float]:
    """Return `green`, `applied` or `unusable`, with the tokens written and the seconds taken."""
    path, text, name, test = bug
    written: list[int] = []

    async def ask(request: Request) -> Reply:
        reply = await model.complete(request)
        written.append(reply.use.tokens_out)
        return reply

    brief = Brief(
        goal="make the failing test pass",
        failure=TestResult(
            id="test_it.py::test_it", outcome="failed", message=run_test(path, text, test)
        ),
        test_source=test,
        places=(Place(path=path, name=name),),
        files={path: text},
    )
    proposer = ModelProposer(
        "fast", ask, name=model.name, context_tokens=model.context_tokens, samples=1,
        temperature=0.0, max_tokens=700, form=form,
    )  # fmt: skip
    started = time.perf_counter()
    result = "unusable"
    async for candidate in proposer.propose(brief):
        if isinstance(candidate, Change):
            after = candidate.edits[0].after or ""
            result = "applied" if run_test(path, after, test) else "green"
        else:
            print(f"{form}: {candidate.reason.splitlines()[0]}", file=sys.stderr)
    return result, sum(written), time.perf_counter() - started


async def measure(settings: Settings, name: str, forms: list[Form], most: int) -> dict[str, object]:
    model = resolve(name, settings)
    chosen = list(bugs().values())[-most:]
    rows: dict[str, object] = {}
    for form in forms:
        done = [await one(model, form, bug) for bug in chosen]
        results = [result for result, _, _ in done]
        print(f"{form}: {', '.join(results)}", file=sys.stderr)
        rows[form] = {
            "applied": round(sum(r != "unusable" for r in results) / len(chosen), 2),
            "green": round(sum(r == "green" for r in results) / len(chosen), 2),
            "tokens": round(sum(tokens for _, tokens, _ in done) / len(chosen)),
            "seconds": round(sum(seconds for _, _, seconds in done) / len(chosen), 1),
        }
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="local:qwen2.5-coder-1.5b")
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=list(FORMS))
    parser.add_argument("--bugs", type=int, default=8, help="How many of the bugs are asked about.")
    given = parser.parse_args()
    line: dict[str, object] = {"benchmark": "formats", "model": given.model}
    try:
        rows = asyncio.run(measure(load().settings, given.model, given.forms, given.bugs))
        best = max(rows, key=lambda form: (rows[form]["green"], rows[form]["applied"]))  # type: ignore[index]
        line |= {"bugs": given.bugs, "best": best, "forms": rows}
    except VerdigrisError as error:
        line["skipped"] = str(error)
    print(json.dumps(line))


if __name__ == "__main__":
    main()
