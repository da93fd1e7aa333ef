"""More whole code: thoughts, nested fences, elisions, empty modules, several files, tool calls."""

from __future__ import annotations

from answer_cases import (
    BOX,
    BOX_FIXED,
    FIX,
    FIXED,
    IN_TWO,
    SUMS,
    SUMS_FIXED,
    TWO,
    Bad,
    Good,
    fenced,
)

EMPTY = {"tax.py": ""}
VAT = "def vat(net):\n    return net * 0.19\n"
LATE = f"Sure.\n\n{fenced(FIX)}"
README = "# Shop\n\nRun:\n\n```sh\nmake\n```\n\nDone.\n"
LONG = (
    "def add(a, b):\n    total = a\n    for _ in range(3):\n        total -= b\n    return total\n"
)

CASES = {
    # Thoughts
    "a thought before the code": Good(f"<think>\nMaybe `return b`?\n</think>\n{LATE}", FIXED),
    "code inside a thought is not the answer": Good(
        "<think>\n```python\ndef sub(a, b):\n    return b\n```\n</think>\n" + LATE, FIXED
    ),
    "a thought that was never opened": Good(f"I try `return b`.\n</think>\n{LATE}", FIXED),
    "another word for thinking": Good(f"<thinking>hm</thinking>\n{LATE}", FIXED),
    "two thoughts": Good(f"<think>a</think>\nSo:\n<think>b</think>\n{LATE}", FIXED),
    "a tag inside the code is code": Good(
        fenced('def add(a, b):\n    return a + b  # "<think>"\n'),
        {"sums.py": SUMS.replace("a - b  # wrong", 'a + b  # "<think>"')},
    ),
    "a thought without end": Bad(f"<think>\nLet me see.\n{fenced(FIX)}", "ended before the code"),
    # Fences
    "a fence in a fence": Good(f"```\n{fenced(FIX)}```\n", FIXED),
    "a fence in a markdown fence": Good(f"````markdown\nHere:\n{fenced(FIX)}````\n", FIXED),
    "wrong language": Good(fenced(FIX, "javascript"), FIXED),
    "upper-case language": Good(fenced(FIX, "Python"), FIXED),
    "language with attributes": Good(fenced(FIX, "python {.line-numbers}"), FIXED),
    "a fence that closes with more backticks": Good(f"```python\n{FIX}`````\n", FIXED),
    "an output block after it": Good(f"{fenced(FIX)}\nIt prints:\n{fenced('3', 'text')}", FIXED),
    "a quoted failure before it": Good(
        f"{fenced('E assert 0 == 3', 'text')}\n{fenced(FIX)}", FIXED
    ),
    "a markdown file with fences of its own": Good(
        f"````markdown README.md\n{README.replace('make', 'make test')}````\n",
        {"README.md": README.replace("make", "make test")},
        {"README.md": README},
    ),
    "the same in three backticks": Good(
        f"```markdown README.md\n{README.replace('make', 'make test')}```\n",
        {"README.md": README.replace("make", "make test")},
        {"README.md": README},
    ),
    # Elisions never delete code
    "an elision between functions": Good(
        fenced(f"import math\n\n# ... existing code ...\n\n{FIX}\n# ... rest unchanged ...\n"),
        FIXED,
    ),
    "an elided method in a class": Good(
        fenced(
            "class Box:\n    # ... other methods ...\n\n    def area(self):\n"
            "        return self._width * self.depth\n"
        ),
        {"src/shop/box.py": BOX_FIXED},
        TWO,
    ),
    "an elision inside a function": Bad(
        fenced("def add(a, b):\n    # ... existing code ...\n    return total\n"),
        "leaves code out",
        {"sums.py": LONG},
    ),
    "an elision in other words": Bad(
        fenced("def add(a, b):\n    total = a\n    # rest of the function unchanged\n"),
        "leaves code out",
        {"sums.py": LONG},
    ),
    "an elision by three dots": Bad(
        fenced("def add(a, b):\n    total = a\n    ...\n    return total\n"),
        "leaves code out",
        {"sums.py": LONG},
    ),
    "an elision by one character": Bad(
        fenced("def add(a, b):\n    total = a\n    # …\n    return total\n"),
        "leaves code out",
        {"sums.py": LONG},
    ),
    "an elision in a text file": Bad(
        fenced("name: shop\n# ... rest of the file unchanged ...\n", "yaml ci.yaml"),
        "leaves code out",
        {"ci.yaml": "name: shop\nsteps:\n  - make\n"},
    ),
    "an elision in a new file": Bad(
        fenced(f"{VAT}\n# ... add more functions here ...\n", "python src/shop/tax.py"),
        "leaves code out",
        TWO,
    ),
    "dots in a comment that was there": Good(
        fenced("def wait():\n    # ... and more code follows\n    return 2\n"),
        {"w.py": "def wait():\n    # ... and more code follows\n    return 2\n"},
        {"w.py": "def wait():\n    # ... and more code follows\n    return 1\n"},
    ),
    "a comment that ends in dots": Good(
        fenced("def add(a, b):\n    # hm...\n    return a + b\n"),
        {"sums.py": SUMS.replace("    return a - b  # wrong", "    # hm...\n    return a + b")},
    ),
    # Empty modules, and files that define nothing
    "an empty module is filled": Good(fenced(VAT, "python tax.py"), {"tax.py": VAT}, EMPTY),
    "an empty module in focus is filled": Good(fenced(VAT), {"tax.py": VAT}, EMPTY, ("tax.py",)),
    "a module of comments is filled": Good(
        fenced(VAT, "python tax.py"),
        {"tax.py": f"# Taxes.\n\n\n{VAT}"},
        {"tax.py": "# Taxes.\n"},
    ),
    "a module that is only a docstring is filled": Good(
        fenced(f'"""Taxes."""\n\n\n{VAT}', "python tax.py"),
        {"tax.py": f'"""Taxes."""\n\n\n{VAT}'},
        {"tax.py": '"""Taxes."""\n'},
    ),
    "an empty module is not filled with prose": Bad(
        fenced("Just return the tax.", "python"), "does not parse", EMPTY, ("tax.py",)
    ),
    # Several files, new ones, constants
    "two new files": Good(
        fenced(VAT, "python src/a.py") + fenced("def b():\n    return 1\n", "python src/b.py"),
        {"src/a.py": VAT, "src/b.py": "def b():\n    return 1\n"},
        TWO,
    ),
    "a new file named in its first line": Good(
        fenced(f"# src/shop/tax.py\n{VAT}"), {"src/shop/tax.py": VAT}, TWO
    ),
    "a new file that is not code": Good(
        fenced("vat,19\n", "csv src/rates.csv"), {"src/rates.csv": "vat,19\n"}, TWO
    ),
    "the path as a heading": Good(f"### src/shop/sums.py\n\n{fenced(FIX)}", IN_TWO, TWO),
    "the path with a colon before": Good(f"**src/shop/sums.py**:\n{fenced(FIX)}", IN_TWO, TWO),
    "the path in other letters": Good(fenced(FIX, "python SRC/Shop/sums.py"), IN_TWO, TWO),
    "a constant the new code needs": Good(
        fenced(f"RATE = 2\n\n\n{FIX.replace('a + b', 'a + b * RATE')}"),
        {
            "sums.py": SUMS_FIXED.replace("a + b", "a + b * RATE").replace(
                "\n\n# Adds", "\n\nRATE = 2\n\n\n# Adds"
            )
        },
    ),
    "one name, two files": Bad(
        fenced(FIX, "python sums.py"),
        "could belong to a/sums.py, b/sums.py",
        {"a/sums.py": SUMS, "b/sums.py": SUMS},
    ),
    "a file that would not parse": Bad(
        fenced('{"vat": 19\n', "json rates.json"), "does not parse", {"rates.json": '{"vat": 7}\n'}
    ),
    # Line ends and marks
    "a text without a final newline keeps it so": Good(
        fenced("19\n", "text rate.txt"), {"rate.txt": "19"}, {"rate.txt": "7"}
    ),
    "mixed line ends stay mixed": Good(
        fenced("a\nB\nc\n", "text x.txt"), {"x.txt": "a\r\nB\nc\r\n"}, {"x.txt": "a\r\nb\nc\r\n"}
    ),
    "a byte-order mark stays": Good(
        fenced("b\n", "text x.txt"), {"x.txt": "\ufeffb\n"}, {"x.txt": "\ufeffa\n"}
    ),
    # Tool calls
    "a tool call with the whole file": Good(
        fenced('{"path": "rates.txt", "content": "vat 19\\n"}\n', "json"),
        {"rates.txt": "vat 19\n"},
        {"rates.txt": "vat 7\n"},
    ),
    "a tool call that replaces": Good(
        fenced(
            '{"edits": [{"file_path": "sums.py", "old_string": "a - b  # wrong", '
            '"new_string": "a + b"}]}\n',
            "json",
        ),
        FIXED,
    ),
    "a tool call for a path outside": Bad(
        fenced('{"path": "../x.txt", "content": "a"}\n', "json"), "out of the project"
    ),
    "JSON that is no tool call": Bad(fenced('{"a": 1}\n', "json"), "none of the functions"),
    "BOX keeps what it had": Good(
        fenced("    def area(self):\n        return self._width * self.depth\n"),
        {"src/shop/box.py": BOX_FIXED},
        {"src/shop/box.py": BOX},
    ),
}
