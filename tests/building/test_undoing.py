"""Functions of which a goal says that one undoes the other."""

from __future__ import annotations

import pytest

from verdigris.building.goal import functions_in
from verdigris.building.undoing import relations, undone
from verdigris.core.building import Check, LanguageName, Part
from verdigris.languages import language

SEATS = (
    "Write seats.mjs with two functions: signOf(number) returns the text on the sign of a seat, "
    "and numberOf(sign) goes the other way. signOf(23) is C3."
)


def part_of(goal: str, path: str, name: LanguageName) -> Part:
    return Part(path=path, purpose="it", functions=functions_in(goal, language(name)))


@pytest.mark.parametrize(
    ("goal", "pair"),
    [
        (SEATS, ("signOf", "numberOf")),
        (
            "`pack(text)` and `unpack(text)`. unpack turns that back into the text.",
            ("pack", "unpack"),
        ),
        ("`up(n)` doubles. `down(n)` does the reverse.", ("up", "down")),
        ("`to_id(n)` writes it. `from_id(text)` reads it again.", ("to_id", "from_id")),
        ("`up(n)` doubles. `down(n)` halves.", None),
        ("`flip(text)` reads it back to front.", None),
        ("`a(n)`, `b(n)` and `c(n)`: c goes the other way.", None),
        ("`up(n)` doubles. `down(n)` halves. Both do the opposite of the other.", None),
    ],
)
def test_the_goals_own_words_say_what_undoes_what(goal: str, pair: tuple[str, str] | None) -> None:
    assert undone(goal, part_of(goal, "a.py", "python")) == pair


def test_what_other_tests_hand_over_must_come_back() -> None:
    part = part_of(SEATS, "seats.mjs", "node")
    bodies = [
        "assert.deepStrictEqual(signOf(1), 'A1');", "assert.deepStrictEqual(signOf(10), 'A10');",
        "assert.deepStrictEqual(signOf(10), 'B1');", "assert.deepStrictEqual(numberOf('A1'), 1);",
        "assert.deepStrictEqual(signOf(1, 2), 'B1');",
    ]  # fmt: skip
    checks = [
        Check(name=f"t{n}", part=part.path, body=body, origin="criterion")
        for n, body in enumerate(bodies)
    ]
    found = relations(SEATS, part, checks, language("node"))
    assert [one.body for one in found] == [
        "assert.deepEqual(numberOf(signOf(1)), 1);",
        "assert.deepEqual(numberOf(signOf(10)), 10);",
    ]
    assert {one.origin for one in found} == {"property"}
    assert len({one.name for one in found}) == 2
    assert relations("Two functions.", part, checks, language("node")) == []
