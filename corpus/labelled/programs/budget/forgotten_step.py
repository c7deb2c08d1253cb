def f(values):
    i, total = 0, 0
    while i < len(values):
        total += values[i]
    return total
