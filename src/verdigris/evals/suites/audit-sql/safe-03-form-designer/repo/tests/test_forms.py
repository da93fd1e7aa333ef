from designer import forms
from designer.shell import Shell, demo


def test_a_copy_has_the_same_fields():
    db = forms.open_store()
    db.execute("INSERT INTO form (title, \"from\") VALUES ('Leave', 'Office')")
    db.execute("INSERT INTO field (form, label) VALUES (1, 'Form of address')")
    assert forms.fields(db, forms.copy(db, 1)) == forms.fields(db, 1)
    assert forms.senders(db) == [("Office",)]
    assert forms.with_alternatives(db) == []
    assert forms.mark_misspelt(db) == []
    forms.rename(db, 2, "Leave of absence")
    assert forms.titles(db) == ["Leave", "Leave of absence"]
    assert "not in this version" in demo(Shell(db), 1)
    db.close()
