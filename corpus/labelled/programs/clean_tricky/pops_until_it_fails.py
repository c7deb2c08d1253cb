def f(values):
    total = 0
    try:
        while True:
            total += values.pop()
    except IndexError:
        return total
