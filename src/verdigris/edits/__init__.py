"""From an answer to a change, and where changes are tried.

answer     from a model's text to the new texts of the files it means
blocks     what an answer holds: code, diffs, search/replace blocks, deletions, renames
target     which file is meant
splice     whole functions and classes into a file, keeping everything around them
hunks      reading unified diffs as models write them
patch      applying them: six ways, in order, each recorded
placing    where the lines of a hunk stand in a file: certain, or not at all
guard      what a change may touch
archive    every patch of a run, as proposed and as taken
listing    which files belong to a project
taking     reading them once, into the first commit of a run; pack: how that is written
workspace  the run's own history of the project: a bare repository and copies taken from it
userfiles  what is written to the user's tree, and taken back; merge: with what they changed
journal    that it is written whole or not at all; switch: the process that does it
commits    a commit or a branch in the user's repository, when they ask for one
"""
