def f(text):
    i, digits = 0, 0
    while i < len(text):
        if text[i] in "0123456789":
            digits += 1
            i += 1
    return digits
