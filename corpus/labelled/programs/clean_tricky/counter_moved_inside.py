def f(limit):
    seen = 0

    def step():
        nonlocal seen
        seen += 2

    while seen < limit:
        step()
    return seen
