primes = [n for n in range(2, 60) if all(n % d for d in range(2, n))]
ans = sum(p for p in primes if p % 10 == 3)
