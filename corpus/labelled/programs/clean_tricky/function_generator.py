def f(values):
    def running():
        total = 0
        for value in values:
            total += value
            yield total

    return list(running())
