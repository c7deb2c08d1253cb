# A table of transitions; the number of steps depends on the way through it.
TABLE = {"draft": "check", "check": "repair", "repair": "compare", "compare": "done"}


def solve(question, options, exp_config):
    state, letter = "draft", "X"
    while state != "done":
        letter = extract_answer(llm_model(f"{state}: {question}", exp_config))
        state = TABLE[state]
    return letter, "A", 2
