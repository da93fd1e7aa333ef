"""Findings in SARIF 2.1.0, the form in which code hosts and editors read them. Pure."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from verdigris.checks.rules import BY_ID
from verdigris.core.finding import Finding

_LEVELS = {"block": "error", "warn": "warning", "info": "note"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(findings: Sequence[Finding], version: str) -> dict[str, Any]:
    """Return one log with one run: every rule that was met, and every finding as a result."""
    ids = sorted({finding.rule for finding in findings})
    seen: Counter[str] = Counter()
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "verdigris",
                        "semanticVersion": version,
                        "rules": [_rule(rule, findings) for rule in ids],
                    }
                },
                "columnKind": "utf16CodeUnits",
                "originalUriBaseIds": {"PROJECT": {"description": {"text": "The project."}}},
                "results": [_result(each, ids.index(each.rule), seen) for each in findings],
            }
        ],
    }


def _rule(rule_id: str, findings: Sequence[Finding]) -> dict[str, Any]:
    known = BY_ID.get(rule_id)
    first = next(finding for finding in findings if finding.rule == rule_id)
    about = known.message if known else first.message
    made: dict[str, Any] = {
        "id": rule_id,
        "name": rule_id.rpartition("/")[2].title().replace("-", ""),
        "shortDescription": {"text": f"The code {about}." if known else about},
        "defaultConfiguration": {"level": _LEVELS[known.severity if known else first.severity]},
        "properties": {"tags": ["security", known.operation] if known else ["security"]},
    }
    if known and known.cure:
        made["help"] = {"text": known.cure}
    return made


def _result(finding: Finding, index: int, seen: Counter[str]) -> dict[str, Any]:
    text = f"{finding.message}. {finding.cure}".strip() if finding.cure else finding.message
    made: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": text or finding.rule},
        "partialFingerprints": {"verdigris/v1": _fingerprint(finding, seen)},
    }
    if finding.path:
        place: dict[str, Any] = {
            "artifactLocation": {
                "uri": quote(finding.path.encode("utf-8", "surrogateescape")),
                "uriBaseId": "PROJECT",
            }
        }
        if finding.line > 0:
            place["region"] = {"startLine": finding.line}
        made["locations"] = [{"physicalLocation": place}]
    return made


def _fingerprint(finding: Finding, seen: Counter[str]) -> str:
    """Return a mark that stays when lines move; two alike in one file are told apart."""
    parts = "\0".join((finding.rule, finding.path, finding.message))
    digest = hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    seen[digest] += 1
    return f"{digest}:{seen[digest]}"
