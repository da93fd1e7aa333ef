"""Settings: one typed tree, and the only place that reads the environment.

Order, weakest first: defaults, the user file, `verdigris.toml` in the project, `.env` in the
project, environment variables (`VERDIGRIS_LIMITS__MAX_ITERS=8`), command-line flags. `load` also
says where each value came from.

A project under repair is a stranger's: its `verdigris.toml` and `.env` may shape the work, but
may not choose where keys are sent, where data is kept, which programs run outside the sandbox, or
what a change is allowed to do (`TRUSTED_ONLY`, `TRUSTED_MODELS`). Keys themselves may stand in
`.env`, because that is where people keep them.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError

from verdigris.core.secrets import looks_secret, mask
from verdigris.errors import SettingsError

PREFIX = "VERDIGRIS_"
PROJECT_FILE = "verdigris.toml"
TRUSTED_ONLY = (
    "keys", "providers", "paths", "store", "memory", "sandbox", "local", "checks", "edits",
    "suite.python",
    "models.record", "models.replay", "limits.day_tokens", "limits.day_cost",
)  # fmt: skip
OPEN = ("checks.also_block",)
"""What a project may set although its section is trusted: it can only make things stricter."""
LISTS = (
    "checks.block_operations", "checks.also_block", "checks.allow_rules", "checks.allow_imports",
    "cascade.tiers",
)  # fmt: skip
"""Settings that an environment variable gives as words with commas between them."""
MODEST = (
    "suite.memory_mb", "suite.disk_mb", "suite.file_mb", "suite.processes", "suite.open_files",
    "suite.output_kb",
)  # fmt: skip
"""Limits that keep this machine usable; a project may lower them and not raise them."""
TRUSTED_MODELS = ("openai-compatible:", "scripted:", "local:/")
"""Models that name a server or a file of their own; a project may name any other."""
NAMED_BY_FLAGS = frozenset({"models.default", "models.fast", "models.strong"})
"""A flag that names a model takes the choice from the project: code goes where its user said."""
# Variables that other tools made usual. They are read as if they were written `keys.NAME`.
KEY_VARIABLES = {
    "ANTHROPIC_API_KEY": "keys.anthropic",
    "OPENAI_API_KEY": "keys.openai",
    "OPENROUTER_API_KEY": "keys.openrouter",
    "LITELLM_API_KEY": "keys.litellm",
    "GROQ_API_KEY": "keys.groq",
    "MISTRAL_API_KEY": "keys.mistral",
    "GOOGLE_API_KEY": "keys.google",
    "GEMINI_API_KEY": "keys.google",
    "DEEPSEEK_API_KEY": "keys.deepseek",
    "XAI_API_KEY": "keys.xai",
    "CO_API_KEY": "keys.cohere",
    "TOGETHER_API_KEY": "keys.together",
    "FIREWORKS_API_KEY": "keys.fireworks",
    "CEREBRAS_API_KEY": "keys.cerebras",
    "MOONSHOTAI_API_KEY": "keys.moonshotai",
    "HF_TOKEN": "keys.huggingface",
    "AWS_BEARER_TOKEN_BEDROCK": "keys.bedrock",
}


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


def split_names(value: str) -> tuple[str, ...]:
    """Return the names in `a:x, b:y`. A comma inside a name is no separator."""
    return tuple(name.strip() for name in re.split(r",(?=\s*[\w-]+:)", value) if name.strip())


def _joined(value: object) -> object:
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        return ", ".join(value) or None
    return value


ModelNames = Annotated[str | None, BeforeValidator(_joined)]
"""One model or several with commas between them; a file may hold a list."""


class Models(Section):
    enabled: bool = True
    """Whether any model may be asked at all (`--no-llm` says no)."""
    default: ModelNames = None
    """The model for every tier that has none of its own, such as `anthropic:claude-sonnet-4-5`."""
    fast: ModelNames = None
    """The model that plans and writes the first samples; of several, the first that can answer."""
    strong: ModelNames = None
    """The model that is asked when the fast one does not get there; may be several as well."""
    samples: int = Field(4, ge=1, le=32)
    """How many answers one iteration may ask of the fast tier."""
    temperature: float = Field(0.8, ge=0, le=2)
    """Of every sample after the first; the first is greedy."""
    max_output_tokens: int = Field(1200, ge=64)
    """The longest answer a model may give."""
    timeout_seconds: float = Field(300, gt=0)
    """How long one answer may take."""
    retries: int = Field(3, ge=0, le=10)
    """How often a passing fault (rate limit, time-out, server error) is tried again."""
    record: Path | None = None
    """A file that keeps every answer; what it holds already is not asked again (`--record`)."""
    replay: Path | None = None
    """A recording that gives every answer; no model is asked (`--replay`)."""


class Roles(Section):
    """Who does what: a tier (`fast`, `strong`) or a model of its own; else the tier in brackets."""

    planner: ModelNames = None
    """Says what seems wrong (fast)."""
    coder: ModelNames = None
    """Writes the fix (fast, then strong)."""
    tester: ModelNames = None
    """Writes tests (strong)."""
    reviewer: ModelNames = None
    """Looks a change over (strong)."""
    reflector: ModelNames = None
    """Says what an attempt taught (strong)."""
    auditor: ModelNames = None
    """Looks code over (strong)."""


class Limits(Section):
    max_iters: int = Field(5, ge=1)
    """How many times the loop may go round."""
    max_seconds: float | None = Field(None, gt=0)
    """How long a run may take, in seconds of wall clock."""
    max_tokens: int | None = Field(None, gt=0)
    """How many tokens, in and out, a run may use."""
    max_cost: float | None = Field(None, ge=0)
    """How many US dollars a run may cost."""
    fast_tokens: int | None = Field(None, gt=0)
    """How many tokens a run may use of the fast tier."""
    fast_cost: float | None = Field(None, ge=0)
    """How many US dollars a run may spend on the fast tier."""
    fast_seconds: float | None = Field(None, gt=0)
    """How long a run may wait for answers of the fast tier, added up."""
    strong_tokens: int | None = Field(None, gt=0)
    """How many tokens a run may use of the strong tier."""
    strong_cost: float | None = Field(None, ge=0)
    """How many US dollars a run may spend on the strong tier."""
    strong_seconds: float | None = Field(None, gt=0)
    """How long a run may wait for answers of the strong tier, added up."""
    day_tokens: int | None = Field(None, gt=0)
    """How many tokens all runs together may use in a day (UTC)."""
    day_cost: float | None = Field(None, ge=0)
    """How many US dollars all runs together may cost in a day (UTC)."""
    until_green: bool = False
    """Go on although the same failure keeps coming back; the other limits still hold."""


TierName = Literal["recall", "search", "fast", "strong"]


class Cascade(Section):
    tiers: tuple[TierName, ...] = ("recall", "search", "fast", "strong")
    """Where a fix is looked for, cheapest first; `--no-llm` leaves out the models."""
    search_seconds: float = Field(60, gt=0)
    """How long one iteration may search without a model."""
    search_candidates: int = Field(5000, ge=1)
    """How many candidates one iteration of that search may try."""


class Memory(Section):
    mode: Literal["on", "off", "shuffled"] = "on"
    """Whether earlier runs help: `off` reads and keeps nothing, `shuffled` is a placebo."""
    scope: Literal["user", "repository"] = "user"
    """Who may be reminded of what is learned here: all your projects, or only this one."""


class Breaker(Section):
    warn_after: int = Field(2, ge=1)
    """After so many attempts in a row without progress the next prompt carries a warning."""
    stop_after: int = Field(4, ge=1)
    """After so many the run stops."""


class SuiteSettings(Section):
    test_cmd: str | None = None
    """The command that runs the tests; found from the project's files when not given."""
    python: str | None = None
    """The interpreter the tests run with; the project's own environment when not given."""
    wall_seconds: float = Field(600, gt=0)
    """How long one run of the whole suite may take."""
    test_seconds: float = Field(120, gt=0)
    """How long a single test may take before it counts as hanging."""
    cpu_seconds: int = Field(600, gt=0)
    """How much CPU time one process of the suite may use."""
    memory_mb: int = Field(4096, ge=64)
    """How much memory the suite may take (`--sandbox-memory`)."""
    file_mb: int = Field(256, ge=1)
    """How large a file the suite may write."""
    disk_mb: int = Field(1024, ge=1)
    """How much the suite may write altogether."""
    processes: int = Field(512, ge=8)
    """How many processes and threads the suite may run at once."""
    open_files: int = Field(4096, ge=64)
    """How many files one process of the suite may hold open."""
    output_kb: int = Field(2048, ge=16)
    """How much the suite may print before it is stopped."""
    retries: int = Field(1, ge=0, le=5)
    """How often a run is repeated when the infrastructure, not the code, failed."""
    observe_seconds: float = Field(30, ge=0)
    """How long tests may be observed to find the lines that may be wrong; 0 for not at all."""


class SandboxSettings(Section):
    backend: Literal["auto", "bubblewrap", "docker", "podman", "process"] = "auto"
    """How test runs are kept apart from this machine; `auto` takes the strongest that works."""
    image: str | None = None
    """The image containers are made of; it holds the interpreter and the project's packages."""
    cpus: float | None = Field(None, gt=0)
    """How many processors a test run may keep busy; all of them when not given."""
    network: bool = False
    """Whether test runs may use the network."""


Operation = Literal[
    "eval", "exec", "process", "network", "deletion", "write-outside", "ctypes", "unpickle",
    "import-trick", "dynamic", "introspection", "test-detection", "monkeypatch", "exit",
    "dependency",
]  # fmt: skip


class Checks(Section):
    ruff_cmd: str | None = None
    """Replaces `ruff check` in the gate; the changed files are appended."""
    bandit_cmd: str | None = None
    """Replaces `bandit` in the gate; the changed files are appended."""
    block_operations: tuple[Operation, ...] = (
        "eval", "exec", "process", "network", "deletion", "write-outside", "ctypes", "unpickle",
        "import-trick", "dynamic", "introspection", "test-detection", "monkeypatch", "exit",
        "dependency",
    )  # fmt: skip
    """Kinds of operation that a change may not add."""
    also_block: tuple[Operation, ...] = ()
    """Kinds that a change may not add even where the file did so before; a project may set this."""
    allow_rules: tuple[str, ...] = ()
    """Rules that are switched off, by id: `policy/eval`; `verdigris check --list-rules` has all."""
    allow_imports: tuple[str, ...] = ()
    """Packages a change may import although they are not installed, by the name imported."""


EditFormat = Literal["auto", "function", "file", "search_replace", "diff"]


class Edits(Section):
    max_patch_kb: int = Field(200, ge=1)
    """The largest patch that is accepted."""
    max_file_mb: int = Field(50, ge=1)
    """Larger files of the project are left out of the copy that a run works on."""
    max_files: int = Field(50, ge=1)
    """The most files that one change may touch."""
    allow_test_edits: bool = False
    """Whether a change may touch tests, their configuration or CI files."""
    fast_format: EditFormat = "auto"
    """In which form the fast model answers; `auto` goes by what is known of the model."""
    strong_format: EditFormat = "auto"
    """In which form the strong model answers."""


class Keys(Section):
    anthropic: SecretStr | None = None
    openai: SecretStr | None = None
    openrouter: SecretStr | None = None
    litellm: SecretStr | None = None
    compatible: SecretStr | None = None
    """Sent to `openai-compatible:` servers; most local ones need none."""
    groq: SecretStr | None = None
    mistral: SecretStr | None = None
    google: SecretStr | None = None
    deepseek: SecretStr | None = None
    xai: SecretStr | None = None
    cohere: SecretStr | None = None
    together: SecretStr | None = None
    fireworks: SecretStr | None = None
    cerebras: SecretStr | None = None
    moonshotai: SecretStr | None = None
    huggingface: SecretStr | None = None
    bedrock: SecretStr | None = None
    """A bearer token; without one, Amazon's own ways of finding credentials hold."""


class Providers(Section):
    ollama_url: str = "http://127.0.0.1:11434/v1"
    ollama_context: int = Field(16_384, ge=512)
    """The context asked of an Ollama model; Ollama's own default of 4096 would cut questions."""
    litellm_url: str = "http://127.0.0.1:4000"
    openai_url: str | None = None
    anthropic_url: str | None = None
    openrouter_url: str | None = None


class Local(Section):
    model: str = "qwen2.5-coder-1.5b"
    """The local model that is used when none is configured."""
    idle_seconds: float = Field(600, gt=0)
    """The engine stops after this long without a request."""
    threads: int | None = Field(None, ge=1)
    """Threads of the engine; the physical cores when not given."""
    context_tokens: int = Field(8192, ge=512)
    """The context each answer may use."""
    slots: int = Field(4, ge=1, le=16)
    """How many answers are decoded at once."""
    server: str | None = None
    """A `llama-server` program to use instead of the installed package, by name or path."""
    lora: str | None = None
    """A LoRA adapter, a GGUF file, that is attached to `local.model`."""


class Paths(Section):
    data: Path = Field(default_factory=lambda: platformdirs.user_data_path("verdigris"))
    """Runs, checkpoints, the database."""
    cache: Path = Field(default_factory=lambda: platformdirs.user_cache_path("verdigris"))
    """Pulled models and whatever can be made again."""


class Store(Section):
    url: str | None = None
    """The database; a SQLite file in the data folder when not given."""


class Settings(Section):
    models: Models = Models()
    roles: Roles = Roles()
    limits: Limits = Limits()
    cascade: Cascade = Cascade()
    memory: Memory = Memory()
    breaker: Breaker = Breaker()
    suite: SuiteSettings = SuiteSettings()
    sandbox: SandboxSettings = SandboxSettings()
    checks: Checks = Checks()
    edits: Edits = Edits()
    keys: Keys = Keys()
    providers: Providers = Providers()
    local: Local = Local()
    paths: Paths = Field(default_factory=Paths)
    store: Store = Store()

    @property
    def asks_models(self) -> bool:
        """Whether any model may be asked: they are on, and a tier of the cascade is one."""
        return self.models.enabled and not {"fast", "strong"}.isdisjoint(self.cascade.tiers)

    def secrets(self, machine: Machine) -> tuple[str, ...]:
        """Return the values that must not leave this machine: keys, and what looks like one."""
        keys = [
            value.get_secret_value()
            for value in self.keys.model_dump().values()
            if isinstance(value, SecretStr)
        ]
        around = [value for name, value in machine.variables.items() if looks_secret(name, value)]
        return tuple(dict.fromkeys([*keys, *around]))

    @property
    def database_url(self) -> str:
        return self.store.url or f"sqlite:///{self.paths.data / 'verdigris.db'}"


@dataclass(frozen=True)
class Loaded:
    """Settings together with the origin of every value that is not a default."""

    settings: Settings
    origins: Mapping[str, str] = field(default_factory=dict)

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Yield (dotted name, shown value, origin) for every setting; secrets are masked."""
        for name, value in _flatten(self.settings.model_dump()):
            shown = "********" if isinstance(value, SecretStr) else mask(_show(value))
            yield name, shown, self.origins.get(name, "default")


@dataclass(frozen=True)
class Machine:
    """The few facts of the surrounding shell that finding a project's tools needs."""

    path: str
    virtual_env: str | None
    home: str
    variables: Mapping[str, str] = field(default_factory=dict)
    """All of them, for programs that act in the user's name: the client of a container engine."""

    @classmethod
    def current(cls) -> Machine:
        return cls(
            os.environ.get("PATH", os.defpath),
            os.environ.get("VIRTUAL_ENV") or os.environ.get("CONDA_PREFIX") or None,
            str(Path.home()),
            dict(os.environ),
        )


def user_file() -> Path:
    return platformdirs.user_config_path("verdigris") / "config.toml"


def known_names() -> list[str]:
    return [name for name, _ in _flatten(Settings().model_dump())]


def load(
    project: Path | None = None,
    flags: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Loaded:
    """Read every source in order and validate the result once.

    Raises SettingsError for an unknown key (naming the nearest one), a wrong value, a file that
    cannot be read, or a project that sets what only its user may set.
    """
    environ = os.environ if environ is None else environ
    layers: list[tuple[str, dict[str, Any]]] = []
    if (path := Path(environ.get("VERDIGRIS_CONFIG") or user_file())).is_file():
        layers.append((str(path), _toml(path)))
    if project is not None and project.is_dir():
        if (path := project / PROJECT_FILE).is_file():
            layers.append((str(path), _untrusted(path, _toml(path))))
        if (path := project / ".env").is_file():
            layers.append((str(path), _untrusted(path, _dotenv(path), keys_allowed=True)))
    layers.append(("environment", _variables(environ)))
    given = {k: v for k, v in (flags or {}).items() if v is not None}
    if not NAMED_BY_FLAGS.isdisjoint(given):
        layers = [(origin, _without_models(project, origin, layer)) for origin, layer in layers]
    layers.append(("flag", given))

    merged: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for origin, layer in layers:
        for name, value in layer.items():
            _require_known(name, origin)
            if name in OPEN and isinstance(value, list | tuple):
                value = [*merged.get(name, ()), *value]  # each may add, none may take away
            merged[name] = value
            origins[name] = origin
    try:
        settings = Settings.model_validate(_nest(merged))
        _require_modest(settings, layers, origins)
        return Loaded(settings, origins)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"][:2])
        raise SettingsError(
            f"The setting '{name}' from {origins.get(name, 'a default')} is not usable: "
            f"{first['msg']}.",
            hint="Correct or remove it there; docs/settings.md explains every setting.",
        ) from None


def _toml(path: Path) -> dict[str, Any]:
    try:
        return dict(_flatten(tomllib.loads(path.read_text("utf-8-sig"))))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.") from None


def _dotenv(path: Path) -> dict[str, Any]:
    from dotenv import dotenv_values

    # Other programs keep their variables in the same file; only ours are taken. Nothing is filled
    # in from our own environment: `${ANTHROPIC_API_KEY}` in a stranger's file stays what it is.
    try:
        values = dotenv_values(path, interpolate=False, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.") from None
    return _variables({k: v for k, v in values.items() if v is not None})


def _variables(environ: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for variable, value in environ.items():
        if name := KEY_VARIABLES.get(variable):
            if value:
                found[name] = value
        elif variable.startswith(PREFIX) and variable != "VERDIGRIS_CONFIG":
            name = variable.removeprefix(PREFIX).lower().replace("__", ".")
            found[name] = _words(value) if name in LISTS else value
    return found


def _words(value: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in value.split(",") if word.strip())


def _untrusted(path: Path, layer: dict[str, Any], *, keys_allowed: bool = False) -> dict[str, Any]:
    for name in layer:
        if name in OPEN or (keys_allowed and name.startswith("keys.")):
            continue
        model = name.startswith(("models.", "roles.")) and _names_a_place(layer[name])
        if model or any(name == ban or name.startswith(f"{ban}.") for ban in TRUSTED_ONLY):
            raise SettingsError(
                f"{path} may not set '{name}' to this: a project does not choose where keys and "
                "data go, what runs outside the sandbox, or what a change may do.",
                hint=f"Set it in {user_file()}, in the environment, or by a flag.",
            )
    return layer


def _without_models(project: Path | None, origin: str, layer: dict[str, Any]) -> dict[str, Any]:
    """Return a layer; without the models it names if it is one of the project's."""
    if project is None or origin not in (str(project / PROJECT_FILE), str(project / ".env")):
        return layer
    return {
        name: value
        for name, value in layer.items()
        if name not in NAMED_BY_FLAGS and not name.startswith("roles.")
    }


def _names_a_place(value: object) -> bool:
    """Tell whether one of the models in a setting names a server or a file of its own."""
    named = split_names(str(_joined(value)))
    return any(
        name.startswith(TRUSTED_MODELS)
        or (name.startswith("local:") and re.search(r"[/\\+]|\.gguf", name))
        for name in named
    )


def _require_modest(
    settings: Settings, layers: list[tuple[str, dict[str, Any]]], origins: Mapping[str, str]
) -> None:
    """Raise SettingsError where a project takes more of the machine than its user grants."""
    files = [layer for layer in layers if layer[0] not in ("environment", "flag")]
    strangers = {origin for origin, _ in files if Path(origin).name in (PROJECT_FILE, ".env")}
    for name in MODEST:
        if (origin := origins.get(name)) not in strangers:
            continue
        mine = [layer[name] for where, layer in files if where not in strangers and name in layer]
        granted = Settings.model_validate(_nest({name: mine[0]} if mine else {}))
        key = name.partition(".")[2]
        most, asked = getattr(granted.suite, key), getattr(settings.suite, key)
        if asked > most:
            raise SettingsError(
                f"{origin} may not raise '{name}' to {asked}: you grant {most}.",
                hint=f"Grant more in {user_file()}, in the environment, or by a flag.",
            )


def _require_known(name: str, origin: str) -> None:
    names = known_names()
    if name in names:
        return
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    raise SettingsError(
        f"Unknown setting '{name}' in {origin}." + (f" Did you mean '{near[0]}'?" if near else ""),
        hint="docs/settings.md lists every setting.",
    )


def _flatten(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _nest(flat: Mapping[str, Any]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for name, value in flat.items():
        section, _, key = name.partition(".")
        tree.setdefault(section, {})[key] = value
    return tree


def _show(value: object) -> str:
    if value is None:
        return "-"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
