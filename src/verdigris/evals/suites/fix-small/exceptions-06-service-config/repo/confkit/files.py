"""Which files are read, and their text."""

from pathlib import Path

from confkit.errors import Place, Unreadable

SUFFIX = ".conf"


def read(path: Path) -> str:
    """Return a file's text. Raises Unreadable."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Unreadable(Place(str(path)), f"cannot be read ({type(error).__name__})") from error


def in_folder(folder: Path) -> list[Path]:
    """Return the files of a folder in the order in which they are laid over one another."""
    return sorted(path for path in folder.glob(f"*{SUFFIX}") if not path.name.startswith("."))


def stamp(paths: list[Path]) -> tuple[tuple[str, int, int], ...]:
    """Return what changes whenever one of the files does."""
    found = []
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            continue
        found.append((str(path), status.st_mtime_ns, status.st_size))
    return tuple(found)
