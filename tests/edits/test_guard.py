"""Which paths a change may touch."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verdigris.core.change import Change, make_change
from verdigris.edits.guard import clean_path, require_allowed, require_inside
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
        "/".join(["folder"] * 200) + "/a.py",
        ".g\u200cit/config",
        ".git\u2060/config",
        "\ufeff.git/config",
        ".\uff47it/config",
        "git~1/config",
        "GIT~2/hooks/a",
        ".git::$INDEX_ALLOCATION/config",
        ".git:x/config",
        "a/.. /b.py",
        "a/\u200b../b.py",
        ".env\u200b",
        ".env ",
        ".gitmodules",
        ".gitattributes",
        ".npmrc",
        "nul",
        "con.py",
        "a\nb.py",
        "a\tb.py",
        "a\x1b[31m.py",
        "a\u2028b.py",
        "a\ud800b.py",
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
@example("a/.. ")
@example(".g\u200cit")
@example("\n../a")
def test_no_text_becomes_a_path_outside(text: str) -> None:
    try:
        clean = clean_path(text)
    except ModelMistake:
        return
    path = PurePosixPath("/project", clean)
    assert path.is_relative_to("/project") and path != PurePosixPath("/project")
    assert not {"..", ".git", ".env"} & {part.casefold().strip() for part in path.parts}
    assert clean_path(clean) == clean
    assert clean.isprintable() or not any(ord(letter) < 32 for letter in clean)
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
        "package-lock.json",
        "pnpm-lock.yaml",
        "package.json",
        ".gitlab-ci.yml",
        "src/cart.test.ts",
        "src/cart.spec.js",
        "src/__tests__/cart.js",
        "jest.config.mjs",
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


def test_a_change_touches_only_so_many_files() -> None:
    many = make_change({}, {f"m{i}.py": f"x = {i}\n" for i in range(4)}, "fast")
    assert many is not None
    require_allowed(many, Edits(max_files=4))
    with pytest.raises(ModelMistake, match="4 files; at most 3"):
        require_allowed(many, Edits(max_files=3))


def test_what_a_file_cannot_hold_is_refused() -> None:
    before, kinds = {"a.py": "x = 'é'\n"}, {"a.py": "latin-1"}
    fine = make_change(before, {"a.py": "x = 'ü'\n"}, "fast", encodings=kinds)
    odd = make_change(before, {"a.py": "x = '€'\n"}, "fast", encodings=kinds)
    binary = make_change(before, {"a.py": "x = '\0'\n"}, "fast")
    assert fine and odd and binary
    require_allowed(fine, Edits())
    with pytest.raises(ModelMistake, match="cannot hold '€'"):
        require_allowed(odd, Edits())
    with pytest.raises(ModelMistake, match="binary"):
        require_allowed(binary, Edits())


def test_a_link_in_the_tree_is_not_edited_nor_passed_through(tmp_path: Path) -> None:
    tree, outside = tmp_path / "tree", tmp_path / "outside"
    tree.mkdir()
    outside.mkdir()
    (tree / "src").mkdir()
    (tree / "lib").symlink_to(outside)
    (tree / "inside").symlink_to("src")
    (tree / "a.py").symlink_to(outside / "a.py")
    require_inside(change_of("src/a.py"), tree)
    require_inside(change_of("new/folder/a.py"), tree)
    for path in ("lib/a.py", "inside/a.py", "a.py"):
        with pytest.raises(ModelMistake, match="link"):
            require_inside(change_of(path), tree)


@pytest.mark.parametrize(("kilobytes", "allowed"), [(1, True), (3, False)])
def test_a_patch_has_a_largest_size(kilobytes: int, allowed: bool) -> None:
    change = change_of("a.py", "x = 1\n" * (kilobytes * 1024 // 9))
    if allowed:
        require_allowed(change, Edits(max_patch_kb=2))
        return
    with pytest.raises(ModelMistake, match="at most 2 KB"):
        require_allowed(change, Edits(max_patch_kb=2))
