"""The typed tree: every setting with its default, its bounds and what it is for. Reads nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import unquote

import platformdirs
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr
from pydantic_core import PydanticCustomError

from verdigris.core.secrets import looks_secret
from verdigris.settings.machine import Machine


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


def split_names(value: str) -> tuple[str, ...]:
    """Return the names in `a:x, b:y`. A comma inside a name is no separator."""
    return tuple(name.strip() for name in re.split(r",(?=\s*[\w-]+:)", value) if name.strip())


def joined(value: object) -> object:
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        return ", ".join(value) or None
    return value


def password_in(url: str) -> str:
    """Return the password that a URL holds, as it is sent; empty where it holds none."""
    # Up to the last `@`: one that was not written as %40 is still part of it.
    found = re.search(r"://[^/@:]*:(.+)@", url)
    return unquote(found[1]) if found else ""


ModelNames = Annotated[str | None, BeforeValidator(joined)]
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
    """How long one answer may take; the local model, how long it may write nothing."""
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


_EMBEDDER = re.compile(
    r"auto|off|hashed|minilm|(?:openai|openrouter|ollama|litellm):\S+|"
    r"openai-compatible:https?://[^\s#]+#\S+"
)


def _embedder(name: str) -> str:
    if not _EMBEDDER.fullmatch(name):
        raise PydanticCustomError(
            "embedder",
            "write auto, off, hashed, minilm, openai:MODEL, openrouter:MODEL, ollama:MODEL, "
            "litellm:MODEL, or openai-compatible:http://127.0.0.1:8080/v1#MODEL",
        )
    return name


class Memory(Section):
    mode: Literal["on", "off", "shuffled"] = "on"
    """Whether earlier runs help: `off` reads and keeps nothing, `shuffled` is a placebo."""
    scope: Literal["user", "repository"] = "user"
    """Who may be reminded of what is learned here: all your projects, or only this one."""
    url: str | None = None
    """A memory that is shared with others: `postgresql://user@host/name`, `chroma:FOLDER`, …"""
    trust_shared: bool = False
    """Whether what others told the shared memory is believed like what was learned here; else their
    fixes are tried as candidates and nothing they say counts."""
    timeout_seconds: float = Field(3, gt=0, le=60)
    """How long the shared memory may take to answer; a run never waits long for it."""
    embedder: Annotated[str, AfterValidator(_embedder)] = "auto"
    """What tells which failures read alike: `minilm`, `openai:…`, `ollama:…`, `hashed` or `off`;
    `auto` is `minilm` once that is pulled, and `hashed` until then."""
    nearness: float | None = Field(None, ge=0, le=1)
    """How much an earlier failure must read like the one at hand for a model to be told of it; what
    was measured for the embedder when not given."""


class Graph(Section):
    url: str | None = None
    """A server that keeps the knowledge graph as well: `neo4j://host:7687`, `bolt://host:7687`."""
    user: str = "neo4j"
    """Who logs in there; the password is `keys.neo4j`, or NEO4J_PASSWORD in the environment."""
    database: str | None = None
    """The database on that server; its own default when not given."""
    source: Literal["local", "neo4j"] = "local"
    """Where `verdigris graph` asks: the local database or that server (`--source`)."""
    timeout_seconds: float = Field(3, gt=0, le=60)
    """How long that server may take to answer a call; a run never waits long for it."""


class Breaker(Section):
    warn_after: int = Field(2, ge=1)
    """After so many attempts in a row without progress the next prompt carries a warning."""
    stop_after: int = Field(4, ge=1)
    """After so many the run stops."""


class Build(Section):
    samples: int = Field(4, ge=1, le=32)
    """How many times each part of a program is written; tests choose among them (`--samples`)."""
    test_samples: int = Field(3, ge=1, le=16)
    """How many answers the tests of each part are taken from."""
    test_seconds: float = Field(10, gt=0)
    """How long a test may take while programs and tests are still being chosen."""
    packages: tuple[str, ...] = ()
    """Packages a new program may use without asking; any other needs your approval."""
    mutants: int = Field(60, ge=0)
    """How many small faults are put into a finished program to see whether its tests notice."""
    mutation_seconds: float = Field(60, gt=0)
    """How long that may take."""
    tools: Literal["auto", "on", "off"] = "auto"
    """Whether the strong model writes with tools, step by step; `auto` where it is large enough."""
    turns: int = Field(12, ge=1, le=100)
    """How many calls such a coder may make for one part."""


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
    neo4j: SecretStr | None = None
    """The password of `graph.user`."""
    chroma: SecretStr | None = None
    """Sent to the Chroma server of `memory.url`, where it wants one."""
    mem0: SecretStr | None = None
    """Of Mem0's service, where `memory.url` names it."""


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
    graph: Graph = Graph()
    breaker: Breaker = Breaker()
    build: Build = Build()
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
        places = (self.memory.url, self.graph.url, self.store.url)
        urls = [password_in(url) for url in places if url]
        around = [value for name, value in machine.variables.items() if looks_secret(name, value)]
        return tuple(dict.fromkeys([*keys, *filter(None, urls), *around]))

    @property
    def database_url(self) -> str:
        return self.store.url or f"sqlite:///{self.paths.data / 'verdigris.db'}"
