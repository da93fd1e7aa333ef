"""How high the line that is really wrong stands in the list of suspects.

Mutants are made mechanically from the small programs beside this script: one operator, constant or
condition is changed; those that some test notices count. Each is localised three times in the same
run: by everything, by who runs a line alone (Ochiai), and by the traceback alone, which says
nothing where an assertion fails in the test. Lines of equal standing get the mean of their ranks.
EXAM is the share of the project's statements one reads before the wrong one. Aim: at most half the
EXAM of the traceback, and the line among the first five more often than not.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import copy
import json
import random
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from verdigris.core.paths import is_test_file
from verdigris.core.report import Report
from verdigris.repair.locating.code import Code
from verdigris.repair.locating.localise import localise
from verdigris.repair.locating.runs import Evidence, runs_of
from verdigris.repair.locating.spectrum import Counts, ochiai
from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import Interpreter
from verdigris.suites.spectrum import observe

PROGRAMS = Path(__file__).parent / "programs"
MUTANTS = 48
HOW = ("all", "ochiai", "traceback")
SECONDS = 10.0
COMMAND = "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 python -m pytest -q -p no:cacheprovider"
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.Mod: ast.Mult, ast.And: ast.Or, ast.Or: ast.And, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


def groups() -> list[dict[str, str]]:
    """Return the files of each project: a test file with the modules it imports."""
    texts = {path.name: path.read_text("utf-8") for path in sorted(PROGRAMS.glob("*.py"))}
    found = []
    for name in texts:
        if name.startswith("test_"):
            modules = {f"{word}.py" for word in _imported(texts, name)} & texts.keys()
            found.append({file: texts[file] for file in (name, *sorted(modules))})
    return found


def _imported(texts: dict[str, str], name: str) -> set[str]:
    words: set[str] = set()
    for node in ast.walk(ast.parse(texts[name])):
        if isinstance(node, ast.ImportFrom) and node.module and f"{node.module}.py" in texts:
            words |= {node.module, *_imported(texts, f"{node.module}.py")}
    return words


def mutants(text: str) -> Iterator[tuple[str, int]]:
    """Yield changed texts, each with the line that was changed. Formatting is lost, lines are not:
    only the changed line is written anew."""
    tree = ast.parse(text)
    for number, node in enumerate(ast.walk(tree)):
        for change in _changes(node):
            new = copy.deepcopy(tree)
            target = next(n for i, n in enumerate(ast.walk(new)) if i == number)
            change(target)
            line = node.lineno  # type: ignore[attr-defined]
            statement = _statement(tree, line)
            if statement is None:
                continue
            same = _statement(new, line)
            assert same is not None
            lines = text.splitlines(keepends=True)
            old = lines[line - 1]
            indent = old[: len(old) - len(old.lstrip())]
            head = ast.unparse(same).splitlines()[0]
            if old.strip().startswith("elif"):
                head = "el" + head
            lines[line - 1] = f"{indent}{head}\n"
            with contextlib.suppress(SyntaxError):  # half of a conditional chain
                ast.parse("".join(lines))
                yield "".join(lines), line


def _changes(node: ast.AST):  # type: ignore[no-untyped-def]
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        yield lambda n: n.ops.__setitem__(0, SWAPS[type(n.ops[0])]())
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in SWAPS:
        yield lambda n: setattr(n, "op", SWAPS[type(n.op)]())
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield lambda n: setattr(n, "value", n.value + 1)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield lambda n: (setattr(n, "op", ast.UAdd()), setattr(n, "operand", ast.Call(
            func=ast.Name(id="bool", ctx=ast.Load()), args=[n.operand], keywords=[])))  # fmt: skip


def _statement(tree: ast.Module, line: int) -> ast.stmt | None:
    """Return the statement whose own code is a single line, or None."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno == line:
            body = getattr(node, "body", None)
            end = node.lineno if body and body[0].lineno > line else node.end_lineno
            return node if end == line and not isinstance(node, ast.ClassDef) else None
    return None


async def measure(files: dict[str, str], wrong: tuple[str, int]) -> dict[str, float] | None:
    with tempfile.TemporaryDirectory(prefix="verdigris-bench-") as folder:
        root = Path(folder).resolve()

        @contextlib.asynccontextmanager
        async def fresh() -> AsyncIterator[Path]:
            with tempfile.TemporaryDirectory(dir=root) as place:
                for name, text in files.items():
                    Path(place, name).write_text(text, "utf-8")
                yield Path(place)

        suite = CommandSuite(
            root / "original", COMMAND, Interpreter(Path(sys.executable), "this one"),
            ProcessSandbox(), SuiteSettings(wall_seconds=60, test_seconds=3), Machine.current(),
        )  # fmt: skip
        async with fresh() as tree:
            report = await suite.run(tree)
            if not report.failures:
                return None
            observed = await observe(suite, fresh, report, SECONDS)
            _, localised = await localise(tree, report, observed)
            everything = {(s.path, s.line): -s.score for s in localised.suspects}
            code = Code(tree)
            all_lines = {
                (name, fact.line)
                for name in files
                if not is_test_file(name) and (facts := code.facts(name))
                for fact in facts.all
            }
            return {
                "all": rank(everything, all_lines, wrong, ordered=True),
                "ochiai": rank(by_ochiai(Evidence(code, report, observed)), all_lines, wrong),
                "traceback": rank(by_traceback(report), all_lines, wrong),
                "lines": len(all_lines),
                "seconds": observed.seconds / max(report.seconds, 0.01),
            }


def by_ochiai(evidence: Evidence) -> dict[tuple[str, int], float]:
    runs = runs_of(evidence)
    failing = {failure.id for failure in evidence.report.failures} & runs.keys()
    passing = {result.id for result in evidence.report.passed} & runs.keys()
    failed = Counter(at for test in failing for at in runs[test])
    passed = Counter(at for test in passing for at in runs[test])
    return {
        (at.path, at.line): -ochiai(Counts(failed[at], passed[at], len(failing), len(passing)))
        for at in failed
    }


def by_traceback(report: Report) -> dict[tuple[str, int], float]:
    """Order lines by their distance from where the first failure rose."""
    frames = [f for f in reversed(report.failures[0].frames) if not is_test_file(f.path)]
    found: dict[tuple[str, int], float] = {}
    for depth, frame in enumerate(frames):
        found.setdefault((frame.path, frame.line), depth)
    return found


def rank(
    order: dict[tuple[str, int], float],
    lines: set[tuple[str, int]],
    wrong: tuple[str, int],
    *,
    ordered: bool = False,
) -> float:
    """Return the place of the wrong line, from 1; in the middle of those that stand as high."""
    if ordered and wrong in order:
        return list(order).index(wrong) + 1
    scores = {line: order.get(line, 1e9) for line in lines}
    own = scores[wrong]
    better = sum(1 for score in scores.values() if score < own)
    equal = sum(1 for score in scores.values() if score == own)
    return better + (equal + 1) / 2


async def main() -> None:
    found = [
        (group, name, text, line)
        for group in groups()
        for name in group
        if not name.startswith("test_")
        for text, line in mutants(group[name])
    ]
    random.Random(6).shuffle(found)
    rows: list[dict[str, float]] = []
    for group, name, text, line in found:
        if len(rows) < MUTANTS and (row := await measure({**group, name: text}, (name, line))):
            rows.append(row)

    def exam(how: str) -> float:
        return statistics.mean(row[how] / row["lines"] for row in rows)

    def top(how: str, most: int) -> float:
        return round(sum(row[how] <= most for row in rows) / len(rows), 2)

    print(
        json.dumps(
            {
                "benchmark": "localise",
                "ratio": round(exam("all") / exam("traceback"), 2),
                "aim": "EXAM at most 0.5 of the traceback's, top 5 above 0.5",
                "mutants": len(rows),
                "exam": {how: round(exam(how), 3) for how in HOW},
                "top_1": {how: top(how, 1) for how in HOW},
                "top_5": {how: top(how, 5) for how in HOW},
                "observing_to_running": round(statistics.median(r["seconds"] for r in rows), 2),
            }
        )
    )


if __name__ == "__main__":
    asyncio.run(main())
