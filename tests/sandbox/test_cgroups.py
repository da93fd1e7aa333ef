"""Where control groups may be made, by what the system tells; the real thing is in conformance."""

from __future__ import annotations

from pathlib import Path

from verdigris.sandbox.base import Limits
from verdigris.sandbox.cgroups import Site, candidates


def put(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", ".", 1)).write_text(text)
    return folder


def process(tmp_path: Path, cgroup: str, mounts: list[tuple[str, str, Path, str]]) -> Path:
    lines = [
        f"30 20 0:26 {root} {point} rw - {kind} {kind} rw,{options}"
        for kind, root, point, options in mounts
    ]
    return put(tmp_path / "proc", cgroup=cgroup, mountinfo="\n".join(lines))


def test_the_group_above_is_taken_where_ours_has_processes_and_cannot_hand_down(
    tmp_path: Path,
) -> None:
    top = tmp_path / "cgroup"
    put(top, cgroup_subtree_control="cpu memory pids", cgroup_procs="")
    user = put(top / "user", cgroup_subtree_control="memory pids cpu", cgroup_procs="")
    put(user / "app.slice", cgroup_subtree_control="", cgroup_procs="77")
    here = process(tmp_path, "0::/user/app.slice\n", [("cgroup2", "/", top, "nsdelegate")])
    first, *_ = candidates(here)
    assert (first.version, set(first.parents.values())) == (2, {user})
    assert first.controllers == ("cpu", "memory", "pids")


def test_a_tree_without_the_memory_controller_is_passed_over(tmp_path: Path) -> None:
    top = put(tmp_path / "unified", cgroup_subtree_control="hugetlb", cgroup_procs="")
    memory, pids = put(tmp_path / "memory" / "box"), put(tmp_path / "pids")
    here = process(
        tmp_path,
        "5:pids:/\n4:memory:/outer/box\n0::/\n",
        [
            ("cgroup2", "/", top, ""),
            ("cgroup", "/outer", memory.parent, "memory"),
            ("cgroup", "/", pids, "pids"),
        ],
    )
    (only,) = candidates(here)
    assert (only.version, only.parents) == (1, {"memory": memory, "pids": pids})


def test_no_control_groups_are_no_trouble(tmp_path: Path) -> None:
    assert list(candidates(tmp_path)) == []
    assert list(candidates(process(tmp_path, "0::/\n", []))) == []


def test_limits_are_written_as_each_version_wants_them(tmp_path: Path) -> None:
    limits = Limits(memory_mb=100, processes=10)
    second = Site(version=2, parents=dict.fromkeys(("cpu", "memory", "pids"), tmp_path))
    (group,) = second.groups(limits, cpus=1.5, extra_mb=28)
    assert dict(group.values) == {
        "memory.max": str(128 << 20), "pids.max": "12", "cpu.max": "150000 100000",
    }  # fmt: skip
    assert ("memory.swap.max", "0") in group.optional
    first = Site(version=1, parents={name: tmp_path / name for name in ("cpu", "memory", "pids")})
    made = {Path(one.path).parent.name: dict(one.values) for one in first.groups(limits, cpus=0.5)}
    assert made == {
        "cpu": {"cpu.cfs_period_us": "100000", "cpu.cfs_quota_us": "50000"},
        "memory": {"memory.limit_in_bytes": str(100 << 20)},
        "pids": {"pids.max": "12"},
    }
