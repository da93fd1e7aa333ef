from __future__ import annotations

import re
from pathlib import Path

import pytest

from verdigris.errors import UserError
from verdigris.models.local import catalogue
from verdigris.models.local.catalogue import (
    CATALOGUE,
    QWEN_CODER,
    Entry,
    PackagedParts,
    find,
    loras,
    model_path,
    pulled,
)
from verdigris.models.local.cores import usable_cores
from verdigris.settings import Local, Settings


def test_a_model_is_found_by_its_name_with_or_without_the_scheme() -> None:
    assert find("qwen2.5-coder-1.5b") is find("local:qwen2.5-coder-1.5b") is QWEN_CODER


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(UserError, match=r"'qwen-coder-1.5'.*'qwen2.5-coder-1.5b'"):
        find("qwen-coder-1.5")


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: str(entry.name))
def test_every_entry_can_be_fetched_and_verified(entry: Entry) -> None:
    assert find(entry.name) is entry
    assert re.fullmatch("[0-9a-f]{64}", entry.sha256)
    assert entry.licence
    assert entry.remark
    assert entry.sources
    for source in entry.sources:
        if isinstance(source, PackagedParts):  # the slices add up to the file
            assert -(-entry.size // source.part_bytes) == source.count
        else:
            assert source.url.startswith("https://")
            assert source.url.endswith(entry.file_name)


def test_no_two_entries_share_a_file() -> None:
    assert len({entry.sha256 for entry in CATALOGUE}) == len(CATALOGUE)
    assert len({entry.file_name for entry in CATALOGUE}) == len(CATALOGUE)


def test_a_gguf_file_is_a_model_by_its_path(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "any.gguf"
    with pytest.raises(UserError, match="no model file"):
        model_path(settings, f"local:{file}")
    file.touch()
    assert model_path(settings, f"local:{file}") == file


def test_adapters_stand_behind_the_name_or_in_the_settings(
    settings: Settings, tmp_path: Path
) -> None:
    first, second = tmp_path / "a.gguf", tmp_path / "b.gguf"
    first.touch()
    second.touch()
    name = f"local:qwen2.5-coder-1.5b+lora={first}+lora={second}"
    assert find(name) is QWEN_CODER
    assert loras(settings, name) == (first, second)
    assert loras(settings, QWEN_CODER.name) == ()
    attached = settings.model_copy(update={"local": Local(lora=str(second))})
    assert loras(attached, QWEN_CODER.name) == (second,)
    assert loras(attached, f"{QWEN_CODER.name}+lora={first}") == (first,)
    assert loras(attached, "qwen2.5-coder-7b") == ()  # an adapter fits one model
    with pytest.raises(UserError, match="no adapter file"):
        loras(settings, f"{QWEN_CODER.name}+lora={tmp_path / 'none.gguf'}")


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
