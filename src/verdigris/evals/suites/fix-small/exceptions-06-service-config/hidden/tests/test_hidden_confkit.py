import pytest
from confkit import ConfigError, Watched, load
from confkit.errors import Unreadable
from confkit.files import in_folder, read

DAMAGE = {
    "not UTF-8": b"\xff\xfe\x00",
    "cut in a letter": "[log]\nlevel = d\u00e9bug".encode()[:-5],
    "bad syntax": b"nonsense",
    "bad value": b"[server]\nport = many\n",
    "unknown": b"[server]\ncolour = red\n",
    "bad reference": b"[db]\nurl = ${db.nothing}\n",
}


@pytest.mark.parametrize("data", DAMAGE.values(), ids=list(DAMAGE))
def test_damage_is_told_and_the_rest_is_kept(folder, schema, data):
    (folder / "30-bad.conf").write_bytes(data)
    loaded = load(in_folder(folder), schema)
    assert loaded.problems
    assert loaded["server.host"] == "example.org"


@pytest.mark.parametrize("data", DAMAGE.values(), ids=list(DAMAGE))
def test_a_running_service_goes_on(folder, schema, data):
    watched, heard = Watched(folder, schema), []
    watched.on_change(heard.append)
    (folder / "30-bad.conf").write_bytes(data)
    assert not watched.poll()
    assert watched.problems
    assert (watched["server.host"], watched["server.port"]) == ("example.org", 8000)
    assert heard == []
    (folder / "30-bad.conf").write_text("[server]\nport = 1\n")
    assert watched.poll()
    assert heard == [{"server.port"}]


def test_reading(tmp_path):
    (tmp_path / "a").write_bytes(b"\x80")
    for path in (tmp_path / "a", tmp_path / "none", tmp_path):
        with pytest.raises(Unreadable) as caught:
            read(path)
        assert isinstance(caught.value, ConfigError)


def test_a_good_file_after_a_damaged_one(folder, schema):
    (folder / "15-bad.conf").write_bytes(b"\xff")
    (folder / "40-good.conf").write_text("[log]\nlevel = debug\n")
    assert load(in_folder(folder), schema)["log.level"] == "debug"
