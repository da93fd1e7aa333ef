"""From a query to text and values."""

from querykit.builder import Query


def render(query: Query) -> tuple[str, tuple[object, ...]]:
    """Return the statement and the values for its placeholders."""
    parts = [f"SELECT {', '.join(query.columns)} FROM {query.source}"]
    values: tuple[object, ...] = ()
    if query.condition is not None:
        text = query.condition.text
        if text.startswith("(") and text.endswith(")"):
            text = text[1:-1]
        parts.append(f"WHERE {text}")
        values = query.condition.values
    if query.order:
        parts.append(f"ORDER BY {', '.join(query.order)}")
    if query.most is not None:
        parts.append(f"LIMIT {query.most}")
        if query.skipped:
            parts.append(f"OFFSET {query.skipped}")
    return " ".join(parts), values


def count(query: Query) -> tuple[str, tuple[object, ...]]:
    """Return the statement that counts what a query would find."""
    bare = Query(query.source, ("COUNT(*)",), query.condition)
    return render(bare)
