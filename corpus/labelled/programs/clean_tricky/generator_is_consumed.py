def f(text):
    return sum(int(c) for c in text if c.isdigit())
