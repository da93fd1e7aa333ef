"""Files of strangers: a whole one is read, a broken one is named before an engine dies of it."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest
from gguf_files import Gguf, adapter

from verdigris.errors import UserError
from verdigris.models.local.gguf import read_header

WORDS = {"tokenizer.ggml.tokens": [f"word{number}" for number in range(200)]}
MODEL = Gguf(
    values={"general.architecture": "qwen2", **WORDS, "qwen2.context_length": 32768, "x.eps": 0.5}
)


def said_of(path: Path, kind: str = "model") -> str:
    with pytest.raises(UserError) as caught:
        read_header(path, kind)
    assert caught.value.hint
    return str(caught.value)


def test_a_whole_file_says_what_it_holds(tmp_path: Path) -> None:
    header = read_header(MODEL.write(tmp_path / "m.gguf"), "model")
    assert (header.architecture, header.context_tokens) == ("qwen2", 32768)
    assert header.fitting(8192) == 8192
    assert header.fitting(65536) == 32768


def test_a_context_that_is_not_told_is_no_limit(tmp_path: Path) -> None:
    file = Gguf(values={"general.architecture": "llama"}).write(tmp_path / "m.gguf")
    assert read_header(file, "model").fitting(8192) == 8192


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is not a GGUF file"),
        (b"GG", "is not a GGUF file"),
        (b"this is not a model", "is not a GGUF file"),
        (Gguf(version=1).data(), "GGUF version 1"),
        (Gguf(values={"general.name": "x"}).data(), "does not say what model it holds"),
        (Gguf(tensors={}).data(), "is damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1, 2**60), "is damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1, 1) + struct.pack("<Q", 2**63), "is cut off"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1, 1) + struct.pack("<Q1sI", 1, b"k", 99), "is damaged"),
        (
            b"GGUF" + struct.pack("<IQQ", 3, 1, 1) + struct.pack("<Q1sIIQ", 1, b"k", 9, 8, 2**62),
            "is cut off",
        ),
        (
            b"GGUF" + struct.pack("<IQQ", 3, 1, 1) + struct.pack("<Q1sIIQ", 1, b"k", 9, 9, 1),
            "is damaged",
        ),
    ],
)
def test_a_broken_file_is_named_with_its_fault(tmp_path: Path, data: bytes, says: str) -> None:
    file = tmp_path / "m.gguf"
    file.write_bytes(data)
    assert says in said_of(file)


def test_a_file_cut_off_anywhere_is_noticed(tmp_path: Path) -> None:
    data = MODEL.data()
    for length in range(4, len(data) - 124, 61):  # the last byte of weights may be padding
        file = tmp_path / f"{length}.gguf"
        file.write_bytes(data[:length])
        said_of(file)


def test_damage_is_a_clear_error_and_nothing_worse(tmp_path: Path) -> None:
    dice, whole = random.Random(7), MODEL.data()
    file = tmp_path / "m.gguf"
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(dice.randint(1, 8)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        file.unlink(missing_ok=True)
        file.write_bytes(data)
        try:
            read_header(file, "model")  # damage inside a name leaves a file that can be read
        except UserError as error:
            assert str(file) in str(error)


def test_models_and_adapters_are_told_apart(tmp_path: Path) -> None:
    model, lora = Gguf().write(tmp_path / "m.gguf"), adapter(8, 1.0).write(tmp_path / "a.gguf")
    assert read_header(lora, "adapter").architecture == "llama"
    assert "holds a LoRA adapter" in said_of(lora)
    assert "no LoRA adapter" in said_of(model, "adapter")


def test_another_file_under_the_same_name_is_read_again(tmp_path: Path) -> None:
    file = Gguf().write(tmp_path / "m.gguf")
    assert read_header(file, "model").architecture == "llama"
    file.unlink()
    MODEL.write(file)
    assert read_header(file, "model").architecture == "qwen2"


def test_a_file_that_cannot_be_opened_is_the_users_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        read_header(tmp_path / "none.gguf", "model")
