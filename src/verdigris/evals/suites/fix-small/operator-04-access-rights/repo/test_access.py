import unittest

from access.changes import apply
from access.folder import Denied, Folder
from access.rights import EVERYTHING, Right, read, show


class RightsTest(unittest.TestCase):
    def test_short_form(self):
        self.assertEqual(show(Right.READ | Right.SHARE), "r--s")
        self.assertEqual(read("sr-"), Right.READ | Right.SHARE)

    def test_unknown_letters(self):
        with self.assertRaises(ValueError):
            read("rx")


class FolderTest(unittest.TestCase):
    def setUp(self):
        self.folder = Folder("plans", owner="ann")
        self.folder.grant("bob", Right.READ | Right.WRITE)

    def test_the_owner_has_every_right(self):
        self.assertEqual(self.folder.rights("ann"), EVERYTHING)

    def test_rights_can_be_taken_away(self):
        self.folder.revoke("bob", Right.WRITE)
        self.assertEqual(self.folder.rights("bob"), Right.READ)

    def test_taking_a_right_away_twice(self):
        self.folder.revoke("bob", Right.WRITE)
        self.folder.revoke("bob", Right.WRITE)
        self.assertEqual(self.folder.rights("bob"), Right.READ)

    def test_missing_rights_are_named(self):
        with self.assertRaisesRegex(Denied, "bob lacks DELETE"):
            self.folder.require("bob", Right.READ | Right.DELETE)

    def test_rights_come_down_from_above(self):
        below = Folder("2024", owner="cem", parent=self.folder)
        self.assertEqual(below.rights("bob"), Right.READ | Right.WRITE)

    def test_people(self):
        self.assertEqual(self.folder.people(), ["ann", "bob"])


class ChangesTest(unittest.TestCase):
    def test_changes_are_applied_and_reported(self):
        folder = Folder("plans", owner="ann")
        self.assertEqual(
            apply(folder, ["bob +rw", "bob -w"]), ["bob: ---- -> rw--", "bob: rw-- -> r---"]
        )

    def test_changes_without_effect_are_not_reported(self):
        folder = Folder("plans", owner="ann")
        self.assertEqual(apply(folder, ["bob +r", "bob +r", "bob -d"]), ["bob: ---- -> r---"])
