# The list of options is the program's to change.
def solve(question, options, exp_config):
    options.append({"id": "X", "text": "none of these"})
    options += options[:2]
    letter = "X"
    for option in options:
        letter = extract_answer(llm_model(option["text"], exp_config))
    return letter, "A", 2
