"""What an eval does, and how one job is told apart from every other that would end differently."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field

from verdigris.core.value import FORMAT, Value
from verdigris.errors import ModelUnavailable, UserError, VerdigrisError
from verdigris.settings import Settings, load, split_names

_OURS = Path(__file__).parents[1]
NO_PART = (
    "cli", "evals/suites", "evals/figures", "evals/reports", "evals/keeping.py",
    "evals/recording.py", "evals/judging/validate.py", "evals/jobs/budget.py",
    "evals/jobs/desks.py", "evals/jobs/running.py",
)  # fmt: skip
"""Code that cannot change how a job ends."""


class Plan(Value):
    """Everything that was asked of an eval; the same plan again is the same eval."""

    format: int = FORMAT
    suite: str
    entrant: str = "verdigris"
    """`verdigris`, `plain`, `best-of-K`, or `agent`."""
    agent: str = ""
    """The command of another agent."""
    flags: dict[str, Any] = Field(default_factory=dict)
    """Settings of this eval, by dotted name."""
    runs: int = Field(1, ge=1, le=1000)
    seed: int = Field(0, ge=0)
    stream: bool = False
    """Tasks come one after the other and share one memory."""
    only: tuple[str, ...] = ()
    limit: int = Field(0, ge=0)
    job_seconds: float = Field(gt=0)
    """A job that takes longer is given up."""

    @property
    def label(self) -> str:
        """Who is measured, in a few words."""
        who = program_of(self.agent).rpartition("/")[2] or self.entrant
        model = self.flags.get("models.default") or self.flags.get("models.fast")
        if self.flags.get("models.enabled") is False:
            model = "no model"
        memory = self.flags.get("memory.mode") if self.stream else ""
        said = [who, *([str(model)] if model else []), *([f"memory {memory}"] if memory else [])]
        return ", ".join(said)


def program_of(command: str) -> str:
    """Return the program that a command starts, behind `env` and the variables that it sets."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    if words and words[0].rpartition("/")[2] == "env":
        words = [word for word in words[1:] if not _SETS.match(word)]
    return words[0] if words else ""


_SETS = re.compile(r"-|[A-Za-z_]\w*=")
_BEST_OF = re.compile(r"best-of-([1-9]\d{0,2})")


def samples_of(entrant: str) -> int:
    """Return how many samples a baseline takes; 0 for what is none. Raises UserError."""
    if entrant in ("verdigris", "agent"):
        return 0
    if entrant == "plain":
        return 1
    if found := _BEST_OF.fullmatch(entrant):
        return int(found[1])
    raise UserError(
        f"There is no baseline '{entrant}'.", hint="Write plain, or best-of-K such as best-of-4."
    )


def settings_of(plan: Plan, environ: Mapping[str, str] | None = None) -> Settings:
    """Return the settings of a plan: the user's, with its flags on top, and nothing shared.

    A task's own `verdigris.toml` is not read: the same settings hold for all tasks. What is
    measured neither reads nor feeds the memory, database or recordings that the user works with.
    """
    settings = load(None, plan.flags, environ).settings
    alone: dict[str, Any] = {
        "models": settings.models.model_copy(update={"record": None, "replay": None})
    }
    for name in ("store", "memory", "graph"):
        section = getattr(settings, name, None)
        if section is not None and "url" in type(section).model_fields:
            alone[name] = section.model_copy(update={"url": None})
    return settings.model_copy(update=alone)


def below(settings: Settings, data: Path) -> Settings:
    """Return the settings with another data folder."""
    return settings.model_copy(update={"paths": settings.paths.model_copy(update={"data": data})})


def offset_of(plan: Plan, run: int) -> int:
    """Return what is added to the seeds of questions, so that runs differ and can be repeated."""
    return (plan.seed * 1000 + run - 1) * 1_000 % 2_000_000_000


@cache
def code_digest() -> str:
    """Return a hash of the code that decides how a job ends, prompts included."""
    found = hashlib.sha256(f"{sys.version_info[:2]}".encode())
    for path in code_files():
        found.update(path.relative_to(_OURS).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def code_files() -> list[Path]:
    """Return all files of ours that may decide how a job ends, in whatever language."""
    names = ((path, path.relative_to(_OURS).as_posix()) for path in sorted(_OURS.rglob("*")))
    return [
        path
        for path, name in names
        if path.is_file() and not name.startswith(NO_PART) and "__pycache__" not in name
    ]


def settings_digest(settings: Settings) -> str:
    """Return a hash of the settings that decide how a job ends, and of the models they name."""
    told = settings.model_dump(mode="json", exclude={"keys", "paths", "store"})
    told["asked"] = [_model(name, settings) for name in _names(settings)]
    return _hash(told)[:16]


def job_key(
    plan: Plan, settings: str, task: str, run: int, *, after: str = "", own: str = "",
    code: str = "",
) -> str:  # fmt: skip
    """Return what tells a job from all that may end differently.

    `settings` and `task` are digests; `after` is the key of the job before it in a stream; `own`
    is the eval that it is done for, where no other may have it.
    """
    return _hash(
        [FORMAT, code or code_digest(), settings, task, plan.entrant, plan.agent, plan.seed, run,
         plan.job_seconds, "stream" if plan.stream else "", after, own]
    )[:32]  # fmt: skip


def _names(settings: Settings) -> list[str]:
    from verdigris.models.resolve import model_name, role_names

    if not settings.asks_models:
        return []
    try:
        tiers = [model_name("fast", settings), model_name("strong", settings)]
        found = [*tiers, *role_names(settings).values()]
    except ModelUnavailable:
        return []
    return [one for name in found for one in split_names(name) or (name,)]


def _model(name: str, settings: Settings) -> list[str]:
    """Return a model's name, with what tells its files from others under the same name."""
    kind, _, rest = name.partition(":")
    path = Path(rest)
    if kind == "scripted" and path.is_file():
        return [kind, hashlib.sha256(path.read_bytes()).hexdigest()]
    return [name, *_local(name, settings)] if kind == "local" else [name]


def _local(name: str, settings: Settings) -> list[str]:
    """Return the state of a local model's own files, and how its engine was tuned.

    A model of the catalogue has one content, which was checked when it was pulled.
    """
    from verdigris.models.local.catalogue import is_path, loras, model_path
    from verdigris.models.local.engines import server_program
    from verdigris.models.local.tuning import tuned

    try:
        model = model_path(settings, name)
        files = [model] if model and is_path(name) else []
        states = [path.stat() for path in (*files, *loras(settings, name))]
        kept = tuned(settings, model, server_program(settings)) if model else None
    except (VerdigrisError, OSError):
        return []  # whoever asks it will be told
    told = [f"{state.st_size} {state.st_mtime_ns}" for state in states]
    return [*told, kept.tuning.model_dump_json()] if kept else told


def _hash(value: object) -> str:
    text = json.dumps(value, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
