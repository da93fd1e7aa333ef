"""Changes: diffs that the real git accepts, and fingerprints that see the idea, not the form."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdigris.core.change import Change, FileEdit, make_change


def apply(folder: Path, diff: str) -> None:
    subprocess.run(
        ["git", "apply", "--whitespace=nowarn", "-"],
        cwd=folder, input=diff.encode("utf-8", "surrogateescape"), check=True, capture_output=True,
        env={"PATH": "/usr/bin:/bin:/usr/local/bin", "GIT_CONFIG_GLOBAL": "/dev/null",
             "GIT_CEILING_DIRECTORIES": str(folder.parent)},
    )  # fmt: skip


BODY = "".join(f"line {n}\n" for n in range(20))
EDITS = {
    "one line": ("a.py", BODY, BODY.replace("line 7\n", "line seven\n")),
    "two places": ("a.py", BODY, BODY.replace("line 1\n", "one\n").replace("line 18\n", "")),
    "a new file": ("new.py", None, "x = 1\n"),
    "a new file in a new folder": ("some/where/new.py", None, "x = 1\n"),
    "a new empty file": ("pkg/__init__.py", None, ""),
    "a deleted file": ("a.py", "x = 1\ny = 2\n", None),
    "a deleted empty file": ("a.py", "", None),
    "an emptied file": ("a.py", "x = 1\n", ""),
    "a filled file": ("a.py", "", "x = 1\n"),
    "no newline at the end, before": ("a.py", "x = 1", "x = 2\n"),
    "no newline at the end, after": ("a.py", "x = 1\n", "x = 2"),
    "no newline at the end, both": ("a.py", "x = 1\ny = 1", "x = 2\ny = 1"),
    "no newline at the end, new": ("a.py", None, "x = 1"),
    "no newline at the end, deleted": ("a.py", "x = 1", None),
    "windows line ends": ("a.py", "x = 1\r\ny = 1\r\n", "x = 1\r\ny = 2\r\n"),
    "from windows to unix": ("a.py", "x = 1\r\n", "x = 1\n"),
    "a lone carriage return": ("a.py", "a\rb\nc\n", "a\rb\nd\n"),
    "a form feed": ("a.py", "x = 1\n\x0c\ny = 1\n", "x = 1\n\x0c\ny = 2\n"),
    "unicode line separators": ("a.py", "a\u2028b\x85c\x1cd\ne\n", "a\u2028b\x85c\x1cd\nf\n"),
    "unicode text": ("a.py", "größe = '…😀'\n", "größe = '∑'\n"),
    "bytes that are not UTF-8": ("a.py", "caf\udce9 = 1\n", "caf\udce9 = 2\n"),
    "a unicode name": ("größe/naïve.py", "x = 1\n", "x = 2\n"),
    "a name with spaces": ("ein wort/noch eins.py", "x = 1\n", "x = 2\n"),
    "a new name with spaces": ("ein wort/noch eins.py", None, "x = 2\n"),
    "text that looks like a diff": ("a.py", "--- a\n+++ b\n@@ -1 +1 @@\n", "--- a\n-- c\n"),
}  # fmt: skip


@pytest.mark.parametrize(("path", "before", "after"), EDITS.values(), ids=EDITS.keys())
def test_git_accepts_the_diff_and_makes_the_same_file_of_it(
    tmp_path: Path, path: str, before: str | None, after: str | None
) -> None:
    target = tmp_path / path
    if before is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(before.encode("utf-8", "surrogateescape"))
    apply(tmp_path, FileEdit(path=path, before=before, after=after).diff())
    found = target.read_bytes() if target.exists() else None
    assert found == (None if after is None else after.encode("utf-8", "surrogateescape"))


def test_git_accepts_the_diff_of_many_files_at_once(tmp_path: Path) -> None:
    before: dict[str, str | None] = {}
    after: dict[str, str | None] = {}
    for number, (_, old, new) in enumerate(EDITS.values()):
        before[f"{number}.txt"], after[f"{number}.txt"] = old, new
        if old is not None:
            (tmp_path / f"{number}.txt").write_bytes(old.encode("utf-8", "surrogateescape"))
    change = make_change(before, after, "fast")
    assert change is not None
    apply(tmp_path, change.diff)
    for path, text in after.items():
        found = (tmp_path / path).read_bytes() if (tmp_path / path).exists() else None
        assert found == (None if text is None else text.encode("utf-8", "surrogateescape")), path


LINES = st.lists(
    st.sampled_from(["a", "b", "", " ", "\r", "\x0c", "\u2028", "\\", "-", "+ x", "é"])
)


@given(before=LINES.map("\n".join), after=LINES.map("\n".join))
def test_any_two_texts_give_a_diff_that_only_breaks_lines_at_newlines(
    before: str, after: str
) -> None:
    diff = FileEdit(path="a.txt", before=before, after=after).diff()
    assert bool(diff) == (before != after)
    for line in diff.split("\n")[:-1]:
        assert line.startswith(("diff", "---", "+++", "@@", " ", "-", "+", "\\ No newline"))


SOURCE = "def add(a, b):\n    return a + b\n"


def fingerprint(
    after: str, before: str = "def add(a, b):\n    return a - b\n", path: str = "a.py"
) -> str:
    change = make_change({path: before}, {path: after}, "fast")
    assert change is not None
    return change.fingerprint


@pytest.mark.parametrize(
    "same",
    [
        "def add( a,b ):\n        return (a + b)\n",
        "# the sum\ndef add(a, b):\n    return a + b  # done\n",
        'def add(a, b):\n    """Add."""\n    return a + b\n',
        '"""Module."""\n\n\ndef add(a, b):\n\n    return a + b\n\n\n',
        "def add(a, b):\r\n\treturn a + b\r\n",
        "def add(a, b): return a + b",
    ],
)
def test_the_same_idea_in_another_form_is_the_same_change(same: str) -> None:
    assert fingerprint(same) == fingerprint(SOURCE)


@pytest.mark.parametrize(
    "other",
    [
        "def add(a, b):\n    return b + a\n",
        "def add(a, b):\n    return a + b + 0\n",
        "def add(a, c):\n    return a + c\n",
        'def add(a, b):\n    """\n    >>> add(1, 2)\n    3\n    """\n    return a + b\n',
        "def add(a, b):\n    'x'\n    'y'\n    return a + b\n",
        "def add(a, b):\n    return a + b\nX = 1\n",
        "def add(a, b:\n    return a + b\n",
    ],
)
def test_another_idea_is_another_change(other: str) -> None:
    assert fingerprint(other) != fingerprint(SOURCE)


def test_path_and_starting_point_belong_to_the_fingerprint_origin_and_note_do_not() -> None:
    assert fingerprint(SOURCE, path="b.py") != fingerprint(SOURCE)
    assert fingerprint(SOURCE, before="def add(a, b):\n    pass\n") != fingerprint(SOURCE)
    one = make_change({"a.py": ""}, {"a.py": SOURCE}, "fast", "a model")
    two = make_change({"a.py": ""}, {"a.py": SOURCE}, "strong", "another")
    assert one is not None and two is not None and one.fingerprint == two.fingerprint


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("a.py", SOURCE, SOURCE),
        ("a.py", SOURCE, SOURCE + "# a comment\n"),
        ("a.py", SOURCE, SOURCE.replace("\n", "\r\n")),
        ("a.txt", "a\nb\n", "a  \nb\n\n"),
        ("a.py", None, None),
    ],
)
def test_nothing_that_matters_is_no_change(
    path: str, before: str | None, after: str | None
) -> None:
    assert make_change({path: before}, {path: after}, "fast") is None


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("a.txt", "a\nb\n", "a\nc\n"),
        ("a.txt", "a b\n", "a  b\n"),
        ("a.py", "def f(:\n", "def f(::\n"),
        ("a.py", "x = 'a'\n", "x = 'a '\n"),
        ("a.py", None, ""),
        ("a.py", "", None),
    ],
)
def test_what_matters_is_a_change(path: str, before: str | None, after: str | None) -> None:
    change = make_change({path: before}, {path: after}, "fast")
    assert change is not None and change.paths == (path,)


def test_edits_come_in_the_order_of_their_paths_and_only_where_something_differs() -> None:
    change = make_change(
        {"b.py": "x = 1\n", "same.py": "y\n"},
        {"b.py": "x = 2\n", "a.py": "z = 1\n", "same.py": "y\n"},
        "fast",
    )
    assert change is not None
    assert change.paths == ("a.py", "b.py")
    assert Change.model_validate_json(change.model_dump_json()) == change


def test_a_text_nested_beyond_any_parser_still_has_a_fingerprint() -> None:
    deep = f"x = {'(' * 5000}1{')' * 5000}\n"
    assert fingerprint(deep) != fingerprint(deep + "y = 1\n")


SCRIPT = "export function add(a: number) {\n  return a - 1; // wrong\n}\n"


@pytest.mark.parametrize(
    ("after", "alike"),
    [
        ("export function add(a: number) { return a + 1 }\n", True),
        ("// Adds.\nexport function add(\n  a: number,\n) {\n  return a + 1;\n}\n", True),
        ("export function add(a: number) {\n  return a + 2;\n}\n", False),
        ("export function add(a: number) {\n  return\n  a + 1;\n}\n", False),
    ],
)
def test_a_script_written_another_way_is_the_same_change(after: str, alike: bool) -> None:
    first = make_change({"a.ts": SCRIPT}, {"a.ts": SCRIPT.replace("- 1", "+ 1")}, "fast")
    second = make_change({"a.ts": SCRIPT}, {"a.ts": after}, "strong")
    assert first is not None and second is not None
    assert (first.fingerprint == second.fingerprint) == alike


def test_a_file_that_is_not_utf_8_keeps_its_bytes_and_its_patch_applies(tmp_path: Path) -> None:
    data = b"# caf\xe9\nx = 1\ny = '\x80'\n"
    (tmp_path / "a.py").write_bytes(data)
    text = data.decode("latin-1")
    change = make_change(
        {"a.py": text}, {"a.py": text.replace("x = 1", "x = 2")}, "fast",
        encodings={"a.py": "latin-1"},
    )  # fmt: skip
    assert change is not None
    assert change.edits[0].data_before == data
    assert change.edits[0].data_after == data.replace(b"x = 1", b"x = 2")
    again = Change.model_validate_json(change.model_dump_json())
    (tmp_path / "p").write_bytes(again.patch)
    subprocess.run(["git", "apply", "p"], cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "a.py").read_bytes() == data.replace(b"x = 1", b"x = 2")


def test_a_change_tells_how_it_was_made_and_keeps_the_answer_to_itself() -> None:
    change = make_change(
        {"a.py": "x = 1\n"},
        {"a.py": "x = 2\n"},
        "fast",
        how={"a.py": ("diff by -C0", "lines differ")},
    )
    assert change is not None
    assert (change.how, change.fuzzy) == ("diff by -C0", "a.py: lines differ")
    told = change.model_copy(update={"answer": "the whole answer"})
    assert "the whole answer" not in told.model_dump_json() + repr(told)
