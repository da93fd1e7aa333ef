"""Answers that are search/replace blocks, right and damaged."""

from __future__ import annotations

from answer_cases import BOX_FIXED, FIXED, IN_TWO, SUMS, SUMS_FIXED, TWO, Bad, Good, fenced

OLD, NEW = "    return a - b  # wrong\n", "    return a + b\n"
TWINS = "a = 1\nlog()\nb = 2\nlog()\n"
RUNS = "def f(x):\n\tif x:\n\t\treturn 1\n\treturn 2\n"


def block(search: str = OLD, replace: str = NEW, path: str = "sums.py") -> str:
    name = f"{path}\n" if path else ""
    return f"{name}<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n"


BOX_BLOCK = block(
    "        return self._width + self.depth\n",
    "        return self._width * self.depth\n",
    "src/shop/box.py",
)
BOTH = {"src/shop/sums.py": SUMS_FIXED, "src/shop/box.py": BOX_FIXED}

CASES = {
    "bare": Good(block(), FIXED),
    "in a fence": Good(fenced(block(), ""), FIXED),
    "in a fence, the path before it": Good("sums.py\n" + fenced(block(path=""), "python"), FIXED),
    "in a fence, the path behind it": Good(fenced(block(path=""), "python sums.py"), FIXED),
    "the path in bold": Good("**sums.py**\n" + fenced(block(path=""), "python"), FIXED),
    "the path in a comment": Good(fenced(block(path="# sums.py"), ""), FIXED),
    "with prose around it": Good(f"The sign is wrong.\n\n{block()}\nNow it adds.\n", FIXED),
    "no path, one file": Good(block(path=""), FIXED),
    "no path, the lines decide": Good(block(path=""), IN_TWO, TWO),
    "only the name": Good(block(), IN_TWO, TWO),
    "another name, the lines decide": Good(block(path="maths.py"), IN_TWO, TWO),
    "two blocks in one file": Good(
        block() + block("LIMIT = 3", "LIMIT = 4").replace("3=", "3\n=").replace("4>", "4\n>"),
        {"sums.py": SUMS_FIXED.replace("LIMIT = 3", "LIMIT = 4")},
    ),
    "two blocks in one fence, one path": Good(
        fenced(block() + block("def sub(a, b):  # right\n", "def sub(a, b):\n", ""), ""),
        {"sums.py": SUMS_FIXED.replace("  # right", "")},
    ),
    "two files": Good(block(path="src/shop/sums.py") + BOX_BLOCK, BOTH, TWO),
    "two fences, the second without a path": Good(
        fenced(block(), "")
        + fenced(block("def sub(a, b):  # right\n", "def sub(a, b):\n", ""), ""),
        {"sums.py": SUMS_FIXED.replace("  # right", "")},
    ),
    "other words": Good(block().replace("SEARCH", "ORIGINAL").replace("REPLACE", "UPDATED"), FIXED),
    "no words": Good(block().replace(" SEARCH", "").replace(" REPLACE", ""), FIXED),
    "longer marks": Good(
        block().replace("<<<<<<<", "<<<<<<<<<").replace(">>>>>>>", ">>>>>>>>>"), FIXED
    ),
    "shorter marks": Good(
        block().replace("<<<<<<<", "<<<<<").replace("=======", "=====").replace(">>>>>>>", ">>>>>"),
        FIXED,
    ),
    "windows line ends in the answer": Good(block().replace("\n", "\r\n"), FIXED),
    "windows line ends in the file": Good(
        block(),
        {"sums.py": SUMS_FIXED.replace("\n", "\r\n")},
        {"sums.py": SUMS.replace("\n", "\r\n")},
    ),
    "never closed, in a fence": Good(fenced(block().replace(">>>>>>> REPLACE\n", ""), ""), FIXED),
    "trailing spaces": Good(block(OLD.rstrip() + "  \n"), FIXED),
    "another indentation": Good(block(OLD.lstrip(), NEW.lstrip()), FIXED),
    "spaces for tabs": Good(
        block(
            "    if x:\n        return 1\n", "    if x:\n        x += 1\n        return 3\n", "t.py"
        ),
        {"t.py": "def f(x):\n\tif x:\n\t\tx += 1\n\t\treturn 3\n\treturn 2\n"},
        {"t.py": RUNS},
    ),
    "empty lines around": Good(block(f"\n\n{OLD}\n", NEW), FIXED),
    "a part of a line": Good(block("a - b  # wrong\n", "a + b\n"), FIXED),
    "lines removed": Good(
        block("# Adds two numbers.\n", ""), {"sums.py": SUMS.replace("# Adds two numbers.\n", "")}
    ),
    "a new file": Good(
        block("", "def vat():\n    return 2\n", "tax.py"), {"tax.py": "def vat():\n    return 2\n"}
    ),
    "an empty file": Good(
        block("", "def vat():\n    return 2\n", "tax.py"),
        {"tax.py": "def vat():\n    return 2\n"},
        {"tax.py": ""},
    ),
    "a fence inside a block": Good(
        block("```sh\nmake\n```\n", "```sh\nmake test\n```\n", "README.md"),
        {"README.md": "# Shop\n\n```sh\nmake test\n```\n"},
        {"README.md": "# Shop\n\n```sh\nmake\n```\n"},
    ),
    "lines around keep their odd ends": Good(
        block("b\n", "B\n", "x.txt"), {"x.txt": "a\r\nB\nc\r\n"}, {"x.txt": "a\r\nb\nc\r\n"}
    ),
    "two places": Bad(
        block("log()\n", "pass\n", "t.py"),
        "SEARCH for t.py .* matches 2 places, at lines 2, 4",
        {"t.py": TWINS},
    ),
    "two places, a part of a line": Bad(
        block("return a -\n", "return a +\n"), "matches 2 places, at lines 10, 14"
    ),
    "not there": Bad(block("    return a * c\n"), "not in the file"),
    "not there, the nearest lines": Bad(
        block("def add(a, b):\n    return a - c\n"),
        r"   9  def add\(a, b\):\n  10      return a - b",
    ),
    "dots in the search": Bad(
        block("def add(a, b):\n    # ...\n    return b\n"), "SEARCH for sums.py leaves lines out"
    ),
    "dots in the replacement": Bad(
        block(OLD, "    # ... existing code ...\n    return a + b\n"), "leaves code out"
    ),
    "the same on both sides": Bad(block(OLD, OLD), "are the same"),
    "an empty search in a file with text": Bad(
        block("", "x = 1\n"), "is empty, but the file is not"
    ),
    "one good and one bad block": Bad(block() + block("nowhere\n", "x\n"), "not in the file"),
    "a result that does not parse": Bad(block(OLD, "    return a +\n"), "does not parse"),
    "no file named, and it fits two": Bad(
        block(path=""), "could belong to a.py, b.py", {"a.py": SUMS, "b.py": SUMS}
    ),
    "out of the project": Bad(block(path="../sums.py"), "out of the project"),
    "a new file in git's folder": Bad(block("", "x = 1\n", ".git/x.py"), "may not be edited"),
    "no divider": Bad("sums.py\n<<<<<<< SEARCH\n" + OLD + ">>>>>>> REPLACE\n", "sums|same|not in"),
}
