# The loop keeps the list that it began with, whatever the name means later.
def solve(question, options, exp_config):
    steps, letter = ["a", "b", "c"], "X"
    for step in steps:
        letter = extract_answer(llm_model(step + question, exp_config))
        steps = []
    for step in steps or ["d"] * 2:
        letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
