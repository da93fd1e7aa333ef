"""A process of its own that runs one command in a sandbox, so that a test can kill it.

Also makes the sandbox of a recipe for the tests themselves: {"backend": …, "image": …,
"variables": …}.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

from verdigris.sandbox.base import Limits, Sandbox
from verdigris.sandbox.pick import open_backend
from verdigris.settings import Machine, SandboxSettings, Settings


async def make(recipe: dict[str, Any]) -> Sandbox:
    variables = recipe.get("variables") or dict(os.environ)
    machine = Machine(os.environ["PATH"], None, str(Path.home()), variables)
    own = SandboxSettings(backend=recipe["backend"], image=recipe.get("image"))
    return await open_backend(recipe["backend"], Settings(sandbox=own), machine)


async def main(recipe: dict[str, Any], command: list[str], cwd: str) -> None:
    sandbox = await make(recipe)
    limits = Limits(wall_seconds=120)
    done = await sandbox.run(command, cwd=Path(cwd), env={"PATH": "/usr/bin:/bin"}, limits=limits)
    sys.stdout.write(done.model_dump_json())


if __name__ == "__main__":
    asyncio.run(main(**json.loads(sys.argv[1])))
