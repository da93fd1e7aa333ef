"""The run's own history of a project, over real git and real files."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest

from verdigris.core.change import Change, make_change
from verdigris.edits.workspace import Workspace
from verdigris.errors import UserError

CODE = "def f():\n    return 1\n"


def git(folder: Path, *words: str) -> str:
    env = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    done = subprocess.run(["git", *words], cwd=folder, env=env, capture_output=True, check=True)
    return done.stdout.decode()


def repository(folder: Path, files: dict[str, str]) -> Path:
    put(folder, files)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "-m", "first")
    return folder


def put(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    return folder


def listing(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if not p.is_dir()}


def change(before: dict[str, str | None], after: dict[str, str | None]) -> Change:
    made = make_change(before, after, "fast")
    assert made is not None
    return made


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return put(tmp_path / "project", {"a.py": CODE, "pkg/b.py": CODE})


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "runs").mkdir()
    return Workspace(tmp_path / "runs" / "work", "run-1")


async def taken(workspace: Workspace, project: Path) -> set[str]:
    return listing(await workspace.tree(await workspace.start(project)))


async def test_a_project_without_git_is_taken_without_its_by_products(
    project: Path, workspace: Workspace
) -> None:
    put(
        project,
        {
            ".gitignore": "*.log\nbuild/\n",
            "x.log": "",
            "build/y.py": "",
            "__pycache__/a.pyc": "",
            ".venv/lib/z.py": "",
            "own-env/pyvenv.cfg": "",
            "own-env/lib/z.py": "",
            "node_modules/q.js": "",
            ".env": "KEY=1",
            ".env.local": "KEY=1",
            "sub/.env": "KEY=1",
            "größe/ein wort.py": CODE,
            "-dash.py": CODE,
            "new\nline.py": CODE,
            "quo\"te'.py": CODE,
        },
    )
    assert await taken(workspace, project) == {
        ".gitignore",
        "a.py",
        "pkg/b.py",
        "größe/ein wort.py",
        "-dash.py",
        "new\nline.py",
        "quo\"te'.py",
    }


async def test_a_git_project_is_taken_as_it_lies_there(
    tmp_path: Path, workspace: Workspace
) -> None:
    project = repository(
        tmp_path / "project",
        {
            "a.py": CODE,
            "gone.py": CODE,
            "kept.log": "tracked although ignored",
            ".gitignore": "secret.txt\n",
            "größe/ein wort.py": CODE,
        },
    )
    put(project, {"a.py": "changed\n", "untracked.py": CODE, "secret.txt": "x", ".env": "KEY=1"})
    (project / "gone.py").unlink()
    commit = await workspace.start(project)
    tree = await workspace.tree(commit)
    assert listing(tree) == {"a.py", "kept.log", ".gitignore", "größe/ein wort.py", "untracked.py"}
    assert (tree / "a.py").read_text() == "changed\n"
    assert git(project, "status", "--porcelain").splitlines() == [
        " M a.py",
        " D gone.py",
        "?? .env",
        "?? untracked.py",
    ]


async def test_a_folder_that_its_repository_ignores_is_taken_all_the_same(
    tmp_path: Path, workspace: Workspace
) -> None:
    repository(tmp_path / "outer", {".gitignore": "inner/\n", "x.py": CODE})
    inner = put(tmp_path / "outer" / "inner", {"a.py": CODE})
    assert await taken(workspace, inner) == {"a.py"}


async def test_only_the_subfolder_of_a_repository_is_taken(
    tmp_path: Path, workspace: Workspace
) -> None:
    outer = repository(tmp_path / "outer", {"x.py": CODE, "sub/a.py": CODE})
    assert await taken(workspace, outer / "sub") == {"a.py"}


@pytest.mark.parametrize("with_git", [False, True])
async def test_links_out_of_the_project_are_not_followed(
    tmp_path: Path, workspace: Workspace, with_git: bool
) -> None:
    outside = put(tmp_path / "outside", {"secret.py": "SECRET = 1\n"})
    project = put(tmp_path / "project", {"a.py": CODE, "sub/b.py": CODE})
    (project / "out.py").symlink_to(outside / "secret.py")
    (project / "up.py").symlink_to("../outside/secret.py")
    (project / "folder").symlink_to(outside)
    (project / "in.py").symlink_to("sub/b.py")
    (project / "dangling.py").symlink_to("nothing.py")
    if with_git:
        git(project, "init", "--quiet")
    tree = await workspace.tree(await workspace.start(project))
    assert {"a.py", "sub/b.py", "in.py"} <= listing(tree)
    assert not {"out.py", "up.py", "folder", "folder/secret.py"} & listing(tree)
    assert (tree / "in.py").is_symlink() and (tree / "in.py").read_text() == CODE


async def test_a_tracked_folder_that_became_a_link_out_is_not_followed(
    tmp_path: Path, workspace: Workspace
) -> None:
    outside = put(tmp_path / "outside", {"b.py": "SECRET = 1\n"})
    project = repository(tmp_path / "project", {"a.py": CODE, "sub/b.py": CODE})
    (project / "sub" / "b.py").unlink()
    (project / "sub").rmdir()
    (project / "sub").symlink_to(outside)
    assert await taken(workspace, project) == {"a.py"}


HOSTILE = [
    ("core.fsmonitor", "{program}"),
    ("core.hooksPath", "{folder}"),
    ("core.pager", "{program}"),
    ("core.sshCommand", "{program}"),
    ("diff.external", "{program}"),
    ("filter.evil.clean", "{program}"),
    ("filter.evil.smudge", "{program}"),
    ("filter.evil.process", "{program}"),
    ("filter.evil.required", "true"),
]


async def test_no_program_named_in_the_projects_git_configuration_runs(
    tmp_path: Path, workspace: Workspace
) -> None:
    project = repository(tmp_path / "project", {"a.py": CODE})
    put(project, {".gitattributes": "* filter=evil diff=evil ident\n"})
    hooks = put(tmp_path / "hooks", {})
    program = tmp_path / "evil.sh"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n")
    program.chmod(0o755)
    for hook in ("post-checkout", "post-index-change", "pre-commit", "reference-transaction"):
        (hooks / hook).symlink_to(program)
    for name, value in HOSTILE:
        git(project, "config", name, value.format(program=program, folder=hooks))
    first = await workspace.start(project)
    await workspace.commit(first, change({"a.py": CODE}, {"a.py": "x = 2\n"}), "try")
    async with workspace.fresh(first) as tree:
        assert (tree / "a.py").read_text() == CODE
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "attributes",
    [
        "",
        "* text=auto eol=crlf\n",
        "* text eol=lf\n",
        "*.py ident\n",
        "*.py working-tree-encoding=UTF-16\n",
    ],
)
async def test_every_byte_comes_back(tmp_path: Path, workspace: Workspace, attributes: str) -> None:
    contents = {
        "crlf.py": b"x = 1\r\ny = 2\r\n",
        "lf.py": b"x = 1\n",
        "mixed.py": b"a\r\nb\nc\r",
        "none.py": b"x",
        "empty.py": b"",
        "ident.py": b"# $Id$\n",
        "bom.py": b"\xef\xbb\xbfx = 1\n",
        "latin.py": b"# caf\xe9\n",
        "blob.bin": bytes(range(256)),
    }
    project = put(tmp_path / "project", {".gitattributes": attributes})
    for name, data in contents.items():
        (project / name).write_bytes(data)
    tree = await workspace.tree(await workspace.start(project))
    assert {name: (tree / name).read_bytes() for name in contents} == contents


async def test_the_executable_bit_is_kept_through_a_change(
    project: Path, workspace: Workspace
) -> None:
    (project / "a.py").chmod(0o755)
    first = await workspace.start(project)
    second = await workspace.commit(first, change({"a.py": CODE}, {"a.py": "x = 2\n"}), "try")
    tree = await workspace.tree(second)
    assert (tree / "a.py").stat().st_mode & stat.S_IXUSR
    assert not (tree / "pkg" / "b.py").stat().st_mode & stat.S_IXUSR


async def test_the_same_change_is_the_same_commit(
    tmp_path: Path, project: Path, workspace: Workspace
) -> None:
    first = await workspace.start(project)
    step = change({"a.py": CODE}, {"a.py": "x = 2\n"})
    once = await workspace.commit(first, step, "try")
    assert await workspace.commit(first, step, "try") == once
    assert await workspace.commit(first, step, "another") != once
    other = Workspace(tmp_path / "runs" / "other", "run-2")
    assert await other.start(project) == first
    assert await other.commit(first, step, "try") == once


async def test_starting_again_gives_what_was_taken_not_what_is_there_now(
    tmp_path: Path, project: Path, workspace: Workspace
) -> None:
    first = await workspace.start(project)
    put(project, {"a.py": "later\n"})
    again = Workspace(tmp_path / "runs" / "work", "run-1")
    assert await again.start(project) == first
    assert await again.text(first, "a.py") == CODE


async def test_a_change_may_add_alter_and_delete(project: Path, workspace: Workspace) -> None:
    first = await workspace.start(project)
    step = change(
        {"a.py": CODE, "pkg/b.py": CODE},
        {"a.py": "x = 2\r\n", "pkg/b.py": None, "new/größe mit, komma.py": "é\n"},
    )
    second = await workspace.commit(first, step, "try")
    tree = await workspace.tree(second)
    assert listing(tree) == {"a.py", "new/größe mit, komma.py"}
    assert (tree / "a.py").read_bytes() == b"x = 2\r\n"
    assert await workspace.difference(first, second, "fast") == step
    assert await workspace.difference(first, first, "fast") is None
    async with workspace.fresh(first, step) as copy:
        assert listing(copy) == listing(tree)
    assert listing(await workspace.tree(first)) == {"a.py", "pkg/b.py"}


async def test_fresh_copies_know_nothing_of_each_other_and_leave_nothing(
    project: Path, workspace: Workspace
) -> None:
    first = await workspace.start(project)
    async with workspace.fresh(first) as one, workspace.fresh(first) as two:
        (one / "a.py").write_text("dirty\n")
        (one / "litter.txt").touch()
        assert (two / "a.py").read_text() == CODE and not (two / "litter.txt").exists()
    async with workspace.fresh(first) as three:
        assert listing(three) == {"a.py", "pkg/b.py"}
    assert not any(copy.exists() for copy in (one, two, three))
    assert (project / "a.py").read_text() == CODE


async def test_text_that_is_absent_or_not_utf8_is_none(project: Path, workspace: Workspace) -> None:
    (project / "latin.py").write_bytes(b"# caf\xe9\n")
    first = await workspace.start(project)
    assert await workspace.text(first, "nothing.py") is None
    assert await workspace.text(first, "latin.py") is None
    assert await workspace.text(first, "pkg") is None


async def test_a_link_is_not_edited(project: Path, workspace: Workspace) -> None:
    (project / "link.py").symlink_to("a.py")
    first = await workspace.start(project)
    with pytest.raises(UserError, match="is a link"):
        await workspace.commit(first, change({"link.py": CODE}, {"link.py": "x = 2\n"}), "try")


@pytest.mark.parametrize("with_git", [False, True])
async def test_an_empty_project_is_refused_and_may_be_filled_later(
    tmp_path: Path, workspace: Workspace, with_git: bool
) -> None:
    project = put(tmp_path / "project", {".env": "KEY=1"})
    if with_git:
        git(project, "init", "--quiet")
    with pytest.raises(UserError, match="no files"):
        await workspace.start(project)
    put(project, {"a.py": CODE})
    assert await taken(workspace, project) == {"a.py"}
