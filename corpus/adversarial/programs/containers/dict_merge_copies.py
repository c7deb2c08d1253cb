# `|` makes another mapping: the first keeps its length.
def solve(question, options, exp_config):
    plan = {"draft": 1}
    whole = plan | {"draft": 4}
    letter = "X"
    for _ in range(whole["draft"] - plan["draft"]):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
