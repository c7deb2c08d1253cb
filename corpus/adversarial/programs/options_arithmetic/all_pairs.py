# Unordered and ordered pairs, with and without the pair of an option with itself.
def solve(question, options, exp_config):
    letter = "X"
    for place, first in enumerate(options):
        for second in options[place:]:
            letter = extract_answer(llm_model(first["text"] + second["text"], exp_config))
    for first in options:
        for second in options:
            if first is not second:
                letter = extract_answer(llm_model(first["text"] + second["text"], exp_config))
    return letter, "A", 2
