def f(values):
    values = sorted(values)
    taken = []
    while values:
        taken.append(values.pop())
        if values:
            values.pop(0)
    return taken
