"""All SQL of the archive in one place. Nothing is run here."""

OBSERVATION = "station, at, celsius, hectopascal, wind_from"

INSERT = f"INSERT OR IGNORE INTO observations ({OBSERVATION}) VALUES (?, ?, ?, ?, ?)"

RANGE = f"""
    SELECT {OBSERVATION}
    FROM observations
    WHERE station = ?
      AND at BETWEEN ? AND ?
    ORDER BY at
"""

_NEWEST_FIRST = " ORDER BY at DESC"
_ONE = " LIMIT 1"

COLDEST = "SELECT at, celsius FROM observations WHERE station = ? ORDER BY celsius" + _ONE
LAST = f"SELECT {OBSERVATION} FROM observations WHERE station = ?{_NEWEST_FIRST}{_ONE}"

THIN_OUT = (
    "DELETE FROM observations"
    " WHERE at < ? AND strftime('%M', at) <> '00'"
)

DAILY = """
    WITH days AS (
        SELECT station, date(at) AS day, avg(celsius) AS mean, max(celsius) - min(celsius) AS swing
        FROM observations
        GROUP BY station, date(at)
    )
    SELECT day, round(mean, 1), round(swing, 1)
    FROM days
    WHERE station = :station
    ORDER BY day
"""
