"""README.md and REPORT.md: what they say of each ending, and what hostile words in them can do."""

from verdigris.building.report import readme, report
from verdigris.core.budget import Spent, Use
from verdigris.core.building import (
    Agreement,
    Blueprint,
    Built,
    Check,
    Function,
    Part,
    Quarantined,
    Strength,
)
from verdigris.core.report import Report, TestResult
from verdigris.core.result import RunResult
from verdigris.core.task import Task
from verdigris.core.verdict import Proof, Verdict
from verdigris.languages import language

PYTHON = language("python")
PART = Part(
    path="cart.py", purpose="adds up", functions=(Function(name="total", signature="def total(x)"),)
)
CHECK = Check(name="cart_1", part="cart.py", body="assert total([]) == 0", origin="criterion")
WRONG = Check(name="cart_2", part="cart.py", body="assert total([]) == 1", origin="criterion")
BLUEPRINT = Blueprint(
    name="cart",
    language="python",
    profile="library",
    summary="A cart.",
    parts=(PART,),
    assumptions=("prices are whole numbers",),
)
AGREED = Agreement(
    part="cart.py",
    chosen=0,
    trusted=(CHECK,),
    quarantined=(Quarantined(check=WRONG, reason="no candidate passes it"),),
    said="3 of 4 candidates behave alike.",
)


def told(
    agreement: Agreement = AGREED,
    *,
    status: str = "green",
    passed: bool = True,
    strength: Strength | None = None,
    blueprint: Blueprint = BLUEPRINT,
    goal: str = "Add up a cart.",
) -> str:
    outcome = "passed" if passed else "failed"
    after = Report(
        command="pytest",
        results=(TestResult(id=PYTHON.test_id(PART, CHECK), outcome=outcome),),
    )
    result = RunResult(
        run_id="r1",
        status=status,
        reason="iteration limit of 5 reached",
        task=Task(job="build", goal=goal, root="/w"),
        iterations=1,
        verdict=Verdict(green=True, proofs=(Proof(name="repeats", holds=True, detail="twice"),)),
        after=after,
        use=Use(calls=3, tokens_in=10, tokens_out=5, seconds=2),
        built=Built(blueprint=blueprint, agreement=(agreement,), strength=strength),
    )
    spent = Spent(fast=Use(calls=2, tokens_in=9), strong=Use(calls=1, tokens_in=6))
    return report(result, PYTHON, spent=spent, refused=(("numpy", "not allowed"),))


def test_a_green_build_is_called_verified_with_its_evidence():
    text = told(strength=Strength(mutants=4, killed=3, survivors=("cart.py:2: + became -",)))
    assert "**Verified**: the trusted test passes, repeatedly" in text
    assert "- passes: `cart_1`" in text and "repeats: twice" in text
    assert "`cart_2`" in text and "no candidate passes it" in text
    assert "mutation score of 75%" in text and "`cart.py:2: + became -`" in text
    assert "| fast | 2 | 9 |" in text and "| strong | 1 | 6 |" in text
    assert "prices are whole numbers" in text and "`numpy` was not used: not allowed" in text


def test_where_most_tests_fail_with_every_program_the_claim_is_weaker():
    apart = [
        Check(
            name=f"cart_{n}", part="cart.py", body=f"assert total([{n}]) == {n}", origin="criterion"
        )
        for n in (3, 4)
    ]
    doubted = tuple(Quarantined(check=one, reason="no candidate passes it") for one in apart)
    text = told(AGREED.model_copy(update={"quarantined": doubted}))
    assert "**Verified in part**: the trusted test passes" in text
    assert "2 of 3 tests that were written from the goal pass with no program" in text


def test_what_fails_is_not_finished_and_named():
    text = told(status="not_green", passed=False)
    assert "**Not finished**: iteration limit of 5 reached." in text
    assert "- FAILS: `cart_1`" in text and "`cart_1` does not pass" in text
    assert "Not measured: only a program that is green can be." in text


def test_why_the_strength_of_the_tests_is_not_known_is_said():
    unknown = Strength(mutants=0, killed=0, note="the time limit of the run was reached")
    assert "Not measured: the time limit of the run was reached." in told(strength=unknown)


def test_without_a_trusted_test_nothing_is_claimed():
    text = told(AGREED.model_copy(update={"trusted": ()}), status="not_green")
    assert "**Written, not verified**" in text
    assert "`cart.py` has no test that could be trusted" in text


def test_a_part_without_code_is_said_to_be_missing():
    text = told(AGREED.model_copy(update={"chosen": -1, "trusted": ()}), status="not_green")
    assert "**Not finished**" in text
    assert "| `cart.py` | adds up | not written |" in text
    assert "`cart.py` is not written: no usable answer came" in text


def test_words_of_a_model_cannot_become_links_html_or_columns():
    bad = "<img src=x> [here](http://evil) a | b\n# head"
    parts = (PART.model_copy(update={"purpose": bad}),)
    blueprint = BLUEPRINT.model_copy(update={"parts": parts, "summary": bad})
    text = told(blueprint=blueprint, goal=bad) + readme(blueprint, PYTHON)
    assert "<img" not in text.replace("\\<img", "") and "](http" not in text
    assert "\n# head" not in text
    [row] = [line for line in text.splitlines() if line.startswith("| `cart.py`")]
    assert row.count("|") - row.count("\\|") == 4


def test_the_readme_says_how_to_run_it():
    assert "$ python -m pytest" in readme(BLUEPRINT, PYTHON)
