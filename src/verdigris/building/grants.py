"""What the gate lets a program do because of what it is: a server listens, a Node tool exits.

Nothing else is loosened: the tests still run in a sandbox whose network is its own loopback.
"""

from __future__ import annotations

from verdigris.core.task import Task
from verdigris.settings import Checks, Settings


def granted(task: Task, settings: Settings) -> Settings:
    """Return the settings that hold for a task."""
    if task.job != "build":
        return settings
    allowed = set[str]()
    if task.profile == "web_app":
        allowed.add("network")
    if task.language in ("node", "typescript") and task.profile != "library":
        allowed.add("exit")  # `process.exit` is how such a program gives its status
    own = settings.checks
    kept = tuple(one for one in own.block_operations if one not in allowed)
    checks: Checks = own.model_copy(update={"block_operations": kept})
    return settings.model_copy(update={"checks": checks})
