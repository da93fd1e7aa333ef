"""What is wrong with the SQL of a file, by rule: values pasted in, misspelt words, every row.

door         one text and its name in, findings out
model        a small tree for both languages; showing writes it in a few words
python       from Python's tree to it: statements, _expressions, _types
javascript   from JavaScript's and TypeScript's to it: statements, _expressions, _names
flow         which bindings and checks reach a place
guards       checks after which a value cannot break out
origins      who calls, stores and returns what; where values come from
text         what is known of a text: pieces and holes
evaluate     from an expression to texts; naming knows names and parameters
library      what functions make of texts; methods, elements and templates the rest of it
sinks        which calls run SQL
judging      from texts to findings
statements   reading SQL: words, statements, conditions
typos        misspelt keywords, proved by a parser
deliberate   when all rows are meant
cures        what to write instead; places and examples help it
scripts      files of SQL

Nothing is run, and no text makes it raise. One module is read at a time: what another hands over
is not known.
"""

from verdigris.checks.sql.door import audit_sql, reads

__all__ = ["audit_sql", "reads"]
