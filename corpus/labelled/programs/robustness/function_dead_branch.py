def solution(n):
    match n % 2:
        case 0:
            return "even"
        case _:
            return "odd"
    return "neither"
