import pytest
from frames import FrameError, Reader
from frames.journal import Journal


def test_in_pieces():
    reader = Reader()
    got = [list(reader.feed(bytes([byte]))) for byte in b"2:hi,3:you,"]
    assert [text for texts in got for text in texts] == ["hi", "you"]
    assert reader.idle


def test_broken_for_ever():
    reader = Reader()
    with pytest.raises(FrameError):
        list(reader.feed(b"boo:"))
    with pytest.raises(FrameError):
        list(reader.feed(b"2:hi,"))


def test_journal(tmp_path):
    journal = Journal(tmp_path / "log")
    assert journal.read() == []
    for text in ("one", "two"):
        journal.append(text)
    assert journal.read() == ["one", "two"]


def test_torn_journal(tmp_path):
    journal = Journal(tmp_path / "log")
    journal.append("one")
    with (tmp_path / "log").open("ab") as file:
        file.write(b"10:half")
    assert journal.repair() == 7
    assert journal.read() == ["one"]


def test_journal_in_french(tmp_path):
    journal = Journal(tmp_path / "log")
    journal.append("déjà vu")
    journal.append("ok")
    assert journal.read() == ["déjà vu", "ok"]
