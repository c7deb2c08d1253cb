import random


def f(start):
    throws, face = start, 0
    while face != 6:
        face = random.randint(1, 6)
        throws += 1
    return throws
