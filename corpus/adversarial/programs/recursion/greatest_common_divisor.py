# Euclid's argument shrinks by a remainder.
def steps(a, b):
    return llm_model(f"{a} {b}", {}) + (steps(b, a % b) if b else "")


def solve(question, options, exp_config):
    return extract_answer(steps(13, 8)), "A", 2
