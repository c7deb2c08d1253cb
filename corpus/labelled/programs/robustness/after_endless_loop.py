def f(n):
    divisor = 2
    while True:
        if n % divisor == 0 or divisor > n:
            return divisor
        divisor += 1
    return n
