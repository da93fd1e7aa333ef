"""One frame: from text to bytes and back."""

LARGEST = 1_000_000


class FrameError(ValueError):
    """What came is no frame, and nothing after it can be trusted."""


def encode(text: str) -> bytes:
    """Return the frame of a text: the length of its payload, a colon, the payload, a comma."""
    payload = text.encode("utf-8")
    if len(payload) > LARGEST:
        raise FrameError("the message is too large")
    return f"{len(text)}:".encode() + payload + b","


def decode(data: bytes) -> tuple[str, bytes]:
    """Return the first frame's text and the bytes after it.

    Raises FrameError; and EOFError when the frame is not complete yet.
    """
    head, colon, rest = data.partition(b":")
    if not head.isdigit() and head:
        raise FrameError(f"not a length: {head[:20]!r}")
    if not colon:
        raise EOFError("the length is not complete")
    if not head:
        raise FrameError("a frame without length")
    length = int(head)
    if length > LARGEST:
        raise FrameError("the message is too large")
    if len(rest) <= length:
        raise EOFError("the payload is not complete")
    if rest[length : length + 1] != b",":
        raise FrameError("the frame does not end where it should")
    try:
        return rest[:length].decode("utf-8"), rest[length + 1 :]
    except UnicodeDecodeError:
        raise FrameError("the payload is not UTF-8") from None
