def f(values, wanted):
    place = 0
    while place < len(values):
        if values[place] == wanted:
            return place
        place += 1
    else:
        return None
