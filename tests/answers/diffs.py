"""Answers that are unified diffs, right and damaged."""

from __future__ import annotations

from answer_cases import BOX, BOX_FIXED, FIXED, IN_TWO, SUMS, SUMS_FIXED, TWO, Bad, Good, fenced

HEAD = "--- a/sums.py\n+++ b/sums.py\n"
BODY = (
    " # Adds two numbers.\n def add(a, b):\n-    return a - b  # wrong\n+    return a + b\n \n \n"
)
HUNK = f"@@ -8,5 +8,5 @@ LIMIT = 3  # at most\n{BODY}"
RIGHT = HEAD + HUNK
GIT = "diff --git a/sums.py b/sums.py\nindex 1234567..89abcde 100644\n" + RIGHT
SHOP = RIGHT.replace("a/sums.py", "a/src/shop/sums.py").replace("b/sums.py", "b/src/shop/sums.py")
BOX_PART = """\
--- a/src/shop/box.py
+++ b/src/shop/box.py
@@ -20,4 +20,4 @@
     def area(self):
         \"\"\"Width times depth.\"\"\"
-        return self._width + self.depth
+        return self._width * self.depth
"""
BOTH = {"src/shop/sums.py": SUMS_FIXED, "src/shop/box.py": BOX_FIXED}
NEW = """\
--- /dev/null
+++ b/tax.py
@@ -0,0 +1,2 @@
+def vat(net):
+    return net * 2
"""
TAX = {"tax.py": "def vat(net):\n    return net * 2\n"}
SUMS_LINES = "".join(f"-{line}\n" for line in SUMS.split("\n")[:-1])
GONE = f"--- a/sums.py\n+++ /dev/null\n@@ -1,{SUMS.count(chr(10))} +0,0 @@\n{SUMS_LINES}"
TWINS = (
    "class A:\n    def run(self):\n        self.go()\n        return 1\n\n\n"
    "class B:\n    def run(self):\n        self.go()\n        return 1\n"
)
TWIN = (
    "@@ -2,3 +2,3 @@\n     def run(self):\n         self.go()\n"
    "-        return 1\n+        return 2\n"
)
TWIN_HEAD = "--- a/t.py\n+++ b/t.py\n"
LAST_FIXED = "return 2\n".join(TWINS.rsplit("return 1\n", 1))
PATCH_FORM = f"""\
*** Begin Patch
*** Update File: sums.py
@@ def add(a, b):
{BODY.rstrip(" ")}*** End Patch
"""
TABS = "def f(x):\n\tif x:\n\t\treturn 1\n\treturn 2\n"


def git(lines: str) -> str:
    return f"diff --git a/sums.py b/sums.py\n{lines}"


CASES = {
    # Right ones, in many dresses
    "in a diff fence": Good(fenced(RIGHT, "diff"), FIXED),
    "in a patch fence": Good(fenced(RIGHT, "patch"), FIXED),
    "in a python fence": Good(fenced(RIGHT, "python"), FIXED),
    "in a fence without a language": Good(fenced(RIGHT, ""), FIXED),
    "without a fence": Good(RIGHT, FIXED),
    "with prose around it": Good(f"The sign is wrong.\n\n{RIGHT}\nNow it adds.\n", FIXED),
    "with a list after it": Good(f"{RIGHT}\n- one line changed\n- nothing else\n", FIXED),
    "with git's header": Good(fenced(GIT, "diff"), FIXED),
    "with git's header and no fence": Good(GIT, FIXED),
    "without a/ and b/": Good(
        fenced(RIGHT.replace("a/sums", "sums").replace("b/sums", "sums"), "diff"), FIXED
    ),
    "with dates": Good(
        fenced(RIGHT.replace("a/sums.py\n", "a/sums.py\t2024-05-01 10:00:00\n"), "diff"), FIXED
    ),
    "with windows line ends": Good(fenced(RIGHT, "diff").replace("\n", "\r\n"), FIXED),
    "on a file with windows line ends": Good(
        fenced(RIGHT, "diff"),
        {"sums.py": SUMS_FIXED.replace("\n", "\r\n")},
        {"sums.py": SUMS.replace("\n", "\r\n")},
    ),
    "two files": Good(fenced(SHOP + BOX_PART, "diff"), BOTH, TWO),
    "two files in two fences": Good(fenced(SHOP, "diff") + fenced(BOX_PART, "diff"), BOTH, TWO),
    "two files without fences": Good(SHOP + BOX_PART, BOTH, TWO),
    "in the form of a patch tool": Good(PATCH_FORM, FIXED),
    "in the form of a patch tool, fenced": Good(fenced(PATCH_FORM, ""), FIXED),
    # Damaged in ways that leave no doubt
    "wrong line numbers": Good(fenced(RIGHT.replace("-8,5 +8,5", "-90,5 +90,5"), "diff"), FIXED),
    "line numbers of one side wrong": Good(
        fenced(RIGHT.replace("-8,5 +8,5", "-8,5 +1,5"), "diff"), FIXED
    ),
    "wrong counts": Good(fenced(RIGHT.replace("-8,5 +8,5", "-8,2 +8,9"), "diff"), FIXED),
    "counts too small": Good(fenced(RIGHT.replace("-8,5 +8,5", "-8,1 +8,1"), "diff"), FIXED),
    "no counts": Good(fenced(RIGHT.replace("-8,5 +8,5", "-8 +8"), "diff"), FIXED),
    "no numbers": Good(
        fenced(RIGHT.replace("@@ -8,5 +8,5 @@ LIMIT = 3  # at most", "@@"), "diff"), FIXED
    ),
    "dots for numbers": Good(fenced(RIGHT.replace("-8,5 +8,5", "..."), "diff"), FIXED),
    "no hunk header": Good(
        fenced(HEAD + HUNK.split("\n", 1)[1] + " def sub(a, b):  # right\n", "diff"), FIXED
    ),
    "no file names": Good(fenced(HUNK, "diff"), FIXED),
    "no file names, but the fence has one": Good(
        fenced(HUNK, "diff src/shop/sums.py"), IN_TWO, TWO
    ),
    "no file names, but the sentence before has one": Good(
        f"In `src/shop/sums.py`:\n\n{fenced(HUNK, 'diff')}", IN_TWO, TWO
    ),
    "no file names, the lines decide": Good(fenced(HUNK, "diff"), IN_TWO, TWO),
    "only the name of the file": Good(fenced(RIGHT, "diff"), IN_TWO, TWO),
    "a folder too many": Good(
        fenced(RIGHT.replace("a/sums", "a/repo/src/shop/sums"), "diff"), IN_TWO, TWO
    ),
    "another name, the lines decide": Good(
        fenced(RIGHT.replace("sums.py", "maths.py"), "diff"), IN_TWO, TWO
    ),
    "empty lines without their space": Good(
        fenced("\n".join(line.rstrip() for line in RIGHT.split("\n")), "diff"), FIXED
    ),
    "spaces at the ends of lines": Good(
        fenced(RIGHT.replace("def add(a, b):", "def add(a, b):   "), "diff"), FIXED
    ),
    "marks of context lines forgotten": Good(
        fenced(RIGHT.replace("\n def", "\ndef").replace("\n # Adds", "\n# Adds"), "diff"), FIXED
    ),
    "another indentation": Good(
        fenced(
            RIGHT.replace("\n # Adds", "\n     # Adds")
            .replace("\n def", "\n     def")
            .replace("-    return", "-        return")
            .replace("+    return", "+        return"),
            "diff",
        ),
        FIXED,
    ),
    "spaces for tabs": Good(
        fenced(
            "--- a/t.py\n+++ b/t.py\n@@ -1,4 +1,4 @@\n def f(x):\n     if x:\n-        return 1\n"
            "+        return 3\n     return 2\n",
            "diff",
        ),
        {"t.py": TABS.replace("return 1", "return 3")},
        {"t.py": TABS},
    ),
    "a line of context misremembered": Good(
        fenced(
            RIGHT.replace(" # Adds two numbers.", " # Adds the two numbers.")
            .replace(" \n \n", " \n \n def sub(a, b):  # right\n")
            .replace("8,5 +8,5", "8,6 +8,6"),
            "diff",
        ),
        FIXED,
    ),
    "lines left out in the middle": Good(
        fenced(
            HEAD + "@@ -5,11 +5,11 @@\n-LIMIT = 3  # at most\n+LIMIT = 4  # at most\n \n \n"
            " # ... existing code ...\n # Adds two numbers.\n def add(a, b):\n"
            "-    return a - b  # wrong\n+    return a + b\n \n",
            "diff",
        ),
        {"sums.py": SUMS_FIXED.replace("LIMIT = 3", "LIMIT = 4")},
    ),
    "the last line without a newline": Good(
        fenced("--- a/t.py\n+++ b/t.py\n@@ -1,2 +1,2 @@\n x = 1\n-y = 2\n+y = 3\n", "diff"),
        {"t.py": "x = 1\ny = 3"},
        {"t.py": "x = 1\ny = 2"},
    ),
    "a newline added at the end": Good(
        fenced(
            "--- a/t.py\n+++ b/t.py\n@@ -1,2 +1,2 @@\n x = 1\n-y = 2\n"
            "\\ No newline at end of file\n+y = 3\n",
            "diff",
        ),
        {"t.py": "x = 1\ny = 3\n"},
        {"t.py": "x = 1\ny = 2"},
    ),
    "the heading tells twins apart": Good(
        fenced(TWIN_HEAD + TWIN.replace("@@ -2,3 +2,3 @@", "@@ -1,3 +1,3 @@ class B:"), "diff"),
        {"t.py": LAST_FIXED},
        {"t.py": TWINS},
    ),
    "another hunk proves the numbers": Good(
        fenced(
            TWIN_HEAD
            + "@@ -1,2 +1,2 @@\n-class A:\n+class A(B):\n     def run(self):\n"
            + TWIN.replace("-2,3 +2,3", "-8,3 +8,3"),
            "diff",
        ),
        {"t.py": LAST_FIXED.replace("class A:", "class A(B):")},
        {"t.py": TWINS},
    ),
    # New, gone, renamed
    "a new file": Good(fenced(NEW, "diff"), TAX),
    "a new file with git's header": Good(
        fenced(
            "diff --git a/tax.py b/tax.py\nnew file mode 100644\nindex 0000000..1234567\n" + NEW,
            "diff",
        ),
        TAX,
    ),
    "a new file from a patch tool": Good(
        "*** Begin Patch\n*** Add File: tax.py\n+def vat(net):\n"
        "+    return net * 2\n*** End Patch\n",
        TAX,
    ),
    "a new file without a final newline": Good(
        fenced(NEW + "\\ No newline at end of file\n", "diff"),
        {"tax.py": "def vat(net):\n    return net * 2"},
    ),
    "a deleted file": Good(fenced(GONE, "diff"), {"sums.py": None}),
    "a deleted file with git's header": Good(
        fenced(git("deleted file mode 100644\nindex 1234567..0000000\n") + GONE, "diff"),
        {"sums.py": None},
    ),
    "a deleted file, said in words": Good("Delete file: `sums.py`\n", {"sums.py": None}),
    "a deleted file from a patch tool": Good(
        "*** Begin Patch\n*** Delete File: sums.py\n*** End Patch\n", {"sums.py": None}
    ),
    "a renamed file": Good(
        "diff --git a/sums.py b/adding.py\nsimilarity index 100%\nrename from sums.py\n"
        "rename to adding.py\n",
        {"sums.py": None, "adding.py": SUMS},
    ),
    "a renamed and changed file": Good(
        "diff --git a/sums.py b/adding.py\nsimilarity index 90%\nrename from sums.py\n"
        "rename to adding.py\n--- a/sums.py\n+++ b/adding.py\n" + HUNK,
        {"sums.py": None, "adding.py": SUMS_FIXED},
    ),
    "a renamed file, said in words": Good(
        "Rename file `sums.py` to `adding.py`\n", {"sums.py": None, "adding.py": SUMS}
    ),
    "a moved file from a patch tool": Good(
        PATCH_FORM.replace("sums.py\n", "sums.py\n*** Move to: adding.py\n"),
        {"sums.py": None, "adding.py": SUMS_FIXED},
    ),
    "an empty file is filled": Good(
        fenced(NEW.replace("/dev/null", "a/tax.py"), "diff"), TAX, {"tax.py": ""}
    ),
    # Refused, with the reason
    "twins": Bad(
        fenced(TWIN_HEAD + TWIN, "diff"), "matches 2 places, at lines 2, 8", {"t.py": TWINS}
    ),
    "twins, with invented numbers": Bad(
        fenced(TWIN_HEAD + TWIN.replace("-2,3 +2,3", "-30,3 +30,3"), "diff"),
        "matches 2 places",
        {"t.py": TWINS},
    ),
    "lines that are not there": Bad(
        fenced(RIGHT.replace("a - b  # wrong", "a - c"), "diff"), "are not in the file"
    ),
    "the nearest lines are shown": Bad(
        fenced(RIGHT.replace("a - b  # wrong", "a - c"), "diff"), r"10      return a - b  # wrong"
    ),
    "a line without its neighbours": Bad(
        fenced("-    return a - b\n+    return a + b\n", "diff"), "no unchanged lines"
    ),
    "an insertion without a neighbour": Bad(
        fenced(HEAD + "@@\n def add(a, b):\n+    print(a)\n", "diff"), "before and after it"
    ),
    "nothing but context": Bad(fenced(HEAD + "@@ -5,1 +5,1 @@\n LIMIT = 3\n", "diff"), "no line"),
    "the code as it is": Bad(
        fenced(
            HEAD + "@@ -9,2 +9,2 @@\n-def add(a, b):\n+def add(a, b):\n"
            "     return a - b  # wrong\n",
            "diff",
        ),
        "does not change",
    ),
    "half of it fits": Bad(
        fenced(SHOP + BOX_PART.replace("self._width + ", "self.width + "), "diff"),
        "are not in the file",
        TWO,
    ),
    "a result that does not parse": Bad(
        fenced(RIGHT.replace("+    return a + b", "+    return a +"), "diff"), "does not parse"
    ),
    "an elision among the added lines": Bad(
        fenced(RIGHT.replace("+    return a + b", "+    # ... rest of the function ..."), "diff"),
        "leaves code out",
    ),
    "a file nobody knows": Bad(
        fenced("--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n a = 1\n-b = 2\n+b = 3\n", "diff"),
        "x.py is not one of the files you were shown. They are: src/shop/sums.py",
        TWO,
    ),
    "no file named, and it fits two": Bad(
        fenced(HUNK, "diff"), "could belong to a.py, b.py", {"a.py": SUMS, "b.py": SUMS}
    ),
    "a new file that is there": Bad(
        fenced(NEW.replace("tax.py", "sums.py"), "diff"), "is there already"
    ),
    "a deletion of half a file": Bad(
        fenced("--- a/sums.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n", "diff"),
        "does not remove all",
    ),
    "a rename onto a file that is there": Bad(
        "Rename file `a.py` to `b.py`\n", "is there already", {"a.py": SUMS, "b.py": BOX}
    ),
    "a binary patch": Bad(
        fenced(git("GIT binary patch\nliteral 3\nKcmZ>\n"), "diff"), "binary patch"
    ),
    "binary files that differ": Bad(
        fenced(git("Binary files a/x.png and b/x.png differ\n"), "diff"), "binary patch"
    ),
    "a mode": Bad(fenced(git("old mode 100644\nnew mode 100755\n"), "diff"), "mode"),
    "a new program": Bad(fenced(git("new file mode 100755\n") + NEW, "diff"), "mode 100755"),
    "a new link": Bad(
        fenced(git("new file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+/etc\n"), "diff"),
        "a link",
    ),
    "a submodule": Bad(
        fenced(
            git(
                "index 1..2 160000\n--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n-Subproject commit 1\n"
                "+Subproject commit 2\n"
            ),
            "diff",
        ),
        "submodule|not one of the files",
    ),
    "a new submodule": Bad(fenced(git("new file mode 160000\n") + NEW, "diff"), "a submodule"),
    "a copy": Bad(
        fenced("diff --git a/sums.py b/x.py\ncopy from sums.py\ncopy to x.py\n", "diff"), "copies"
    ),
    "out of the project": Bad(
        fenced(NEW.replace("b/tax.py", "b/../tax.py"), "diff"), "out of the project"
    ),
    "absolute": Bad(fenced(NEW.replace("b/tax.py", "/etc/tax.py"), "diff"), "out of the project"),
    "into git's folder": Bad(
        fenced(NEW.replace("b/tax.py", "b/.git/hooks/tax.py"), "diff"), "may not be edited"
    ),
    "a rename into git's folder": Bad(
        "diff --git a/sums.py b/.git/x.py\nrename from sums.py\nrename to .git/x.py\n",
        "may not be edited",
    ),
}
