"""Running commands that are not trusted.

base        the seam: a command, limits and a view in, Completed out
pick        which backend is used: the one asked for, or the strongest that works
bubblewrap  isolation by namespaces; `layout` is what is seen, `seccomp` what is refused, and
            `trial` finds out whether it works here
containers  isolation by docker or podman; the same is refused
process     limits only; it does not isolate
keeping     our end of the keeper, which every backend runs its commands through
keeper/     the keeper: a program of its own that outlives us and leaves nothing behind
scripted    the shipped fake
outcome     what ended a command, in words; `output` reads what it prints
cgroups     where control groups may be made; `boxes` names and sweeps what a command has meanwhile
"""
