from records import Record, longest, records


def write(wanted):
    for record in wanted:
        yield f"{record.time} {record.level} {record.message}\n"
        for line in record.details:
            yield f"{line}\n"


def test_what_is_written_is_read():
    wanted = [
        Record("09:00:00", "INFO", "a", ("one",)),
        Record("09:00:01", "DEBUG", "b"),
        Record("09:00:02", "ERROR", "c", ("two", "  three", "four")),
        Record("09:00:03", "ERROR", "d", ("five",)),
        Record("09:00:04", "INFO", ""),
    ]
    assert list(records(write(wanted))) == wanted


def test_details_are_not_shared():
    lines = ["09:00:00 INFO a", "x", "09:00:01 INFO b", "y", "09:00:02 INFO c"]
    first, second, third = records(lines)
    assert (first.details, second.details, third.details) == (("x",), ("y",), ())


def test_blank_lines_are_no_details():
    assert next(records(["09:00:00 INFO a", "", "  "])).details == ()


def test_longest_is_the_first_of_equals():
    lines = ["09:00:00 INFO a", "x", "09:00:01 INFO b", "y"]
    assert longest(lines).message == "a"
