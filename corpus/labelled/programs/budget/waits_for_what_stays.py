def f(numbers):
    total = 0
    for number in numbers:
        total += number
    while total < 0:
        print("negative total", total)
    return total
