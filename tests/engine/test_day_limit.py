"""Several runs at once share what is left of a day, and none spends what another has set aside."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from model_server import Act, Asked, serving
from model_shop import Shop, make_project, mends

LIMIT = 500
"""Tokens: enough for one question with the longest answer it may get, and not for two."""


def waits_for(open_door: asyncio.Event, then: Act) -> Act:
    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await open_door.wait()
        await then(asked, writer)

    return act


@pytest.mark.thorough
async def test_runs_at_once_do_not_both_spend_what_is_left_of_the_day(
    tmp_path: Path, lean_python: Path
) -> None:
    make_project(tmp_path / "project")
    shop = Shop(tmp_path, lean_python)
    answered = asyncio.Event()
    async with serving(waits_for(answered, mends())) as server:
        words = ("--model", f"openai-compatible:{server.url}/v1#m")
        limits = {
            "VERDIGRIS_LIMITS__DAY_TOKENS": str(LIMIT),
            "VERDIGRIS_MODELS__MAX_OUTPUT_TOKENS": "100",
        }
        first = await shop.fixing(*words, **limits)
        await asyncio.wait_for(server.reached.wait(), 120)
        # It has its question out and nothing spent; whoever comes now finds too little left.
        others = [await shop.fixing(*words, **limits) for _ in range(2)]
        for other in others:
            out, err = await asyncio.wait_for(other.communicate(), 200)
            said = json.loads(out)
            assert said["status"] == "not_green", (said, err)
            assert f"token limit of the day of {LIMIT} leaves" in said["reason"]
        assert len(server.questions) == 1, "two questions could have gone over the limit"
        answered.set()
        out, err = await asyncio.wait_for(first.communicate(), 200)
        assert json.loads(out)["status"] == "green", err
        assert len(server.questions) > 1, "what was set aside and not used was given back"


@pytest.mark.thorough
async def test_what_a_killed_run_had_set_aside_does_not_keep_it_from_going_on(
    tmp_path: Path, lean_python: Path
) -> None:
    make_project(tmp_path / "project")
    shop = Shop(tmp_path, lean_python)
    answered = asyncio.Event()
    async with serving(waits_for(answered, mends())) as server:
        words = ("--model", f"openai-compatible:{server.url}/v1#m")
        limits = {
            "VERDIGRIS_LIMITS__DAY_TOKENS": str(LIMIT),
            "VERDIGRIS_MODELS__MAX_OUTPUT_TOKENS": "100",
        }
        killed = await shop.fixing(*words, **limits)
        await asyncio.wait_for(server.reached.wait(), 120)
        killed.kill()
        await killed.wait()
        answered.set()
        [run] = [path.name for path in (shop.data / "runs").iterdir()]
        said, status, err = await shop.fix(*words, "--resume-run-id", run, **limits)
        assert (said["status"], status) == ("green", 0), (said, err)
