"""The run's own history of the project: a bare repository, and copies taken from it.

The user's tree is read once, at the start. After that every change is a commit on a hidden ref,
made without a work tree, so there is nothing that a kill could leave half-written. Tests run in
copies that are thrown away; `tree` is a copy that is only ever read.

    refs/verdigris/RUN/base           the project as it was found, or the stubs and tests of a build
    refs/verdigris/RUN/head           the best version so far
    refs/verdigris/RUN/tried/COMMIT   every change that was applied, also those that failed

Commits carry fixed names and dates: the same change on the same parent is the same commit, which
is what makes doing a step again harmless.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from verdigris.core.change import Change, Origin, make_change
from verdigris.core.text import Encoding, decode
from verdigris.edits.git import run_git
from verdigris.edits.pack import write_commit
from verdigris.edits.taking import WHO, Left, Taken, take
from verdigris.errors import StoreError, UserError

# Bytes in, the same bytes out, whatever the project's .gitattributes says.
_ATTRIBUTES = "* -text -crlf !eol !ident !filter !working-tree-encoding\n"
# Writing ten thousand small files is mostly waiting; names that only other systems mind are fine.
_EXPORT = (
    "-c",
    "checkout.workers=4",
    "-c",
    "core.protectNTFS=false",
    "-c",
    "core.protectHFS=false",
)
_NONE = "0" * 40


class Workspace:
    def __init__(self, folder: Path, run_id: str, *, max_file_mb: int = 50) -> None:
        self._folder = folder
        self._run_id = run_id
        self._max_file_mb = max_file_mb
        self._git_dir = folder / "repo.git"
        self._refs = f"refs/verdigris/{run_id}"

    async def start(self, project: Path) -> str:
        """Take the project as it is now; return the first commit.

        Doing it again returns what is there. Raises UserError when there is nothing to take.
        """
        if not self._folder.exists():
            with self._making() as new:
                await new._prepare()
                largest = self._max_file_mb << 20
                commit, taken = await asyncio.to_thread(take, project, new._git_dir, largest)
                new._taken_file.write_text(taken.to_json(), "utf-8")
                await new._point({"base": commit, "head": commit})
        return await self.base()

    async def begin(self) -> str:
        """Begin with nothing at all; return the first commit, which holds no file.

        Doing it again returns what is there.
        """
        if not self._folder.exists():
            with self._making() as new:
                await new._prepare()
                commit = await asyncio.to_thread(write_commit, new._git_dir, (), WHO, "nothing yet")
                new._taken_file.write_text(Taken().to_json(), "utf-8")
                await new._point({"base": commit, "head": commit})
        return await self.base()

    async def settle(self, commit: str) -> None:
        """Let a commit be what everything later is compared with, and the best version so far."""
        await self._point({"base": commit, "head": commit})

    async def base(self) -> str:
        return await self._git("rev-parse", "--verify", f"{self._refs}/base")

    def left_out(self) -> tuple[Left, ...]:
        """Return the project's files that are not in the copies, and why."""
        return self._taken.left

    async def fork(self, folder: Path, run_id: str, head: str, tried: Iterable[str]) -> None:
        """Give another run a workspace of its own, which stands at `head`.

        Objects are shared by hard links where the disk can; git never writes to one that is there,
        so removing either workspace leaves the other whole.
        """
        other = Workspace(folder, run_id)
        with other._making() as new:
            await new._prepare()
            objects = self._git_dir / "objects"
            await asyncio.to_thread(link_tree, objects, new._git_dir / "objects")
            shutil.copy2(self._taken_file, new._taken_file)
            refs = {"base": await self.base(), "head": head}
            await new._point({**refs, **{f"tried/{commit}": commit for commit in tried}})

    async def commit(self, parent: str, change: Change, message: str) -> str:
        """Record a change on top of `parent` and move the hidden ref there."""
        modes = await self._modes(parent, change.paths)
        lines = [
            f"commit {self._refs}/head\nmark :1\nauthor {WHO}\ncommitter {WHO}\n".encode(),
            _data(message.encode()), f"from {parent}\n".encode(),
        ]  # fmt: skip
        for edit in change.edits:
            path = _quoted(edit.path)
            if edit.data_after is None:
                lines.append(b"D %s\n" % path)
            else:
                mode = modes.get(edit.path, "100644").encode()
                lines.append(b"M %s inline %s\n%s" % (mode, path, _data(edit.data_after)))
        lines.append(b"get-mark :1\ndone\n")
        # --force: the ref may stand at an attempt that failed, which is not an ancestor.
        made = await self._git("fast-import", "--quiet", "--force", "--done", data=b"".join(lines))
        await self._point({f"tried/{made}": made})
        return made

    async def judged(self, commit: str, trailers: Mapping[str, str]) -> str:
        """Put what became of a change into its commit; return the commit that takes its place."""
        data = await self._git_bytes("cat-file", "commit", commit)
        said = "".join(f"{name}: {value}\n" for name, value in trailers.items())
        new = data.rstrip(b"\n") + b"\n" + said.encode()
        made = await self._git("hash-object", "-t", "commit", "-w", "--stdin", data=new)
        await self._point({f"tried/{commit}": "", f"tried/{made}": made, "head": made})
        return made

    async def rewind(self, commit: str) -> None:
        await self._point({"head": commit})

    async def root(self, commit: str) -> str:
        """Return the first commit of a commit's history."""
        return (await self._git("rev-list", "--max-parents=0", commit)).splitlines()[-1]

    async def tree_id(self, commit: str) -> str:
        """Return the hash of all files of a commit: the same files, the same hash."""
        return await self._git("rev-parse", "--verify", f"{commit}^{{tree}}")

    async def message(self, commit: str) -> str:
        return await self._git("show", "--no-patch", "--format=%B", commit)

    async def tree(self, commit: str) -> Path:
        """Return a copy of a commit for reading. Nothing is ever run in it."""
        place = self._folder / "trees" / commit[:16]
        if not place.exists():
            staging = place.with_name(f"{place.name}.making-{os.getpid()}")
            shutil.rmtree(staging, ignore_errors=True)
            await self._export(commit, staging)
            with contextlib.suppress(OSError):  # somebody else was first
                staging.rename(place)
            shutil.rmtree(staging, ignore_errors=True)
        return place

    @contextlib.asynccontextmanager
    async def fresh(self, commit: str, change: Change | None = None) -> AsyncIterator[Path]:
        """Give a throw-away copy of a commit, with a change on top if there is one.

        Every file is a file of its own: tests write where they like, so nothing may be shared.
        """
        with self._scratch() as t:
            place = Path(t) / "project"
            await self._export(commit, place)
            for edit in change.edits if change else ():
                target = place / edit.path
                if edit.data_after is None:
                    target.unlink(missing_ok=True)
                    continue
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(edit.data_after)
            yield place

    async def difference(self, old: str, new: str, origin: Origin) -> Change | None:
        """Return everything between two commits as one change."""
        raw = await self._git_bytes("diff-tree", "-r", "-z", "--raw", "--no-renames", old, new)
        fields = raw.split(b"\0")[:-1]
        sides: dict[str, list[str]] = {}
        for row, name in zip(fields[::2], fields[1::2], strict=True):
            sides[os.fsdecode(name)] = row.decode().split()[2:4]
        blobs = await self._blobs({blob for pair in sides.values() for blob in pair} - {_NONE})
        before: dict[str, str | None] = {}
        after: dict[str, str | None] = {}
        encodings: dict[str, Encoding] = {}
        for path, pair in sides.items():
            data = [blobs.get(blob) for blob in pair]
            encodings[path] = _encoding(data)
            before[path], after[path] = (
                None if side is None else side.decode(encodings[path]) for side in data
            )
        return make_change(before, after, origin, encodings=encodings)

    async def read(self, commit: str, path: str) -> bytes | None:
        """Return a file's bytes at a commit; None when it is not there."""
        try:
            return await self._git_bytes("cat-file", "blob", f"{commit}:{path}")
        except StoreError:
            return None

    @property
    def _taken_file(self) -> Path:
        return self._folder / "taken.json"

    @property
    def _taken(self) -> Taken:
        return Taken.from_json(self._taken_file.read_text("utf-8"))

    @contextlib.contextmanager
    def _making(self) -> Iterator[Workspace]:
        """Let a workspace be made aside and take its place whole, or not at all."""
        staging = self._folder.with_name(f"{self._folder.name}.making-{os.getpid()}")
        shutil.rmtree(staging, ignore_errors=True)
        try:
            yield Workspace(staging, self._run_id)
            staging.rename(self._folder)
        except OSError as error:
            raise StoreError(
                f"The project cannot be copied to {self._folder}: {error}.",
                hint="Is the disk full? VERDIGRIS_PATHS__DATA names another place.",
            ) from None
        finally:
            shutil.rmtree(staging, ignore_errors=True)

    async def _prepare(self) -> None:
        self._folder.mkdir(parents=True)
        await run_git("init", "--quiet", "--bare", "--template=", str(self._git_dir))
        (self._git_dir / "info").mkdir(exist_ok=True)
        (self._git_dir / "info" / "attributes").write_text(_ATTRIBUTES)

    async def _point(self, refs: Mapping[str, str]) -> None:
        """Let refs of this run point to commits, all at once; to nothing means no such ref."""
        lines = [
            f"update {self._refs}/{name}\0{commit or _NONE}\0\0" for name, commit in refs.items()
        ]
        await self._git("update-ref", "-z", "--stdin", data="".join(lines).encode())

    def _scratch(self) -> tempfile.TemporaryDirectory[str]:
        # Named after the run, so that what a kill leaves behind can be found and removed.
        return tempfile.TemporaryDirectory(
            prefix=f"verdigris-{self._run_id}-", ignore_cleanup_errors=True
        )

    async def _modes(self, commit: str, paths: Sequence[str]) -> dict[str, str]:
        rows = await self._git_bytes("--literal-pathspecs", "ls-tree", "-z", commit, "--", *paths)
        modes = {}
        for row in rows.split(b"\0")[:-1]:
            facts, _, name = row.partition(b"\t")
            path = os.fsdecode(name)
            modes[path] = facts.split()[0].decode()
            if modes[path] == "120000":
                raise UserError(f"{path} is a link; links are not edited.")
        return modes

    async def _blobs(self, names: Iterable[str]) -> dict[str, bytes]:
        wanted = sorted(names)
        data = await self._git_bytes("cat-file", "--batch", data="\n".join(wanted).encode())
        found, at = {}, 0
        for name in wanted:
            head, _, _ = data[at : at + 200].partition(b"\n")
            size = int(head.split()[2])
            at += len(head) + 1
            found[name] = data[at : at + size]
            at += size + 1
        return found

    async def _export(self, commit: str, place: Path) -> None:
        place.mkdir(parents=True)
        with self._scratch() as desk:
            env = {"GIT_INDEX_FILE": f"{desk}/index"}
            tree = ("--work-tree", str(place))
            await self._git(*_EXPORT, "read-tree", commit, env=env)
            await self._git(*_EXPORT, *tree, "checkout-index", "--all", "--quiet", env=env)
        for folder in self._taken.folders:
            with contextlib.suppress(FileExistsError, NotADirectoryError):
                (place / folder).mkdir(parents=True, exist_ok=True)

    async def _git(self, *words: str, env: dict[str, str] | None = None, data: bytes = b"") -> str:
        output = await self._git_bytes(*words, env=env, data=data)
        return output.decode("utf-8", "surrogateescape").strip("\n")

    async def _git_bytes(
        self, *words: str, env: dict[str, str] | None = None, data: bytes = b""
    ) -> bytes:
        return await run_git("--git-dir", str(self._git_dir), *words, env=env, data=data)


def link_tree(source: Path, target: Path) -> None:
    """Copy a folder of files that are never written again: by hard links, else byte by byte."""
    for folder, _, names in os.walk(source):
        place = target / Path(folder).relative_to(source)
        place.mkdir(parents=True, exist_ok=True)
        for name in names:
            try:
                os.link(Path(folder, name), place / name)
            except OSError:
                shutil.copy2(Path(folder, name), place / name)


def _encoding(sides: Iterable[bytes | None]) -> Encoding:
    kinds = {decode(data)[1] for data in sides if data is not None}
    return "latin-1" if "latin-1" in kinds else "utf-8"


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)


def _quoted(path: str) -> bytes:
    raw = os.fsencode(path).replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"%s"' % raw
