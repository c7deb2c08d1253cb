# Calls in arguments of calls.
def count(m, n):
    llm_model(f"{m} {n}", {})
    if m == 0:
        return n + 1
    return count(m - 1, 1) if n == 0 else count(m - 1, count(m, n - 1))


def solve(question, options, exp_config):
    return extract_answer(llm_model(f"{count(1, 2)} {question}", exp_config)), "A", 2
