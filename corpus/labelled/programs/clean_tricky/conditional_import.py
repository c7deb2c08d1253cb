try:
    from math import isqrt
except ImportError:

    def isqrt(n):
        return int(n**0.5)


def f(n):
    return isqrt(n)
