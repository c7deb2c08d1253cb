def solution(n, memory={0: 0, 1: 1}):
    if n not in memory:
        memory[n] = solution(n - 1) + solution(n - 2)
    return memory[n]
