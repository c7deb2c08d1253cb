def f(values):
    big = [last := value for value in values if value > 2]
    return (big, last) if big else None
