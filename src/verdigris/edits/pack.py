"""A whole tree of files as one git commit, written as one pack file.

Git's own ways write a file per object, or hash with a slower SHA-1 and compress; for ten thousand
files that is most of the time a run takes to begin. Only whole objects are written here, stored
and not compressed; reading, and everything after the first commit, is git's.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

_COMMIT, _TREE, _BLOB = 1, 2, 3
_NAMES = {_COMMIT: b"commit", _TREE: b"tree", _BLOB: b"blob"}
_LARGE = 1 << 31
"""Offsets from here on stand in a table of their own."""

_Folder = dict[bytes, "_Folder | tuple[int, bytes]"]
Entry = tuple[str, int, bytes]
"""Path, git's mode, content; for a link, what it points to."""


def write_commit(repository: Path, entries: Iterable[Entry], who: str, message: str) -> str:
    """Write the entries as one commit without a parent into a bare repository; return its name.

    `who` is the name, address and date of author and committer, as git stores them.
    """
    folder = repository / "objects" / "pack"
    staged = folder / "tmp_pack_verdigris"
    with staged.open("wb") as file:
        pack = _Pack(file)
        root: _Folder = {}
        for path, mode, content in entries:
            _place(root, os.fsencode(path).split(b"/"), (mode, pack.add(_BLOB, content)))
        tree = _write_tree(pack, root)
        text = f"tree {tree.hex()}\nauthor {who}\ncommitter {who}\n\n{message}\n"
        commit = pack.add(_COMMIT, text.encode())
        checksum = pack.close()
        os.fsync(file.fileno())
    name = folder / f"pack-{checksum.hex()}"
    # Git looks for the index and trusts that its pack is there: the pack comes first.
    staged.rename(name.with_suffix(".pack"))
    with name.with_suffix(".tmp").open("wb") as file:
        file.write(pack.index(checksum))
        os.fsync(file.fileno())
    name.with_suffix(".tmp").rename(name.with_suffix(".idx"))
    return commit.hex()


class _Pack:
    """The stream of objects, and what its index has to know of each."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 12
        self._found: dict[bytes, tuple[int, int]] = {}  # name -> CRC, offset
        file.write(bytes(12))  # the number of objects is known in the end

    def add(self, kind: int, content: bytes) -> bytes:
        name = hashlib.sha1(
            b"%s %d\0%s" % (_NAMES[kind], len(content), content), usedforsecurity=False
        ).digest()
        if name not in self._found:
            stored = _size(kind, len(content)) + zlib.compress(content, 0)
            self._found[name] = zlib.crc32(stored), self._at
            self._file.write(stored)
            self._at += len(stored)
        return name

    def close(self) -> bytes:
        """Write the head and the checksum over all; return the checksum."""
        self._file.seek(0)
        self._file.write(b"PACK" + struct.pack(">II", 2, len(self._found)))
        self._file.flush()
        digest = hashlib.sha1(usedforsecurity=False)
        with Path(self._file.name).open("rb") as written:
            while block := written.read(1 << 20):
                digest.update(block)
        self._file.seek(0, os.SEEK_END)
        self._file.write(digest.digest())
        self._file.flush()
        return digest.digest()

    def index(self, checksum: bytes) -> bytes:
        """Return the index of the pack, in git's second version."""
        names = sorted(self._found)
        counts = [0] * 256
        for name in names:
            counts[name[0]] += 1
        fan = [sum(counts[: first + 1]) for first in range(256)]
        offsets, large = [], []
        for name in names:
            offset = self._found[name][1]
            if offset >= _LARGE:
                large.append(offset)
                offset = _LARGE | (len(large) - 1)
            offsets.append(offset)
        data = b"".join(
            (
                b"\377tOc" + struct.pack(">I", 2),
                struct.pack(">256I", *fan),
                b"".join(names),
                struct.pack(f">{len(names)}I", *(self._found[name][0] for name in names)),
                struct.pack(f">{len(names)}I", *offsets),
                struct.pack(f">{len(large)}Q", *large),
                checksum,
            )
        )
        return data + hashlib.sha1(data, usedforsecurity=False).digest()


def _size(kind: int, size: int) -> bytes:
    """Return the head of an object in a pack: its kind and size, seven bits a byte."""
    head = bytearray()
    byte, size = kind << 4 | size & 15, size >> 4
    while size:
        head.append(byte | 128)
        byte, size = size & 127, size >> 7
    head.append(byte)
    return bytes(head)


def _place(root: _Folder, parts: list[bytes], leaf: tuple[int, bytes]) -> None:
    *folders, name = parts
    for folder in folders:
        below = root.setdefault(folder, {})
        if not isinstance(below, dict):
            return  # the folder took a file's place while we read; one of them is enough
        root = below
    root[name] = leaf


def _write_tree(pack: _Pack, folder: _Folder) -> bytes:
    rows = []
    for name, held in folder.items():
        if isinstance(held, dict):
            rows.append((name + b"/", b"40000 %s\0%s" % (name, _write_tree(pack, held))))
        else:
            mode, blob = held
            rows.append((name, b"%o %s\0%s" % (mode, name, blob)))
    # Git sorts a folder as if its name ended in a slash.
    return pack.add(_TREE, b"".join(row for _, row in sorted(rows)))
