"""Settings: who wins, where a value came from, and what a stranger's project may not set."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from verdigris.errors import SettingsError
from verdigris.settings import (
    LISTS,
    OPEN,
    OWN_KEYS,
    TRUSTED_ONLY,
    Loaded,
    Machine,
    Settings,
    known_names,
    load,
    split_names,
)

SOURCES = ("default", "user file", "project file", ".env", "environment", "flag")


@dataclass
class Scene:
    """A user file, a project and an environment, all below one folder."""

    folder: Path
    environ: dict[str, str] = field(default_factory=dict)
    flags: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.project = self.folder / "project"
        self.project.mkdir()
        self.files = {
            "user file": self.folder / "config.toml",
            "project file": self.project / "verdigris.toml",
            ".env": self.project / ".env",
        }
        self.environ["VERDIGRIS_CONFIG"] = str(self.files["user file"])

    def origin(self, source: str) -> str:
        return str(self.files.get(source, source))

    def put(self, source: str, name: str, value: object) -> None:
        section, _, key = name.partition(".")
        variable = f"VERDIGRIS_{name.upper().replace('.', '__')}"
        if source == "flag":
            self.flags[name] = value
        elif source == "environment":
            self.environ[variable] = str(value)
        elif source == ".env":
            self.files[source].write_text(f"{variable}={value}\n")
        elif source != "default":
            self.files[source].write_text(f"[{section}]\n{key} = {json.dumps(value)}\n")

    def load(self) -> Loaded:
        return load(self.project, self.flags, self.environ)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


@pytest.mark.parametrize(("weaker", "stronger"), list(combinations(SOURCES, 2)))
def test_the_stronger_source_wins_and_is_named(scene: Scene, weaker: str, stronger: str) -> None:
    scene.put(weaker, "limits.max_iters", 11)
    scene.put(stronger, "limits.max_iters", 22)
    loaded = scene.load()
    assert loaded.settings.limits.max_iters == 22
    rows = {name: (value, origin) for name, value, origin in loaded.rows()}
    assert rows["limits.max_iters"] == ("22", scene.origin(stronger))
    assert rows["limits.max_seconds"] == ("-", "default")


def test_sources_are_merged_setting_by_setting(scene: Scene) -> None:
    scene.files["user file"].write_text("[limits]\nmax_iters = 7\nmax_tokens = 900\n")
    scene.put("environment", "limits.max_iters", 8)
    limits = scene.load().settings.limits
    assert (limits.max_iters, limits.max_tokens) == (8, 900)


def test_a_flag_that_was_not_given_changes_nothing(scene: Scene) -> None:
    scene.put("environment", "limits.max_iters", 8)
    scene.flags["limits.max_iters"] = None
    assert scene.load().settings.limits.max_iters == 8


def test_every_setting_has_a_row_with_its_origin(scene: Scene) -> None:
    rows = list(scene.load().rows())
    assert tuple(name for name, _, _ in rows) == known_names()
    assert {origin for _, _, origin in rows} == {"default"}


@pytest.mark.parametrize("source", SOURCES[1:])
@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("limits.max_iter", "limits.max_iters"), ("modles.fast", "models.fast")],
)
def test_an_unknown_name_is_an_error_that_suggests_the_nearest(
    scene: Scene, source: str, wrong: str, meant: str
) -> None:
    scene.put(source, wrong, "x")
    with pytest.raises(SettingsError) as caught:
        scene.load()
    said = str(caught.value)
    assert f"'{wrong}'" in said and f"'{meant}'" in said and scene.origin(source) in said


@pytest.mark.parametrize("name", ["qqqqqqqq.zzzzzzzz", "x"])
def test_an_unknown_name_with_no_neighbour_suggests_none(scene: Scene, name: str) -> None:
    scene.environ[f"VERDIGRIS_{name.upper().replace('.', '__')}"] = "1"
    with pytest.raises(SettingsError, match=name) as caught:
        scene.load()
    assert "Did you mean" not in str(caught.value)


@pytest.mark.parametrize("source", SOURCES[1:])
@pytest.mark.parametrize(
    ("name", "value"),
    [("limits.max_iters", "many"), ("limits.max_iters", 0), ("models.enabled", "perhaps")],
)
def test_a_wrong_value_names_the_setting_and_its_source(
    scene: Scene, source: str, name: str, value: object
) -> None:
    scene.put(source, name, value)
    with pytest.raises(SettingsError) as caught:
        scene.load()
    assert name in str(caught.value) and scene.origin(source) in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    "text",
    [
        "limits = 3\n",
        "[[limits]]\nmax_iters = 3\n",
        "[limits.max_iters]\nx = 3\n",
        "max_iters = 3\n",
    ],
)
def test_a_setting_in_the_wrong_place_is_an_error(scene: Scene, text: str) -> None:
    scene.files["user file"].write_text(text)
    with pytest.raises(SettingsError):
        scene.load()


def names_below(prefix: str) -> list[str]:
    return [n for n in known_names() if n == prefix or n.startswith(f"{prefix}.")]


def sample(name: str) -> object:
    """Give a value of the right type: being wrong in type is not what is tested."""
    if name in LISTS:
        return ["eval"]
    section, _, key = name.partition(".")
    default = getattr(getattr(Settings(), section), key)
    return default if isinstance(default, bool | int | float) else "process"


REFUSED = [name for prefix in TRUSTED_ONLY for name in names_below(prefix) if name not in OPEN]


@pytest.mark.parametrize("source", ["project file", ".env"])
@pytest.mark.parametrize("name", REFUSED)
def test_a_project_may_not_set_what_only_its_user_may(scene: Scene, source: str, name: str) -> None:
    scene.put(source, name, sample(name))
    if source == ".env" and name.startswith("keys.") and name not in OWN_KEYS:
        assert scene.load().origins == {name: scene.origin(source)}
        return
    with pytest.raises(SettingsError, match="may not set") as caught:
        scene.load()
    assert name in str(caught.value) and "environment" in caught.value.hint


def test_every_place_that_could_harm_is_in_the_list() -> None:
    for name in (
        "keys.openai", "providers.ollama_url", "paths.data", "paths.cache", "store.url",
        "sandbox.backend", "local.model", "checks.ruff_cmd", "checks.bandit_cmd",
        "checks.block_operations", "edits.allow_test_edits", "suite.python",
    ):  # fmt: skip
        assert name in REFUSED


@pytest.mark.parametrize("source", ["project file", ".env"])
@pytest.mark.parametrize("name", ["models.default", "models.strong", "roles.planner"])
@pytest.mark.parametrize(
    ("model", "allowed"),
    [
        ("anthropic:claude-x", True),
        ("anthropic:claude-x, ollama:llama3", True),
        ("ollama:llama3, openai-compatible:https://elsewhere.example/v1", False),
        ("ollama:llama3 ,  scripted:answers.json", False),
        (" openai-compatible:https://elsewhere.example/v1", False),
        ("local:qwen2.5-coder-1.5b+lora=adapter.bin", False),
        ("local:qwen2.5-coder-1.5b", True),
        ("ollama:llama3", True),
        ("openai-compatible:https://elsewhere.example/v1", False),
        ("scripted:answers.json", False),
        ("local:/tmp/model.gguf", False),
        ("local:model.gguf", False),
        ("local:~/model.gguf", False),
    ],
)
def test_a_project_may_not_name_a_server_or_a_file_as_its_model(
    scene: Scene, source: str, name: str, model: str, allowed: bool
) -> None:
    scene.put(source, name, model)
    if allowed:
        assert model in [value for _, value, _ in scene.load().rows()]
        return
    with pytest.raises(SettingsError, match="may not set"):
        scene.load()


@pytest.mark.parametrize("source", ["project file", ".env"])
@pytest.mark.parametrize(
    "name", ["models.record", "models.replay", "limits.day_cost", "limits.day_tokens"]
)
def test_a_project_may_not_name_files_or_spend_the_day(
    scene: Scene, source: str, name: str
) -> None:
    scene.put(source, name, "9")
    with pytest.raises(SettingsError, match="may not set"):
        scene.load()


def test_several_models_may_be_a_list_or_a_line(scene: Scene) -> None:
    scene.files["user file"].write_text('[models]\nfast = ["ollama:a", "local:b"]\n')
    scene.put("environment", "models.strong", "ollama:c, openai-compatible:http://h/v1#d,e")
    models = scene.load().settings.models
    assert split_names(models.fast or "") == ("ollama:a", "local:b")
    assert split_names(models.strong or "") == ("ollama:c", "openai-compatible:http://h/v1#d,e")


def test_what_must_not_be_told_is_gathered_from_keys_and_environment(scene: Scene) -> None:
    scene.environ["OPENAI_API_KEY"] = "the-key-of-openai"
    settings = scene.load().settings
    variables = {
        "MY_TOKEN": "a1b2c3d4e5", "DB_PASSWORD": "correcthorse", "PATH": "/bin", "HOME": "/root",
    }  # fmt: skip
    machine = Machine("/bin", None, "/root", variables)
    assert settings.secrets(machine) == ("the-key-of-openai", "a1b2c3d4e5", "correcthorse")


KEYS = {
    "GROQ_API_KEY": "groq",
    "GEMINI_API_KEY": "google",
    "ANTHROPIC_API_KEY": "anthropic",
    "OPENAI_API_KEY": "openai",
    "OPENROUTER_API_KEY": "openrouter",
    "LITELLM_API_KEY": "litellm",
    "VERDIGRIS_KEYS__COMPATIBLE": "compatible",
}


@pytest.mark.parametrize(("variable", "key"), KEYS.items())
def test_keys_are_read_from_the_usual_variables_and_from_dotenv(
    scene: Scene, variable: str, key: str
) -> None:
    def value() -> str | None:
        secret = getattr(scene.load().settings.keys, key)
        return None if secret is None else secret.get_secret_value()

    assert value() is None
    scene.files[".env"].write_text(f"export {variable}='from-the-file'\nOTHER=1\n")
    assert value() == "from-the-file"
    scene.environ[variable] = "from-the-environment"
    assert value() == "from-the-environment"


def test_an_empty_key_is_no_key(scene: Scene) -> None:
    scene.environ["OPENAI_API_KEY"] = ""
    assert scene.load().settings.keys.openai is None


def test_dotenv_takes_nothing_out_of_our_own_environment(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_SECRET", "hunter2")
    scene.files[".env"].write_text("VERDIGRIS_MODELS__FAST=ollama:${MY_SECRET}\n")
    assert scene.load().settings.models.fast == "ollama:${MY_SECRET}"


def test_variables_of_other_programs_are_left_alone(scene: Scene) -> None:
    scene.files[".env"].write_text("DATABASE_URL=x\nbroken line\n=\nPATH=/evil\n")
    scene.environ["VERDIGRISH"] = "1"
    assert {origin for _, _, origin in scene.load().rows()} == {"default"}


@pytest.mark.parametrize("source", ["user file", "project file", ".env"])
@pytest.mark.parametrize("data", [b"", b"\n\n", b"# nothing\n", b"\xef\xbb\xbf"])
def test_empty_files_set_nothing(scene: Scene, source: str, data: bytes) -> None:
    scene.files[source].write_bytes(data)
    assert scene.load().settings == load(environ=scene.environ).settings


@pytest.mark.parametrize("source", ["user file", "project file", ".env"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(
    scene: Scene, source: str, line_end: str
) -> None:
    scene.put(source, "limits.max_iters", 9)
    text = scene.files[source].read_text().replace("\n", line_end)
    scene.files[source].write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert scene.load().settings.limits.max_iters == 9


@pytest.mark.parametrize(
    ("source", "data"),
    [
        ("user file", b"[limits\n"),
        ("project file", b"max_iters = \n"),
        ("user file", b"x = '\xff'\n"),
        ("project file", b"\xff\xfe\x00"),
        (".env", b"VERDIGRIS_LIMITS__MAX_ITERS=\xff\n"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(scene: Scene, source: str, data: bytes) -> None:
    scene.files[source].write_bytes(data)
    with pytest.raises(SettingsError) as caught:
        scene.load()
    assert str(scene.files[source]) in str(caught.value)


@pytest.mark.parametrize("name", ["verdigris.toml", ".env"])
def test_a_folder_in_place_of_a_file_is_ignored(scene: Scene, name: str) -> None:
    (scene.project / name).mkdir()
    assert scene.load().origins == {}


def test_a_project_that_is_not_there_has_no_settings(scene: Scene) -> None:
    scene.project = scene.folder / "nowhere"
    assert scene.load().origins == {}


def test_the_config_variable_is_not_taken_from_a_project(scene: Scene) -> None:
    other = scene.folder / "other.toml"
    other.write_text("[limits]\nmax_iters = 99\n")
    scene.files[".env"].write_text(f"VERDIGRIS_CONFIG={other}\n")
    assert scene.load().settings.limits.max_iters == 5


@pytest.mark.parametrize(
    ("value", "blocked"),
    [("eval,exec", ("eval", "exec")), (" eval , exec ", ("eval", "exec")), ("", ())],
)
def test_a_list_in_a_variable(scene: Scene, value: str, blocked: tuple[str, ...]) -> None:
    scene.environ["VERDIGRIS_CHECKS__BLOCK_OPERATIONS"] = value
    assert scene.load().settings.checks.block_operations == blocked


def test_a_misspelt_operation_does_not_silently_unblock_one(scene: Scene) -> None:
    scene.environ["VERDIGRIS_CHECKS__BLOCK_OPERATIONS"] = "eval,netwrok"
    with pytest.raises(SettingsError, match="block_operations"):
        scene.load()


def test_a_project_may_make_the_gate_stricter_and_not_looser(scene: Scene) -> None:
    scene.put("user file", "checks.also_block", ["network"])
    scene.put("project file", "checks.also_block", ["process"])
    assert scene.load().settings.checks.also_block == ("network", "process")
    scene.put("project file", "checks.also_block", [])
    assert scene.load().settings.checks.also_block == ("network",)


@pytest.mark.parametrize("name", LISTS)
def test_a_list_in_the_environment_is_words_with_commas(scene: Scene, name: str) -> None:
    words = ("recall", "search") if name == "cascade.tiers" else ("eval", "exec")
    scene.environ[f"VERDIGRIS_{name.upper().replace('.', '__')}"] = ", ".join(words)
    section, _, key = name.partition(".")
    assert getattr(getattr(scene.load().settings, section), key) == words


def show(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "verdigris", "config", "show", *words],
        env={**os.environ, "COLUMNS": "300", **variables},
        capture_output=True,
        text=True,
        check=False,
    )


SECRETS = {
    "ANTHROPIC_API_KEY": "hunter2-anthropic",
    "OPENAI_API_KEY": "hunter2-openai",
    "VERDIGRIS_KEYS__COMPATIBLE": "hunter2-compatible",
    "VERDIGRIS_STORE__URL": "postgresql://me:hunter2-store@host/db",
    "VERDIGRIS_PROVIDERS__LITELLM_URL": "https://me:hunter2-litellm@host/v1",
}


@pytest.mark.parametrize("words", [(), ("--json",)], ids=["text", "json"])
def test_config_show_masks_secrets_and_names_sources(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / ".env").write_text("OPENROUTER_API_KEY=hunter2-dotenv\n")
    (tmp_path / "verdigris.toml").write_text("[limits]\nmax_iters = 9\n")
    done = show(str(tmp_path), *words, **SECRETS)
    assert done.returncode == 0, done.stderr
    assert "hunter2" not in done.stdout + done.stderr
    if words:
        rows = json.loads(done.stdout)
        assert rows["limits.max_iters"] == {
            "value": "9",
            "origin": str(tmp_path / "verdigris.toml"),
        }
        assert rows["keys.openrouter"] == {"value": "********", "origin": str(tmp_path / ".env")}
        assert rows["keys.anthropic"]["origin"] == "environment"
        assert set(rows) == set(known_names())
        return
    lines = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines() if line.strip()}
    assert lines["limits.max_iters"] == ["9", str(tmp_path / "verdigris.toml")]
    assert lines["keys.openai"] == ["********", "environment"]
    assert lines["keys.litellm"] == ["-", "default"]


def test_config_show_of_a_broken_setting_is_one_sentence_and_status_2(tmp_path: Path) -> None:
    (tmp_path / "verdigris.toml").write_text("[limits]\nmax_iter = 9\n")
    done = show(str(tmp_path))
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Did you mean 'limits.max_iters'?" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("flag", ["models.default", "models.fast", "models.strong"])
@pytest.mark.parametrize("source", ["project file", ".env", "user file", "environment"])
@pytest.mark.parametrize("name", ["models.default", "models.fast", "models.strong", "roles.coder"])
def test_a_flag_that_names_a_model_leaves_a_project_no_choice_of_models(
    scene: Scene, name: str, source: str, flag: str
) -> None:
    scene.put(source, name, "openrouter:other/model")
    assert "openrouter:other/model" in str(scene.load().settings.model_dump())
    scene.put("flag", flag, "local:mine")
    settings = scene.load().settings
    section, _, key = flag.partition(".")
    assert getattr(getattr(settings, section), key) == "local:mine"
    kept = "openrouter:other/model" in str(settings.model_dump())
    assert kept is (source in ("user file", "environment") and name != flag)


def test_a_project_may_lower_what_its_user_would_spend_and_not_raise_it(scene: Scene) -> None:
    scene.put("project file", "limits.max_cost", 5.0)
    assert scene.load().settings.limits.max_cost == 5.0, "no limit was set, so any is lower"
    scene.put("user file", "limits.max_cost", 0.5)
    with pytest.raises(
        SettingsError, match=r"may not raise 'limits.max_cost' to 5.0: you grant 0.5"
    ):
        scene.load()
    scene.put("project file", "limits.max_cost", 0.1)
    assert scene.load().settings.limits.max_cost == 0.1


@pytest.mark.parametrize("name", ["suite.wall_seconds", "suite.cpu_seconds", "suite.test_seconds"])
def test_a_project_says_how_long_its_tests_take_within_what_its_user_has_set(
    scene: Scene, name: str
) -> None:
    section, _, key = name.partition(".")
    scene.put("project file", name, 5000)
    assert getattr(getattr(scene.load().settings, section), key) == 5000
    scene.put("user file", name, 60)
    with pytest.raises(SettingsError, match=f"may not raise '{name}' to 5000.*: you grant 60"):
        scene.load()
    scene.put("project file", name, 30)
    assert getattr(getattr(scene.load().settings, section), key) == 30


def test_a_user_file_is_the_user_s_whatever_its_name(tmp_path: Path) -> None:
    mine = tmp_path / "verdigris.toml"
    mine.write_text("[suite]\nmemory_mb = 9999\n")
    loaded = load(None, {}, {"VERDIGRIS_CONFIG": str(mine)})
    assert loaded.settings.suite.memory_mb == 9999
