"""Options that every job has, defined once, and the settings they stand for."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

_SANDBOX = "Sandbox"

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


def sandbox_flags(
    sandbox: str | None,
    image: str | None,
    cpus: float | None,
    memory: int | None,
    network: bool,
) -> dict[str, Any]:
    """Return the settings that the options above stand for; None where one was not given."""
    return {
        "sandbox.backend": sandbox,
        "sandbox.image": image,
        "sandbox.cpus": cpus,
        "suite.memory_mb": memory,
        "sandbox.network": True if network else None,
    }
