"""Finding, starting and stopping engines, as far as it can be seen without a model."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from gguf_files import Gguf

from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.local.client import engine_status, ensure_engine, stop_engine
from verdigris.models.local.state import (
    EngineSpec,
    EngineState,
    engines_dir,
    idle_seconds,
    process_start,
    read_state,
    state_file,
    write_state,
)
from verdigris.models.local.tuning import Tuning
from verdigris.settings import Settings


def state_of(pid: int, started: str, model: str = "/m.gguf") -> EngineState:
    return EngineState(pid=pid, started=started, url="http://127.0.0.1:9", model=model, name="m")


def ended_child() -> subprocess.Popen[bytes]:
    child = subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE)
    assert child.stdout is not None
    with child.stdout:
        child.stdout.read()
    return child


async def test_a_model_that_is_not_pulled_says_how_to_get_it(settings: Settings) -> None:
    with pytest.raises(ModelUnavailable, match="not pulled") as caught:
        await ensure_engine(settings, "qwen2.5-coder-1.5b")
    assert caught.value.hint == "Run `verdigris model pull`."


async def test_a_missing_engine_package_says_how_to_get_it(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Gguf().write(tmp_path / "any.gguf")
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ModelUnavailable) as caught:
        await ensure_engine(settings, str(model))
    assert "verdigris[local]" in caught.value.hint


async def test_an_engine_that_cannot_start_is_quoted(settings: Settings, tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    values: dict[str, str | int | float | list[str]] = {"general.architecture": "no-such-thing"}
    model = Gguf(values=values).write(tmp_path / "strange.gguf")
    with pytest.raises(ModelUnavailable, match=r"strange\.gguf ended .*it said:\n  .*") as caught:
        await ensure_engine(settings, f"local:{model}")
    assert "engine.log" in caught.value.hint
    assert engine_status(settings) == []


async def test_a_damaged_file_starts_no_engine(settings: Settings, tmp_path: Path) -> None:
    model = tmp_path / "broken.gguf"
    model.write_bytes(b"this is not a model")
    with pytest.raises(UserError, match=r"broken\.gguf is not a GGUF file"):
        await ensure_engine(settings, f"local:{model}")
    assert not engines_dir(settings).exists()


def test_a_process_is_known_by_its_pid_and_its_start() -> None:
    started = process_start(os.getpid())
    assert started is not None
    assert state_of(os.getpid(), started).alive
    assert not state_of(os.getpid(), f"{started}0").alive


def test_a_process_that_ended_is_dead_before_and_after_it_is_reaped() -> None:
    child = ended_child()
    while process_start(child.pid) is not None:
        pass  # between the last output and the end there is an instant
    child.wait()
    assert process_start(child.pid) is None


FACTS = '"url": "http://127.0.0.1:1", "model": "/m.gguf", "name": "m"'


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", '{"pid": 1}', '{"no": "such field"}', "[" * 100_000,
        f'{{"pid": "self", "started": "1", {FACTS}}}',
        f'{{"pid": -1, "started": "1", {FACTS}}}',
        f'{{"pid": 0, "started": "1", {FACTS}}}',
        f'{{"pid": 1, "started": null, {FACTS}}}',
        f'{{"pid": 1, "started": "1", "version": "two", {FACTS}}}',
    ],
)  # fmt: skip
def test_a_state_file_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    state_file(tmp_path).write_text(text)
    assert read_state(tmp_path) is None


def test_a_state_survives_being_written(tmp_path: Path) -> None:
    write_state(tmp_path, state_of(1, "2"))
    assert read_state(tmp_path) == state_of(1, "2")
    assert [path.name for path in tmp_path.iterdir()] == ["state.json"]


def test_a_state_of_a_later_version_is_understood_as_far_as_it_goes(tmp_path: Path) -> None:
    state_file(tmp_path).write_text(f'{{"pid": 1, "started": "1", "more": [1], {FACTS}}}')
    found = read_state(tmp_path)
    assert found is not None and not found.alive


def test_only_its_owner_may_read_the_key_of_an_engine(tmp_path: Path) -> None:
    draft = tmp_path / "state.1.tmp"
    draft.touch(0o644)
    before = os.umask(0)
    try:
        write_state(tmp_path, state_of(1, "2"))
    finally:
        os.umask(before)
    assert stat.S_IMODE(state_file(tmp_path).stat().st_mode) == 0o600


def test_an_engine_that_never_said_when_it_started_is_not_alive() -> None:
    assert not state_of(os.getpid(), "").alive


def test_without_a_heartbeat_an_engine_is_idle_for_ever(tmp_path: Path) -> None:
    assert idle_seconds(tmp_path) == float("inf")


def test_what_makes_engines_differ(settings: Settings, tmp_path: Path) -> None:
    model = Gguf().write(tmp_path / "a.gguf")
    spec = EngineSpec(model=model, name="a", context_tokens=512, slots=2, threads=1)
    folder = spec.folder(settings)
    assert spec.model_copy().folder(settings) == folder
    for change in (
        {"context_tokens": 1024},
        {"slots": 3},
        {"threads": 2},
        {"tuning": Tuning(speculation="off")},
        {"loras": (model,)},
    ):
        assert spec.model_copy(update=change).folder(settings) != folder
    model.write_bytes(b"another model under the same name")
    assert spec.folder(settings) != folder


async def test_stopping_clears_a_stale_state_and_spares_a_stranger(settings: Settings) -> None:
    folder = engines_dir(settings) / "m-0"
    folder.mkdir(parents=True)
    (folder / "start").touch()
    write_state(folder, state_of(os.getpid(), "another process had this number"))
    assert engine_status(settings) == []
    assert await stop_engine(settings) == []
    assert not state_file(folder).exists()
