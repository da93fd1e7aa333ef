from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from model_sources import BODY
from typer.testing import CliRunner

from verdigris.cli.model import app
from verdigris.cli.model_test import WRONG
from verdigris.errors import UserError
from verdigris.models.local import catalogue
from verdigris.models.local.catalogue import Entry, HttpFile


@pytest.fixture
def run(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    entry: Callable[..., Entry],
    http_file: HttpFile,
) -> Callable[..., str]:
    """Run a command where the made-up model is the only one of the catalogue."""
    monkeypatch.setenv("VERDIGRIS_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setenv("VERDIGRIS_PATHS__CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("VERDIGRIS_PATHS__DATA", str(tmp_path / "data"))
    monkeypatch.setenv("VERDIGRIS_LOCAL__MODEL", "tiny")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(catalogue, "CATALOGUE", (entry(http_file),))

    def invoke(*words: str, answer: str | None = None, status: int = 0) -> str:
        result = CliRunner().invoke(app, list(words), input=answer)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == status, result.output
        return result.output

    return invoke


def test_pull_list_and_remove(run: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "cache/models/tiny.gguf"
    assert "verdigris model pull" in run("list")
    said = run("pull")
    assert "Fetching from the file server" in said
    assert str(file) in said
    assert file.read_bytes() == BODY
    assert "verdigris model pull" not in run("list")

    run("remove", "tiny", answer="n\n", status=1)
    assert file.exists()
    run("remove", "tiny", "--yes")
    assert not file.exists()
    assert "was not here" in run("remove", "tiny", "--yes")


def test_an_unknown_model_is_the_users_error(run: Callable[..., str]) -> None:
    with pytest.raises(UserError, match="Did you mean 'tiny'"):
        run("pull", "tinny")


def test_stopping_nothing_is_not_an_error(run: Callable[..., str]) -> None:
    assert run("stop") == "No engine is running.\n"


@pytest.mark.parametrize(
    ("answer", "status", "verdict"),
    [
        ("def mean(values):\n    return sum(values) / len(values)", 0, "holds the fix"),
        (WRONG, 1, "is wrong"),
    ],
)
def test_the_trial_tells_right_from_wrong(
    run: Callable[..., str], tmp_path: Path, answer: str, status: int, verdict: str
) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"last": answer}))
    assert verdict in run("test", f"scripted:{script}", status=status)


@pytest.mark.parametrize("command", ["list", "pull", "remove", "test", "stop"])
def test_every_command_has_an_example(run: Callable[..., str], command: str) -> None:
    assert f"verdigris model {command}" in run(command, "--help")
