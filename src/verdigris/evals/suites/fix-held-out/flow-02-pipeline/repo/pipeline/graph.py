"""The order in which jobs can run."""


class GraphError(ValueError):
    pass


def by_name(jobs):
    named = {}
    for job in jobs:
        if job.name in named:
            raise GraphError(f"two jobs are called {job.name}")
        named[job.name] = job
    for job in named.values():
        for need in job.needs:
            if need not in named:
                raise GraphError(f"{job.name} needs {need}, which is not there")
    return named


def order(jobs):
    """Jobs after all that they need; otherwise in the order given."""
    named = by_name(jobs)
    done, active, out = set(), [], []

    def visit(name):
        if name in done:
            return
        if name in active:
            circle = active[active.index(name) :] + [name]
            raise GraphError("circle: " + " > ".join(circle))
        active.append(name)
        for need in named[name].needs:
            visit(need)
        active.pop()
        done.add(name)
        out.append(named[name])

    for name in named:
        visit(name)
    return out


def with_needs(jobs, names):
    """The jobs of these names and everything that they need, in order."""
    named = by_name(jobs)
    wanted, todo = set(), list(names)
    while todo:
        name = todo.pop()
        if name not in named:
            raise GraphError(f"no job {name}")
        if name in wanted:
            continue
        wanted.add(name)
        todo.extend(named[name].needs)
    return [job for job in order(jobs) if job.name in wanted]
