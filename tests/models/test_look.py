"""`verdigris model list` and `verdigris model test`, through the command line."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from model_server import Act, Server, is_silent, refuses, says, serving

FIX = "```python\ndef mean(values):\n    return sum(values) / len(values)\n```"
EDIT = (
    "stats.py\n<<<<<<< SEARCH\n    return sum(values) / (len(values) - 1)\n=======\n"
    "    return sum(values) / len(values)\n>>>>>>> REPLACE\n"
)


async def verdigris(tmp_path: Path, *words: str, **variables: str) -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "verdigris", *words,
        env={**os.environ, "VERDIGRIS_MODELS__RETRIES": "0", **variables}, cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await process.communicate()
    return process.returncode or 0, out.decode(), err.decode()


def rows(out: str) -> dict[str, dict[str, Any]]:
    return {f"{row['seat']} {row['model']}": row for row in json.loads(out)["configured"]}


async def test_what_is_configured_is_shown_with_reach_context_and_price(tmp_path: Path) -> None:
    async with serving(says("never asked")) as server:
        server.models = ["claude-sonnet-4-5-20250929", "other"]
        status, out, err = await verdigris(
            tmp_path, "model", "list", "--json",
            ANTHROPIC_API_KEY="key-of-anthropic", VERDIGRIS_PROVIDERS__ANTHROPIC_URL=server.url,
            VERDIGRIS_MODELS__FAST=f"openai-compatible:{server.url}/v1#other, ollama:x",
            VERDIGRIS_MODELS__STRONG="anthropic:claude-sonnet-4-5",
            VERDIGRIS_ROLES__PLANNER="groq:some-model",
            VERDIGRIS_ROLES__AUDITOR="fast",
            VERDIGRIS_PROVIDERS__OLLAMA_URL="http://127.0.0.1:9/v1",
        )  # fmt: skip
        assert status == 3, f"the planner has no key; {err}"
        assert server.questions == [], "no model is asked anything"
    seen = rows(out)
    own = seen[f"fast openai-compatible:{server.url}/v1#other"]
    assert (own["reachable"], own["free"]) == (True, True)
    assert seen["fast ollama:x"]["reachable"] is False
    strong = seen["strong anthropic:claude-sonnet-4-5"]
    assert strong["reachable"] is True and strong["context_tokens"] >= 200_000
    assert strong["price"]["tokens_out"] > strong["price"]["tokens_in"] > 0
    groq = seen["planner groq:some-model"]
    assert (groq["reachable"], groq["detail"], groq["price"]) == (False, "there is no key", None)
    assert "auditor ollama:x" in seen


@pytest.mark.parametrize(
    ("models", "act", "detail"),
    [
        (["something-else"], says(""), "has no such model; it has something-else"),
        ([], says(""), ""),
    ],
)
async def test_a_server_that_lacks_the_model_says_so(
    tmp_path: Path, models: list[str], act: Act, detail: str
) -> None:
    async with serving(act) as server:
        server.models = models
        status, out, _ = await verdigris(
            tmp_path, "model", "list",
            VERDIGRIS_MODELS__DEFAULT=f"openai-compatible:{server.url}/v1#mine",
        )  # fmt: skip
    assert status == (3 if detail else 0)
    assert detail in out and "free" in out


def named(server: Server, provider: str) -> tuple[str, dict[str, str]]:
    if provider == "openai":
        return "openai:gpt-4o", {
            "OPENAI_API_KEY": "key-of-openai",
            "VERDIGRIS_PROVIDERS__OPENAI_URL": f"{server.url}/v1",
        }
    return f"openai-compatible:{server.url}/v1#m", {}


def in_turn(*texts: str) -> list[Act]:
    return [says(text) for text in texts]


@pytest.mark.parametrize(
    ("provider", "acts", "status", "forms"),
    [
        ("own", in_turn(FIX, FIX), 0, [("function", True)]),
        ("openai", in_turn(EDIT), 0, [("search_replace", True)]),
        ("openai", in_turn("I would rather not.", FIX), 0,
         [("search_replace", False), ("function", True)]),
        ("openai", in_turn("no", "no"), 1, [("search_replace", False), ("function", False)]),
    ],
    ids=["own", "edit", "second form", "neither"],
)  # fmt: skip
async def test_a_trial_says_which_form_was_right_how_fast_and_at_what_cost(
    tmp_path: Path, provider: str, acts: list[Act], status: int, forms: list[tuple[str, bool]]
) -> None:
    async with serving(*acts) as server:
        name, variables = named(server, provider)
        code, out, err = await verdigris(tmp_path, "model", "test", name, "--json", **variables)
    assert code == status, out + err
    trials = json.loads(out)["trials"]
    assert [(trial["form"], trial["right"]) for trial in trials] == forms
    for trial in trials:
        assert (trial["tokens_in"], trial["tokens_out"]) == (11, 3)
        assert trial["tokens_per_second"] > 0 and trial["first_word_seconds"] is not None
        assert (trial["cost"] > 0) is (provider == "openai")


@pytest.mark.parametrize(
    ("act", "said"), [(refuses(401), "refused the key"), (is_silent(), "did not answer in time")]
)
async def test_a_trial_that_fails_says_why(tmp_path: Path, act: Act, said: str) -> None:
    async with serving(act) as server:
        status, _, err = await verdigris(
            tmp_path, "model", "test", f"openai-compatible:{server.url}/v1#m",
            VERDIGRIS_MODELS__TIMEOUT_SECONDS="2",
        )  # fmt: skip
    assert status == 3 and said in err
