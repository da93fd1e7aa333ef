from confkit import load
from confkit.files import in_folder
from confkit.show import explain, show


def test_defaults(schema):
    loaded = load([], schema)
    assert loaded.good
    assert loaded["server.port"] == 8080


def test_later_files_win(folder, schema):
    loaded = load(in_folder(folder), schema)
    assert (loaded["server.host"], loaded["server.port"]) == ("example.org", 8000)


def test_order_of_files(folder):
    (folder / ".hidden.conf").write_text("")
    (folder / "notes.txt").write_text("")
    assert [path.name for path in in_folder(folder)] == ["10-base.conf", "20-local.conf"]


def test_missing_file(folder, schema):
    loaded = load([folder / "none.conf", *in_folder(folder)], schema)
    assert len(loaded.problems) == 1
    assert loaded["server.port"] == 8000


def test_a_file_that_is_not_text(folder, schema):
    (folder / "15-broken.conf").write_bytes(b"[server]\nhost = \xff\xfe\n")
    loaded = load(in_folder(folder), schema)
    assert len(loaded.problems) == 1
    assert loaded["server.host"] == "example.org"


def test_bad_syntax_is_told(folder, schema):
    (folder / "30-bad.conf").write_text("nonsense")
    assert explain(load(in_folder(folder), schema).problems).startswith("1. 30-bad.conf:1: ")


def test_bad_values_are_told_together(folder, schema):
    (folder / "30-bad.conf").write_text("[server]\nport = x\n[log]\nlevel = loud\n[what]\na = 1\n")
    problems = load(in_folder(folder), schema).problems
    assert [problem.place.line for problem in problems] == [2, 4, 6]


def test_show(schema, folder):
    (folder / "30-db.conf").write_text("[db]\npassword = hush\n")
    text = show(load(in_folder(folder), schema))
    assert "db.password = '***'" in text
    assert "hush" not in text
    assert explain([]) == "everything is fine"
