# Two names of one object: the test reads one, the body changes the other.
def solve(question, options, exp_config):
    state = {"left": 2}
    other = [state, {"left": 9}]
    letter = "X"
    while state["left"] > 0:
        other[0]["left"] -= 1
        letter = extract_answer(llm_model(question, exp_config))
        if other[1]["left"] == 9:
            other[1]["left"], state["left"] = 0, 4
    return letter, "A", 2
