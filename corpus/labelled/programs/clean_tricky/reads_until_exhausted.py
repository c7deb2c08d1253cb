def f(text):
    letters = iter(text)
    found = []
    while True:
        try:
            found.append(next(letters))
        except StopIteration:
            return found
