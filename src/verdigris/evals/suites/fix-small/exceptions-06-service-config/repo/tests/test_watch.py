import pytest
from confkit import ConfigError, Watched


def test_first_load(folder, schema):
    assert Watched(folder, schema)["server.port"] == 8000


def test_a_bad_start(folder, schema):
    (folder / "30-bad.conf").write_text("nonsense")
    with pytest.raises(ConfigError):
        Watched(folder, schema)


def test_nothing_new(folder, schema):
    assert not Watched(folder, schema).poll()


def test_changes_are_seen(folder, schema):
    watched, heard = Watched(folder, schema), []
    watched.on_change(heard.append)
    (folder / "30-new.conf").write_text("[server]\nport = 9\ntimeout = 1m\n")
    assert watched.poll()
    assert (watched["server.port"], watched["server.timeout"]) == (9, 60)
    assert heard == [{"server.port", "server.timeout"}]


def test_a_bad_reload_keeps_what_worked(folder, schema):
    watched = Watched(folder, schema)
    (folder / "30-bad.conf").write_text("[server]\nport = many\n")
    assert not watched.reload()
    assert len(watched.problems) == 1
    assert watched["server.port"] == 8000


def test_good_again(folder, schema):
    watched = Watched(folder, schema)
    (folder / "30-bad.conf").write_text("nonsense")
    watched.reload()
    (folder / "30-bad.conf").unlink()
    assert watched.reload()
    assert watched.problems == []
