"""Answers that are whole functions, classes or files: their forms, and the paths they name."""

from __future__ import annotations

import textwrap

from answer_cases import BOX, FIX, FIXED, IN_TWO, SUMS, SUMS_FIXED, TWO, Bad, Good, fenced

FORM = {
    "one function in a fence": Good(fenced(FIX), FIXED),
    "prose around": Good(f"The sign is wrong.\n\n{fenced(FIX)}\nNow it adds.", FIXED),
    "no language": Good(fenced(FIX, ""), FIXED),
    "odd language": Good(fenced(FIX, "py3"), FIXED),
    "tildes": Good(fenced(FIX, "python", "~~~"), FIXED),
    "four backticks": Good(fenced(FIX, "python", "````"), FIXED),
    "indented fence": Good(textwrap.indent(fenced(FIX), "   "), FIXED),
    "indented code": Good(fenced(textwrap.indent(FIX, "    ")), FIXED),
    "never closed": Good(f"```python\n{FIX}", FIXED),
    "opened late": Good(f"{FIX}```\n", FIXED),
    "no fence": Good(FIX, FIXED),
    "no fence, prose before": Good(f"Here is the function:\n\n{FIX}", FIXED),
    "no fence, prose after": Good(f"{FIX}\nThis adds the numbers.\n", FIXED),
    "no fence, prose that begins like code": Good(f"from what I see, it adds.\n\n{FIX}", FIXED),
    "windows line ends in the answer": Good(fenced(FIX).replace("\n", "\r\n"), FIXED),
    "blank lines around the code": Good(f"```python\n\n\n{FIX}\n\n```\n", FIXED),
    "a shell block beside it": Good(f"{fenced('pytest -q', 'bash')}\n{fenced(FIX)}", FIXED),
    "the second of two blocks corrects the first": Good(
        fenced("def add(a, b):\n    return b\n") + "No, rather:\n" + fenced(FIX), FIXED
    ),
    "a broken block before a good one": Good(fenced("def add(a, b:\n") + fenced(FIX), FIXED),
    "example calls are left out": Good(
        fenced(f"{FIX}\nprint(add(1, 2))\nassert add(1, 1)\n"), FIXED
    ),
    "a main guard is left out": Good(
        fenced(f"{FIX}\nif __name__ == '__main__':\n    add(1, 2)\n"), FIXED
    ),
    "tests beside it are left out": Good(
        fenced(f"{FIX}\ndef test_add():\n    assert add(1, 1) == 2\n"), FIXED
    ),
    "a ramble of 100 KB after it": Good(fenced(FIX) + "And so on and on. " * 6000, FIXED),
    "empty": Bad("", "empty"),
    "white space": Bad(" \n\t\n", "empty"),
    "a refusal": Bad("I'm sorry, I cannot help with that.", "no code"),
    "a ramble of 100 KB before it": Bad("And so on and on. " * 6000 + fenced(FIX), "no code"),
    "an empty fence": Bad("```python\n```\n", "no code"),
    "only a comment": Bad(fenced("# change the sign\n"), "none of the functions"),
    "only a shell command": Bad(fenced("pip install numpy\n", "bash"), "no code"),
    "only a diff": Bad(
        fenced("-    return a - b\n+    return a + b\n", "diff"), "no unchanged lines"
    ),
    "only tests": Bad(
        fenced("def test_add():\n    assert add(1, 1) == 2\n"), "none of the functions"
    ),
    "the unchanged function": Bad(
        fenced("def sub(a, b):  # right\n    return a - b\n"), "does not change"
    ),
    "the unchanged file": Bad(fenced(SUMS), "does not change"),
    "everything elided": Bad(fenced("def add(a, b):\n    ...\n"), "does not change"),
    "a syntax error": Bad(fenced("def add(a, b):\n    return a +\n"), "does not parse"),
    "a syntax error in a name nobody knows": Bad(fenced("def other(:\n"), "does not parse"),
    "closed by another fence": Bad(f"```python\n{FIX}~~~\n", "does not parse"),
    "another function": Bad(fenced("def plus(a, b):\n    return a + b\n"), "none of the functions"),
    "a lone surrogate": Bad(fenced("def add(a, b):\n    return '\ud800'\n"), "cannot be written"),
    "a lone surrogate in a new file": Bad(
        fenced("def f():\n    return '\udfff'\n", "python new.py"), "cannot be written"
    ),
    "a null byte": Bad(fenced("def add(a, b):\n    return '\0'\n"), "does not parse"),
    "nested beyond any parser": Bad(
        fenced(f"def add(a, b):\n    return {'(' * 20_000}{')' * 20_000}\n"), "does not parse"
    ),
    "a sum without end": Bad(
        fenced(f"def add(a, b):\n    return {'1 + ' * 8000}1\n"), "nested too deeply"
    ),
}

NEW = "def vat(net):\n    return net * 2\n"
PATHS = {
    "in the info string": Good(fenced(FIX, "python src/shop/sums.py"), IN_TWO, TWO),
    "as the info string": Good(fenced(FIX, "src/shop/sums.py"), IN_TWO, TWO),
    "after the language and a colon": Good(fenced(FIX, "python:src/shop/sums.py"), IN_TWO, TWO),
    "as a title": Good(fenced(FIX, 'python title="src/shop/sums.py"'), IN_TWO, TWO),
    "in a comment": Good(fenced(f"# src/shop/sums.py\n{FIX}"), IN_TWO, TWO),
    "in a comment with a label": Good(fenced(f"# File: `src/shop/sums.py`\n{FIX}"), IN_TWO, TWO),
    "in the sentence before": Good(f"Change `src/shop/sums.py`:\n\n{fenced(FIX)}", IN_TWO, TWO),
    "in a bold line before": Good(f"In file **src/shop/sums.py**:\n{fenced(FIX)}", IN_TWO, TWO),
    "with ./ before it": Good(fenced(FIX, "python ./src/shop/sums.py"), IN_TWO, TWO),
    "only its name": Good(fenced(FIX, "python sums.py"), IN_TWO, TWO),
    "with a folder too many": Good(fenced(FIX, "python repo/src/shop/sums.py"), IN_TWO, TWO),
    "wrong, but the function is known": Good(fenced(FIX, "python lib/maths.py"), IN_TWO, TWO),
    "none, the function decides": Good(fenced(FIX), IN_TWO, TWO),
    "none, the focus decides": Good(
        fenced(FIX), {"b.py": SUMS_FIXED}, {"a.py": SUMS, "b.py": SUMS}, ("b.py",)
    ),
    "two files in one answer": Good(
        fenced(FIX, "python sums.py") + fenced("def area(self):\n    return 1\n", "python box.py"),
        {
            "src/shop/sums.py": SUMS_FIXED,
            "src/shop/box.py": BOX.replace("return self._width + self.depth", "return 1"),
        },
        TWO,
    ),
    "a good file beside a forbidden one": Good(
        fenced(FIX, "python /etc/cron.py") + fenced(FIX, "python src/shop/sums.py"), IN_TWO, TWO
    ),
    "a new file": Good(fenced(NEW, "python src/shop/tax.py"), {"src/shop/tax.py": NEW}, TWO),
    "a file that is not Python": Good(
        fenced('{"vat": 19}\n', "json rates.json"),
        {"rates.json": '{"vat": 19}\n'},
        {"rates.json": '{"vat": 7}\n'},
    ),
    "not Python, with windows line ends": Good(
        fenced('{\n"vat": 19}\n', "json rates.json"),
        {"rates.json": '{\r\n"vat": 19}\r\n'},
        {"rates.json": '{\r\n"vat": 7}\r\n'},
    ),
    "a secrets file is never the target": Good(fenced(FIX, "python .env"), IN_TWO, TWO),
    "none, and several could be meant": Bad(
        fenced(FIX), "could belong to a.py, b.py", {"a.py": SUMS, "b.py": SUMS}
    ),
    "a new file without its path": Bad(fenced(NEW), "none of the functions", TWO),
    "out of the project": Bad(fenced(FIX, "python ../sums.py"), "out of the project", TWO),
    "out in the middle": Bad(fenced(FIX, "python src/../../sums.py"), "out of the project", TWO),
    "absolute": Bad(fenced(FIX, "python /src/shop/sums.py"), "out of the project", TWO),
    "home": Bad(fenced(FIX, "python ~/sums.py"), "out of the project", TWO),
    "a windows drive": Bad(fenced(FIX, "python C:/shop/sums.py"), "not a plain", TWO),
    "backslashes": Bad(fenced(FIX, r"python src\shop\sums.py"), "not a plain", TWO),
    "git's folder": Bad(fenced(FIX, "python .git/hooks/sums.py"), "may not be edited", TWO),
    "git's folder, in other letters": Bad(
        fenced(FIX, "python .GiT/hooks/sums.py"), "may not be edited", TWO
    ),
    "an environment file": Bad(fenced(NEW, "python .env.py"), "may not be edited", TWO),
    "ssh keys": Bad(fenced(NEW, "python .ssh/config.txt"), "may not be edited", TWO),
}
