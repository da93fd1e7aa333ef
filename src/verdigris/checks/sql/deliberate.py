"""When a statement without a condition is meant so: maintenance, tests, temporary tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verdigris.checks.sql import model as m
from verdigris.checks.sql.flow import scope_of
from verdigris.checks.sql.sinks import Sink
from verdigris.checks.sql.words import words
from verdigris.core.paths import is_test_file

_PLACES = re.compile(
    r"(?:^|[/_.\-])(?:migrations?|migrate|alembic|seeds?|seeders?|fixtures?|testdata|tests?|testing|"
    r"conftest|teardown|rollback|bootstrap|truncate|maintenance)(?=[/_.\-]|$)|"
    r"(?:^|/)(?:versions|upgrades?|downgrades?|cleanup)/|(?:^|/)[vV]?\d+_+[^/]*$|"
    r"(?:^|[/.])(?:reset|cleanup|upgrade|downgrade|schema|setup|init|dump|up|down)\.\w+$",
    re.IGNORECASE,
)
_TEMPORARY = re.compile(
    r"^#|\b(?:pg_temp|temp|tmp)\.|(?:^|_|\.)(?:temp|tmp|staging|scratch)(?:_|$)"
)
_ONE_ROW = re.compile(r"(?:^|_)(?:version|migrations?|sequence|revision)$")
_MEANT = re.compile(
    r"(?:^|_)(?:clear|truncate|purge|wipe|flush|empty|reset|drop|erase|teardown|tear_down|nuke|"
    r"clean|cleanup|all|every|everything|migrate|upgrade|downgrade|up|down|seed|setup|rebuild|"
    r"reindex|refresh|initialise|initialize|init|restore)(?:_|$)"
)
_HANDLES = words(
    "self cls conn connection db database cur cursor session tx trx client pool engine con c "
    "transaction executor logger log now"
)


def is_deliberate(table: str, path: str) -> bool:
    """Tell whether the table or the place of the file says that all rows are meant."""
    if is_test_file(path) or _PLACES.search(path):
        return True
    return bool(_TEMPORARY.search(table) or _ONE_ROW.search(table))


def is_deliberate_here(table: str, sink: Sink, verb: str) -> bool:
    """Tell whether the function around says so: by its name, and because it is given no key.

    `clear_cart(user_id)` is given one, so its DELETE without a condition is no maintenance.
    """
    func = scope_of(sink.call)
    while func is not None and not func.name:
        func = scope_of(func)
    if func is None or len(sink.call.args) > 1 or sink.call.named:
        return False
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", func.name).lower()
    absent = set(_absent(sink.call, func))
    keys = [p for p in func.params if p.name.lower() not in _HANDLES and p.name not in absent]
    owner = func.owner.name if func.owner is not None else ""
    if not keys and (_MEANT.search(name) or _MEANT.search(owner.lower())):
        return True
    return verb == "DELETE" and len(keys) <= 1 and _fills_again(table, func)


def _absent(call: m.Node, func: m.Func) -> Iterator[str]:
    """Yield the parameters that are known to be left out here: `if namespaces is None:`."""
    here = call
    while here.up is not None and here.up is not func:
        if isinstance(here.up, m.If) and here is not here.up.tests[0]:
            first = here is here.up.bodies[0]
            match here.up.tests[0]:
                case m.Compare(left=m.Name(id=name), op=op, right=m.Safe()) if op == (
                    "==" if first else "!="
                ):
                    yield name
                case m.Not(part=m.Name(id=name)) if first:
                    yield name
                case m.Name(id=name) if not first:
                    yield name
        here = here.up


def _fills_again(table: str, func: m.Func) -> bool:
    """Tell whether the function puts new rows into the table that it empties."""
    stack: list[m.Node] = [func]
    wanted = re.compile(rf"\binsert\s+(?:or\s+\w+\s+)?into\s+[\"`\[]?{re.escape(table)}\b", re.I)
    while stack:
        node = stack.pop()
        if isinstance(node, m.Text) and wanted.search(node.value):
            return True
        stack += node.kids()
    return False
