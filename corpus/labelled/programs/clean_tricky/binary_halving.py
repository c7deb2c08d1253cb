def f(n):
    bits = []
    while n > 0:
        bits.append(n % 2)
        n >>= 1
    return bits[::-1]
