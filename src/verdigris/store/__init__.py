"""The database: runs and what they taught, in one SQLite file or in PostgreSQL.

urls        from the URL a user writes to the driver that serves it
tables      the columns of every table; eval_tables, those of evals
types       column types that take any text a program may print
database    opening, reading and writing
sqlite      how SQLite is used: settings, transactions, a thread for quick writes
postgres    how PostgreSQL is used: limits, and a write lock of the same kind
migrate     bringing the stored tables to the shape this code expects
migrations  the steps that do so, one file each
faults      from a driver's error to a StoreError with the cure
upserts     statements that may be carried out twice
pg_faults   what PostgreSQL's errors mean
outbox      letters to stores elsewhere, sent when they can be
lease       who of several processes sends them
rows        from events to rows, pure
queries     what the command line reads

Importing SQLAlchemy takes a third of a second, so this docstring is all that the package loads.
"""
