"""Two users, each with a data folder of their own, learn from one memory in Chroma or Mem0."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mem0_server import KEY, Mem0Server
from memory.acting import answers, events, fix, shop, verdigris
from memory_services import require


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """How quick this machine is is no matter here."""
    monkeypatch.setenv("VERDIGRIS_MEMORY__TIMEOUT_SECONDS", "60")


def warnings(run: dict[str, Any]) -> list[str]:
    said = [event["message"] for event in events(run) if event["kind"] == "warned"]
    return [one for one in said if "shared memory" in one]


def learn(tmp_path: Path, lean_python: Path) -> dict[str, Any]:
    model = ("--model", answers(tmp_path), "--tiers", "recall,fast")
    first = fix(tmp_path, shop(tmp_path / "shop"), lean_python, *model, data="first")
    assert first["status"] == "green", first["reason"]
    return first


def require_recalled(tmp_path: Path, lean_python: Path) -> None:
    words = ("--no-llm", "--tiers", "recall")
    second = fix(tmp_path, tmp_path / "shop", lean_python, *words, data="second")
    assert second["status"] == "green", (second["reason"], warnings(second))
    assert second["tier"] == "recall" and second["use"]["calls"] == 0


@pytest.mark.parametrize("kind, package", [("chroma", "chromadb"), ("mem0", "mem0")])
@pytest.mark.thorough
def test_what_one_user_learned_mends_the_same_failure_for_another(
    kind: str,
    package: str,
    tmp_path: Path,
    lean_python: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    require(package, kind)
    monkeypatch.setenv("VERDIGRIS_MEMORY__URL", f"{kind}:{tmp_path / 'shared'}")
    assert warnings(learn(tmp_path, lean_python)) == []
    require_recalled(tmp_path, lean_python)


@pytest.mark.thorough
def test_a_service_that_is_down_costs_one_sentence_and_is_told_later(
    tmp_path: Path,
    lean_python: Path,
    mem0_service: Mem0Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("VERDIGRIS_MEMORY__URL", f"mem0+{mem0_service.url}")
    monkeypatch.setenv("MEM0_API_KEY", KEY)
    mem0_service.key = "another by now"
    first = learn(tmp_path, lean_python)
    [said] = warnings(first)
    assert "does not accept the key" in said
    assert KEY not in json.dumps(events(first))
    assert mem0_service.memories == {}
    mem0_service.key = KEY
    told = verdigris(tmp_path, "memory", "deliver", data="first")
    assert told.returncode == 0, told.stderr
    cards = [m for m in mem0_service.memories.values() if m["metadata"]["kind"] == "card"]
    assert len(cards) == 1
    require_recalled(tmp_path, lean_python)


@pytest.mark.thorough
def test_letters_go_when_the_run_is_over_and_its_evidence_is_written(
    tmp_path: Path,
    lean_python: Path,
    mem0_service: Mem0Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("VERDIGRIS_MEMORY__URL", f"mem0+{mem0_service.url}")
    monkeypatch.setenv("MEM0_API_KEY", KEY)
    seen: list[tuple[str, bool]] = []
    keep = mem0_service.add

    def add(said: Any) -> tuple[int, Any]:
        [log] = (tmp_path / "first").rglob("events.jsonl")
        last = json.loads(log.read_text().splitlines()[-1])["kind"]
        seen.append((last, (log.parent / "final.patch").exists()))
        return keep(said)

    monkeypatch.setattr(mem0_service, "add", add)
    assert warnings(learn(tmp_path, lean_python)) == []
    assert seen and set(seen) == {("run_finished", True)}
