"""What is left of the old SQL."""

from django.db import connection

from blog.models import Post

RECENT = """
    SELECT p.*
    FROM blog_post p
    WHERE p.published AND p.created >= %s
    ORDER BY p.created DESC
"""
ARCHIVE_UNITS = {"month": "%%Y-%%m", "year": "%%Y"}


def recent(since):
    return Post.objects.raw(RECENT, [since])


def related(post, limit=5):
    table = Post._meta.db_table
    return Post.objects.raw(
        "SELECT p.* FROM " + connection.ops.quote_name(table) + " p"
        " JOIN blog_tagging a ON a.post_id = p.id"
        " JOIN blog_tagging b ON b.tag_id = a.tag_id AND b.post_id = %s"
        " WHERE p.id <> %s GROUP BY p.id ORDER BY count(*) DESC LIMIT %s",
        [post.pk, post.pk, limit],
    )


def archive(unit):
    """How many posts there are by month or by year."""
    pattern = ARCHIVE_UNITS[unit]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT strftime('{pattern}', created) AS unit, count(*) FROM blog_post"
            " WHERE published = %s GROUP BY unit ORDER BY unit",
            [True],
        )
        return cursor.fetchall()


def titles_with(fragment):
    with connection.cursor() as cursor:
        cursor.execute("SELECT title FROM blog_post WHERE title LIKE %s", [f"%{fragment}%"])
        return [title for (title,) in cursor.fetchall()]


def set_published(ids, published):
    marks = ", ".join(["%s"] * len(ids))
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE blog_post SET published = %%s WHERE id IN (%s)" % marks, [published, *ids]
        )
        return cursor.rowcount
