async def f(n):
    return n + 1
