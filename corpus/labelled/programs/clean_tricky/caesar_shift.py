def f(text, shift):
    def moved(char, first):
        return chr((ord(char) - ord(first) + shift) % 26 + ord(first))

    return "".join(
        moved(char, "a") if char.islower() else moved(char, "A") if char.isupper() else char for char in text
    )
