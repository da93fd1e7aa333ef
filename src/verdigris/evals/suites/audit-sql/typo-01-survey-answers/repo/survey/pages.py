"""What the clerk sees."""

HELP = """
Select a form form the list. (Yes, the list of forms.)
To delete answers, wehre possible, ask the person first.
"""


def form_line(form_id, title, count):
    return f"Form {form_id}: {title} - {count} answers from all people"


def mail(person, title):
    return f"Dear {person},\n\nplease select an answer for each question form '{title}'.\n"
