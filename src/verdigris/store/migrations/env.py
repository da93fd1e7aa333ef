"""What Alembic runs around a migration. The caller hands in a connection with its transaction."""

from __future__ import annotations

from alembic import context

from verdigris.store.migrate import VERSION_TABLE
from verdigris.store.tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
