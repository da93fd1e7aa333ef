"""A desk with a made-up model, and a program that serves it."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gguf_files import Gguf

from verdigris.models.local.model import LocalModel
from verdigris.settings import Local, Settings


async def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        await asyncio.sleep(0.02)


@dataclass
class Desk:
    """A made-up model, the program that serves it, and what that program is told to do badly."""

    settings: Settings
    folder: Path

    @classmethod
    def make(cls, settings: Settings, folder: Path) -> Desk:
        folder.mkdir()
        program = folder / "llama-server"
        shutil.copy(Path(__file__).with_name("llama_server.py"), program)
        program.write_text(program.read_text().replace("/usr/bin/env python3", sys.executable, 1))
        program.chmod(0o755)
        Gguf().write(folder / "m.gguf")
        local = Local(server=str(program), context_tokens=1024, slots=3, threads=1)
        return cls(settings.model_copy(update={"local": local}), folder)

    @property
    def name(self) -> str:
        return str(self.folder / "m.gguf")

    @property
    def model(self) -> LocalModel:
        return LocalModel(self.name, self.settings)

    def tell(self, **mode: Any) -> None:
        (self.folder / "mode.json").write_text(json.dumps(mode))

    def starts(self) -> list[list[Any]]:
        file = self.folder / "started.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def asked(self) -> dict[str, Any]:
        return dict(json.loads((self.folder / "asked.json").read_text()))

    def mark(self, name: str) -> None:
        (self.folder / name).touch()

    async def seen(self, name: str) -> None:
        await until((self.folder / name).exists)
