"""The steps from one shape of the tables to the next, one file each; run by `store/migrate.py`.

A migration that has been released is never edited: a change of the tables is a new file.
"""
