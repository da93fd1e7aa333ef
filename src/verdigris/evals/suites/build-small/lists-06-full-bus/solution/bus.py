def most_passengers(stops):
    most = people = 0
    for off, on in stops:
        people += on - off
        most = max(most, people)
    return most
