def f(x):
    guess = x
    while abs(guess * guess - x) > 1e-9:
        guess = (guess + x / guess) / 2
    return guess
