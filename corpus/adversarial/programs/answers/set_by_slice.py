# A slice assignment replaces the answer.
def solve(question, options, exp_config):
    answers = ["A", "B", "C"]
    answers[::2] = extract_answer(llm_model(question, exp_config)), "D"
    return answers[0], "A", 2
