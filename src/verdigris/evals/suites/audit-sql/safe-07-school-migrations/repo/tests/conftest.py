import sqlite3

import pytest

from migrations.env import migrate


@pytest.fixture(scope="session")
def shared():
    db = sqlite3.connect(":memory:")
    migrate(db)
    yield db
    db.close()


@pytest.fixture
def db(shared):
    with shared:
        for table in ("pupils", "repeats", "absences", "grades"):
            shared.execute(f"DELETE FROM {table}")
    return shared
