def solution(nested):
    flat, stack = [], [nested]
    while stack:
        top = stack.pop()
        if isinstance(top, list):
            stack.extend(reversed(top))
        else:
            flat.append(top)
    return flat
