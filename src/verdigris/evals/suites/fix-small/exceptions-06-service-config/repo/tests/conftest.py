import pytest
from confkit.schema import Schema, Setting


@pytest.fixture
def schema():
    return Schema(
        Setting("server.host", default="localhost"),
        Setting("server.port", "int", 8080),
        Setting("server.timeout", "seconds", 30),
        Setting("log.level", choices=("info", "debug"), default="info"),
        Setting("log.targets", "list"),
        Setting("db.url"),
        Setting("db.password"),
    )


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "10-base.conf").write_text("[server]\nhost = example.org\nport = 80\n")
    (tmp_path / "20-local.conf").write_text("[server]\nport = 8000 # for tests\n")
    return tmp_path
