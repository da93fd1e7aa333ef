"""Reading JavaScript and TypeScript for the policy, by tree-sitter. Runs nothing.

tree       parsing, scopes, and what each name is bound to
names      from an expression to its full names
folding    constants that were cut into pieces
shapes     uses that are more than a name
uses       every use of something a rule names, in one text
"""
