"""The static gate before anything runs, and the rule of honest green after it.

rules         what is looked for, as data
policy        what a text does that a rule names, in whichever language
python        reading Python: scopes, names, constants cut into pieces
javascript    the same for JavaScript and TypeScript
dependencies  new imports: installed, declared, allowed, or a question
environment   what is around a project, read and never run
approval      who is asked
tools         Ruff and Bandit on the changed files, new findings only
gate          all of the above for one change
sql           what is wrong with the SQL of a file: injection, misspelt words, every row
sarif         findings for other tools to read
honest        before and after: is it green, and honestly so?
cheats        what a change does to pass tests without mending anything
"""
