"""Whole runs through the command line against a server that keeps what it was sent."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from model_server import Act, Asked, Server, is_silent, says, send, serving, whole

# Made up here, so that no scanner takes the file for a leak.
IN_CODE = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
IN_ENVIRONMENT = "an-env-value-4711-of-no-known-shape"
IN_OUTPUT = "sk-" + "ant-" + "x1y2z3" * 6
SECRETS = (IN_CODE, IN_ENVIRONMENT, IN_OUTPUT)
FIXED = "```python\ndef double(n):\n    return n * 2\n```"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "maths.py").write_text("def double(n):\n    return n + 2\n")
    (root / "test_maths.py").write_text(
        "from maths import double\n\n\ndef test_double():\n    assert double(5) == 10\n"
    )
    return root


class Shop:
    """Calls the command line as a user would, with a folder of its own for each run's data."""

    def __init__(self, folder: Path, python: Path) -> None:
        self._folder, self._python = folder, python
        self.data = folder / "data"

    async def start(self, *words: str, **variables: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "verdigris", *words,
            env={**os.environ, "VERDIGRIS_PATHS__DATA": str(self.data), **variables},
            cwd=self._folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip

    async def fix(self, *words: str, **variables: str) -> tuple[dict[str, Any], int, str]:
        process = await self.start(
            "fix", "project", "--python", str(self._python), "--tiers", "fast", "--json",
            "--ruff-cmd", "true", "--bandit-cmd", "true", *words, **variables,
        )  # fmt: skip
        out, err = await process.communicate()
        assert out, err.decode()
        return json.loads(out), process.returncode or 0, err.decode()

    def events(self) -> list[dict[str, Any]]:
        [path] = self.data.glob("runs/*/events.jsonl")
        return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def shop(tmp_path: Path, lean_python: Path) -> Shop:
    return Shop(tmp_path, lean_python)


def named(server: Server) -> tuple[str, str]:
    return "--model", f"openai-compatible:{server.url}/v1#m"


def copies(asked: Asked) -> str:
    """Return the function as the question shows it, with its bug mended."""
    prompt = asked.body["messages"][-1]["content"]
    shown = prompt if isinstance(prompt, str) else "".join(part["text"] for part in prompt)
    found = re.search(r"def double\(n\):\n(?:    .*\n)+", shown)
    assert found, shown
    return f"```python\n{found.group().replace('n + 2', 'n * 2')}```"


def mends() -> Act:
    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await send(writer, 200, whole(asked, copies(asked)))

    return act


async def test_no_secret_reaches_the_server_and_none_is_lost(project: Path, shop: Shop) -> None:
    code = (
        f"def double(n):\n    token = '{IN_CODE}'\n    assert token\n"
        "    print(open('/dev/null').read())\n    return n + 2\n"
    )
    (project / "maths.py").write_text(code)
    (project / "test_maths.py").write_text(
        "from maths import double\n\n\ndef test_double():\n"
        f"    print('{IN_OUTPUT}')\n    assert double(5) == 10, '{IN_ENVIRONMENT} {IN_OUTPUT}'\n"
    )
    (project / ".env").write_text(f"OPENAI_API_KEY={IN_OUTPUT}\n")
    async with serving(mends()) as server:
        result, status, err = await shop.fix(*named(server), "--apply", MY_TOKEN=IN_ENVIRONMENT)
        assert (result.get("status"), status) == ("green", 0), (result, err)
        assert server.questions
        sent = "\n".join(one.raw for one in server.asked)
    assert not [secret for secret in SECRETS if secret in sent]
    assert "[masked" in sent
    assert (project / "maths.py").read_text() == code.replace("n + 2", "n * 2")
    for path in shop.data.glob("runs/*/*.jsonl"):
        kept = path.read_text()
        assert not [secret for secret in SECRETS if secret in kept], path.name


_IDS = re.compile(
    r"\d{6}-\d{6}-[0-9a-f]{6}[\w-]*"  # a run
    r"|\b(?:[0-9a-f]{40}|[0-9a-f]{10})\b"  # a commit, whole and short
    r'|(?<="id": ")[0-9a-f]{16}|(?<=card )[0-9a-f]{16}'
)
_TIMES = re.compile(r'"(?:seconds|started_at|created_at)": [\d.e-]+|\b[\d.]+ ?m?s\b')


def story(events: list[dict[str, Any]]) -> list[str]:
    """Return what happened, without what differs from run to run: times, and names of runs."""
    told = []
    for event in events:
        for name in ("id", "run_id", "at", "seconds"):
            event.pop(name, None)
        told.append(_TIMES.sub("TIME", _IDS.sub("ID", json.dumps(event))))
    return told


async def test_a_recorded_run_is_replayed_without_any_model(project: Path, shop: Shop) -> None:
    async with serving(says("The sum is wrong."), says("hm"), says(FIXED)) as server:
        first, status, _ = await shop.fix(*named(server), "--record", "answers.jsonl")
        assert status == 0 and len(server.questions) >= 3
    recorded = story(shop.events())
    shop.data = shop.data.with_name("elsewhere")
    again, status, err = await shop.fix("--replay", "answers.jsonl")
    assert status == 0, err
    assert again["change"] == first["change"] and again["change"]["edits"]
    assert again["verdict"] == first["verdict"]
    same = ("tokens_in", "tokens_out", "calls", "cost")
    assert [again["use"][name] for name in same] == [first["use"][name] for name in same]
    assert story(shop.events()) == recorded


async def test_a_question_that_was_not_recorded_is_named(project: Path, shop: Shop) -> None:
    async with serving(says(FIXED)) as server:
        await shop.fix(*named(server), "--record", "answers.jsonl")
    shop.data = shop.data.with_name("elsewhere")
    (project / "maths.py").write_text("def double(n):\n    return n - 2\n")
    said, status, _ = await shop.fix("--replay", "answers.jsonl")
    assert status == 3
    assert "has no answer of openai-compatible:" in said["error"]["message"]
    assert "agrees in its first" in said["error"]["message"]


async def test_a_recording_answers_what_it_knows_and_asks_the_rest(
    project: Path, shop: Shop
) -> None:
    asked = []
    async with serving(says(FIXED)) as server:
        for folder in ("one", "two"):
            shop.data = shop.data.with_name(folder)
            _, status, _ = await shop.fix(*named(server), "--record", "answers.jsonl")
            assert status == 0
            asked.append(len(server.questions))
    assert asked[0] == asked[1] > 0


async def test_interrupting_twice_closes_the_connection(project: Path, shop: Shop) -> None:
    async with serving(is_silent()) as server:
        process = await shop.start(
            "fix", "project", "--python", str(shop._python), "--tiers", "fast", *named(server)
        )
        await asyncio.wait_for(server.reached.wait(), 120)
        for _ in range(2):
            process.send_signal(signal.SIGINT)
            await asyncio.sleep(0.2)
        out, err = await process.communicate()
        assert process.returncode == 130, (out, err)
        await asyncio.wait_for(server.hung_up.wait(), 20)
    assert b"Go on with: --resume-run-id" in err
