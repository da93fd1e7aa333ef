from __future__ import annotations

from pathlib import Path

import pytest

from verdigris.errors import SettingsError
from verdigris.store.database import Database
from verdigris.store.urls import resolve


def test_sqlite_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/somebody")
    assert resolve("sqlite:///a/b.db").database == str(tmp_path / "a/b.db")
    assert resolve("sqlite:////a/b.db").database == "/a/b.db"
    assert resolve("sqlite:///~/b.db").database == "/home/somebody/b.db"
    assert resolve("sqlite+aiosqlite:////b.db").drivername == "sqlite+aiosqlite"


@pytest.mark.parametrize("name", ["50%?.db", "a#b c.db", "ü\u2028.db", "file:x.db", "a?mode=ro"])
async def test_a_file_name_is_taken_as_it_stands(tmp_path: Path, name: str) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/{name}") as database:
        await database.transact(lambda connection: None)
    assert (tmp_path / name).is_file()


@pytest.mark.parametrize(
    "url",
    ["", "a.db", "sqlite://", "sqlite:///", "sqlite://a.db", "sqlite:///:memory:", "mysql://x"],
)
def test_what_names_no_database(url: str) -> None:
    with pytest.raises(SettingsError) as caught:
        resolve(url)
    assert "sqlite:///" in caught.value.hint


def test_a_password_is_never_repeated() -> None:
    with pytest.raises(SettingsError) as caught:
        resolve("oracle://me:hunter2@host/db")
    assert "hunter2" not in caught.value.show()
