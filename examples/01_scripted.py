"""Fix a tiny project twice: once with a scripted model, once with no model at all.

Run it with `python examples/01_scripted.py`. It needs no key and no network, works in a temporary
folder and leaves nothing behind. The second run is green because the first one is remembered.
"""

import sys
import tempfile
from pathlib import Path

from verdigris import Agent, RunResult, Settings, Task
from verdigris.core.events import Event, StepFinished
from verdigris.testing import ScriptedModel

CODE = '''def mean(values):
    """Return the arithmetic mean of a list of numbers."""
    return sum(values) / (len(values) - 1)
'''
TESTS = """from stats import mean


def test_mean():
    assert mean([1, 2, 3]) == 2
"""
ANSWER = """```python
def mean(values):
    return sum(values) / len(values)
```"""


class Steps:
    """A listener: hears every event of a run and prints the end of each step."""

    async def hear(self, event: Event) -> None:
        if isinstance(event, StepFinished):
            print(f"  {event.step:10} {event.summary}")


def main() -> int:
    # The model is asked three things: a plan, the corrected code, and what was learned.
    model = ScriptedModel(
        when={
            "which function should change": "`mean` divides by the wrong number.",
            "ROOT CAUSE:": "ROOT CAUSE: divided by one too few\nLESSON: count all\nNEXT: nothing",
        },
        last=ANSWER,
    )
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        project.mkdir()
        (project / "stats.py").write_text(CODE)
        (project / "test_stats.py").write_text(TESTS)
        task = Task(root=str(project))

        # Without the tier `search`, which would mend this before any model is asked.
        tiers = ("recall", "fast", "strong")
        settings = Settings.model_validate(
            {"paths": {"data": Path(folder) / "data"}, "cascade": {"tiers": tiers}}
        )
        print("With the scripted model:")
        first = Agent(settings, model=model, listeners=[Steps()]).run(task)
        show(first)

        without = settings.model_copy(
            update={"models": settings.models.model_copy(update={"enabled": False})}
        )
        print("With no model, from memory:")
        second = Agent(without, listeners=[Steps()]).run(task, apply=True)
        show(second)
        print((project / "stats.py").read_text())
    return 0 if first.green and second.green else 1


def show(result: RunResult) -> None:
    print(f"{result.status}: {result.reason} ({result.tier}, {result.use.calls} model calls)")
    if result.change is not None:
        print(result.change.diff)


if __name__ == "__main__":
    sys.exit(main())
