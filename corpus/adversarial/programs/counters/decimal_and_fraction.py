# Fractions add exactly, decimals by their context.
from decimal import Decimal
from fractions import Fraction


def solve(question, options, exp_config):
    level, letter = Fraction(0), "X"
    while level < 1:
        level += Fraction(1, 3)
        letter = extract_answer(llm_model(question, exp_config))
    left = Decimal("0.3")
    while left:
        left -= Decimal("0.1")
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
