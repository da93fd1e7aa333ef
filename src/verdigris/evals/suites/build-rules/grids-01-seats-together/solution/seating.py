def find_seats(rows, count):
    for row in range(len(rows) - 1, -1, -1):
        seat = rows[row].find("." * count)
        if seat >= 0:
            return row, seat
    return None
