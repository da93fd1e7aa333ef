"""`verdigris fix` through the front door: the command line as a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

VERDIGRIS = [sys.executable, "-m", "verdigris"]
GOOD = "```python\ndef double(n):\n    return n * 2\n```"
PLAN = {"which function should change": "`double` adds.", "three short lines": "LESSON: multiply"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "maths.py").write_text("def double(n):\n    return n + 2\n")
    (root / "test_maths.py").write_text(
        "from maths import double\n\n\ndef test_double():\n    assert double(5) == 10\n\n\n"
        "def test_two():\n    assert double(2) == 4\n"
    )
    return root


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "home"),
        "VERDIGRIS_PATHS__DATA": str(tmp_path / "data"),
        "VERDIGRIS_CASCADE__TIERS": "recall,fast,strong",
        "VERDIGRIS_SUITE__OBSERVE_SECONDS": "0",
        "VERDIGRIS_PATHS__CACHE": str(tmp_path / "cache"),
        "VERDIGRIS_SUITE__PYTHON": sys.executable,
        # Faster, and nothing here is about the linters or about other plugins of pytest.
        "VERDIGRIS_SUITE__TEST_CMD": "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 python -m pytest -q",
        "VERDIGRIS_CHECKS__RUFF_CMD": "true",
        "VERDIGRIS_CHECKS__BANDIT_CMD": "true",
    }


@pytest.fixture
def verdigris(tmp_path, environment, project):
    """Run the command in the project's folder, with a scripted model."""

    def call(*words: str, script: dict[str, object] | None = None, **variables: str):
        if script is not None:
            path = tmp_path / "script.json"
            path.write_text(json.dumps({**script, "when": {**PLAN, **script.get("when", {})}}))
            words = (*words, "--model", f"scripted:{path}")
        return subprocess.run(
            [*VERDIGRIS, *words],
            cwd=project, env={**environment, **variables}, capture_output=True, text=True,
            timeout=120, check=False,
        )  # fmt: skip

    return call


@pytest.mark.thorough
def test_green_without_apply_leaves_the_files_alone(verdigris, project):
    before = {path.name: path.read_bytes() for path in project.iterdir()}
    done = verdigris("fix", ".", script={"last": GOOD})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 failed, 1 passed" in done.stdout
    assert "+    return n * 2" in done.stdout
    assert "honestly green" in done.stdout
    assert {path.name: path.read_bytes() for path in project.iterdir()} == before


def test_apply_writes_the_fix(verdigris, project):
    done = verdigris("fix", ".", "--apply", script={"last": GOOD})
    assert done.returncode == 0, done.stdout + done.stderr
    assert (project / "maths.py").read_text() == "def double(n):\n    return n * 2\n"


@pytest.mark.thorough
def test_the_patch_it_names_really_applies(verdigris, project):
    done = verdigris("fix", ".", script={"last": GOOD})
    words = done.stdout.split("git apply ")[1].split()
    patch = "".join(words)  # a long path may be folded
    subprocess.run(["git", "apply", patch], cwd=project, check=True)
    assert "n * 2" in (project / "maths.py").read_text()


def test_json_is_one_object_and_nothing_else(verdigris, project):
    done = verdigris("fix", ".", "--json", script={"last": GOOD})
    result = json.loads(done.stdout)
    assert result["status"] == "green" and result["tier"] == "fast"
    assert result["verdict"]["fixed"] == ["test_maths.py::test_double"]
    evidence = json.loads((Path(result["folder"]) / "evidence.json").read_text())
    assert evidence["before"]["exit_code"] == 1 and evidence["after"]["exit_code"] == 0
    assert evidence["diff"] == (Path(result["folder"]) / "final.patch").read_text()


def test_already_green(verdigris, project):
    (project / "maths.py").write_text("def double(n):\n    return n * 2\n")
    done = verdigris("fix", ".", "--no-llm")
    assert done.returncode == 0
    assert "already green" in done.stdout


def test_not_green_is_status_1_and_says_why(verdigris):
    wrong = "```python\ndef double(n):\n    return n * 3\n```"
    done = verdigris("fix", ".", "--max-iters", "1", script={"last": wrong})
    assert done.returncode == 1
    assert "iteration limit of 1 reached" in done.stdout


@pytest.mark.thorough
def test_the_same_wrong_idea_is_not_tried_twice(verdigris):
    wrong = "```python\ndef double(n):\n    return n * 3\n```"
    again = "```python\ndef double( n ):\n    # the same, written differently\n    return n*3\n```"
    done = verdigris(
        "fix", ".", "--max-iters", "2", "--json", script={"lines": [wrong], "last": again}
    )
    folder = Path(json.loads(done.stdout)["folder"])
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    tried = [event["result"] for event in events if event["kind"] == "candidate_tried"]
    assert tried[0] == "0 of 1 failing tests pass"
    assert len(tried) == 8
    assert all("tried before" in result for result in tried[1:])


@pytest.mark.thorough
def test_second_run_is_green_from_memory_with_no_model_call(verdigris):
    assert verdigris("fix", ".", script={"last": GOOD}).returncode == 0
    done = verdigris("fix", ".", "--no-llm", "--json")
    result = json.loads(done.stdout)
    assert result["status"] == "green" and result["tier"] == "recall"
    assert result["use"]["calls"] == 0


@pytest.mark.thorough
def test_memory_comes_before_any_model_call(verdigris):
    assert verdigris("fix", ".", script={"last": GOOD}).returncode == 0
    result = json.loads(verdigris("fix", ".", "--json", script={"last": "never asked"}).stdout)
    assert result["tier"] == "recall" and result["use"]["calls"] == 0


def test_no_llm_with_nothing_known_says_so(verdigris):
    done = verdigris("fix", ".", "--no-llm")
    assert done.returncode == 1
    assert "nothing is left to try without a model" in done.stdout


@pytest.mark.thorough
def test_stop_after_and_resume(verdigris, project):
    paused = verdigris("fix", ".", "--stop-after", "patch", script={"last": GOOD})
    assert paused.returncode == 1, paused.stdout + paused.stderr
    run_id = paused.stdout.split("--resume-run-id ")[1].split()[0]
    done = verdigris("fix", "--resume-run-id", run_id, "--apply", script={"last": "never asked"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "n * 2" in (project / "maths.py").read_text()
    again = verdigris("fix", "--resume-run-id", run_id, script={"last": "never asked"})
    assert again.returncode == 0


@pytest.mark.thorough
def test_apply_refuses_when_the_file_moved_on(verdigris, project):
    paused = verdigris("fix", ".", "--stop-after", "decide", script={"last": GOOD})
    run_id = paused.stdout.split("run ")[1].split()[0]
    mine = "def double(n):\n    return n + 2  # my own work\n"
    (project / "maths.py").write_text(mine)
    done = verdigris("fix", "--resume-run-id", run_id, "--apply", script={"last": GOOD})
    assert done.returncode == 2
    assert "maths.py changed since the run began" in done.stderr
    assert (project / "maths.py").read_text() == mine


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("fix", "nowhere", "--no-llm"), 2, "is not a folder"),
        (("fix", ".", "--stop-after", "lunch", "--no-llm"), 2, "no step 'lunch'"),
        (("fix", "--resume-run-id", "261115-000000-abcdef", "--no-llm"), 2, "There is no run"),
        (("fix", ".", "--model", "antropic:x"), 2, "Did you mean 'anthropic:"),
        (("fix", ".", "--model", "anthropic:claude-x"), 3, "There is no key for anthropic"),
        (("fix", "."), 3, "verdigris model pull"),
        (("fix", ".", "--model", "openai-compatible:http://127.0.0.1:9/v1"), 3, "Is it running"),
        (("fix", ".", "--test-cmd", "no-such-program", "--no-llm"), 3, "cannot start"),
        (("fix", ".", "--max-iters", "0"), 2, "--max-iters"),
        (("runs", "261115-nothing"), 2, "verdigris runs"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_misuse_is_one_sentence_with_the_cure(verdigris, words, status, said):
    done = verdigris(*words, VERDIGRIS_MODELS__RETRIES="0")
    assert done.returncode == status, done.stdout + done.stderr
    assert said in " ".join((done.stdout + done.stderr).split())
    assert "Traceback" not in done.stderr


def test_no_tests(verdigris, project):
    (project / "test_maths.py").unlink()
    done = verdigris("fix", ".", "--no-llm")
    assert done.returncode == 3
    assert "found no tests" in done.stderr and "--test-cmd" in done.stderr


def test_tests_that_die(verdigris, project):
    (project / "conftest.py").write_text("import os\nos._exit(7)\n")
    done = verdigris("fix", ".", "--no-llm")
    assert done.returncode in (1, 3)
    assert "Traceback" not in done.stderr
    assert "7" in done.stdout + done.stderr


def test_errors_in_json_mode_are_an_object_too(verdigris):
    done = verdigris("fix", ".", "--json", "--test-cmd", "no-such-program", "--no-llm")
    assert done.returncode == 3
    assert json.loads(done.stdout)["error"]["exit_code"] == 3


def _start_slow_run(project: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    """Start a run whose tests go on until the file `go` appears; return once they have begun."""
    (project / "test_slow.py").write_text(
        "import time\nfrom pathlib import Path\n\n\ndef test_slow():\n"
        f"    Path({str(project / 'running')!r}).touch()\n"
        f"    while not Path({str(project / 'go')!r}).exists():\n        time.sleep(0.02)\n"
    )
    # The test under way and this one signal each other by files, which isolation would prevent.
    process = subprocess.Popen(
        [*VERDIGRIS, "fix", ".", "--no-llm", "--sandbox", "process"],
        cwd=project, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not (project / "running").exists():
        assert time.monotonic() < deadline and process.poll() is None, process.communicate()
        time.sleep(0.05)
    return process


def test_ctrl_c_once_finishes_the_step_and_saves(project, environment, verdigris):
    process = _start_slow_run(project, environment)
    process.send_signal(signal.SIGINT)
    (project / "go").touch()
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, out + err
    assert "Finishing this step" in out and "paused" in out
    run_id = out.split("--resume-run-id ")[1].split()[0]
    assert verdigris("fix", "--resume-run-id", run_id, script={"last": GOOD}).returncode == 0


@pytest.mark.thorough
def test_ctrl_c_twice_stops_at_once_and_loses_nothing(project, environment, verdigris):
    process = _start_slow_run(project, environment)
    process.send_signal(signal.SIGINT)
    line = ""
    while "Finishing" not in line:
        line = process.stdout.readline()
        assert line, "the first Ctrl+C was not heard"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, out + err
    assert "Stopped at once" in err
    (project / "go").touch()
    run_id = next((Path(environment["VERDIGRIS_PATHS__DATA"]) / "runs").iterdir()).name
    assert verdigris("fix", "--resume-run-id", run_id, script={"last": GOOD}).returncode == 0


def test_two_processes_cannot_work_on_one_run(project, environment, verdigris):
    process = _start_slow_run(project, environment)
    run_id = next((Path(environment["VERDIGRIS_PATHS__DATA"]) / "runs").iterdir()).name
    done = verdigris("fix", "--resume-run-id", run_id, "--no-llm")
    assert done.returncode == 2 and "Another process" in done.stderr
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)


@pytest.mark.thorough
def test_four_runs_at_once_on_one_database(tmp_path, environment):
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"last": GOOD, "when": PLAN}))
    processes = []
    for number in range(4):
        root = tmp_path / f"project{number}"
        root.mkdir()
        (root / "maths.py").write_text("def double(n):\n    return n + 2\n")
        (root / "test_maths.py").write_text(
            "from maths import double\n\n\n"
            f"def test_double_{number}():\n    assert double({number + 3}) == {2 * (number + 3)}\n"
        )
        command = [*VERDIGRIS, "fix", str(root), "--json", "--model", f"scripted:{script}"]
        processes.append(
            subprocess.Popen(
                command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
        )
    results = []
    for process in processes:
        out, err = process.communicate(timeout=240)
        assert process.returncode == 0, out + err
        results.append(json.loads(out))
    listed = subprocess.run(
        [*VERDIGRIS, "runs", "--json"], env=environment, capture_output=True, text=True, check=True
    )
    rows = {row["id"]: row for row in json.loads(listed.stdout)["runs"]}
    assert set(rows) == {result["run_id"] for result in results}
    assert all(row["status"] == "green" for row in rows.values())
    for result in results:
        shown = subprocess.run(
            [*VERDIGRIS, "runs", result["run_id"], "--json"],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        steps = [
            step["step"] for r in json.loads(shown.stdout)["run"]["rounds"] for step in r["steps"]
        ]
        assert len(steps) == 11
