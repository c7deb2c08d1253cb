def f(text, known):
    if known:
        return known
    while True:
        try:
            value = float(text)
        except Exception:
            text = text[1:]
