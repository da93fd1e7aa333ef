from records import errors, longest, records

LOG = """\
starting
10:00:00 INFO ready
10:00:04 ERROR request failed
Traceback
  ValueError: no
10:00:05 WARNING slow
10:00:09 INFO bye
""".splitlines(keepends=True)


def test_messages():
    assert [record.message for record in records(LOG)] == [
        "ready",
        "request failed",
        "slow",
        "bye",
    ]


def test_details_of_an_error():
    assert errors(LOG)[0].details == ("Traceback", "  ValueError: no")


def test_no_details_after_an_error():
    assert [len(record.details) for record in records(LOG)] == [0, 2, 0, 0]


def test_empty_log():
    assert list(records([])) == []
    assert longest([]) is None


def test_preamble_is_dropped():
    assert list(records(["hello\n", "world\n"])) == []


def test_longest():
    assert longest(LOG).message == "request failed"
