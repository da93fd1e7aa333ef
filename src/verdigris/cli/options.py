"""Options that several commands have, defined once, and the settings they stand for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

STEPS = (
    "reproduce", "plan", "specify", "draft", "retrieve", "audit", "patch", "apply", "check",
    "execute", "reflect", "remember", "decide",
)  # fmt: skip
_MODELS, LIMITS, _SANDBOX, _RUNNING = "Models", "Limits", "Sandbox", "Running"

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Show what each step sees and asks.")
]
Apply = Annotated[
    bool, typer.Option("--apply", help="Write the fix to your files once it is green.")
]
StopAfter = Annotated[
    str | None,
    typer.Option(help=f"Pause after a step: {', '.join(STEPS)}.", rich_help_panel=_RUNNING),
]
Model = Annotated[
    str | None,
    typer.Option(
        help="The model to ask, such as local:qwen2.5-coder-1.5b.", rich_help_panel=_MODELS
    ),
]
FastModel = Annotated[
    str | None, typer.Option(help="The model that is asked first.", rich_help_panel=_MODELS)
]
StrongModel = Annotated[
    str | None, typer.Option(help="The model that is asked next.", rich_help_panel=_MODELS)
]
NoLlm = Annotated[
    bool, typer.Option("--no-llm", help="Ask no model at all.", rich_help_panel=_MODELS)
]
Record = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Keep every answer in this file; what it holds is not asked again.",
        rich_help_panel=_MODELS,
    ),
]
Replay = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Take every answer from a recording; no model is asked or needed.",
        rich_help_panel=_MODELS,
    ),
]
Tiers = Annotated[
    str | None,
    typer.Option(
        metavar="TIER,…",
        help="Where to look for a fix, of recall, search, fast and strong, in this order.",
        rich_help_panel=_MODELS,
    ),
]
Memory = Annotated[
    Literal["on", "off", "shuffled"] | None,
    typer.Option(
        "--memory",
        help="Whether earlier runs help; shuffled is a placebo, with the wrong failures.",
        rich_help_panel=_RUNNING,
    ),
]
SearchSeconds = Annotated[
    float | None,
    typer.Option(
        help="How long each iteration may search without a model.", rich_help_panel=LIMITS
    ),
]
MaxIters = Annotated[
    int | None,
    typer.Option(min=1, help="Go round the loop at most N times.", rich_help_panel=LIMITS),
]
MaxSeconds = Annotated[
    float | None, typer.Option(help="Stop after this many seconds.", rich_help_panel=LIMITS)
]
MaxTokens = Annotated[
    int | None, typer.Option(help="Stop after this many tokens.", rich_help_panel=LIMITS)
]
MaxCost = Annotated[
    float | None, typer.Option(help="Stop after this many US dollars.", rich_help_panel=LIMITS)
]
UntilGreen = Annotated[
    bool,
    typer.Option(
        "--until-green",
        help="Go on although the same failure keeps coming back; the limits still hold.",
        rich_help_panel=LIMITS,
    ),
]
Resume = Annotated[
    str | None,
    typer.Option(help="Go on with a run that was paused or killed.", rich_help_panel=_RUNNING),
]

Sandbox = Annotated[
    Literal["auto", "bubblewrap", "docker", "podman", "process"] | None,
    typer.Option(
        "--sandbox",
        help="What keeps the tests apart from this machine; auto takes the strongest that works.",
        rich_help_panel=_SANDBOX,
    ),
]
SandboxImage = Annotated[
    str | None,
    typer.Option(
        "--sandbox-image",
        help="The image for docker or podman, with the project's packages in it.",
        rich_help_panel=_SANDBOX,
    ),
]
SandboxCpus = Annotated[
    float | None,
    typer.Option(
        "--sandbox-cpus",
        help="How many processors the tests may keep busy, such as 1.5.",
        rich_help_panel=_SANDBOX,
    ),
]
SandboxMemory = Annotated[
    int | None,
    typer.Option(
        "--sandbox-memory", help="How many MB the tests may take.", rich_help_panel=_SANDBOX
    ),
]
SandboxNetwork = Annotated[
    bool,
    typer.Option(
        "--sandbox-network", help="Let the tests use the network.", rich_help_panel=_SANDBOX
    ),
]


def model_flags(
    model: str | None, fast: str | None, strong: str | None, no_llm: bool
) -> dict[str, Any]:
    """Return the settings that the options above stand for; None where one was not given."""
    return {
        "models.default": model,
        "models.fast": fast,
        "models.strong": strong,
        "models.enabled": False if no_llm else None,
    }


def recording_flags(record: Path | None, replay: Path | None) -> dict[str, Any]:
    """Return absolute paths: a run may be resumed from another folder."""
    return {
        "models.record": str(record.absolute()) if record else None,
        "models.replay": str(replay.absolute()) if replay else None,
    }


def python_flags(python: str | None) -> dict[str, Any]:
    """Return an absolute path, for whoever resumes it in another folder.

    The link of an environment stays a link: its target is another environment's interpreter.
    """
    from verdigris.settings.interpreter import named_python

    return {"suite.python": str(named_python(python)) if python and "/" in python else python}


def cascade_flags(tiers: str | None, search_seconds: float | None) -> dict[str, Any]:
    named = tuple(word.strip() for word in tiers.split(",") if word.strip()) if tiers else None
    return {"cascade.tiers": named, "cascade.search_seconds": search_seconds}


def limit_flags(
    iters: int | None, seconds: float | None, tokens: int | None, cost: float | None
) -> dict[str, Any]:
    return {
        "limits.max_iters": iters,
        "limits.max_seconds": seconds,
        "limits.max_tokens": tokens,
        "limits.max_cost": cost,
    }


def sandbox_flags(
    sandbox: str | None,
    image: str | None,
    cpus: float | None,
    memory: int | None,
    network: bool,
) -> dict[str, Any]:
    return {
        "sandbox.backend": sandbox,
        "sandbox.image": image,
        "sandbox.cpus": cpus,
        "suite.memory_mb": memory,
        "sandbox.network": True if network else None,
    }
