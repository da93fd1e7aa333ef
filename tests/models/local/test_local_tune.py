"""Measuring what is fastest, keeping it, and using it afterwards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from engine_desk import Desk
from typer.testing import CliRunner

from verdigris.cli.model import app
from verdigris.models.local.client import engine_status
from verdigris.models.local.engines import engine_spec
from verdigris.models.local.tuning import Tuned, Tuning, forget, keep, tuned, tuning_file
from verdigris.settings import Settings


@pytest.fixture
def run(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    local, paths = desk.settings.local, desk.settings.paths
    monkeypatch.setenv("VERDIGRIS_CONFIG", str(desk.folder / "none.toml"))
    monkeypatch.setenv("VERDIGRIS_PATHS__CACHE", str(paths.cache))
    monkeypatch.setenv("VERDIGRIS_PATHS__DATA", str(paths.data))
    monkeypatch.setenv("VERDIGRIS_LOCAL__SERVER", str(local.server))
    monkeypatch.setenv("VERDIGRIS_LOCAL__THREADS", "1")
    monkeypatch.chdir(desk.folder)

    def invoke(*words: str) -> str:
        result = CliRunner().invoke(app, ["tune", *words], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return str(result.output)

    return invoke


def test_the_faster_choice_is_kept_used_and_forgotten(desk: Desk, run: Callable[..., str]) -> None:
    desk.tell(slow_with="--spec-type")
    said = run(desk.name, "--quick")
    assert "times as fast as the defaults: no guessing ahead." in said
    assert engine_spec(desk.settings, desk.name).tuning == Tuning(speculation="off")
    assert engine_status(desk.settings) == []
    assert "Back to the defaults." in run("--reset")
    assert engine_spec(desk.settings, desk.name).tuning == Tuning()
    assert "Nothing had been measured." in run("--reset")


def test_a_choice_that_does_not_work_here_is_left_out(desk: Desk, run: Callable[..., str]) -> None:
    desk.tell(fails="this build always guesses", unless="--spec-type")
    said = run(desk.name, "--quick")
    assert "no guessing ahead: The engine for m.gguf ended with status 1" in said
    assert "The defaults are the fastest here." in said
    kept = tuned(desk.settings, Path(desk.name), str(desk.folder / "llama-server"))
    assert kept == Tuned(tuning=Tuning(), gain=1.0)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"x": 1}', "[" * 100_000, "\x00"])
def test_a_file_that_cannot_be_read_counts_as_nothing_measured(
    desk: Desk, settings: Settings, text: str
) -> None:
    file, model = tuning_file(settings), Path(desk.name)
    file.parent.mkdir(parents=True)
    file.write_text(text)
    assert tuned(settings, model) is None
    keep(settings, model, "", Tuned(tuning=Tuning(batch=128), gain=1.5))
    assert tuned(settings, model) == Tuned(tuning=Tuning(batch=128), gain=1.5)
    kept = file.read_text()
    for damage in ('"many"', "-1", "0", "1e99", "null", "[128]"):
        file.write_text(kept.replace("128", damage))
        assert tuned(settings, model) is None, damage
    file.write_text(kept)
    assert tuned(settings, model.with_name("gone.gguf")) is None
    assert tuned(settings, model, "/no/such/llama-server") is None
    assert forget(settings)


def test_what_was_measured_for_another_file_or_program_is_not_used(
    desk: Desk, settings: Settings
) -> None:
    model = Path(desk.name)
    keep(settings, model, "", Tuned(tuning=Tuning(batch=128), gain=1.5))
    assert tuned(settings, model, str(desk.folder / "llama-server")) is None
    with model.open("ab") as file:
        file.write(bytes(32))
    assert tuned(settings, model) is None
