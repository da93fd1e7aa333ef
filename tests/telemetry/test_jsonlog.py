"""The log of events: every line can be read, and no secret is in any."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verdigris.core.change import make_change
from verdigris.core.events import RunFinished, Warned
from verdigris.telemetry.jsonlog import JsonLog


async def test_a_secret_in_quotes_is_masked_wherever_it_stands_in_an_event(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    line = 'password = "hunter2xyz9"\n'
    change = make_change({"a.py": f"{line}x = 1\n"}, {"a.py": f"{line}x = 2\n"}, "fast", "n")
    reason = "hunter2xyz9 was refused"
    await JsonLog(path).hear(RunFinished(status="green", reason=reason, change=change))
    told = json.loads(path.read_text())
    assert "hunter2xyz9" not in path.read_text()
    assert told["reason"] == "[masked] was refused"
    assert told["change"]["edits"][0]["after"] == 'password = "[masked]"\nx = 2\n'


@pytest.mark.parametrize(
    "message",
    ['password="abcdefgh1"x', "password='abcdefgh\"rest'", "it's password: 'abc12345\\'", '"'],
)
async def test_every_line_is_json(tmp_path: Path, message: str) -> None:
    path = tmp_path / "events.jsonl"
    await JsonLog(path, ["abcdefgh1"]).hear(Warned(message=message))
    assert json.loads(path.read_text())["kind"] == "warned"
    assert "abcdefgh1" not in path.read_text()
