import unittest

from contacts.merge import merge, unite
from contacts.model import Contact
from contacts.reader import BadRow, digits, read
from contacts.writer import vcards

EXPORT = """name,email,phone,company,tags,updated
Ann Lee,ann@example.org,+44 20-7946,Acme,friend|work,3
Bob Ray,,020 111,,,1
"""


class ReadingTest(unittest.TestCase):
    def test_rows_become_contacts(self):
        ann, bob = read(EXPORT)
        self.assertEqual(ann.tags, {"friend", "work"})
        self.assertEqual(bob.phone, "020111")

    def test_phone_numbers_keep_their_plus(self):
        self.assertEqual(digits(" +44 (0)20"), "+44020")

    def test_a_row_without_a_name(self):
        with self.assertRaisesRegex(BadRow, "line 2"):
            list(read("name,email\n,x@example.org\n"))


class MergingTest(unittest.TestCase):
    def test_the_newer_entry_wins(self):
        old = Contact("Ann", "ann@example.org", "1", "Acme", updated=1)
        new = Contact("Ann Lee", "ann@example.org", "2", "Bolt", updated=5)
        self.assertEqual(merge(old, new), new)
        self.assertEqual(merge(new, old), new)

    def test_gaps_are_filled_from_the_older_entry(self):
        old = Contact("Ann", "ann@example.org", "555", "Acme", updated=1)
        new = Contact("Ann Lee", "ann@example.org", updated=5)
        self.assertEqual(
            merge(old, new), Contact("Ann Lee", "ann@example.org", "555", "Acme", updated=5)
        )

    def test_tags_are_united(self):
        old = Contact("Ann", tags=frozenset({"a"}))
        new = Contact("Ann", tags=frozenset({"b"}), updated=1)
        self.assertEqual(merge(old, new).tags, {"a", "b"})

    def test_one_contact_per_person(self):
        entries = [Contact("Ann", "A@x.org"), Contact("Bob"), Contact("Ann L", "a@X.org")]
        self.assertEqual([c.key for c in unite(entries)], ["a@x.org", "bob"])


class WritingTest(unittest.TestCase):
    def test_a_card(self):
        self.assertEqual(
            vcards([Contact("Lee, Ann", phone="1")]).split("\r\n"),
            ["BEGIN:VCARD", "VERSION:4.0", "FN:Lee\\, Ann", "TEL:1", "END:VCARD", ""],
        )
