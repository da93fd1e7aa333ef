"""A card that is too long for a store loses what matters least, and says so."""

from __future__ import annotations

import base64
import json
import lzma
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.cards import card
from verdigris.core.lesson import Card
from verdigris.memory.documents.packing import LARGEST, PLAIN, pack, unpack


def long_card(size: int = 0, words: int = 3_000) -> Card:
    noise = "".join(f"{n * 40503 % 65536:04x} " for n in range(words // 5))
    return card(1, size=size).model_copy(
        update={
            "debug_steps": (noise, noise),
            "reproduction": noise,
            "verification": noise,
            "root_cause": noise,
            "fix": noise,
            "summary": noise,
        }
    )


def cut_fields(was: Card, now: Card) -> set[str]:
    return {name for name in Card.model_fields if getattr(was, name) != getattr(now, name)}


def read(text: str) -> Card:
    found = unpack(text)
    assert found is not None
    return found


def test_a_card_that_fits_is_readable_json_and_comes_back_as_it_was() -> None:
    text = pack(card(1), PLAIN)
    assert json.loads(text)["summary"] == "Card 1 about name1."
    assert unpack(text) == card(1)


def test_a_long_card_is_packed_before_anything_is_cut() -> None:
    was = long_card(size=60_000)
    text = pack(was, 80_000)
    assert len(text) < 80_000 < len(was.model_dump_json())
    assert unpack(text) == was


def test_what_is_cut_goes_in_one_order_and_the_change_goes_after_what_nobody_misses() -> None:
    was = long_card(size=8_000)
    whole = len(pack(was, 10**9))
    lost: list[set[str]] = [set()]
    for longest in range(whole, 1_500, -100):
        now = read(pack(was, longest))
        told = cut_fields(was, now) - {"summary"}
        assert told >= lost[-1], "what was cut for a larger store is cut for a smaller one"
        if told != lost[-1]:
            lost.append(told)
    order = [name for before, after in pairwise(lost) for name in after - before]
    assert order.index("debug_steps") < order.index("change")
    assert order.index("verification") < order.index("change")
    assert "signature" not in order
    assert {"debug_steps", "reproduction", "verification", "root_cause", "fix", "change"} <= set(
        order
    )


@pytest.mark.parametrize("longest", [20_000, 5_000, 2_500])
def test_the_card_says_what_it_lost_and_keeps_what_matters(longest: int) -> None:
    was = long_card(size=40_000)
    text = pack(was, longest)
    now = read(text)
    assert len(text) <= longest
    lost = now.summary.rpartition("[left out to fit this store: ")[2].rstrip("]").split(", ")
    assert "debug_steps" in lost and "change" in lost
    assert cut_fields(was, now) - {"summary"} == set(lost) - {"summary"}
    assert now.change is None, "half a change is of no use"
    assert now.signature == was.signature and now.green and now.id == was.id
    assert now.root_cause and now.fix and now.verification and now.summary[:50] == was.summary[:50]


def test_a_change_that_fits_is_kept_exactly_while_words_are_cut() -> None:
    was = long_card(words=40_000)
    now = read(pack(was, 20_000))
    assert now.change == was.change
    assert "change" not in now.summary


def bomb(data: bytes) -> str:
    return "xz:" + base64.b64encode(lzma.compress(data, preset=1)).decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "[]",
        "{}",
        '{"format": 1, "id": "a"}',
        "xz:",
        "xz:!!!!",
        "xz:aGVsbG8=",
        bomb(b'"hello"'),
        bomb(b"\xff\xfe"),
        bomb(card(1).model_dump_json().encode())[:-8],
        "[" * 100_000,
        json.dumps({**card(1).model_dump(mode="json"), "format": 99}),
        json.dumps({**card(1).model_dump(mode="json"), "format": "1"}),
    ],
    ids=range(14),
)
def test_what_is_no_card_is_not_read(text: str) -> None:
    assert unpack(text) is None


def test_a_card_that_would_fill_the_memory_is_not_read() -> None:
    assert unpack(bomb(b" " * (LARGEST + 1))) is None


@given(st.text(), st.integers(2_000, 4_000))
def test_any_text_comes_back_or_is_cut_to_fit(text: str, longest: int) -> None:
    was = card(1).model_copy(update={"fix": text, "debug_steps": (text, text)})
    packed = pack(was, longest)
    assert len(packed) <= longest and packed.isascii()
    now = read(packed)
    assert now == was or "left out to fit" in now.summary
