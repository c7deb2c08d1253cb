def f(text):
    try:
        value = int(text)
    except ValueError:
        return None
    else:
        return value * 2
