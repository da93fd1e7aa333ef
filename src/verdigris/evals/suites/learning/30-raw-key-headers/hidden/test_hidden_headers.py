import pytest

from headers import Headers, body_length


@pytest.mark.parametrize("put", ["X-Trace-Id", "x-trace-id", "X-TRACE-ID"])
@pytest.mark.parametrize("asked", ["X-Trace-Id", "x-trace-id", "X-TRACE-ID", " x-Trace-ID "])
def test_any_spelling(put, asked):
    headers = Headers([(put, "1")])
    assert asked in headers
    headers.drop(asked)
    assert asked not in headers


@pytest.mark.parametrize("name", ["transfer-encoding", "Transfer-encoding", "TRANSFER-ENCODING"])
def test_chunks(name):
    assert body_length(Headers([(name, "chunked"), ("content-length", "5")])) is None


def test_absent():
    assert "Host" not in Headers([("Hosts", "x")])
