import pytest

from sizes import parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1.5 KB", 1500),
        ("2mib", 2097152),
        ("0", 0),
        ("42", 42),
        ("42 B", 42),
        ("1KB", 1000),
        ("1 KiB", 1024),
        ("3 Mb", 3000000),
        ("1GB", 10**9),
        ("1 gib", 2**30),
        ("  7   kb ", 7000),
        ("0.5KiB", 512),
        ("1.0009 kb", 1000),
        ("0.1 kib", 102),
    ],
)
def test_sizes(text, size):
    found = parse_size(text)
    assert found == size and isinstance(found, int)


@pytest.mark.parametrize("text", ["", "KB", "-1 KB", "1 XB", "1 K B", "one", "1,5 KB", "5 5 KB", "1 TB"])
def test_what_is_none(text):
    with pytest.raises(ValueError):
        parse_size(text)
