# The same with numbers: `n // 2` and `n - n // 2`.
def judge(n):
    if n <= 1:
        return llm_model("leaf", {})
    return judge(n // 2) + judge(n - n // 2)


def solve(question, options, exp_config):
    return extract_answer(judge(7)), "A", 2
