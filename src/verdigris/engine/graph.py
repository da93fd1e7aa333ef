"""The loop, on one screen: thirteen steps, one graph, four routes.

Between any two steps: halt check, checkpoint, event. See `observe` and `checkpoints`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from verdigris.engine.observe import Step, observed
from verdigris.steps import STEPS
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState, unwritten


def build_graph(
    checkpointer: BaseCheckpointSaver[Any] | None = None, steps: Mapping[str, Step] = STEPS
) -> CompiledStateGraph[RunState, Deps, RunState, RunState]:
    graph = StateGraph(RunState, context_schema=Deps)
    for name, step in steps.items():
        graph.add_node(name, observed(name, step))

    graph.add_conditional_edges(START, enter, ["reproduce", "plan"])
    graph.add_conditional_edges("reproduce", after_reproduce, ["plan", "decide"])
    graph.add_conditional_edges("plan", after_plan, ["specify", "draft", "retrieve"])
    graph.add_edge("specify", "draft")
    graph.add_conditional_edges("draft", after_patch, ["apply", "reflect"])
    graph.add_edge("retrieve", "audit")
    graph.add_conditional_edges("audit", after_audit, ["patch", "reflect"])
    graph.add_conditional_edges("patch", after_patch, ["apply", "reflect"])
    graph.add_conditional_edges("apply", after_apply, ["check", "reflect"])
    graph.add_conditional_edges("check", after_check, ["execute", "reflect"])
    graph.add_conditional_edges("execute", after_execute, ["execute", "reflect"])
    graph.add_edge("reflect", "remember")
    graph.add_edge("remember", "decide")
    graph.add_conditional_edges("decide", after_decide, ["plan", END])
    return graph.compile(checkpointer=checkpointer)


def enter(state: RunState) -> str:
    task = state["task"]
    return "reproduce" if task.job == "fix" or task.into else "plan"


def after_reproduce(state: RunState) -> str:
    verdict = state.get("verdict")
    return "decide" if verdict and verdict.green else "plan"


def after_plan(state: RunState) -> str:
    if state.get("blueprint") is None:
        return "retrieve"
    if state["task"].into:  # the tests are there; what is a stub is drafted once
        return "draft" if state["iteration"] == 1 else "retrieve"
    if "checks" not in state:
        return "specify"
    return "draft" if unwritten(state) else "retrieve"


def after_audit(state: RunState) -> str:
    return "reflect" if state["task"].job == "audit" else "patch"


def after_patch(state: RunState) -> str:
    return "apply" if state.get("change") else "reflect"


def after_apply(state: RunState) -> str:
    return "check" if state.get("commit") else "reflect"


def after_check(state: RunState) -> str:
    return "reflect" if state.get("blocked") else "execute"


def after_execute(state: RunState) -> str:
    # The infrastructure failed, not the code: again. `execute` counts, and in the end gives in.
    return "reflect" if state.get("verdict") else "execute"


def after_decide(state: RunState) -> str:
    decision = state.get("decision")
    return END if decision is None or decision.action == "stop" else "plan"
