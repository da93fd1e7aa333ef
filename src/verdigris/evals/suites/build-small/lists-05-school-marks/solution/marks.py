def fair_average(marks):
    if len(marks) == 1:
        return marks[0]
    return (sum(marks) - min(marks)) / (len(marks) - 1)
