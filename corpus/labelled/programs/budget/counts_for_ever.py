from itertools import count


def f(limit):
    seen = []
    if limit < 0:
        for number in count():
            seen.append(number)
    return seen
