# `[[]] * 3` holds one list three times.
def solve(question, options, exp_config):
    rows = [[]] * 3
    for row in rows:
        row.append("x")
    letter = "X"
    for row in rows:
        for _ in row:
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
