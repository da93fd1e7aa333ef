"""From answers to trusted tests and their strength, with the real languages, end to end."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from trust_projects import Place

from verdigris.building.agreement import agree
from verdigris.building.matrix import run_matrix
from verdigris.building.mutation import measure
from verdigris.core.building import Blueprint, Example, Function, LanguageName, Part
from verdigris.core.change import make_change
from verdigris.errors import SandboxUnavailable
from verdigris.languages import language
from verdigris.sandbox.base import Sandbox
from verdigris.sandbox.pick import open_backend
from verdigris.settings import Machine, Settings

CASES = {
    "python": {
        "head": "def slugify(text: str) -> str",
        "example": ("slugify('A b')", "'a-b'"),
        "answers": (
            "```python\ndef test_trims():\n    assert slugify(' a ') == 'a'\n\n"
            "def test_joins():\n    assert slugify('a b c') == 'a-b-c'\n```",
            "```python\ndef test_lower():\n    assert slugify('ABC') == 'abc'\n\n"
            "def test_wrong():\n    assert slugify('a b') == 'a_b'\n\n"
            "def test_exists():\n    assert callable(slugify)\n```",
        ),
        "right": "def slugify(text: str) -> str:\n    return '-'.join(text.lower().split())\n",
        "alike": (
            "import re\n\n\ndef slugify(text: str) -> str:\n"
            "    return re.sub(r'\\s+', '-', text.strip().lower())\n"
        ),
        "wrong": "def slugify(text: str) -> str:\n    return text.lower().replace(' ', '_')\n",
    },
    "node": {
        "head": "export function slugify(text)",
        "example": ("slugify('A b')", "'a-b'"),
        "answers": (
            "```js\ntest('trims', () => {\n  assert.equal(slugify(' a '), 'a');\n});\n"
            "test('joins', () => {\n  assert.equal(slugify('a b c'), 'a-b-c');\n});\n```",
            "```js\ntest('lower', () => {\n  assert.equal(slugify('ABC'), 'abc');\n});\n"
            "test('wrong', () => {\n  assert.equal(slugify('a b'), 'a_b');\n});\n"
            "test('exists', () => {\n  assert.equal(typeof slugify, 'function');\n});\n```",
        ),
        "right": (
            "export function slugify(text) {\n"
            "  return text.trim().toLowerCase().split(/\\s+/).join('-');\n}\n"
        ),
        "alike": (
            "export function slugify(text) {\n"
            "  return text.toLowerCase().trim().replace(/\\s+/g, '-');\n}\n"
        ),
        "wrong": (
            "export function slugify(text) {\n  return text.toLowerCase().replace(' ', '_');\n}\n"
        ),
    },
}


@pytest.fixture
async def sandbox() -> Sandbox:
    try:
        return await open_backend("bubblewrap", Settings(), Machine.current())
    except SandboxUnavailable as missing:
        pytest.skip(missing.show())


@pytest.mark.parametrize("name", ["python", "node"])
async def test_answers_become_a_chosen_program_and_trusted_tests(
    tmp_path: Path, lean_python: Path, sandbox: Sandbox, name: LanguageName
) -> None:
    if name == "node" and shutil.which("node") is None:
        pytest.skip("node is not installed")
    case, tongue = CASES[name], language(name)
    path = tongue.part_path("slugs")
    part = Part(
        path=path,
        purpose="makes slugs",
        functions=(Function(name="slugify", signature=str(case["head"])),),
    )
    given, expected = case["example"]
    blueprint = Blueprint(
        name="slugs", language=name, profile="library", summary="slugs", parts=(part,)
    )
    shown = tongue.example(
        Example(kind="call", given=given, expected=expected, quoted="", part=path), part, 1
    )
    assert shown is not None
    checks = [shown]
    for number, answer in enumerate(case["answers"]):
        checks += tongue.read_checks(answer, part, sample=number)
    assert len(checks) >= 5
    stub = tongue.stub(part)
    files = {
        **tongue.scaffold(blueprint),
        path: stub,
        tongue.test_path(part): tongue.test_file(part, checks),
    }
    texts = [str(case[kind]) for kind in ("wrong", "right", "alike")]
    candidates = [make_change({path: stub}, {path: text}, "fast") for text in texts]
    ids = {check.name: tongue.test_id(part, check) for check in checks}
    place = Place(tmp_path / "matrix", files)
    async with place.trials(lean_python, sandbox, warm=False) as trials:
        matrix = await run_matrix(trials, candidates, None, ids, test_seconds=10)
    found = agree(checks, matrix)
    assert (found.chosen, found.backing, found.candidates) == (1, 2, 3), matrix
    said = " ".join(check.body for check in found.trusted)
    for piece in (" a ", "a b c", "ABC", "A b"):
        assert piece in said
    out = {one.check.body: one.reason for one in found.quarantined}
    assert any("a_b" in body and "contradicts" in reason for body, reason in out.items()), out
    assert not found.failing

    chosen = texts[found.chosen]
    after = {
        **files,
        path: chosen,
        tongue.test_path(part): tongue.test_file(part, found.trusted),
    }
    place = Place(tmp_path / "strength", after)
    async with place.trials(lean_python, sandbox, warm=False) as trials:
        strength = await measure(
            trials, tongue, {path: chosen}, limit=6, seconds=240, test_seconds=10
        )
    assert strength.score is not None, strength.note
    assert strength.killed
