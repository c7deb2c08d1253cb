from fractions import Fraction
from itertools import product

outcomes = list(product(range(1, 7), repeat=2))
favourable = [pair for pair in outcomes if sum(pair) % 3 == 0 and pair[0] != pair[1]]
probability = Fraction(len(favourable), len(outcomes))
ans = float(probability)
