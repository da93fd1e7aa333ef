"""A remembered fix is carried over to a file that has changed since, or says why it cannot be."""

from __future__ import annotations

import asyncio

from verdigris.core.change import Change, make_change
from verdigris.core.lesson import Card
from verdigris.core.plan import Place
from verdigris.core.report import TestResult
from verdigris.core.signature import Signature
from verdigris.proposers.base import Brief, Unusable
from verdigris.proposers.recall import Recall

BEFORE = '{\n  "vat": 7,\n  "name": "shop",\n  "lines": 3,\n  "open": true\n}\n'
SIGNATURE = Signature(exception="KeyError", shape="", test="t")


def recalled(now: str) -> Change | Unusable:
    fix = make_change({"rates.json": BEFORE}, {"rates.json": BEFORE.replace("7", "19")}, "fast")
    card = Card(
        id="r-1", run_id="r", iteration=1, signature=SIGNATURE, green=True, summary="", change=fix
    )
    brief = Brief(
        goal="",
        failure=TestResult(id="t", outcome="failed"),
        test_source="",
        places=(Place(path="rates.json"),),
        files={"rates.json": now},
        cards=(card,),
    )

    async def first() -> Change | Unusable:
        return await anext(Recall().propose(brief))

    return asyncio.run(first())


def test_what_changed_since_is_kept() -> None:
    for now in (
        BEFORE.replace('"open": true', '"open": false'),
        BEFORE.replace("{\n", '{\n  "first": 1,\n', 1),
        BEFORE.replace('"lines": 3', '"lines": 4').replace("shop", "store"),
    ):
        found = recalled(now)
        assert isinstance(found, Change)
        assert found.edits[0].after == now.replace("7", "19")


def test_a_clash_is_not_guessed_at() -> None:
    found = recalled(BEFORE.replace("7", "16"))
    assert isinstance(found, Unusable) and "rates.json" in found.reason
