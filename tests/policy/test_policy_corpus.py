"""Every snippet of the corpus, by itself: what must be named is named, and nothing else is."""

from __future__ import annotations

import pytest
from corpus import (
    EVASIVE,
    HARMLESS,
    JS_EVASIVE,
    JS_HARMLESS,
    JS_PLAIN,
    PLAIN,
)

from verdigris.checks.policy import findings
from verdigris.checks.rules import RULES


@pytest.mark.parametrize(("rule", "code"), PLAIN + EVASIVE)
def test_python_is_seen_through(rule: str, code: str) -> None:
    assert f"policy/{rule}" in {finding.rule for finding in findings(code, "a.py")}


@pytest.mark.parametrize("code", HARMLESS)
def test_harmless_python_is_left_alone(code: str) -> None:
    assert findings(code, "a.py") == []


@pytest.mark.parametrize(("rule", "code"), JS_PLAIN + JS_EVASIVE)
def test_javascript_is_seen_through(rule: str, code: str) -> None:
    assert f"policy/{rule}" in {finding.rule for finding in findings(code, "a.tsx")}


@pytest.mark.parametrize("code", JS_HARMLESS)
def test_harmless_javascript_is_left_alone(code: str) -> None:
    assert findings(code, "a.tsx") == []


def test_the_corpus_is_large_and_no_rule_of_the_policy_is_without_a_case() -> None:
    cases = PLAIN + EVASIVE + JS_PLAIN + JS_EVASIVE
    assert len(cases) + len(HARMLESS) + len(JS_HARMLESS) > 350
    named = {f"policy/{rule}" for rule, _ in cases}
    assert {rule.id for rule in RULES if rule.operation != "dependency"} <= named
