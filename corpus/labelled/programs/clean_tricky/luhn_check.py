def solution(number):
    digits = [int(char) for char in number if char.isdigit()]
    total = 0
    for place, digit in enumerate(reversed(digits)):
        if place % 2:
            digit *= 2
            if digit > 9:
                digit -= 9
        total += digit
    return total % 10 == 0
