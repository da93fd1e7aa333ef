"""How an engine is set up for this machine, and what `verdigris model tune` found to be fastest.

Only the choices and the file that keeps them; measuring is `tune.py`. What was measured on another
processor, with other engines or for another model file is not used.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from verdigris.core.value import Value
from verdigris.models.local.cores import usable_cores
from verdigris.settings import Settings

Speculation = Literal["off", "ngram"]


class Tuning(Value):
    """The defaults hold where nothing was measured."""

    engine: Literal["package", "server"] = "package"
    """llama.cpp as the package `xllamacpp`, or as a `llama-server` program."""
    threads: int | None = Field(None, gt=0, le=1024)
    """None stands for the physical cores."""
    batch: int = Field(512, ge=32, le=1 << 16)
    """Prompts are read in such pieces; between two of them others get their turn."""
    flash_attention: Literal["auto", "on", "off"] = "auto"
    speculation: Speculation = "ngram"
    """Guess the next words from what the prompt says after the same words; a fix mostly copies."""
    cache_type: Literal["f16", "q8_0"] = "f16"
    """In which precision the context is kept."""


class Tuned(Value):
    """One measurement that is kept."""

    tuning: Tuning
    gain: float = Field(gt=0, allow_inf_nan=False)
    """How many times as fast as the defaults."""


def tuning_file(settings: Settings) -> Path:
    # Beside the engines: it is of this machine, whatever data folder a run works with.
    return settings.paths.cache.absolute() / "local-tuning.json"


def tuned(settings: Settings, model: Path, server: str = "") -> Tuned | None:
    """Return what was measured for this model here; None when nothing was, or things changed."""
    try:
        kept = _read(settings)[_key(model, server)]
        return Tuned.model_validate(kept)
    except (OSError, KeyError, ValidationError):
        return None


def keep(settings: Settings, model: Path, server: str, result: Tuned) -> None:
    """Remember a measurement, replacing an older one."""
    file = tuning_file(settings)
    file.parent.mkdir(parents=True, exist_ok=True)
    everything = _read(settings) | {_key(model, server): result.model_dump(mode="json")}
    draft = file.with_suffix(f".{os.getpid()}.tmp")
    draft.write_text(json.dumps(everything, indent=1), "utf-8")
    draft.replace(file)


def forget(settings: Settings) -> bool:
    """Go back to the defaults; say whether there was anything to forget."""
    try:
        tuning_file(settings).unlink()
    except FileNotFoundError:
        return False
    return True


def _read(settings: Settings) -> dict[str, object]:
    try:
        kept = json.loads(tuning_file(settings).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _key(model: Path, server: str) -> str:
    facts = [model.name, str(model.stat().st_size), _package_version(), server]
    facts += [processor(), str(usable_cores())]
    if server:
        facts.append(str(Path(server).stat().st_mtime_ns))
    return f"{model.name}-{hashlib.sha256(chr(0).join(facts).encode()).hexdigest()[:10]}"


def _package_version() -> str:
    try:
        return version("xllamacpp")
    except PackageNotFoundError:
        return ""


def processor() -> str:
    """Name the processor well enough to tell another one from it."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", errors="replace")
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    block = text.partition("\n\n")[0].splitlines()
    facts = [line for line in block if line.startswith(("model name", "CPU part", "flags", "Feat"))]
    return f"{platform.machine()} {' '.join(sorted(facts))}"
