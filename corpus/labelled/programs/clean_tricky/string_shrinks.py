def solve(text):
    depth = 0
    while text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
        depth += 1
    return depth, text
