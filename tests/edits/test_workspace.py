"""The run's own history of a project, over real git and real files."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
import sys
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
    ("alias.ls-files", "!{program}"),
    ("core.alternateRefsCommand", "{program}"),
    ("core.askPass", "{program}"),
    ("core.editor", "{program}"),
    ("core.fsmonitor", "{program}"),
    ("core.gitProxy", "{program}"),
    ("credential.helper", "!{program}"),
    ("diff.evil.command", "{program}"),
    ("diff.evil.textconv", "{program}"),
    ("extensions.partialClone", "origin"),
    ("gpg.program", "{program}"),
    ("include.path", "{folder}/more.config"),
    ("merge.evil.driver", "{program}"),
    ("protocol.allow", "always"),
    ("remote.origin.promisor", "true"),
    ("remote.origin.url", "ext::{program}"),
    ("remote.origin.uploadpack", "{program}"),
    ("submodule.sub.update", "!{program}"),
    ("uploadpack.packObjectsHook", "{program}"),
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
    put(project, {".gitattributes": "* filter=evil diff=evil merge=evil ident\n", "b.py": CODE})
    more = f"[core]\n\tfsmonitor = {tmp_path}/evil.sh\n"
    hooks = put(tmp_path / "hooks", {"more.config": more})
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
    assert await again.read(first, "a.py") == CODE.encode()


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


async def test_what_is_not_a_file_of_a_commit_is_none(project: Path, workspace: Workspace) -> None:
    first = await workspace.start(project)
    assert await workspace.read(first, "a.py") == CODE.encode()
    assert await workspace.read(first, "nothing.py") is None
    assert await workspace.read(first, "pkg") is None


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


async def test_ignore_files_within_folders_are_honoured_without_git(
    tmp_path: Path, workspace: Workspace
) -> None:
    project = put(
        tmp_path / "project",
        {
            ".gitignore": "*.log\n/top.txt\nbuild/\n",
            "sub/.gitignore": "!kept.log\nlocal.py\n",
            "sub/kept.log": "",
            "sub/other.log": "",
            "sub/local.py": "",
            "sub/top.txt": "",
            "top.txt": "",
            "local.py": "",
            "sub/build/x.py": "",
        },
    )
    without = await taken(workspace, project)
    git(project, "init", "--quiet")
    other = Workspace(tmp_path / "runs" / "other", "run-2")
    assert without == await taken(other, project)
    assert without == {".gitignore", "sub/.gitignore", "sub/kept.log", "sub/top.txt", "local.py"}


async def test_what_git_excludes_privately_is_left_out(
    tmp_path: Path, workspace: Workspace
) -> None:
    project = repository(tmp_path / "project", {"a.py": CODE})
    put(project, {".git/info/exclude": "notes.txt\n", "notes.txt": "x", "b.py": CODE})
    assert await taken(workspace, project) == {"a.py", "b.py"}


async def test_tracked_files_belong_to_the_project_whatever_their_folder_is_called(
    tmp_path: Path, workspace: Workspace
) -> None:
    project = repository(tmp_path / "project", {"a.py": CODE, "src/venv/b.py": CODE})
    put(project, {"src/venv/untracked.py": CODE, "my/pyvenv.cfg": "", "my/lib/z.py": ""})
    assert await taken(workspace, project) == {"a.py", "src/venv/b.py"}


async def test_submodules_and_repositories_within_are_taken_with_their_files(
    tmp_path: Path, workspace: Workspace
) -> None:
    lib = repository(tmp_path / "lib", {"lib.py": CODE, ".gitignore": "*.tmp\n"})
    project = repository(tmp_path / "project", {"a.py": CODE})
    git(project, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(lib), "sub")
    git(project, "commit", "--quiet", "-m", "with a submodule")
    put(project, {"sub/new.py": CODE, "sub/x.tmp": "", "sub/lib.py": "changed\n"})
    repository(project / "nested", {"n.py": CODE})
    commit = await workspace.start(project)
    tree = await workspace.tree(commit)
    assert listing(tree) == {
        "a.py", ".gitmodules", "sub/lib.py", "sub/.gitignore", "sub/new.py", "nested/n.py",
    }  # fmt: skip
    assert (tree / "sub" / "lib.py").read_text() == "changed\n"


async def test_a_worktree_is_a_project_like_any_other(tmp_path: Path, workspace: Workspace) -> None:
    main = repository(tmp_path / "main", {"a.py": CODE, ".gitignore": "*.log\n"})
    git(main, "worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    put(tmp_path / "side", {"b.py": CODE, "x.log": ""})
    assert await taken(workspace, tmp_path / "side") == {"a.py", "b.py", ".gitignore"}


@pytest.mark.parametrize("with_git", [False, True])
async def test_names_of_every_kind(tmp_path: Path, workspace: Workspace, with_git: bool) -> None:
    names = [
        b"plain", b"two words", b"-rf", b"--", b" ", b"new\nline", b"tab\t", b'quo"te', b"back\\s",
        b"gr\xc3\xb6\xc3\x9fe", b"latin \xff\xfe", b"Case", b"case", b"x" * 255, b"git~1", b"a:b",
        b"[glob]*?", b":(top)x", b"!not", b"#hash", b"deep/" * 60 + b"file", b".gitmodules",
    ]  # fmt: skip
    project = put(tmp_path / "project", {})
    for name in names:
        place = project / os.fsdecode(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(name)
    if with_git:
        git(project, "init", "--quiet")
    first = await workspace.start(project)
    async with workspace.fresh(first) as tree:
        assert {(tree / os.fsdecode(name)).read_bytes() for name in names} == set(names)
        assert len(listing(tree)) == len(names)


async def test_pipes_sockets_and_dead_ends_are_passed_by(
    tmp_path: Path, workspace: Workspace
) -> None:
    project = put(tmp_path / "project", {"a.py": CODE})
    os.mkfifo(project / "pipe")
    with socket.socket(socket.AF_UNIX) as endpoint:
        endpoint.bind(os.path.relpath(project / "socket"))
        (project / "loop").symlink_to("loop")
        (project / ".gitmodules").symlink_to("a.py")
        (project / "sub").mkdir()
        os.mkfifo(project / "sub" / ".gitignore")
        assert await taken(workspace, project) == {"a.py", "loop"}


async def test_empty_folders_are_there_in_the_copies(tmp_path: Path, workspace: Workspace) -> None:
    project = repository(tmp_path / "project", {"a.py": CODE, "pkg/b.py": CODE})
    (project / "out").mkdir()
    (project / "pkg" / "cache dir").mkdir()
    first = await workspace.start(project)
    async with workspace.fresh(first) as tree:
        assert (tree / "out").is_dir() and (tree / "pkg" / "cache dir").is_dir()


async def test_large_files_are_left_out_and_named(tmp_path: Path) -> None:
    project = put(tmp_path / "project", {"a.py": CODE})
    with (project / "model.bin").open("wb") as file:
        file.truncate((3 << 20) + 1)
    workspace = Workspace(tmp_path / "work", "run-1", max_file_mb=3)
    assert await taken(workspace, project) == {"a.py"}
    assert [(left.path, left.why) for left in workspace.left_out()] == [("model.bin", "3 MB")]
    large = Workspace(tmp_path / "large", "run-1", max_file_mb=4)
    assert await taken(large, project) == {"a.py", "model.bin"}


async def test_the_users_repository_is_neither_written_nor_needed(
    tmp_path: Path, workspace: Workspace
) -> None:
    project = repository(tmp_path / "project", {"a.py": CODE, "b.py": CODE * 2})
    put(project, {"a.py": "changed\n", "new.py": CODE})

    def state() -> dict[str, tuple[bytes, int]]:
        return {
            str(path): (path.read_bytes(), path.stat().st_mtime_ns)
            for path in sorted((project / ".git").rglob("*"))
            if path.is_file()
        }

    untouched = state()
    first = await workspace.start(project)
    second = await workspace.commit(first, change({"new.py": CODE}, {"new.py": "x = 2\n"}), "try")
    assert state() == untouched
    shutil.rmtree(project)
    assert listing(await workspace.tree(second)) == {"a.py", "b.py", "new.py"}


async def test_the_repository_that_is_written_by_hand_is_sound(
    tmp_path: Path, workspace: Workspace
) -> None:
    project = put(tmp_path / "project", {f"d{n % 7}/f{n}.py": CODE * n for n in range(200)})
    put(project, {"empty": "", "same/1": CODE, "same/2": CODE, "d1.py": "x", "d1-x": "y"})
    await workspace.start(project)
    repo = next((tmp_path / "runs" / "work").glob("*.git"))
    assert "error" not in git(repo, "fsck", "--full", "--strict")
    git(repo, "verify-pack", *map(str, (repo / "objects" / "pack").glob("*.idx")))


async def test_the_verdict_becomes_part_of_the_commit(project: Path, workspace: Workspace) -> None:
    first = await workspace.start(project)
    message = "iteration 1: fast\n\nVerdigris-Run: run-1\n"
    made = await workspace.commit(first, change({"a.py": CODE}, {"a.py": "x = 2\n"}), message)
    judged = await workspace.judged(made, {"Verdigris-Verdict": "green"})
    assert await workspace.judged(made, {"Verdigris-Verdict": "green"}) == judged != made
    assert await workspace.message(judged) == f"{message}Verdigris-Verdict: green\n".rstrip("\n")
    assert await workspace.read(judged, "a.py") == b"x = 2\n"
    await workspace.rewind(first)
    kept = git(project.parent / "runs" / "work" / "repo.git", "for-each-ref", "--format=%(refname)")
    assert f"refs/verdigris/run-1/tried/{judged}" in kept, "a failed attempt can still be looked at"
    assert made not in kept


async def test_a_fork_needs_nothing_of_what_it_was_forked_from(
    tmp_path: Path, project: Path, workspace: Workspace
) -> None:
    first = await workspace.start(project)
    second = await workspace.commit(first, change({"a.py": CODE}, {"a.py": "x = 2\n"}), "try")
    await workspace.fork(tmp_path / "runs" / "fork", "run-2", second, [])
    fork = Workspace(tmp_path / "runs" / "fork", "run-2")
    third = await fork.commit(second, change({"pkg/b.py": CODE}, {"pkg/b.py": None}), "more")
    shutil.rmtree(tmp_path / "runs" / "work")
    assert listing(await fork.tree(third)) == {"a.py"}
    assert await fork.base() == first
    git(tmp_path / "runs" / "fork" / "repo.git", "fsck", "--full", "--strict")


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, project: Path) -> None:
    (tmp_path / "runs").mkdir()
    code = (
        "import asyncio, resource, sys\n"
        "from pathlib import Path\n"
        "from verdigris.edits.workspace import Workspace\n"
        "from verdigris.errors import StoreError\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "try: asyncio.run(Workspace(Path(sys.argv[1]), 'run-1').start(Path(sys.argv[2])))\n"
        "except StoreError as error: sys.exit(error.show())\n"
    )
    put(project, {"large.py": "x = 1\n" * 10_000})
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "runs" / "work"), str(project)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "cannot be copied" in done.stderr and "disk full" in done.stderr
    assert list((tmp_path / "runs").iterdir()) == []
