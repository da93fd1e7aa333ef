"""What is around every step: the halt check before it, events and counting on both sides.

Steps know nothing of this; `observed` turns a step into a node of the graph.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from langgraph.runtime import Runtime

from verdigris.core.budget import Use
from verdigris.core.events import StepFinished, StepStarted
from verdigris.errors import Halted
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState

Step = Callable[[RunState, Deps], Awaitable[RunState]]


class Node(Protocol):
    """A node as LangGraph wants it."""

    async def __call__(self, state: RunState, *, runtime: Runtime[Deps]) -> RunState: ...


def observed(name: str, step: Step) -> Node:
    async def node(state: RunState, *, runtime: Runtime[Deps]) -> RunState:
        deps = runtime.context
        if deps.halt.reason:
            # Before anything is done: the checkpoint of the step before is complete.
            raise Halted(deps.halt.reason)
        deps.bus.enter(state.get("iteration", 1), name)
        deps.meter.start(state.get("use", Use()))
        await deps.bus.emit(StepStarted())
        update = await step(state, deps)
        use = deps.meter.step + Use(seconds=deps.meter.seconds)
        await deps.bus.emit(StepFinished(seconds=use.seconds, use=use, summary=deps.said.take()))
        if deps.stop_after == name:
            deps.halt.request(f"paused after {name}")
        return {**update, "use": use}

    return node
