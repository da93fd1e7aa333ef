from __future__ import annotations

from pathlib import Path

import pytest

from verdigris.errors import UserError
from verdigris.models.local import catalogue
from verdigris.models.local.catalogue import QWEN_CODER, PackagedParts, find, model_path, pulled
from verdigris.models.local.cores import usable_cores
from verdigris.settings import Settings


def test_a_model_is_found_by_its_name_with_or_without_the_scheme() -> None:
    assert find("qwen2.5-coder-1.5b") is find("local:qwen2.5-coder-1.5b") is QWEN_CODER


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(UserError, match=r"'qwen-coder'.*'qwen2.5-coder-1.5b'"):
        find("qwen-coder")


def test_the_slices_of_the_packaged_source_add_up_to_the_file() -> None:
    parts = next(source for source in QWEN_CODER.sources if isinstance(source, PackagedParts))
    assert -(-QWEN_CODER.size // parts.part_bytes) == parts.count


def test_a_gguf_file_is_a_model_by_its_path(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "any.gguf"
    with pytest.raises(UserError, match="no model file"):
        model_path(settings, f"local:{file}")
    file.touch()
    assert model_path(settings, f"local:{file}") == file


def test_only_a_file_of_the_right_size_counts_as_pulled(settings: Settings) -> None:
    assert model_path(settings, QWEN_CODER.name) is None
    path = catalogue.entry_path(settings, QWEN_CODER)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"GGUF and no more")
    assert model_path(settings, QWEN_CODER.name) is None
    with path.open("r+b") as file:
        file.truncate(QWEN_CODER.size)  # a hole, so it takes no space
    assert model_path(settings, QWEN_CODER.name) == path
    assert pulled(settings) == [QWEN_CODER]


@pytest.mark.parametrize(
    ("cpuinfo", "quota", "cores"),
    [
        ("processor: 0\ncore id: 0\n\nprocessor: 1\ncore id: 0\n", "max 100000", 1),
        ("processor: 0\nphysical id: 0\ncore id: 0\n", "50000 100000", 1),
        ("nothing is told here", "100000 100000", 1),
    ],
)
def test_threads_are_counted_by_core_and_quota(
    tmp_path: Path, cpuinfo: str, quota: str, cores: int
) -> None:
    for name, text in (("proc/cpuinfo", cpuinfo), ("sys/fs/cgroup/cpu.max", quota)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert usable_cores(tmp_path) == cores
