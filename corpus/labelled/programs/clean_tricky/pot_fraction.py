from fractions import Fraction

first = Fraction(1, 3)
second = Fraction(1, 4)
together = 1 / (first + second)
ans = float(together)
