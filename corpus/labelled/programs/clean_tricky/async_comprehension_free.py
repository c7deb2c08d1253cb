def async_like(n):
    return n * 2


def f(n):
    return async_like(n)
