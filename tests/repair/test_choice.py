"""Of several green candidates the right one comes first, and special cases never do."""

from __future__ import annotations

from pathlib import Path

import pytest

from repair.choice_harness import chosen_for, green, greens_of
from repair.choice_situations import HARD, SITUATIONS, Situation
from verdigris.core.probe import Cell, Examples, Input, Status, Table
from verdigris.repair.choosing.choice import rank
from verdigris.repair.choosing.points import refusal

CLEAR = [situation for situation in SITUATIONS if situation.name not in HARD]


@pytest.mark.parametrize("situation", CLEAR, ids=lambda situation: situation.name)
async def test_the_right_candidate_comes_first(situation: Situation, lean_python: Path) -> None:
    choice = await chosen_for(situation, lean_python)
    assert choice.order[0] == situation.right, choice.judged
    assert choice.account.startswith(f"{len(choice.order)} green candidate")


def test_the_situations_have_one_right_candidate_each() -> None:
    names = [situation.name for situation in SITUATIONS]
    assert len(set(names)) == len(names) >= 25
    for situation in SITUATIONS:
        held = [_holds(situation, number) for number in range(len(situation.candidates))]
        assert held == [n == situation.right for n in range(len(held))], situation.name


def _holds(situation: Situation, number: int) -> bool:
    space: dict[str, object] = {}
    exec(situation.text(number), space)
    try:
        exec(situation.hidden, space)
    except Exception:
        return False
    return True


BEFORE = """\
RATES = {"a": 3}


def price(n):
    if n > 10:
        return n * 2
    return n * RATES["a"]
"""


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("    return n * RATES", "    if n == 7:\n        return 21.5\n    return n * RATES", "7"),
        ("n > 10", "n > 10 and n != 7", "7"),
        ("n > 10", "n in (7, 99)", "7"),
        ("n > 10", "n is 7 or n > 10", "7"),
        ("return n * 2", "return 21.5", "21.5"),
        ("    return n * 2", "    match n:\n            case 7:\n                return 1", "7"),
    ],
)
def test_a_special_case_of_what_is_tested_is_refused(old: str, new: str, why: str) -> None:
    one = green(BEFORE, BEFORE.replace(old, new))
    assert why in refusal(one, {"7", "21.5", "3", "'a'"})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("n > 10", "n >= 10"),
        ("n > 10", "n > 7"),  # doubtful, and told so, but no special case
        ("n > 10", "n == 10"),  # the code has this number already
        ("n > 10", "n == 0 or n > 10"),
        ("return n * 2", "return 0"),
        ('["a"]', '.get("b", 3)'),
    ],
)
def test_what_may_be_a_fix_is_not_refused(old: str, new: str) -> None:
    one = green(BEFORE, BEFORE.replace(old, new))
    assert refusal(one, {"7", "21.5", "10", "0", "3", "'a'"}) == ""


def test_a_refused_candidate_is_told_and_never_in_the_order() -> None:
    greens = [green(BEFORE, BEFORE.replace("n > 10", new)) for new in ("n == 7", "n >= 10")]
    choice = rank(greens, refused={0: "a special case"})
    assert choice.order == (1,)
    assert choice.judged[0].refused == "a special case"
    assert choice.account == "1 green candidate and 1 refused"
    nothing = rank(greens, refused={0: "one", 1: "other"})
    assert nothing.order == () and nothing.account == "2 green candidates, all refused"
    assert rank([]).order == ()


@pytest.mark.parametrize(
    ("better", "worse", "reason"),
    [
        ("n >= 10", "n >= 10 and n > 10 or n > 9", ""),
        ("n >= 10", "True", "a condition does not depend on anything any more"),
        ("n >= 10", "n == 12 or n > 10", "makes a special case of 12"),
        ("n > 11", "n > 12", "has 12 from the tests"),
    ],
)
def test_texts_alone_put_candidates_in_order(better: str, worse: str, reason: str) -> None:
    greens = [green(BEFORE, BEFORE.replace("n > 10", new)) for new in (worse, better)]
    choice = rank(greens, tested={"12"})
    assert choice.order == (1, 0)
    assert reason in "".join(choice.judged[0].doubts)


def test_a_statement_that_is_gone_counts_against_a_candidate() -> None:
    greens = [
        green(BEFORE, BEFORE.replace("    if n > 10:\n        return n * 2\n", "")),
        green(BEFORE, BEFORE.replace("return n * 2", "return n * 2 + (n > 50) * (n - 50) // 7")),
    ]
    choice = rank(greens)
    assert choice.order == (1, 0)
    assert "deletes a statement" in choice.judged[0].doubts


def test_the_likelier_edit_wins_where_nothing_else_tells() -> None:
    greens = [
        green(BEFORE, BEFORE.replace("n > 10", "n < 10"), weight=0.1),
        green(BEFORE, BEFORE.replace("n > 10", "n >= 10"), weight=0.4),
    ]
    choice = rank(greens)
    assert choice.order == (1, 0) and "likeliest edit" in choice.judged[1].reasons


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (("n * 2", "n * (2 + 1)"), "moves a number by one"),
        (("n * 2", "max(n, 2) * 2"), "puts a call around a value"),
    ],
)
def test_what_works_around_a_fault_comes_after_what_mends_it(
    wrong: tuple[str, str], why: str
) -> None:
    greens = [
        green(BEFORE, BEFORE.replace(*wrong)),
        green(BEFORE, BEFORE.replace("n > 10", "n >= 10")),
    ]
    choice = rank(greens)
    assert choice.order == (1, 0)
    assert any(why in told for told in choice.judged[0].objections), choice.judged[0]
    alone = rank(greens[:1])
    assert not alone.judged[0].objections


def test_a_truth_value_is_not_reckoned_with() -> None:
    changed = BEFORE.replace("return n * 2", "return n * 2 - (n > 50)")
    assert "reckons with a truth value" in rank([green(BEFORE, changed)]).judged[0].doubts


@pytest.mark.parametrize(
    ("expression", "doubtful"),
    [
        ("n + (RATES.get('b') or 0)", False),
        ("n - (n > 50 and RATES['a'])", False),
        ("n - (n > 50 or not n)", True),
        ("n + (n > 50 and (n < 9 or True))", True),
    ],
)
def test_only_what_is_true_or_false_is_a_truth_value(expression: str, doubtful: bool) -> None:
    choice = rank([green(BEFORE, BEFORE.replace("n * 2", expression))])
    assert ("reckons with a truth value" in choice.judged[0].doubts) is doubtful


SWAP = """\
def swap(index, old, new, *, note=None):
    index.discard(old)
    index.add(new)
"""


@pytest.mark.parametrize(
    ("was", "becomes", "doubtful"),
    [
        ("discard(old)", "discard(new)", True),
        ("add(new)", "add(old)", True),
        ("add(new)", "add((new, old))", False),
        ("add(new)", "add([one for one in new if note])", False),  # one more is used
    ],
)
def test_an_argument_that_nothing_reads_any_more_speaks_against_a_candidate(
    was: str, becomes: str, doubtful: bool
) -> None:
    choice = rank([green(SWAP, SWAP.replace(was, becomes))])
    assert ("an argument is not used any more" in choice.judged[0].doubts) is doubtful


LOOP = """def read(lines):
    found = []
    for line in lines:
        found.append(line)
    return found
"""


@pytest.mark.parametrize(
    ("end", "doubtful"),
    [
        ("        return found\n", True),
        ("        break\n", True),
        ("        if not line:\n            break\n", False),
        ("        if line:\n            continue\n        break\n", False),
        ("        for one in line:\n            continue\n        break\n", True),
        ("        for one in line:\n            if one:\n                break\n", False),
    ],
)
def test_a_loop_that_never_comes_round_speaks_against_a_candidate(end: str, doubtful: bool) -> None:
    was = "        found.append(line)\n"
    choice = rank([green(LOOP, LOOP.replace(was, was + end))])
    assert ("a loop never comes round" in choice.judged[0].doubts) is doubtful


def test_a_boundary_that_moves_in_another_function_says_nothing_of_a_number() -> None:
    two = BEFORE + "\n\ndef share(n):\n    return n / 4\n"
    greens = [
        green(two, two.replace("n / 4", "n / (4 - 1)")),
        green(two, two.replace("n * 2", "n * (2 + 1)")),
        green(two, two.replace("n > 10", "n >= 10")),
    ]
    told = ["moves a number" in "".join(one.objections) for one in rank(greens).judged]
    assert told == [False, True, False]


def table(*versions: str, status: Status = "value", **more: object) -> Table:
    """Return what versions did with as many inputs as they have letters; the first is the original.

    A letter stands for a result, `!` for a hang, `x` for an exception.
    """
    kinds: dict[str, Status] = {"!": "hang", "x": "raise"}
    inputs = [
        Input(n=n, place="shop.py::price", call=0, how="plus one") for n in range(len(versions[0]))
    ]
    cells = [
        Cell(n=n, version=v, status=kinds.get(letter, "value"), digest=letter, result=letter,
             type="ValueError" if letter == "x" else "int")
        for v, letters in enumerate(versions)
        for n, letter in enumerate(letters)
    ]  # fmt: skip
    return Table(inputs=tuple(inputs), cells=tuple(cells), **more)  # type: ignore[arg-type]


TWO = [green(BEFORE, BEFORE.replace("n > 10", new)) for new in ("n > 11", "n > 12")]
THREE = [*TWO, green(BEFORE, BEFORE.replace("n > 10", "n > 13"))]


@pytest.mark.parametrize(
    ("versions", "reason"),
    [
        (("aaabb", "ccccb", "aaacb"), "changes more than others near passing tests"),
        (("abcde", "abcd!", "abcda"), "hangs or dies on further inputs"),
        (("abcde", "abxdx", "abadf"), "raises where others have a result"),
        (("abcde", "qqqqq", "qbcde"), "gives the same result whatever goes in"),
    ],
)
def test_what_a_candidate_did_counts_against_it(versions: tuple[str, ...], reason: str) -> None:
    choice = rank(TWO, table=table(*versions))
    assert choice.order == (1, 0)
    assert reason in choice.judged[0].objections + choice.judged[0].doubts


def test_candidates_that_do_the_same_are_one_way_of_behaving() -> None:
    choice = rank(THREE, table=table("aaaa", "abab", "aabb", "abab"))
    assert choice.distinct == 2
    assert choice.judged[0].group == choice.judged[2].group != choice.judged[1].group
    assert choice.order[0] == 0 and "does the same as 1 of 2 others" in choice.account


def test_an_example_in_the_docstring_outweighs_the_rest() -> None:
    examples = (Examples(version=1, passed=1, failed=1), Examples(version=2, passed=2))
    choice = rank(TWO, table=table("aaaaa", "aaaaa", "abbbb", examples=examples))
    assert choice.order == (1, 0)
    assert "contradicts an example in the docstring" in choice.judged[0].doubts


def test_a_result_of_another_type_than_annotated_counts_against_a_candidate() -> None:
    code = "def price(n) -> str | None:\n    return str(n) if n > 10 else None\n"
    greens = [green(code, code.replace("10", new)) for new in ("11", "12")]
    made = table("aaaa", "bbbb", "cccc")
    cells = [
        cell.model_copy(update={"type": {1: "int", 2: "NoneType"}.get(cell.version, "str")})
        for cell in made.cells
    ]
    choice = rank(greens, table=Table(inputs=made.inputs, cells=tuple(cells)))
    assert choice.order == (1, 0)
    assert "returns what it is not annotated to" in choice.judged[0].doubts


def test_a_doubtful_candidate_is_called_so_even_if_it_is_the_only_one() -> None:
    gone = green(BEFORE, BEFORE.replace("    if n > 10:\n        return n * 2\n", ""))
    assert rank([gone]).doubts == ("deletes a statement",)
    assert rank([gone]).account == "1 green candidate; doubtful: deletes a statement"
    assert rank(TWO[:1], table=table("abcde", "zbcd!")).doubts
    assert not rank(TWO[:1], table=table("abcde", "zbcde")).doubts


def test_what_was_not_tried_is_said() -> None:
    choice = rank(TWO, table=Table(notes=("shop.py::price: no test calls it",)))
    assert "not tried further (shop.py::price: no test calls it)" in choice.account
    assert choice.distinct == 2


def test_a_file_that_is_no_python_is_judged_by_its_size() -> None:
    greens = [green("let a = 1", new, path="a.js") for new in ("let a = 2 + 3 * b", "let a = 2")]
    assert rank(greens).order == (1, 0)


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_a_candidate_changes_one_function_or_a_constant(situation: Situation) -> None:
    for one in greens_of(situation):
        assert len(one.functions) == 1 and one.size > 0
