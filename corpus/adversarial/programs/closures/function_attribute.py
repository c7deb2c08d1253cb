# A function counts in an attribute of its own.
def ask(prompt, config):
    ask.count += 1
    return llm_model(prompt, config)


ask.count = 0


def solve(question, options, exp_config):
    ask.count = -3
    letter = "X"
    while ask.count < 1:
        letter = extract_answer(ask(question, exp_config))
    return letter, "A", 2
