def by_shelf(books):
    shelves = {}
    for title, shelf in books:
        shelves.setdefault(shelf, []).append(title)
    return shelves
