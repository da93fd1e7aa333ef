import pytest

from mailing import Mailing, batches


def test_the_first_batches():
    assert batches(["aa", "b", "ccc", "d"], 3)[:2] == [["aa", "b"], ["ccc"]]


def test_no_mails():
    assert batches([], 3) == []


def test_all_batches():
    assert batches(["aa", "bb", "c", "dd"], 4) == [["aa", "bb"], ["c", "dd"]]


def test_a_mail_that_is_too_long_goes_alone():
    assert batches(["a", "bbbb", "c"], 2)[:2] == [["a"], ["bbbb"]]


def test_one_mail():
    assert batches(["hello"], 9) == [["hello"]]


def test_size():
    with pytest.raises(ValueError):
        batches("ab", 0)


def test_run():
    out = []
    mailing = Mailing(out.append, 2)
    assert mailing.run(["ab", "cd", "e"]) == 3
    assert mailing.summary() == "3 sent, 0 failed"


def test_a_server_that_is_down():
    def send(batch):
        raise OSError

    mailing = Mailing(send, 1)
    mailing.run("ab")
    assert mailing.sent == 0
