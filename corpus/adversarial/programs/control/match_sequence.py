# Captures, stars and guards of sequence patterns.
def rounds_of(plan):
    match plan:
        case []:
            return 0
        case [int(n)] if n > 9:
            return 9
        case [int(n)] | [n, *_] if isinstance(n, int):
            return n
        case [str() as name, *rest]:
            return len(name) + rounds_of(rest)
    return 1


def solve(question, options, exp_config):
    letter = "X"
    for _ in range(rounds_of(["ab", 3, 7])):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
