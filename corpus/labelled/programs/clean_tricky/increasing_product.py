def f(limit):
    value, steps = 1, 0
    while value < limit:
        value *= 3
        steps += 1
    return steps
