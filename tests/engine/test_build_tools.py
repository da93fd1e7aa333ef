"""A coder with tools, through the command line: what it may do, and that it always ends well."""

import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.build_goals import fenced
from engine.builder import Done, build, command, environment
from verdigris.cli.main import app

GOAL = (
    "Write a function double(n) in double.py. double(4) returns 8. double(0) returns 0. "
    "double(-3) returns -6."
)
WRONG = fenced("def double(n):\n    return n + 3")
TESTS = fenced("assert double(10) == 20\nassert double(-1) == -2")
ASKED = "You write this file"
TOOLS = {"VERDIGRIS_BUILD__TOOLS": "on"}


def call(tool: str, path: str = "", **more: str) -> str:
    return json.dumps({"tool": tool, "path": path, **more})


def create(text: str, path: str = "double.py") -> str:
    return call("create", path, text=text)


def body(expression: str) -> str:
    return f"def double(n):\n    return {expression}\n"


RUN, DONE = call("run"), call("done")
RIGHT = [create(body("2 * n")), RUN, DONE]


def fast(code: str = WRONG) -> dict[str, Any]:
    asked = {"Here is `double.py`": code, "Write the file `double.py`": code}
    return {"when": {"Somebody else writes": TESTS, **asked}, "last": "I cannot say."}


def strong(place: Path, answers: list[str], asked: str = ASKED, **more: Any) -> tuple[str, str]:
    """Return the option that names a strong model which gives one answer a turn."""
    file = place / "strong.json"
    file.write_text(json.dumps({"when": {asked: answers, **more}, "last": "I cannot say."}))
    return "--strong-model", f"scripted:{file}"


def built(place: Path, answers: list[str], *words: str, python: Path, **env: str) -> Done:
    first = {"VERDIGRIS_LIMITS__MAX_ITERS": "1", **TOOLS}
    return build(
        place, GOAL, fast(), *words, *strong(place, answers), python=python, env={**first, **env}
    )


def events(done: Done, kind: str) -> list[dict[str, Any]]:
    lines = (done.run / "events.jsonl").read_text().splitlines()
    return [event for line in lines if (event := json.loads(line))["kind"] == kind]


def said(done: Done) -> list[str]:
    return [event["said"] for event in events(done, "tool_used")]


def prompts(done: Done) -> list[str]:
    """Return the questions that the coder with tools was asked, in their order."""
    lines = (done.run / "answers.jsonl").read_text().splitlines()
    asked = [json.loads(line)["request"]["prompt"] for line in lines if '"request"' in line]
    return [prompt for prompt in asked if ASKED in prompt or "You write these files" in prompt]


def code_of(done: Done) -> str:
    return (Path(done.result["built"]["folder"]) / "double.py").read_text()


@pytest.mark.thorough
def test_a_dialogue_mends_what_one_whole_answer_got_wrong(tmp_path, lean_python):
    answers = [
        call("list"),
        "First I look.\n```json\n" + call("read", "tests/test_double.py") + "\n```\nThat is all.",
        create(body("n * n")),
        RUN,
        call("edit", "double.py", find="    return n * n", replace="    return 2 * n", why="twice"),
        RUN,
        DONE,
    ]
    done = built(tmp_path, answers, python=lean_python)
    assert done.result["status"] == "green", said(done)
    assert "return 2 * n" in code_of(done)
    assert said(done) == [
        "listed the files",
        "read tests/test_double.py",
        "created double.py",
        "ran 3 tests: 1 passed",
        "edited double.py",
        "ran 3 tests: 3 passed",
        "is done; ran 3 tests: 3 passed",
    ]
    asked = prompts(done)
    # Each question goes on where the one before it ended, and the latest result is whole.
    assert "test_double_example_1 fails: " in asked[4] and "8" in asked[4]
    begin = asked[0].partition("You have 12 calls left.")[0]
    assert all(prompt.startswith(begin.strip()) for prompt in asked)
    # Nobody who writes code sees tests that were not yet trusted.
    assert "double(10)" not in "".join(asked)
    shown = CliRunner().invoke(app, ["show", done.run.name], env=done.env).output
    told = " ".join(shown.replace("│", " ").split())
    assert "created double.py, ran 3 tests: 1 passed, edited double.py" in told
    kept = list((done.run / "patches").glob("*.answer.txt"))
    assert any('"tool": "edit"' in file.read_text() for file in kept)


@pytest.mark.thorough
def test_garbage_is_said_back_and_ends_the_dialogue_after_three(tmp_path, lean_python):
    odd = ["I would rather not.", '{"tool": "shell", "text": "rm -rf /"}', '{"tool": "create"}']
    done = built(tmp_path, [*odd, *RIGHT], python=lean_python)
    assert done.code == 1 and len(said(done)) == 3
    asked = prompts(done)
    assert "holds no JSON object" in asked[1] and "There is no tool 'shell'" in asked[2]
    [tried] = [e for e in events(done, "candidate_tried") if "with tools" in e["note"]]
    assert tried["result"] == "unusable: nothing was written"
    assert "3 mistakes in a row" in tried["note"]


@pytest.mark.thorough
def test_the_same_call_to_the_same_effect_ends_it_with_what_is_there(tmp_path, lean_python):
    answers = [create(body("2 * n")), call("read", "double.py"), call("read", "double.py")]
    done = built(tmp_path, [*answers, create(body("0"))], python=lean_python)
    assert done.result["status"] == "green" and "return 2 * n" in code_of(done)
    assert len(prompts(done)) == 3
    notes = [e["note"] for e in events(done, "candidate_tried")]
    assert any("the same call came again" in note for note in notes)


@pytest.mark.thorough
def test_what_counts_is_the_best_state_and_not_the_last(tmp_path, lean_python):
    answers = [create(body("2 * n")), RUN, create(body("n + 4")), RUN]
    done = built(tmp_path, answers, python=lean_python, VERDIGRIS_BUILD__TURNS="4")
    assert said(done)[1::2] == ["ran 3 tests: 3 passed", "ran 3 tests: 1 passed"]
    assert done.result["status"] == "green" and "return 2 * n" in code_of(done)


@pytest.mark.thorough
def test_only_files_of_the_plan_are_written_and_nothing_hidden_is_read(tmp_path, lean_python):
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret")
    refused = [
        create("x = 1\n", "../x.py"),
        create("x = 1\n", "tests/test_double.py"),
        call("list"),
        RUN,
        create("x = 1\n", ".git/config"),
        call("list", "tests"),
        call("read", str(secret)),
        create("x = 1\n", "helper.py"),
        call("read", "double.py"),
        call("edit", "pyproject.toml", find="[project]", replace="[x]"),
        call("read", ".gitignore"),
    ]
    done = built(tmp_path, [*refused, *RIGHT], python=lean_python, VERDIGRIS_BUILD__TURNS="20")
    assert done.result["status"] == "green"
    told = " | ".join(said(done))
    for words in (
        "'../x.py' leads out of the project",
        "tests/test_double.py belongs to the tests",
        "run: Nothing is written yet.",
        "'.git/config' may not be edited",
        "leads out of the project",
        "helper.py is not one of your files. You may write double.py",
        "pyproject.toml belongs to the tests or their set-up",
        "is hidden",
    ):
        assert words in told, (words, told)
    assert "the secret" not in "".join(prompts(done))
    assert sorted(path.name for path in Path(done.result["built"]["folder"]).glob("*.py")) == [
        "double.py"
    ]


@pytest.mark.thorough
def test_code_that_the_gate_refuses_is_not_run_by_a_tool_either(tmp_path, lean_python):
    mark = tmp_path / "mark"
    evil = f"import os\n\n\ndef double(n):\n    os.system('touch {mark}')\n    return 2 * n\n"
    answers = [create(evil), RUN, *RIGHT]
    done = built(tmp_path, answers, python=lean_python, VERDIGRIS_SANDBOX__BACKEND="process")
    assert done.result["status"] == "green" and not mark.exists()
    assert "That code may not be run" in said(done)[1]


@pytest.mark.thorough
def test_a_program_that_hangs_is_stopped_and_the_coder_is_told(tmp_path, lean_python):
    hangs = "def double(n):\n    while True:\n        n += 0\n"
    done = built(
        tmp_path, [create(hangs), RUN, *RIGHT], python=lean_python,
        VERDIGRIS_BUILD__TEST_SECONDS="1",
    )  # fmt: skip
    assert done.result["status"] == "green"
    assert said(done)[1] == "ran 3 tests: 0 passed" and "did not finish within" in prompts(done)[2]


@pytest.mark.thorough
def test_a_limit_in_the_middle_ends_it_with_what_is_there(tmp_path, lean_python):
    answers = [create(body("2 * n")), "#" * 8000, RUN, RUN]
    done = built(
        tmp_path, answers, python=lean_python,
        VERDIGRIS_LIMITS__STRONG_TOKENS="3000", VERDIGRIS_ROLES__TESTER="fast",
    )  # fmt: skip
    assert 1 <= len(prompts(done)) < 4
    notes = [e["note"] for e in events(done, "candidate_tried")]
    assert any("stopped: the token limit of the strong tier" in note for note in notes)
    assert "return 2 * n" in code_of(done)


@pytest.mark.thorough
def test_killed_in_the_middle_it_goes_on_without_asking_twice(tmp_path, lean_python):
    answers = [create(body("n * n")), RUN, create(body("2 * n")), RUN, DONE]
    env = environment(tmp_path, **TOOLS)
    words = command(
        tmp_path, fast(), GOAL, "--out", "mine", *strong(tmp_path, answers), python=lean_python
    )
    process = subprocess.Popen(words, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL)
    log = _waited_for(tmp_path, '"kind":"tool_used"', process, times=3)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = (log.parent / "answers.jsonl").read_bytes()
    # A strong model that would say something else now: what was answered is not asked again.
    later = strong(tmp_path, ["garbage", "garbage", "garbage", RUN, DONE])
    done = build(
        tmp_path, "", fast(), "--resume-run-id", log.parent.name, *later, python=lean_python,
        env=TOOLS,
    )  # fmt: skip
    assert done.result["status"] == "green", said(done)
    assert (log.parent / "answers.jsonl").read_bytes().startswith(kept)
    assert len(prompts(done)) == 5


def _waited_for(place: Path, words: str, process: subprocess.Popen, times: int) -> Path:
    until = time.monotonic() + 120
    while time.monotonic() < until and process.poll() is None:
        for log in place.glob("data/runs/*/events.jsonl"):
            if log.read_text().count(words) >= times:
                return log
        time.sleep(0.02)
    raise AssertionError("it never got so far")


STORE_GOAL = (
    "A CLI tool in todo.py, with a module store.py, that keeps items in items.json in the current "
    "folder.\n```\n$ todo add milk\nadded milk\n$ todo add eggs\nadded eggs\n"
    "$ todo list\nmilk\neggs\n```"
)
STORE_PLAN = (
    "SUMMARY: keeps items\nFILE: store.py - keeps items in a file\n"
    "FUNCTION: add(title) - adds an item and returns its title\n"
    "FUNCTION: titles() - returns all titles\n"
    "FILE: todo.py - the command line\nFUNCTION: main(argv=None) - runs it\n"
    "MUST: add('a') returns 'a'\nEND"
)
STORE = """\
import json
from pathlib import Path

FILE = Path("items.json")


def titles():
    return json.loads(FILE.read_text()) if FILE.exists() else []


def add(title):
    FILE.write_text(json.dumps([*titles(), title]))
    return title
"""
BROKEN = STORE.replace("json.dumps([*titles(), title])", "json.dumps([title])")
TODO = """\
import argparse
from store import add, titles


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("word", choices=["add", "list"])
    parser.add_argument("title", nargs="?", default="")
    given = parser.parse_args(argv)
    if given.word == "add":
        print("added", add(given.title))
    else:
        print("\\n".join(titles()) or "no items")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
"""


@pytest.mark.thorough
def test_the_program_is_started_and_a_fault_in_another_file_is_mended_there(tmp_path, lean_python):
    answers = [
        create(TODO, "todo.py"),
        call("run", text="add milk\nadd 'two eggs; touch x'\nlist"),
        call("read", "store.py"),
        call("edit", "store.py", find="dumps([title])", replace="dumps([*titles(), title])"),
        call("run", text="add milk\nadd 'two eggs; touch x'\nlist"),
        RUN,
        DONE,
    ]  # fmt: skip
    half = fenced("def main(argv=None):\n    print('nothing')\n    return 0")
    said_fast = {
        "Plan this program": STORE_PLAN,
        "Somebody else writes `store.py`": fenced("assert add('a') == 'a'\nassert titles() == []"),
        "Somebody else writes `todo.py`": "No tests today.",
        "Write the file `store.py`": fenced(BROKEN),
        "Write the file `todo.py`": half,
    }
    done = build(
        tmp_path, STORE_GOAL, {"when": said_fast, "last": "I cannot say."},
        *strong(tmp_path, answers, **said_fast), python=lean_python,
        env={"VERDIGRIS_LIMITS__MAX_ITERS": "1", **TOOLS},
    )  # fmt: skip
    assert done.result["status"] == "green", (said(done), done.result["reason"])
    folder = Path(done.result["built"]["folder"])
    assert "[*titles(), title]" in (folder / "store.py").read_text()
    assert "from store import" in (folder / "todo.py").read_text()
    first, second = prompts(done)[2], prompts(done)[5]
    assert "$ program add milk\nadded milk\n\n[exit status 0]" in first
    assert "milk\ntwo eggs; touch x" not in first and "milk\ntwo eggs; touch x" in second
    assert {event["part"] for event in events(done, "tool_used")} == {"todo.py"}


PROJECT = {
    "double.py": (
        "def double(n):\n    raise NotImplementedError\n\n\ndef half(n):\n    return n / 2\n"
    ),
    "fourfold.py": (
        "from double import double\n\n\ndef fourfold(n):\n    raise NotImplementedError\n"
    ),
    "test_double.py": (
        "from double import double, half\nfrom fourfold import fourfold\n\n\n"
        "def test_double():\n    assert double(4) == 8\n\n\n"
        "def test_half():\n    assert half(4) == 2\n\n\n"
        "def test_fourfold():\n    assert fourfold(3) == 12\n"
    ),
}


@pytest.mark.thorough
def test_stubs_of_a_project_are_written_with_tools_where_tests_still_fail(tmp_path, lean_python):
    project = tmp_path / "project"
    project.mkdir()
    for name, text in PROJECT.items():
        (project / name).write_text(text)
    (project / "link.py").symlink_to("double.py")
    answers = [
        call("read", "link.py"),
        RUN,
        call("read", "test_double.py"),
        # Without `half`: what is left out stays.
        create("def double(n):\n    return 2 * n\n"),
        RUN,
        call("edit", "fourfold.py", find="    return 4", replace="    return double(double(n))"),
        create("assert True\n", "test_double.py"),
        DONE,
    ]
    wrong = {
        "Here is `double.py`": WRONG,
        "Here is `fourfold.py`": fenced("def fourfold(n):\n    return 4"),
    }
    done = build(
        tmp_path, "", {"when": wrong, "last": "I cannot say."}, "--into", "project", "--apply",
        *strong(tmp_path, answers, "You write these files"), python=lean_python, env=TOOLS,
    )  # fmt: skip
    assert done.result["status"] == "green" and done.result["applied"], said(done)
    assert "leads through a link" in said(done)[0]
    assert [one for one in said(done) if one.startswith("ran")] == [
        "ran 2 tests: 0 passed",
        "ran 2 tests: 1 passed",
    ]
    assert "belongs to the tests" in said(done)[6]
    text = (project / "double.py").read_text()
    assert "return 2 * n" in text and "return n / 2" in text
    assert "double(double(n))" in (project / "fourfold.py").read_text()
    assert (project / "test_double.py").read_text() == PROJECT["test_double.py"]
    assert {one["tier"] for one in done.result["tiers"]} == {"fast", "strong"}
    last = events(done, "candidate_tried")[-1]
    assert "with tools: …" not in last["note"] and last["result"] == "2 of 2 failing tests pass"


@pytest.mark.thorough
def test_without_tools_the_strong_model_gives_one_whole_answer(tmp_path, lean_python):
    right = fenced("def double(n):\n    return 2 * n")
    whole = {"Here is `double.py`": right, "Write the file `double.py`": right}
    done = build(
        tmp_path, GOAL, fast(), *strong(tmp_path, RIGHT, **whole), python=lean_python,
        env={"VERDIGRIS_BUILD__TOOLS": "auto"},
    )  # fmt: skip
    assert done.result["status"] == "green" and not events(done, "tool_used")


@pytest.mark.thorough
def test_a_program_of_node_is_written_and_started_with_tools_too(tmp_path, lean_python):
    goal = "A Node CLI tool in greet.mjs.\n```\n$ greet Ann\nHello, Ann!\n```"
    text = """
export function main(argv) {
  console.log(`Hello, ${argv[0]}!`);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
"""
    answers = [
        create(text.replace("Hello", "Hullo"), "greet.mjs"),
        call("run", text="Ann"),
        create(text, "greet.mjs"),
        call("run", text="Ann"),
        DONE,
    ]
    wrong = fenced("export function main(argv) {\n  return 0;\n}", "js")
    asked = {"Somebody else writes": "No tests today.", "Write the file `greet.mjs`": wrong}
    done = build(
        tmp_path, goal, {"when": asked, "last": "I cannot say."},
        *strong(tmp_path, answers, **asked), python=lean_python,
        env={"VERDIGRIS_LIMITS__MAX_ITERS": "1", **TOOLS},
    )  # fmt: skip
    assert done.result["status"] == "green", (said(done), done.result["reason"])
    assert "Hullo, Ann!" in prompts(done)[2] and "[exit status 0]" in prompts(done)[2]
    assert "console.log" in (Path(done.result["built"]["folder"]) / "greet.mjs").read_text()
