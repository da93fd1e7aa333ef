"""Which engines are installed, and which of them serves a model how.

Two can: llama.cpp as the package `xllamacpp`, and a `llama-server` program, which may have been
compiled for exactly this processor. A program that `local.server` names is used; one that is only
found on the search path must first have been measured to be faster (`verdigris model tune`), or
stand in for a missing package.
"""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.local.catalogue import loras, model_path, short_name
from verdigris.models.local.cores import usable_cores
from verdigris.models.local.gguf import read_header
from verdigris.models.local.state import EngineSpec
from verdigris.models.local.tuning import Tuning, tuned
from verdigris.settings import Machine, Settings

PROGRAM = "llama-server"


def has_package() -> bool:
    return importlib.util.find_spec("xllamacpp") is not None


def server_program(settings: Settings) -> str:
    """Return the path of the `llama-server` program, or nothing when there is none.

    Raises UserError when the one that the settings name is not there.
    """
    wanted = settings.local.server or PROGRAM
    found = shutil.which(Path(wanted).expanduser(), path=Machine.current().path)
    if found is None and settings.local.server:
        raise UserError(
            f"There is no program at '{wanted}', which local.server names.",
            hint="Correct local.server, or remove it to use the installed package.",
        )
    return str(Path(found).resolve()) if found else ""


def context_tokens(settings: Settings, name: str) -> int:
    """Return how much fits into one question and its answer; a guess until the model is pulled."""
    wanted = settings.local.context_tokens
    try:
        model = model_path(settings, name)
        return read_header(model, "model").fitting(wanted) if model else wanted
    except UserError:
        return wanted  # told when it is asked


def engine_spec(settings: Settings, name: str, tuning: Tuning | None = None) -> EngineSpec:
    """Say how a model is to be served; with the given tuning, else with what was measured.

    Raises ModelUnavailable with the cure when the model is not pulled, its file is damaged or there
    is no engine; UserError when there is no such model, adapter or program.
    """
    model = model_path(settings, name)
    if model is None:
        usual = short_name(name) == short_name(settings.local.model)
        raise ModelUnavailable(
            f"The local model {short_name(name)} is not pulled yet.",
            hint=f"Run `verdigris model pull{'' if usual else f' {short_name(name)}'}`.",
            lasting=True,
        )
    adapters = loras(settings, name)
    header = read_header(model, "model")
    for adapter in adapters:
        base = read_header(adapter, "adapter").architecture
        if base != header.architecture:
            raise UserError(
                f"The adapter {adapter} is made for {base} models, and {model.name} is a "
                f"{header.architecture} one.",
                hint="Attach an adapter that was trained on this model.",
            )
    program = server_program(settings)
    if tuning is None:
        kept = tuned(settings, model, program)
        tuning = kept.tuning if kept else Tuning()
    serves = bool(program) and (
        bool(settings.local.server) or tuning.engine == "server" or not has_package()
    )
    if not serves and not has_package():
        raise ModelUnavailable(
            "The engine for local models is not installed.",
            hint="Run: pip install 'verdigris[local]', or set local.server to a llama-server.",
            lasting=True,
        )
    return EngineSpec(
        model=model,
        name=Path(short_name(name)).name,
        context_tokens=header.fitting(settings.local.context_tokens),
        slots=settings.local.slots,
        threads=settings.local.threads or tuning.threads or usable_cores(),
        server=program if serves else "",
        loras=adapters,
        tuning=tuning,
    )
