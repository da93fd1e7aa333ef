"""Tests that rules write for Python programs: examples, properties, and that they start."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import hypothesis
import pytest
from python_help import PYTHON, blueprint_of, part_of

from verdigris.core.building import Check, Example, Part

SLUGS = part_of("slugs.py", "def slugify(text: str) -> str", "class Broken(ValueError)")
MAIN = part_of("main.py", "def main(argv=None)", is_main=True)


def body(given: str, expected: str, part: Part = SLUGS, kind: str = "call") -> str | None:
    shown = Example.model_validate(
        {"kind": kind, "given": given, "expected": expected, "quoted": given}
    )
    check = PYTHON.example(shown, part, 1)
    return check.body if check else None


@pytest.mark.parametrize(
    ("given", "expected", "claim"),
    [
        ("slugify('A b')", "'a-b'", "assert slugify('A b') == 'a-b'"),
        ("slugify('x')", "True", "assert slugify('x') is True"),
        ("slugify('x')", "None", "assert slugify('x') is None"),
        ("slugify('x')", "7", "assert slugify('x') == 7"),
        ("slugify('x')", "0.3", "assert slugify('x') == pytest.approx(0.3)"),
        ("slugify('x')", "-0.3", "assert slugify('x') == pytest.approx(-0.3)"),
        ("slugify('x')", "2.0", "assert slugify('x') == 2.0"),
        ("slugify('x')", "[0.1, 2]", "assert slugify('x') == pytest.approx([0.1, 2])"),
        ("slugify('x')", "{'a': [1]}", "assert slugify('x') == {'a': [1]}"),
        ("slugify('x')", "set()", "assert slugify('x') == set()"),
        ("s = slugify('x')\ns.upper()", "'X'", "s = slugify('x')\nassert s.upper() == 'X'"),
        ("slugify('x')", "raises ValueError", "with pytest.raises(ValueError):\n    slugify('x')"),
        ("slugify('x')", "raises Broken", "with pytest.raises(Broken):\n    slugify('x')"),
    ],
)
def test_an_example_is_said_as_exactly_as_it_is_written(
    given: str, expected: str, claim: str
) -> None:
    assert body(given, expected) == claim


def test_one_and_true_are_different_answers() -> None:
    claim = body("slugify('x')", "1")
    assert claim is not None
    code = compile(claim, "claim", "exec")
    exec(code, {"slugify": lambda _: 1})
    with pytest.raises(AssertionError):
        exec(code, {"slugify": lambda _: True})


def test_an_error_that_a_stub_raises_too_is_told_apart() -> None:
    claim = body("slugify('x')", "raises RuntimeError")
    assert claim is not None
    assert "caught.type is not NotImplementedError" in claim


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("slugify(", "'x'"),
        ("slugify(x)", "'x'"),
        ("other('x')", "'x'"),
        ("slugify('x')", "some words"),
        ("slugify('x')", "undefined"),
        ("slugify('x')", "raises Unheard"),
        ("slugify('x')", "x = 1"),
        ("import os", "1"),
        ("", ""),
    ],
)
def test_what_cannot_be_said_is_no_test(given: str, expected: str) -> None:
    assert body(given, expected) is None


def test_commands_of_a_shell_and_of_files_that_nobody_starts_are_no_tests() -> None:
    assert body("a | sort", "x", MAIN, "command") is None
    assert body("a 'b", "x", MAIN, "command") is None
    assert body("a", "x", SLUGS, "command") is None
    assert body("a\nb", "x", MAIN, "command") is not None


# properties


def failure(check: Check, tmp_path: Path, python: Path, code: str, part: Part) -> str:
    """Return what the real pytest says where a test fails on some code; nothing where it passes."""
    files = {
        **PYTHON.scaffold(blueprint_of(part)),
        part.path: code,
        PYTHON.test_path(part): PYTHON.test_file(part, [check]),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(tmp_path.parent / "more")},
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout
    return done.stdout if done.returncode else ""


@pytest.mark.parametrize(
    ("heads", "says"),
    [
        (["def encode(text: str) -> str", "def decode(text: str) -> str"], "decode undoes encode"),
        (
            ["def encrypt(text: str, shift: int)", "def decrypt(text: str, shift: int)"],
            "decrypt undoes encrypt",
        ),
        (
            ["def int_to_roman(n: int)", "def roman_to_int(s: str)"],
            "roman_to_int undoes int_to_roman",
        ),
        (["def slugify(text: str) -> str"], "slugify a second time changes nothing"),
        (["def merge_sort(items: list[int])"], "merge_sort puts everything in order"),
        (["def reverse_string(s)"], "reverse_string twice gives what was there"),
        (["def is_palindrome(text: str) -> bool"], "a text and its mirror image is a palindrome"),
        (["def fibonacci(n: int) -> int"], "each number is the sum of the two before"),
        (["def is_prime(n: int) -> bool"], "a prime has no divisor between 1 and itself"),
        (["def gcd(a: int, b: int) -> int"], "gcd does not mind the order"),
    ],
)
def test_names_and_types_suggest_properties(heads: list[str], says: str) -> None:
    checks = PYTHON.properties(part_of("lib.py", *heads))
    assert says in {check.says for check in checks}
    assert {check.origin for check in checks} == {"property"}
    for check in checks:
        compile(PYTHON.test_file(part_of("lib.py", *heads), [check]), "test_lib.py", "exec")


@pytest.mark.parametrize(
    "heads",
    [
        ["def encode(thing: Thing)", "def decode(thing: Thing)"],
        ["def encode(text: str)"],
        ["def encode(text: str)", "def decode(text: str, key: str)"],
        ["class Encoder: def encode(self, text: str); def decode(self, text: str)"],
        ["async def encode(text: str)", "async def decode(text: str)"],
        ["def add(a: int, b: int) -> int"],
        ["def encode(((("],
    ],
)
def test_where_nothing_is_suggested_there_is_no_property(heads: list[str]) -> None:
    assert PYTHON.properties(part_of("lib.py", *heads)) == []


@pytest.mark.parametrize("which", ["with Hypothesis", "without it"])
def test_a_property_tells_right_from_wrong(which: str, tmp_path: Path, lean_python: Path) -> None:
    if which == "with Hypothesis":
        (tmp_path / "more").mkdir()
        site = Path(hypothesis.__file__).parent.parent
        for package in (*site.glob("*hypothesis*"), *site.glob("sortedcontainers*")):
            if not package.name.endswith(".dist-info"):
                (tmp_path / "more" / package.name).symlink_to(package)
    part = part_of("lib.py", "def encode(text: str) -> str", "def decode(text: str) -> str")
    [check] = PYTHON.properties(part)
    right = "def encode(text):\n    return text[::-1]\ndef decode(text):\n    return text[::-1]\n"
    wrong = right.replace("return text[::-1]", "return text.strip()")
    assert failure(check, tmp_path / "right", lean_python, right, part) == ""
    said = failure(check, tmp_path / "wrong", lean_python, wrong, part)
    assert "AssertionError" in said
    # Hypothesis alone shrinks what failed, and says with which arguments.
    assert ("text=' '," in said) == (which == "with Hypothesis")


def test_what_undoes_another_need_not_take_every_argument(
    tmp_path: Path, lean_python: Path
) -> None:
    part = part_of("lib.py", "def to_id(number)", "def from_id(text)")
    [check] = PYTHON.properties(part)
    right = (
        "def to_id(number):\n    if number < 0:\n        raise ValueError(number)\n"
        "    return str(number)\ndef from_id(text):\n    return int(text)\n"
    )
    assert failure(check, tmp_path / "right", lean_python, right, part) == ""
    wrong = right.replace("return int(text)", "return int(text) % 100")
    assert "AssertionError" in failure(check, tmp_path / "wrong", lean_python, wrong, part)
    idle = right.replace("if number < 0:", "if True:")
    assert "assert taken" in failure(check, tmp_path / "idle", lean_python, idle, part)


def test_a_property_does_not_hold_for_a_stub(tmp_path: Path, lean_python: Path) -> None:
    part = part_of("lib.py", "def slugify(text: str) -> str")
    [check] = PYTHON.properties(part)
    assert "NotImplementedError" in failure(
        check, tmp_path / "stub", lean_python, PYTHON.stub(part), part
    )


# starting


@pytest.mark.parametrize(
    ("profile", "names"),
    [
        ("cli_tool", ["main_helps", "main_stands"]),
        ("data_pipeline", ["main_helps", "main_stands"]),
        ("script", ["main_runs"]),
        ("web_app", ["main_answers"]),
        ("library", []),
    ],
)
def test_each_sort_of_program_is_started_in_its_way(profile: str, names: list[str]) -> None:
    plan = blueprint_of(MAIN).model_copy(update={"profile": profile})
    assert [check.name for check in PYTHON.smoke(plan)] == names
    assert PYTHON.smoke(blueprint_of(SLUGS, profile="cli_tool")) == []


def test_a_file_of_a_package_is_started_as_a_module() -> None:
    part = part_of("todo/cli.py", "def main(argv=None)", is_main=True)
    plan = blueprint_of(part, part_of("todo/store/disk.py"), profile="cli_tool")
    files = PYTHON.scaffold(plan)
    assert {"todo/__init__.py", "todo/store/__init__.py"} <= set(files)
    assert '"-m", "todo.cli"' in files["tests/conftest.py"]
    assert PYTHON.usage(plan).startswith("python -m todo.cli --help\n")
    project = tomllib.loads(files["pyproject.toml"])
    assert project["project"]["scripts"] == {"demo": "todo.cli:main"}
    assert project["tool"]["setuptools"] == {"py-modules": [], "packages": ["todo", "todo.store"]}


def test_what_a_model_called_the_program_cannot_break_its_files() -> None:
    plan = blueprint_of(SLUGS).model_copy(
        update={
            "name": 'x"\n[tool.evil]\n', "summary": 'a "b"\nc\\ \x00',
            "dependencies": ("requests>=2", "evil @ http://x", "-e .", "a; import os"),
        }
    )  # fmt: skip
    project = tomllib.loads(PYTHON.scaffold(plan)["pyproject.toml"])
    assert project["project"]["name"] == "x-tool-evil"
    assert project["project"]["dependencies"] == ["requests>=2"]
    assert "evil" not in project["tool"]
