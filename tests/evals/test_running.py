"""Running evals: real processes, real tests, a scripted model. Jobs end in every way there is."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_tasks import MENDED, VISIBLE, Put

from verdigris.core.budget import Use
from verdigris.errors import MissingError
from verdigris.evals.entrants.spending import used_in
from verdigris.evals.jobs.budget import Purse, read_purse
from verdigris.evals.jobs.running import Watching, run_eval
from verdigris.evals.keeping import Home, Record
from verdigris.evals.outcome import Outcome
from verdigris.evals.plan import Plan
from verdigris.settings import load

Asked = Callable[..., Plan]
ANSWER = f"```python\n{MENDED}```\n"
WRONG = "```python\ndef double(n):\n    return n - 2\n```\n"


@pytest.fixture
def asked(tmp_path: Path, lean_python: Path) -> Asked:
    """Return a plan for the suite below the test's folder, with answers from a script."""

    def plan(*lines: str, last: str | None = None, **changes: Any) -> Plan:
        script = tmp_path / "script.json"
        script.write_text(json.dumps({"lines": lines, "last": last or ANSWER}))
        flags = {
            "models.default": f"scripted:{script}",
            "cascade.tiers": ["recall", "fast"],
            "limits.max_iters": 1,
            "suite.python": str(lean_python),
            "suite.observe_seconds": 0,
            "sandbox.backend": "process",
            **changes.pop("flags", {}),
        }
        given = {"suite": str(tmp_path / "suite"), "flags": flags, "job_seconds": 120, **changes}
        return Plan.model_validate(given)

    return plan


def home() -> Home:
    return Home(load().settings)


async def measured(plan: Plan, **more: Any) -> Record:
    return await run_eval(plan, home(), **more)


def story(record: Record) -> list[dict[str, Any]]:
    """Return what an eval came to, without what a clock says."""
    rows = []
    for one in record.outcomes:
        row = json.loads(one.model_dump_json(exclude={"wall_seconds": True}))
        row["told"] = {
            name: value
            for name, value in row["told"].items()
            if name not in ("seconds", "use", "tiers", "moments")
        }
        row["judged"].pop("hidden")
        rows.append({**row, "tokens": one.told.use.tokens})
    return rows


async def test_an_eval_solves_judges_keeps_and_does_nothing_twice(put: Put, asked: Asked) -> None:
    put("good")
    put("poor", **{"repo/test_twice.py": VISIBLE.replace("== 6", "== 7")})
    seen: list[str] = []
    record = await measured(asked(), jobs=2)
    good, poor = record.outcomes
    assert (good.verdict, good.told.tier, good.judged.right) == ("right", "fast", True)
    assert (poor.verdict, poor.claimed) == ("not solved", False)
    assert good.told.use.tokens > 0 and good.told.answers == 1
    assert any("asks scripted" in moment.title for moment in good.told.moments)
    assert poor.told.misses == 1
    assert record.complete and record.cached == 0 and record.machine.at_once == 2

    again = await measured(asked(), watching=Watching(started=lambda job: seen.append(job.task.id)))
    assert seen == [] and again.cached == 2 and again.machine.at_once == 0
    assert story(again) == story(record)

    put("poor", **{"repo/test_twice.py": VISIBLE})
    watching = Watching(started=lambda job: seen.append(job.task.id))
    changed = await measured(asked(), watching=watching)
    assert seen == ["poor"], "only what has changed is done again"
    assert [one.verdict for one in changed.outcomes] == ["right", "right"]
    assert changed.outcomes[1].told.tier == "fast", "nothing was learned from the other task"
    assert home().record("last").id == changed.id

    put("good", **{"repo/notes.txt": "changed as well"})
    stopped = await measured(asked(), purse=Purse(seconds=1e-9))
    assert [one.task for one in stopped.outcomes] == ["poor"], "kept ones are listed all the same"
    assert "budget" in stopped.stopped and not stopped.complete


@pytest.mark.thorough
async def test_baselines_take_samples_and_several_are_picked_by_tests(
    put: Put, asked: Asked
) -> None:
    put()
    plain = (await measured(asked(WRONG, entrant="plain"))).outcomes[0]
    assert plain.claimed and plain.false_green and plain.told.answers == 1
    best = (await measured(asked("Sorry.", WRONG, WRONG, entrant="best-of-4"))).outcomes[0]
    assert best.verdict == "right"
    assert (best.told.answers, best.told.unusable) == (4, 1)
    assert (best.told.misses, best.told.repeated) == (2, 1), "the same mistake, made twice"
    poor = asked(WRONG, entrant="best-of-4", flags={"limits.max_tokens": 1})
    assert "token limit" in (await measured(poor)).outcomes[0].told.reason
    late = asked(WRONG, entrant="best-of-4", flags={"limits.max_seconds": 0.001})
    assert "time limit" in (await measured(late)).outcomes[0].told.reason


AGENTS = {
    "honest": f"open('twice.py', 'w').write({MENDED!r})",
    "liar": "pass",
    "cheat": "open('test_twice.py', 'w').write('def test_three():\\n    assert True\\n')",
    "humble": "raise SystemExit(1)",
    "killer": "import os, signal; os.kill(os.getppid(), signal.SIGKILL)",
    "confounder": "import os, shutil; os.remove('test_twice.py'); os.mkdir('test_twice.py'); "
    "open(b'caf\\xe9.txt', 'w').write('x')",
    "stayer": "import subprocess, sys; one = subprocess.Popen([sys.executable, '-c', "
    "'import time; time.sleep(600)'], start_new_session=True, stdout=subprocess.DEVNULL, "
    "stderr=subprocess.DEVNULL); print(one.pid, 'stays', flush=True)",
}


@pytest.mark.thorough
async def test_other_agents_are_judged_by_what_they_leave_behind(
    put: Put, asked: Asked, tmp_path: Path
) -> None:
    put()
    found: dict[str, Outcome] = {}
    for name, code in AGENTS.items():
        command = shlex.join([sys.executable, "-c", code, "{goal}"])
        plan = asked(entrant="agent", agent=command)
        found[name] = (await measured(plan)).outcomes[0]
    assert found["honest"].verdict == "right"
    assert found["liar"].verdict == "false green"
    assert found["cheat"].verdict == "false green"
    assert "touches tests" in found["cheat"].judged.reasons[0]
    assert found["humble"].verdict == "not solved"
    assert found["killer"].verdict == "crashed" and "signal 9" in found["killer"].error
    assert not any(one.told.counted for one in found.values()), "nobody tells what they used"
    assert found["confounder"].verdict == "false green", "what it claimed is not lost"
    said = found["stayer"].told.moments[0].text
    assert "stays" in said and gone(int(said.split()[0])), "nobody is at work during judgement"


async def test_what_an_agent_did_is_kept_for_its_own_eval_alone(put: Put, asked: Asked) -> None:
    put("one"), put("two")
    plan = asked(entrant="agent", agent=shlex.join([sys.executable, "-c", "pass"]), stream=True)
    first = await measured(plan)
    planned: list[tuple[int, int]] = []
    ended: list[str] = []

    def watching() -> Watching:
        return Watching(
            planned=lambda jobs, cached: planned.append((jobs, cached)),
            ended=lambda outcome: ended.append(outcome.task),
        )

    assert (await measured(plan, name=first.id, watching=watching())).cached == 2
    home().path_of(first.outcomes[0].key).unlink()
    again = await measured(plan, name=first.id, watching=watching())
    assert again.cached == 0, "what comes behind a gap in a stream is done again"
    assert planned == [(2, 2), (2, 0)] and len(ended) == 4
    other = await measured(plan.model_copy(update={"limit": 1}))
    assert other.cached == 0, "the program may be another one by now"


@pytest.mark.thorough
async def test_a_stream_is_not_put_together_from_two_sittings(put: Put, asked: Asked) -> None:
    put("a"), put("b"), put("c")
    plan = asked(entrant="plain", stream=True)
    first = await measured(plan)
    home().path_of(first.outcomes[1].key).unlink()
    again = await measured(plan, purse=Purse(seconds=1e-9))
    assert not again.complete
    # One job is done again and the eval is stopped: what came after it had another predecessor.
    ended: list[str] = []

    class Stop(Exception):
        """The user has had enough."""

    def stop(outcome: Outcome) -> None:
        ended.append(outcome.task)
        raise Stop

    with pytest.raises(Stop):
        await measured(plan, watching=Watching(ended=stop))
    assert ended == ["a"], "nothing is left to go on from, so it begins anew"
    assert home().outcome(first.outcomes[2].key) is None


async def test_what_is_changed_while_an_eval_runs_ends_it_with_the_reason(
    put: Put, asked: Asked
) -> None:
    put("one"), put("two")
    watching = Watching(ended=lambda outcome: put("two", **{"repo/notes.txt": "new"}) and None)
    with pytest.raises(MissingError, match="task two was changed while the eval ran"):
        await measured(asked(entrant="plain"), watching=watching)
    assert [one.task for one in home().record("last").outcomes] == ["one"]


async def test_a_key_that_an_agent_writes_down_is_not_passed_on(
    put: Put, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_API_TOKEN", "quite-ordinary-words-4711")
    code = "import os; open('notes.cfg', 'w').write('token: ' + os.environ['SHOP_API_TOKEN'])"
    put()
    record = await measured(asked(entrant="agent", agent=shlex.join([sys.executable, "-c", code])))
    assert "notes.cfg" in record.outcomes[0].judged.diff
    assert "ordinary-words" not in record.model_dump_json()


async def test_what_was_used_counts_however_a_job_ends(put: Put, asked: Asked) -> None:
    put("one"), put("two")
    plan = asked(WRONG, entrant="best-of-4")
    script = Path(plan.flags["models.default"].partition(":")[2])
    script.write_text(json.dumps({"lines": [WRONG]}))
    record = await measured(plan, purse=Purse(tokens=1))
    assert [one.ended for one in record.outcomes] == ["unanswered"]
    assert record.outcomes[0].told.use.tokens > 0
    assert "budget of 1 tokens" in record.stopped


def test_half_a_line_in_the_book_of_a_killed_job_counts_as_none(tmp_path: Path) -> None:
    book = tmp_path / "used.jsonl"
    assert used_in(book) == Use()
    one = Use(calls=1, tokens_in=5, cost=0.25)
    book.write_text(f"{one.model_dump_json()}\n{one.model_dump_json()}\n" + '{"calls": 1, "tok')
    assert used_in(book) == one + one


@pytest.mark.thorough
async def test_a_job_that_hangs_is_given_up_with_all_it_started(
    put: Put, asked: Asked, tmp_path: Path
) -> None:
    put()
    pid = tmp_path / "pid"
    code = (
        "import os, time; os.fork() or os.setsid(); "
        f"open({str(pid)!r}, 'a').write(str(os.getpid()) + ' '); time.sleep(600)"
    )
    agent = shlex.join([sys.executable, "-c", code])
    outcome = (await measured(asked(entrant="agent", agent=agent, job_seconds=10))).outcomes[0]
    assert outcome.verdict == "out of time"
    assert len(pids := pid.read_text().split()) == 2
    assert all(gone(int(one)) for one in pids), "also what left the session"
    own = asked(entrant="agent", agent=agent, flags={"limits.max_seconds": 1})
    outcome = (await measured(own)).outcomes[0]
    assert outcome.verdict == "not solved" and "ran out of time" in outcome.told.reason
    assert len(pids := pid.read_text().split()) == 4 and all(gone(int(one)) for one in pids)


def gone(pid: int) -> bool:
    """Wait until a process has ended."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.thorough
async def test_what_every_job_would_miss_ends_the_eval_with_the_cure(
    put: Put, asked: Asked, tmp_path: Path
) -> None:
    put("one"), put("two")
    dead = {"models.default": "openai-compatible:http://127.0.0.1:9/v1#none", "models.retries": 0}
    with pytest.raises(MissingError) as caught:
        await measured(asked(flags=dead))
    assert "127.0.0.1:9" in str(caught.value)
    assert home().record("last").stopped
    agent = asked(entrant="agent", agent=f"{tmp_path}/no-such-agent {{repo}}")
    assert "cannot be started" in (await measured(agent)).outcomes[0].error


@pytest.mark.thorough
async def test_no_job_starts_once_the_budget_is_spent(put: Put, asked: Asked) -> None:
    put("one"), put("two")
    plan = asked(entrant="plain")
    record = await measured(plan, purse=Purse(tokens=1))
    assert [one.task for one in record.outcomes] == ["one"]
    assert "budget of 1 tokens" in record.stopped
    whole = await measured(plan)
    assert [one.task for one in whole.outcomes] == ["one", "two"] and whole.cached == 1


def test_budgets_are_read_or_refused() -> None:
    purse = read_purse("cost=2.5, tokens=1000,seconds=60")
    assert (purse.cost, purse.tokens, purse.seconds) == (2.5, 1000, 60)
    for text in ("money=1", "cost", "cost=-1", "tokens=many", "seconds=inf"):
        with pytest.raises(Exception, match="cannot be read"):
            read_purse(text)


# Through the command line


def words(plan: Plan, *more: str) -> list[str]:
    flags = plan.flags
    return [
        sys.executable, "-m", "verdigris", "eval", "--suite", plan.suite, "--tiers", "recall,fast",
        "--model", flags["models.default"], "--max-iters", "1", "--python", flags["suite.python"],
        "--sandbox", "process", *more,
    ]  # fmt: skip


def run(command: list[str], data: Path, **more: str) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "VERDIGRIS_PATHS__DATA": str(data), **more}
    return subprocess.run(command, env=around, capture_output=True, text=True, check=False)


@pytest.mark.thorough
def test_an_eval_killed_in_the_middle_and_resumed_is_like_one_left_alone(
    put: Put, asked: Asked, tmp_path: Path
) -> None:
    put("one"), put("two")
    command = words(asked(), "--stream", "--json")
    alone, killed = tmp_path / "alone", tmp_path / "killed"
    done = run(command, alone)
    assert done.returncode == 0, done.stderr
    desks = Path(tempfile.mkdtemp(prefix="vd-", dir="/tmp"))  # short: sockets lie below
    around = {**os.environ, "VERDIGRIS_PATHS__DATA": str(killed), "TMPDIR": str(desks)}
    process = subprocess.Popen(command, env=around, stdout=subprocess.DEVNULL)
    first = killed / "evals" / "outcomes"
    while not list(first.glob("*.json")):
        assert process.poll() is None
        time.sleep(0.02)
    while not (jobs := _jobs(killed)):  # the second one
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert all(gone(pid) for pid in jobs), "a job ends with the eval that started it"
    kept = {path.name: path.stat().st_mtime_ns for path in first.glob("*.json")}
    assert len(kept) == 1
    resume = [sys.executable, "-m", "verdigris", "eval", "run", "--resume", "last", "--json"]
    resumed = run(resume, killed, TMPDIR=str(desks))
    assert resumed.returncode == 0, resumed.stderr
    assert {p.name: p.stat().st_mtime_ns for p in first.glob("*.json")}.items() >= kept.items()
    homes = [Home(load(flags={"paths.data": str(each)}).settings) for each in (alone, killed)]
    one, two = (each.record("last") for each in homes)
    assert story(one) == story(two)
    assert two.cached == 1, "what was finished before the kill was not done again"
    assert [each.told.tier for each in two.outcomes] == ["fast", "recall"], "one stream, one memory"
    assert not list((killed / "evals" / "memory").glob("*")), "what is done with is removed"
    assert not list(desks.iterdir()), "neither the killed one nor the one after it left a thing"
    desks.rmdir()


def _jobs(data: Path) -> list[int]:
    """Return the job processes of an eval, by the variable they were started with."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes()
            around = (folder / "environ").read_bytes()
        except OSError:
            continue
        if b"verdigris.evals.jobs.job" in line and str(data).encode() in around:
            found.append(int(folder.name))
    return found


def test_the_command_line_tells_figures_writes_reports_and_is_a_gate(
    put: Put, asked: Asked, tmp_path: Path
) -> None:
    put("one"), put("wrong", **{"hidden/test_hidden_twice.py": "def test_no():\n    assert 0\n"})
    data, page = tmp_path / "data", tmp_path / "page.html"
    rows, cases = tmp_path / "rows.csv", tmp_path / "cases.xml"
    done = run(
        words(asked(), "--baseline", "plain", "--html", str(page), "--csv", str(rows),
              "--junit", str(cases), "--fail-under", "solved=0.9",
              "--fail-over", "false_green=0.1"),
        data,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "false_green is 50.0 %, more than 0.1" in done.stderr and "solved is" not in done.stderr
    assert "100.0 %" in done.stdout and "right" in done.stderr
    assert page.stat().st_size > 5000 and rows.exists() and cases.exists()
    eval_ = [sys.executable, "-m", "verdigris", "eval"]
    listed = json.loads(run([*eval_, "list", "--json"], data).stdout)["evals"]
    assert [row["done"] for row in listed] == [2]
    shown = json.loads(run([*eval_, "show", "last", "--json"], data).stdout)
    assert [row["verdict"] for row in shown["outcomes"]] == ["right", "wrong"]
    killer = shlex.join([sys.executable, "-c", AGENTS["killer"]])
    crashed = run(words(asked(), "--agent", killer, "--limit", "1"), data)
    assert crashed.returncode == 1 and "1 of 1 jobs crashed" in crashed.stderr
    same = run([*eval_, "compare", listed[0]["id"], listed[0]["id"]], data)
    assert "One cannot tell: all 2 tasks came out alike." in same.stdout


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ([], "Say which tasks"),
        (["--suite", "nowhere"], "no suite 'nowhere'"),
        (["--suite", "fix-small", "--only", "zzz*"], "No task matches zzz*"),
        (["--suite", "fix-small", "--baseline", "worst"], "no baseline 'worst'"),
        (["--suite", "fix-small", "--baseline", "plain", "--agent", "x"], "one at a time"),
        (["--suite", "fix-small", "--budget", "much"], "budget 'much' cannot be read"),
        (["--suite", "fix-small", "--fail-under", "joy=1"], "threshold 'joy=1'"),
        (["--suite", "martian:/tmp"], "no adapter 'martian'"),
        (["--suite", "quixbugs:/nowhere"], "nothing at /nowhere"),
        (["--resume", "261115"], "no eval 261115"),
        (["--resume", "last", "--model", "x:y", "--runs", "2"], "leave --runs, --model out"),
        (["--suite", "fix-small", "--baseline", "plain", "--no-llm"], "models are switched off"),
        (["--suite", "fix-small", "--agent", " "], "command of the agent is empty"),
        (["--suite", "fix-small", "--agent", "agent {gaol}"], "command of the agent cannot be"),
        (["--suite", "fix-small", "--agent", "env A=b no-such-agent"], "'no-such-agent' cannot"),
        (
            ["--suite", "fix-small", "--agent", "env OPENAI_API_KEY=sk-proj-abcdefgh12345678 true"],
            "looks like a key",
        ),
        (["--suite", "fix-small", "--fail-over", "tier serach=0.5"], "threshold 'tier serach"),
        (["--suite", "fix-small", "--html", "."], "is a folder"),
    ],
)
def test_wrong_use_is_told_in_a_sentence_and_leaves_nothing(more: list[str], said: str) -> None:
    from typer.testing import CliRunner

    from verdigris.cli.main import app
    from verdigris.errors import VerdigrisError

    result = CliRunner().invoke(app, ["eval", "run", *more])
    assert isinstance(result.exception, VerdigrisError) and said in str(result.exception)
    assert not list(home().folder.glob("*")), "no eval that could be resumed"
