# A callback sets a local variable.
def solve(question, options, exp_config):
    answer = "A"

    def keep(letter):
        nonlocal answer
        answer = letter

    list(map(keep, [extract_answer(llm_model(question, exp_config))]))
    return answer, "A", 2
