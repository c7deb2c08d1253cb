def solution(n):
    return 1 if n <= 1 else n * solution(n - 1)
