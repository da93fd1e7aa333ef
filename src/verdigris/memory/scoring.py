"""What experience is worth: from tallies to how likely an operator or a template is. Pure.

Few tries say little, so every figure starts from a more general one and moves away from it as
tries add up: a template on one kind of failure from the template on all of them, an operator from
all operators.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verdigris.core.template import PREFIX, Kept, Offer, Tally

FADES_IN = 90 * 86400.0
"""Seconds after which experience that nothing was added to counts half."""
LEAST, MOST = 0.2, 5.0
"""How much an operator's prior may be lowered or raised."""

_USUAL, _USUALLY = 0.005, 200.0
"""Candidates that go green, before anything was seen, and how many tries that is worth."""
_OPERATOR, _KIND = 200.0, 100.0
"""Tries after which an operator's own figure outweighs that of all; the same for a kind."""
_BELIEF = 0.5
_FIRST, _EACH, _AGAINST = 0.5, 0.5, 8.0
"""A new template is as likely as one that won so often, more for each change it was seen in, and
failed so often."""
_SUPPORT = 6.0
"""Changes beyond which more of them say nothing more."""
_TEMPLATE_KIND = 8.0
"""Tries after which a template's own figure for a kind of failure outweighs its general one."""
_SCALE, _CEILING = 4.0, 3.0
"""From a chance of winning to a weight beside the operators' priors, of which the highest is 1."""
_TRIED_OFTEN, _TOO_LOW = 40.0, 0.012
"""A template that was tried so often and is this unlikely is retired."""


def faded(age: float) -> float:
    """Return what experience of an age, in seconds, still counts for."""
    return 1.0 / (1.0 + max(0.0, age) / FADES_IN)


def chance(kept: Kept) -> float:
    """Return how likely a template is to mend a failure of the kind that was asked about."""
    support = min(kept.support, _SUPPORT)
    won = _FIRST + _EACH * support
    overall = kept.overall
    general = (won + overall.recent_green) / (won + _AGAINST + overall.recent_tried)
    here = kept.here
    if not here.kind:
        return general
    seen = min(kept.support_here, _SUPPORT)
    return (here.recent_green + seen + _TEMPLATE_KIND * general) / (
        here.recent_tried + seen + _TEMPLATE_KIND
    )


def is_retired(kept: Kept) -> bool:
    """Tell whether a template was tried so often without winning that it is not offered."""
    return kept.overall.recent_tried >= _TRIED_OFTEN and chance(kept) < _TOO_LOW


def offers(kept: Sequence[Kept], limit: int = 200) -> list[Offer]:
    """Return the templates worth trying, likeliest first."""
    found = [
        Offer(template=one.template, weight=min(_CEILING, _SCALE * chance(one)))
        for one in kept
        if not is_retired(one)
    ]
    return sorted(found, key=lambda offer: (-offer.weight, offer.template.id))[:limit]


def priors(here: Sequence[Tally], overall: Sequence[Tally]) -> Mapping[str, float]:
    """Return by how much each operator is likelier than usual, for one kind of failure."""
    general = {t.subject: t for t in overall if not t.subject.startswith(PREFIX)}
    tried = sum(t.recent_tried for t in general.values())
    green = sum(t.recent_green for t in general.values())
    usual = (green + _USUAL * _USUALLY) / (tried + _USUALLY)
    special = {t.subject: t for t in here}
    found = {}
    for name, tally in general.items():
        rate = (tally.recent_green + _OPERATOR * usual) / (tally.recent_tried + _OPERATOR)
        own = special.get(name)
        if own is not None:
            rate = (own.recent_green + _KIND * rate) / (own.recent_tried + _KIND)
        # Half believed: what failures come next need not be like those that came.
        found[name] = min(MOST, max(LEAST, (rate / usual) ** _BELIEF))
    return found
