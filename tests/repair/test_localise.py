"""From a failing run to places and suspects: what is told, and what comes where little is seen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from fault_scene import Scene, watch

from verdigris.core.observed import Observed
from verdigris.core.repair import spot
from verdigris.repair.locating.localise import localise

LAYERS = 24
WRONG_LAYER = 17


def layer(number: int) -> str:
    """A module of some twenty lines, which asks the next one for the value it works on."""
    below = f"from layer_{number + 1} import value as below\n" if number < LAYERS - 1 else ""
    asked = "below(start)" if number < LAYERS - 1 else "start"
    result = "more - amount" if number == WRONG_LAYER else "more + amount"
    return f"""\
{below}
NAME = "layer {number}"


def label(text):
    if not text:
        return NAME
    return NAME + ": " + text


def checked(amount):
    if not isinstance(amount, int):
        raise TypeError(label("not a number"))
    if amount < 0:
        raise ValueError(label("below nothing"))
    return amount


def step(amount):
    more = {number} % 3
    return {result}


def value(start):
    amount = {asked}
    label(str(amount))
    return step(checked(amount))
"""


def layered() -> dict[str, str]:
    files = {f"layer_{number}.py": layer(number) for number in range(LAYERS)}
    tests = [
        f"import layer_{n}\n\ndef test_{n}():\n    assert layer_{n}.label('') == 'layer {n}'\n"
        for n in range(LAYERS)
    ]
    deep = [
        "import layer_0, layer_9, layer_18, layer_21\n",
        "def test_all():\n    assert layer_0.value(0) == 24\n",
        "def test_lower():\n    assert layer_9.value(0) == 15\n",
        "def test_lowest():\n    assert layer_21.value(0) == 3\n",
        "def test_low():\n    assert layer_18.value(0) == 6\n",
    ]
    return {**files, "test_labels.py": "\n".join(tests), "test_values.py": "\n".join(deep)}


async def test_a_fault_deep_below_is_among_the_first_of_hundreds_of_lines(
    tmp_path: Path, lean_python: Path
) -> None:
    files = layered()
    # The wrong layer makes less than nothing, and the one above it complains.
    scene = await watch(tmp_path / "project", files, lean_python)
    lines = sum(text.count("\n") for name, text in files.items() if name.startswith("layer"))
    assert lines > 500
    assert len(scene.report.failures) == 2
    wrong = f"layer_{WRONG_LAYER}.py"
    for failure in scene.report.failures:
        assert failure.innermost and failure.innermost.path == f"layer_{WRONG_LAYER - 1}.py"
    places, localised = await scene.localise()
    top = [(s.path, s.function) for s in localised.suspects[:5]]
    assert (wrong, "step") in top, localised.suspects[:8]
    assert any((place.path, place.name) == (wrong, "step") for place in places[:4])


SHOP = """\
class Cart:
    def __init__(self):
        self.items = []

    def add(self, price):
        self.items.append(price)

    def total(self):
        def reduced(price):
            return price * 2
        return sum(reduced(price) for price in self.items)


def label(cart):
    return f"{len(cart.items)} items"
"""
TESTS = """\
from shop import Cart, label

def test_total():
    cart = Cart()
    cart.add(3)
    assert cart.total() == 3

def test_label():
    assert label(Cart()) == "0 items"
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, lean_python: Path) -> Scene:
    files = {"shop.py": SHOP, "test_shop.py": TESTS}
    return asyncio.run(watch(tmp_path_factory.mktemp("shop") / "project", files, lean_python))


async def test_types_tests_and_reasons_come_with_the_suspects(shop: Scene) -> None:
    places, localised = await shop.localise()
    assert localised.note.startswith("2 tests observed in ")
    assert localised.types[spot("shop.py", "Cart.add")]["price"] == ("int",)
    assert localised.types[spot("shop.py", "Cart.add")]["self.items"] == ("list",)
    assert localised.types[spot("shop.py", "Cart.total.reduced")]["return"] == ("int",)
    assert localised.types[spot("shop.py", "Cart.total")]["return"] == ("int",)
    failing, passing = "test_shop.py::test_total", "test_shop.py::test_label"
    assert localised.reached_by[spot("shop.py", "Cart.total")] == (failing,)
    assert localised.reached_by[spot("shop.py", "Cart.__init__")] == (failing, passing)
    first = localised.suspects[0]
    assert (first.path, first.function, first.score) == ("shop.py", "Cart.total", 1.0)
    assert "only failing tests run it" in first.reason
    assert places[0].name == "Cart.total" and f"line {first.line}" in places[0].reason
    assert not any("test_" in suspect.path for suspect in localised.suspects)
    scores = [suspect.score for suspect in localised.suspects]
    assert scores == sorted(scores, reverse=True)


async def test_what_was_not_observed_is_found_by_reading(shop: Scene) -> None:
    nothing = Observed(trouble="another tracer is at work")
    places, localised = await localise(shop.tree, shop.report, nothing)
    assert localised.note == "not observed: another tracer is at work"
    assert any(s.function == "Cart.total" for s in localised.suspects[:8])
    assert any(place.name == "Cart.total" for place in places)


async def test_lines_that_were_changed_lately_are_more_suspicious(shop: Scene) -> None:
    before = await shop.localise()
    recent = {"shop.py": {6: 1.0}}
    _, after = await localise(shop.tree, shop.report, shop.observed, recent=recent)
    ranks = [[s.line for s in found.suspects].index(6) for found in (before[1], after)]
    assert ranks[1] < ranks[0]
    assert "not committed yet" in next(s.reason for s in after.suspects if s.line == 6)


async def test_a_place_where_it_failed_before_is_more_suspicious(shop: Scene) -> None:
    past = {spot("shop.py", "Cart.add"): 3}
    _, after = await localise(shop.tree, shop.report, shop.observed, past=past)
    assert "failed here 3 times before" in next(s.reason for s in after.suspects if s.line == 6)


async def test_files_that_cannot_be_read_cost_nothing_but_themselves(
    shop: Scene, tmp_path: Path
) -> None:
    (tmp_path / "shop.py").symlink_to("/etc/passwd")
    places, localised = await localise(tmp_path, shop.report, shop.observed)
    assert (places, localised.suspects) == ([], ())
