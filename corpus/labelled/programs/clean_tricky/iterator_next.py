def f(values):
    iterator = iter(values)
    total = 0
    while True:
        try:
            total += next(iterator)
        except StopIteration:
            return total
