"""Budgets: a row a post, a column a month."""


class Budget:
    def __init__(self, posts, rows):
        self.posts = list(posts)
        self.rows = rows
        if len(self.posts) != len(rows):
            raise ValueError("a row for each post")

    def branch(self):
        """A plan of its own that begins with these numbers."""
        return Budget(self.posts, [list(row) for row in self.rows])

    def set(self, post, month, amount):
        self.rows[self.posts.index(post)][month - 1] = amount

    def add_post(self, post):
        months = len(self.rows[0]) if self.rows else 12
        self.posts.append(post)
        self.rows.append([0] * months)

    def total(self, month=None):
        if month is None:
            return sum(map(sum, self.rows))
        return sum(row[month - 1] for row in self.rows)

    def saved(self, other):
        """How much less than another plan this one spends."""
        return other.total() - self.total()
