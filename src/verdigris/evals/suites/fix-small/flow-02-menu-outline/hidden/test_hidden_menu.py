import random
import unittest

from menu import count, find, outline


def grow(numbers, level=0):
    size = numbers.randrange(4) if level < 3 else 0
    return [(f"{level}.{i}.{numbers.random()}", grow(numbers, level + 1)) for i in range(size)]


def titles(entries):
    for title, below in entries:
        yield title
        yield from titles(below)


class AnyMenu(unittest.TestCase):
    def test_every_entry_is_found(self):
        numbers = random.Random(9)
        for _ in range(20):
            menu = grow(numbers)
            for title in titles(menu):
                way = find(menu, title)
                self.assertIsNotNone(way)
                self.assertEqual(way[-1], title)
                level = menu
                for name in way:
                    level = dict(level)[name]
            self.assertIsNone(find(menu, "nowhere"))

    def test_the_outline_has_every_entry(self):
        numbers = random.Random(2)
        for _ in range(20):
            menu = grow(numbers)
            self.assertEqual([line.strip() for line in outline(menu)], list(titles(menu)))
            self.assertEqual(len(list(outline(menu))), count(menu))
