"""Where the tables live. The schema differs between the two practices."""

SCHEMA = "main"
APPOINTMENTS = f"{SCHEMA}.appointments"
PATIENTS = f"{SCHEMA}.patients"
