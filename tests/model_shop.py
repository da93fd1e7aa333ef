"""The command line as a user calls it, on a small broken project, with models behind sockets."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from model_server import Act, Asked, send, whole

WRONG = "def double(n):\n    return n + 2\n"
FIXED = "```python\ndef double(n):\n    return n * 2\n```"


def make_project(root: Path) -> Path:
    root.mkdir()
    (root / "maths.py").write_text(WRONG)
    (root / "test_maths.py").write_text(
        "from maths import double\n\n\ndef test_double():\n    assert double(5) == 10\n"
    )
    return root


class Shop:
    """Calls the command line as a user would, with a folder of its own for each run's data."""

    def __init__(self, folder: Path, python: Path) -> None:
        self._folder, self.python = folder, python
        self.data = folder / "data"

    async def start(self, *words: str, **variables: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "verdigris", *words,
            env={**os.environ, "VERDIGRIS_PATHS__DATA": str(self.data), **variables},
            cwd=self._folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip

    async def say(self, *words: str, **variables: str) -> tuple[int, str, str]:
        """Return the status of a command, what it printed and what it complained of."""
        process = await self.start(*words, **variables)
        out, err = await process.communicate()
        return process.returncode or 0, out.decode(), err.decode()

    async def fixing(self, *words: str, **variables: str) -> asyncio.subprocess.Process:
        return await self.start(
            "fix", "project", "--python", str(self.python), "--tiers", "fast", "--json",
            "--ruff-cmd", "true", "--bandit-cmd", "true", *words, **variables,
        )  # fmt: skip

    async def fix(self, *words: str, **variables: str) -> tuple[dict[str, Any], int, str]:
        process = await self.fixing(*words, **variables)
        out, err = await process.communicate()
        assert out, err.decode()
        return json.loads(out), process.returncode or 0, err.decode()

    def events(self) -> list[dict[str, Any]]:
        [path] = self.data.glob("runs/*/events.jsonl")
        return [json.loads(line) for line in path.read_text().splitlines()]


def mended(prompt: str) -> str:
    """Return the function as a question shows it, with its bug mended."""
    found = re.search(r"def double\(n\):\n(?:    .*\n)+", prompt)
    assert found, prompt
    return f"```python\n{found.group().replace('n + 2', 'n * 2')}```"


def mends() -> Act:
    """Answer with the mended function, in the protocol of OpenAI, Anthropic or Ollama."""

    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        if asked.path == "/api/show":
            shown = {"general.architecture": "qwen2", "qwen2.context_length": 32768}
            await send(writer, 200, json.dumps({"model_info": shown}).encode())
            return
        content = asked.body["messages"][-1]["content"]
        text = content if isinstance(content, str) else "".join(part["text"] for part in content)
        if asked.path == "/api/chat":
            message = {"role": "assistant", "content": mended(text)}
            line = {"message": message, "done": True, "prompt_eval_count": 11, "eval_count": 3}
            await send(writer, 200, json.dumps(line).encode() + b"\n")
        else:
            await send(writer, 200, whole(asked, mended(text)))

    return act
