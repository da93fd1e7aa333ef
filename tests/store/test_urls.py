from __future__ import annotations

from pathlib import Path

import pytest

from verdigris.errors import SettingsError
from verdigris.settings.tree import password_in
from verdigris.store.database import Database
from verdigris.store.postgres import options
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


@pytest.mark.parametrize("rest", ["u:p@ssw0rd@host/db", "u:p@ssw0rd@host",
                                  "u:p@ss/w0rd@host/db", "u:p:@ssw0rd:5@host/db"])  # fmt: skip
def test_a_password_with_a_bare_at_sign_is_refused_and_not_shown(rest: str) -> None:
    pytest.importorskip("psycopg")
    url = f"postgresql://{rest}"
    with pytest.raises(SettingsError) as caught:
        resolve(url)
    assert "w0rd" not in caught.value.show() and "%XX" in caught.value.hint


@pytest.mark.parametrize(
    "url, password",
    [
        ("postgresql://u:p@ssw0rd@host/db", "p@ssw0rd"),
        ("postgresql://u:p%40ss@host/db", "p@ss"),
        ("postgresql://u:pa/ss@host/db", "pa/ss"),
        ("postgresql://u@host:5432/db", ""),
        ("http://host:80/a:b", ""),
    ],
)
def test_the_password_that_is_masked_goes_up_to_the_last_at_sign(url: str, password: str) -> None:
    assert password_in(url) == password


def test_what_a_url_says_of_its_connections_comes_first() -> None:
    pytest.importorskip("psycopg")
    plain = options(resolve("postgresql://u@host/db"))["connect_args"]
    said = options(resolve("postgresql://u@host/db?connect_timeout=9&application_name=me"))
    assert set(plain) - set(said["connect_args"]) == {"connect_timeout", "application_name"}
    assert said["connect_args"]["prepare_threshold"] is None


def test_a_password_is_never_repeated() -> None:
    with pytest.raises(SettingsError) as caught:
        resolve("oracle://me:hunter2@host/db")
    assert "hunter2" not in caught.value.show()
