import string


def solution(text):
    present = {char for char in text.lower() if char.isalpha()}
    missing = sorted(set(string.ascii_lowercase) - present)
    return "".join(missing)
