"""A VectorIndex in a file of its own beside the database, by sqlite-vec on APSW.

Never the database's own file: APSW brings its own SQLite, and two of them on one file in one
process lose each other's locks. The file may vanish, be damaged or another embedder's at any time,
and several processes may use it: what cannot be read is made anew, empty, to be filled again.

Candidates are found by one bit a number (`codes`, or by SQL where there is no numpy), and compared
by one byte a number.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from verdigris.errors import MissingError, StoreError
from verdigris.vectors import codes
from verdigris.vectors.base import Hit, Space, Vector
from verdigris.vectors.packed import signs, steps

if TYPE_CHECKING:
    import apsw

    T = TypeVar("T")
    Work = Callable[[apsw.Connection], T]

_OURS, _LAYOUT = 0x56646772, 1
"""What the file's header says: whose it is, and how it is laid out."""
_SIFTED, _FEWEST = 122_880, 160
"""Numbers that are compared by their bytes, and rows at least: the shorter the vectors, the less
their bits say. See `benchmarks/memory.py` for what is found of what an exact search finds."""
_BUSY_MS = 20_000
_AT_ONCE = 500
_TABLES = """
DROP TABLE IF EXISTS codes; DROP TABLE IF EXISTS wholes; DROP TABLE IF EXISTS about;
CREATE TABLE about (name TEXT NOT NULL, dimension INTEGER NOT NULL, epoch INTEGER NOT NULL);
CREATE TABLE codes (number INTEGER PRIMARY KEY AUTOINCREMENT, bits BLOB NOT NULL);
CREATE TABLE wholes (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, whole BLOB NOT NULL);
"""


def beside(database: Path) -> Path:
    """Return the file for the vectors of a database."""
    return database.with_name(f"{database.name}.vectors")


def remove(path: Path) -> None:
    """Take a file away, with its journal: without its file that would be played into the next."""
    path.unlink(missing_ok=True)
    path.with_name(f"{path.name}-journal").unlink(missing_ok=True)


class SqliteVecIndex:
    def __init__(self, path: Path, space: Space, *, by_sql: bool = False) -> None:
        """`by_sql` compares bits in the file although numpy is here."""
        self._path = path
        self._space = space
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="verdigris-vectors")
        self._connection: apsw.Connection | None = None
        self._by_sql = by_sql or not codes.available()
        self._codes, self._epoch = codes.Codes(), -1
        """Bits as they were read, and the file's epoch then."""

    async def lacking(self, ids: Sequence[str]) -> frozenset[str]:
        return frozenset(ids) - await self._do(_ids)

    async def strays(self, ids: Sequence[str]) -> frozenset[str]:
        return await self._do(_ids) - frozenset(ids)

    async def put(self, vectors: Sequence[tuple[str, Vector]]) -> None:
        if any(len(vector) != self._space.dimension for _, vector in vectors):
            raise StoreError(f"A vector has not the {self._space.dimension} numbers of its index.")
        rows = [(name, signs(vector), steps(vector)) for name, vector in dict(vectors).items()]
        await self._do(lambda connection: _put(connection, rows), writes=True)

    async def drop(self, ids: Sequence[str]) -> None:
        await self._do(lambda connection: _drop(connection, list(ids)), writes=True)

    async def nearest(self, vector: Vector, limit: int) -> list[Hit]:
        bits, whole = signs(vector), steps(vector)
        some = max(_FEWEST, _SIFTED // self._space.dimension, 2 * limit)

        def work(connection: apsw.Connection) -> list[Hit]:
            if self._by_sql:
                numbers = _alike(connection, bits, codes.WIDER * some)
            else:
                numbers = self._fresh(connection).nearest(bits, vector, some)
            return _compared(connection, numbers, whole)[:limit]

        return await self._do(work)

    async def count(self) -> int:
        return await self._do(
            lambda connection: int(connection.execute("SELECT count(*) FROM codes").get)
        )

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._shut)
        self._thread.shutdown(wait=False)

    def _fresh(self, connection: apsw.Connection) -> codes.Codes:
        """Return the bits as they are in the file: another process may have written since. What it
        added is read; after any other change all of it is read again.
        """
        if (epoch := _epoch(connection)) != self._epoch:
            self._codes, self._epoch = codes.Codes(), epoch
        new = "SELECT number, bits FROM codes WHERE number > ? ORDER BY number"
        rows: Iterable[Any] = connection.execute(new, (self._codes.last,))
        self._codes.add(list(rows))
        return self._codes

    async def _do(self, work: Work[T], *, writes: bool = False) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._try, work, writes)

    def _try(self, work: Work[T], writes: bool) -> T:
        """Do some work in one transaction; once more on a fresh file where this one is spoilt."""
        import apsw

        try:
            return self._transact(work, writes)
        except (apsw.CorruptError, apsw.NotADBError):
            self._shut()
            remove(self._path)
        except (apsw.ReadOnlyError, apsw.SQLError):  # moved away, or emptied, under our feet
            self._shut()
        except (apsw.Error, OSError) as error:
            self._shut()
            raise self._fault(error) from error
        try:
            return self._transact(work, writes)
        except (apsw.Error, OSError) as error:
            self._shut()
            raise self._fault(error) from error

    def _transact(self, work: Work[T], writes: bool) -> T:
        import apsw

        connection = self._connection or self._open()
        with _whole(connection, writes):
            if (space := _space(connection)) is None:
                raise apsw.NotADBError("it is not a file of vectors any more")
            if space != self._space:
                raise self._fault("another process has filled it by another embedder")
            return work(connection)

    def _open(self) -> apsw.Connection:
        import apsw

        try:
            import sqlite_vec  # type: ignore[import-untyped]
        except ImportError:
            raise MissingError(
                "The package sqlite-vec is not installed.", hint="Run: pip install sqlite-vec"
            ) from None
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = self._connection = apsw.Connection(str(self._path))
        connection.set_busy_timeout(_BUSY_MS)
        if _is_strange(connection):
            raise apsw.NotADBError("it is not a file of vectors")
        connection.enable_load_extension(True)
        connection.load_extension(sqlite_vec.loadable_path())
        connection.enable_load_extension(False)
        # What is dropped is overwritten. No write-ahead log: the file is all there is of it.
        connection.execute("PRAGMA secure_delete = ON; PRAGMA journal_mode = DELETE")
        # Not mapped into memory, which would save two milliseconds a look-up: a file that is
        # emptied under a mapping ends the process.
        connection.execute("PRAGMA synchronous = NORMAL; PRAGMA mmap_size = 0")
        if _space(connection) != self._space:
            with _whole(connection, writes=True):
                if _space(connection) != self._space:  # nobody else made it meanwhile
                    _make(connection, self._space)
        return connection

    def _shut(self) -> None:
        if self._connection is not None:
            self._connection.close(True)
            self._connection = None
        self._codes, self._epoch = codes.Codes(), -1

    def _fault(self, why: object) -> StoreError:
        return StoreError(
            f"The vectors in {self._path} cannot be used ({why}).",
            hint="Delete that file; it is made again from the cards.",
        )


@contextmanager
def _whole(connection: apsw.Connection, writes: bool) -> Iterator[None]:
    """Carry out a block as one transaction; one that writes waits for its turn when it begins."""
    connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _is_strange(connection: apsw.Connection) -> bool:
    """Tell whether a file holds something else than what we put into ours."""
    empty = not connection.execute("SELECT count(*) FROM sqlite_schema").get
    return not empty and _header(connection) != (_OURS, _LAYOUT)


def _header(connection: apsw.Connection) -> tuple[int, int]:
    return int(connection.pragma("application_id")), int(connection.pragma("user_version"))


def _space(connection: apsw.Connection) -> Space | None:
    """Return whose vectors a file holds; None where it is not laid out as ours."""
    if _header(connection) != (_OURS, _LAYOUT):
        return None
    found = connection.execute("SELECT name, dimension FROM about").get
    return Space(*found) if found else None


def _make(connection: apsw.Connection, space: Space) -> None:
    connection.execute(_TABLES)
    connection.execute("INSERT INTO about VALUES (?, ?, abs(random()))", space)
    connection.execute(f"PRAGMA application_id = {_OURS}; PRAGMA user_version = {_LAYOUT}")


def _epoch(connection: apsw.Connection) -> int:
    return int(connection.execute("SELECT epoch FROM about").get)


def _ids(connection: apsw.Connection) -> frozenset[str]:
    return frozenset(name for (name,) in connection.execute("SELECT id FROM wholes"))


def _put(connection: apsw.Connection, rows: Sequence[tuple[str, bytes, bytes]]) -> None:
    _drop(connection, [name for name, _, _ in rows])
    for name, bits, whole in rows:
        connection.execute("INSERT INTO codes (bits) VALUES (?)", (bits,))
        number = connection.last_insert_rowid()
        connection.execute("INSERT INTO wholes VALUES (?, ?, ?)", (number, name, whole))


def _drop(connection: apsw.Connection, ids: Sequence[str]) -> None:
    gone = 0
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        marks = ", ".join("?" * len(some))
        which = f"SELECT number FROM wholes WHERE id IN ({marks})"
        connection.execute(f"DELETE FROM codes WHERE number IN ({which})", some)
        connection.execute(f"DELETE FROM wholes WHERE id IN ({marks})", some)
        gone += connection.changes()
    if gone:
        connection.execute("UPDATE about SET epoch = epoch + 1")


def _alike(connection: apsw.Connection, bits: bytes, limit: int) -> list[int]:
    found = connection.execute(
        "SELECT number FROM codes ORDER BY vec_distance_hamming(vec_bit(bits), vec_bit(?)) LIMIT ?",
        (bits, limit),
    )
    return [int(number) for (number,) in found]


def _compared(connection: apsw.Connection, numbers: Sequence[int], whole: bytes) -> list[Hit]:
    found: list[Hit] = []
    for start in range(0, len(numbers), _AT_ONCE):
        some = numbers[start : start + _AT_ONCE]
        marks = ", ".join("?" * len(some))
        found += (
            Hit(name, 1.0 - distance)
            for name, distance in connection.execute(
                "SELECT id, vec_distance_cosine(vec_int8(whole), vec_int8(?)) FROM wholes "
                f"WHERE number IN ({marks})",
                (whole, *some),
            )
        )
    return sorted(found, key=lambda hit: (-hit.nearness, hit.id))
