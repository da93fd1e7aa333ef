"""No text, however odd, crashes the reader, keeps it busy for long, or leads out of the project."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verdigris.edits.answer import read_answer
from verdigris.edits.guard import clean_path
from verdigris.errors import ModelMistake

FILES = {
    "src/shop/sums.py": "def add(a, b):\n    return a - b\n\n\ndef sub(a, b):\n    return a - b\n",
    "src/shop/box.py": "class Box:\n    def area(self):\n        return 1\n",
    "src/box.ts": "export class Box {\n  area(): number {\n    return 1;\n  }\n}\n",
    "rates.json": '{"vat": 7}\n',
    "empty.py": "",
}
FRAGMENTS = st.sampled_from(
    [
        "```", "```python\n", "~~~\n", "\n```\n", "````markdown\n", "```diff\n", "```json\n",
        "def add(a, b):\n    return a + b\n", "class Box:\n", "    def area(self):\n        pass\n",
        "# ../x.py\n", "python /etc/x.py\n", ".git/a.py", "\\a.py ", "import os\n", "@property\n",
        "LIMIT = 4\n", "'''", '"', "\r\n", "\ud800", "\0", "((((", "\t", "…",
        "<think>\n", "</think>",
        "--- a/src/shop/sums.py\n", "+++ b/src/shop/sums.py\n", "+++ /dev/null\n",
        "--- /dev/null\n",
        "+++ b/../../etc/passwd\n", "+++ b/.git/hooks/pre-commit\n", "@@ -1,2 +1,2 @@\n", "@@\n",
        "@@ -999999999,0 +0,0 @@ x\n", " def add(a, b):\n", "-    return a - b\n",
        "+    return a + b\n",
        "\\ No newline at end of file\n", "diff --git a/src/shop/sums.py b/x/../../y.py\n",
        "rename from src/shop/sums.py\n", "rename to ../x.py\n", "new file mode 100644\n",
        "deleted file mode 100644\n", "<<<<<<< SEARCH\n", "=======\n", ">>>>>>> REPLACE\n",
        "src/shop/sums.py\n", "rates.json\n", "*** Begin Patch\n", "*** Add File: ~/x\n",
        "*** Update File: src/box.ts\n", "*** Move to: /x\n", "*** End Patch\n",
        "Delete file: rates.json\n", "Rename file `rates.json` to `C:/x.json`\n", "  area() {\n",
        '{"path": "../x", "content": ""}\n', "# ... rest of the code ...\n", " \n", "+\n", "-\n",
    ]
)  # fmt: skip


def stays_inside(path: str) -> bool:
    pure = PurePosixPath(path)
    return (
        not pure.is_absolute()
        and not {"..", ".git", "~"} & {part.casefold() for part in pure.parts}
        and "\\" not in path
        and clean_path(path) == path
    )


@given(
    text=st.one_of(
        st.text(st.characters(), max_size=300),
        st.lists(st.one_of(FRAGMENTS, st.text(max_size=8)), max_size=25).map("".join),
        st.lists(FRAGMENTS, max_size=40).map("".join),
    )
)
@settings(max_examples=1000)
def test_no_text_crashes_it_or_leads_out_of_the_project(text: str) -> None:
    try:
        read = read_answer(text, FILES, ["src/shop/box.py"])
    except ModelMistake as mistake:
        assert str(mistake)
        return
    assert read.texts and set(read.how) == set(read.texts)
    for path, after in read.texts.items():
        assert stays_inside(path)
        assert after != FILES.get(path)


@pytest.mark.parametrize(
    "text",
    [
        "<think>\n" * 40_000,
        "<<<<<<< SEARCH\n" * 30_000,
        "```\n" * 90_000,
        "```python\n```" * 30_000,
        "@@ -1,1 +1,1 @@\n" * 20_000,
        "--- a/x.py\n+++ b/x.py\n" * 15_000,
        "--- a/x.py\n+++ b/x.py\n@@ -1,9 +1,9 @@\n" + "+a\n-b\n c\n" * 15_000,
        "a" * 399_000,
        "`" + "a/" * 190_000 + ".py`\n```python\nx\n```\n",
        "def f(x): " * 9_000,
        "def f():\n" + "  (\n" * 30_000,
        "```js src/box.ts\n" + "{(" * 100_000 + "\n```\n",
        "```json\n" + "[" * 90_000 + "\n```\n",
        "```json\n" + '{"a":' * 900 + "1" + "}" * 900 + "\n```\n",
        "```python\n" + "x = (" * 5_000 + "\n```\n",
        "*** Update File: rates.json\n" * 10_000,
    ],
    ids=lambda text: repr(text[:24]),
)
@pytest.mark.timeout(30)
def test_a_text_made_to_keep_it_busy_does_not(text: str) -> None:
    with pytest.raises(ModelMistake):
        read_answer(text, FILES, ["src/shop/box.py"])
