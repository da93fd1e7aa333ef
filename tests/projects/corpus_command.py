"""Projects whose tests are any other command."""
# ruff: noqa: E501 (programs in strings)

from __future__ import annotations

from corpus_project import Project

JUNIT = """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="s" tests="4">
  <testcase classname="com.shop.CartTest" name="adds" time="0.2"/>
  <testcase classname="com.shop.CartTest" name="sums" file="src/cart.kt" line="12">
    <failure type="org.junit.ComparisonFailure" message="expected:&lt;3&gt; but was:&lt;4&gt;">at it</failure>
  </testcase>
  <testcase classname="com.shop.CartTest" name="opens"><error message="no disk"/></testcase>
  <testcase classname="com.shop.CartTest" name="later"><skipped message="not yet"/></testcase>
</testsuite></testsuites>
"""
BOMB = """\
<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<testsuites><testsuite><testcase name="&b;"/></testsuite></testsuites>
"""
TAP = """\
TAP version 14
# Subtest: sums
    ok 1 - small
    not ok 2 - large
      ---
      message: they differ
      wanted: 120
      found: 206
      at: lib/sums.pl:4
      ...
    1..2
not ok 1 - sums
ok 2 - slow # SKIP no network
not ok 3 - known # TODO later
ok 4
noise in between
1..4
"""

PROJECTS = [
    Project(
        "a command that passes",
        {"run.sh": "echo fine\n"},
        {"command": "passed"},
        runs="sh run.sh",
        given=True,
    ),
    Project(
        "a command that fails",
        {"run.sh": "echo checking\necho 'lib/a.rb:7: the sum is 5'\nexit 4\n"},
        {"command": "failed: exit status 4: lib/a.rb:7: the sum is 5, at lib/a.rb:7"},
        runs="sh run.sh",
        given=True,
    ),
    Project(
        "a target of make",
        {"Makefile": "all:\n\ntest: all\n\t@echo 'not today'\n\t@false\n"},
        {"command": "failed: exit status 2: make: *** [Makefile:5: test] Error 1"},
        runs="make test",
    ),
    Project(
        "a command that writes JUnit files",
        {
            "old.xml": "<testsuite><testcase name='stale'/></testsuite>",
            "pom.txt": JUNIT,
            "run.sh": "mkdir 'the reports'\ncp pom.txt 'the reports/TEST a.xml'\nexit 1\n",
        },
        {
            "com.shop.CartTest::adds": "passed",
            "src/cart.kt::com.shop.CartTest::sums": (
                "failed: expected:<3> but was:<4>, at src/cart.kt:12"
            ),
            "com.shop.CartTest::opens": "error: no disk",
            "com.shop.CartTest::later": "skipped",
        },
        runs="sh run.sh",
        given=True,
    ),
    Project(
        "a command that writes a bomb",
        {"bomb.txt": BOMB, "run.sh": "cp bomb.txt report.xml\n"},
        {"command": "passed"},
        runs="sh run.sh",
        given=True,
    ),
    Project(
        "a command that prints TAP",
        {"tap.txt": TAP, "run.sh": "cat tap.txt\nexit 1\n"},
        {
            "sums::small": "passed",
            "sums::large": "failed: expected 120, got 206, at lib/sums.pl:4",
            "sums": "failed: not ok 1",
            "slow": "skipped",
            "known": "xfailed",
            "test 4": "passed",
        },
        runs="sh run.sh",
        given=True,
    ),
    Project(
        "a command that prints less TAP than it planned",
        {"run.sh": "echo 1..3\necho 'ok 1 - a'\necho 'ok 2 - b'\n"},
        {"a": "passed", "b": "passed"},
        runs="sh run.sh",
        given=True,
        ending="crashed",
        message="3 tests were planned, 2 were seen",
    ),
    Project(
        "a command that prints what looks like TAP and is none",
        {"run.sh": "echo 'ok then'\necho 'ok 1 - fine'\n"},
        {"command": "passed"},
        runs="sh run.sh",
        given=True,
    ),
]
