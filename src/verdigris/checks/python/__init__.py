"""Reading Python for the policy: what a name stands for, without running anything.

scopes     which name is bound where, and to what expression
values     what an expression may stand for
folding    constants that were cut into pieces
names      from an expression to its values
library    what Python's own functions give
writes     writing outside the project
shapes     uses that are more than a name: where a file is written, what is asked of `sys.modules`
uses       every use of something a rule names, in one text
"""
