"""Choose jobs by an expression such as `"build,@slow"` or `"!docs"`."""


def matches(job, term):
    if term.startswith("@"):
        return term[1:] in job.tags
    return job.name == term


def select(jobs, expression):
    """Names of jobs that fit one of the terms and none of those with `!`; only `!` means all others."""
    terms = [term.strip() for term in expression.split(",") if term.strip()]
    wanted = [term for term in terms if not term.startswith("!")]
    unwanted = [term[1:] for term in terms if term.startswith("!")]
    names = []
    for job in jobs:
        if any(matches(job, term) for term in unwanted):
            continue
        if not wanted or any(matches(job, term) for term in wanted):
            names.append(job.name)
    return names
