"""From a name to a model. Nothing is contacted here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verdigris.errors import MissingError, ModelUnavailable, UserError
from verdigris.models.base import Model, Request, Tier
from verdigris.models.clients import is_loopback
from verdigris.models.local.catalogue import CATALOGUE
from verdigris.models.recording import Answers
from verdigris.models.resolve import OWN, PREFIXES, model_name, resolve, role_names
from verdigris.models.wrappers import names_of
from verdigris.settings import Models, Paths, Providers, Roles, Settings

ASK = Request(system="s", prompt="p")
QUICK = Models(retries=0)


@pytest.mark.parametrize(
    ("name", "resolved"),
    [
        ("anthropic:claude-x", "anthropic:claude-x"),
        ("openai:gpt-x", "openai:gpt-x"),
        ("openrouter:vendor/model-x", "openrouter:vendor/model-x"),
        ("openrouter:vendor/model-x:free", "openrouter:vendor/model-x:free"),
        ("ollama:llama3:8b", "ollama:llama3:8b"),
        ("litellm:any", "litellm:any"),
        ("openai-compatible:http://h:8/v1#m", "openai-compatible:http://h:8/v1#m"),
        ("openai-compatible:http://h:8/v1", "openai-compatible:http://h:8/v1"),
        ("local:qwen2.5-coder-1.5b", "local:qwen2.5-coder-1.5b"),
        ("local:", "local:qwen2.5-coder-1.5b"),
    ],
)
def test_every_kind_of_name_resolves_without_any_contact(name: str, resolved: str) -> None:
    model = resolve(name, Settings())
    assert isinstance(model, Model)
    assert model.name == resolved
    assert model.context_tokens >= 8192


def test_every_prefix_is_tried_above_and_a_script_is_read(tmp_path: Path) -> None:
    path = tmp_path / "script.json"
    path.write_text(json.dumps({"last": "ok"}))
    assert resolve(f"scripted:{path}", Settings()).name == "scripted:script.json"
    assert set(OWN) == {
        "anthropic",
        "openai",
        "openrouter",
        "ollama",
        "litellm",
        "openai-compatible",
        "local",
        "scripted",
    }


@pytest.mark.parametrize("provider", sorted(set(PREFIXES) - set(OWN)))
async def test_other_providers_say_what_they_lack(provider: str) -> None:
    """Either their package is not here, or their key; both in one sentence with the cure."""
    with pytest.raises(MissingError) as caught:
        await resolve(f"{provider}:some-model", Settings(models=QUICK)).complete(ASK)
    said = str(caught.value)
    if said.startswith("There is no key"):
        assert provider in said and "Set " in caught.value.hint
    else:
        assert said == f"The package for {provider} models is not installed."
        assert f"pip install 'pydantic-ai-slim[{provider}]'" in caught.value.hint


def test_several_names_make_a_tier_that_falls_back() -> None:
    local = f"local:{CATALOGUE[0].name}"
    model = resolve(f"ollama:a, openai-compatible:http://h/v1#b,c , {local}", Settings())
    assert names_of(model) == ("ollama:a", "openai-compatible:http://h/v1#b,c", local)


def test_a_local_name_that_nobody_knows_is_told_before_any_work() -> None:
    with pytest.raises(UserError, match="no local model called 'x'"):
        resolve("local:x", Settings())


@pytest.mark.parametrize(
    ("roles", "found"),
    [
        ({}, {}),
        ({"planner": "fast", "reflector": "strong"}, {}),
        ({"planner": "strong"}, {"planner": "ollama:strong"}),
        ({"coder": "fast"}, {"coder": "ollama:fast"}),
        ({"reflector": "fast", "auditor": "ollama:own"},
         {"reflector": "ollama:fast", "auditor": "ollama:own"}),
    ],
)  # fmt: skip
def test_a_role_goes_by_its_tier_unless_it_is_given_another(
    roles: dict[str, str], found: dict[str, str]
) -> None:
    models = Models(fast="ollama:fast", strong="ollama:strong")
    assert role_names(Settings(models=models, roles=Roles(**roles))) == found


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("antropic:claude-x", "anthropic"),
        ("open-ai:gpt-x", "openai"),
        ("opnerouter:a/b", "openrouter"),
        ("olama:llama3", "ollama"),
        ("litelm:x", "litellm"),
        ("openai-compatibel:http://h", "openai-compatible"),
        ("lokal:qwen", "local"),
        ("OpenAI:gpt-x", "openai"),
        ("anthropic", "anthropic"),
    ],
)
def test_a_misspelt_prefix_suggests_the_nearest(name: str, meant: str) -> None:
    with pytest.raises(UserError) as caught:
        resolve(name, Settings())
    assert f"Did you mean '{meant}:…'?" in str(caught.value)
    assert "Known kinds" in caught.value.hint


@pytest.mark.parametrize("name", ["", ":", "gpt-4", "zzzz:x", "http://localhost"])
def test_what_is_no_name_at_all_lists_the_kinds(name: str) -> None:
    with pytest.raises(UserError) as caught:
        resolve(name, Settings())
    assert all(f"{prefix}:" in caught.value.hint for prefix in PREFIXES)


@pytest.mark.parametrize("prefix", ["anthropic", "openai", "openrouter", "ollama", "litellm"])
def test_a_prefix_alone_needs_a_model(prefix: str) -> None:
    with pytest.raises(UserError, match="needs the name of a model"):
        resolve(f"{prefix}:", Settings())


@pytest.mark.parametrize("rest", ["", "#m", "localhost:8080/v1", "ftp://h/v1", "/v1"])
def test_a_compatible_server_needs_a_url(rest: str) -> None:
    with pytest.raises(UserError, match="needs a URL") as caught:
        resolve(f"openai-compatible:{rest}", Settings())
    assert "http://127.0.0.1:8080/v1#my-model" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("anthropic:claude-x", "ANTHROPIC_API_KEY"),
        ("openai:gpt-x", "OPENAI_API_KEY"),
        ("openrouter:a/b", "OPENROUTER_API_KEY"),
    ],
)
async def test_a_missing_key_is_one_sentence_with_the_cure(
    name: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "a key in the environment that settings did not take")
    with pytest.raises(ModelUnavailable, match="There is no key for") as caught:
        await resolve(name, Settings(models=QUICK)).complete(ASK)
    assert variable in caught.value.hint and "verdigris model pull" in caught.value.hint
    assert not caught.value.transient


@pytest.mark.parametrize(
    ("models", "fast", "strong"),
    [
        (Models(default="ollama:d"), "ollama:d", "ollama:d"),
        (Models(fast="ollama:f"), "ollama:f", "ollama:f"),
        (Models(strong="ollama:s"), "ollama:s", "ollama:s"),
        (Models(fast="ollama:f", strong="ollama:s"), "ollama:f", "ollama:s"),
        (Models(default="ollama:d", fast="ollama:f"), "ollama:f", "ollama:d"),
        (Models(default="ollama:d", strong="ollama:s"), "ollama:d", "ollama:s"),
    ],
)
def test_each_tier_finds_its_model(models: Models, fast: str, strong: str) -> None:
    settings = Settings(models=models)
    assert (model_name("fast", settings), model_name("strong", settings)) == (fast, strong)


@pytest.mark.parametrize("tier", ["fast", "strong"])
def test_no_model_at_all_names_the_ways_to_get_one(tmp_path: Path, tier: Tier) -> None:
    settings = Settings(paths=Paths(data=tmp_path, cache=tmp_path))
    with pytest.raises(ModelUnavailable) as caught:
        model_name(tier, settings)
    assert "verdigris model pull" in caught.value.hint and "--model" in caught.value.hint


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:notaport/v1", "http://[::1/v1", "http:///v1", "http://me:p/w@host"]
)
def test_an_address_that_cannot_be_read_says_how_one_is_written(url: str) -> None:
    with pytest.raises(UserError, match="no address of a server") as caught:
        resolve(f"openai-compatible:{url}#m", Settings())
    assert "http://127.0.0.1:8080/v1" in caught.value.hint and "p/w" not in str(caught.value)


@pytest.mark.parametrize("url", ["127.0.0.1:11434", "ftp://x", "http://127.0.0.1:notaport/v1"])
def test_an_address_in_settings_is_held_to_the_same(url: str) -> None:
    with pytest.raises(UserError, match=r"providers\.ollama_url is no address"):
        resolve("ollama:m", Settings(providers=Providers(ollama_url=url)))


def test_a_password_in_an_address_is_no_part_of_the_name(tmp_path: Path) -> None:
    model = resolve("openai-compatible:http://me:hunter2xyz@127.0.0.1:1/v1#m", Settings())
    assert model.name == "openai-compatible:http://127.0.0.1:1/v1#m"
    Answers(tmp_path / "a.jsonl").introduce({"fast": model, "strong": model})
    assert "hunter2" not in (tmp_path / "a.jsonl").read_text()


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://localhost/v1", True),
        ("http://[::1]:8080/v1", True),
        ("http://127.0.0.1.example.org/v1", False),
        ("http://127.example.org/v1", False),
        ("http://[::1/v1", False),
        ("https://example.org", False),
    ],
)
def test_only_this_machine_is_this_machine(url: str, here: bool) -> None:
    assert is_loopback(url) is here
