"""The policy has an answer to any text, however odd, deep or long."""

from __future__ import annotations

import random

import pytest
from corpus import EVASIVE, JS_EVASIVE
from hypothesis import given, settings
from hypothesis import strategies as st

from verdigris.checks.policy import audit, findings, imports, operations

PATHS = st.sampled_from(["a.py", "a.js", "a.tsx", "a.mts", "notes.txt"])


@given(st.text(max_size=120), PATHS)
def test_no_text_crashes_the_policy(text: str, path: str) -> None:
    assert isinstance(findings(text, path), list)
    assert isinstance(audit(text, "a.py"), list)
    assert isinstance(imports(text, path), list)
    assert isinstance(operations(text, path), set)


@settings(max_examples=200)
@given(st.sampled_from(EVASIVE + JS_EVASIVE), st.randoms(use_true_random=False), PATHS)
def test_no_mutation_of_real_code_crashes_the_policy(
    case: tuple[str, str], chance: random.Random, path: str
) -> None:
    letters = list(case[1])
    for _ in range(chance.randint(1, 6)):
        spot = chance.randrange(len(letters) + 1)
        match chance.randrange(3):
            case 0:
                letters.insert(spot, chance.choice("()[]{}.:=,'\"\\\n \0\udc80é*@"))
            case 1:
                del letters[spot : spot + 1]
            case _:
                letters[spot:spot] = letters[max(0, spot - 9) : spot]
    assert isinstance(findings("".join(letters), path), list)


DEEP = {
    "attributes": "x = a" + ".b" * 5000,
    "sums": "x = " + " + ".join(["'a'"] * 5000),
    "calls": "x = f" + "()" * 3000,
    "brackets": f"x = {'(' * 1000}{')' * 1000}",
    "lists": f"x = {'[' * 150}{']' * 150}",
    "lambdas": "x = " + "lambda: " * 1000 + "1",
    "comparisons": "x = " + "not " * 1000 + "1",
    "blocks": "\n".join(" " * depth + "if x:" for depth in range(90)) + "\n" + " " * 90 + "y",
    "aliases": "import os\na0 = os\n" + "".join(f"a{n + 1} = a{n}\n" for n in range(500)),
    "circles": "".join(f"a{n} = a{(n * 7 + 1) % 200} or a{(n * 3) % 200}\n" for n in range(200)),
    "doubling": "a0 = 'x'\n" + "".join(f"a{n + 1} = a{n} + a{n}\n" for n in range(200)),
    "paths": "p = ''\n" + "p = p + q / r\nq = q / p + r\nr = p / q\n" * 20 + "open(p, 'w')",
    "widths": "import os\ngetattr(os, '%999999999d' % 1)\ngetattr(os, '{:>999999999}'.format(1))",
    "repetition": "import os\ngetattr(os, 'x' * 999999999)\ngetattr(os, [0] * 99999999)",
}


@pytest.mark.parametrize("name", DEEP)
@pytest.mark.parametrize("path", ["a.py", "a.js"])
def test_deep_and_wide_code_is_survived(name: str, path: str) -> None:
    assert isinstance(findings(DEEP[name], path), list)


def test_a_long_chain_of_aliases_hides_nothing() -> None:
    code = DEEP["aliases"] + "a500.system('ls')\n"
    assert [finding.rule for finding in findings(code, "a.py")] == ["policy/process"]
    backwards = "def f():\n    a300.system('ls')\n" + "".join(
        f"a{n} = a{n - 1}\n" for n in range(300, 0, -1)
    )
    found = findings(f"{backwards}import os as a0\n", "a.py")
    assert "policy/process" in {finding.rule for finding in found}
