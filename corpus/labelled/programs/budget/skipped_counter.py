def f(values):
    i, total = 0, 0
    while i < len(values):
        if values[i] < -5:
            continue
        total += values[i]
        i += 1
    return total
