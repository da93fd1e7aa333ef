"""Public sets as suites: tiny sets in the layout of each, written here, read and found sound."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from verdigris.errors import UserError
from verdigris.evals.judging.validate import check
from verdigris.evals.tasks.reading import EvalTask
from verdigris.evals.tasks.sources import ADAPTERS, chosen, open_source, settled
from verdigris.evals.tasks.trees import files_of
from verdigris.settings import load


def write(root: Path, files: Mapping[str, str]) -> Path:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def quixbugs(root: Path) -> str:
    """Programs and their tests in two folders, test data in a third, a switch in conftest."""
    write(root, {
        "conftest.py": "import pytest\n\n\ndef pytest_configure(config):\n"
        "    pytest.use_correct = False\n",
        "node.py": "class Node:\n    pass\n",
        "python_programs/half_sum.py": "def half_sum(a, b):\n    return a + b / 2\n",
        "correct_python_programs/half_sum.py": "def half_sum(a, b):\n    return (a + b) / 2\n",
        "python_testcases/load_testdata.py": "import json\nfrom pathlib import Path\n\n\n"
        "def load_json_testcases(name):\n"
        "    path = Path(__file__).parents[1] / 'json_testcases' / f'{name}.json'\n"
        "    return [json.loads(line) for line in path.read_text().splitlines()]\n",
        "python_testcases/test_half_sum.py": "import pytest\n"
        "from load_testdata import load_json_testcases\n\nif pytest.use_correct:\n"
        "    from correct_python_programs.half_sum import half_sum\nelse:\n"
        "    from python_programs.half_sum import half_sum\n\n\n"
        "@pytest.mark.parametrize('given,expected', load_json_testcases('half_sum'))\n"
        "def test_half_sum(given, expected):\n    assert half_sum(*given) == expected\n",
        "python_testcases/test_orphan.py": "def test_nothing():\n    pass\n",
        "json_testcases/half_sum.json": "[[2, 4], 3]\n[[0, 2], 1]\n",
        "java_programs/HALF_SUM.java": "class HALF_SUM {}\n",
    })  # fmt: skip
    return f"quixbugs:{root}"


ROW = {
    "task_id": "Python/7", "entry_point": "shout", "import": "", "test_setup": "",
    "prompt": "def mark():\n    return '!'\n\n\ndef shout(text: str) -> str:\n"
    '    """Return it in capitals, with a mark."""\n',
    "canonical_solution": "    return text.upper() + '!'\n",
    "buggy_solution": "    return text.lower() + '!'\n", "bug_type": "operator misuse",
    "test": "\n\n\ndef check(shout):\n    assert shout('a') == 'A' + mark()\n\ncheck(shout)",
}  # fmt: skip


def humaneval_fix(root: Path) -> str:
    other = {**ROW, "task_id": "JavaScript/7"}
    write(root, {"fix.jsonl": "".join(json.dumps(row) + "\n" for row in (ROW, other))})
    return f"humaneval:{root}"


def humaneval(root: Path) -> str:
    names = ("entry_point", "prompt", "canonical_solution", "test")
    row = {"task_id": "HumanEval/7", **{name: ROW[name] for name in names}}
    write(root, {"HumanEval.jsonl": json.dumps(row) + "\n"})
    return f"humaneval:{root / 'HumanEval.jsonl'}"


def exercism(root: Path) -> str:
    folder = "python/exercises/practice/two-fer"
    config = {"authors": [], "files": {"solution": ["two_fer.py"], "test": ["two_fer_test.py"],
                                       "example": [".meta/example.py"]}}  # fmt: skip
    write(root, {
        f"{folder}/.meta/config.json": json.dumps(config),
        f"{folder}/.meta/example.py": "def two_fer(name='you'):\n    return f'One for {name}.'\n",
        f"{folder}/.docs/instructions.md": "# Instructions\n\nShare with whoever is named.\n",
        f"{folder}/two_fer.py": "def two_fer(name):\n    pass\n",
        f"{folder}/two_fer_test.py": "import unittest\n\nfrom two_fer import two_fer\n\n\n"
        "class TwoFerTest(unittest.TestCase):\n    def test_no_name(self):\n"
        "        self.assertEqual(two_fer(), 'One for you.')\n",
        "javascript/exercises/practice/two-fer/.meta/config.json": "{}",
    })  # fmt: skip
    return f"exercism:{root}"


def bugsinpy(root: Path) -> str:
    write(root, {
        "one/tally/tally.py": "def tally(words):\n    return {word: 1 for word in words}\n",
        "one/tally/tests/test_tally.py": "from tally import tally\n\n\ndef test_twice():\n"
        "    assert tally(['a', 'a']) == {'a': 2}\n",
        "one/tally/conftest.py": "",
        "one/tally/.git/HEAD": "the answer is in the history\n",
        "one/tally/bugsinpy_bug.info": 'python_version="3.8"\ntest_file="tests/test_tally.py"\n',
        "one/tally/bugsinpy_run_test.sh": "pytest tests/test_tally.py::test_twice\n",
        "one/tally/bugsinpy_patchfile.info": "tally.py;\n",
    })  # fmt: skip
    return f"bugsinpy:{root}"


FIX = """\
--- a/area.py
+++ b/area.py
@@ -1,2 +1,2 @@
 def area(a, b):
-    return a + b
+    return a * b
"""
TESTS = """\
--- /dev/null
+++ b/tests/test_area.py
@@ -0,0 +1,5 @@
+from area import area
+
+
+def test_area():
+    assert area(3, 4) == 12
"""


def swebench(root: Path) -> str:
    row = {
        "instance_id": "acme__shapes-12", "repo": "acme/shapes", "base_commit": "abc",
        "problem_statement": "The area of a rectangle is wrong.", "patch": FIX,
        "test_patch": TESTS, "FAIL_TO_PASS": json.dumps(["tests/test_area.py::test_area"]),
        "PASS_TO_PASS": "[]",
    }  # fmt: skip
    unprepared = {**row, "instance_id": "acme__shapes-13"}
    write(root, {
        "instances.jsonl": json.dumps(row) + "\n" + json.dumps(unprepared) + "\n",
        "acme__shapes-12/area.py": "def area(a, b):\n    return a + b\n",
        "acme__shapes-12/conftest.py": "",
        "acme__shapes-12/.git/HEAD": "ref: refs/heads/main\n",
    })  # fmt: skip
    return f"swebench:{root}"


@pytest.mark.parametrize(
    ("make", "name", "part", "files"),
    [
        (quixbugs, "half-sum", "quixbugs", 6),
        (humaneval_fix, "fix-python-7", "operator-misuse", 2),
        (humaneval, "humaneval-7", "write", 2),
        (exercism, "two-fer", "exercise", 2),
        (bugsinpy, "one-tally", "tally", 3),
        (swebench, "acme-shapes-12", "acme-shapes", 3),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
async def test_a_set_becomes_tasks_that_are_laid_out_on_demand(
    make: Callable[[Path], str], name: str, part: str, files: int, tmp_path: Path, lean_python: Path
) -> None:
    wanted = make(tmp_path / "set")
    source = open_source(wanted)
    assert [(task.id, task.family) for task in source.tasks] == [(name, part)]
    listed = source.tasks[0]
    assert not listed.folder.exists(), "nothing is written before it is wanted"
    task = source.lay(listed, tmp_path / "desk")
    assert len(files_of(task.repo)) == files
    assert not [path for path in files_of(task.repo) if ".git/" in path]
    settings = load(flags={"suite.python": str(lean_python), "sandbox.backend": "process"}).settings
    if make is bugsinpy:
        write(task.folder, {"solution/tally.py": "from collections import Counter as tally\n"})
    found = await check(task, settings)
    assert found.sound, found.faults
    again = open_source(settled(wanted))
    assert source.digest(listed) == again.digest(again.tasks[0])


def test_a_changed_file_of_a_set_changes_the_digest(tmp_path: Path) -> None:
    source = open_source(quixbugs(tmp_path))
    before = source.digest(source.tasks[0])
    (tmp_path / "python_programs" / "half_sum.py").write_text("def half_sum(a, b):\n    return 0\n")
    assert source.digest(source.tasks[0]) != before


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_folder_of_another_kind_is_told(adapter: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("Nothing of use.")
    with pytest.raises(UserError):
        open_source(f"{adapter}:{tmp_path}")


@pytest.mark.parametrize(
    ("adapter", "files", "said"),
    [
        ("humaneval", {"a.jsonl": "not json\n"}, "no JSON"),
        ("humaneval", {"a.jsonl": "[1, 2]"}, "other than objects"),
        ("humaneval", {"a.jsonl.gz": "\x1f\x8b"}, "packed"),
        ("humaneval", {"a.jsonl": '{"task_id": "Python/1"}\n'}, "no text in 'entry_point'"),
        (
            "humaneval",
            {"a.jsonl": json.dumps({**ROW, "entry_point": "x; import os"}) + "\n"},
            "no name of a function",
        ),
        ("exercism", {"x/.meta/config.json": "{}"}, "damaged"),
        (
            "exercism",
            {"x/.meta/config.json": '{"files": {"solution": ["../../x.py"], "test": ["t.py"]}}'},
            "no Python file of the exercise",
        ),
        ("bugsinpy", {"p/bugsinpy_run_test.sh": "rm -rf /\n"}, "no test runner"),
        ("swebench", {"instances.jsonl": '{"instance_id": "../up"}\n'}, "no name of an instance"),
        ("swebench", {"instances.jsonl": "{}\n"}, "no text in 'instance_id'"),
    ],
)
def test_a_damaged_or_hostile_set_is_refused(
    adapter: str, files: dict[str, str], said: str, tmp_path: Path
) -> None:
    write(tmp_path, files)
    with pytest.raises(UserError, match=said):
        open_source(f"{adapter}:{tmp_path}")


@pytest.mark.parametrize("patch", ["not a patch", FIX.replace("a + b", "a - b"),
                                   TESTS.replace("b/tests/", "b/../../")])  # fmt: skip
def test_a_patch_that_does_not_apply_or_leads_outside_is_refused(
    patch: str, tmp_path: Path
) -> None:
    swebench(tmp_path)
    row = json.loads((tmp_path / "instances.jsonl").read_text().splitlines()[0])
    (tmp_path / "instances.jsonl").write_text(json.dumps({**row, "test_patch": patch}))
    source = open_source(f"swebench:{tmp_path}")
    with pytest.raises(UserError, match="does not apply"):
        source.lay(source.tasks[0], tmp_path / "desk")
    assert not (tmp_path / "test_area.py").exists()


def test_tasks_are_chosen_by_pattern_and_spread(tmp_path: Path) -> None:
    tasks: list[EvalTask] = [
        task.model_copy(update={"id": f"t-{n:02}"})
        for n in range(20)
        for task in open_source(humaneval(tmp_path)).tasks
    ]
    assert [task.id for task in chosen(tasks, (), 4)] == ["t-00", "t-05", "t-10", "t-15"]
    assert [task.id for task in chosen(tasks, ("*-0[12]", "t-19"), 0)] == ["t-01", "t-02", "t-19"]
    with pytest.raises(UserError, match="No task matches"):
        chosen(tasks, ("x*",), 0)


def rewrite(root: Path, *rows: dict[str, object]) -> str:
    """Write the instances of a set again."""
    (root / "instances.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return f"swebench:{root}"


def test_one_damaged_instance_costs_the_set_nothing_but_itself(tmp_path: Path) -> None:
    swebench(tmp_path)
    row = json.loads((tmp_path / "instances.jsonl").read_text().splitlines()[0])
    (tmp_path / "acme__shapes-13").mkdir()
    poor = {**row, "instance_id": "acme__shapes-13", "test_patch": "no patch"}
    found = open_source(rewrite(tmp_path, row, poor))
    digests = {found.digest(task) for task in found.tasks}
    assert len(digests) == 2, "no patch is applied to tell tasks apart"
    assert files_of(found.lay(found.tasks[0], tmp_path / "desk", ("repo",)).repo)
    assert not (tmp_path / "desk" / "acme-shapes-12" / "solution").exists()


def test_names_that_become_one_and_tests_without_end_are_told(tmp_path: Path) -> None:
    swebench(tmp_path)
    row = json.loads((tmp_path / "instances.jsonl").read_text().splitlines()[0])
    (tmp_path / "acme-shapes-12").mkdir()
    with pytest.raises(UserError, match="would be called acme-shapes-12"):
        open_source(rewrite(tmp_path, row, {**row, "instance_id": "acme-shapes-12"}))
    tests = [f"tests/test_area_{n}.py::test_it" for n in range(400)]
    with pytest.raises(UserError, match="acme-shapes-12 of the set cannot be a task: test_cmd"):
        open_source(rewrite(tmp_path, {**row, "FAIL_TO_PASS": tests}))


def test_rows_end_at_line_feeds_alone(tmp_path: Path) -> None:
    row = {**ROW, "prompt": f"{ROW['prompt']}    # one\u2028two\x85three\n"}
    (tmp_path / "fix.jsonl").write_text(json.dumps(row, ensure_ascii=False) + "\n")
    assert len(open_source(f"humaneval:{tmp_path}").tasks) == 1


def test_an_answer_cannot_bring_its_own_names_into_the_tests(tmp_path: Path) -> None:
    near = "def check(shout):\n    assert abs(shout('a') - 2) < 1 and mark()\n"
    (tmp_path / "fix.jsonl").write_text(json.dumps({**ROW, "test": near}) + "\n")
    source = open_source(f"humaneval:{tmp_path}")
    repo = source.lay(source.tasks[0], tmp_path / "desk").repo
    cheat = "def abs(_):\n    return 0\n\n\ndef mark():\n    return '!'\n\n\n"
    run = [sys.executable, "-c", "import test_solution; test_solution.test_shout()"]
    for answer, right in ((99, False), (2, True)):
        (repo / "solution.py").write_text(f"{cheat}def shout(text):\n    return {answer}\n")
        done = subprocess.run(run, cwd=repo, capture_output=True, check=False)
        assert (done.returncode == 0) is right, done.stderr
