"""Queries that the ORM cannot put nicely."""

from django.db import connection

from museum.models import Exhibit


def search(words):
    """Objects whose title has all the words, the closest first. `words` is what the visitor typed."""
    return list(Exhibit.objects.raw(_search_sql(words.split())))


def _search_sql(words):
    likes = [_contains("title", word) for word in words]
    return (
        "SELECT id, inventory_number, title, donor, public FROM museum_exhibit"
        " WHERE public = 1 AND " + " AND ".join(likes) + " ORDER BY length(title), title"
    )


def _contains(column, word):
    return column + " LIKE '%%" + word + "%%'"


def by_number(number):
    found = list(
        Exhibit.objects.raw(
            "SELECT id, inventory_number, title, donor, public FROM museum_exhibit"
            " WHERE public = 1 AND inventory_number = %s",
            [number],
        )
    )
    return found[0] if found else None


def given_by(donor):
    """How many objects a donor has given, public or not. Shown on the plaque."""
    condition = _equals("donor", donor)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM museum_exhibit WHERE " + condition)
        return cursor.fetchone()[0]


def _equals(column, value):
    return "%s = '%s'" % (column, value)


def publish(numbers):
    marks = ", ".join(["%s"] * len(numbers))
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE museum_exhibit SET public = 1 WHERE inventory_number IN ({marks})", numbers
        )
        return cursor.rowcount
