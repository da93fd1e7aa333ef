"""Running tests and telling what each of them said.

base       the seam: a tree in, a Report out
detect     which command and which interpreter
command    runs the command with our reporting plugin slipped in
reading    from the plugin's records to a Report
plugin/    the pytest plugin; runs inside the project's interpreter, standard library only
scripted   the shipped fake
"""
