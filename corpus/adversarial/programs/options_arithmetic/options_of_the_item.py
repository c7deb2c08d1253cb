# `item["options"]` is the list that `options` is.
def solve(item, options, exp_config):
    item["options"].extend([{"id": "Y", "text": "both"}] * 2)
    letter = "X"
    for option in options:
        letter = extract_answer(llm_model(option["text"], exp_config))
    return letter, "A", 2
