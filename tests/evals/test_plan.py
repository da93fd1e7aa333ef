"""What makes a job another job, and what does not; and that an eval keeps to itself."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import verdigris
from verdigris.errors import UserError
from verdigris.evals.plan import (
    NO_PART,
    Plan,
    code_digest,
    code_files,
    job_key,
    offset_of,
    samples_of,
    settings_digest,
    settings_of,
)
from verdigris.models.local.engines import server_program
from verdigris.models.local.tuning import Tuned, Tuning, keep


def plan(**changes: object) -> Plan:
    return Plan.model_validate({"suite": "tiny", "job_seconds": 60, **changes})


def key(asked: Plan, task: str = "task", run: int = 1, **more: str) -> str:
    return job_key(asked, settings_digest(settings_of(asked)), task, run, **more)


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 1},
        {"entrant": "plain"},
        {"entrant": "agent", "agent": "aider {goal}"},
        {"job_seconds": 61},
        {"stream": True},
        {"flags": {"limits.max_iters": 2}},
        {"flags": {"cascade.search_seconds": 5}},
        {"flags": {"memory.mode": "off"}},
        {"flags": {"models.default": "ollama:x"}},
    ],
)
def test_what_may_change_how_a_job_ends_makes_it_another(other: dict[str, object]) -> None:
    assert key(plan(**other)) != key(plan())


def test_task_run_code_and_what_came_before_count_too() -> None:
    own = plan()
    keys = [key(own), key(own, task="changed"), key(own, run=2), key(own, code="newer"),
            key(own, after="other"), key(own, own="261115")]  # fmt: skip
    assert len(set(keys)) == len(keys)
    assert key(own) == key(plan())


@pytest.mark.parametrize(
    "same", [{"only": ("a*",)}, {"limit": 3}, {"runs": 5}, {"suite": "/elsewhere/tiny"}]
)
def test_which_other_jobs_there_are_makes_no_difference(same: dict[str, object]) -> None:
    assert key(plan(**same)) == key(plan())


def test_another_data_folder_or_key_makes_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = key(plan())
    monkeypatch.setenv("VERDIGRIS_PATHS__DATA", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-something")
    assert key(plan()) == before


def test_the_answers_of_a_script_are_part_of_the_model(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    own = plan(flags={"models.default": f"scripted:{script}"})
    script.write_text(json.dumps({"last": "one"}))
    first = key(own)
    script.write_text(json.dumps({"last": "two"}))
    assert key(own) != first


def test_the_files_of_a_local_model_are_part_of_it_and_so_is_its_tuning(tmp_path: Path) -> None:
    model, adapter = tmp_path / "own.gguf", tmp_path / "adapter.gguf"
    model.write_bytes(b"GGUF"), adapter.write_bytes(b"GGUF")
    asked = plan(flags={"models.default": f"local:{model}+lora={adapter}"})
    seen = {key(asked)}
    for path in (model, adapter):
        later = path.stat().st_mtime_ns + 10**9
        os.utime(path, ns=(later, later))
        seen.add(key(asked))
    assert len(seen) == 3, "trained again, it is another one"
    settings = settings_of(asked)
    keep(settings, model, server_program(settings), Tuned(tuning=Tuning(batch=64), gain=1.5))
    assert key(asked) not in seen


def test_what_cannot_change_how_a_job_ends_is_there_and_leaves_jobs_as_they_are() -> None:
    ours = Path(verdigris.__file__).parent
    assert [name for name in NO_PART if not (ours / name).exists()] == []
    files = {path.relative_to(ours).as_posix() for path in code_files()}
    assert "evals/figures/words.py" not in files and "evals/judging/judge.py" in files


def test_the_code_has_one_digest_per_state() -> None:
    assert code_digest() == code_digest() and len(code_digest()) == 16
    kinds = {path.suffix for path in code_files()}
    assert {".py", ".j2", ".cjs"} <= kinds and ".pyc" not in kinds


def test_the_first_run_asks_with_the_usual_seeds_and_others_with_their_own() -> None:
    assert offset_of(plan(), 1) == 0
    offsets = {offset_of(plan(seed=seed), run) for seed in range(20) for run in range(1, 30)}
    assert len(offsets) == 20 * 29 and max(offsets) < 2**31


def test_what_is_measured_shares_nothing_with_the_users_own_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "config.toml"
    mine.write_text(
        f'[store]\nurl = "sqlite:///{tmp_path}/mine.db"\n[models]\nrecord = "{tmp_path}/answers"\n'
    )
    monkeypatch.setenv("VERDIGRIS_CONFIG", str(mine))
    settings = settings_of(plan())
    assert settings.store.url is None and settings.models.record is None


@pytest.mark.parametrize(
    ("entrant", "samples"), [("verdigris", 0), ("agent", 0), ("plain", 1), ("best-of-8", 8)]
)
def test_baselines_by_name(entrant: str, samples: int) -> None:
    assert samples_of(entrant) == samples


@pytest.mark.parametrize("entrant", ["best-of-0", "best-of", "best-of-x", "random", ""])
def test_an_unknown_baseline_is_told(entrant: str) -> None:
    with pytest.raises(UserError, match="no baseline"):
        samples_of(entrant)


def test_who_is_measured_is_told_in_a_few_words() -> None:
    assert plan(flags={"models.enabled": False}).label == "verdigris, no model"
    assert plan(entrant="agent", agent="/opt/bin/aider --yes").label == "aider"
    recipe = "env OPENAI_API_BASE={model_url} OPENAI_API_KEY={model_key} mini -m openai/{model}"
    assert plan(entrant="agent", agent=recipe).label == "mini"
    assert plan(entrant="agent", agent=" ").label == "agent"
    streamed = plan(stream=True, flags={"memory.mode": "shuffled", "models.default": "local:q"})
    assert streamed.label == "verdigris, local:q, memory shuffled"
