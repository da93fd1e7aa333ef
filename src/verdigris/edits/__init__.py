"""From an answer to a change, and where changes are tried.

guard      which paths a change may touch
answer     from a model's text to blocks of code with a file each
splice     whole functions and classes into a Python file, keeping everything around them
workspace  the run's own history of the project: a bare repository and copies taken from it
userfiles  writing the winning change to the user's tree
"""
