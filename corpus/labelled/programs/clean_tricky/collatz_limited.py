def solution(n):
    steps = 0
    while n != 1 and steps < 10_000:
        n = 3 * n + 1 if n % 2 else n // 2
        steps += 1
    return steps if n == 1 else None
