PAIRS = {")": "(", "]": "[", "}": "{"}


def f(text):
    stack = []
    for char in text:
        if char in PAIRS.values():
            stack.append(char)
        elif char in PAIRS:
            if not stack or stack.pop() != PAIRS[char]:
                return False
    return not stack
