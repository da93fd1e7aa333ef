"""Running tests and telling what each of them said.

base       the seam: a tree in, a Report out
finding    which command, from the project's files
detect     which interpreter; places says where it may be, environments what it has to see
command    runs the command with our reporters slipped in
reading    from what a run left behind to a Report: records, JUnit files, TAP, or the exit status
spectrum   runs tests under observation: which lines each reaches, which types are seen there
probe      watches functions during a run, then calls versions of them with what was seen
plugin/    the reporters; they run inside the project's own interpreters, with nothing installed
scripted   the shipped fake
"""
