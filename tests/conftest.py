"""Every test keeps its data below its own folder and sees no key of whoever runs it."""

from __future__ import annotations

import os
import sys
import venv
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from verdigris.settings import KEY_VARIABLES, PREFIX

# Container engines and database servers, for the tests of a room and the conformance tests alike.
pytest_plugins = ["sandbox.engines", "postgres", "graph.bolt_server", "memory_services"]

# The same examples every time: a run that fails must fail again for whoever looks into it.
settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in list(os.environ):
        if variable.startswith(PREFIX) or variable in KEY_VARIABLES:
            monkeypatch.delenv(variable)
    monkeypatch.setenv("VERDIGRIS_CONFIG", str(tmp_path / "no-such-config.toml"))
    monkeypatch.setenv("VERDIGRIS_PATHS__DATA", str(tmp_path / "data"))
    monkeypatch.setenv("VERDIGRIS_PATHS__CACHE", str(tmp_path / "cache"))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Where everything is meant to be installed, a skipped test is a hole in the net."""
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("NO_SKIP"):
        report.outcome = "failed"
        report.longrepr = f"skipped although NO_SKIP is set: {report.longrepr}"


SAMPLED = {
    "tests/hostile/test_hostile_corpus.py": 20,
    "tests/cheating/test_cheating.py": 12,
    "tests/repair/test_choice.py": 10,
    "tests/repair/test_choice_probe.py": 16,
    "tests/repair/test_localise.py": 8,
    "tests/conformance/test_sandbox.py": 6,
    "tests/memory/test_memory_acts.py": 4,
    "tests/evals/test_shipped.py": 3,
    "tests/projects/test_project_corpus.py": 10,
    "tests/warm/test_levels.py": 8,
    "tests/warm/test_batch.py": 8,
    "tests/suites/test_endings.py": 4,
    "tests/suites/test_environments.py": 4,
    "tests/suites/test_spectrum.py": 8,
    "tests/store/test_many_processes.py": 6,
    "tests/engine/test_fix.py": 3,
    "tests/engine/test_proof.py": 3,
    "tests/engine/test_kill_and_resume.py": 2,
    "tests/repair/test_suspicion.py": 3,
    "tests/models/local/test_local_server.py": 8,
    "tests/models/test_ollama.py": 2,
    "tests/conformance/test_model_provider.py": 3,
    "tests/hostile/test_hostile_projects.py": 3,
    "tests/repair/operators/test_ideas_of_any_text.py": 6,
    "tests/telemetry/test_recorder.py": 8,
    "tests/edits/test_journal.py": 4,
    "tests/edits/test_damaged_diffs.py": 2,
    "tests/models/test_look.py": 6,
    "tests/conformance/test_memory_store.py": 8,
    "tests/conformance/test_graph_store.py": 4,
    "tests/memory/test_shared_runs.py": 3,
    "tests/memory/test_shared_folders.py": 2,
    "tests/engine/test_model_calls.py": 4,
    "tests/sandbox/test_containers.py": 3,
    "tests/engine/test_bad_answers.py": 2,
    "tests/engine/test_budgets.py": 3,
    "tests/proposers/test_model_proposer.py": 3,
    "tests/checks/test_check_command.py": 3,
    "tests/checks/test_sql_any_text.py": 3,
    "tests/core/test_stuck_scripts.py": 3,
    "tests/building/test_matrix.py": 2,
    "tests/suites/test_detect.py": 2,
    "tests/evals/test_audits.py": 3,
    "tests/evals/test_validate.py": 2,
    "tests/engine/test_build_programs.py": 2,
}
"""Large corpora of which a run takes one case in so many, the same ones each time. `make test-all`
takes all."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("THOROUGH"):
        return
    left_out = [item for item in items if _is_left_out(item, config.rootpath)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def _is_left_out(item: pytest.Item, root: Path) -> bool:
    if item.get_closest_marker("thorough"):
        return True
    share = SAMPLED.get(item.path.relative_to(root).as_posix(), 1)
    # A test without parameters is about the corpus as a whole.
    return "[" in item.nodeid and zlib.crc32(item.name.encode()) % share != 0


LEAN = (
    "pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments", "xdist", "execnet",
    "pytest_timeout", "pytest_xdist",
)  # fmt: skip


@pytest.fixture(scope="session")
def lean_environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with pytest, xdist and timeout only.

    It starts ten times faster than the one these tests run in, where every plugin is loaded.
    """
    folder = tmp_path_factory.mktemp("lean")
    venv.create(folder, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    ours = Path(next(path for path in sys.path if path.endswith("site-packages")))
    for package in ours.iterdir():
        name = package.name.partition("-")[0].partition(".")[0]
        if name in LEAN:
            (site / package.name).symlink_to(package)
    return folder


@pytest.fixture(scope="session")
def lean_python(lean_environment: Path) -> Path:
    return lean_environment / "bin" / "python"
