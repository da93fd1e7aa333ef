"""What happens inside the container: a few lines for its shell, and reading what they report.

The shell is the container's first process, which nothing inside can kill. It unpacks the working
folder from its standard input, starts the command under its limits, waits, and says on standard
error what the kernel counted. Standard error carries nothing else but the engine's own complaints:
the command's goes where its output goes.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from verdigris.core.value import Value
from verdigris.sandbox.base import Limits

HOME, TMP = "/tmp/verdigris-box/home", "/tmp/verdigris-box/tmp"
OVERHEAD = 4
"""Processes inside that are ours: the shell, the clock and what unpacks and measures."""
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_COUNTERS = (
    "memory.events memory.peak pids.events cpu.stat "
    "memory/memory.oom_control memory/memory.max_usage_in_bytes "
    "pids/pids.events cpuacct/cpuacct.usage cpu,cpuacct/cpuacct.usage"
)
_LAUNCH = """\
set -f
say() {{ echo "{token} $*" >&2; }}
n=0 closed=
for d in {parents}; do
  [ -x "$d" ] || {{ say closed $n; closed=1; }}
  n=$((n + 1))
done
say started
[ -z "$closed" ] || exit 125
tar -xpof - -C {cwd} || {{ say unpacked no; exit 125; }}
cd {cwd} && mkdir -p {home} {tmp} || {{ say unpacked no; exit 125; }}
say before $(df -Pk {cwd} | tail -n 1)
exec </dev/null
(sleep {wall}; say wall; kill -s KILL -- -1) >/dev/null &
(
exec 2>&1
ulimit -c 0
ulimit -S -t {cpu}; ulimit -H -t {cpu_hard}
ulimit -d {memory}; ulimit -f {file}
unset PWD OLDPWD s l {unset}
{exports}
exec {command}
)
code=$?
kill -s KILL -- -1
trap 'exit $code' EXIT
for f in {counters}; do
  [ -r /sys/fs/cgroup/$f ] && while read -r a b; do say $f $a $b; done </sys/fs/cgroup/$f
done
say after $(df -Pk {cwd} | tail -n 1)
say tmp $(df -Pk /tmp | tail -n 1)
exit $code
"""


class Counted(Value):
    """What the shell inside reported."""

    started: bool = False
    closed: tuple[int, ...] = ()
    """Which of `parents` the user may not enter; then nothing else was done."""
    unpacked: bool = True
    wall: bool = False
    oom_kills: int | None = None
    fork_failures: int | None = None
    cpu_seconds: float | None = None
    memory_mb: float | None = None
    written_kb: int = 0
    disk_full: bool = False


def loader(mark: str) -> str:
    """Return the script that reads launch lines up to `mark` and follows them."""
    # Shells read byte by byte, so that what comes after the mark is left for tar.
    return f"""s=; while IFS= read -r l && [ "$l" != "{mark}" ]; do s="$s$l
"; done; eval "$s"; exit 125"""


def launch(
    command: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    limits: Limits,
    parents: Sequence[str],
    unset: Sequence[str],
    token: str,
    mark: str,
) -> bytes:
    """Return the lines for the shell inside, `mark` last.

    `parents` are folders that have to be entered, `unset` variables that the image brings along;
    `token` begins every line of the report.
    """
    variables = {**env, "HOME": HOME, "TMPDIR": TMP}
    plain = {name: value for name, value in variables.items() if _PLAIN.fullmatch(name)}
    odd = [f"{name}={value}" for name, value in variables.items() if name not in plain]
    argv = ["env", *odd, *command] if odd else list(command)
    text = _LAUNCH.format(
        token=token,
        parents=shlex.join(parents),
        cwd=shlex.quote(str(cwd)),
        home=HOME,
        tmp=TMP,
        wall=f"{limits.wall_seconds:g}",
        # Soft before hard: the kernel says SIGXCPU, which names the limit, before SIGKILL.
        cpu=limits.cpu_seconds,
        cpu_hard=limits.cpu_seconds + 2,
        memory=limits.memory_mb * 1024,
        file=limits.file_mb * 2048,
        unset=" ".join(name for name in unset if _PLAIN.fullmatch(name)),
        exports="\n".join(f"export {name}={shlex.quote(v)}" for name, v in plain.items()),
        command=shlex.join(argv),
        counters=_COUNTERS,
    )
    return f"{text}{mark}\n".encode("utf-8", "surrogateescape")


def read_counted(said: str, token: str) -> Counted:
    """Read what was reported. Whatever else stands there is not ours."""
    lines = [line.split()[1:] for line in said.splitlines() if line.startswith(f"{token} ")]
    numbers: dict[str, int] = {}
    for words in lines:
        name = words[0].rpartition("/")[2]
        if name in ("before", "after", "tmp"):
            numbers.update(_usage(name, words))
        elif len(words) == 2 and words[1].isdigit():
            numbers[name] = int(words[1])
        elif len(words) == 3 and words[2].isdigit():
            numbers[f"{name} {words[1]}"] = int(words[2])
    first = {words[0] for words in lines}

    def one_of(*names: str) -> int | None:
        return next((numbers[name] for name in names if name in numbers), None)

    micro, nano = numbers.get("cpu.stat usage_usec"), numbers.get("cpuacct.usage")
    peak = one_of("memory.peak", "memory.max_usage_in_bytes")
    return Counted(
        started="started" in first,
        closed=tuple(
            int(words[1]) for words in lines if words[0] == "closed" and words[1].isdigit()
        ),
        unpacked="unpacked" not in first,
        wall="wall" in first,
        oom_kills=one_of("memory.events oom_kill", "memory.oom_control oom_kill"),
        fork_failures=numbers.get("pids.events max"),
        cpu_seconds=micro / 1e6 if micro is not None else nano / 1e9 if nano is not None else None,
        memory_mb=peak / (1 << 20) if peak is not None else None,
        written_kb=max(0, numbers.get("after used", 0) - numbers.get("before used", 0))
        + numbers.get("tmp used", 0),
        disk_full=0 in (numbers.get("after free"), numbers.get("tmp free")),
    )


def _usage(name: str, words: Sequence[str]) -> dict[str, int]:
    """Read a line of df: file system, size, used, available, share, mount point."""
    sizes = words[3:5]
    if len(sizes) < 2 or not all(size.isdigit() for size in sizes):
        return {}
    return {f"{name} used": int(sizes[0]), f"{name} free": int(sizes[1])}
