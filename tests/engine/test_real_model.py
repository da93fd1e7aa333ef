"""A whole run with the real local model. Its presence is tested, never its wit."""

import shutil
from pathlib import Path

import platformdirs
import pytest

from verdigris import Agent, Task
from verdigris.settings import load

EXAMPLE = Path(__file__).parents[2] / "examples" / "repos" / "one_line"


@pytest.mark.model
@pytest.mark.timeout(900)
def test_a_run_with_the_local_model(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(EXAMPLE, project)
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    flags = {
        "paths.data": str(tmp_path / "data"),
        "cascade.tiers": ("recall", "fast", "strong"),
        "suite.observe_seconds": 0,
        "paths.cache": str(platformdirs.user_cache_path("verdigris")),
        "models.default": "local:qwen2.5-coder-1.5b",
        "limits.max_iters": 1,
    }
    result = Agent(load(flags=flags, environ={}).settings).run(Task(root=str(project)))
    assert result.status in ("green", "not_green")
    assert result.iterations == 1
    assert result.use.calls >= 2 and result.use.tokens_out > 0 and result.use.cost == 0
    if result.green:
        assert result.after is not None and not result.after.failures
    assert {path: path.read_bytes() for path in project.rglob("*") if path.is_file()} == before
