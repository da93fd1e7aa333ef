"""Whole runs through the command line against a server that keeps what it was sent."""

from __future__ import annotations

import asyncio
import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from model_server import Server, is_silent, says, serving
from model_shop import FIXED, Shop, make_project, mends

# Made up here, so that no scanner takes the file for a leak.
IN_CODE = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
IN_ENVIRONMENT = "an-env-value-4711-of-no-known-shape"
IN_OUTPUT = "sk-" + "ant-" + "x1y2z3" * 6
THEIRS = "a-key-of-the-provider-0815-of-no-known-shape"
SECRETS = (IN_CODE, IN_ENVIRONMENT, IN_OUTPUT)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_project(tmp_path / "project")


@pytest.fixture
def shop(tmp_path: Path, lean_python: Path) -> Shop:
    return Shop(tmp_path, lean_python)


def named(server: Server) -> tuple[str, str]:
    return "--model", f"openai-compatible:{server.url}/v1#m"


PROVIDERS = {
    "openai": {"VERDIGRIS_PROVIDERS__OPENAI_URL": "{}/v1", "OPENAI_API_KEY": THEIRS},
    "anthropic": {"VERDIGRIS_PROVIDERS__ANTHROPIC_URL": "{}", "ANTHROPIC_API_KEY": THEIRS},
    "ollama": {"VERDIGRIS_PROVIDERS__OLLAMA_URL": "{}/v1", "OPENAI_API_KEY": THEIRS},
}


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_no_secret_reaches_the_server_and_none_is_lost(
    project: Path, shop: Shop, provider: str
) -> None:
    code = (
        f"def double(n):\n    token = '{IN_CODE}'\n    assert token\n"
        f"    # asked with {THEIRS}\n    return n + 2\n"
    )
    (project / "maths.py").write_text(code)
    (project / "test_maths.py").write_text(
        "from maths import double\n\n\ndef test_double():\n"
        f"    print('{IN_OUTPUT}')\n    assert double(5) == 10, '{IN_ENVIRONMENT} {IN_OUTPUT}'\n"
    )
    (project / ".env").write_text(f"OPENAI_API_KEY={IN_OUTPUT}\n")
    async with serving(mends()) as server:
        known = {name: value.format(server.url) for name, value in PROVIDERS[provider].items()}
        result, status, err = await shop.fix(
            "--model", f"{provider}:m", "--apply", **known, MY_TOKEN=IN_ENVIRONMENT
        )
        assert (result.get("status"), status) == ("green", 0), (result, err)
        assert len(server.questions) >= 2
    sent = "\n".join(one.raw for one in server.asked)
    assert not [secret for secret in SECRETS if secret in sent]
    # A provider's own key goes to that provider, in its place, and never into a question.
    assert (THEIRS in sent) is (provider != "ollama")
    assert not [one for one in server.asked if THEIRS.encode() in one.data]
    assert "[masked" in sent
    assert (project / "maths.py").read_text() == code.replace("n + 2", "n * 2")
    for path in shop.data.glob("runs/*/*.jsonl"):
        kept = path.read_text()
        assert not [secret for secret in (*SECRETS, THEIRS) if secret in kept], path.name


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


@pytest.mark.thorough
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


@pytest.mark.thorough
async def test_a_question_that_was_not_recorded_is_named(project: Path, shop: Shop) -> None:
    async with serving(says(FIXED)) as server:
        await shop.fix(*named(server), "--record", "answers.jsonl")
    shop.data = shop.data.with_name("elsewhere")
    (project / "maths.py").write_text("def double(n):\n    return n - 2\n")
    said, status, _ = await shop.fix("--replay", "answers.jsonl")
    assert status == 3
    assert "has no answer of openai-compatible:" in said["error"]["message"]
    assert "agrees in its first" in said["error"]["message"]


@pytest.mark.thorough
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


@pytest.mark.thorough
async def test_interrupting_twice_closes_the_connection(project: Path, shop: Shop) -> None:
    async with serving(is_silent()) as server:
        process = await shop.start(
            "fix", "project", "--python", str(shop.python), "--tiers", "fast", *named(server)
        )
        await asyncio.wait_for(server.reached.wait(), 120)
        for _ in range(2):
            process.send_signal(signal.SIGINT)
            await asyncio.sleep(0.2)
        out, err = await process.communicate()
        assert process.returncode == 130, (out, err)
        await asyncio.wait_for(server.hung_up.wait(), 20)
    assert b"Go on with: --resume-run-id" in err
