class Lockers:
    def __init__(self, count):
        self._names = {number: None for number in range(1, count + 1)}

    def take(self, name):
        for number, holder in self._names.items():
            if holder == name:
                return number
        for number, holder in self._names.items():
            if holder is None:
                self._names[number] = name
                return number
        raise RuntimeError("no locker is free")

    def give_back(self, number):
        name = self._names.get(number)
        if name is None:
            raise KeyError(number)
        self._names[number] = None
        return name

    def holder(self, number):
        return self._names[number]

    def free(self):
        return sum(name is None for name in self._names.values())
