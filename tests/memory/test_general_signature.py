"""A bug keeps its general signature when everything is renamed; another bug has another one.

The failures are real: all programs are run once by the real pytest, then by name.
"""

from __future__ import annotations

import asyncio
from itertools import combinations
from pathlib import Path

import pytest

from memory.failing_programs import PROGRAMS, program, renamed
from suites.small_projects import put, run_suite
from verdigris.core.signature import Signature, of_result


@pytest.fixture(scope="module")
def signatures(
    tmp_path_factory: pytest.TempPathFactory, lean_python: Path
) -> dict[str, tuple[Signature, Signature]]:
    files: dict[str, str] = {}
    for name in PROGRAMS:
        files |= program(name).files() | renamed(program(name)).files()
    suite = run_suite(
        put(tmp_path_factory.mktemp("programs") / "copy", files), None, python=lean_python
    )
    report = asyncio.run(suite)
    by_file = {failure.id.partition("::")[0]: of_result(failure) for failure in report.failures}
    return {
        name: (by_file[f"test_{name}.py"], by_file[f"test_{renamed(program(name)).module}.py"])
        for name in PROGRAMS
    }


def test_every_program_keeps_its_general_key_when_it_is_renamed(
    signatures: dict[str, tuple[Signature, Signature]],
) -> None:
    assert len(signatures) >= 40
    changed = [name for name, (one, other) in signatures.items() if one.general != other.general]
    assert changed == []
    assert all(one.general and one.key != other.key for one, other in signatures.values())


def test_every_two_programs_have_different_keys(
    signatures: dict[str, tuple[Signature, Signature]],
) -> None:
    for field in ("general", "key"):
        same = [
            (one, other)
            for one, other in combinations(signatures, 2)
            if getattr(signatures[one][0], field) == getattr(signatures[other][0], field)
        ]
        assert same == [], field


def test_a_failure_without_its_line_has_no_general_key() -> None:
    assert Signature(exception="KeyError", shape="'x'", test="t").general == ""
