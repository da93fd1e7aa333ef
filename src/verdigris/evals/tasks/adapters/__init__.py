"""Public sets of tasks as suites of ours: a module a set, each with `open_set(path)`.

quixbugs   a checkout of QuixBugs: forty small programs with one wrong line each
humaneval  HumanEval, or HumanEvalFix (HumanEvalPack), as a JSONL file
exercism   a checkout of an Exercism track, or of the polyglot benchmark made of them
bugsinpy   a folder of projects that `bugsinpy-checkout` has made
swebench   SWE-bench-style instances with prepared repositories

The user has them on disk; nothing is downloaded, and nothing of them is shipped.
"""
