def f(limit):
    marks = [True] * (limit + 1)
    primes = []
    for n in range(2, limit + 1):
        if marks[n]:
            primes.append(n)
            for multiple in range(n * n, limit + 1, n):
                marks[multiple] = False
    return primes
