"""Messages over a stream of bytes: `length:payload,`, one after another."""

from frames.codec import FrameError, decode, encode
from frames.reader import Reader

__all__ = ["FrameError", "Reader", "decode", "encode"]
