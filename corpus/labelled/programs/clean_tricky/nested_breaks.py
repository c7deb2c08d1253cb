def solution(rows, wanted):
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            if value != wanted:
                continue
            break
        else:
            continue
        return x, y
    return None
