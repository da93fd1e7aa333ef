"""Verdigris: a self-improving coding agent that works until the tests are honestly green.

    from verdigris import Agent, Task

    result = Agent().run(Task(root="/path/to/project"))
    print(result.status, result.change.diff if result.change else "")

Importing this package does nothing else: no file is read, no environment, nothing is printed.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Agent", "RunResult", "Settings", "Task", "__version__"]

if TYPE_CHECKING:
    from verdigris.agent import Agent
    from verdigris.core.result import RunResult
    from verdigris.core.task import Task
    from verdigris.settings import Settings

_HOMES = {
    "Agent": "verdigris.agent",
    "RunResult": "verdigris.core.result",
    "Settings": "verdigris.settings",
    "Task": "verdigris.core.task",
}


def __getattr__(name: str) -> Any:
    """Import the public names when they are first used: `verdigris --help` needs none of them."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'verdigris' has no attribute {name!r}")
