TABLE = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
         (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def solution(number):
    """The Roman numeral of a number from 1 to 3999."""
    if not 0 < number < 4000:
        raise ValueError("from 1 to 3999")
    out = []
    for value, sign in TABLE:
        times, number = divmod(number, value)
        out.append(sign * times)
    return "".join(out)
