# An argument that grows and shrinks.
def steps(n):
    reply = llm_model(str(n), {})
    return reply if n == 1 else steps(n // 2 if n % 2 == 0 else 3 * n + 1)


def solve(question, options, exp_config):
    return extract_answer(steps(6)), "A", 2
