"""What a build does when things go wrong: plans, code, tests, packages, and users at work."""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from conformance import keeper_samples
from engine.build_goals import GOALS, fenced
from engine.builder import build, command, environment
from verdigris.cli.main import app
from verdigris.errors import UserError

GOAL = "Write a function double(n) in double.py. double(4) returns 8"
RIGHT = fenced("def double(n):\n    return 2 * n")
TESTS = fenced("assert double(0) == 0\nassert double(-1) == -2\nassert double(10) == 20")

SEVERAL = {"VERDIGRIS_BUILD__TEST_SAMPLES": "3"}


def script(code: object = RIGHT, tests: object = TESTS, **more: object) -> dict[str, object]:
    asked = {"Here is `double.py`": code, "Write the file `double.py`": code}
    return {"when": {"Somebody else writes": tests, **asked, **more}, "last": "I cannot say."}


def agreement(result: dict) -> dict:
    return result["built"]["agreement"][0]


def reasons(result: dict) -> str:
    return "\n".join(one["reason"] for one in agreement(result)["quarantined"])


def told(folder: str) -> str:
    return (Path(folder) / "REPORT.md").read_text()


def refused(place: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> UserError:
    """Return what a command line is refused with, before anything is done."""
    monkeypatch.chdir(place)
    (place / "file").touch()
    result = CliRunner().invoke(app, ["build", *words])
    assert isinstance(result.exception, UserError), result
    assert not list(place.glob("workspace/*")) and not (place / "data").exists()
    return result.exception


@pytest.mark.parametrize("goal", [(), ("",), ("   ",)])
def test_no_goal_is_said_before_anything_is_done(goal, tmp_path, monkeypatch):
    said = refused(tmp_path, monkeypatch, *goal)
    assert "no goal" in str(said) and "verdigris build" in said.hint


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--out", "file/x"), "cannot be written to"),
        (("--out", "."), "is not empty"),
        (("--apply",), "--apply belongs to --into"),
        (("--into", ".", "--out", "x"), "two places"),
        (("--into", ".", "--ask"), "about a new program"),
        (("--test-cmd", "make"), "--test-cmd belongs to --into"),
        (("--ask",), "needs a terminal"),
        (("--no-llm",), "needs a model"),
        (("--into", "nowhere"), "is not a folder"),
    ],
)
def test_what_makes_no_sense_is_refused(words, says, tmp_path, monkeypatch):
    model = () if "--no-llm" in words else ("--model", "scripted:file")
    assert says in str(refused(tmp_path, monkeypatch, GOAL, *words, *model))


def test_wrong_tests_are_quarantined_with_the_reason_and_right_ones_trusted(tmp_path, lean_python):
    wrong = fenced(
        "assert double(4) == 9\n"  # contradicts the goal's own example
        "assert double(3) == 7\n"  # no candidate passes it
        "assert double(0) == 0\nassert double(-1) == -2\n"
        "assert callable(double)"  # passes on the stub, so it is not even kept
    )
    done = build(tmp_path, GOAL, script(tests=wrong), python=lean_python)
    assert done.result["status"] == "green"
    said = reasons(done.result)
    assert "contradicts an example of the goal" in said
    assert "no candidate passes it" in said
    bodies = {check["body"] for check in agreement(done.result)["trusted"]}
    assert "assert double(0) == 0" in bodies and "assert double(3) == 7" not in bodies
    assert not any("callable" in body for body in bodies)
    report = told(done.result["built"]["folder"])
    assert "### Quarantined tests (2), not used" in report and "contradicts an example" in report


@pytest.mark.thorough
def test_an_endless_failure_stops_by_the_breaker_with_the_best_version_on_disk(
    tmp_path, lean_python
):
    wrong = fenced("def double(n):\n    return n * n + 1")
    done = build(
        tmp_path, GOAL, script(wrong, fenced("assert double(0) == 0")), "--max-iters", "9",
        python=lean_python, env={"VERDIGRIS_CASCADE__TIERS": "fast"},
    )  # fmt: skip
    assert done.code == 1 and "circuit breaker" in done.result["reason"]
    folder = Path(done.result["built"]["folder"])
    assert "return n * n + 1" in (folder / "double.py").read_text()
    assert done.commits(folder)[1] == "First version"
    assert "**Not finished**" in told(str(folder)) and "FAILS: `double_example_1`" in told(
        str(folder)
    )
    subprocess.run([lean_python, "-c", "import double"], cwd=folder, check=True)


@pytest.mark.thorough
def test_the_later_iterations_repair_what_the_first_version_got_wrong(tmp_path, lean_python):
    wrong = fenced("def double(n):\n    return n + 3")
    fix = {"The bug is in": RIGHT, "which function should change": "`double` is wrong."}
    done = build(
        tmp_path, GOAL, {"when": {**fix, **script(wrong)["when"]}, "last": RIGHT},
        python=lean_python, env={"VERDIGRIS_CASCADE__TIERS": "fast"},
    )  # fmt: skip
    assert done.result["status"] == "green" and done.result["iterations"] == 2
    folder = Path(done.result["built"]["folder"])
    assert done.commits(folder)[:3] == ["Report", "Improve it", "First version"]


@pytest.mark.thorough
def test_garbage_is_said_back_once_and_ends_in_an_honest_report(tmp_path, lean_python):
    done = build(
        tmp_path, GOAL, script("Sorry, I would rather not."), "--max-iters", "2", python=lean_python
    )
    assert done.code == 1
    asked = [
        json.loads(line)["request"]["prompt"]
        for line in (done.run / "answers.jsonl").read_text().splitlines()
        if line.strip()
    ]
    assert any("could not be used" in prompt for prompt in asked)
    folder = done.result["built"]["folder"]
    assert "`double.py` is not written: no usable answer came" in told(folder)
    assert "**Not finished**" in told(folder)
    assert "NotImplementedError" in (Path(folder) / "double.py").read_text()


@pytest.mark.thorough
def test_a_plan_that_is_unusable_twice_is_made_by_rules(tmp_path, lean_python):
    todo = GOALS[1]
    said = {"when": {"Plan this program": "I am only a model."}, "last": "```python\nx = 1\n```"}
    done = build(tmp_path, todo.goal, said, "--stop-after", "plan", python=lean_python)
    assert done.result["built"]["blueprint"]["by"] == "rules"
    assert done.result["built"]["blueprint"]["parts"]


def test_code_and_tests_that_the_gate_refuses_are_never_run(tmp_path, lean_python):
    mark = tmp_path / "mark"
    evil = f"import os\n\ndef double(n):\n    os.system('touch {mark}')\n    return 2 * n"
    bad = f"assert double(__import__('os').system('touch {mark}')) == 0\nassert double(0) == 0\n"
    done = build(
        tmp_path, GOAL,
        script([fenced(evil), RIGHT], fenced(bad + "assert double(-1) == -2")),
        python=lean_python, env={"VERDIGRIS_SANDBOX__BACKEND": "process"},
    )  # fmt: skip
    assert done.result["status"] == "green" and not mark.exists()
    events = (done.run / "events.jsonl").read_text()
    assert "That code may not be run" in events
    assert "os.system" not in (Path(done.result["built"]["folder"]) / "double.py").read_text()


@pytest.mark.thorough
def test_a_tool_whose_commands_nobody_named_is_used_before_it_is_called_verified(
    tmp_path, lean_python
):
    right = keeper_samples.PYTHON
    lacking = right.replace("def main", "def keep(path):\n    save(path, items)\n\n\ndef main")
    silent = right.replace("print(number, text)", "pass")
    answers = {
        "Somebody else writes": fenced("assert program('--help').returncode == 0"),
        "Write the file `todo_items.py`": fenced(keeper_samples.PYTHON_STORE),
        "Write the file `main.py`": [fenced(lacking), fenced(silent), fenced(right)],
    }
    goal = "Create a CLI tool for managing TODO items stored in JSON"
    more = {"VERDIGRIS_BUILD__SAMPLES": "3"}
    done = build(tmp_path, goal, {"when": answers, "last": "?"}, python=lean_python, env=more)
    assert done.result["status"] == "green", done.err
    said = told(done.result["built"]["folder"])
    assert "it has `add TEXT`, `list` and `delete NUMBER`" in said
    assert "3 of 3 tests of what is assumed met" in said
    kept = (done.run / "events.jsonl").read_text()
    assert "uses `items` in `keep`, which is never defined there" in kept
    for words, shown in (("add", "milk"), ""), (("list",), "1 milk\n"):
        start = [lean_python, "main.py", *words]
        seen = subprocess.run(
            start, cwd=done.result["built"]["folder"], capture_output=True, text=True, check=True
        )
        assert seen.stdout == shown


@pytest.mark.thorough
def test_a_program_that_hangs_costs_seconds_and_no_verdict(tmp_path, lean_python):
    hangs = fenced("def double(n):\n    while True:\n        n += 0")
    done = build(
        tmp_path, GOAL, script([hangs, RIGHT]), python=lean_python,
        env={"VERDIGRIS_BUILD__SAMPLES": "3", "VERDIGRIS_BUILD__TEST_SECONDS": "2"},
    )  # fmt: skip
    code = (Path(done.result["built"]["folder"]) / "double.py").read_text()
    assert "while True" not in code


@pytest.mark.thorough
def test_what_no_test_vouches_for_is_written_and_not_called_verified(tmp_path, lean_python):
    goal = "Write a function double(n) in double.py that returns twice the number"
    done = build(tmp_path, goal, script(tests="No tests today."), python=lean_python)
    assert done.code == 1 and "written, not verified" in done.result["reason"]
    folder = done.result["built"]["folder"]
    assert "**Written, not verified**" in told(folder)
    assert "return 2 * n" in (Path(folder) / "double.py").read_text()


@pytest.mark.thorough
def test_that_a_program_starts_does_not_make_it_verified(tmp_path, lean_python):
    words = next(goal for goal in GOALS if goal.name == "words")
    said = words.script()
    said["when"]["Somebody else writes"] = "No tests today."
    del said["when"]["Somebody else writes `words.py`"]
    done = build(tmp_path, words.goal, said, "--out", "mine", python=lean_python)
    assert done.code == 1 and done.result["iterations"] == 1
    assert [check["origin"] for check in agreement(done.result)["trusted"]] == ["smoke"]
    assert "Only that it starts was tested" in told(str(tmp_path / "mine"))


@pytest.mark.thorough
def test_a_package_that_is_not_allowed_is_told_to_whoever_writes_and_to_the_user(
    tmp_path, lean_python
):
    plan = (
        "SUMMARY: doubles\nFILE: double.py - doubles\nFUNCTION: double(n) - twice the number\n"
        "PACKAGE: requests\nMUST: double(0) is 0\nEND"
    )
    goal = "A small library that doubles numbers it was given, using the package requests"
    done = build(tmp_path, goal, script(**{"Plan this program": plan}), python=lean_python)
    blueprint = done.result["built"]["blueprint"]
    if not any("requests" in one for one in blueprint["assumptions"]):
        pytest.fail(f"nobody was told: {blueprint}")
    assert blueprint["dependencies"] == []
    assert "`requests` was not used" in told(done.result["built"]["folder"])
    asked = (done.run / "answers.jsonl").read_text()
    assert "Use only the standard library" in asked


@pytest.mark.thorough
def test_every_rule_of_the_goal_is_asked_about_and_tells_candidates_apart(tmp_path, lean_python):
    goal = (
        "Write a function double(n) in double.py that returns twice the number. Where it is "
        "more than 100, 100 is returned. double(4) returns 8. Of nothing, None, comes nothing."
    )
    right = fenced("def double(n):\n    return None if n is None else min(2 * n, 100)")
    forgets = fenced("def double(n):\n    return 2 * n")
    tests = fenced("assert double(0) == 0\nassert double(3) == 6")
    rules = {
        'forgotten: "Of nothing, None': fenced("assert double(None) == None"),
        'forgotten: "Where it is more': fenced("assert double(90) == 100"),
    }
    first = script([forgets, forgets, right], tests)
    said = {**first, "when": {**rules, **first["when"]}}
    env = {**SEVERAL, "VERDIGRIS_BUILD__SAMPLES": "3"}
    done = build(tmp_path, goal, said, python=lean_python, env=env)
    trusted = {check["body"] for check in agreement(done.result)["trusted"]}
    assert {"assert double(None) == None", "assert double(90) == 100"} <= trusted
    code = (Path(done.result["built"]["folder"]) / "double.py").read_text()
    assert "100" in code, "two candidates forgot a rule, and agree; the tests of the rules do not"


@pytest.mark.thorough
def test_a_call_that_always_ends_in_an_error_is_worth_another_draw(tmp_path, lean_python):
    crashing = fenced("def double(n):\n    return n + n if n >= 0 else [][n]")
    tests = [fenced(f"assert double(0) == 0\nassert double(-{n}) == -{2 * n}") for n in (1, 2, 3)]
    first = script(crashing, tests)
    said = {**first, "when": {"Earlier code ended these calls": RIGHT, **first["when"]}}
    done = build(tmp_path, GOAL, said, python=lean_python, env=SEVERAL)
    assert done.result["status"] == "green"
    asked = (done.run / "answers.jsonl").read_text()
    assert "double(-1): IndexError: list index out of range" in asked
    folder = Path(done.result["built"]["folder"])
    assert "[][n]" not in (folder / "double.py").read_text()
    assert "ends in an error" not in told(folder)


@pytest.mark.thorough
def test_what_a_credible_answer_asks_for_and_nobody_does_is_shown_in_another_draw(
    tmp_path, lean_python
):
    careless = fenced("def double(n):\n    return abs(2 * n)")
    tests = [
        fenced(
            f"assert double({n}) == {2 * n}\nassert double(0) == 0\nassert double(-{n}) == -{2 * n}"
        )
        for n in (1, 2, 3)
    ]
    first = script(careless, tests)
    said = {**first, "when": {"These tests must pass": RIGHT, **first["when"]}}
    done = build(tmp_path, GOAL, said, python=lean_python, env=SEVERAL)
    assert done.result["status"] == "green"
    code = (Path(done.result["built"]["folder"]) / "double.py").read_text()
    assert "abs" not in code, "all were wrong in the same way, and agreed"
    trusted = {check["body"] for check in agreement(done.result)["trusted"]}
    assert "assert double(-1) == -2" in trusted


@pytest.mark.thorough
def test_while_nobody_meets_an_example_of_the_goal_more_is_drawn(tmp_path, lean_python):
    wrong = fenced("def double(n):\n    return n + 3")
    # Two answers a round, by seeds 0, 1, 100, 101 and so on: only the last round finds it.
    answers = [RIGHT if seed == 300 % 7 else wrong for seed in range(7)]
    done = build(tmp_path, GOAL, script(answers), python=lean_python)
    assert done.result["status"] == "green" and done.result["iterations"] == 1
    assert agreement(done.result)["candidates"] == 8


@pytest.mark.thorough
def test_while_a_candidate_is_alone_more_is_drawn(tmp_path, lean_python):
    wrong = fenced("def double(n):\n    return min(n + n, 8)")
    # Alone in the first two rounds; the third, with the seeds 200 and 201, brings another one.
    answers = [RIGHT if seed in (0, 200 % 7) else wrong for seed in range(7)]
    tests = [fenced(f"assert double({n}) == {2 * n}") for n in (9, 10, 11, 12)]
    done = build(tmp_path, GOAL, script(answers, tests), python=lean_python)
    told = agreement(done.result)
    assert (told["candidates"], told["backing"]) == (6, 2)


@pytest.mark.thorough
def test_a_call_that_still_ends_in_an_error_is_told(tmp_path, lean_python):
    crashing = fenced("def double(n):\n    return n + n if n >= 0 else [][n]")
    tests = [fenced(f"assert double(0) == 0\nassert double(-{n}) == -{2 * n}") for n in (1, 2, 3)]
    done = build(tmp_path, GOAL, script(crashing, tests), python=lean_python, env=SEVERAL)
    assert "ends in an error that the goal does not ask for: double(-1): IndexError" in told(
        done.result["built"]["folder"]
    )


@pytest.mark.thorough
def test_the_strong_model_is_asked_where_the_fast_one_does_not_convince(tmp_path, lean_python):
    strong = tmp_path / "strong.json"
    strong.write_text(json.dumps(script()))
    wrong = fenced("def double(n):\n    return n + 3")
    done = build(
        tmp_path, GOAL, script(wrong), "--strong-model", f"scripted:{strong}", python=lean_python
    )
    assert done.result["status"] == "green"
    assert {one["tier"] for one in done.result["tiers"]} == {"fast", "strong"}
    assert "| strong |" in told(done.result["built"]["folder"])


def test_killed_while_drafting_it_goes_on_without_asking_twice(tmp_path, lean_python):
    env = environment(tmp_path)
    words = command(tmp_path, script(), GOAL, "--out", "mine", python=lean_python)
    process = subprocess.Popen(words, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL)
    answers = _waited_for(tmp_path, "coder", process, times=2)  # all that are asked for
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = answers.read_bytes()
    run = answers.parent.name
    done = build(tmp_path, "", {}, "--resume-run-id", run, python=lean_python)
    assert done.result["status"] == "green"
    # An empty script would have failed on any new question.
    assert answers.read_bytes() == kept
    attempt = json.loads((answers.parent / "attempts" / "001.json").read_text())
    assert [step["step"] for step in attempt["steps"]][:3] == ["plan", "specify", "draft"]
    assert attempt["blueprint"] and attempt["verdict"]["green"]
    assert done.commits(tmp_path / "mine")[-1] == "Begin"


def _waited_for(place: Path, role: str, process: subprocess.Popen, times: int = 1) -> Path:
    """Return the answers of the run, once so many questions of a role were answered."""
    until = time.monotonic() + 120
    while time.monotonic() < until and process.poll() is None:
        for log in place.glob("data/runs/*/events.jsonl"):
            if log.read_text().count(f'"role":"{role}"') >= times:
                return log.parent / "answers.jsonl"
        time.sleep(0.02)
    raise AssertionError("no such question was asked")


@pytest.mark.thorough
def test_interrupted_it_finishes_the_step_and_goes_on_later(tmp_path, lean_python):
    env = environment(tmp_path)
    words = command(tmp_path, script(), GOAL, "--out", "mine", python=lean_python)
    process = subprocess.Popen(
        words, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    run = _waited_for(tmp_path, "tester", process).parent.name
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 130 and f"verdigris build --resume-run-id {run}" in said
    done = build(tmp_path, "", script(), "--resume-run-id", run, python=lean_python)
    assert done.result["status"] == "green" and (tmp_path / "mine" / "REPORT.md").exists()


@pytest.mark.thorough
def test_two_builds_at_once_get_a_folder_each(tmp_path, lean_python):
    env = environment(tmp_path)
    words = command(tmp_path, script(), GOAL, python=lean_python)
    both = [
        subprocess.Popen(
            [*words, "--json"], cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    results = [json.loads(one.communicate(timeout=240)[0]) for one in both]
    assert [result["status"] for result in results] == ["green", "green"]
    folders = {Path(result["built"]["folder"]).name for result in results}
    assert folders == {"double", "double-2"}


@pytest.mark.thorough
def test_a_paused_build_keeps_its_folder_and_claims_nothing(tmp_path, lean_python):
    """Another build that takes the folder all the same keeps it, and neither version is lost."""
    half = "Write a function half(n) in half.py. half(4) returns 2"
    code = fenced("def half(n):\n    return n / 2")
    said = {"when": {"Somebody else writes": fenced("assert half(10) == 5")}, "last": code}
    first = build(tmp_path, GOAL, script(), "--stop-after", "plan", python=lean_python)
    folder, run = Path(first.result["built"]["folder"]), first.run
    assert folder.is_dir()
    assert "**Nothing is written yet**" in (run / "REPORT.md").read_text()
    taken = build(tmp_path, half, said, "--out", str(folder), python=lean_python)
    assert taken.result["status"] == "green"
    done = build(tmp_path, "", script(), "--resume-run-id", run.name, python=lean_python)
    assert done.result["status"] == "green"
    best = Path(done.result["built"]["folder"])
    assert best == run / "best" and "Verified" in told(str(best))
    assert (best / "double.py").exists() and not (folder / "double.py").exists()
    assert "half" in told(str(folder))


@pytest.mark.thorough
def test_a_built_program_is_not_undone_file_by_file_and_a_fork_gets_its_own_folder(
    tmp_path, lean_python
):
    done = build(tmp_path, GOAL, script(), "--out", "mine", python=lean_python)
    run = done.run.name
    for words in (["undo", run], ["apply", run]):
        refused = CliRunner().invoke(app, words, env=done.env)
        assert "every version of it is a commit there" in str(refused.exception)
    crossed = CliRunner().invoke(app, ["fix", "--resume-run-id", run], env=done.env)
    assert f"verdigris build --resume-run-id {run}" in crossed.exception.hint
    forked = CliRunner().invoke(app, ["fork", run, "3"], env=done.env)
    assert f"The program: {tmp_path / 'mine-2'}" in forked.output.replace("\n", "")
    assert done.commits(tmp_path / "mine-2") == done.commits(tmp_path / "mine")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("setting", "says"),
    [("MAX_TOKENS", "--max-tokens NUMBER"), ("FAST_TOKENS", "VERDIGRIS_LIMITS__FAST_TOKENS=")],
)
def test_the_advice_at_the_end_names_the_limit_that_was_met(setting, says, tmp_path, lean_python):
    done = subprocess.run(
        command(tmp_path, script("no"), GOAL, python=lean_python),
        cwd=tmp_path, env=environment(tmp_path, **{f"VERDIGRIS_LIMITS__{setting}": "1"}),
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    advice = next(line for line in done.stdout.splitlines() if line.startswith("Give it more"))
    assert says in advice


@pytest.mark.thorough
def test_a_goal_that_is_no_utf8_is_no_crash(tmp_path, lean_python):
    words = command(tmp_path, script(), "--stop-after", "plan", "--json", python=lean_python)
    done = subprocess.run(
        [*words, "--", GOAL.encode() + b" \xff\xfe"],
        cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert json.loads(done.stdout)["status"] == "paused", done.stderr


@pytest.mark.thorough
def test_what_a_user_edited_meanwhile_is_not_written_over(tmp_path, lean_python):
    first = build(
        tmp_path, GOAL, script(), "--out", "mine", "--stop-after", "draft", python=lean_python
    )
    mine = tmp_path / "mine" / "double.py"
    mine.write_text("# mine\n")
    done = build(tmp_path, "", script(), "--resume-run-id", first.run.name, python=lean_python)
    assert done.result["status"] == "green"
    assert mine.read_text() == "# mine\n"
    assert "return 2 * n" in (first.run / "best" / "double.py").read_text()
    assert "was left as it is" in (first.run / "events.jsonl").read_text()


PROJECT = {
    "double.py": (
        "def double(n):\n    raise NotImplementedError\n\n\ndef half(n):\n    return n / 2\n"
    ),
    "test_double.py": (
        "from double import double, half\n\n\ndef test_double():\n    assert double(4) == 8\n\n\n"
        "def test_half():\n    assert half(4) == 2\n"
    ),
}


def test_stubs_are_written_into_a_project_and_its_tests_stay_as_they_are(tmp_path, lean_python):
    project = tmp_path / "project"
    project.mkdir()
    for name, text in PROJECT.items():
        (project / name).write_text(text)
    done = build(tmp_path, "", script(), "--into", "project", "--apply", python=lean_python)
    assert done.result["status"] == "green" and done.result["applied"]
    text = (project / "double.py").read_text()
    assert "return 2 * n" in text and "def half(n):\n    return n / 2" in text
    assert (project / "test_double.py").read_text() == PROJECT["test_double.py"]
    assert sorted(path.name for path in project.iterdir() if path.is_file()) == sorted(PROJECT)
    report = (done.run / "REPORT.md").read_text()
    assert report.startswith("# Report: project\n") and "| `double.py` | `double`" in report
    assert "not written" not in report and "only a program that is green" not in report
    undone = CliRunner().invoke(app, ["undo", done.run.name], env=done.env)
    assert undone.exit_code == 0, undone.output
    assert (project / "double.py").read_text() == PROJECT["double.py"]


def test_history_is_empty_at_first():
    assert "Nothing was built yet" in CliRunner().invoke(app, ["history"]).output


@pytest.mark.thorough
def test_every_candidate_is_kept_however_many_are_asked_for(tmp_path, lean_python):
    wrong = fenced("def double(n):\n    return n + 3")
    env = {
        "VERDIGRIS_BUILD__SAMPLES": "32", "VERDIGRIS_BUILD__TOOLS": "off",
        "VERDIGRIS_LIMITS__MAX_ITERS": "1",
    }  # fmt: skip
    done = build(tmp_path, GOAL, script(wrong), python=lean_python, env=env)
    lines = (done.run / "patches" / "index.jsonl").read_text().splitlines()
    numbers = [row["candidate"] for row in map(json.loads, lines) if row["result"] == "to be tried"]
    assert len(numbers) == len(set(numbers)) == 128
