"""One file per step. A step is a plain function: (state, deps) -> update.

No step calls another or knows who listens. What a step works with is in `deps`, what it may read
and write in `state`. What several share has rooms of its own:

asking    a question to a model: whether it may be put, its bill, an answer with a structure
trying    candidates on the tests: the bench, trials that end in time, the proof of a green one
drafting  the first version of what is built, with or without tools
coder     the dialogue of a coder with tools
"""

from verdigris.steps.apply import apply
from verdigris.steps.audit import audit
from verdigris.steps.check import check
from verdigris.steps.decide import decide
from verdigris.steps.draft import draft
from verdigris.steps.execute import execute
from verdigris.steps.patch import patch
from verdigris.steps.plan import plan
from verdigris.steps.reflect import reflect
from verdigris.steps.remember import remember
from verdigris.steps.reproduce import reproduce
from verdigris.steps.retrieve import retrieve
from verdigris.steps.specify import specify

STEPS = {
    "reproduce": reproduce,
    "plan": plan,
    "specify": specify,
    "draft": draft,
    "retrieve": retrieve,
    "audit": audit,
    "patch": patch,
    "apply": apply,
    "check": check,
    "execute": execute,
    "reflect": reflect,
    "remember": remember,
    "decide": decide,
}
