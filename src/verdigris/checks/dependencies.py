"""New imports of a change: known, or a question for the user, or a reason to refuse.

A module that is part of Python or Node, of the project, or installed for it is no question. One
that is installed but not declared is a warning: it works here and nowhere else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from verdigris.checks import policy
from verdigris.checks.approval import Approver
from verdigris.checks.declared import normal
from verdigris.checks.environment import Surroundings
from verdigris.checks.use import use
from verdigris.core.approval import Question
from verdigris.core.change import Change
from verdigris.core.finding import Finding
from verdigris.core.value import Value
from verdigris.settings import Checks

_NODE = {
    "assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants",
    "crypto", "dgram", "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2",
    "https", "inspector", "module", "net", "os", "path", "perf_hooks", "process", "punycode",
    "querystring", "readline", "repl", "stream", "string_decoder", "sys", "timers", "tls",
    "trace_events", "tty", "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib", "test",
    "sea", "sqlite",
}  # fmt: skip
_OWN_ALIASES = ("@/", "~/", "#", "$lib", "$app", "virtual:")


class NewImport(Value):
    module: str
    """The top-level module or package."""
    path: str
    line: int
    language: policy.Language


def new_imports(change: Change) -> list[NewImport]:
    """Return the modules that each file of a change imports now and did not before, once each."""
    found = []
    for edit in change.edits:
        if edit.after is None or (kind := policy.language(edit.path, edit.after)) is None:
            continue
        old = policy.imports(edit.before, edit.path) if edit.before is not None else []
        seen = {_top(module, kind) for module, _ in old}
        for module, line in policy.imports(edit.after, edit.path):
            top = _top(module, kind)
            if top and top not in seen:
                seen.add(top)
                found.append(NewImport(module=top, path=edit.path, line=line, language=kind))
    return found


def _top(module: str, kind: policy.Language) -> str:
    if kind == "py":
        return module.partition(".")[0]
    if module.startswith((".", "/", *_OWN_ALIASES)):
        return ""
    if "://" in module or module.startswith(("npm:", "jsr:", "data:")):
        return module
    parts = module.removeprefix("node:").removeprefix("bun:").split("/")
    return "/".join(parts[:2]) if module.startswith("@") else parts[0]


async def dependency_findings(
    change: Change,
    checks: Checks,
    surroundings: Surroundings,
    approver: Approver | None = None,
) -> list[Finding]:
    """Return what is to be said about the new imports, having asked the user where it needs one."""
    added = {edit.path for edit in change.edits if edit.after is not None}
    own = surroundings.own | set(_stems(added))
    found = []
    for new in new_imports(change):
        if new.module in own or new.module in checks.allow_imports or _is_standard(new):
            continue
        if "policy/dependency" in checks.allow_rules:
            continue
        if finding := await _judged(new, checks, surroundings, approver):
            found.append(finding)
    return found


def _stems(paths: set[str]) -> Iterator[str]:
    for path in paths:
        *folders, name = path.split("/")
        yield name.partition(".")[0]
        yield from folders


def _is_standard(new: NewImport) -> bool:
    return new.module in (sys.stdlib_module_names if new.language == "py" else _NODE)


async def _judged(
    new: NewImport, checks: Checks, surroundings: Surroundings, approver: Approver | None
) -> Finding | None:
    installed, declared = _state(new, surroundings)
    if declared and (installed or new.language == "js"):
        return None
    if installed:
        said = f"{new.module} is installed but not declared by the project"
        return _finding("policy/undeclared", new, said, "warn")
    question = Question(
        project=str(surroundings.root),
        subject=new.module,
        text=(
            f"The change imports '{new.module}' in {new.path}, line {new.line}. It is not "
            f"installed for this project{' (but declared)' if declared else ''}. Allow it?"
        ),
    )
    answer = await approver.allow(question) if approver is not None else None
    if answer:
        return None
    why = "you did not allow it" if answer is False else "not installed and not allowed"
    blocks = "dependency" in (*checks.block_operations, *checks.also_block)
    said = f"{new.module} is imported and not part of the project: {why}"
    return _finding("policy/dependency", new, said, "block" if blocks else "warn")


def _state(new: NewImport, surroundings: Surroundings) -> tuple[bool, bool]:
    """Return whether a module is installed, and whether the project declares it."""
    if new.language == "js":
        names = surroundings.node_declared(new.path)
        return surroundings.node_installed(new.module, new.path), bool(
            names and new.module in names
        )
    owner = surroundings.installed.get(new.module)
    declared = surroundings.declared
    if owner is None:
        return False, declared is not None and normal(new.module) in declared
    # Where nobody says who brings it, or nothing is ever declared, there is nothing to compare.
    return True, declared is None or not owner or owner in declared


def _finding(rule: str, new: NewImport, said: str, severity: str) -> Finding:
    finding = use(rule, new.module, new.line, new.module, said).finding(new.path)
    return finding.model_copy(update={"severity": severity})
