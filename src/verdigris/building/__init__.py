"""Building from a goal, without its questions and its disk: what steps of a build are made of.

goal        what the goal says by itself: language, profile, examples, names; by `reading/`
planning    the question to the planner, and a blueprint from whatever it answers:
            `plan_form` reads it, `settling` makes it sound, `criteria` and `profiles` complete it
existing    a blueprint of stubs that are there
asking      the questions for tests and for code, sized to the model
matrix      all candidates against all tests; `rows` has one against all
agreement   which candidate and which tests to trust; pure. `claims` compares the words of tests,
            `telling` puts the reasons into words
mutation    how strong the trusted tests are
installing  the packages a program may have, into an environment of its own
report      REPORT.md and README.md
"""
