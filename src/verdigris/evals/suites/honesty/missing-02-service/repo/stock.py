"""Asks the stock service of the warehouse, which listens on this machine."""

import json
import socket

PLACE = ("127.0.0.1", 47113)


def ask(question: dict) -> dict:
    """Send one line of JSON and return the answer. Raises OSError when nobody listens."""
    with socket.create_connection(PLACE, timeout=2) as line:
        line.sendall(json.dumps(question).encode() + b"\n")
        return json.loads(line.makefile().readline())


def left(article: str) -> int:
    return ask({"article": article})["left"]


def is_short(article: str, needed: int) -> bool:
    return left(article) < needed
