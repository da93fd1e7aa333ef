"""What entrants are made of: commands of other agents, moved seeds, and the story that is kept."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path

import pytest
from build_tasks import GOAL, SHEET
from small_tasks import BROKEN, HIDDEN, MENDED, VISIBLE, laid
from small_tasks import SHEET as FIX_SHEET

from verdigris.core.budget import Use
from verdigris.core.events import CandidateTried, ModelCalled
from verdigris.errors import UserError
from verdigris.evals.entrants.agents import Endpoint, command_of_tests, endpoint, words_of
from verdigris.evals.entrants.baselines import baseline
from verdigris.evals.entrants.exams import fixing
from verdigris.evals.entrants.seeding import seeded
from verdigris.evals.entrants.spending import counted, used_in
from verdigris.evals.entrants.watching import Watch
from verdigris.evals.plan import Plan, below, settings_of
from verdigris.evals.tasks.reading import read_task
from verdigris.models.base import Model, Reply, Request, close, context_of, sample
from verdigris.models.wrappers import names_of
from verdigris.testing import ScriptedModel

FIELDS = {"repo": "/p", "goal": "x; rm -rf / 'quoted' {model}", "model_url": "http://h/v1",
          "model": "m", "model_key": "k", "test_cmd": "pytest -q"}  # fmt: skip


def test_a_goal_stays_one_word_of_the_command_whatever_it_holds() -> None:
    words = words_of("env BASE={model_url} agent --task '{goal}' {{literal}}", FIELDS)
    assert words == ["env", "BASE=http://h/v1", "agent", "--task", FIELDS["goal"], "{literal}"]


@pytest.mark.parametrize("command", ["", "agent '{goal}", "agent {gaol}", "agent {}", "agent {0}",
                                     "agent {goal.__class__.x}"])  # fmt: skip
def test_a_command_that_cannot_be_read_is_told(command: str) -> None:
    with pytest.raises(UserError, match="command of the agent"):
        words_of(command, FIELDS)


@pytest.mark.parametrize(
    ("place", "command", "told"),
    [
        ("repo/a.py", None, "/e nv/python -m pytest"),
        ("repo/a.py", "make test", "make test"),
        ("repo/src/a.py", None, "PYTHONPATH=src /e nv/python -m pytest"),
        ("repo/src/a.py", "python -m pytest -q", "PYTHONPATH=src /e nv/python -m pytest -q"),
    ],
)
def test_other_agents_are_told_a_command_of_the_tests_that_works_as_it_stands(
    tmp_path: Path, place: str, command: str | None, told: str
) -> None:
    sheet = FIX_SHEET.format(id="t") + (f'test_cmd = "{command}"\n' if command else "")
    folder = laid(tmp_path / "t", {"task.toml": sheet, place: BROKEN})
    words = shlex.split(command_of_tests(read_task(folder), "/e nv/python"))
    assert " ".join(words).removeprefix("env ") == told
    assert command_of_tests(read_task(folder), None).endswith(command or "python -m pytest")


@pytest.mark.parametrize(
    ("model", "where"),
    [
        (
            "openai-compatible:http://127.0.0.1:8080/v1#small",
            Endpoint("http://127.0.0.1:8080/v1", "small"),
        ),
        ("ollama:qwen", Endpoint("http://127.0.0.1:11434/v1", "qwen")),
        ("anthropic:claude", Endpoint("", "claude")),
    ],
)
async def test_other_agents_are_told_where_the_model_is(model: str, where: Endpoint) -> None:
    plan = Plan(suite="tiny", job_seconds=1, flags={"models.default": model})
    assert await endpoint(settings_of(plan)) == where


async def test_runs_ask_with_seeds_of_their_own_and_one_model_stays_one() -> None:
    inner = ScriptedModel(last="yes")
    both = seeded({"fast": inner, "strong": inner}, 7000)
    assert both["fast"] is both["strong"] and both["fast"].name == inner.name
    await both["fast"].complete(Request(system="", prompt="?", seed=3))
    replies = [reply async for reply in sample(both["fast"], Request(system="", prompt="?"), 2)]
    assert [request.seed for request in inner.requests] == [7003, 7000, 7001]
    assert len(replies) == 2
    assert isinstance(both["fast"], Model)
    assert seeded({"fast": inner}, 0)["fast"] is inner


async def test_what_is_put_around_a_model_hides_nothing_of_it(tmp_path: Path) -> None:
    class Server(ScriptedModel):
        names = ("one", "two")
        closed = False

        async def learn(self) -> None:
            self.context_tokens = 999

        async def close(self) -> None:
            self.closed = True

    inner = Server(last="yes")
    own = counted(seeded({"fast": inner, "strong": inner}, 7000), tmp_path / "used.jsonl")
    assert own["fast"] is own["strong"] and names_of(own["fast"]) == ("one", "two")
    assert await context_of(own["fast"]) == 999
    await own["fast"].complete(Request(system="", prompt="?", seed=3))
    assert [request.seed for request in inner.requests] == [7003]
    assert used_in(tmp_path / "used.jsonl").calls == 1
    await close(own["fast"])
    assert inner.closed


def tried(result: str, fingerprint: str = "") -> CandidateTried:
    return CandidateTried(origin="fast" if fingerprint else "", fingerprint=fingerprint,
                          result=result)  # fmt: skip


async def test_a_run_is_counted_by_what_it_tells() -> None:
    watch = Watch()
    for event in (
        ModelCalled(role="planner", model="m", use=Use()),
        ModelCalled(role="coder", model="m", use=Use()),
        tried("unusable: no code in it"),
        ModelCalled(role="coder", model="m", use=Use()),
        tried("1 of 3 failing tests pass", "aa"),
        tried("1 of 3 failing tests pass", "aa"),
        tried("not tried: the same change was tried before and did not help", "aa"),
        tried("3 of 3 failing tests pass", "bb"),
    ):
        await watch.hear(event)
    assert (watch.answers, watch.unusable) == (2, 1)
    assert (watch.misses, watch.repeated) == (2, 1)


async def test_the_story_is_masked_cut_and_ends_somewhere() -> None:
    watch = Watch()
    key = "sk-ant-api03-" + "a1B2" * 12
    watch.note(f"found {key}", f"key = {key}\n" + "x" * 100_000)
    assert key not in watch.moments[0].title + watch.moments[0].text
    assert len(watch.moments[0].text) < 5000
    for number in range(1000):
        watch.note(str(number))
    assert len(watch.moments) == 300


async def test_a_baseline_ends_when_its_time_does_though_the_model_talks_on(
    tmp_path: Path,
) -> None:
    class Talker(ScriptedModel):
        asked = 0

        async def complete(self, request: Request) -> Reply:
            self.asked += 1
            return await asyncio.Future()  # never

    task = read_task(laid(tmp_path / "t", {"task.toml": SHEET.format(id="t", goal=GOAL)}))
    (tmp_path / "project").mkdir()
    plan = Plan(suite="x", job_seconds=60, flags={"limits.max_seconds": 0.5})
    settings = below(settings_of(plan), tmp_path / "data")
    model, watch = Talker(last="never said"), Watch()
    told = await baseline(task, tmp_path / "project", settings, model, 4, watch)
    assert model.asked == 1, "and no second one is asked for"
    assert not told.claimed and told.reason == "the time limit of 0.5 s is reached"


async def test_a_mistake_is_asked_for_as_a_function_and_a_stub_as_a_file(tmp_path: Path) -> None:
    plan = Plan(suite="x", job_seconds=60, flags={"sandbox.backend": "process"})
    asked = {}
    for kind in ("fix", "build"):
        sheet = FIX_SHEET.format(id=kind).replace('"fix"\nlang', f'"{kind}"\nlang')
        sheet = sheet.replace("token", "unrated")
        parts = {"task.toml": sheet, "repo/twice.py": BROKEN, "repo/test_twice.py": VISIBLE,
                 "hidden/test_seven.py": HIDDEN, "solution/twice.py": MENDED}  # fmt: skip
        task = read_task(laid(tmp_path / kind, parts))
        exam = await fixing(task, task.repo, settings_of(plan), 8000)
        asked[kind] = exam.request.prompt
        change = exam.read(f"It adds.\n```python\n{MENDED}```\n")
        assert [edit.after for edit in change.edits] == [MENDED]
    assert "twice.py\n```python\ndef double(n):\n    return n + 2\n```" in asked["fix"]
    assert "assert double(3) == 6" in asked["fix"] and "test_three" in asked["fix"]
    assert "the complete corrected function" in asked["fix"]
    assert "each file that must change whole" in asked["build"]
