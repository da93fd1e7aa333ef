from headers import Headers, body_length, canonical, keeps_alive


def test_canonical():
    assert canonical("content-TYPE ") == "Content-Type"


def test_get_in_any_spelling():
    headers = Headers([("ACCEPT", "text/html"), ("accept", "*/*")])
    assert headers.get("Accept") == "text/html"
    assert headers.all("aCCept") == ["text/html", "*/*"]
    assert headers.get("Host", "?") == "?"


def test_connection():
    assert keeps_alive(Headers())
    assert not keeps_alive(Headers(), "1.0")
    assert not keeps_alive(Headers([("connection", "Close")]))


def test_length():
    assert body_length(Headers([("Content-Length", "12")])) == 12


def test_a_body_in_chunks_has_no_length():
    assert body_length(Headers([("Transfer-Encoding", "chunked")])) is None


def test_drop():
    headers = Headers([("Via", "a"), ("Host", "b")])
    assert headers.drop("VIA") == ["a"]
    assert headers.lines() == ["Host: b"]
