"""Small edits that mend small faults, as data: each operator has a name, a prior and a maker.

Pure code: texts and trees in, ideas out. Nothing is run, nothing is written.

base         what an operator is, and the site it looks at
ideas        ideas for the suspicious lines of a file, a stream, likeliest first
catalogue    the operators, by family
scope        the names a place can see, their roles and types
facts        what holds for a whole file
kinds        the type that an expression plainly has, and the role it plays
ingredients  how well one name stands in for another
placing      putting text in place of a node, moving and inserting statements

Everything else is a family of operators.
"""

from verdigris.repair.idea import Scored
from verdigris.repair.operators.base import Operator
from verdigris.repair.operators.catalogue import OPERATORS
from verdigris.repair.operators.ideas import Ideas

__all__ = ["OPERATORS", "Ideas", "Operator", "Scored"]
