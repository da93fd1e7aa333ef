"""An expression in a few words, for messages and as the key of a place."""

from __future__ import annotations

from verdigris.checks.sql import model as m


def show(node: m.Node, depth: int = 0) -> str:
    """Return an expression in a few words, for a message."""
    if depth > 6:
        return "…"
    match node:
        case m.Name(id=name):
            return name
        case m.Attr(of=of, name=name):
            return f"{show(of, depth + 1)}.{name}"
        case m.Item(of=of, key=m.Text(value=key)):
            return f'{show(of, depth + 1)}["{key}"]'
        case m.Item(of=of, key=key):
            return f"{show(of, depth + 1)}[{show(key, depth + 1)}]"
        case m.Call(func=func, args=args):
            return f"{show(func, depth + 1)}({'…' if args else ''})"
        case m.Text(value=value):
            return f'"{value}"'
        case m.Safe():
            return "0"
    return "an expression"
