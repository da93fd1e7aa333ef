"""Go on or stop: gathers the situation; the judgement itself is pure and lives in core."""

from __future__ import annotations

from verdigris.core import decision
from verdigris.core.events import Warned
from verdigris.core.lesson import Standing
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState, ends_untested


async def decide(state: RunState, deps: Deps) -> RunState:
    made = decision.decide(
        decision.Situation(
            job=state["task"].job,
            iteration=state["iteration"],
            budget=deps.budget,
            use=deps.meter.total,
            verdict=state.get("verdict"),
            standing=state.get("standing", Standing()),
            only_flaky=bool(state.get("flaky"))
            and not state.get("attempts")
            and state.get("signature") is None,
            nothing_left=state.get("nothing_left", False),
            refused=deps.meter.refused,
            untested=ends_untested(state),
            halted=deps.halt.reason,
        )
    )
    if made.warning:
        await deps.bus.emit(Warned(message=made.warning))
    deps.said(made.reason or "another iteration")
    if made.action == "stop":
        return {"decision": made}
    return {"decision": made, "iteration": state["iteration"] + 1}
