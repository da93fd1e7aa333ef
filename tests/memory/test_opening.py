"""From `memory.url` to a memory, and whose keys go there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from verdigris.errors import MissingError, SettingsError
from verdigris.memory.shared.opening import described, open_shared
from verdigris.settings import Settings, load


def with_keys(**keys: str) -> Settings:
    return Settings.model_validate({"keys": keys})


@pytest.mark.parametrize(
    "url",
    [
        "chroma+http://127.0.0.1:8000",
        "chroma+http://chroma.example:8000",
        "chroma+https://chroma.example/tenant/database",
        "mem0+https://mem0.example",
        "mem0+http://localhost:8888",
        "mem0+http://[::1]:8888",
        "mem0:",
    ],
)
async def test_a_service_is_named_and_not_asked(url: str) -> None:
    settings = with_keys(mem0="m0-x") if url.startswith("mem0") else Settings()
    opened: Any = await open_shared(url, settings, None)
    await opened.close()


@pytest.mark.parametrize(
    "url",
    ["", "chroma", "chroma:", "redis://x", "mem0+ftp://x", "chroma+http://", "mem0+https:///x",
     "chroma+http://h:99999", "chroma+https://h/tenant", "chroma+https://me:pass@h"],
)  # fmt: skip
async def test_what_names_no_memory_is_refused_with_the_forms(url: str) -> None:
    with pytest.raises(SettingsError) as caught:
        await open_shared(url, with_keys(mem0="m0-x"), None)
    assert caught.value.hint
    assert "pass" not in str(caught.value).replace("password", "")


def test_a_memory_is_known_under_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert described("chroma:shared") == described(f"chroma:{tmp_path}/shared")
    assert described("mem0://shared") == f"mem0:{tmp_path}/shared"
    assert described("chroma+http://Host:8000/") == "chroma+http://host:8000"
    assert described("mem0:") == "mem0:"


@pytest.mark.parametrize("url", ["mem0+http://mem0.example", "chroma+http://chroma.example:8000"])
async def test_a_key_is_not_sent_unencrypted_to_another_machine(url: str) -> None:
    with pytest.raises(SettingsError, match="unencrypted"):
        await open_shared(url, with_keys(mem0="m0-x", chroma="c-x"), None)


async def test_mem0_without_a_key_says_how_to_give_one() -> None:
    with pytest.raises(MissingError) as caught:
        await open_shared("mem0:", Settings(), None)
    assert "MEM0_API_KEY" in caught.value.hint


def test_the_key_comes_from_the_user_and_never_from_the_project(tmp_path: Path) -> None:
    """Else a project could read what its user learned, and plant what it likes."""
    (tmp_path / ".env").write_text("MEM0_API_KEY=of-the-project\nCHROMA_API_KEY=its-own\n")
    nobody = {"VERDIGRIS_CONFIG": str(tmp_path / "none")}
    settings = load(tmp_path, environ=nobody).settings
    assert settings.keys.mem0 is None and settings.keys.chroma is None
    mine = load(tmp_path, environ={**nobody, "MEM0_API_KEY": "mine"}).settings
    assert mine.keys.mem0 is not None and mine.keys.mem0.get_secret_value() == "mine"


@pytest.mark.parametrize(
    "name, text",
    [
        (".env", "VERDIGRIS_KEYS__MEM0=x\n"),
        (".env", "VERDIGRIS_MEMORY__URL=mem0:\n"),
        ("verdigris.toml", '[keys]\nmem0 = "x"\n'),
        ("verdigris.toml", '[memory]\nurl = "chroma+http://evil.example"\n'),
    ],
)
def test_a_project_that_names_a_memory_is_refused(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(SettingsError, match="may not set"):
        load(tmp_path, environ={"VERDIGRIS_CONFIG": str(tmp_path / "none")})
