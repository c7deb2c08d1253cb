def solution(n):
    factor = int(input("factor: "))
    return n * factor
