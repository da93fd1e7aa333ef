"""Which paths a change may touch."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verdigris.core.change import Change, make_change
from verdigris.edits.guard import clean_path, require_allowed
from verdigris.errors import ModelMistake
from verdigris.settings import Edits


@pytest.mark.parametrize(
    ("path", "clean"),
    [
        ("a.py", "a.py"),
        ("./a.py", "a.py"),
        (" `src/a.py` ", "src/a.py"),
        ("src//a.py", "src/a.py"),
        ("src/./a.py", "src/a.py"),
        ("'src/a.py'", "src/a.py"),
        ("größe/ein wort.py", "größe/ein wort.py"),
        (".github/x.yml", ".github/x.yml"),
        ("environment.py", "environment.py"),
        (".envrc.d/a", ".envrc.d/a"),
        ("a..b.py", "a..b.py"),
    ],
)
def test_a_plain_path_comes_out_in_one_form(path: str, clean: str) -> None:
    assert clean_path(path) == clean


@pytest.mark.parametrize(
    "path",
    [
        "",
        ".",
        "./",
        "..",
        "../a.py",
        "a/../b.py",
        "a/..",
        "/",
        "/etc/passwd",
        "//a",
        "~",
        "~/a.py",
        "~root/a.py",
        "a\\b.py",
        "..\\a.py",
        "C:/a.py",
        "c:a.py",
        "a\0.py",
        ".git",
        ".git/config",
        "sub/.git/config",
        ".GIT/config",
        ".git./config",
        ".git /config",
        ".hg/hgrc",
        ".svn/x",
        ".ssh/authorized_keys",
        ".env",
        "sub/.env",
        ".env.local",
        ".ENV",
        ".netrc",
        ".pypirc",
        "id_rsa",
        "id_ed25519.pub",
        "x" * 300 + ".py",
    ],
)
def test_a_path_that_leads_out_or_into_secrets_is_refused(path: str) -> None:
    with pytest.raises(ModelMistake):
        clean_path(path)


@given(
    st.one_of(
        st.text(),
        st.lists(st.sampled_from([".", "..", "/", "a", ".git", "~", "\\", " ", ":", ".env"])).map(
            "".join
        ),
    )
)
@example("a/ ..")
@example("\n../a")
def test_no_text_becomes_a_path_outside(text: str) -> None:
    try:
        clean = clean_path(text)
    except ModelMistake:
        return
    path = PurePosixPath("/project", clean)
    assert path.is_relative_to("/project") and path != PurePosixPath("/project")
    assert not {"..", ".git", ".env"} & set(path.parts)
    assert "\\" not in clean and "\0" not in clean


def change_of(path: str, text: str = "x = 1\n") -> Change:
    change = make_change({}, {path: text}, "fast")
    assert change is not None
    return change


@pytest.mark.parametrize(
    "path",
    [
        "tests/test_a.py",
        "test_a.py",
        "a_test.py",
        "conftest.py",
        "sub/conftest.py",
        "pytest.ini",
        "tox.ini",
        "setup.cfg",
        "pyproject.toml",
        "Makefile",
        ".github/workflows/ci.yml",
        "uv.lock",
        "sitecustomize.py",
        "verdigris.toml",
    ],
)
def test_tests_and_their_set_up_are_protected_unless_allowed(path: str) -> None:
    with pytest.raises(ModelMistake, match="belongs to the tests"):
        require_allowed(change_of(path), Edits())
    require_allowed(change_of(path), Edits(allow_test_edits=True))
    require_allowed(change_of("src/contest.py"), Edits())


def test_blocked_paths_stay_blocked_whatever_is_allowed() -> None:
    with pytest.raises(ModelMistake, match="out of the project"):
        require_allowed(change_of("../a.py"), Edits(allow_test_edits=True))


@pytest.mark.parametrize(("kilobytes", "allowed"), [(1, True), (3, False)])
def test_a_patch_has_a_largest_size(kilobytes: int, allowed: bool) -> None:
    change = change_of("a.py", "x = 1\n" * (kilobytes * 1024 // 9))
    if allowed:
        require_allowed(change, Edits(max_patch_kb=2))
        return
    with pytest.raises(ModelMistake, match="at most 2 KB"):
        require_allowed(change, Edits(max_patch_kb=2))
