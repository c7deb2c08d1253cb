# Each option is a mapping: its keys and the characters of its id count too.
def solve(question, options, exp_config):
    letter = "X"
    for option in options:
        option["seen"] = True
        for name in option:
            letter = extract_answer(llm_model(name + option["id"], exp_config))
    return letter, "A", 2
