import unittest

from menu import count, depth, find, outline

MENU = [
    ("File", [("Open", []), ("Recent", [("a.txt", []), ("b.txt", [])])]),
    ("Edit", [("Undo", [])]),
]


class MenuTest(unittest.TestCase):
    def test_outline(self):
        self.assertEqual(
            list(outline(MENU)),
            ["File", "  Open", "  Recent", "    a.txt", "    b.txt", "Edit", "  Undo"],
        )

    def test_outline_of_nothing(self):
        self.assertEqual(list(outline([])), [])

    def test_find_at_the_top(self):
        self.assertEqual(find(MENU, "File"), ["File"])

    def test_find_below(self):
        self.assertEqual(find(MENU, "a.txt"), ["File", "Recent", "a.txt"])

    def test_find_in_the_second_menu(self):
        self.assertEqual(find(MENU, "Undo"), ["Edit", "Undo"])

    def test_find_nothing(self):
        self.assertIsNone(find(MENU, "Paste"))

    def test_depth(self):
        self.assertEqual(depth(MENU), 3)
        self.assertEqual(depth([]), 0)

    def test_count(self):
        self.assertEqual(count(MENU), 7)
