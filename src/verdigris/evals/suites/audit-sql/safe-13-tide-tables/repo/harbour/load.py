"""Runs a file of SQL with psql, as the nightly job does."""

import subprocess
from pathlib import Path

SQL = Path(__file__).parent.parent / "sql"


def run(name: str, database: str, **variables: str) -> None:
    command = ["psql", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--dbname", database]
    for key, value in variables.items():
        command += ["--set", f"{key}={value}"]
    subprocess.run([*command, "--file", str(SQL / f"{name}.sql")], check=True)
