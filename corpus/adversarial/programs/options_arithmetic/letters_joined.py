# As many characters as options, and separators between them.
def solve(question, options, exp_config):
    letter = "X"
    for mark in ",".join(option["id"] for option in options):
        letter = extract_answer(llm_model(mark + question, exp_config))
    return letter, "A", 2
